"""Text set line by line onto pages whose layout is known, by WeasyPrint's own hand.

Blocks, styles and line breaks are what takes WeasyPrint its time. Where all of that is known, a
line costs a tenth of it; Pango still joins, turns and lends letters as it does everywhere.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

_PIXELS = 96 / 25.4  # of WeasyPrint's, in a millimetre
_BACKWARDS = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True)
class Look:
    """How a line is set: `points` large, and from right to left where `backwards`."""

    points: float
    bold: bool = False
    backwards: bool = False

    @property
    def style(self) -> str:
        """The same in CSS."""
        weight, direction = "bold" if self.bold else "normal", "rtl" if self.backwards else "ltr"
        return f"font:{weight} {self.points}pt 'Runner Sans',sans-serif;direction:{direction}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text that begins at `left`, in the middle of a strip; millimetres from the top
    left of the page."""

    text: str
    look: Look
    left: float
    top: float
    height: float


def look(text: str, points: float, *, bold: bool = False) -> Look:
    """That of a text: it runs as its first letter does."""
    runs = (unicodedata.bidirectional(letter) for letter in text)
    first = next((run for run in runs if run == "L" or run in _BACKWARDS), "L")
    return Look(points, bold, first in _BACKWARDS)


def looks_of(sheets: Iterable[Sequence[Piece]]) -> tuple[Look, ...]:
    """Every look there is, in the order of the page that has one letter in each."""
    return tuple(dict.fromkeys(piece.look for sheet in sheets for piece in sheet))


class Sheet:
    """A page of WeasyPrint's with lines of our own: `lines` are boxes of text, as it draws them."""

    def __init__(self, blank: Any, lines: Sequence[Any]) -> None:
        self._blank, self.lines = blank, lines

    def __getattr__(self, name: str) -> Any:
        return getattr(self._blank, name)

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw the lines, as WeasyPrint asks a page to."""
        from weasyprint.draw.text import draw_text

        with stream.stacked():
            stream.transform(a=scale, d=scale)
            for line in self.lines:
                draw_text(stream, line, 0, "clip", "none")


def drawn(document: Any, looks: Sequence[Look], sheets: Iterable[Sequence[Piece]]) -> Any:
    """The document with a page for each of these instead of its last, which has a letter in each
    look: elements with the ids "look-0", "look-1", ..."""
    *before, last = document.pages
    models: dict[Look, Any] = {}
    for box in last._page_box.descendants(placeholders=True):
        if type(box).__name__ == "TextBox":
            models[looks[int(box.element.get("id").removeprefix("look-"))]] = box
    made = [Sheet(last, [_line(models[piece.look], piece) for piece in sheet]) for sheet in sheets]
    return document.copy([*before, *made])


def _line(model: Any, piece: Piece) -> Any:
    """A box like the model with another text, in its place."""
    made = model.copy_with_text(piece.text)
    made.pango_layout = copy(model.pango_layout)
    made.pango_layout.text = piece.text
    made.position_x = piece.left * _PIXELS
    made.position_y = (piece.top + piece.height / 2) * _PIXELS - model.height / 2
    return made
