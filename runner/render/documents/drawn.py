"""Text set line by line onto pages whose layout is known, by WeasyPrint's own hand.

Blocks, styles and line breaks are what takes WeasyPrint its time. Where all of that is known, a
line costs a tenth of it; Pango still joins, turns and lends letters as it does everywhere.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from runner.render.documents.pen import Pen

_PIXELS = 96 / 25.4  # of WeasyPrint's, in a millimetre
_BACKWARDS = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True)
class Look:
    """How a line is set: `points` large, and from right to left where `backwards`; `of` is what CSS
    knows it by."""

    points: float
    bold: bool = False
    backwards: bool = False
    of: str = ""

    @property
    def style(self) -> str:
        """The same in CSS."""
        weight, direction = "bold" if self.bold else "normal", "rtl" if self.backwards else "ltr"
        size = f"font-size:{self.points}pt;line-height:normal"
        return f"font-weight:{weight};{size};direction:{direction}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text that begins at `left`, in the middle of a strip; millimetres from the top
    left of the page."""

    text: str
    look: Look
    left: float
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that are read as one: a paragraph, or what else an element of that `tag` is in HTML;
    with none it is only there to be looked at, as what is repeated on each page."""

    pieces: tuple[Piece, ...]
    tag: str = "p"


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, in millimetres, so `wide`."""

    x: float
    y: float
    to_x: float
    to_y: float
    wide: float


@dataclass(frozen=True, slots=True)
class Side:
    """What is on one side of a sheet; `outline` are the titles that lead to it."""

    blocks: tuple[Block, ...]
    rules: tuple[Rule, ...] = ()
    outline: tuple[str, ...] = ()


def look(text: str, points: float, *, bold: bool = False, of: str = "") -> Look:
    """That of a text: it runs as its first letter does."""
    runs = (unicodedata.bidirectional(letter) for letter in text)
    first = next((run for run in runs if run == "L" or run in _BACKWARDS), "L")
    return Look(points, bold, first in _BACKWARDS, of)


def looks_of(sides: Iterable[Side]) -> tuple[Look, ...]:
    """Every look there is, in the order of the page that has one letter in each."""
    blocks = (block for side in sides for block in side.blocks)
    return tuple(dict.fromkeys(piece.look for block in blocks for piece in block.pieces))


@dataclass(frozen=True, slots=True)
class _Line:
    """A piece on its page: its text as it is written there, and WeasyPrint's box for it."""

    look: Look
    text: str
    box: Any


class Sheet:
    """A page of WeasyPrint's with lines of our own: `lines` are boxes of text, as it knows them."""

    def __init__(self, blank: Any, side: Side, models: Mapping[Look, Any], pen: Pen) -> None:
        self._blank, self._side, self._pen = blank, side, pen
        self._blocks = [(block, _spans(block, models)) for block in side.blocks if block.pieces]
        self._page_box = _read_as(blank, self._blocks)
        self._margins = _margins(blank._page_box)
        self.bookmarks = [(1, title, (0, 0), "open") for title in side.outline]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._blank, name)

    @property
    def lines(self) -> list[Any]:
        """All of its lines."""
        return [line.box for _, spans in self._blocks for span in spans for line in span]

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw the lines, as WeasyPrint asks a page to."""
        if self._margins.children:
            _painted(self._blank, self._margins, stream, scale)
        with stream.stacked():
            stream.transform(a=scale, d=scale)
            if self._side.rules:
                with stream.artifact():
                    self._draw_rules(stream)
            for block, spans in self._blocks:
                for span in spans:
                    with stream.marked(span[0].box, "Span") if block.tag else stream.artifact():
                        for line in span:
                            self._pen.write(stream, line.look, line.text, line.box)

    def _draw_rules(self, stream: Any) -> None:
        for rule in self._side.rules:
            stream.set_line_width(rule.wide * _PIXELS)
            stream.move_to(rule.x * _PIXELS, rule.y * _PIXELS)
            stream.line_to(rule.to_x * _PIXELS, rule.to_y * _PIXELS)
            stream.stroke()


class Backdrop:
    """A `page` of WeasyPrint's that nobody reads by itself: it is drawn under others."""

    def __init__(self, page: Any) -> None:
        self.page, self._page_box = page, page._page_box.copy_with_children([])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw it without its tags."""
        _painted(self.page, self.page._page_box, stream, scale)


def _painted(page: Any, box: Any, stream: Any, scale: float) -> None:
    """Draw a page with that in it, without tags."""
    shown = copy(page)
    shown._page_box = box
    tags, stream._tags = stream._tags, None
    shown.paint(stream, scale)
    stream._tags = tags


def _margins(page: Any) -> Any:
    """The page with nothing but what is in its margins."""
    from weasyprint.formatting_structure.boxes import MarginBox

    return page.copy_with_children([box for box in page.children if isinstance(box, MarginBox)])


def drawn(document: Any, looks: Sequence[Look], sides: Iterable[Side]) -> Any:
    """The document with these sides instead of its last page, which has a letter in each look:
    elements with the ids "look-0", "look-1", ... Pages before it are backdrops."""
    *before, last = document.pages
    models: dict[Look, Any] = {}
    for box in last._page_box.descendants(placeholders=True):
        if type(box).__name__ == "TextBox":
            models[looks[int(box.element.get("id").removeprefix("look-"))]] = box
    pen = Pen()
    made = [Sheet(last, side, models, pen) for side in sides]
    return document.copy([*map(Backdrop, before), *made])


def _read_as(blank: Any, blocks: Sequence[tuple[Block, Sequence[Sequence[_Line]]]]) -> Any:
    """The page as its tags are made from it: an element for each block, and in it one for what is
    told in one breath."""
    from weasyprint.formatting_structure.boxes import BlockBox

    told = [(block.tag, [span[0].box for span in spans]) for block, spans in blocks if block.tag]
    return blank._page_box.copy_with_children(
        [BlockBox(tag, boxes[0].style, boxes[0].element, boxes) for tag, boxes in told]
    )


def _spans(block: Block, models: Mapping[Look, Any]) -> list[list[_Line]]:
    """Its lines, together where they are told in one breath: a space ends each, or they would be
    heard as one word. Where a line runs backwards its space would stand in front of it, so each is
    told alone."""
    alone = any(piece.look.backwards for piece in block.pieces)
    lines = [
        _Line(
            piece.look, piece.text if alone else f"{piece.text} ", _box(models[piece.look], piece)
        )
        for piece in block.pieces
    ]
    return [[line] for line in lines] if alone else [lines]


def _box(model: Any, piece: Piece) -> Any:
    """A box like the model with another text, in its place."""
    made = model.copy_with_text(piece.text)
    made.position_x = piece.left * _PIXELS
    made.position_y = (piece.top + piece.height / 2) * _PIXELS - model.height / 2
    return made
