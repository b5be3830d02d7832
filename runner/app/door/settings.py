"""Settings of this user: the folder of events, and which programs can be resumed."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

import platformdirs

from runner.app.own_folder import APP, own_folder
from runner.disk import read_regular_file, replace_synced

_SETTINGS, _RUNNING = "settings.json", "running.json"


def usual_folder() -> Path:
    """Return the default folder of events, in the user's documents."""
    return platformdirs.user_documents_path() / APP


def read_folder() -> Path:
    """Return the folder of events; the default one where none is saved that can be read."""
    try:
        folder = Path(json.loads(read_regular_file(own_folder() / _SETTINGS))["folder"])
    except (OSError, ValueError, TypeError, KeyError):
        return usual_folder()
    return folder if folder.is_absolute() else usual_folder()


def write_folder(folder: Path) -> None:
    """Save the folder of events. Raises OSError where that cannot be done."""
    _write(_SETTINGS, {"folder": str(folder)})


def why_not(folder: Path) -> str:
    """Return what is wrong with a folder for events, in a sentence; "" where nothing is."""
    if not folder.is_absolute():
        return f"“{folder}” is no whole path. Type all of it, from the disk on."
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        return f"{folder} is a file. Choose a folder."
    except (OSError, ValueError) as reason:
        return f"{folder} cannot be used: {getattr(reason, 'strerror', None) or reason}."
    return ""


Running = tuple[str, Path]
"""The kind of a program, and the folder of its event."""


class ToResume:
    """The programs that were started and not stopped; thread-safe.

    They are not started by themselves, since another computer may watch the event meanwhile. If
    nothing can be saved, they are remembered until Runner ends.
    """

    def __init__(self) -> None:
        self._programs: dict[Running, None] = {}
        self._lock = Lock()
        with suppress(OSError, ValueError, TypeError):
            pairs = json.loads(read_regular_file(own_folder() / _RUNNING))
            self._programs = {(str(kind), Path(root)): None for kind, root in pairs}

    def __iter__(self) -> Iterator[Running]:
        return iter(tuple(self._programs))

    def add(self, program: Running) -> None:
        """Add a started program."""
        with self._lock:
            if program not in self._programs:
                self._programs[program] = None
                self._save()

    def drop(self, programs: Iterable[Running]) -> None:
        """Remove programs that were stopped, or are not to be resumed."""
        with self._lock:
            dropped = self._programs.keys() & set(programs)
            for each in dropped:
                del self._programs[each]
            if dropped:
                self._save()

    def _save(self) -> None:
        with suppress(OSError):
            _write(_RUNNING, [[kind, str(root)] for kind, root in self._programs])


def _write(name: str, content: object) -> None:
    own_folder().mkdir(parents=True, exist_ok=True)
    replace_synced(own_folder() / name, json.dumps(content).encode())
