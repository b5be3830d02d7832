"""What the ledger is told of a round that is out: changes by hand, and how its tables ended.

A result is recorded once, when it is first public. One that is completed, or said in other words,
is recorded anew; one that says something else is a correction.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from runner.compute.reconcile.players import Directory
from runner.compute.reconcile.results import from_text, result_text
from runner.core.event import Outcome, Round, RoundSheet, RowKind, Table
from runner.core.results import Order
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import PublishedRound, difference, names_in

_GAMES = re.compile(r"(?:.* )?\d+(?:[-/]\d+)+")


def notes(sheet: RoundSheet) -> dict[int, str]:
    """The organiser's note beside each table, which is the reason of what is changed there."""
    return {number: row.note for number, row in sheet.tables.items() if not row.rehearsed}


def override(published: PublishedRound, now: Seating, sheet: RoundSheet, who: Directory) -> Entry:
    """The line for the places that the organiser has changed, with the notes as reasons."""
    beside, rows = notes(sheet), sheet.tables
    why = {
        player: beside[number]
        for seating in (published.seating, now)  # the note where somebody is now counts
        for number, seats in seating.tables
        for player in seats
        if beside.get(number)
    }
    for row in sheet.rows:
        if row.key.kind is not RowKind.TABLE and row.note and row.seats:
            why[who.find(row.seats[0]) or ""] = row.note
    data = difference(published.seating, now, beside, why)
    data["names"] = names_in(now, who.players)
    for change in data["changes"]:
        row_of = rows.get(change["table"])
        if row_of and row_of.reported and change["old"]:
            change["result"] = [row_of.result, row_of.games]
    return Entry(EntryKind.OVERRIDDEN, published.id, data)


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What the ledger has of a round: `texts` are the results of its tables, and `seats` who sat
    there when they were recorded. `closed`: the next round is out. `plays_on`: a table that drew
    plays until somebody has won. `order` is what follows from who went out, in order, if tables are
    reported so."""

    texts: Mapping[int, str]
    seats: Mapping[int, tuple[str, ...]]
    closed: bool
    best_of: int
    plays_on: bool
    order: Order | None = None

    @classmethod
    def of(
        cls,
        published: PublishedRound,
        ledger: Ledger,
        best_of: int,
        order: Order | None = None,
        *,
        plays_on: bool,
    ) -> OnRecord:
        """That of a round that is out."""
        texts, closed = ledger.results.get(published.id, {}), published.id != max(ledger.rounds)
        return cls(texts, dict(published.seating.tables), closed, best_of, plays_on, order)

    def entries(
        self, now: Round, reasons: Mapping[int, str], doubtful: Container[int]
    ) -> Iterator[Entry]:
        """A line for the results that are new, and one for each that was changed; nothing of
        doubtful tables."""
        fresh: dict[str, str] = {}
        corrected: list[Entry] = []
        for table in now.tables:
            number, new = table.number, result_text(table, self.best_of)
            old = self._old(table)
            if number in doubtful or new == (old or ""):
                continue
            if old is None or self._agrees(old, table):
                fresh[str(number)] = new
                continue
            data = {"table": number, "old": old, "new": new}
            data |= {"reason": reasons[number]} if reasons.get(number) else {}
            corrected.append(Entry(EntryKind.CORRECTED, now.id, data))
        if fresh:
            yield Entry(EntryKind.RESULTS, now.id, {"results": fresh})
        yield from corrected

    def _old(self, table: Table) -> str | None:
        """What is recorded for a table; None where nothing is, or others sat there."""
        seats = self.seats.get(table.number, ())
        same = not seats or not {*seats}.isdisjoint(table.players)
        return self.texts.get(table.number) if same else None

    def _agrees(self, old: str, table: Table) -> bool:
        """Whether what is recorded says the same in other words, or the same without the games; of
        a closed round only where seats were changed, for there every word counts."""
        seats = self.seats.get(table.number, ())
        if self.closed and seats == table.players:
            return False
        if not old:
            return not self.closed
        was = from_text(old, seats, self.best_of, self.order)
        if was is None:
            return False
        went_on = self.plays_on and not self.closed and _drawn(was) and table.finished
        return went_on or _says(was, table, games=bool(_GAMES.fullmatch(old)))


def _says(was: Table, now: Table, *, games: bool) -> bool:
    """Whether a result says of everybody at a table, wherever they sit now, what is so; `games`
    where it gives them."""
    before = {seat.player: seat for seat in was.seats}
    pairs = [(before[seat.player], seat) for seat in now.seats if seat.player in before]
    alike = all((one.outcome, one.points) == (two.outcome, two.points) for one, two in pairs)
    if not games:
        return alike and was.out == now.out
    if was.duels and was.duels != now.duels:
        return False
    won = all((one.games_won or 0) == (two.games_won or 0) for one, two in pairs)
    return alike and won and was.games_drawn == now.games_drawn


def _drawn(table: Table) -> bool:
    outcomes = [seat.outcome for seat in table.seats]
    return Outcome.DRAW in outcomes and Outcome.WIN not in outcomes
