"""The cells of rulings that judges have sent: those to be written, and those to be cleared."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from runner.compute.phones import from_phones
from runner.compute.rulings.due import due, of_rulings, texts_of
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RowKey, RowKind
from runner.core.player import Player
from runner.core.round_sheet import remark, with_remark
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import PENALTIES, PLAYERS, TIME, Ruled, State
from runner.workbook.layout import Layout, SheetLayout
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_position

Change = tuple[Ruled, CellChange]


def wanted_rulings(
    event: Event, players: Mapping[str, Player], ledger: Ledger, layout: Layout
) -> list[Change]:
    """Return the changes for the rulings that the workbook lacks, and for those that are undone
    and still in it. A line of Penalties or Time goes below all that stands there, and only where
    the sheet has all its columns; two rulings never write into one cell."""
    fit, changes, taken = due(event, ledger), list[Change](), set[tuple[str, str]]()
    for ruled, found in fit.to_clear:
        if place := _sheet(ruled, layout):
            at = cell_position(found.place.cell)[0]
            beside, remarked = _remarks(ruled, event, ledger)
            for column, text in found.texts.items():
                was = with_remark(str(text), beside)
                cells = place.change(column, at, remarked or None, was)
                changes += ((ruled, each) for each in cells)
    lists = filter(None, (layout.time, layout.penalties))
    below = {place.sheet: count(place.last_row + 1) for place in lists}
    for ruled in fit.waiting:
        player = players.get(ruled.ruling.player)
        texts = texts_of(ruled, player.name if player else "")
        place, row = _sheet(ruled, layout), _row(ruled, player, layout)
        unknown = ruled.ruling.player and player is None
        if unknown or place is None or not {*texts} <= {*place.columns}:
            continue
        like = None if row else place.header + 1
        row = row or (next(below[place.sheet]) if place.sheet in below else None)
        beside, remarked = _remarks(ruled, event, ledger)
        new = [(ruled, each) for column, text in texts.items() if text != ""
               for each in place.change(column, row, with_remark(str(text), remarked)
                                        if remarked else text, beside, like_row=like)]  # fmt: skip
        if taken.isdisjoint((each.sheet, each.cell) for _, each in new):
            changes += new
            taken |= {(each.sheet, each.cell) for _, each in new}
    return changes


def _remarks(ruled: Ruled, event: Event, ledger: Ledger) -> tuple[str, str]:
    """Return the remark on results by phone that stands behind a note, and the one that shall."""
    if not ruled.ruling.note:
        return "", ""
    row = event.table_rows(ruled.round).get(ruled.ruling.table)
    by = from_phones(event, ledger, ruled.round) if ruled.round in ledger.rounds else {}
    return row.remark if row else "", remark(by.get(ruled.ruling.table, ()))


def recorded(changes: Iterable[Change], there: Iterable[CellChange]) -> Iterator[Entry]:
    """Yield the ledger's lines for the rulings whose cells are among those that were written or
    had something in them already."""
    cells = {(each.sheet, each.cell) for each in there}
    done = {ruled.id: ruled for ruled, each in changes if (each.sheet, each.cell) in cells}
    kinds = {State.WAITS: EntryKind.RULING_WRITTEN, State.UNDONE: EntryKind.RULING_CLEARED}
    for state, kind in kinds.items():
        yield from of_rulings(kind, [ruled for ruled in done.values() if ruled.state is state])


def _sheet(ruled: Ruled, layout: Layout) -> SheetLayout | None:
    sheets = {TIME: layout.time, PENALTIES: layout.penalties, PLAYERS: layout.players}
    known = str(ruled.line[0])
    return sheets[known] if known in sheets else layout.rounds.get(ruled.round)


def _row(ruled: Ruled, player: Player | None, layout: Layout) -> int | None:
    """Return the row of a ruling that is a cell; None if it gets a line of its own, or has none."""
    if ruled.ruling.drops and player and layout.players:
        return layout.players.rows.get(names.key(player.name))
    if ruled.ruling.note and (place := layout.rounds.get(ruled.round)):
        return place.rows.get(RowKey(ruled.round, RowKind.TABLE, ruled.ruling.table))
    return None
