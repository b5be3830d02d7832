"""Tells of addresses and telephone numbers in cells that others get to see.

They are left out of everything that goes out, and each cell is named; a whole column of them, as a
pasted list has it, in one sentence.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from runner.core import contacts
from runner.core.phrases import listed
from runner.core.problems import Problem, error
from runner.workbook.read.sheet import Contact

_EACH = 3  # cells of a column that are told one by one


def problems(found: Iterable[Contact]) -> Iterator[Problem]:
    """An error for each cell, or for a whole column of them."""
    ordered = sorted(found, key=_column)
    for _, column in groupby(ordered, key=_column):
        cells = list(column)
        for together in [cells] if len(cells) > _EACH else [[cell] for cell in cells]:
            message = f"{_where(together)}, which is shown to nobody{_instead(together)}."
            yield error("cell.contact", together[0].place, message, _fix(together))


def _column(cell: Contact) -> tuple[str, str]:
    return cell.place.sheet, cell.heading


def _where(cells: Sequence[Contact]) -> str:
    what = " or ".join(sorted({contacts.kind(cell.text) for cell in cells}))
    if len(cells) == 1:
        return f"There is {what} under {cells[0].heading}"
    others = [cell.place.cell for cell in cells[1:]]
    return f"There is {what} here and in {listed(others, most=4)}"


def _instead(cells: Sequence[Contact]) -> str:
    """What pages and slips have in the place of a player's name."""
    if not cells[0].a_name:
        return ""
    if len(cells) > 1:
        return ": pages and slips have the rest of each name, or a number"
    shown = f"“{cells[0].shown}”" if cells[0].shown else "a number, such as “Player 12”,"
    return f": pages and slips have {shown} instead"


def _fix(cells: Sequence[Contact]) -> str:
    number = any(contacts.kind(cell.text) == contacts.TELEPHONE for cell in cells)
    other = " If it is a number of another kind, write # before it." if number else ""
    return f"Take it out, or move it to Notes on Players, which are private.{other}"
