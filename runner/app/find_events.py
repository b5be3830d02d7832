"""Which folders are events, and which folder holds events."""

from functools import lru_cache
from pathlib import Path

from runner.app.event_folder import OWN, SERIES_COPY, TOGETHER, WHO
from runner.disk import fingerprint_if_there, read_regular_file
from runner.ledger.ledger import NAME
from runner.workbook.xlsx.guard import Refused, admit
from runner.workbook.xlsx.parts import sheet_parts
from runner.workbook.xlsx.zip import ArchiveError

_SHEETS = frozenset({"event", "phases", "players", "decisions"})  # one of them an event's has


def events_in(folder: Path) -> list[Path]:
    """Return the folders of the events in a folder, by name; no hidden ones, and none outside of it
    that a link points to."""
    try:
        own = folder.resolve()
        inside = sorted(each for each in folder.iterdir() if not each.name.startswith("."))
    except (OSError, RuntimeError):
        return []
    return [each for each in inside if _is_event(each, own)]


def holds_events(folder: Path) -> bool:
    """Return whether a folder is no event itself, and nothing hidden, but has events in it."""
    try:
        real = folder.resolve()
    except (OSError, RuntimeError):
        return False
    hidden = real.name.startswith(".")
    return not hidden and not _is_event(folder, real.parent) and bool(events_in(folder))


def _is_event(root: Path, folder: Path) -> bool:
    """Return whether `root` really lies in `folder`, and has a ledger, something of Runner's for an
    event, or a workbook that is not known to be of another kind. Where there was a series, only a
    ledger or a workbook that is known to be an event's makes it an event."""
    try:
        if not root.is_dir() or root.resolve().parent != folder:
            return False
        files = {each.name: each for each in root.iterdir()}
    except (OSError, RuntimeError):
        return False
    if TOGETHER in files:  # then this workbook is about several events
        files.pop(WHO, None)
    kinds = [
        _is_of_an_event(path, fingerprint_if_there(path))
        for name, path in files.items()
        if name.lower().endswith(".xlsx") and not name.startswith(("~$", "."))
    ]
    if SERIES_COPY in files:
        return NAME in files or True in kinds
    return NAME in files or OWN in files or any(kind is not False for kind in kinds)


@lru_cache(maxsize=1000)
def _is_of_an_event(path: Path, _: object) -> bool | None:
    """Return whether a workbook has a sheet of an event; None if it cannot be read."""
    try:
        return bool(
            _SHEETS & {name.casefold() for name in sheet_parts(admit(read_regular_file(path)))}
        )
    except (OSError, Refused, ArchiveError):
        return None
