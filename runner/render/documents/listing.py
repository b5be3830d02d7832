"""Long lists, laid out by arithmetic: rows of cells in columns, over as many pages as it takes.

WeasyPrint takes five seconds for the paragraphs or table rows of a thousand names. Where all there
is are rows, their places follow from the widths of letters, and the lines are set by `drawn`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from runner.render.documents.drawn import Block, Piece, Rule, Side, look
from runner.render.documents.fitting import Fitted, Widths, fit, lines_of
from runner.render.documents.layout import Paper

TOP, SIDES, BOTTOM = 17.0, 11.0, 13.0  # margins, in millimetres
_GAP = 7.0  # between lists abreast
_MM = 25.4 / 72  # in a point
_LEADING = 1.25
_TITLE, _NOTE, _HEADING, _LETTER = 22.0, 11.0, 9.0, 20.0  # points
_BOX = 3.6
_LOGO_WIDTH = 40.0
NAMED = {"regular": ("", "event"), "bold": ("", "event", "h1", "h2")}
"""What an organiser's CSS knows of a list, by weight."""
_SPARE = 0.1  # so that what is as wide as its column is not broken for a rounding
_MOST_LINES = 6  # that a cell takes before it gets smaller
_THIN, _THICK = 0.14, 0.42


class Column(NamedTuple):
    """A column: `width` is its millimetres, 0 for what its widest cell takes, and below 0 for a
    share of what the others leave."""

    heading: str = ""
    width: float = -1.0
    end: bool = False
    points: float = 11.0
    bold: bool = False
    box: bool = False


class Row(NamedTuple):
    """A row; a large `letter` stands above it, `who` is whom the head of its page names, and a
    thick line below it is a `cut`."""

    cells: tuple[str, ...]
    letter: str = ""
    who: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Rows under their columns, as many lists `abreast`; `title` stands above."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    abreast: int = 1
    air: float = 1.0  # above and below the text of a row
    title: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """All that stands on the sheets. `banner` is what is said first of all, `event` and `asof` are
    repeated on each."""

    title: str
    note: str
    parts: tuple[Part, ...]
    event: str
    asof: str
    banner: str = ""

    @property
    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.title, self.note, self.event, self.asof, self.banner)
        for part in self.parts:
            yield from (part.title, *(column.heading for column in part.columns))
            for row in part.rows:
                yield from (row.letter, *row.cells)


@dataclass(slots=True)
class _Page:
    """A page being filled."""

    blocks: list[Block] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    who: list[str] = field(default_factory=list)


class _Layout:
    """Fills pages from the top."""

    def __init__(self, paper: Paper, regular: Widths, bold: Widths) -> None:
        self._paper, self._widths = paper, {False: regular, True: bold}
        self.pages = [_Page()]
        self.y = TOP

    @property
    def page(self) -> _Page:
        return self.pages[-1]

    @property
    def _wide(self) -> float:
        return self._paper.width - 2 * SIDES

    @property
    def _end(self) -> float:
        return self._paper.height - BOTTOM

    def next_page(self) -> None:
        self.pages.append(_Page())
        self.y = TOP

    def paragraph(self, text: str, points: float, after: float, tag: str, *, bold: bool) -> None:
        """A text over the whole width."""
        if text:
            block, height = self._text(text, SIDES, self._wide, points, tag, bold=bold)
            self.page.blocks.append(block)
            self.y += height + after

    def part(self, part: Part) -> None:
        """The rows of a part, on from here."""
        if part.title:
            self.y += 4.0
            if self.y + 30 > self._end:
                self.next_page()
            self.paragraph(part.title, 15.0, 2.0, "h2", bold=True)
        wide = (self._wide - _GAP * (part.abreast - 1)) / part.abreast
        columns = self._sized(part, wide)
        top, list_ = self._heads(columns, wide, self.y), 0
        y = top
        for at, row in enumerate(part.rows):
            height = self._height(row, columns, part)
            follows = 0.0 if not row.letter else 10.5 + (2.0 if at else 0.0)
            if y + follows + height > self._end and y > top:
                list_ += 1
                if list_ == part.abreast:
                    list_ = 0
                    self.next_page()
                    top = self._heads(columns, wide, self.y)
                y = top
            left = SIDES + list_ * (wide + _GAP)
            if list_ and y == top:
                middle = left - _GAP / 2
                self.page.rules.append(Rule(middle, top, middle, self._end, _THIN))
            y = self._row(row, columns, part, left, wide, y)
        self.y = y if part.abreast == 1 else self._end

    def _sized(self, part: Part, wide: float) -> tuple[tuple[float, float, Column], ...]:
        """Where each column begins, from the left, and how wide it is."""
        widths = [column.width or self._widest(part, at) for at, column in enumerate(part.columns)]
        shares = -sum(width for width in widths if width < 0) or 1.0
        rest = wide - sum(width for width in widths if width > 0)
        widths = [width if width > 0 else rest * -width / shares for width in widths]
        starts = accumulate(widths, initial=0.0)
        return tuple(zip(starts, widths, part.columns, strict=False))

    def _widest(self, part: Part, at: int) -> float:
        column = part.columns[at]
        cells = self._widths[column.bold]
        widest = max((cells.of(row.cells[at]) for row in part.rows), default=0.0) * column.points
        return max(widest, self._widths[True].of(column.heading) * _HEADING) * _MM + 3.0 + _SPARE

    def _heads(
        self, columns: Sequence[tuple[float, float, Column]], wide: float, top: float
    ) -> float:
        if not any(column.heading for _, _, column in columns):
            return top
        height = _HEADING * _LEADING * _MM + 0.8
        pieces: list[Piece] = []
        for start, width, column in columns:
            made = fit(column.heading, width - 3.0, height, _HEADING, self._widths[True])
            size, end = made.points, column.end
            pieces += self._lines(made.lines, SIDES + start, top, width, size, True, end)
        self.page.blocks.append(Block(tuple(pieces)))
        self.page.rules.append(Rule(SIDES, top + height, SIDES + wide, top + height, _THICK))
        return top + height

    def _height(
        self, row: Row, columns: Sequence[tuple[float, float, Column]], part: Part
    ) -> float:
        cells = [
            self._cell(cell, width, column)
            for cell, (_, width, column) in zip(row.cells, columns, strict=True)
        ]
        return 2 * part.air + max(len(cell.lines) * cell.points for cell in cells) * _LEADING * _MM

    def _cell(self, text: str, width: float, column: Column) -> Fitted:
        """A cell's text in as many lines as it takes; what would take very many is smaller."""
        lines = self._set(text, width - 3.0, column.points, bold=column.bold)
        if len(lines) <= _MOST_LINES:
            return Fitted(column.points, tuple(lines))
        tall = _MOST_LINES * column.points * _LEADING * _MM
        return fit(text, width - 3.0, tall, column.points, self._widths[column.bold])

    def _row(
        self,
        row: Row,
        columns: Sequence[tuple[float, float, Column]],
        part: Part,
        left: float,
        wide: float,
        y: float,
    ) -> float:
        """Puts a row there; where the next one begins."""
        if row.letter:
            letter = look(row.letter, _LETTER, bold=True, of="h2")
            piece = Piece(row.letter, letter, left, y + 2.0, _LETTER * _MM)
            self.page.blocks.append(Block((piece,), "h2"))
            y += 10.5
        height, pieces = self._height(row, columns, part), list[Piece]()
        for cell, (start, width, column) in zip(row.cells, columns, strict=True):
            if column.box:
                self.page.rules += _square(left + start + 1.5, y + (height - _BOX) / 2)
                continue
            made = self._cell(cell, width, column)
            tall = len(made.lines) * made.points * _LEADING * _MM
            above, edge = y + (height - tall) / 2, left + start
            size, bold, end = made.points, column.bold, column.end
            pieces += self._lines(made.lines, edge, above, width, size, bold, end)
        self.page.blocks.append(Block(tuple(pieces)))
        thick = 0.56 if row.cut else _THIN
        self.page.rules.append(Rule(left, y + height, left + wide, y + height, thick))
        if row.who:
            self.page.who.append(row.who)
        return y + height

    def _set(self, text: str, wide: float, points: float, *, bold: bool) -> list[str]:
        return lines_of(text, wide / (points * _MM), self._widths[bold])

    def _lines(
        self, lines: Sequence[str], left: float, top: float, width: float, points: float,
        bold: bool, end: bool, of: str = "",
    ) -> Iterator[Piece]:  # fmt: skip
        shown, leading = look(" ".join(lines), points, bold=bold, of=of), points * _LEADING * _MM
        for number, line in enumerate(lines):
            if line.strip():
                room = width - 3.0 - self._widths[bold].of(line) * points * _MM if end else 0.0
                yield Piece(line, shown, left + 1.5 + room, top + number * leading, leading)

    def _text(
        self, text: str, left: float, wide: float, points: float, tag: str, *, bold: bool
    ) -> tuple[Block, float]:
        lines = self._set(text, wide, points, bold=bold)
        of = tag if tag in NAMED["bold"] else ""
        pieces = self._lines(lines, left - 1.5, self.y, wide, points, bold, end=False, of=of)
        return Block(tuple(pieces), tag), len(lines) * points * _LEADING * _MM

    def running(self, listing: Listing, *, logo: bool) -> None:
        """What is repeated on each page; room for a logo is left in the middle of its head."""
        half, foot = (self._wide - (_LOGO_WIDTH if logo else 0.0)) / 2, self._paper.height - BOTTOM
        for number, page in enumerate(self.pages, start=1):
            who = " – ".join(dict.fromkeys((page.who[0], page.who[-1]))) if page.who else ""
            place = f"{number} / {len(self.pages)}"
            pieces = (
                *self._corner(listing.event, 10.0, 0.0, TOP, half, bold=True),
                *self._corner(who, 13.0, 0.0, TOP, half, bold=True, end=True),
                *self._corner(listing.asof, 9.0, foot, BOTTOM, half),
                *self._corner(place, 9.0, foot, BOTTOM, half, end=True),
            )
            page.blocks.append(Block(pieces, tag=""))

    def _corner(
        self, text: str, points: float, top: float, height: float, wide: float,
        *, bold: bool = False, end: bool = False,
    ) -> Iterator[Piece]:  # fmt: skip
        """A text in the margin, smaller where it is long, at the left or at the end."""
        made = fit(text, wide, height - 2.0, points, self._widths[bold])
        leading = made.points * _LEADING * _MM
        above = top + (height - leading * len(made.lines)) / 2
        for number, line in enumerate(made.lines):
            room = self._wide - self._of(line, made.points, bold=bold) if end else 0.0
            if line.strip():
                shown = look(line, made.points, bold=bold, of="event")
                yield Piece(line, shown, SIDES + room, above + number * leading, leading)

    def _of(self, text: str, points: float, *, bold: bool) -> float:
        return self._widths[bold].of(text) * points * _MM


def sides(
    listing: Listing, paper: Paper, regular: Widths, bold: Widths, *, logo: bool = False
) -> tuple[Side, ...]:
    """The pages of a list."""
    made = _Layout(paper, regular, bold)
    made.paragraph(listing.banner, _NOTE, 3.0, "p", bold=True)
    made.paragraph(listing.title, _TITLE, 1.0, "h1", bold=True)
    made.paragraph(listing.note, _NOTE, 3.0, "p", bold=False)
    for part in listing.parts:
        made.part(part)
    made.running(listing, logo=logo)
    first = (listing.title,)
    return tuple(
        Side(tuple(page.blocks), tuple(page.rules), () if at else first)
        for at, page in enumerate(made.pages)
    )


def _square(x: float, y: float) -> list[Rule]:
    right, low = x + _BOX, y + _BOX
    corners = ((x, y), (right, y), (right, low), (x, low), (x, y))
    return [Rule(*one, *other, 0.28) for one, other in pairwise(corners)]
