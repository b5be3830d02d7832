"""What the lines of several sheets have in common: the cell of each of their columns."""

from collections.abc import Mapping

from runner.core.problems import Place


class SheetLine:
    """A line of a sheet, with its own cell and the cells of its columns."""

    __slots__ = ()
    place: Place
    places: Mapping[str, Place]

    def at(self, column: str) -> Place:
        """Return the cell of one column, for a Problem."""
        return self.places.get(column, self.place)
