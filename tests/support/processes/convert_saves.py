"""Convert a history that an earlier version of Runner kept: FOLDER."""

import sys
from pathlib import Path

from runner.app.history.saves import Store

print("ready", flush=True)
Store(Path(sys.argv[1])).convert()
print("converted", flush=True)
