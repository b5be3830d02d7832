"""Programmes as the solver has them: beside another solver, all ways, and ones made at once."""

from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from runner.pairing.bounds.gaps import Entries, Model, Numbers

CHANCES = range(40)


def drawn(chance: Random) -> tuple[Numbers, Numbers, Numbers]:
    """Some columns over a few rows, with one for each row alone so that there is a way; what each
    row wants, and what each column costs."""
    rows, more = chance.randint(1, 5), chance.randint(0, 6)
    columns = [[chance.choice((0, 0, 1, 2)) for _ in range(rows)] for _ in range(more)]
    matrix = np.hstack([np.eye(rows), np.array(columns, float).reshape(more, rows).T])
    wanted = np.array([chance.randint(1, 4) for _ in range(rows)], float)
    return matrix, wanted, np.array([chance.randint(1, 9) for _ in range(rows + more)], float)


def model(matrix: Numbers, wanted: Numbers, costs: Numbers, most: float = np.inf) -> Model:
    made = Model()
    made.add_columns(Entries.of(np.zeros((0, len(costs)))), costs, most=most)
    made.add_rows(Entries.of(matrix), wanted, wanted)
    return made


@pytest.mark.parametrize("seed", CHANCES)
def test_a_programme_costs_what_another_solver_says_and_its_prices_prove_it(seed: int) -> None:
    matrix, wanted, costs = drawn(Random(seed))
    found = model(matrix, wanted, costs).solved()
    assert found is not None
    assert found.value == pytest.approx(linprog(costs, A_eq=matrix, b_eq=wanted).fun)
    assert matrix @ found.taken == pytest.approx(wanted)
    assert found.prices @ wanted == pytest.approx(found.value)
    assert (found.prices @ matrix <= costs + 1e-7).all()


@pytest.mark.parametrize("seed", CHANCES)
def test_a_programme_that_grows_is_worth_the_same_as_one_made_at_once(seed: int) -> None:
    matrix, wanted, costs = drawn(Random(seed))
    rows = len(wanted)
    grown = Model()
    grown.add_rows(Entries.of(np.zeros((rows - 1, 0))), wanted[:-1], wanted[:-1])
    grown.add_columns(Entries.of(matrix[:-1, :rows]), costs[:rows])
    assert grown.solved() is not None
    grown.add_rows(Entries.of(matrix[-1:, :rows]), wanted[-1:], wanted[-1:])
    grown.add_columns(
        Entries.of(matrix[:-1, rows:]).and_(Entries.of(matrix[-1:, rows:]).below(rows - 1)),
        costs[rows:],
    )
    one, other = grown.solved(), model(matrix, wanted, costs).solved()
    assert one
    assert other
    assert one.value == pytest.approx(other.value)


@pytest.mark.parametrize("seed", CHANCES)
def test_whole_numbers_are_the_least_of_all_ways(seed: int) -> None:
    matrix, wanted, costs = drawn(Random(seed))
    ways = [np.array(way) for way in product((0, 1), repeat=len(costs))]
    worth = [costs @ way for way in ways if (matrix @ way == wanted).all()]
    found = model(matrix, wanted, costs, most=1.0).whole(exact=True)
    assert found.impossible == (not worth)
    if worth:
        assert found.taken is not None
        assert costs @ np.rint(found.taken) == min(worth)
        assert found.bound <= min(worth) + 1e-6


def test_other_costs_give_another_answer_and_no_way_is_told() -> None:
    made = model(np.array([[1.0, 1.0]]), np.array([1.0]), np.array([1.0, 2.0]), most=1.0)
    first = made.whole().taken
    made.costing(np.array([2.0, 1.0]))
    second = made.whole().taken
    assert first is not None
    assert second is not None
    assert [*np.rint(first), *np.rint(second)] == [1, 0, 0, 1]
    matrix, wanted = np.array([[1.0, 1.0]]), np.array([3.0])
    assert model(matrix, wanted, np.ones(2), most=1.0).solved() is None
    assert model(matrix, wanted, np.ones(2), most=1.0).whole().impossible
