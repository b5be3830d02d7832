"""Kept saves looked through from the latest back."""

from collections.abc import Sequence

from runner.app.event_folder import EventFolder
from runner.app.history.saves import DamagedError, Kept, Store
from runner.core.event import Event
from runner.workbook.read.read import read

_FAR = 5  # so many saves in a row that cannot be read are passed over


def counted(folder: EventFolder) -> Event | None:
    """The workbook as it last counted, by the kept saves; None where none is there."""
    store = Store(folder.saves)
    try:
        return latest(store, store.all())
    except OSError:
        return None


def latest(store: Store, saves: Sequence[Kept]) -> Event | None:
    """The latest of these that counted and can be read."""
    usable = [save for save in saves if save.usable]
    found = (event_of(store, save) for save in usable[: -_FAR - 1 : -1])
    return next(filter(None, found), None)


def event_of(store: Store, save: Kept) -> Event | None:
    """What a kept save holds, or None where it cannot be read."""
    try:
        return read(store.data(save))[0]
    except (DamagedError, OSError):
        return None
