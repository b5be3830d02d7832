"""Checks for results that look odd: functions that each check one thing about the current round.

Whatever was there when the next round was published counts as checked; only later changes are
reported again.
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
_RUN = {True: 8, False: 6}  # equal results in a row; two players have fewer possible results
_TURNS_GRACE = timedelta(minutes=10)
_CALLED_GRACE = timedelta(minutes=30)
_MANY_LATE = 5  # above this, tables late for the same time share one line


@dataclass(frozen=True, slots=True)
class Look:
    """The current round as typed, and its context."""

    snapshot: Snapshot
    facts: Facts
    round: Round

    @property
    def number(self) -> int:
        """The number of the round within the event, from 1."""
        return len(self.snapshot.rounds)

    @property
    def seated(self) -> Iterator[tuple[Table, Seat, Player]]:
        """All seated players, with their table and seat."""
        for table in self.round.tables:
            for seat in table.seats:
                if seat.player in self.snapshot.players:
                    yield table, seat, self.snapshot.players[seat.player]

    def name(self, player: str) -> str:
        """Return a player's full name."""
        known = self.snapshot.players.get(player)
        return known.name if known else player

    def cell(self, id_: RoundId, table: int, column: str = "result") -> Place:
        """Return the cell of a table on its sheet."""
        return self.snapshot.event.cell(RowKey(id_, RowKind.TABLE, table), column)

    def games_cell(self, table: int) -> Place:
        """Return the cell with the table's games: Games, or Result if they are there."""
        row = self.snapshot.event.table_rows(self.round.id).get(table)
        return self.cell(self.round.id, table, "games" if row and row.games else "result")


Question = Callable[[Look], Iterator[Problem]]


def oddities(snapshot: Snapshot | None, facts: Facts) -> tuple[Problem, ...]:
    """Return everything that looks odd, in the order of the checks."""
    current = snapshot.current_round if snapshot else None
    if snapshot is None or current is None:
        return ()
    typed = next((round_ for round_ in snapshot.reported if round_.id == current.id), current)
    look = Look(snapshot, facts, typed)
    return tuple(problem for question in QUESTIONS for problem in question(look))


def against_games(look: Look) -> Iterator[Problem]:
    """Yield draws in which one player has won the most games; a wrong winner is refused earlier."""
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
    """Yield winners who had dropped before the round."""
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
    """Yield results at tables where nobody sits."""
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
    """Yield long runs of equal results: a cell may have been dragged down."""
    typed = look.snapshot.event.table_rows(look.round.id)
    tables = sorted(table.number for table in look.round.tables if table.seats)
    results = [
        (number, (row.result.casefold(), row.games))
        for number in tables
        if (row := typed.get(number)) is not None and not row.rehearsed
    ]
    duel = all(len(table.seats) < 3 for table in look.round.tables)
    for text, together in groupby(results, key=lambda pair: pair[1]):
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
    """Yield a warning if half of the tables or more are drawn."""
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
    """Yield results of earlier rounds changed since the current round was published."""
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
                f"{_quoted(old)} became {_quoted(new)}.",
                "Standings are updated; published pairings do not change. If that was a mistake, "
                "retype the old result.",
            )


def _quoted(result: str) -> str:
    return f"“{result}”" if result else "no result"


def no_shows(look: Look) -> Iterator[Problem]:
    """Yield no-shows who have not been dropped."""
    for table, seat, player in look.seated:
        if seat.outcome is Outcome.NO_SHOW and player.plays(look.number + 1):
            yield note(
                "doubt.no-show",
                player.at("drops_after"),
                f"{player.name} did not turn up at table {table.number}, and is still in.",
                f"If the player has left, type {look.number} under “Drops after round”.",
            )


def too_long(look: Look) -> Iterator[Problem]:
    """Yield tables still playing well after their time."""
    clock = look.snapshot.clocks.get(look.round.id)
    late: dict[str, list[int]] = {}
    for table in clock.tables if clock else ():
        words = _late(table, look.facts.at)
        if words is not None:
            late.setdefault(words, []).append(table.table)
    for words, tables in late.items():
        if len(tables) > _MANY_LATE:
            theirs, numbers = words.replace(" its ", " their "), ", ".join(map(str, tables))
            text = f"{len(tables)} tables are still playing, {theirs}: {numbers}."
            fix = "Send judges, or give them minutes on the Time sheet."
            yield warning("doubt.tables-too-long", look.cell(look.round.id, tables[0]), text, fix)
            continue
        for number in tables:
            yield warning(
                "doubt.table-too-long",
                look.cell(look.round.id, number),
                f"Table {number} is still playing, {words}.",
                "Send a judge, or give it minutes on the Time sheet.",
            )


def _late(table: TableClock, at: str) -> str | None:
    """Return how late a table is, in words, or None if that is not worth reporting."""
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
    """Return the time from `end` to `at`; offsets are ignored unless both have one."""
    ended, now = datetime.fromisoformat(end), datetime.fromisoformat(at)
    if ended.tzinfo is None or now.tzinfo is None:
        ended, now = ended.replace(tzinfo=None), now.replace(tzinfo=None)
    return now - ended


QUESTIONS: tuple[Question, ...] = (
    against_games, dropped_winners, empty_tables, filled_down, many_draws, changed_late, too_long,
    no_shows,
)  # fmt: skip
