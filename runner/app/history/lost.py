"""Guards against loss: results, rows and sheets that are gone, and which kept save has them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.history.look_back import MOST, at_time, event_of, latest_usable
from runner.app.history.saves import DamagedError, Kept, Store
from runner.core.actions import History, Parts, Restore
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.language import count, listed, plural
from runner.core.problems import Place, Problem, error, warning
from runner.core.round_sheet import Row
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.public_log import lost_results
from runner.workbook import schema
from runner.workbook.column import normal
from runner.workbook.read.phases import PHASES
from runner.workbook.read.read import BACK, EMPTY
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.parts import sheet_parts
from runner.workbook.xlsx.zip import Archive, ArchiveError

_SEVERAL = 2  # one that a hand has cleared is an ordinary change

Texts = Mapping[int, str]
"""The results of a round, by table, as the ledger has them."""


def lost(event: Event, ledger: Ledger, folder: EventFolder) -> Iterator[Problem]:
    """Yield a problem for each published round whose sheet is gone with its content (fatal), that
    lacks the row of a table with a result, or that lacks several results."""
    for id_, published in ledger.rounds.items():
        sheet, missing = event.sheet(id_), _missing_results(id_, event, ledger)
        by_hand = published.seating.cells != published.base
        if sheet is None and (missing or by_hand):
            what = f"{event.title(id_)} is out, but its sheet is gone"
            if missing:
                what += f", with {count(len(missing), 'result')}: {_result_list(missing)}"
            yield error(
                "round.sheet-gone",
                Place(id_.sheet),
                f"{what}.",
                "Undo that.",
                *_where(id_, missing, folder, "has it"),
                "Until the sheet is back nothing new goes out, and the pages stay as they are.",
                fatal=True,
            )
        elif rows := missing.keys() - event.table_rows(id_).keys():
            yield _without_rows(id_, sorted(rows), missing, event, folder)
        elif len(missing) >= _SEVERAL or _went_with_its_row(id_, missing, ledger, folder):
            yield _without_results(id_, missing, event, folder)


def _without_results(id_: RoundId, results: Texts, event: Event, folder: EventFolder) -> Problem:
    key, one = RowKey(id_, RowKind.TABLE, min(results)), len(results) == 1
    what = f"{count(len(results), 'result')} of {event.title(id_)} {'is' if one else 'are'} gone: "
    it = "it" if one else "them"
    back = _where(id_, results, folder, f"has {it}")
    fix = f"Type {it} again, unless you have cleared {it} yourself."
    what += f"{_result_list(results)}."
    return error("round.results-gone", event.cell(key, "result"), what, *back, fix)


def _went_with_its_row(id_: RoundId, results: Texts, ledger: Ledger, folder: EventFolder) -> bool:
    corrected = [each for each in ledger.entries if each.kind is EntryKind.CORRECTED]
    times = sum(each.round == id_ for each in corrected)
    return any(_row_went(folder.saves, id_, table, times) for table in results)


def _without_rows(
    id_: RoundId, rows: Sequence[int], results: Texts, event: Event, folder: EventFolder
) -> Problem:
    tables = f"{plural(len(rows), 'table')} {listed(list(map(str, rows)))}"
    what = f"{event.title(id_)} has no row for {tables} any more, and "
    what += f"{count(len(results), 'result is', 'results are')} gone: {_result_list(results)}."
    back = _where(id_, results, folder, "has what is missing")
    fix = "Or type it again in an empty row: the number under Table, the names, and the result."
    return error("round.rows-gone", Place(id_.sheet), what, "Undo that.", *back, fix)


def _missing_results(id_: RoundId, event: Event, ledger: Ledger) -> Texts:
    """Return the last recorded results, by table, whose cells are blank or gone."""
    rows = event.table_rows(id_)
    cleared = {
        int(entry.data["table"]): str(entry.data["old"])
        for entry in ledger.entries
        if entry.kind is EntryKind.CORRECTED and entry.round == id_ and not entry.data["new"]
    }
    known = {table: text or cleared.get(table, "") for table, text in
             ledger.results_in_cells.get(id_, {}).items()}  # fmt: skip
    return {
        table: text
        for table, text in known.items()
        if text and not (table in rows and rows[table].reported)
    }


def _where(id_: RoundId, results: Texts, folder: EventFolder, has: str) -> Parts:
    """Return which of the kept saves has it all, and how to get it; nothing where none does."""
    number = _save_with(folder.saves, id_, tuple(results))
    return (f"Save {number} {has}.", Restore(str(folder.root), number)) if number else ()


@lru_cache(maxsize=16)
def _save_with(saves: Path, id_: RoundId, tables: tuple[int, ...]) -> int | None:
    for number, rows in _rows_in(saves, id_):
        if all(table in rows and rows[table].reported for table in tables):
            return number
    return None


@lru_cache(maxsize=16)
def _row_went(saves: Path, id_: RoundId, table: int, corrected: int) -> bool:
    """Return whether a table had no row in some save since its result was last there: its row was
    added again. `corrected` is only part of the key of the cache: it changes with each correction
    of the round."""
    for _, rows in _rows_in(saves, id_):
        if table not in rows or rows[table].reported:
            return table not in rows
    return False


def _rows_in(saves: Path, id_: RoundId) -> Iterator[tuple[int, Mapping[int, Row]]]:
    store = Store(saves)
    for save in reversed(latest_usable(store)):
        event = event_of(store, save)
        if event and (rows := event.table_rows(id_)):
            yield save.number, rows


def _result_list(results: Texts) -> str:
    return lost_results({str(table): [text] for table, text in results.items()})


def with_saves(
    problems: Iterable[Problem], folder: EventFolder, store: Store
) -> tuple[Problem, ...]:
    """Return the problems; those of missing sheets offer the save that has the sheet."""
    return tuple(
        replace(each, fix=(*_where_sheet(each.place.sheet, folder, store), *each.fix[2:]))
        if each.code == "sheet.missing"
        else each
        for each in problems
    )


def sheets_gone(sheets: Iterable[str], folder: EventFolder, store: Store) -> Iterator[Problem]:
    """Yield a warning for each optional sheet, not among `sheets`, that had lines when it was last
    there: until it is back, or an empty one is in its place."""
    there = {normal(name) for name in sheets}
    for sheet in (schema.TIME, schema.SCREEN, schema.DRAFT):
        if not there.isdisjoint(_spellings(sheet.name)):
            continue
        if (save := _latest_with(sheet.name, store)) and (lines := _lines(store, save)[sheet.name]):
            what = f"The sheet “{sheet.name}” is missing, and {count(lines, 'line')} with it."
            place, where = Place(sheet.name), _where_sheet(sheet.name, folder, store)
            yield warning("sheet.gone-with-lines", place, what, *where, EMPTY)


def _where_sheet(sheet: str, folder: EventFolder, store: Store) -> Parts:
    save = _latest_with(sheet, store)
    if save is None:
        return BACK, History(str(folder.root))
    has = (
        f"Undo that. Save {save.number} ({at_time(save, save)}) has it, with all that stood there."
    )
    return has, Restore(str(folder.root), save.number)


def _latest_with(sheet: str, store: Store) -> Kept | None:
    saves = reversed(latest_usable(store))
    return next((save for save in saves if _spellings(sheet) & _tabs(store, save)), None)


@lru_cache(maxsize=2 * MOST)
def _tabs(store: Store, save: Kept) -> frozenset[str]:
    """Return the names of the sheets of a kept save; none where it cannot be read."""
    try:
        return frozenset(map(normal, sheet_parts(Archive(store.data(save)))))
    except (DamagedError, OSError, ArchiveError, Refused):
        return frozenset()


@lru_cache(maxsize=8)
def _lines(store: Store, save: Kept) -> Mapping[str, int]:
    """Return how many lines stood on each optional sheet of a kept save, by its name."""
    event = event_of(store, save)
    if event is None:
        return Counter()
    times = (*event.extensions, *event.starts, *event.stops)
    counts = {schema.TIME: times, schema.SCREEN: event.screens, schema.DRAFT: event.draft}
    return {sheet.name: len(lines) for sheet, lines in counts.items()}


def _spellings(sheet: str) -> set[str]:
    known = (each for each in (*schema.SHEETS, PHASES) if each.name == sheet)
    return {normal(sheet), *(normal(text) for each in known for text in each.aliases)}
