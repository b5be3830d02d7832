"""Whether somebody else's Runner watches an event already: another window, another computer."""

from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.disk import read_regular_file, replace_content, try_lock


def watched_elsewhere(root: Path) -> str:
    """Who does, and since when; "" where nobody does. Only where a name stands in the lock is it
    tried, so that no watch that begins just now finds it held."""
    lock = EventFolder(root).lock.with_name("watching.lock")
    try:
        said = read_regular_file(lock).decode("utf-8", "replace").strip()
        if not said:
            return ""
        with try_lock(lock) as free:
            if free:  # of a watch that was killed
                replace_content(lock, b"")
                return ""
    except OSError:
        return ""
    return said
