"""Sign a lock, say who else has it, and keep it: LOCK."""

import sys
import time
from pathlib import Path

from runner.process_locks import named_lock

with named_lock(Path(sys.argv[1])) as other:
    print(repr(other), flush=True)
    time.sleep(60)
