"""Which folders are events, and which folder holds events."""

from pathlib import Path

from runner.app.event_folder import OWN
from runner.ledger.ledger import NAME


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
    """Return whether a folder is no event itself, but has events in it."""
    try:
        return not _is_event(folder, folder.resolve().parent) and bool(events_in(folder))
    except (OSError, RuntimeError):
        return False


def _is_event(root: Path, folder: Path) -> bool:
    """Return whether `root` really lies in `folder`, and has a ledger, a workbook, or something of
    Runner's for an event."""
    try:
        if not root.is_dir() or root.resolve().parent != folder:
            return False
        files = {each.name for each in root.iterdir()}
    except (OSError, RuntimeError):
        return False
    return NAME in files or OWN in files or any(
        name.lower().endswith(".xlsx") and not name.startswith(("~$", ".")) for name in files
    )  # fmt: skip
