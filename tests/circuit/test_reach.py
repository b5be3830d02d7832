"""What an event under way says that its players can still reach, against how it ends."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from runner.app.sample_players import players
from runner.circuit.reach import ANYTHING, Reach, by_points
from runner.circuit.summary import Entrant, Summary, from_document, summary
from runner.core.phase import Mode
from runner.core.stage import Stage
from runner.phases import playoff
from tests.support.day import Day, drawn_results
from tests.support.events import event, phase
from tests.support.soak import some


def begun(chance: Random) -> Day:
    """A random event: Swiss rounds with or without a cut, two days, groups, or a playoff alone."""
    mode = chance.choice([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
    kind = chance.choice(("swiss", "cut", "cut", "cut", "advance", "points", "days", "playoff"))
    people = players(chance.randint(6, 20))
    rounds = phase(1, rounds=chance.randint(2, 3), mode=mode)
    if kind == "advance":
        rounds = phase(1, rounds=2, mode=mode, advance_points=3)
    type_ = chance.choice(["single_elimination", "single_elimination", "double_elimination"])
    if mode is Mode.MULTIPLAYER:
        type_ = "single_elimination"
    last = phase(2, type_, mode, **({"cut_points": 3} if kind == "points" else {"cut": 4}))
    then = {
        "swiss": (rounds,), "days": (rounds, phase(2, rounds=1, mode=mode)),
        "playoff": (phase(1, type_, mode),),
    }  # fmt: skip
    return Day(event(people, *then.get(kind, (rounds, last))))


def lived(day: Day, chance: Random) -> list[Summary]:
    """Play an event to its end, while players leave and come before a playoff; return its summary
    at each step."""
    known = [summary(day.snapshot)]
    for step in range(30):
        if day.snapshot.over:
            break
        current = day.snapshot.current_round
        some_results = drawn_results(chance.random())
        if chance.random() < 0.5:  # half of the tables, then the others
            half = {table.number: some_results(table) for table in current.tables[::2]}
            day.type(current.id, half)
            day.save()
            known.append(summary(day.snapshot))
            rest = [table for table in current.tables if table.number not in half]
            day.type(current.id, {table.number: some_results(table) for table in rest})
            day.save()
        else:
            day.play(some_results)
        known.append(summary(day.snapshot))
        done, now = len(day.snapshot.rounds), [*day.event.players]
        in_playoff = playoff(day.event.phases[-1].type) and day.snapshot.phases[-1].rounds
        for at, each in enumerate(now):
            if not in_playoff and each.drops_after is None and chance.random() < 0.05:
                now[at] = replace(each, drops_after=done - chance.randint(0, 1))
        if len(day.snapshot.phases[0].rounds) == done and chance.random() < 0.3:
            (new,) = players(1)
            now.append(replace(new, id=f"N{step}", name=f"New {step}", enters=done + 1))
        day.change(players=tuple(now))
        known.append(summary(day.snapshot))
    return known


def assert_within(reach: Reach, end: Entrant, where: object) -> None:
    assert reach.first <= end.first, where
    assert reach.last is None or end.last <= reach.last, where
    assert reach.least <= end.points, where
    assert reach.most is None or end.points <= reach.most, where


@pytest.mark.soak
@pytest.mark.thorough
@pytest.mark.parametrize("chunk", some(range(10), 2))
def test_every_event_ends_as_it_said_that_it_can(chunk: int) -> None:
    tight = over = 0
    for number in range(chunk * 20, chunk * 20 + 20):
        chance = Random(number)
        day = begun(chance)
        *before, end = lived(day, chance)
        if end.stage is not Stage.OVER:
            continue
        over += 1
        places = {each.id: each for each in end.entrants if each.first}
        for at, known in enumerate(before):
            if known.stage is not Stage.RUNNING:
                continue
            there = {each.id: each.reach for each in known.entrants if each.reach}
            for id_, reach in there.items():
                assert_within(reach, places[id_], (number, at, id_))
                tight += reach.last is not None or reach.first > 1
            for id_ in places.keys() - there.keys():
                assert known.later is not None, (number, at, id_)
                assert_within(known.later, places[id_], (number, at, id_))
    assert over > 10
    assert tight > 100


def test_points_bound_the_places() -> None:
    points = {"ana": Fraction(9), "bo": Fraction(6), "cy": Fraction(3), "dee": Fraction(0)}
    reach, later = by_points(points, {"cy"}, Fraction(3), Fraction(3), 0)
    assert reach["ana"] == Reach(1, 2, Fraction(9), Fraction(12))
    assert reach["bo"] == Reach(1, 2, Fraction(6), Fraction(9))
    assert reach["cy"] == Reach(3, None, Fraction(3), Fraction(3))
    assert reach["dee"] == Reach(3, None, Fraction(0), Fraction(3))
    assert later == Reach(3, None, Fraction(0), Fraction(3))
    before_a_cut, _ = by_points(points, {"cy"}, Fraction(3), Fraction(3), 2)
    assert before_a_cut["ana"][:2] == (1, 4)  # who leaves before the playoff is placed below it
    assert before_a_cut["cy"][:2] == (3, None)


def test_a_summary_of_an_earlier_version_bounds_nothing() -> None:
    document = {**Summary("x", stage=Stage.RUNNING).document}
    del document["later"]
    assert from_document(document).later == ANYTHING
