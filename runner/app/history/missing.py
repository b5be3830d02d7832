"""Sheets that were deleted: which of the kept saves has each still, and how to get it back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from runner.app.event_folder import EventFolder
from runner.app.history.look_back import at_time
from runner.app.history.saves import DamagedError, Kept, Store
from runner.core.actions import History, Parts, Restore
from runner.core.event import Event
from runner.core.phrases import count
from runner.core.problems import Place, Problem, warning
from runner.workbook import schema
from runner.workbook.column import normal
from runner.workbook.read.phase_columns import PHASES
from runner.workbook.read.read import BACK
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.parts import sheet_parts
from runner.workbook.xlsx.zip import Archive, ArchiveError

_FAR = 40  # so many saves are looked through, from the latest back


def with_saves(
    problems: Iterable[Problem], folder: EventFolder, store: Store
) -> tuple[Problem, ...]:
    """The same, where a sheet is missing with the save that has it."""
    return tuple(
        replace(each, fix=(*_where(each.place.sheet, folder, store), *each.fix[2:]))
        if each.code == "sheet.missing"
        else each
        for each in problems
    )


def gone(
    sheets: Iterable[str], before: Event | None, folder: EventFolder, store: Store
) -> Iterator[Problem]:
    """A warning for each sheet that an event can do without, and that had something on it before.
    `sheets` are those that the workbook has."""
    held = [] if before is None else [
        (schema.TIME, len((*before.extensions, *before.starts, *before.stops))),
        (schema.SCREEN, len(before.screens)),
        (schema.DRAFT, len(before.draft)),
    ]  # fmt: skip
    there = {normal(name) for name in sheets}
    for sheet, lines in held:
        if lines and there.isdisjoint(_spellings(sheet.name)):
            what = f"The sheet “{sheet.name}” is missing, and {count(lines, 'line')} with it."
            yield warning(
                "sheet.gone-with-lines", Place(sheet.name), what, *_where(sheet.name, folder, store)
            )


def _where(sheet: str, folder: EventFolder, store: Store) -> Parts:
    save = _save_with(sheet, store)
    if save is None:
        return BACK, History(str(folder.root))
    has = (
        f"Undo that. Save {save.number} ({at_time(save, save)}) has it, with all that stood there."
    )
    return has, Restore(str(folder.root), save.number)


def _save_with(sheet: str, store: Store) -> Kept | None:
    """The latest of the saves that counted which has the sheet."""
    try:
        usable = [save for save in store.all() if save.usable]
    except OSError:
        return None
    return next((save for save in reversed(usable[-_FAR:]) if _has(sheet, save, store)), None)


def _has(sheet: str, save: Kept, store: Store) -> bool:
    try:
        tabs = {normal(tab) for tab in sheet_parts(Archive(store.data(save)))}
        return not tabs.isdisjoint(_spellings(sheet))
    except (DamagedError, OSError, ArchiveError, Refused):
        return False


def _spellings(sheet: str) -> set[str]:
    """What the tab of a sheet may be called, by `normal`."""
    known = (each for each in (*schema.SHEETS, PHASES) if each.name == sheet)
    return {normal(sheet), *(normal(text) for each in known for text in each.aliases)}
