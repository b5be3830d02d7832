"""What an event's results come to: seats, draws, byes, and the players of one club or commander.

Only rounds with all their results count, and none of a phase that keeps its results back: tables
that end early are not like those that don't. Counts are exact; an interval is Wilson's, at 95 %.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, sqrt
from typing import NamedTuple

from runner.core.language import N_
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Table
from runner.phases.model import PhaseResult

_Z = 1.959964  # the normal distribution's 97.5 % point
CLUBS = N_("Club")
"""The heading of the clubs; all others are those of columns."""
_DECKS = ("commander", "commanders", "deck", "archetype")
_FEWEST = 2  # so many players make a group
_FEWEST_PODS = 5  # of a size, to say something of its seats
_MOST_MEETING = 8  # the groups of a column that are counted against one another


class Share(NamedTuple):
    """So many `wins` of so many `tables`."""

    wins: int
    tables: int

    @property
    def rate(self) -> Fraction:
        """The share that was won, 0 of nothing."""
        return Fraction(self.wins, self.tables) if self.tables else Fraction(0)

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares the true one lies, by Wilson's score at 95 %; (0, 1) of nothing."""
        if not self.tables:
            return 0.0, 1.0
        many, part = self.tables, self.wins / self.tables
        middle = part + _Z**2 / (2 * many)
        half = _Z * sqrt(part * (1 - part) / many + _Z**2 / (4 * many**2))
        whole = 1 + _Z**2 / many
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


class PodSeats(NamedTuple):
    """The seats of all pods of one `size`, in turn order, and how many of these `drew`."""

    size: int
    tables: int
    drew: int
    seats: tuple[Share, ...]

    @property
    def by_chance(self) -> tuple[int, int]:
        """From how many to how many wins of a seat chance explains, 95 times of 100: each win of
        these pods is equally likely to be that of any seat."""
        won, size, below = sum(share.wins for share in self.seats), self.size, 0
        edges: list[int] = []
        all_ways, edge = size**won, Fraction(25, 1000)
        for wins in range(won + 1):
            below += comb(won, wins) * (size - 1) ** (won - wins)
            while len(edges) < 2 and below >= (edge, 1 - edge)[len(edges)] * all_ways:
                edges.append(wins)
        return edges[0], edges[1]


class Group(NamedTuple):
    """The players of one club, or with one commander, and their share over all their matches;
    `points` is what they have on average, None where nobody is ranked by points."""

    name: str
    players: int
    share: Share
    points: Fraction | None


class Met(NamedTuple):
    """How often players of two groups met, and how many of these matches each of them won."""

    won: int = 0
    lost: int = 0
    times: int = 0


Meetings = Mapping[tuple[str, str], Met]
"""The first of two groups against the second, by their names."""


class Statistics(NamedTuple):
    """All of it. `rounds`, `tables` and `drawn` count finished rounds; `byes` are those given in
    them; `points` is what a player has on average. `groups` are by the heading of their column, and
    so is how the largest of these `met`, but for clubs."""

    rounds: int
    tables: int
    drawn: int
    byes: int
    points: Fraction | None
    pods: tuple[PodSeats, ...]
    groups: Mapping[str, tuple[Group, ...]]
    met: Mapping[str, Meetings]


def statistics(phases: Sequence[PhaseResult], players: Mapping[str, Player]) -> Statistics | None:
    """Return the statistics of public `players`; None before a round is finished."""
    rounds = counted(phases)
    tables = [table for round_ in rounds for table in round_.tables if table.seats]
    if not tables:
        return None
    won = _points([phase for phase in phases if not phase.veiled])
    groups = dict(_groups(tables, players, won))
    decks = {heading: found for heading, found in groups.items() if heading != CLUBS}
    return Statistics(
        len(rounds),
        len(tables),
        sum(map(_drawn, tables)),
        sum(len(round_.byes) for round_ in rounds),
        _mean(won.values()),
        tuple(_pods(tables)),
        groups,
        {heading: _met(heading, found, tables, players) for heading, found in decks.items()},
    )


def counted(phases: Sequence[PhaseResult]) -> list[Round]:
    """Return the rounds that count: those that are finished, of phases that show their results."""
    return [
        round_
        for phase in phases
        if not phase.veiled
        for round_ in phase.rounds
        if round_.seated and round_.finished
    ]


def _drawn(table: Table) -> bool:
    return any(seat.outcome is Outcome.DRAW for seat in table.seats)


def _points(phases: Sequence[PhaseResult]) -> Mapping[str, Fraction]:
    rankings = [
        ranking
        for phase in phases
        for ranking in phase.standings
        if ranking.complete and not ranking.by_place
    ]
    return {row.player: row.match_points for row in rankings[-1].rows} if rankings else {}


def _mean(values: Iterable[Fraction]) -> Fraction | None:
    every = list(values)
    return sum(every, Fraction(0)) / len(every) if every else None


def _pods(tables: Sequence[Table]) -> Iterator[PodSeats]:
    """By size, the larger first; pods that count points have no winner, and are left out."""
    sizes: dict[int, list[Table]] = defaultdict(list)
    for table in tables:
        if len(table.seats) > 2 and not any(s.outcome is Outcome.POINTS for s in table.seats):
            sizes[len(table.seats)].append(table)
    for size, same in sorted(sizes.items(), reverse=True):
        if len(same) < _FEWEST_PODS:
            continue
        wins = [sum(t.seats[at].outcome is Outcome.WIN for t in same) for at in range(size)]
        shares = tuple(Share(many, len(same)) for many in wins)
        yield PodSeats(size, len(same), sum(map(_drawn, same)), shares)


def _groups(
    tables: Sequence[Table], players: Mapping[str, Player], won: Mapping[str, Fraction]
) -> Iterator[tuple[str, tuple[Group, ...]]]:
    """Yield the columns that tell of a deck, and the clubs; only what several players have."""
    matches, wins = Counter[str](), Counter[str]()
    for seat in (seat for table in tables for seat in table.seats):
        matches[seat.player] += 1
        wins[seat.player] += seat.outcome is Outcome.WIN
    for heading, members in _members(players).items():
        found = [
            Group(
                name,
                len(ids),
                Share(sum(wins[id_] for id_ in ids), sum(matches[id_] for id_ in ids)),
                _mean(won[id_] for id_ in ids if id_ in won),
            )
            for name, ids in members.items()
            if len(ids) >= _FEWEST
        ]
        if found:
            yield heading, tuple(sorted(found, key=lambda each: (-each.players, each.name)))


def _met(
    heading: str, groups: Sequence[Group], tables: Sequence[Table], players: Mapping[str, Player]
) -> Meetings:
    """Every two of the largest groups of a column whose players have met."""
    largest = {group.name for group in groups[:_MOST_MEETING]}
    found: dict[tuple[str, str], Met] = defaultdict(Met)
    for table in tables:
        said = [
            (players[seat.player].extra.get(heading, ""), seat.outcome is Outcome.WIN)
            for seat in table.seats
            if seat.player in players
        ]
        for (one, won), (two, lost) in permutations(said, 2):
            if one != two and {one, two} <= largest:
                met = found[one, two]
                found[one, two] = Met(met.won + won, met.lost + lost, met.times + 1)
    return dict(found)


def decks(player: Player) -> Iterator[tuple[str, str]]:
    """The headings of the columns that say what a player plays, with what is there."""
    return ((key, text) for key, text in player.extra.items() if key.casefold() in _DECKS)


def _members(players: Mapping[str, Player]) -> Mapping[str, Mapping[str, list[str]]]:
    """Return the ids of those who say the same in a column, by its heading and by what they say."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for id_, player in players.items():
        for heading, said in (*decks(player), (CLUBS, player.club)):
            if said:
                found[heading][said].append(id_)
    return found
