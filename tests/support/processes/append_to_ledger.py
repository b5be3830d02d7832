"""Append line after line to a ledger, and announce each when it is on the disk: LEDGER."""

import json
import sys
from pathlib import Path

from runner.app.journal import append, read

path = Path(sys.argv[1])
print("ready", flush=True)
while True:
    count = len(read(path).complete.splitlines())
    append(path, json.dumps({"line": count, "text": "x" * 5000}).encode() + b"\n")
    print(count, flush=True)
