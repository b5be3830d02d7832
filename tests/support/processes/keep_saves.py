"""Keep save after save in a history, and announce the number of each: FOLDER."""

import random
import sys
from itertools import count
from pathlib import Path

from runner.app.history.saves import Store

store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for turn in count():
    data = b"%d " % turn + random.Random(turn).randbytes(50_000)
    kept = store.keep(data, "2026-11-21T14:00:00+00:00", (str(turn),))
    print(kept.number, flush=True)
