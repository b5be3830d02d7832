"""A series: ranking and outlook against a calculation that shares nothing with them."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from runner.circuit.reach import Reach, by_points
from runner.circuit.series import (
    PRESETS,
    Basis,
    Counted,
    Fate,
    Result,
    Rules,
    Shared,
    Tie,
    outlooks,
    standings,
)
from tests.support.soak import some

F = Fraction


def results(chance: random.Random, players: Sequence[str]) -> dict[str, Result]:
    """Places of those who came, some of them shared."""
    came = [each for each in players if chance.random() < 0.7] or [players[0]]
    chance.shuffle(came)
    found, first = {}, 1
    while came:
        size = min(chance.choice((1, 1, 1, 2, 4)), len(came))
        for player in came[:size]:
            found[player] = Result(first, first + size - 1, F(chance.randrange(0, 20), 2))
        first, came = first + size, came[size:]
    return found


class UnderWay:
    """An event of which rounds, or the playoff, are still to be played."""

    def __init__(self, chance: random.Random, players: Sequence[str]) -> None:
        self.here = chance.sample(players, chance.randint(1, len(players)))
        self.points = {each: F(chance.randrange(0, 20), 2) for each in self.here}
        self.gone = {each for each in self.here if chance.random() < 0.2}
        self.gain = F(chance.choice((0, 0, 1, 3, 6)))
        self.late = self.gain + chance.choice((0, 0, 1))
        self.cut = chance.choice((0, 1, 2, 4, None))
        self.playoff: list[str] = []
        if self.cut and chance.random() < 0.4:  # it has begun, so nothing else is left open
            self.gain = F(0)
            ranked = self.ranked(chance, self.points)
            self.playoff = [each for each in ranked if each not in self.gone][: self.cut]
            self.below = [each for each in ranked if each not in self.playoff]

    @staticmethod
    def ranked(chance: random.Random, points: dict[str, Fraction]) -> list[str]:
        return sorted(points, key=lambda each: (-points[each], chance.random()))

    def counted(self, key: str, weight: Fraction) -> Counted:
        if self.playoff:
            spans = dict.fromkeys(self.playoff, (1, len(self.playoff)))
            spans |= {each: (at, at) for at, each in enumerate(self.below, len(spans) + 1)}
            reach = {each: Reach(*spans[each], *[self.points[each]] * 2) for each in self.here}
            return Counted(key, key, False, weight, {}, reach, None)
        known = by_points(self.points, self.gone, self.gain, self.late, self.cut)
        return Counted(key, key, False, weight, {}, *known)

    def results(self, chance: random.Random, everybody: Sequence[str]) -> dict[str, Result]:
        """One way in which it can end."""
        points, first = dict(self.points), self.playoff
        if self.playoff:
            chance.shuffle(first)
            return self.placed(chance, [*first, *self.below], points, len(first))
        others = [each for each in everybody if each not in points]
        for each in self.here:
            points[each] += 0 if each in self.gone else chance.choice((0, self.gain, self.gain / 2))
        for each in chance.sample(others, chance.randint(0, len(others))):
            points[each] = F(chance.choice((0, self.late, self.late / 3)))
        ranked, cut = self.ranked(chance, points), self.cut
        leave = {each for each in ranked if each in self.gone or chance.random() < 0.1}
        still_in = [each for each in ranked if each not in leave]
        first = still_in[: chance.randint(0, len(still_in)) if cut is None else cut]
        chance.shuffle(first)
        below = [each for each in ranked if each not in first]
        return self.placed(chance, [*first, *below], points, len(first))

    @staticmethod
    def placed(
        chance: random.Random, order: Sequence[str], points: dict[str, Fraction], many: int
    ) -> dict[str, Result]:
        """Places in that order; the first so many may share theirs."""
        split = chance.randint(0, many)
        return {
            each: Result(
                *((split + 1, many) if split < at <= many else (at, at)), match_points=points[each]
            )
            for at, each in enumerate(order, 1)
        }


def a_series(number: int, under_way: dict[str, UnderWay]) -> tuple[list[Counted], Rules]:
    """A random series; what is known of its events under way is added to those by key."""
    chance = random.Random(number)
    players = [f"p{at}" for at in range(chance.randint(1, 9))]
    count = chance.randint(1, 7)
    played = chance.randint(0, count)
    events = [
        Counted(
            f"e{at}", f"Event {at}", at < played, F(chance.choice((2, 2, 2, 1, 4)), 2),
            results=results(chance, players) if at < played else {},
        )
        for at in range(count)
    ]  # fmt: skip
    for at, event in enumerate(events):
        if not event.over and chance.random() < 0.6:
            under_way[event.key] = UnderWay(chance, [*players, "x1", "x2"])
            events[at] = under_way[event.key].counted(event.key, event.weight)
    rules = Rules(
        chance.choice(list(Basis)),
        tuple(map(F, sorted(chance.sample(range(1, 40), chance.randint(0, 6)), reverse=True))),
        F(chance.choice((0, 0, 1))), F(chance.choice((0, 1, 3))), chance.choice(list(Shared)),
        chance.choice((None, 1, 2, 3, 5)), chance.choice((0, 1, 1, 2, 3)),
        F(chance.choice((0, 0, -2, 1))),
        tuple(chance.sample(list(Tie), chance.randint(0, 5))), chance.randint(1, 4),
    )  # fmt: skip
    return events, rules


class Recount:
    """The points of a player as somebody would add them up with paper and pencil."""

    def __init__(self, events: Sequence[Counted], rules: Rules, player: str) -> None:
        self.played = [event for event in events if event.over]
        self.values = [self._value(event, rules, player) for event in self.played]
        self.places = [
            event.results[player].last if player in event.results else 10**9
            for event in self.played
        ]
        self.count = sum(player in event.results for event in self.played)
        keep = len(self.values) if rules.best is None else min(rules.best, len(self.values))
        self.total = max((sum(those) for those in combinations(self.values, keep)), default=F(0))

    @staticmethod
    def _value(event: Counted, rules: Rules, player: str) -> Fraction:
        if player not in event.results:
            return rules.missed * event.weight
        result = event.results[player]
        table = dict(enumerate(rules.table, 1))
        each = [table.get(place, rules.beyond) for place in range(result.first, result.last + 1)]
        base = {
            Basis.MATCH_POINTS: lambda: result.match_points,
            Basis.ATTENDANCE: lambda: F(0),
            Basis.PLACE: lambda: {
                Shared.MEAN: sum(each) / F(len(each)), Shared.BEST: each[0], Shared.LAST: each[-1],
            }[rules.shared],
        }[rules.basis]()  # fmt: skip
        return (base + rules.attendance) * event.weight

    def beats(self, other: "Recount", rules: Rules) -> bool:
        if self.total != other.total:
            return self.total > other.total
        for tie in rules.ties:
            mine, theirs = self._tie(tie), other._tie(tie)
            for one, two in zip(mine, theirs, strict=True):
                if one != two:
                    return one > two
        return False

    def _tie(self, tie: Tie) -> list[Fraction]:
        if tie is Tie.WINS:
            return [F(self.places.count(1))]
        if tie is Tie.ALL_POINTS:
            return [sum(self.values, F(0))]
        if tie is Tie.EVENTS:
            return [F(self.count)]
        places = sorted(self.places) if tie is Tie.BEST_PLACES else self.places[::-1]
        return [F(-place) for place in places]


@pytest.mark.soak
@pytest.mark.thorough
@pytest.mark.parametrize("chunk", some(range(10), 2))
def test_the_ranking_is_the_one_of_paper_and_pencil(chunk: int) -> None:
    for number in range(chunk * 100, chunk * 100 + 100):
        events, rules = a_series(number, {})
        rows = standings(events, rules)
        known = {row.player: Recount(events, rules, row.player) for row in rows}
        assert {*known} == {each for event in events for each in event.results}
        ranked = [each for each in known if known[each].count >= rules.minimum]
        for row in rows:
            mine = known[row.player]
            assert (row.points, row.events) == (mine.total, mine.count), number
            better = sum(known[other].beats(mine, rules) for other in ranked)
            assert row.rank == (better + 1 if row.player in ranked else None), number
            assert sum(line.points for line in row.lines if line.counts) == row.points
        assert [row.rank or 99 for row in rows] == sorted(row.rank or 99 for row in rows)


@pytest.mark.soak
@pytest.mark.thorough
@pytest.mark.parametrize("chunk", some(range(10), 2))
def test_what_is_certain_holds_however_the_series_goes_on(chunk: int) -> None:
    decided = 0
    for number in range(chunk * 100, chunk * 100 + 100):
        under_way = dict[str, UnderWay]()
        events, rules = a_series(number, under_way)
        found = outlooks(events, rules)
        decided += sum(each.fate is not Fate.OPEN for each in found.values())
        chance = random.Random(f"on {number}")
        for _ in range(20):
            everybody = [*found, "new 1", "new 2", "new 3"]
            ended = [
                event
                if event.over
                else replace(
                    event,
                    over=True,
                    results=under_way[event.key].results(chance, everybody)
                    if event.key in under_way
                    else results(chance, everybody),
                )
                for event in events
            ]
            rows = standings(ended, rules)
            for row in rows:
                if before := found.get(row.player):
                    assert before.least <= row.points, number
                    assert before.most is None or row.points <= before.most, number
                    qualifies = bool(row.rank) and row.rank <= rules.qualify
                    assert before.fate is not Fate.IN or qualifies, number
                    assert before.fate is not Fate.OUT or not qualifies, number
    assert decided > 50


def test_whoever_shares_the_last_rank_qualifies_once_the_series_is_over() -> None:
    rules = replace(PRESETS["places"], qualify=2, ties=())
    both = {"ana": Result(1, 1), "bo": Result(2, 3), "cy": Result(2, 3), "dee": Result(4, 4)}
    found = outlooks([Counted("a", "A", results=both)], rules)
    assert [each for each in found if found[each].fate is Fate.IN] == ["ana", "bo", "cy"]


def test_the_least_and_the_most_can_be_reached() -> None:
    rules = replace(PRESETS["places"], best=2, qualify=1)
    played = Counted(
        "a", "A", results={"ana": Result(1, 1), "bo": Result(2, 2), "cy": Result(11, 11)}
    )
    to_come = Counted("b", "B", over=False)
    found = outlooks([played, to_come], rules)
    assert (found["ana"].least, found["ana"].most) == (25, 50)
    assert (found["bo"].least, found["bo"].most) == (18, 43)
    assert {each.fate for each in found.values()} == {Fate.OPEN}
    last = replace(to_come, over=True, results={"ana": Result(1, 1), "bo": Result(2, 2)})
    final = outlooks([played, last], rules)
    assert {each: final[each].fate for each in final} == {
        "ana": Fate.IN, "bo": Fate.OUT, "cy": Fate.OUT,
    }  # fmt: skip


def test_whoever_cannot_reach_the_minimum_is_out_and_has_no_rank() -> None:
    rules = replace(PRESETS["places"], minimum=3, qualify=2)
    one = Counted("a", "A", results={"ana": Result(1, 1)})
    both = replace(one, key="b", results={"ana": Result(1, 1), "bo": Result(2, 2)})
    events = [one, both, Counted("c", "C", over=False)]
    assert [(row.player, row.rank) for row in standings(events, rules)] == [
        ("ana", None),
        ("bo", None),
    ]
    found = outlooks(events, rules)
    assert (found["ana"].fate, found["bo"].fate) == (Fate.OPEN, Fate.OUT)
