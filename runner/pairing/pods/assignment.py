"""Assignment problems: for each row a column of its own, so that their costs add up to the least.

    costs 4 1 3    row 0 takes column 1, row 1 column 0 and row 2 column 2,
          2 0 5    for 1 + 2 + 2 = 5: the 0 is cheap, and would cost the others more
          3 2 2

The solver is scipy's, a C extension of its own. The package around it takes several times as long
to load as to pair a round, so the extension is loaded without it, where scipy keeps it there.
"""

from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Protocol

import numpy as np
import numpy.typing as npt

from runner.pairing.pods.weights import Matrix

Places = npt.NDArray[np.intp]


class Solver(Protocol):
    """Takes a square of costs; the rows in order, and the column of each."""

    def __call__(self, cost_matrix: Matrix, /) -> tuple[Places, Places]:
        """Raises ValueError where no assignment is possible."""


@cache
def solver() -> Solver:
    """The solver, the same whichever way it is loaded."""
    return _alone() or _packaged()


def _alone() -> Solver | None:
    package = find_spec("scipy")
    folders = package and package.submodule_search_locations
    spec = PathFinder.find_spec("_lsap", [f"{folder}/optimize" for folder in folders or ()])
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:  # of another part of scipy
        return None
    return getattr(module, "linear_sum_assignment", None)


def _packaged() -> Solver:
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment
