"""Lower bounds on the points differences of pods: never too high, and often a proof."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

import numpy as np
import pytest

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.bounds.effort import PUBLISHED, THOROUGH, Work
from runner.pairing.bounds.gaps import Plane, PodSizes, Shares, missed
from runner.pairing.bounds.linear import Programme, priced
from runner.pairing.bounds.pricing import Prices, improving_pods, seeds
from runner.pairing.bounds.problem import Problem, Task
from runner.pairing.bounds.search import bound_of
from runner.pairing.engine import pair, with_bound
from runner.pairing.state import Entrant, PairingInput
from tests.support.states import event, newcomers, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

SEATS = list[tuple[str, ...]]


def seats(state: PairingInput) -> SEATS:
    return [table.seats for table in pair(state).tables]


def states(count: int, most: int) -> Iterator[PairingInput]:
    """Made-up fields of up to so many players who have met, sat in small pods and have clubs."""
    for number in range(count):
        chance = Stream("bounds", number)
        players = []
        ids = [f"P{at}" for at in range(5 + chance.below(most - 4))]
        for each in ids:
            met = tuple(other for other in ids if other != each and not chance.below(4))
            points = Fraction(chance.choice((0, 1, 2, 7, 8, 14)))
            small, club = int(not chance.below(3)), chance.choice(("", "", "", "Ems"))
            players.append(Entrant(each, points, opponents=met, small_pods=small, club=club))
        yield state_of(tuple(players), seed=f"{number}", settings={"pod_size": 3 + number % 3})


def aims(state: PairingInput, tables: SEATS) -> tuple[Fraction, ...]:
    """Repeats, second small pods, clubs and differences of points, counted from scratch."""
    known = {player.id: player for player in state.players}
    pods = [[known[each] for each in table] for table in tables]
    pairs = [pair for pod in pods for pair in combinations(pod, 2)]
    standard = state.ruleset.pod_size
    return (
        Fraction(sum(max(b.id in a.opponents, a.id in b.opponents) for a, b in pairs)),
        Fraction(sum(bool(p.small_pods) for pod in pods if len(pod) < standard for p in pod)),
        Fraction(sum(a.club == b.club != "" for a, b in pairs)),
        sum((p.points for pod in pods if len(pod) < standard for p in pod), Fraction(0)),
        sum((abs(a.points - b.points) for a, b in pairs), Fraction(0)),
    )


def every_way(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[SEATS]:
    if not sizes:
        yield []
        return
    first, rest = players[0], players[1:]
    for at, size in enumerate(sizes):
        if size in sizes[:at]:
            continue
        for others in combinations(rest, size - 1):
            left = tuple(each for each in rest if each not in others)
            for more in every_way(left, sizes[:at] + sizes[at + 1 :]):
                yield [(first, *others), *more]


def test_no_way_to_fill_the_pods_is_below_the_bound_and_what_is_proved_is_best() -> None:
    proved = 0
    for state in states(40, 10):
        made = seats(state)
        bound = bound_of(state, made)
        assert bound is not None
        players = tuple(each for table in made for each in table)
        ways = every_way(players, tuple(map(len, made)))
        best = min(aims(state, way) for way in ways)
        mine = aims(state, made)
        if mine[:4] == best[:4]:
            assert bound.points <= best[4]
        assert not bound.proved or mine == best
        proved += bound.proved
    assert proved > 30


def test_a_pairing_that_is_not_the_best_is_never_called_so() -> None:
    for state in states(30, 10):
        made = [list(table) for table in seats(state)]
        if len(made) < 2:
            continue
        made[0][0], made[1][0] = made[1][0], made[0][0]
        worse: SEATS = [tuple(table) for table in made]
        mine = aims(state, worse)
        if mine > aims(state, seats(state)):
            bound = bound_of(state, worse)
            assert bound is not None
            assert not bound.proved


def test_bounds_rise_towards_what_was_reached_and_never_above() -> None:
    reached = proved = 0
    for state, result in islice(event(61), 2, 6):
        certificate = with_bound(state, result, THOROUGH).certificate
        assert result.certificate.lower_bound <= certificate.lower_bound
        assert certificate.lower_bound <= certificate.points_mismatch
        proved += certificate.proved_optimal
        reached += certificate.lower_bound >= certificate.points_mismatch * Fraction(19, 20)
    assert reached == 4
    assert proved >= 2


def problem(players: int, rounds: int) -> Problem:
    *_, (state, result) = islice(event(players), rounds)
    return points_problem(state, [table.seats for table in result.tables])


def points_problem(state: PairingInput, tables: SEATS) -> Problem:
    """The last of the problems of some tables, that of the points."""
    seated = [player for player in state.players if any(player.id in seats for seats in tables)]
    task = Task(seated, tables, state.ruleset.pod_size, small_pods_last=True)
    found = task.problem(len(task.aims))
    assert found is not None
    return found


@pytest.mark.parametrize("players", [33, 36])
def test_prices_hold_against_every_pod_that_there_could_be(players: int) -> None:
    """The proof, looked through pod by pod, by other code than that which made it."""
    made = problem(players, 4)
    sizes = PodSizes.of(made)
    assert sizes is not None
    begun = Programme([*made.pods, *seeds(made)])
    found = priced(made, sizes, begun, Work(10**9))
    assert found is not None
    paid = sum(map(int, found.prices.players)) + sum(
        int(price) * cut.least for cut, price in found.prices.cuts
    )
    for size, pods in made.sizes.items():
        left = min(
            made.cost(pod) * made.parts - _pays(made, found.prices, pod)
            for pod in combinations(range(players), size)
        )
        paid += pods * (int(found.prices.sizes[size]) + min(0, left))
    assert found.bound == Fraction(paid, made.parts)
    assert found.bound <= made.total


def _pays(made: Problem, prices: Prices, pod: tuple[int, ...]) -> int:
    size = len(pod)
    for_cuts = sum(
        int(price) * cut.amounts[size][sum(each < cut.below for each in pod)]
        for cut, price in prices.cuts
        if size in cut.amounts
    )
    return int(sum(prices.players[list(pod)])) + int(prices.sizes[size]) + for_cuts


def test_all_improving_pods_are_found() -> None:
    made = problem(24, 3)
    chance = Stream("prices")
    players = np.array([float(chance.below(9 * made.parts)) for _ in range(24)])
    prices = Prices(players, {4: -2.0 * made.parts}, [])
    found = {pod for _, pod in improving_pods(made, prices, 4, Work(10**9), every=True)}
    expected = {
        pod
        for pod in combinations(range(24), 4)
        if made.cost(pod) * made.parts < _pays(made, prices, pod)
    }
    assert found == expected
    assert found


@pytest.mark.parametrize("sizes", [(4, 4, 4), (4, 4, 3), (4, 3, 3), (5, 5), (5, 4), (3, 3, 3)])
def test_cuts_are_kept_by_every_way_to_fill_the_pods(sizes: tuple[int, ...]) -> None:
    """At every gap, for shares of pods taken by chance, which no whole pods might have."""
    players = sum(sizes)
    ids = tuple(map(str, range(players)))
    ways = [
        [tuple(sorted(int(each) for each in pod)) for pod in way] for way in every_way(ids, sizes)
    ]
    cuts = cuts_by_chance(sizes)
    assert {cut.below for cut in cuts} >= {2, players - 2}
    if len({*sizes}) > 1:
        other = min({*sizes}, key=sizes.count)
        assert any(min(cut.amounts[other]) < 0 for cut in cuts)
    for cut in cuts:
        for way in ways[:: 1 + len(ways) // 500]:
            total = sum(cut.amounts[len(pod)][sum(each < cut.below for each in pod)] for pod in way)
            assert total >= cut.least


def cuts_by_chance(sizes: tuple[int, ...]) -> list[Plane]:
    places = iter(range(sum(sizes)))
    entrants = tuple(Entrant(f"P{at:02}", Fraction(at)) for at in range(sum(sizes)))
    tables = [tuple(f"P{next(places):02}" for _ in range(size)) for size in sizes]
    made = points_problem(state_of(entrants, settings={"pod_size": max(sizes)}), tables)
    counted = PodSizes.of(made)
    assert counted is not None
    chance, found = Stream("cuts", *sizes), list[Plane]()
    for _ in range(30):
        pods = [tuple(sorted(chance.shuffled(range(sum(sizes)))[:size])) for size in sizes * 2]
        shares = Shares(counted, pods, np.array([chance.below(5) / 4 for _ in pods]))
        found += missed(made, counted, shares)
    return found


@pytest.mark.parametrize(("kind", "sign", "least"), [(0, 1, 1), (2, 1, 2), (2, -1, 0), (4, -1, 0)])
def test_the_bound_of_a_part_holds_for_every_way_in_it(kind: int, sign: int, least: int) -> None:
    """Also where the pods to begin with have no way to be in that part."""
    made = problem(11, 3)
    sizes = PodSizes.of(made)
    assert sizes is not None
    below = 5
    amounts = {4: tuple(sign * (at == kind) for at in range(5)), 3: (0, 0, 0, 0)}
    branch = Plane(below, amounts, least)
    begun = Programme(made.pods, branches=[branch])
    found = priced(made, sizes, begun, Work(10**9))
    assert found is not None
    costs = []
    for way in every_way(tuple(map(str, range(11))), tuple(map(len, made.pods))):
        pods = [tuple(sorted(int(each) for each in pod)) for pod in way]
        row = sum(branch.amounts[len(pod)][sum(each < below for each in pod)] for pod in pods)
        if row >= least:
            costs.append(sum(map(made.cost, pods)))
    assert found.bound <= min(costs)


def test_parts_are_counted_together_and_the_least_of_them_holds_for_all() -> None:
    """The programme alone stays below: only the parts show that nothing is better."""
    reached = 0
    for players in (47, 61):
        for state, result in islice(event(players), 2, 6):
            tables = [table.seats for table in result.tables]
            made = points_problem(state, tables)
            sizes = PodSizes.of(made)
            assert sizes is not None
            root = priced(made, sizes, Programme([*made.pods, *seeds(made)]), Work(10**9))
            found = bound_of(state, tables, THOROUGH)
            assert root is not None
            assert found is not None
            assert made.in_points(root.bound) <= found.points
            reached += made.gap(root.bound) > 0 and found.proved
    assert reached


def test_nothing_is_claimed_of_what_was_not_paired_by_all_aims_or_is_too_large() -> None:
    players = newcomers(12)
    for settings in ({"method": "random"}, {"method": "power"}):
        state = state_of(players, settings=settings)
        assert bound_of(state, seats(state)) is None
    two = state_of(newcomers(8), mode=Mode.HEAD_TO_HEAD)
    assert bound_of(two, seats(two)) is None
    assert bound_of(state_of(newcomers(12)), seats(state_of(newcomers(12)))) is not None
    players = newcomers(20_000)  # whose pairs alone would be three gigabytes
    tables = [tuple(each.id for each in players[at : at + 4]) for at in range(0, 20_000, 4)]
    state = state_of(players)
    tracemalloc.start()
    assert bound_of(state, tables, THOROUGH) is None
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_points_told_apart_very_finely_have_a_bound_that_is_true() -> None:
    """They had none: now they are rounded, and what that may be off by is taken off."""
    fine = tuple(
        replace(player, points=Fraction(at, 999_983**2)) for at, player in enumerate(newcomers(30))
    )
    far = state_of((*fine[:-1], replace(fine[-1], points=Fraction(1000))))
    made = seats(far)
    bound = bound_of(far, made)
    assert bound is not None
    assert not bound.proved
    assert aims(far, made)[4] * Fraction(999_999, 1_000_000) < bound.points <= aims(far, made)[4]
    made[0], made[1] = (made[1][0], *made[0][1:]), (made[0][0], *made[1][1:])
    worse = bound_of(far, made)
    assert worse is not None
    assert not worse.proved
    assert worse.points <= aims(far, seats(far))[4]


def test_a_thorough_effort_is_never_below_a_quick_one() -> None:
    *_, (state, _) = islice(event(44), 5)
    made = seats(state)
    quick, thorough = (bound_of(state, made, effort) for effort in (PUBLISHED, THOROUGH))
    assert quick is not None
    assert thorough is not None
    assert quick.points <= thorough.points


@pytest.mark.parametrize("work", [1, 10_000_000, 40_000_000])
def test_where_the_work_ends_the_bound_is_lower_and_never_wrong(work: int) -> None:
    *_, (state, _) = islice(event(61), 5)
    made = seats(state)
    full = bound_of(state, made, THOROUGH)
    part = bound_of(state, made, replace(THOROUGH, work=work))
    assert full is not None
    assert part is None or part.points <= full.points
