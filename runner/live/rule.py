"""The rule for writing into a workbook that somebody has open: nothing that was typed is touched.

It stands alone, with the standard library of any Python from 3.8 on: LibreOffice's own Python runs
it too, and may be another one than ours.
"""

from __future__ import annotations

from typing import Any, Dict, List, Protocol  # noqa: UP035 - as said above


class Sheets(Protocol):
    """An open workbook: cells are named by sheet and reference, such as "Round 3" and "C14"."""

    def names(self) -> List[str]:  # noqa: UP006
        """The tabs that there are."""
        ...

    def read(self, sheet: str, cell: str) -> str:
        """What a cell says; a formula reads as itself, with "=" before it."""
        ...

    def covered(self, sheet: str, cell: str) -> bool:
        """Whether a merged cell hides it."""
        ...

    def write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        """Text as text, a whole number as a number, None as a blank cell; `like` names a cell whose
        looks it takes on, or is ""."""
        ...


def settle(cells: List[Dict[str, Any]], sheets: Sheets) -> Dict[str, Any]:  # noqa: UP006
    """Write what may be written, and say what became of each cell, by its number in the list.

    A cell has `sheet`, `cell`, `value`, its `text`, the texts that are `ours` to replace, and
    `anchors`: cells that say the same as when the workbook was read, so that the row is still the
    same one. `written`; `kept`, with what stands there; `moved`, where an anchor says otherwise.
    """
    there = set(sheets.names())
    answer: Dict[str, Any] = {"written": [], "kept": [], "moved": []}  # noqa: UP006
    granted = []
    for number, each in enumerate(cells):
        sheet, cell = each["sheet"], each["cell"]
        if sheet not in there or any(
            sheets.read(sheet, where).strip() != said.strip() for where, said in each["anchors"]
        ):
            answer["moved"].append(number)
            continue
        found = sheets.read(sheet, cell).strip()
        if found == each["text"]:
            continue
        if found not in {"", *each["ours"]} or sheets.covered(sheet, cell):
            answer["kept"].append([number, found])
        else:
            granted.append(number)
    for number in granted:
        each = cells[number]
        sheets.write(each["sheet"], each["cell"], each["value"], each["like"])
        answer["written"].append(number)
    return answer
