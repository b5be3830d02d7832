"""The kept saves without a player's name: a second history, which takes the place of the first.

A save rests on pieces of earlier ones, so one of them cannot change alone.
"""

import shutil
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.history.keep import words_of
from runner.app.history.saves import DamagedError, Kept, Store
from runner.core.event import Event
from runner.disk import patiently, sync_directory
from runner.workbook.read.read import read
from runner.workbook.write.erase import Erased, without
from runner.workbook.xlsx.zip import ArchiveError


def rewrite_saves(
    folder: EventFolder, who: Erased, parts: dict[bytes, bytes]
) -> tuple[list[str], list[int]]:
    """The files that were made anew, by their paths in the event's folder, and the numbers of saves
    that could not be read, which are gone. Raises OSError where the disk fails: all is as it was.
    """
    saves = folder.saves
    new, old = (saves.with_name(f"{saves.name}.{word}") for word in ("new", "old"))
    if old.is_dir() and not saves.is_dir():  # stopped between the two renames below
        patiently(lambda: old.rename(saves))
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    if not saves.is_dir():
        return [], []
    changed, lost = _made(saves, new, who, parts)
    if not changed and not lost:
        shutil.rmtree(new)
        return [], []
    for path in saves.iterdir():
        if path.suffix != ".save" and path.is_file() and not path.name.endswith(".new"):
            shutil.copy2(path, new / path.name)
    patiently(lambda: saves.rename(old))
    patiently(lambda: new.rename(saves))
    sync_directory(saves.parent)
    shutil.rmtree(old)
    return [path.relative_to(folder.root).as_posix() for path in sorted(saves.glob("*.save"))], lost


def _made(saves: Path, new: Path, who: Erased, parts: dict[bytes, bytes]) -> tuple[bool, list[int]]:
    """Whether some save is another now, and which could not be read."""
    store, made = Store(saves), Store(new)
    new.mkdir()
    changed, lost = False, list(store.damaged())
    before: Event | None = None
    for save in store.all():
        if save.number in lost:
            continue
        try:
            data = store.data(save)
            cleaned = without(data, who, parts)
        except (DamagedError, ArchiveError):
            lost.append(save.number)
            continue
        event = read(cleaned)[0] if save.usable else None
        words = _words(save, before, event, who)
        name = who.fit.renamed(save.name)
        made.keep(cleaned, save.at, words, save.number, name)
        changed |= (cleaned, words, name) != (data, save.words, save.name)
        before = event or before
    return changed, sorted(lost)


def _words(save: Kept, before: Event | None, event: Event | None, who: Erased) -> tuple[str, ...]:
    """What the save had changed, told anew: the words may quote what is private, and parts of the
    name."""
    if event is None:
        return tuple(map(who.fit.renamed, save.words))
    return words_of(before, event, ())
