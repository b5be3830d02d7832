"""Search the kept saves from the latest backwards."""

from collections.abc import Sequence
from datetime import datetime

from runner.app.event_folder import EventFolder
from runner.app.history.saves import DamagedError, Kept, Store
from runner.core.actions import Parts, Restore
from runner.core.event import Event
from runner.workbook.read.read import read

MOST = 40  # so many saves are looked through, from the latest back
_FAR = 5  # so many saves in a row that cannot be read are passed over


def counted(folder: EventFolder) -> Event | None:
    """Return the content of the latest kept save that counted, or None."""
    store = Store(folder.saves)
    try:
        return latest(store, store.all())
    except OSError:
        return None


def latest_usable(store: Store) -> list[Kept]:
    """Return the latest saves that counted, oldest first; none where their folder is closed."""
    try:
        return [save for save in store.all() if save.usable][-MOST:]
    except OSError:
        return []


def put_back_by(folder: EventFolder, save: Kept) -> Parts:
    """Return how the latest save that counted gets into a new file."""
    latest = f"The latest save that counted is {save.number} ({at_time(save, save)})."
    return latest, Restore(str(folder.root), save.number)


def at_time(save: Kept, latest: Kept) -> str:
    """Return the time of a save, with its date unless that is the date of `latest`."""
    at, day = datetime.fromisoformat(save.at), datetime.fromisoformat(latest.at).date()
    return f"{at:%H:%M}" if at.date() == day else f"{at:%Y-%m-%d %H:%M}"


def latest(store: Store, saves: Sequence[Kept]) -> Event | None:
    """Return the content of the latest of these saves that counted and can be read."""
    usable = [save for save in saves if save.usable]
    events = (event_of(store, save) for save in usable[: -_FAR - 1 : -1])
    return next(filter(None, events), None)


def event_of(store: Store, save: Kept) -> Event | None:
    """Return the content of a kept save, or None if it cannot be read."""
    try:
        return read(store.data(save))[0]
    except (DamagedError, OSError):
        return None
