"""The empty form: everything on a slip that is printed alike on many, as one drawing (SVG).

The drawing lies behind the text of a slip, as its background. That is several times quicker to
turn into a PDF than the same lines and boxes made of HTML.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import segno

from runner.slips import layout
from runner.slips.layout import Layout, Paper
from runner.slips.slip import Slip
from runner.templating import environment

_LETTER_WIDTH = 7.0
_BOX_WIDTH = 13.0
_GAMES_WIDTH = 16.0
_NAME_SHARE = 0.58  # of what the boxes leave; the rest is for the signature
_NOTE_ROW = 9.0
# More modules than this are too small for a telephone at the size that there is room for.
_LARGEST_CODE = 57


class Kind(StrEnum):
    """What a column asks for: a box in each row, one tall box for the whole table, or a line."""

    BOX = "box"
    TALL = "tall"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the form, in millimetres from the left edge of the sheet."""

    heading: str
    kind: Kind
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: how many modules wide, and its dark ones as an SVG path in modules."""

    modules: int
    path: str


@dataclass(frozen=True, slots=True)
class Form:
    """What tells one empty form from another."""

    seats: int
    games: bool
    address: str
    rehearsal: bool


@dataclass(frozen=True, slots=True)
class Sizes:
    """Where things are on a form, in millimetres from its top left corner."""

    width: float
    height: float
    row: float
    rows: float
    name_x: float
    name_width: float
    columns: tuple[Column, ...]


def form_of(slip: Slip) -> Form:
    """The form that a slip is printed on."""
    return Form(len(slip.seats), slip.best_of > 1, slip.address, slip.rehearsal)


def sizes(form: Form, paper: Paper, places: int) -> Sizes:
    """The measures of a form of which so many lie on a sheet."""
    height = paper.height / places
    name_x = layout.MARGIN + _LETTER_WIDTH
    asked: list[tuple[str, Kind, float]] = [
        ("Win", Kind.BOX, _BOX_WIDTH),
        ("Draw", Kind.TALL, _BOX_WIDTH),
    ]
    if form.games:
        asked += [
            ("Games won", Kind.BOX, _GAMES_WIDTH),
            ("Games drawn", Kind.TALL, _GAMES_WIDTH),
        ]
    asked += [("Drop", Kind.BOX, _BOX_WIDTH), ("Penalty", Kind.BOX, _BOX_WIDTH)]
    rest = paper.width - layout.MARGIN - name_x - sum(width for _, _, width in asked)
    name_width = rest * _NAME_SHARE
    asked.append(("Signature", Kind.LINE, rest - name_width))
    return Sizes(
        width=paper.width,
        height=height,
        row=layout.row_height(height, form.seats),
        rows=layout.PADDING + layout.HEADER + layout.HEADINGS,
        name_x=name_x,
        name_width=name_width,
        columns=_columns(asked, name_x + name_width),
    )


def _columns(asked: Iterable[tuple[str, Kind, float]], left: float) -> tuple[Column, ...]:
    made: list[Column] = []
    for heading, kind, width in asked:
        made.append(Column(heading, kind, left, width))
        left += width
    return tuple(made)


def qr_code(address: str) -> Code | None:
    """The address as a QR code, or None for no address or one too long to be read from a slip."""
    if not address:
        return None
    try:
        matrix = segno.make_qr(address).matrix
    except segno.DataOverflowError:
        return None
    if len(matrix) > _LARGEST_CODE:
        return None
    path = "".join(_dark_runs(y, bytes(row)) for y, row in enumerate(matrix))
    return Code(len(matrix), path)


def _dark_runs(y: int, row: bytes) -> str:
    runs, x = "", 0
    while x < len(row):
        length = len(row) - x - len(row[x:].lstrip(row[x : x + 1]))
        if row[x]:
            runs += f"M{x} {y}h{length}v1h-{length}z"
        x += length
    return runs


def draw(form: Form, measures: Sizes) -> str:
    """The empty front of a slip."""
    template = environment("slips").get_template("form.svg")
    return template.render(
        form=form,
        at=measures,
        layout=layout,
        box=layout.box_size(measures.row),
        code=qr_code(form.address),
    )


def draw_back(choice: Layout, places: int) -> str:
    """The back of a slip: lines for a judge to write on."""
    height = choice.paper.height / places
    top = layout.PADDING + layout.FOOTER + layout.HEADINGS
    lines = int((height - layout.PADDING - top) // _NOTE_ROW)
    inner = choice.paper.width - 2 * layout.MARGIN
    shares = (("Player", 0.30), ("Infraction", 0.38), ("Penalty", 0.18), ("Judge", 0.14))
    asked = [(heading, Kind.LINE, inner * share) for heading, share in shares]
    return environment("slips").get_template("back.svg").render(
        width=choice.paper.width,
        height=height,
        layout=layout,
        columns=_columns(asked, layout.MARGIN),
        lines=[top + _NOTE_ROW * (number + 1) for number in range(lines)],
        headings=top,
    )
