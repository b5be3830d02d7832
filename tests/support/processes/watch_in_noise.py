"""Watch a workbook and stop, again and again, while other files change beside it: WORKBOOK."""

import sys
import threading
import time
from pathlib import Path

from runner.app.file_watch import Callbacks, watch


def keep_busy(folder: Path, over: threading.Event) -> None:
    """Files that come and change all the time, as an editor's and a sync folder's do."""
    number = 0
    while not over.is_set():
        number += 1
        try:
            (folder / f"noise {number % 7}").write_bytes(b"x" * number)
        except OSError:
            time.sleep(0.01)


if __name__ == "__main__":
    workbook, over = Path(sys.argv[1]), threading.Event()
    threading.Thread(target=keep_busy, args=(workbook.parent, over), daemon=True).start()
    for _ in range(15):
        stop = threading.Event()
        threading.Timer(0.12, stop.set).start()
        watch(workbook, Callbacks(lambda data: None), stop=stop)
    over.set()
