"""The stage before a cut: open tables, points and places; and the form of the answer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, lcm
from typing import NamedTuple

from runner import phases
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.rounds import Outcome, Table
from runner.pairing.tables import pod_sizes
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.phases.round_robin.round_robin import RoundRobin
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.scoring.match_points import MatchPoints


class Verdict(StrEnum):
    """Whether a player makes a cut. `IN` and `OUT` hold however all other matches end; but a player
    who is `OUT` still moves up if players ahead leave the event."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


class Own(StrEnum):
    """The possible results of a player's own next match."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Share(NamedTuple):
    """In how many of the simulated runs it was enough."""

    enough: int
    runs: int


class Rival(NamedTuple):
    """A player who can still end above another, at an open `table` or at none, and the least result
    they `need` for that; None if other tables decide it by the tiebreakers."""

    id: str
    table: int | None
    need: Own | None


class Rivals(NamedTuple):
    """The players who can still end above a player, if the player's own match ends with `how` or is
    over. If `many` of them do, the player misses the cut."""

    how: Own | None
    many: int
    who: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A player before the next cut.

    `left` is how many matches the player still has to play. `own` is the verdict by the result of
    the last one; empty if there is none or if more than one is left. `wins` is the fewest wins that
    are certainly enough if several matches are left and the others are lost; None if not even
    winning all is. `shares` are simulated, for the results that stay open and, under None, for all
    together. `rivals` can still end above the player in the last round. Once all results are in,
    `place` is the seed of a player who is in, or the rank of one who is not and is `short` places
    below the cut; 0 if unknown.
    """

    verdict: Verdict
    left: int = 0
    own: Mapping[Own, Verdict] = field(default_factory=dict)
    wins: int | None = None
    shares: Mapping[Own | None, Share] = field(default_factory=dict)
    place: int = 0
    short: int = 0
    rivals: Rivals | None = None


class Outlooks(NamedTuple):
    """The next cut, and the outlook of each contender, by id.

    `phase` and `into` are the numbers of the phases before and after it. `most` advance, from each
    group if `of_groups`, or None if points alone decide. `final`: all results are in. `paired`: the
    last round before the cut is published.
    """

    phase: int
    into: int
    most: int | None
    of_groups: bool
    paired: bool
    final: bool
    players: Mapping[str, Outlook]


class Prizes(NamedTuple):
    """What a match is worth. `best` is the most that a round can give, byes included; nobody gets
    less than nothing, which is what a match loss by penalty gives."""

    win: int
    draw: int
    loss: int
    bye: int

    @property
    def best(self) -> int:
        """The most that a round can give."""
        return max(self.win, self.bye)


class Contender(NamedTuple):
    """A player in the race. `points` are those of everything finished; `later` is how many unpaired
    rounds the player has; `table` is the index of the open table, or None. `lost`: a penalty has
    decided the player's match, although the table plays on."""

    id: str
    points: int
    later: int
    table: int | None
    lost: bool = False

    @property
    def left(self) -> int:
        """How many rounds the player still has to play."""
        return self.later + (self.table is not None)


@dataclass(frozen=True)
class Stage:
    """A phase before its cut.

    `people` are those who will be there when it is made; `tables` are the open ones of the current
    round, with all their players, even those who are leaving. `wins` is an upper bound of the wins
    and byes of all unpaired rounds. `scale` makes points whole numbers.
    """

    phase: PhaseResult
    into: PhaseResult
    cut: Cut
    first: int
    histories: Histories
    prizes: Prizes
    scale: int
    people: Mapping[str, Contender]
    tables: tuple[Table, ...]
    later: int
    wins: int

    @property
    def rules(self) -> Ruleset:
        """The rules of the phase."""
        return self.phase.ruleset

    @property
    def final(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.later and not self.tables

    @cached_property
    def enough(self) -> int | None:
        """The points that suffice alone (MTR 10.4), or those of the cut if points alone decide;
        else None."""
        alone = self.cut.points if self.cut.most is None else None
        sufficient = [each for each in (self.rules.advance_points, alone) if each is not None]
        return min(map(self.whole, sufficient), default=None)

    @cached_property
    def least(self) -> int:
        """The points needed to advance by rank."""
        return self.whole(self.cut.points) if self.cut.points is not None else 0

    def whole(self, points: Fraction) -> int:
        """Return points in the units of the stage, rounded up."""
        return ceil(points * self.scale)

    def races(self) -> Iterator[tuple[Sequence[Contender], int]]:
        """Yield the players who compete for the same places, and how many advance: all if points
        alone decide."""
        if not self.phase.groups:
            most = self.cut.most if self.cut.most is not None else len(self.people)
            yield tuple(self.people.values()), most
        for group in self.phase.groups:
            inside = tuple(self.people[player] for player in group if player in self.people)
            yield inside, self.rules.group_advance or 0


def stage(results: Sequence[PhaseResult]) -> Stage | None:
    """Return the stage before the next cut; None if there is none, or if nothing is certain:
    results are secret, points are stakes or typed by hand, several can win a table, or the number
    of rounds is open."""
    begun = [at for at, result in enumerate(results) if result.rounds]
    if not begun or begun[-1] + 1 == len(results):
        return None
    at = begun[-1]
    phase, into = results[at], results[at + 1]
    cut = _cut(phase, into)
    rules, planned = phase.ruleset, phase.planned
    if not cut or planned is None or not sayable(phase):
        return None
    before = sum(len(other.rounds) for other in results[:at])
    rounds = len(phase.rounds) if phase.ended else max(planned, len(phase.rounds))
    histories = _histories(phase, before)
    amounts = (rules.win, rules.draw, rules.loss, rules.bye)
    scale = lcm(*(amount.denominator for amount in amounts),
                *(each.match_points.denominator for each in histories.values()))  # fmt: skip
    prizes = Prizes(*(int(amount * scale) for amount in amounts))
    tables = tuple(table for table in phase.rounds[-1].tables if not table.finished)
    coming = range(before + len(phase.rounds) + 1, before + rounds + 1)
    there = [player for player in phase.field if _stays(player, before + rounds)]
    return Stage(
        phase, into, cut, before + rounds + 1, histories, prizes, scale,
        {each.id: each for each in _contenders(there, histories, tables, coming, scale)},
        tables, len(coming), sum(_wins(phase, round_) for round_ in coming),
    )  # fmt: skip


def _cut(phase: PhaseResult, into: PhaseResult) -> Cut | None:
    """Return the cut between two phases, or how many advance from each group; None for one cut over
    several groups."""
    stated = Cut.of(into.phase, into.ruleset)
    best = phases.find(phase.phase.type).best_of_each(phase.ruleset)
    if phase.groups:
        return Cut(best) if best and not stated else None
    return stated or Cut(best)


def sayable(phase: PhaseResult) -> bool:
    """Return whether points come from wins and draws alone, and decide the ranking."""
    rules, type_ = phase.ruleset, phases.find(phase.phase.type)
    if phase.veiled or not (type_.OPEN or isinstance(type_, RoundRobin)):
        return False
    ordered = rules.win >= rules.draw >= rules.loss and rules.win > rules.loss
    typed = any(
        seat.outcome is Outcome.POINTS
        for round_ in (*phase.carried, *phase.rounds)
        for table in round_.tables
        for seat in table.seats
    )
    begun = phase.current is not None or bool(phase.carried)
    variant = rules.played_as
    if variant and (
        variant.across or variant.neighbours
    ):  # two can win, or points do not come from wins
        return False
    return rules.scoring == MatchPoints.KEY and ordered and not typed and begun


def _histories(phase: PhaseResult, before: int) -> Histories:
    current = phase.current
    if current and current.after == phase.rounds[-1].id:
        return current.histories
    counted = (*phase.carried, *phase.rounds)
    everybody = (*phase.field, *phase.only_met)
    scoring = SCORINGS[phase.ruleset.scoring]
    return scoring.histories(phase.ruleset, counted, everybody, before - len(phase.carried))


def _stays(player: Player, end: int) -> bool:
    """Return whether the player is still there when the cut is made, after that round of the
    event."""
    dropped = player.drops_after is not None and player.drops_after <= end
    return not dropped or (player.returns is not None and player.returns <= end + 1)


def _contenders(
    there: Iterable[Player], histories: Histories, tables: Sequence[Table], coming: Sequence[int],
    scale: int,
) -> Iterator[Contender]:  # fmt: skip
    seats = {seat.player: (at, seat) for at, table in enumerate(tables) for seat in table.seats}
    for player in there:
        history, (table, seat) = histories.get(player.id), seats.get(player.id, (None, None))
        yield Contender(
            id=player.id,
            points=int(history.match_points * scale) if history else 0,
            later=sum(1 for number in coming if player.plays(number) or player.enters > number),
            table=table,
            lost=bool(seat and seat.outcome),
        )


def _wins(phase: PhaseResult, number: int) -> int:
    """Return the most wins and byes of that round of the event, even if players leave before."""
    rules = phase.ruleset
    playing = sum(1 for player in phase.field if player.plays(number))
    if not phases.find(phase.phase.type).OPEN:
        return playing
    awarded = sum(1 for player in phase.field if player.awarded_byes >= number)
    if phase.phase.mode is not Mode.MULTIPLAYER:
        return awarded + playing // 2 + playing % 2
    return awarded + _winners(playing, rules.pod_size, rules.uneven, rules.max_byes)


@lru_cache(maxsize=64)
def _winners(players: int, standard: int, uneven: str, max_byes: int | None) -> int:
    """Return the most tables and byes that up to so many players make: 16 may be four pods, and 15
    three pods and three byes. Fewer players by more than a whole row of pods never make more."""
    fewest = max(players - standard * standard, 1)
    sizes_possible = (
        pod_sizes(there, standard, uneven, max_byes) for there in range(fewest, players + 1)
    )
    return max((len(sizes.tables) + sizes.byes for sizes in sizes_possible), default=0)


Gains = Mapping[str, frozenset[int]]
"""What each player of a table may get by one of its results."""
Fixed = Mapping[str, int]
"""What some players are assumed to get."""


class Endings:
    """The possible results of each open table of a stage, cached."""

    def __init__(self, tables: Sequence[Table], prizes: Prizes) -> None:
        self._tables, self._prizes = tables, prizes
        self._known: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[Gains, ...]] = {}

    def of(self, at: int, fixed: Fixed) -> tuple[Gains, ...]:
        """Return all results of a table that agree with the assumed gains."""
        asked = (at, tuple(fixed.items()))
        if asked not in self._known:
            self._known[asked] = tuple(_results(self._tables[at], self._prizes, fixed))
        return self._known[asked]


def _results(table: Table, prizes: Prizes, fixed: Fixed) -> Iterator[Gains]:
    """Yield each result that agrees with the assumed gains: one player has won, all have drawn, or
    nobody has. A loss or a draw may give nothing, because of a penalty or a concession."""
    nothing, lost = frozenset([0]), frozenset([0, prizes.loss])
    drew, won = frozenset([0, prizes.draw]), frozenset([prizes.win])
    out = {seat.player for seat in table.seats if seat.outcome}
    gains = dict.fromkeys(table.players, lost) | dict.fromkeys(out, nothing)
    yield from _agreeing(gains, fixed)
    yield from _agreeing(dict.fromkeys(table.players, drew) | dict.fromkeys(out, nothing), fixed)
    for winner in table.players:
        if winner not in out:
            yield from _agreeing({**gains, winner: won}, fixed)


def _agreeing(gains: Gains, fixed: Fixed) -> Iterator[Gains]:
    if any(player in gains and gain not in gains[player] for player, gain in fixed.items()):
        return
    yield {
        player: frozenset([fixed[player]]) if player in fixed else each
        for player, each in gains.items()
    }
