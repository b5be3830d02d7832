"""How the rows of a round are interpreted, given what was published for them.

Who is in a cell in which P1 was published:

| the cell has    | the names have arrived | they have not, or an earlier pairing left that there  |
| --------------- | ---------------------- | ----------------------------------------------------- |
| nothing         | nobody: it was cleared | P1; nobody if P1 has been removed before              |
| a dash          | nobody: deliberately   | nobody; P1 if an earlier pairing left it there,       |
|                 |                        | unless P1 is typed elsewhere                          |
| P2's name       | P2                     | P2; P1 if P2 is what an earlier pairing left there    |
| an unknown name | P1, with a problem     | P1, with a problem                                    |

The names of a round that was paired again have arrived in a cell once a save shows anything there
but what the earlier pairing left, and on the whole sheet once it has the mark of the pairing
(`runner.core.round_sheet.mark`). From then on, whatever a cell holds was typed or cleared by the
organiser. A sheet of which more than half is blank was cleared for other reasons: it changes
nothing. Nor does a blank cell if the whole sheet has no name of the pairing.

If a sheet has fewer seats than a table has players, the others sit there as published, unless they
are typed elsewhere in the round.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from runner.compute.reconcile.players import PlayerResolver
from runner.core import names
from runner.core.identifiers import RowKind
from runner.core.problems import Problem, error
from runner.core.round_sheet import RoundSheet, Row
from runner.core.seating import Cell, RowOf, Seating
from runner.ledger.published import DASH, PublishedRound

EMPTY_SEAT = frozenset({"-", "–", "—", "empty"})
"""What an organiser types for an empty seat."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A row: the ids in it, the players removed from it with a dash, and its problems. `typed` has,
    for the seats (from 0) in which the organiser has typed, the id or `DASH`."""

    row: Row
    ids: tuple[str, ...]
    typed: tuple[tuple[int, str], ...]
    dashed: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def at(self) -> RowOf:
        """The row's kind and number."""
        return (self.row.key.kind, self.row.key.number)


def as_published(published: PublishedRound) -> dict[RowOf, tuple[str, ...]]:
    """Return the ids in each row before any manual change; tables made by hand are empty."""
    rows: dict[RowOf, tuple[str, ...]] = {
        (RowKind.TABLE, table.number): () for table in published.seating.tables
    }
    for (kind, number, _), player in published.base.items():
        rows[(kind, number)] = (*rows.get((kind, number), ()), player)
    return rows


def is_marked(sheet: RoundSheet, published: PublishedRound) -> bool:
    """Return whether the sheet has the mark of this pairing: its names have been written."""
    return bool(published.mark) and sheet.mark == published.mark


def is_behind(sheet: RoundSheet, published: PublishedRound) -> bool:
    """Return whether the names of an earlier pairing have been written on the sheet since it was
    read."""
    return sheet.mark != published.seen and sheet.mark in published.earlier


def _as_marked(sheet: RoundSheet, published: PublishedRound) -> PublishedRound:
    """Return the round with the `stale` cells that the sheet's mark implies."""
    if is_marked(sheet, published):
        return replace(published, stale={})
    if not is_behind(sheet, published):
        return published
    left = {**dict.fromkeys(published.base, ""), **published.earlier[sheet.mark]}
    base = published.base
    stale = {cell: frozenset({text}) for cell, text in left.items() if text != base.get(cell)}
    return replace(published, stale=stale, exact=True)


def left_in(
    sheet: RoundSheet, published: PublishedRound, who: PlayerResolver
) -> dict[Cell, frozenset[str]]:
    """Return the `stale` cells that are still on the sheet."""
    published = _as_marked(sheet, published)
    reader, texts = _Reader(published, who, arrived=False), _texts(sheet)
    empty = not _is_filled(texts, published)
    left: dict[Cell, frozenset[str]] = {}
    for cell, stale in published.stale.items():
        stands = reader.stands(cell, texts.get(cell, ""))
        blank = stands == "" and cell in published.base and (empty or not published.exact)
        if stands is not None and (stands in stale or blank):
            left[cell] = frozenset({stands})
    return left


def stands_in(
    sheet: RoundSheet, published: PublishedRound, now: Seating, who: PlayerResolver
) -> dict[Cell, str | None]:
    """Return the content of every seat of the sheet that is not blank, for a round seated as `now`:
    ids of an earlier or the present pairing, or typed by hand; None for text without effect. A dash
    has no effect before publication, unless an earlier pairing has left it."""
    published = _as_marked(sheet, published)
    reader = _Reader(published, who, arrived=False)
    content: dict[Cell, str | None] = {}
    for cell, text in _texts(sheet).items():
        if not text:
            continue
        kind, number, _ = cell
        stands = reader.stands(cell, text)
        known = {published.base.get(cell), *published.stale.get(cell, ())}
        taken_out = stands == DASH and bool(published.base)
        seated = stands is not None and now.has(kind, number, stands)
        content[cell] = stands if stands in known or taken_out or seated else None
    return content


def _is_filled(texts: Mapping[Cell, str], published: PublishedRound) -> bool:
    """Return whether at most half of the cells in which players were published have been
    cleared."""
    stale = published.stale
    cleared = sum(not texts.get(cell) and "" not in stale.get(cell, ()) for cell in published.base)
    return 2 * cleared <= len(published.base)


def _texts(sheet: RoundSheet) -> dict[Cell, str]:
    return {
        (row.key.kind, row.key.number, seat): text
        for row in sheet.rows
        for seat, text in enumerate(row.seats)
    }


def understood(
    sheet: RoundSheet, published: PublishedRound, who: PlayerResolver
) -> list[Understood]:
    """Return every row of a sheet as interpreted."""
    marked, published = is_marked(sheet, published), _as_marked(sheet, published)
    reader, rows = _Reader(published, who, arrived=False), as_published(published)
    texts = _texts(sheet)
    known = marked or published.exact or not published.stale
    seen = marked or any(
        reader.find(cell, text) == published.base.get(cell) for cell, text in texts.items() if text
    )
    arrived = known and seen and _is_filled(texts, published)
    reader = replace(reader, arrived=arrived)
    read = [reader.row(row, rows.get((row.key.kind, row.key.number), ())) for row in sheet.rows]
    return _with_seatless([*_without_who_moved(read, published)], published)


def _without_who_moved(
    read: Sequence[Understood], published: PublishedRound
) -> Iterator[Understood]:
    """Yield the rows, without players typed elsewhere whose cell has an earlier pairing's dash."""
    typed = {meant for row in read for _, meant in row.typed}
    for row in read:
        left = {
            seat: player
            for seat, text in enumerate(row.row.seats)
            if text in EMPTY_SEAT
            and DASH in published.stale.get((*row.at, seat), ())
            and (player := published.base.get((*row.at, seat))) in typed
        }
        yield (
            replace(
                row,
                ids=tuple(player for player in row.ids if player not in left.values()),
                typed=(*row.typed, *((seat, DASH) for seat in left)),
                dashed=(*row.dashed, *filter(None, left.values())),
            )
            if left
            else row
        )


def _with_seatless(read: Sequence[Understood], published: PublishedRound) -> list[Understood]:
    """Return the rows with players for whom the sheet has no seat and who are nowhere else in
    it."""
    somewhere = {player for row in read for player in row.ids}
    seats = {row.at: len(row.row.seats) for row in read if row.at[0] is RowKind.TABLE}
    seatless: dict[RowOf, tuple[str, ...]] = {}
    for (kind, number, seat), player in published.base.items():
        at = (kind, number)
        beyond = seat >= seats.get(at, 0) > 0 and player not in somewhere
        if beyond and published.seating.has(kind, number, player):
            seatless[at] = (*seatless.get(at, ()), player)
    return [replace(row, ids=(*row.ids, *seatless.get(row.at, ()))) for row in read]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the rows of one round. The names have `arrived` if most cells have theirs, or if it is
    known what was there before."""

    published: PublishedRound
    who: PlayerResolver
    arrived: bool

    def find(self, cell: Cell, text: str) -> str | None:
        """Return the player of a name in a cell: the one published there under it, even if another
        has the name now."""
        player = self.published.base.get(cell, "")
        known = self.published.names.get(player)
        same = known is not None and names.key(text) == names.key(known)
        return player if same else self.who.find(text)

    def stands(self, cell: Cell, text: str) -> str | None:
        """Return the content of a cell: "", `DASH`, or an id; None for an unknown name."""
        if not text:
            return ""
        return DASH if text in EMPTY_SEAT else self.find(cell, text)

    def row(self, row: Row, before: tuple[str, ...]) -> Understood:
        """Return a row in which `before` were published; only the first cell of a bye or absence
        counts."""
        kind, number = row.key.kind, row.key.number
        texts = row.seats or ("",) * max(1, len(before))
        cells = [((kind, number, seat), text) for seat, text in enumerate(texts)]
        cells = cells if kind is RowKind.TABLE else cells[:1]
        typed = [(cell, self._typed(cell, text)) for cell, text in cells]
        dashed = [cell for cell, meant in typed if meant == DASH]
        beside = row.seats[1:] if kind is not RowKind.TABLE else ()
        return Understood(
            row,
            tuple(filter(None, (self._player(cell, text) for cell, text in cells))),
            tuple((seat, meant) for (_, _, seat), meant in typed if meant),
            tuple(filter(None, map(self.published.base.get, dashed))),
            (
                *(
                    self.who.unknown(text, row.place(f"seat {seat + 1}"))
                    for (_, _, seat), text in cells
                    if text and text not in EMPTY_SEAT and self.who.find(text) is None
                ),
                *(
                    _beside(row, seat, text)
                    for seat, text in enumerate(beside, 2)
                    if text and text not in EMPTY_SEAT
                ),
            ),
        )

    def _typed(self, cell: Cell, text: str) -> str | None:
        """Return the id or `DASH` that was typed into a cell; None for a blank, an unknown or an
        old name."""
        stands = self.stands(cell, text) or None
        return None if stands in self.published.stale.get(cell, ()) else stands

    def _player(self, cell: Cell, text: str) -> str | None:
        before, stale = self.published.base.get(cell), self.published.stale
        if text in EMPTY_SEAT:
            return before if DASH in stale.get(cell, ()) else None
        if not text:
            return None if before and self._cleared(cell, before) else before
        named = self.find(cell, text)
        return before if named is None or named in stale.get(cell, ()) else named

    def _cleared(self, cell: Cell, player: str) -> bool:
        """Return whether the organiser has removed a player from a blank cell, now or before."""
        kind, number, _ = cell
        here = self.arrived and cell not in self.published.stale
        return here or not self.published.seating.has(kind, number, player)


def _beside(row: Row, seat: int, text: str) -> Problem:
    where = "beside a bye" if row.key.kind is RowKind.BYE else "in a row for absent players"
    why = f"“{text}” is typed {where}, and nobody plays in this row, so it does not count."
    fix = "To seat them together type all names into the row of a free table, and clear this row; "
    place, fix = row.place(f"seat {seat}"), f"{fix}else clear this cell."
    return error("round.result-row-refused", place, why, fix)
