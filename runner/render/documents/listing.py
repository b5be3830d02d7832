"""Long lists: rows of cells in columns, over any number of pages.

WeasyPrint takes seven seconds for a table of a thousand rows and nine columns. So column positions,
row heights and page breaks are computed here from character widths; each row is a line of text
(`cells`), rows of one height form a paragraph, and all ruled lines of a page are one drawing.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from runner.render.documents.cells import MM, Line
from runner.render.documents.fitting import HEADINGS, Fitted, Widths, fit, is_exact, lines_of
from runner.render.documents.layout import Paper

TOP, SIDES, BOTTOM = 17.0, 11.0, 13.0
"""Margins, in millimetres."""
NAMED = {"regular": ("",), "bold": ("", *sorted(HEADINGS))}
"""The elements and classes in a list that an organiser's CSS can style, by weight."""
_GAP = 7.0  # between parallel lists
_PADDING = 1.5  # on both sides of a cell
_LEADING = 1.25
_TITLE, _USUAL, _SUBTITLE, _HEADING = 22.0, 11.0, 15.0, 9.0  # points
_LETTER_HEIGHT = 7.0
_BOX = 3.6
_FEW, _CLOSER = 4, 0.25  # pages for which rows may come closer, and by how many mm, twice
_MOST_LINES = 6  # in a cell before its text shrinks
_THIN, _BOXED, _THICK, _CUT = 0.14, 0.28, 0.42, 1.0  # line widths


class Column(NamedTuple):
    """A column. `width` is in millimetres; 0 fits the widest cell, and below 0 is a share of the
    remaining width. Cells are right-aligned if `end`; `box` draws a box to tick."""

    heading: str = ""
    width: float = -1.0
    end: bool = False
    points: float = _USUAL
    bold: bool = False
    box: bool = False


class Row(NamedTuple):
    """A row. A large `letter` is printed above it, `who` is its name for the page header, and `cut`
    draws a thick line below it."""

    cells: tuple[str, ...]
    letter: str = ""
    who: str = ""
    cut: bool = False


class Part(NamedTuple):
    """Rows under their columns, in parallel lists if `abreast` > 1, below a `title`. `points` is
    the size of most text."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    abreast: int = 1
    air: float = 1.0  # mm above and below the text of a row
    title: str = ""
    points: float = _USUAL


class Listing(NamedTuple):
    """The content of a document: parts below a title and a note, and a `banner` above all."""

    title: str
    note: str
    parts: tuple[Part, ...]
    banner: str = ""

    @property
    def texts(self) -> Iterator[str]:
        """All texts in the document."""
        yield from (self.title, self.note, self.banner)
        for part in self.parts:
            yield from (part.title, *(column.heading for column in part.columns))
            for row in part.rows:
                yield from (row.letter, *row.cells)


@dataclass(slots=True)
class Page:
    """A page being filled: its `blocks` as HTML, its ruled lines as SVG paths by width, and the
    `names` on it. Positions are in millimetres from the corner inside the margins."""

    blocks: list[str] = field(default_factory=list)
    rules: dict[float, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def rule(self, path: str, wide: float) -> None:
        """Draw a path `wide` millimetres wide."""
        self.rules.setdefault(wide, []).append(path)

    @property
    def who(self) -> str:
        """The first and the last name on the page, for its header."""
        return " – ".join(dict.fromkeys((self.names[0], self.names[-1]))) if self.names else ""


def drawing(page: Page, width: float, height: float) -> str:
    """Return the ruled lines of a page as an SVG in base64."""
    paths = "".join(
        f'<path d="{"".join(paths)}" fill="none" stroke="#000" stroke-width="{wide}"/>'
        for wide, paths in page.rules.items()
    )
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{paths}</svg>'
    return b64encode(svg.encode()).decode("ascii")


class _Placed(NamedTuple):
    """A column with its position and width within its list."""

    left: float
    width: float
    column: Column

    @property
    def room(self) -> float:
        """The width available for text."""
        return self.width - 2 * _PADDING


def pages(listing: Listing, paper: Paper, widths: Mapping[str, Widths]) -> list[Page]:
    """Return a listing laid out on pages, its rows a little closer if that saves one of a few."""
    made = _laid_out(listing, paper, widths)
    if 1 < len(made) <= _FEW:
        parts = tuple(part._replace(air=part.air - _CLOSER) for part in listing.parts)
        closer = _laid_out(listing._replace(parts=parts), paper, widths)
        return closer if len(closer) < len(made) else made
    return made


def _laid_out(listing: Listing, paper: Paper, widths: Mapping[str, Widths]) -> list[Page]:
    layout = _Layout(paper, widths["regular"], widths["bold"])
    layout.paragraph(listing.banner, _USUAL, 3.0, "p", bold=True)
    layout.paragraph(listing.title, _TITLE, 1.0, "h1", bold=True)
    layout.paragraph(listing.note, _USUAL, 3.0, "p", bold=False)
    for part in listing.parts:
        layout.part(part)
    return layout.pages


class _Layout:
    """Fills pages from the top."""

    def __init__(self, paper: Paper, regular: Widths, bold: Widths) -> None:
        self._widths = {False: regular, True: bold}
        self._wide, self._end = paper.width - 2 * SIDES, paper.height - TOP - BOTTOM
        self.pages, self._y = [Page()], 0.0

    def paragraph(self, text: str, points: float, after: float, tag: str, *, bold: bool) -> None:
        """Add text across the whole width."""
        if not text:
            return
        lines = lines_of(text, self._wide / (points * MM), self._widths[bold])
        leading = points * _LEADING * MM
        weight = "bold" if bold else "normal"
        font = f"font-weight:{weight};font-size:{points}pt;line-height:{leading:.2f}mm"
        content = escape(" \n".join(lines))
        self.pages[-1].blocks.append(
            f'<{tag} class="text" style="top:{self._y:.2f}mm;{font}">{content}</{tag}>'
        )
        self._y += leading * len(lines) + after

    def part(self, part: Part) -> None:
        """Add the rows of a part from the current position."""
        if part.title:
            self._y += 4.0
            if self._y + 30 > self._end:
                self._next_page()
            self.paragraph(part.title, _SUBTITLE, 2.0, "h2", bold=True)
        wide = (self._wide - _GAP * (part.abreast - 1)) / part.abreast
        columns = self._sized(part, wide)
        top = y = self._headings(columns, 0.0, wide)
        rows, abreast = list[tuple[float, str]](), 0
        for row in part.rows:
            html, height = self._row(row, columns, part)
            above = _LETTER_HEIGHT if row.letter else 0.0
            if y + above + height > self._end and y > top:
                self._list(part, rows, abreast, wide, top)
                rows, abreast = [], (abreast + 1) % part.abreast
                if not abreast:
                    self._next_page()
                y = top = self._headings(columns, abreast * (wide + _GAP), wide)
            left = abreast * (wide + _GAP)
            if row.letter:
                rows.append((0.0, f'<h2 class="letter">{escape(row.letter)}</h2>'))
            rows.append((height, html))
            y += above + height
            page, line = self.pages[-1], _CUT if row.cut else _THIN
            page.rule(f"M{left:.2f} {y:.2f}h{wide:.2f}", line)
            for box in columns:
                if box.column.box:
                    corner = f"M{left + box.left + _PADDING:.2f} {y - (height + _BOX) / 2:.2f}"
                    page.rule(f"{corner}h{_BOX}v{_BOX}h-{_BOX}z", _BOXED)
            if row.who:
                page.names.append(row.who)
        self._list(part, rows, abreast, wide, top)
        self._y = y if part.abreast == 1 else self._end

    def _next_page(self) -> None:
        self.pages.append(Page())
        self._y = 0.0

    def _list(
        self, part: Part, rows: Sequence[tuple[float, str]], abreast: int, wide: float, top: float
    ) -> None:
        """Add rows with their heights below one another, separated from the list to their left.
        Rows of the same height form one paragraph, which is faster in WeasyPrint."""
        left, page = abreast * (wide + _GAP), self.pages[-1]
        inside = ""
        for height, same in groupby(rows, itemgetter(0)):
            text = "\n".join(row for _height, row in same)
            inside += f'<p style="line-height:{height}mm">{text}</p>' if height else text
        place = f"left:{left:.2f}mm;top:{top:.2f}mm;width:{wide:.2f}mm"
        page.blocks.append(
            f'<div class="rows" style="{place};font-size:{part.points}pt">{inside}</div>'
        )
        if abreast:
            page.rule(f"M{left - _GAP / 2:.2f} {top:.2f}V{self._end:.2f}", _THIN)

    def _sized(self, part: Part, wide: float) -> tuple[_Placed, ...]:
        """Return the columns with their positions and widths."""
        widths = [column.width or self._widest(part, at) for at, column in enumerate(part.columns)]
        shares = -sum(width for width in widths if width < 0) or 1.0
        rest = wide - sum(width for width in widths if width > 0)
        widths = [width if width > 0 else rest * -width / shares for width in widths]
        return tuple(map(_Placed, accumulate(widths, initial=0.0), widths, part.columns))

    def _widest(self, part: Part, at: int) -> float:
        column = part.columns[at]
        of = self._widths[column.bold].of
        widest = max((of(row.cells[at]) for row in part.rows), default=0.0) * column.points
        heading = self._widths[True].of(column.heading) * _HEADING
        return max(widest, heading) * MM + 2 * _PADDING + 0.1

    def _headings(self, columns: Sequence[_Placed], left: float, wide: float) -> float:
        """Add the column headings of a list, and return the position where rows begin."""
        if not any(placed.column.heading for placed in columns):
            return self._y
        leading = _HEADING * _LEADING * MM
        height, line = leading + 0.8, Line(self._widths[True], _HEADING)
        for placed in columns:
            heading = placed.column.heading
            fitted = fit(heading, placed.room, height, _HEADING, self._widths[True])
            column = placed.column._replace(points=_HEADING, bold=True)
            if heading:
                self._cell(
                    line, fitted, placed._replace(column=column), _HEADING, leading, bold=True
                )
        place = f"left:{left:.2f}mm;top:{self._y:.2f}mm;width:{wide:.2f}mm"
        style = f"{place};font-size:{_HEADING}pt;line-height:{leading:.2f}mm"
        page, low = self.pages[-1], self._y + height
        page.blocks.append(f'<p class="headings text" style="{style}">{line.html}</p>')
        page.rule(f"M{left:.2f} {low:.2f}h{wide:.2f}", _THICK)
        return low

    def _row(self, row: Row, columns: Sequence[_Placed], part: Part) -> tuple[str, float]:
        """Return a row as HTML, and its height."""
        cells = [
            self._fitted(cell, placed) for cell, placed in zip(row.cells, columns, strict=True)
        ]
        tallest = max(len(cell.lines) * cell.points for cell in cells) * _LEADING * MM
        height = round(2 * part.air + tallest, 2)
        line = Line(self._widths[False], part.points)
        for cell, placed in zip(cells, columns, strict=True):
            if any(cell.lines):
                self._cell(line, cell, placed, part.points, height, bold=False)
        return line.html, height

    def _fitted(self, text: str, placed: _Placed) -> Fitted:
        """Return a cell's text broken into lines; very long text is set smaller."""
        column, widths = placed.column, self._widths[placed.column.bold]
        lines = lines_of(text, placed.room / (column.points * MM), widths)
        if len(lines) <= _MOST_LINES:
            return Fitted(column.points, tuple(lines))
        tall = _MOST_LINES * column.points * _LEADING * MM
        return fit(text, placed.room, tall, column.points, widths)

    def _cell(
        self, line: Line, cell: Fitted, placed: _Placed, points: float, height: float, *, bold: bool
    ) -> None:
        """Add a cell to a line whose default size is `points`."""
        column, widths = placed.column, self._widths[placed.column.bold]
        place, size = placed.left, cell.points
        if len(cell.lines) != 1 or not is_exact(cell.lines[0]):
            css = f"font-weight:{'bold' if column.bold else 'normal'}"
            css += ";text-align:right" * column.end
            line.box(cell, place, placed.room, size * _LEADING * MM, height, css=css)
            return
        (text,) = cell.lines
        if column.end:
            place += placed.room - widths.exactly(text) * size * MM
        if (size, column.bold) == (points, bold):
            line.text(text, place)
        else:
            line.styled(
                text, place, size, widths, f'{"b" if column.bold else "i"} class="p{size:g}"'
            )
