"""Statistics of an event: seats, draws, byes, and the players of one club or commander.

Only finished rounds count, and none of a phase with secret results, as tables that end early differ
from the others. Counts are exact; intervals are Wilson's, at 95 %.
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
"""The heading of the clubs; all others are headings of columns."""
_DECKS = ("commander", "commanders", "deck", "archetype")
_FEWEST = 2  # players of a group
_FEWEST_PODS = 5  # of one size, for statistics of its seats
_PLAYED = ({Outcome.WIN, Outcome.LOSS}, {Outcome.DRAW})  # outcomes of a match that was played
_MOST_MEETING = 8  # groups of a column whose meetings are counted


class Share(NamedTuple):
    """So many `wins` of so many `tables`."""

    wins: int
    tables: int

    @property
    def rate(self) -> Fraction:
        """The share of tables won; 0 without tables."""
        return Fraction(self.wins, self.tables) if self.tables else Fraction(0)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share, by Wilson's score; (0, 1) without tables."""
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
        """The range of a seat's wins that chance explains 95 times of 100, if all seats were
        equally likely to win each of these pods' wins."""
        won, size, below = sum(share.wins for share in self.seats), self.size, 0
        edges: list[int] = []
        all_ways, edge = size**won, Fraction(25, 1000)
        for wins in range(won + 1):
            below += comb(won, wins) * (size - 1) ** (won - wins)
            while len(edges) < 2 and below >= (edge, 1 - edge)[len(edges)] * all_ways:
                edges.append(wins)
        return edges[0], edges[1]


class Score(NamedTuple):
    """How many matches of two players ended with so many games, the winner's first."""

    won: int
    lost: int
    share: Share


class Group(NamedTuple):
    """The players of one club, or with one commander, and their share over all their matches;
    `points` is their average, None if nobody is ranked by points."""

    name: str
    players: int
    share: Share
    points: Fraction | None


class Met(NamedTuple):
    """How often players of two groups met, and how many of these matches each group won."""

    won: int = 0
    lost: int = 0
    times: int = 0


Meetings = Mapping[tuple[str, str], Met]
"""The matches of the first of two groups against the second, by their names."""


class Statistics(NamedTuple):
    """All statistics. `rounds`, `tables` and `drawn` count finished rounds, `agreed` is how many
    were drawn intentionally, and `byes` are those given in them; `points` is the average of the
    players. `scores` are those of matches of several games. `groups` are by the heading of their
    column, and so are the meetings of the largest of them, `met`, except for clubs."""

    rounds: int
    tables: int
    drawn: int
    agreed: int
    byes: int
    points: Fraction | None
    pods: tuple[PodSeats, ...]
    scores: tuple[Score, ...]
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
    decks = {heading: group for heading, group in groups.items() if heading != CLUBS}
    return Statistics(
        len(rounds),
        len(tables),
        sum(map(_drawn, tables)),
        sum(table.intentional for table in tables if _drawn(table)),
        sum(len(round_.byes) for round_ in rounds),
        _mean(won.values()),
        tuple(_pods(tables)),
        tuple(_scores(phases)),
        groups,
        {heading: _met(heading, group, tables, players) for heading, group in decks.items()},
    )


def counted(phases: Sequence[PhaseResult]) -> list[Round]:
    """Return the rounds that count: finished ones of phases whose results are not secret."""
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
    """Yield the pods by size, largest first; pods with points as results have no winner and are
    left out."""
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


def _scores(phases: Sequence[PhaseResult]) -> Iterator[Score]:
    """Yield the scores of matches of several games, wins first; none if games are not recorded.

    A win typed without games counts as one in straight games only if others have their games beside
    the winner; a match that was not played to its end does not count.
    """
    rules = {phase.phase.number: phase.ruleset for phase in phases}
    matches = [
        (table, sorted((seat.games_won or 0 for seat in table.seats), reverse=True))
        for round_ in counted(phases)
        if rules[round_.id.phase].games(round_.id.number) > 1
        for table in round_.tables
        if len(table.seats) == 2 and {seat.outcome for seat in table.seats} in _PLAYED
    ]
    beside = any(table.outcome_stated and lost for table, (_won, lost) in matches)
    scores = Counter(
        (won, lost)
        for table, (won, lost) in matches
        if beside or not table.outcome_stated or _drawn(table)
    )
    if any(won for won, _lost in scores):
        for won, lost in sorted(scores, key=lambda score: (score[0] == score[1], -score[0], score)):
            yield Score(won, lost, Share(scores[won, lost], scores.total()))


def _groups(
    tables: Sequence[Table], players: Mapping[str, Player], won: Mapping[str, Fraction]
) -> Iterator[tuple[str, tuple[Group, ...]]]:
    """Yield the columns about decks, and the clubs; only values that several players share."""
    matches, wins = Counter[str](), Counter[str]()
    for seat in (seat for table in tables for seat in table.seats):
        matches[seat.player] += 1
        wins[seat.player] += seat.outcome is Outcome.WIN
    for heading, members in _members(players).items():
        groups = [
            Group(
                name,
                len(ids),
                Share(sum(wins[id_] for id_ in ids), sum(matches[id_] for id_ in ids)),
                _mean(won[id_] for id_ in ids if id_ in won),
            )
            for name, ids in members.items()
            if len(ids) >= _FEWEST
        ]
        if groups:
            yield heading, tuple(sorted(groups, key=lambda each: (-each.players, each.name)))


def _met(
    heading: str, groups: Sequence[Group], tables: Sequence[Table], players: Mapping[str, Player]
) -> Meetings:
    """Return the meetings of every two of the largest groups of a column."""
    largest = {group.name for group in groups[:_MOST_MEETING]}
    meetings: dict[tuple[str, str], Met] = defaultdict(Met)
    for table in tables:
        entries = [
            (players[seat.player].extra.get(heading, ""), seat.outcome is Outcome.WIN)
            for seat in table.seats
            if seat.player in players
        ]
        for (one, won), (two, lost) in permutations(entries, 2):
            if one != two and {one, two} <= largest:
                met = meetings[one, two]
                meetings[one, two] = Met(met.won + won, met.lost + lost, met.times + 1)
    return dict(meetings)


def decks(player: Player) -> Iterator[tuple[str, str]]:
    """Return the headings of the columns about decks, each with the player's value."""
    return ((key, text) for key, text in player.extra.items() if key.casefold() in _DECKS)


def _members(players: Mapping[str, Player]) -> Mapping[str, Mapping[str, list[str]]]:
    """Return the ids of players with the same value in a column, by heading and value."""
    by_heading: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for id_, player in players.items():
        for heading, value in (*decks(player), (CLUBS, player.club)):
            if value:
                by_heading[heading][value].append(id_)
    return by_heading
