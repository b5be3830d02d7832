"""The rule for writing into a workbook that somebody has open: nothing that was typed is touched.

It stands alone, with the standard library of any Python from 3.8 on: LibreOffice's own Python runs
it too, and may be another one than ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Sheets(Protocol):
    """An open workbook: cells are named by sheet and reference, such as "Round 3" and "C14"."""

    def names(self) -> list[str]:
        """Return the names of the sheets."""

    def read(self, sheet: str, cell: str) -> str:
        """Return the text of a cell; a formula is its own text after "="."""

    def covered(self, sheet: str, cell: str) -> bool:
        """Return whether a merged cell hides it."""

    def write(self, sheet: str, cell: str, value: Any, like: str) -> None:
        """Write text as text, a whole number as a number, None as a blank cell; `like` names a cell
        whose style is applied, or is ""."""

    def editing(self) -> bool:
        """Return whether somebody is typing in a cell now."""

    def copy(self, sheet: str, name: str) -> None:
        """Insert a copy of a sheet right after it; the active sheet stays the same."""

    def blank(self, sheet: str, area: str) -> None:
        """Empty the cells of an area, such as "C5:C90"; styles and dropdowns stay."""

    def rename(self, sheet: str, name: str) -> None:
        """Rename a sheet."""

    def remove(self, sheet: str) -> None:
        """Remove a sheet."""


def settle(
    cells: Sequence[dict[str, Any]], sheets: Sheets, new: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Write what may be written, and return what became of each cell, by its number in the list.

    A cell has `sheet`, `cell`, `value`, its `text`, the texts that are `ours` to replace, and
    `anchors`: cells that say the same as when the workbook was read, so that the row is still the
    same one. A cell that was written before, and not saved, has `since`: a cell, what it said when
    the workbook was read, and what was written; where it says otherwise now, that alone is ours.
    A cell that was right when the workbook was read has `over`: a cell, and for each text there
    what is ours to replace; with any other text there, the cell is left as it is.
    One that goes `with_all` others is written where none of its sheet before it has moved.
    `written`; `kept`, with what stands there; `moved`, where an anchor says otherwise; for each new
    sheet `added`, as `_add` says it.
    """
    there = set(sheets.names())
    granted: list[int] = []
    kept: list[list[Any]] = []
    moved: list[int] = []
    for number, wish in enumerate(cells):
        sheet, cell = wish["sheet"], wish["cell"]
        apart = wish.get("with_all") and sheet in {cells[each]["sheet"] for each in moved}
        if apart or sheet not in there or not _unchanged(sheets, sheet, wish["anchors"]):
            moved.append(number)
            continue
        ours = wish["ours"]
        if wish.get("since") and not _unchanged(sheets, sheet, [wish["since"][:2]]):
            ours = wish["since"][2:]
        if wish.get("over"):
            ours = wish["over"][1].get(sheets.read(sheet, wish["over"][0]).strip())
            if ours is None:
                continue
        text = sheets.read(sheet, cell).strip()
        if text == wish["text"]:
            continue
        if text not in {"", *ours} or sheets.covered(sheet, cell):
            kept.append([number, text])
        else:
            granted.append(number)
    for number in granted:
        wish = cells[number]
        sheets.write(wish["sheet"], wish["cell"], wish["value"], wish["like"])
    added = [_add(addition, sheets) for addition in new]
    return {"written": granted, "kept": kept, "moved": moved, "added": added}


def _unchanged(sheets: Sheets, sheet: str, anchors: Iterable[Sequence[str]]) -> bool:
    return all(sheets.read(sheet, where).strip() == text.strip() for where, text in anchors)


def _add(new: dict[str, Any], sheets: Sheets) -> str:
    """Put a sheet `name` behind the sheet `like`, a copy of it with the areas in `blank` emptied
    and the `cells` filled; "added", or why not: "there", "typing", "moved". Program after program
    takes what is half typed in a cell for finished when sheets come and go, and what is typed on
    would replace it. So nothing is added while somebody types. It bears its name only when it is
    done: nobody finds a round's names on another round's sheet."""
    there = {name.casefold() for name in sheets.names()}
    if new["name"].casefold() in there:
        return "there"
    if new["like"] not in sheets.names() or not _unchanged(sheets, new["like"], new["anchors"]):
        return "moved"
    if sheets.editing():
        return "typing"
    making = "{} (new)".format(new["name"])
    while making.casefold() in there:
        making += "+"
    sheets.copy(new["like"], making)
    try:
        for area in new["blank"]:
            sheets.blank(making, area)
        for cell, value in new["cells"]:
            sheets.write(making, cell, value, "")
        sheets.rename(making, new["name"])
    except Exception:
        sheets.remove(making)
        raise
    return "added"
