"""Hold a file open until told to end: FILE."""

import sys
from pathlib import Path

with Path(sys.argv[1]).open():
    print("open", flush=True)
    sys.stdin.readline()
