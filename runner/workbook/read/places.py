"""The cells of one row by column, made only when somebody asks."""

from collections.abc import Iterator, Mapping

from runner.core.problems import Place
from runner.workbook.read.sheet import View


class RowPlaces(Mapping[str, Place]):
    """The cells of one row by column, made only when somebody asks."""

    __slots__ = ("_number", "_view")

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self._number = number

    def __getitem__(self, column: str) -> Place:
        if column not in self._view.columns:
            raise KeyError(column)
        return self._view.place(column, self._number)

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.columns)

    def __len__(self) -> int:
        return len(self._view.columns)
