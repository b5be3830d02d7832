"""A series: players ranked over several events by what they achieved in each.

All is exact and explained: each player's result in each event says what it is worth, and whether it
counts. Nothing here is a rule of Magic's organisers; every value is the organiser's own, or one of
a preset that can be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any

from runner.circuit.reach import ANYTHING, Reach


class Basis(StrEnum):
    """What a result is worth: the points of its place in a table, the match points of the event, or
    the same for everybody who took part."""

    PLACE = "place"
    MATCH_POINTS = "match points"
    ATTENDANCE = "attendance"


class Shared(StrEnum):
    """What players get who share places: each the mean of the points of these places, those of the
    best, or those of the last."""

    MEAN = "mean"
    BEST = "best"
    LAST = "last"


class Tie(StrEnum):
    """What separates players with equal points: the number of events won, the best places one after
    the other, the points of all results, those that do not count included, the number of events
    played, or the better place in the latest event in which they differ."""

    WINS = "wins"
    BEST_PLACES = "best places"
    ALL_POINTS = "all points"
    EVENTS = "events"
    LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Rules:
    """How results become points.

    `table` has the points of the places from the first on, `beyond` those of all further places,
    and `attendance` is added for taking part. `best` is how many results count, the best; None for
    all. A missed event is a result of `missed` points. Players with fewer than `minimum` events are
    listed without a rank. `qualify` is how many are invited to what comes after the series, and
    `byes` are the byes there from the first place on.
    """

    basis: Basis = Basis.PLACE
    table: tuple[Fraction, ...] = ()
    beyond: Fraction = Fraction(0)
    attendance: Fraction = Fraction(0)
    shared: Shared = Shared.MEAN
    best: int | None = None
    minimum: int = 1
    missed: Fraction = Fraction(0)
    ties: tuple[Tie, ...] = (Tie.WINS, Tie.BEST_PLACES, Tie.LATEST)
    qualify: int = 0
    byes: tuple[int, ...] = ()


PRESETS: Mapping[str, Rules] = MappingProxyType({
    "places": Rules(table=tuple(map(Fraction, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)))),
    "match points": Rules(Basis.MATCH_POINTS, ties=(Tie.WINS, Tie.ALL_POINTS, Tie.EVENTS)),
    "attendance": Rules(Basis.ATTENDANCE, attendance=Fraction(1), ties=(Tie.WINS, Tie.BEST_PLACES)),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What a player achieved in an event: the places shared there, and the match points."""

    first: int
    last: int
    match_points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Counted:
    """An event of the series. `results` are by player, empty until it is over; its points are
    multiplied by `weight`. While it is under way, `reach` is what those who take part can end with,
    and `later` what anybody else can, None if nobody can enter any more."""

    key: str
    name: str
    over: bool = True
    weight: Fraction = Fraction(1)
    results: Mapping[str, Result] = field(default_factory=dict)
    reach: Mapping[str, Reach] = field(default_factory=dict)
    later: Reach | None = ANYTHING


@dataclass(frozen=True, slots=True)
class Line:
    """One event of a player: the result (None if missed), what it is worth before and after the
    weight of the event, and whether it counts."""

    event: str
    result: Result | None
    worth: Fraction
    points: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A player's rank (shared by equals; None below the minimum of events), points, and the lines
    of all events that are over, in their order."""

    rank: int | None
    player: str
    points: Fraction
    lines: tuple[Line, ...]

    @property
    def events(self) -> int:
        """The number of events played."""
        return sum(1 for line in self.lines if line.result)

    @property
    def wins(self) -> int:
        """The number of events won alone."""
        return sum(1 for line in self.lines if line.result and line.result.last == 1)


def worth(result: Result | None, rules: Rules) -> Fraction:
    """Return what a result is worth in an event of weight 1."""
    if result is None:
        return rules.missed
    if rules.basis is Basis.MATCH_POINTS:
        return result.match_points + rules.attendance
    if rules.basis is Basis.ATTENDANCE:
        return rules.attendance
    return _of_places(result, rules) + rules.attendance


def _of_places(result: Result, rules: Rules) -> Fraction:
    if rules.shared is Shared.BEST:
        return _of_place(result.first, rules)
    if rules.shared is Shared.LAST:
        return _of_place(result.last, rules)
    listed = rules.table[result.first - 1 : result.last]
    places = result.last - result.first + 1
    return (sum(listed, Fraction(0)) + (places - len(listed)) * rules.beyond) / places


def _of_place(place: int, rules: Rules) -> Fraction:
    return rules.table[place - 1] if place <= len(rules.table) else rules.beyond


def standings(events: Sequence[Counted], rules: Rules) -> list[Row]:
    """Return the ranking over the events that are over, which are in the order of their days; those
    below the minimum of events come last, without a rank."""
    over = [event for event in events if event.over]
    players = sorted({player for event in over for player in event.results})
    rows = [_row(player, over, rules) for player in players]
    ranked = [row for row in rows if row.events >= rules.minimum]
    unranked = [row for row in rows if row.events < rules.minimum]
    return [*_ranked(ranked, rules), *sorted(unranked, key=lambda row: -row.points)]


def _row(player: str, events: Iterable[Counted], rules: Rules) -> Row:
    lines = []
    for event in events:
        result = event.results.get(player)
        value = worth(result, rules)
        lines.append(Line(event.key, result, value, value * event.weight))
    if rules.best is not None and len(lines) > rules.best:
        in_order = sorted(range(len(lines)), key=lambda at: (-lines[at].points, at))
        for at in in_order[rules.best :]:
            lines[at] = replace(lines[at], counts=False)
    points = sum((line.points for line in lines if line.counts), Fraction(0))
    return Row(None, player, points, tuple(lines))


def _ranked(rows: Sequence[Row], rules: Rules) -> list[Row]:
    def key(row: Row) -> tuple[object, ...]:
        return (-row.points, *(_KEYS[tie](row) for tie in rules.ties))

    ranked: list[Row] = []
    for _, equals in groupby(sorted(rows, key=key), key=key):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in equals]
    return ranked


_NOWHERE = 1 << 30  # the place in an event that was missed


def _place(line: Line) -> int:
    return line.result.last if line.result else _NOWHERE


_KEYS: Mapping[Tie, Callable[[Row], Any]] = {  # the smaller the better
    Tie.WINS: lambda row: -row.wins,
    Tie.BEST_PLACES: lambda row: sorted(map(_place, row.lines)),
    Tie.ALL_POINTS: lambda row: -sum((line.points for line in row.lines), Fraction(0)),
    Tie.EVENTS: lambda row: -row.events,
    Tie.LATEST: lambda row: [_place(line) for line in reversed(row.lines)],
}


# --- what is still possible -----------------------------------------------------------------------


class Fate(StrEnum):
    """Whether a player will be among those who qualify."""

    IN = "in"
    OPEN = "open"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Outlook:
    """The least and the most points that a player can have at the end (None: without bound), and
    whether that decides who qualifies."""

    least: Fraction
    most: Fraction | None
    fate: Fate


def outlooks(events: Sequence[Counted], rules: Rules) -> dict[str, Outlook]:
    """Return what is still possible for each player who has taken part in an event.

    The bounds are those of each player alone: `IN` and `OUT` are certain, and a player who is
    `OPEN` may be decided already by how results exclude one another. Equal points count against
    whoever is to be `IN`, and for whoever is to be `OUT`, as ties may fall either way. A player of
    whom nobody knows yet can still come.
    """
    over, left = [each for each in events if each.over], [each for each in events if not each.over]
    if not left:  # ties are decided: whoever shares the last rank qualifies, too
        return {
            row.player: Outlook(row.points, row.points, _fate(row, rules))
            for row in standings(events, rules)
        }
    players = {each for event in events for each in (*event.results, *event.reach)}
    rows = [_row(player, over, rules) for player in players]
    bounds = {row.player: _bounds(row, left, rules) for row in rows}
    sure = {row.player: row.events + sum(row.player in each.reach for each in left) for row in rows}
    ranked = {player for player, events in sure.items() if events >= rules.minimum}
    able = {
        player for player, events in sure.items()
        if events + sum(player not in each.reach and each.later is not None for each in left)
        >= rules.minimum
    }  # fmt: skip
    newcomer = _bounds(_row("", over, rules), left, rules)[1]
    can_come = sum(each.later is not None for each in left) >= max(rules.minimum, 1)
    found = {}
    for player, (least, most) in bounds.items():
        passes = (bounds[other][1] for other in able if other != player)
        ahead = sum(1 for theirs in passes if theirs is None or theirs >= least)
        if can_come and (newcomer is None or newcomer >= least):
            ahead = rules.qualify
        holds = (bounds[other][0] for other in ranked if other != player)
        behind = sum(1 for theirs in holds if most is not None and theirs > most)
        fate = Fate.OPEN
        if player not in able or behind >= rules.qualify:
            fate = Fate.OUT
        elif player in ranked and ahead < rules.qualify:
            fate = Fate.IN
        found[player] = Outlook(least, most, fate)
    return found


def _fate(row: Row, rules: Rules) -> Fate:
    return Fate.IN if row.rank and row.rank <= rules.qualify else Fate.OUT


def _bounds(row: Row, left: Sequence[Counted], rules: Rules) -> tuple[Fraction, Fraction | None]:
    """Return the least and the most points at the end."""
    lows = highs = tuple(line.points for line in row.lines)
    bounded = True
    for event in left:
        low, high = _extremes(event, row.player, rules)
        lows += (low * event.weight,)
        bounded &= high is not None
        highs += ((high or 0) * event.weight,)
    return _best(lows, rules), _best(highs, rules) if bounded else None


def _extremes(event: Counted, player: str, rules: Rules) -> tuple[Fraction, Fraction | None]:
    """Return the least and the most that an event that is not over can be worth to a player, before
    its weight; None where there is no bound. Whoever takes part in it cannot miss it any more."""
    reach = event.reach.get(player, event.later)
    if reach is None:
        return rules.missed, rules.missed
    least, most = Fraction(0), reach.most
    if rules.basis is Basis.MATCH_POINTS:
        least = reach.least
    elif rules.basis is Basis.ATTENDANCE:
        most = least
    else:
        values = [*rules.table[reach.first - 1 : reach.last]]
        if reach.last is None or reach.last > len(rules.table):
            values.append(rules.beyond)
        least, most = min(values), max(values)
    least, most = least + rules.attendance, None if most is None else most + rules.attendance
    if player in event.reach:
        return least, most
    return min(least, rules.missed), None if most is None else max(most, rules.missed)


def _best(points: Sequence[Fraction], rules: Rules) -> Fraction:
    kept = sorted(points, reverse=True)
    return sum(kept if rules.best is None else kept[: rules.best], Fraction(0))
