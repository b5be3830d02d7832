"""Which results look odd: a list of plain functions, each one question about the round in play.

What stood when the next round went out counts as looked at; only what was changed since is asked
about again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from runner.compute.clock import TableClock
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.player import Player
from runner.core.problems import Place, Problem, note, warning
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.ledger.entries import PUBLISHING, EntryKind
from runner.render.desk.facts import Facts

_MANY_DRAWS = 4
_RUN = {True: 8, False: 6}  # equal results in a row; two at a table have fewer to choose from
_TURNS_GRACE = timedelta(minutes=10)
_CALLED_GRACE = timedelta(minutes=30)
_MANY_LATE = 5  # more tables than this that are late for the same time are told of in one line


@dataclass(frozen=True, slots=True)
class Look:
    """The round in play as it was typed, with what stands around it; rounds of the event count
    from 1."""

    snapshot: Snapshot
    facts: Facts
    round: Round

    @property
    def number(self) -> int:
        """Its number over the whole event."""
        return len(self.snapshot.rounds)

    @property
    def seated(self) -> Iterator[tuple[Table, Seat, Player]]:
        """Everybody at a table, with their seat and as a player."""
        for table in self.round.tables:
            for seat in table.seats:
                if seat.player in self.snapshot.players:
                    yield table, seat, self.snapshot.players[seat.player]

    def name(self, player: str) -> str:
        """A player's full name."""
        found = self.snapshot.players.get(player)
        return found.name if found else player

    def cell(self, id_: RoundId, table: int, column: str = "result") -> Place:
        """The cell of a table on its sheet."""
        return self.snapshot.event.cell(RowKey(id_, RowKind.TABLE, table), column)

    def games_cell(self, table: int) -> Place:
        """The cell in which its games were typed: Result has them too."""
        row = self.snapshot.event.table_rows(self.round.id).get(table)
        return self.cell(self.round.id, table, "games" if row and row.games else "result")


Question = Callable[[Look], Iterator[Problem]]


def oddities(snapshot: Snapshot | None, facts: Facts) -> tuple[Problem, ...]:
    """Everything that looks odd, in the order of the questions."""
    current = snapshot.current_round if snapshot else None
    if snapshot is None or current is None:
        return ()
    typed = next((round_ for round_ in snapshot.reported if round_.id == current.id), current)
    look = Look(snapshot, facts, typed)
    return tuple(found for question in QUESTIONS for found in question(look))


def against_games(look: Look) -> Iterator[Problem]:
    """A draw has a clear winner by games. (A winner with fewer is refused where it is read.)"""
    for table in look.round.tables:
        won = [seat.games_won or 0 for seat in table.seats]
        if not (table.finished and table.outcome_stated and any(won)):
            continue
        outcomes = [seat.outcome for seat in table.seats]
        most = [seat.player for seat in table.seats if (seat.games_won or 0) == max(won)]
        if outcomes.count(Outcome.DRAW) > 1 and len(most) == 1:
            more = f"{look.name(most[0])} has won more games than anybody else"
            yield warning(
                "doubt.drawn-against-games",
                look.games_cell(table.number),
                f"Table {table.number} is drawn, but {more}.",
                "Correct the result or the games, whichever is wrong.",
            )


def dropped_winners(look: Look) -> Iterator[Problem]:
    """Somebody who had left has won."""
    for table, seat, player in look.seated:
        left = player.drops_after is not None and not player.plays(look.number)
        if left and seat.outcome is Outcome.WIN and look.number >= player.enters:
            yield warning(
                "doubt.winner-dropped",
                look.cell(look.round.id, table.number),
                f"{player.name} has won table {table.number}, but dropped after round "
                f"{player.drops_after}.",
                "Correct the winner, or clear “Drops after round” on Players.",
            )


def empty_tables(look: Look) -> Iterator[Problem]:
    """A result stands where nobody sits."""
    empty = {table.number for table in look.round.tables if not table.seats}
    for number, row in look.snapshot.event.table_rows(look.round.id).items():
        if number in empty and row.reported:
            yield warning(
                "doubt.empty-table",
                row.reported_at,
                f"Nobody sits at table {number}, so the result typed there is ignored.",
                "Move it to the table that was played, or clear it.",
            )


def filled_down(look: Look) -> Iterator[Problem]:
    """Many tables in a row have the very same result: a cell may have been dragged down."""
    typed = look.snapshot.event.table_rows(look.round.id)
    tables = sorted(table.number for table in look.round.tables if table.seats)
    said = [
        (number, (row.result.casefold(), row.games))
        for number in tables
        if (row := typed.get(number)) is not None and not row.rehearsed
    ]
    duel = all(len(table.seats) < 3 for table in look.round.tables)
    for text, together in groupby(said, key=lambda pair: pair[1]):
        numbers = [number for number, _ in together]
        if any(text) and len(numbers) >= _RUN[duel]:
            shown = typed[numbers[0]].result or typed[numbers[0]].games
            yield warning(
                "doubt.filled-down",
                look.cell(look.round.id, numbers[0]),
                f"Tables {numbers[0]} to {numbers[-1]} all have the same result, “{shown}”.",
                "If a cell was dragged down by mistake, undo it and save again.",
            )


def many_draws(look: Look) -> Iterator[Problem]:
    """Half of the tables or more are drawn."""
    finished = [table for table in look.round.tables if table.seats and table.finished]
    drawn = [
        table for table in finished if any(seat.outcome is Outcome.DRAW for seat in table.seats)
    ]
    if len(drawn) >= _MANY_DRAWS and 2 * len(drawn) >= len(finished):
        agreed = sum(1 for table in drawn if table.intentional)
        more = f", {agreed} of them by agreement" if agreed else ""
        yield warning(
            "doubt.many-draws",
            Place(look.round.id.sheet),
            f"{len(drawn)} of {len(finished)} tables are drawn{more}.",
            "Compare them with the slips.",
        )


def changed_late(look: Look) -> Iterator[Problem]:
    """A result was changed after its round closed, since the round in play is out; one of the
    round in play is a slip put right."""
    entries = look.facts.entries
    out = max((at for at, line in enumerate(entries) if line.kind in PUBLISHING), default=-1)
    changes: dict[tuple[RoundId, int], tuple[str, str]] = {}
    title = look.snapshot.event.title
    for entry in entries[out + 1 :]:
        if entry.kind is EntryKind.CORRECTED and entry.round != look.round.id:
            key = entry.round, int(entry.data["table"])
            old = changes[key][0] if key in changes else entry.data["old"]
            changes[key] = old, entry.data["new"]
    for (id_, table), (old, new) in changes.items():
        if old != new:
            yield warning(
                "doubt.changed-late",
                look.cell(id_, table),
                f"Table {table} of {title(id_)} was changed after {title(look.round.id)} went out: "
                f"{_said(old)} became {_said(new)}.",
                "Standings are updated; published pairings do not change. If that was a mistake, "
                "retype the old result.",
            )


def _said(result: str) -> str:
    return f"“{result}”" if result else "no result"


def no_shows(look: Look) -> Iterator[Problem]:
    """Who did not turn up is still in the event."""
    for table, seat, player in look.seated:
        if seat.outcome is Outcome.NO_SHOW and player.plays(look.number + 1):
            yield note(
                "doubt.no-show",
                player.at("drops_after"),
                f"{player.name} did not turn up at table {table.number}, and is still in.",
                f"If the player has left, type {look.number} under “Drops after round”.",
            )


def too_long(look: Look) -> Iterator[Problem]:
    """A table still plays well after its time."""
    clock = look.snapshot.clocks.get(look.round.id)
    late: dict[str, list[int]] = {}
    for table in clock.tables if clock else ():
        words = _late(table, look.facts.at)
        if words is not None:
            late.setdefault(words, []).append(table.table)
    for words, tables in late.items():
        if len(tables) > _MANY_LATE:
            theirs, numbers = words.replace(" its ", " their "), ", ".join(map(str, tables))
            told = f"{len(tables)} tables are still playing, {theirs}: {numbers}."
            fix = "Send judges, or give them minutes on the Time sheet."
            yield warning("doubt.tables-too-long", look.cell(look.round.id, tables[0]), told, fix)
            continue
        for number in tables:
            yield warning(
                "doubt.table-too-long",
                look.cell(look.round.id, number),
                f"Table {number} is still playing, {words}.",
                "Send a judge, or give it minutes on the Time sheet.",
            )


def _late(table: TableClock, at: str) -> str | None:
    """How far a table is past its time, in words; None where that is nothing to ask about."""
    if not at or not table.called or table.beside:
        return None
    end = table.ends or table.called
    over = past(end, at)
    if over <= (_TURNS_GRACE if table.ends else _CALLED_GRACE):
        return None
    minutes = int(over.total_seconds() // 60)
    what = "its extra turns should have ended" if table.ends else "time was called"
    return f"{minutes} minutes after {what}"


def past(end: str, at: str) -> timedelta:
    """How long after one time another is; a time without an offset is of the same place."""
    ended, now = datetime.fromisoformat(end), datetime.fromisoformat(at)
    if ended.tzinfo is None or now.tzinfo is None:
        ended, now = ended.replace(tzinfo=None), now.replace(tzinfo=None)
    return now - ended


QUESTIONS: tuple[Question, ...] = (
    against_games, dropped_winners, empty_tables, filled_down, many_draws, changed_late, too_long,
    no_shows,
)  # fmt: skip
