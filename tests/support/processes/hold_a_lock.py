"""Sign a lock, say who else has it, and keep it: LOCK."""

import sys
import time
from pathlib import Path

from runner.disk import signed

with signed(Path(sys.argv[1])) as other:
    print(repr(other), flush=True)
    time.sleep(60)
