"""How the tables of a round ended, and what the ledger is to record of it.

A result is recorded once, when it is first public. One that is completed, or said in other words,
is recorded anew; one that says something else is a correction.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from runner.core import results
from runner.core.event import Outcome, Round, RoundSheet, Row, RowKind, Seat, Table
from runner.core.problems import Problem, error
from runner.ledger.entries import Entry, EntryKind

_WITH_GAMES = re.compile(r"(.*\S) (\d+(?:-\d+)+)")
_GAMES = re.compile(r"(?:.* )?\d+(?:-\d+)+")

Names = Mapping[str, str]
"""The name of each player, by id."""


def with_results(
    now: Round, sheet: RoundSheet, names: Names, best_of: int, strange: Container[int]
) -> tuple[Round, list[Problem]]:
    """The round with what was typed for its tables, and what makes no sense of it; what stands
    beside `strange` tables may be another's, and waits."""
    rows = {row.key.number: row for row in sheet.rows if row.key.kind is RowKind.TABLE}
    problems: list[Problem] = []
    tables = []
    for table in now.tables:
        row = rows.pop(table.number, None)
        typed = row is not None and (row.result or row.games) and table.number not in strange
        if row is not None and typed and table.seats:
            setting = results.Setting(tuple(names[each] for each in table.players), best_of)
            try:
                parsed = results.parse(row.result, row.games, table.players, setting)
                table = replace(parsed, number=table.number, rehearsed=row.rehearsed)
            except results.ResultError as wrong:
                problems.append(error(row.place(wrong.column), wrong.message, wrong.fix))
        tables.append(table)
    problems += [_no_table(row, sheet) for row in rows.values() if row.result or row.games]
    return replace(now, tables=tuple(tables)), problems


def _no_table(row: Row, sheet: RoundSheet) -> Problem:
    return error(
        row.place("result" if row.result else "games"),
        f"There is no table {row.key.number} in {sheet.id.sheet}, so this result has no match.",
        "Move it to the table that was played, or type the players' names into this row.",
    )


def result_text(table: Table, best_of: int) -> str:
    """A table's result as the ledger records it; "" while it plays."""
    return " ".join(filter(None, results.spell(table, best_of)))


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What the ledger has of a round: `texts` are the results of its tables, and `seats` who sat
    there when they were recorded. `closed`: the next round is out. `plays_on`: a table that drew
    plays until somebody has won."""

    texts: Mapping[int, str]
    seats: Mapping[int, Sequence[str]]
    closed: bool
    best_of: int
    plays_on: bool = False

    def entries(
        self, now: Round, reasons: Mapping[int, str], strange: Container[int]
    ) -> Iterator[Entry]:
        """An entry for the results that are new, and one for each that was changed, with the note
        beside it as the reason; nothing of `strange` tables."""
        fresh: dict[str, str] = {}
        corrected: list[Entry] = []
        for table in now.tables:
            number, new = table.number, result_text(table, self.best_of)
            old = self._old(table)
            if number in strange or new == (old or ""):
                continue
            if old is None or self._is_no_change(table, old):
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

    def _is_no_change(self, table: Table, old: str) -> bool:
        """Whether what is recorded says the same in other words, or the same without the games;
        of a closed round only where seats were changed, for there every word counts."""
        moved = tuple(self.seats.get(table.number, ())) != table.players
        if self.closed and not moved:
            return False
        if not old:
            return not self.closed
        was = self._parsed(old, self.seats.get(table.number, ()))
        if was is None:
            return False
        went_on = self.plays_on and not self.closed and _is_drawn(was) and table.finished
        return went_on or self._says(was, old, table)

    @staticmethod
    def _says(was: Table, text: str, table: Table) -> bool:
        """Whether a text says of everybody at a table, wherever they sit now, what is so."""
        before = {seat.player: seat for seat in was.seats}
        pairs = [(before[seat.player], seat) for seat in table.seats if seat.player in before]
        games = not _GAMES.fullmatch(text) or (
            was.games_drawn == table.games_drawn and all(_games(*pair) for pair in pairs)
        )
        return games and all(_outcome(one) == _outcome(other) for one, other in pairs)

    def _parsed(self, text: str, seats: Sequence[str]) -> Table | None:
        split = _WITH_GAMES.fullmatch(text)
        result, games = split.groups() if split else (text, "")
        try:
            setting = results.Setting(("",) * len(seats), self.best_of)
            return results.parse(result, games, seats, setting)
        except results.ResultError:
            return None


def _is_drawn(table: Table) -> bool:
    outcomes = [seat.outcome for seat in table.seats]
    return Outcome.DRAW in outcomes and Outcome.WIN not in outcomes


def _games(one: Seat, other: Seat) -> bool:
    return (one.games_won or 0) == (other.games_won or 0)


def _outcome(seat: Seat) -> tuple[object, object]:
    return seat.outcome, seat.points
