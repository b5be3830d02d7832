"""What is to run, whichever door is open: the next one offers what this one had running.

It does not begin by itself: meanwhile the folder may be followed from another computer.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

from runner.app.own_folder import own_folder
from runner.disk import read_regular_file, replace_synced

Running = tuple[str, Path]
"""Of which kind, for the event of which folder."""


class Wanted:
    """Remembered between two starts; where that cannot be done, for this one alone. For any
    thread."""

    def __init__(self) -> None:
        self._found: dict[Running, None] = dict.fromkeys(_read())
        self._lock = Lock()

    def __iter__(self) -> Iterator[Running]:
        return iter(tuple(self._found))

    def add(self, one: Running) -> None:
        """It was started."""
        with self._lock:
            if one not in self._found:
                self._found[one] = None
                self._write()

    def drop(self, some: Iterable[Running]) -> None:
        """They were stopped, or are not to go on."""
        with self._lock:
            gone = self._found.keys() & set(some)
            for one in gone:
                del self._found[one]
            if gone:
                self._write()

    def _write(self) -> None:
        said = [[kind, str(root)] for kind, root in self._found]
        with suppress(OSError):
            _file().parent.mkdir(parents=True, exist_ok=True)
            replace_synced(_file(), json.dumps(said).encode())


def _read() -> list[Running]:
    try:
        return [(str(kind), Path(root)) for kind, root in json.loads(read_regular_file(_file()))]
    except (OSError, ValueError, TypeError):
        return []


def _file() -> Path:
    return own_folder() / "running.json"
