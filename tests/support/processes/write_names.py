"""Write names into a workbook again and again: WORKBOOK [typed]. With `typed`, the file of that
name beside it is saved over it just before the second exchange, and `saved` tells that it was."""

import sys
import time
from hashlib import sha256
from itertools import count
from pathlib import Path

from runner.workbook.write import swap_recovery
from runner.workbook.write.exchange import Exchange, exchange
from runner.workbook.write.write_back import recover, write_back
from runner.workbook.xlsx.edit import CellChange
from tests.support.one_sheet import SHEET

path = Path(sys.argv[1])
turns = count(1)


def save_first(first: Path, second: Path) -> Exchange:
    """The worst place to be killed in: a save falls into the moment of the exchange."""
    if next(turns) == 2:
        path.with_name("typed").replace(path)
        path.with_name("saved").touch()
    result = exchange(first, second)
    time.sleep(0.005)
    return result


if "typed" in sys.argv:
    swap_recovery.exchange = save_first
print("ready", flush=True)
for turn in count():
    recover(path)
    ours = frozenset(str(number) for number in range(turn + 1))
    read = sha256(path.read_bytes()).hexdigest()
    write_back(path, read, [CellChange(SHEET, "E5", turn, ours)], unlocked_for=0)
