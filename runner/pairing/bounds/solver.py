"""Linear and whole-number programmes, as HiGHS solves them.

How much of each column is taken, so that every row comes to what it must and all costs the least:

    costs   3  2  4    row 0, which wants 1, is in columns 0 and 2, row 1 in 1 and 2:
    row 0   1     1    4 for column 2 is less than 3 + 2 for the others, and the prices
    row 1      1  1    of the rows come to 4 as well

Columns and rows may be added to a programme that is solved; it goes on from where it was. HiGHS
reckons in floats: whatever must be true is counted again in whole numbers by whoever asks.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import highspy
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

_FOUND = highspy.HighsModelStatus.kOptimal
_NONE = (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible)


class Entries(NamedTuple):
    """What columns add to rows, an entry each: row, column and amount. Rows and columns that are
    added now are counted from 0, those that are there already as they are."""

    rows: Places
    columns: Places
    amounts: Numbers

    @classmethod
    def of(cls, matrix: npt.ArrayLike) -> "Entries":
        """The entries of a matrix that are not 0."""
        dense = np.asarray(matrix, float)
        rows, columns = np.nonzero(dense)
        return cls(rows, columns, dense[rows, columns])

    def below(self, rows: int) -> "Entries":
        """The same so many rows further down."""
        return self._replace(rows=self.rows + rows)

    def and_(self, others: "Entries") -> "Entries":
        """These and others."""
        return Entries(
            np.concatenate([self.rows, others.rows]),
            np.concatenate([self.columns, others.columns]),
            np.concatenate([self.amounts, others.amounts]),
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """What is taken of each column, the price of each row, what all costs, and the steps to it."""

    taken: Numbers
    prices: Numbers
    value: float
    steps: int


@dataclass(frozen=True, slots=True)
class Whole:
    """What is taken of each column in whole numbers, if anything was found; `bound`: nothing costs
    less. `impossible`: there is no way at all."""

    taken: Numbers | None
    bound: float
    impossible: bool


class Model:
    """A programme that grows."""

    def __init__(self) -> None:
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (("output_flag", False), ("threads", 1)):
            self._highs.setOptionValue(option, value)

    def add_rows(self, entries: Entries, least: npt.ArrayLike, most: npt.ArrayLike) -> None:
        """Rows that must come to `least` or more and `most` or less."""
        low, high = np.asarray(least, float), np.asarray(most, float)
        starts, places, amounts = _packed(len(low), entries.rows, entries.columns, entries.amounts)
        self._highs.addRows(len(low), low, high, len(places), starts, places, amounts)

    def add_columns(
        self,
        entries: Entries,
        costs: npt.ArrayLike,
        least: npt.ArrayLike = 0.0,
        most: npt.ArrayLike = np.inf,
    ) -> None:
        """Columns of which `least` to `most` may be taken, for `costs` each."""
        paid = np.asarray(costs, float)
        low, high = (
            np.broadcast_to(np.asarray(limit, float), paid.shape) for limit in (least, most)
        )
        starts, places, amounts = _packed(len(paid), entries.columns, entries.rows, entries.amounts)
        self._highs.addCols(len(paid), paid, low, high, len(places), starts, places, amounts)

    def costing(self, costs: Numbers) -> None:
        """Other costs for all columns."""
        self._highs.changeColsCost(len(costs), np.arange(len(costs), dtype=np.int32), costs)

    def solved(self) -> Solved | None:
        """The least that it can cost; None where the solver finds none."""
        self._highs.run()
        if self._highs.getModelStatus() != _FOUND:
            return None
        found, info = self._highs.getSolution(), self._highs.getInfo()
        return Solved(
            np.array(found.col_value),
            np.array(found.row_dual),
            info.objective_function_value,
            max(0, info.simplex_iteration_count),
        )

    def whole(self, *, branches: int | None = None, exact: bool = False) -> Whole:
        """The least that it can cost where each column is taken in whole numbers, looking through
        so many branches at most. `exact`: to the last unit, not to one in ten thousand, and nothing
        where the search ended before that was certain."""
        highs, count = self._highs, self._highs.getNumCol()
        kinds = np.full(count, highspy.HighsVarType.kInteger)
        highs.changeColsIntegrality(count, np.arange(count, dtype=np.int32), kinds)
        if branches is not None:
            highs.setOptionValue("mip_max_nodes", branches)
        if exact:
            highs.setOptionValue("mip_rel_gap", 0.0)
        highs.run()
        status, info = highs.getModelStatus(), highs.getInfo()
        found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        found &= status == _FOUND or not exact
        taken = np.array(highs.getSolution().col_value) if found else None
        return Whole(taken, info.mip_dual_bound, status in _NONE)


def _packed(
    lines: int, along: Places, across: Places, amounts: Numbers
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Numbers]:
    """Entries line by line: where each line begins, and places and amounts."""
    order = np.argsort(along, kind="stable")
    starts = np.searchsorted(along[order], np.arange(lines))
    return starts.astype(np.int32), across[order].astype(np.int32), amounts[order]
