"""The solver of assignment problems, which is scipy's however it is loaded."""

from importlib.util import spec_from_file_location
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from runner.pairing.pods import reassign

COSTS = np.array([[4.0, 1.0, 3.0], [2.0, 0.0, 5.0], [3.0, 2.0, 2.0]])


@pytest.fixture(autouse=True)
def anew() -> None:
    reassign.solver.cache_clear()


def test_the_example_of_its_first_lines() -> None:
    _, columns = reassign.solver()(COSTS)
    assert [*columns] == [1, 0, 2]


def test_it_is_loaded_by_itself() -> None:
    assert reassign.solver() is not linear_sum_assignment


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_it_finds_what_the_package_finds_among_equals_too(size: int) -> None:
    costs = np.random.default_rng(size).integers(0, 4, (size, size)).astype(float)
    for one, two in zip(reassign.solver()(costs), linear_sum_assignment(costs), strict=True):
        assert (one == two).all()


def test_a_scipy_that_keeps_it_elsewhere_is_loaded_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reassign.PathFinder, "find_spec", lambda *_: None)
    assert reassign.solver() is linear_sum_assignment
    _, columns = reassign.solver()(COSTS)
    assert [*columns] == [1, 0, 2]


def test_a_scipy_whose_solver_needs_more_of_it_is_loaded_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "_lsap.py").write_text("raise ImportError\n")
    spec = spec_from_file_location("_lsap", tmp_path / "_lsap.py")
    monkeypatch.setattr(reassign.PathFinder, "find_spec", lambda *_: spec)
    assert reassign.solver() is linear_sum_assignment
