"""Rounds whose points are wagers or fractions of any kind: nothing is called proved, and no bound
given, that is not so in exact points. `make soak` looks at 2,000 states; a test of a few of each
kind is part of `make test`. States are known by number: to look at one again, give it to
`fine_state`."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.bounds.effort import PAIRING, OutOfWorkError, Work
from runner.pairing.bounds.pricing import Prices, improving_pods
from runner.pairing.bounds.problem import Task
from runner.pairing.engine import pair, with_bound
from runner.pairing.field import field_of
from runner.pairing.matches.pairs import match_up
from runner.pairing.methods import Objectives
from runner.pairing.pods import Cost, split_into_pods
from runner.pairing.pods.reassign import weights
from runner.pairing.state import Entrant
from tests.support.fine_points import KINDS, fine_state
from tests.support.fine_referee import best_of_all, faults
from tests.support.referee import UndecidedError, unit
from tests.support.soak import SOAKING
from tests.support.states import state_of

pytestmark = pytest.mark.thorough  # left out of make quick

BATCHES, EACH = 20, 100 if SOAKING else 1


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_is_called_proved_that_is_not_and_no_bound_is_too_high(batch: int) -> None:
    undecided = 0
    for number in range(batch * EACH, (batch + 1) * EACH):
        state = fine_state(number)
        try:
            assert not faults(state, with_bound(state, pair(state))), f"state {number}"
        except UndecidedError:
            undecided += 1
    assert undecided <= max(1, EACH // 20)


def test_a_small_pod_lower_by_a_hair_counts_and_prices_too_large_prove_nothing() -> None:
    """The referee had rounded the points of small pods as well: 1e-14 of a point were none."""
    state = fine_state(980)
    assert not faults(state, with_bound(state, pair(state)))
    task = made([Fraction(at) for at in range(24)])
    problem = task.problem(len(task.aims))
    assert problem is not None
    for price in (1e300, float("nan"), float(1 << 50)):
        prices = Prices(np.full(24, price), {4: 0.0}, [])
        with pytest.raises(OutOfWorkError):
            list(improving_pods(problem, prices, 4, Work(10**9)))


def made(points: list[Fraction], size: int = 4) -> Task:
    """Players of those points, at tables in the order of a draw."""
    players = [Entrant(f"P{at:02}", value) for at, value in enumerate(points)]
    order = random.Random(len(points)).sample(players, len(players))
    tables = [[each.id for each in order[at : at + size]] for at in range(0, len(order), size)]
    return Task(players, tables, size, small_pods_last=True)


@pytest.mark.parametrize("least", [1, 999_983, 10**15 + 37, 7**40])
def test_points_told_apart_too_finely_are_not_all_equal(least: int) -> None:
    """They were: rounded to nothing, tables of anybody were the best that could be."""
    task = made([Fraction(1000 * (at % 5)) + Fraction(at, least) for at in range(32)])
    assert not task.surely_best


@pytest.mark.parametrize("denominator", [1, 4_000, 10**9 + 7, 7**30])
def test_rounded_levels_say_by_how_much_they_may_be_off(denominator: int) -> None:
    chance = random.Random(denominator)
    points = [Fraction(chance.randrange(2_000 * denominator), denominator) for _ in range(24)]
    task = made(points)
    problem = task.problem(len(task.aims))
    assert problem is not None
    step = problem.unit * problem.coarse
    for _ in range(20):
        order = chance.sample(range(24), 24)
        pods = [tuple(sorted(order[at : at + 4])) for at in range(0, 24, 4)]
        ids = [[task.ids[at] for at in pod] for pod in pods]
        value = {f"P{at:02}": each for at, each in enumerate(points)}
        exact = sum(
            abs(value[one] - value[two]) for pod in ids for one, two in combinations(pod, 2)
        )
        assert problem.exact(pods) * problem.unit == exact
        counted = sum(map(problem.cost, pods))
        assert abs(counted * step - exact) <= problem.slack * step
        assert (problem.coarse > 1) == (denominator > 10**6)


def nearly_equal(count: int) -> list[Fraction]:
    """Points of which 1,000 make one level: of most players the fewest, and of one very many."""
    chance = random.Random(count)
    return [Fraction(chance.randrange(4_000)) for _ in range(count - 1)] + [Fraction(1000 << 33)]


def test_what_is_better_is_never_left_out_for_its_rounded_levels() -> None:
    """Where all pods up to a limit have been looked through, a better pairing was among them."""
    problem = made(nearly_equal(24)).problem(5)
    assert problem is not None
    assert problem.coarse > 1
    chance, higher = random.Random("better"), 0
    for _ in range(2_000):
        order = chance.sample(range(24), 24)
        pods = [tuple(sorted(order[at : at + 4])) for at in range(0, 24, 4)]
        if problem.exact(pods) < problem.exact(problem.pods):
            counted = sum(map(problem.cost, pods))
            assert counted <= problem.better_than
            assert problem.gap(Fraction(counted))
            higher += counted >= problem.total
    assert higher, "else nothing is shown"


def test_rounded_levels_tell_nothing_of_whose_small_pods_are_lower() -> None:
    task = made(nearly_equal(23))
    assert not task.surely_least(4)
    assert task.problem(4) is None
    assert made([Fraction(at) for at in range(23)]).problem(4) is not None


@pytest.mark.parametrize(("finest", "unit", "proved"), [
    (None, 1, True), (100, 1, False), (None, 10**40, False),
])  # fmt: skip
def test_matches_of_rounded_points_are_not_called_proved(
    finest: int | None, unit: int, proved: bool
) -> None:
    """Also where the differences are too large to be counted with all other aims."""
    players = [Entrant(f"P{at}", Fraction(unit * (500 - at * at))) for at in range(20)]
    field = field_of(players, finest=finest)
    assert field.exact is (finest is None)
    assert match_up(field, (), Objectives(), Stream("rounded")).proved is proved


@pytest.mark.parametrize("kind", ["wager", "averaged", "sevenths", "primes", "negative"])
def test_rounds_of_fine_points_are_proved_and_best(kind: str) -> None:
    """In exact points, with all ways to fill the tables compared."""
    chance, scale = Stream("fine", kind), {"wager": 4_000, "averaged": 24 * 10**9}
    of = scale.get(kind, 7 * 99_991)
    players = [
        Entrant(f"P{at:02}", Fraction(chance.below(3_000 * of) - 1_000 * of, of))
        for at in range(12)
    ]
    state = state_of(tuple(players), settings={"pod_size": 4})
    result = with_bound(state, pair(state))
    best = best_of_all(state, [table.seats for table in result.tables])
    assert result.certificate.points_mismatch == best[-1] * unit(state)
    assert result.certificate.proved_optimal


def test_a_round_of_wagers_is_paired_at_its_best_and_proved() -> None:
    """28 players or more after three rounds: it was called proved at what had been found first."""
    states = map(fine_state, range(0, 20_000, len(KINDS)))
    state = next(
        each
        for each in states
        if len(each.players) in (28, 32) and each.round == 4 and each.ruleset.pod_size == 4
    )
    result = with_bound(state, pair(state))
    assert result.certificate.proved_optimal
    assert not faults(state, result)


def test_the_search_ends_when_its_work_is_done() -> None:
    """Pods of 25 players who have nearly all met, with clubs: it went on for a minute."""
    chance = random.Random("all have met")
    ids = [f"P{at:02}" for at in range(25)]
    players = tuple(
        Entrant(
            each, Fraction(chance.randrange(30)),
            opponents=tuple(chance.sample([other for other in ids if other != each], 14)),
            small_pods=chance.randrange(2), club=chance.choice(["", "Ems", "Lahn"]),
        )
        for each in ids
    )  # fmt: skip
    field = field_of(sorted(players, key=lambda each: -each.points), finest=None)
    work = Work(PAIRING)
    split = split_into_pods(field, (4, 4, 4, 4, 3, 3, 3), 4, Objectives(), Stream("end"), work=work)
    assert sorted(at for pod in split.pods for at in pod) == [*range(25)]
    assert work.left > -PAIRING // 10


def test_points_without_a_common_unit_that_floats_can_hold_are_paired() -> None:
    denominators = [10**6 + at for at in range(3, 131, 2)]
    players = tuple(
        Entrant(f"P{at:02}", Fraction(3 * below + at, below), opponents=(f"P{(at + 7) % 64:02}",))
        for at, below in enumerate(denominators)
    )
    field = field_of(players, finest=None)
    assert max(field.levels) > 10**310
    for mode in Mode:
        if mode is not Mode.DRAFT:
            assert len(pair(state_of(players, mode)).tables) in (16, 32)


def test_conflicts_weigh_in_their_order_in_the_largest_field() -> None:
    """4,000 players of fine points, of whom nobody is a stranger to others: what is searched for
    is counted in 64 bits, and a clash of fixed tables was more than that."""
    players = [
        Entrant(
            f"P{at:04}", Fraction(100_003 * at, 7),
            opponents=tuple(f"P{(at + step) % 4_000:04}" for step in range(1, 8)), club="Ems",
            fixed_table=1 + at % 2 if at < 40 else None,
        )
        for at in range(4_000)
    ]  # fmt: skip
    field = field_of(players, finest=None)
    sizes = [4] * 1_000
    pairs, own, conflict = weights(field, Cost(field, 4, Objectives()), Objectives(), sizes)
    assert (pairs >= 0).all()
    apart, met, clash = (int(pairs[0, other]) for other in (50, 6, 1))
    assert conflict <= apart < met < clash
    assert 2 * clash * 120 < 1 << 62
    assert not own.any()
