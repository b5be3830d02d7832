"""A player's page: where they sit now, what they did, and how each of their values came about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId, Table
from runner.core.numbers import points
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.site import final_page, going_on, rounds
from runner.render.site.bracket.page import Drawings, PathView
from runner.render.site.directory import Directory, Person
from runner.render.site.player_now import Now, now_of_all
from runner.render.site.player_working import WorkingView, working_view
from runner.render.site.rankings import columns, ranks
from runner.render.site.scoring_page import anchor
from runner.standings.history import Played, RoundKind
from runner.standings.model import StandingRow, Standings
from runner.standings.ranking import field_of, why_row_below, workings
from runner.standings.tiebreakers.field import Field


class Opponent(NamedTuple):
    """A link to an opponent."""

    name: str
    file: str


class RoundLine(NamedTuple):
    """One round of the player. `place` is "Table 3, seat B" or ""; `points` "+7" or ""."""

    number: int
    file: str
    place: str
    opponents: tuple[Opponent, ...]
    outcome: str
    points: str
    tone: str


class Score(NamedTuple):
    """Where a player stands and why; `of` is how many rank, in the `group` where there are any.
    `neighbours` are sentences on what parts the player from who stands next above and below.
    `mark` says that they are in the playoff already, or is ""."""

    rank: str
    of: int
    tied: bool
    dropped: bool
    provisional: bool
    record: str
    points: str
    values: tuple[tuple[str, str], ...]
    neighbours: tuple[str, ...]
    workings: tuple[WorkingView, ...]
    group: str = ""
    mark: str = ""


class PhaseView(NamedTuple):
    """A player in one phase. `name` is "" where the event has only one; `score` is None where
    results are kept back, as `veil` then says."""

    name: str
    veil: str
    score: Score | None
    rounds: tuple[RoundLine, ...]


class PlayerView(NamedTuple):
    """All about one player; the latest phase comes first, and so does the latest of the `ways`
    through playoffs. `place` is that in the whole event, as far as it is known, or ""."""

    person: Person
    place: str
    now: Now | None
    ways: tuple[PathView, ...]
    phases: tuple[PhaseView, ...]


class PlayerPages:
    """Makes the view of each player of one snapshot, from look-ups that are made once."""

    def __init__(self, snapshot: Snapshot, directory: Directory, drawings: Drawings) -> None:
        self._directory = directory
        self._drawings = drawings
        self._places = final_page.places(snapshot)
        self._phases = [
            _Phase(snapshot, directory, phase)
            for phase in reversed(snapshot.phases)
            if phase.rounds
        ]
        self._now = now_of_all(snapshot, directory)

    def view(self, player: str) -> PlayerView:
        """The page of one player."""
        found = (each.view(player) for each in self._phases)
        return PlayerView(
            self._directory[player],
            self._places.get(player, ""),
            self._now.get(player),
            self._drawings.paths(player),
            tuple(each for each in found if each),
        )


class _Phase:
    """One phase, with its latest ranking and its tables by player."""

    def __init__(self, snapshot: Snapshot, directory: Directory, phase: PhaseResult) -> None:
        self._directory = directory
        self._veil = rounds.veil(phase)
        self._rounds = phase.rounds
        self._standings = phase.current
        self._field = field_of(phase.current) if phase.current else None
        self._before = len(phase.carried)
        later = (each for each in snapshot.phases if each.phase.number > phase.phase.number)
        self._goes_on = any(
            each.carried[-1:] == phase.rounds[-1:] and each.current for each in later
        )
        self._name = phase.phase.name if len(snapshot.phases) > 1 else ""
        self._phase = phase.phase.number
        self._columns = columns(phase.ruleset)
        self._by_key = {each.key: each for each in self._columns}
        self._ranks = ranks(phase, phase.current) if phase.current else {}
        self._rows = {row.player: row for row in phase.current.rows} if phase.current else {}
        self._parted = _parted(phase.current, directory, self._field)
        self._at = {player: at for at, player in enumerate(self._rows)}
        self._groups = {
            player: (title, len(ids))
            for title, ids in (going_on.groups(phase.current) if phase.current else ())
            for player in ids
        }
        self._marks = going_on.marks(phase, phase.current) if phase.current else {}
        self._seats = {
            (seat.player, each.id.number): (table, index)
            for each in phase.rounds
            for table in each.tables
            for index, seat in enumerate(table.seats)
        }

    def view(self, player: str) -> PhaseView | None:
        if self._veil:
            return PhaseView(self._name, self._veil, None, tuple(self._seen(player)))
        row, standings = self._rows.get(player), self._standings
        if row is None or standings is None:
            return None
        history = standings.histories.get(player)
        score = self._score(row, standings)
        own = [each for each in history.rounds if each.round > self._before] if history else []
        done = tuple(self._round(player, each) for each in own)
        return PhaseView(self._name, "", score, done)

    def _score(self, row: StandingRow, standings: Standings) -> Score:
        group, of = self._groups.get(row.player, ("", len(standings.rows)))
        at, counts = self._at[row.player], not standings.by_place
        return Score(
            self._ranks[row.player],
            of,
            bool(row.tied_with),
            row.dropped,
            not standings.complete,
            texts.record(row.record),
            points(row.match_points) if counts else "",
            tuple(
                (each.abbreviation, each.value(row.tiebreakers[each.key]))
                for each in (self._columns if counts else ())
            ),
            tuple(filter(None, self._parted[max(at - 1, 0) : at + 1])),
            tuple(self._workings(row.player, standings)),
            group,
            self._marks.get(row.player, ""),
        )

    def _workings(self, player: str, standings: Standings) -> Iterator[WorkingView]:
        """Each value worked out; nothing in a playoff, which has none, and where a later phase goes
        on counting and shows it all."""
        if not standings.by_place and not self._goes_on:
            for each in workings(standings, player, self._directory.names, self._field):
                column, rule = self._by_key.get(each.key), anchor(self._phase, each.key)
                yield working_view(each, column, self._directory.people, rule)

    def _seen(self, player: str) -> Iterator[RoundLine]:
        """The rounds of a player whose results are kept back: where and against whom."""
        for number, each in enumerate(self._rounds, 1):
            file = RoundId(self._phase, number).prefix
            found = self._seats.get((player, number))
            if player in each.byes:
                yield RoundLine(number, file, "", (), "Bye", "", "")
            elif found and found[0].finished:
                met = (self._directory[other] for other in found[0].players if other != player)
                opponents = tuple(Opponent(other.name, other.file) for other in met)
                yield RoundLine(number, file, where(*found), opponents, "Played", "", "")

    def _round(self, player: str, played: Played) -> RoundLine:
        number = played.round - self._before
        found = self._seats.get((player, number))
        place = where(*found) if found and played.kind is RoundKind.MATCH else ""
        if played.kind is RoundKind.MATCH:
            words, tone = texts.outcome(played.outcome, played.points), rounds.tone(played.outcome)
            score = texts.own_score(*found) if found else ""
            words = f"{words} {score}" if score else words
        elif played.kind is RoundKind.BYE:
            words, tone = "Bye", "win"
        else:
            words, tone = "Loss (entered late)", "loss"
        opponents = (self._directory[each] for each in played.opponents)
        return RoundLine(
            number,
            RoundId(self._phase, number).prefix,
            place,
            tuple(Opponent(each.name, each.file) for each in opponents),
            words,
            self._gained(played),
            tone,
        )

    def _gained(self, played: Played) -> str:
        """The points of a round; "" in a playoff, which has none."""
        if self._standings and self._standings.by_place:
            return ""
        return f"+{points(played.points)}" if played.points > 0 else points(played.points)


def _parted(
    ranking: Standings | None, directory: Directory, field: Field | None
) -> tuple[str, ...]:
    """What parts each player of a ranking from the next one; "" where a new group begins."""
    return tuple(
        why_row_below(ranking, above, below, directory.names, field)
        if above.rank < below.rank
        else ""
        for above, below in pairwise(ranking.rows if ranking and not ranking.by_place else ())
        if ranking
    )


def where(table: Table, seat: int) -> str:
    """ "Table 3, seat B", or "Table 3" where there is no turn order."""
    letter = texts.seat_letter(seat, len(table.seats))
    return f"Table {table.number}, seat {letter}" if letter else f"Table {table.number}"
