"""Slips as print-ready HTML: for a browser, and for WeasyPrint in the form that it is quick with.

Both look alike. For a browser each slip has its empty form under its text. WeasyPrint would draw
that anew for every slip, and lay out every line of it: for WeasyPrint a page holds each empty form
once, `stamping` lays them under the slips, and the text of these is set line by line (`drawn`).
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from runner.core.language import _
from runner.render.documents.drawn import Block, Look, Piece, Side, look, looks_of
from runner.render.documents.fitting import Fitted, Widths, fit
from runner.render.documents.slips import form, layout
from runner.render.documents.slips.codes import Code, qr_code
from runner.render.documents.slips.form import Measures
from runner.render.documents.slips.layout import USUAL, PageSetup, Paper
from runner.render.documents.slips.slip import Slip
from runner.render.templating import environment

_NAME_POINTS = 14.0
_TABLE_POINTS = 32.0
_TABLE_WIDTH = 30.0
_POINTS_POINTS = 12.0
_HEADING_POINTS = 12.0
_TABLE_LINE = layout.HEADER + 4.0
NAMED = {"regular": ("name", "points", "event"), "bold": ("table", "round")}
"""What an organiser's CSS knows of a slip, by weight."""
_LEADING = 4.2  # of a name in several lines


@dataclass(frozen=True, slots=True)
class Letters:
    """How wide letters are: of the form, and of what is set on it."""

    form: Mapping[str, Widths]
    text: Mapping[str, Widths]


@dataclass(frozen=True, slots=True)
class Stamps:
    """How to lay the forms, which are the first pages, under the text of the sheets.

    `sheets` has, for each of them, the number of the form (from 0) at each place from top to
    bottom, and the QR code in its corner; a place is `height` millimetres tall. `text` is what is
    set on each sheet, in these `looks`.
    """

    forms: int
    sheets: tuple[tuple[tuple[int, Code | None], ...], ...]
    text: tuple[Side, ...]
    looks: tuple[Look, ...]
    paper: Paper
    height: float


@dataclass(frozen=True, slots=True)
class _Style:
    """A form; `drawing` is its SVG. A back has no sizes and no titles."""

    number: int
    drawing: str
    sizes: Measures | None
    titles: tuple[Fitted, ...] = ()
    title_width: float = 0.0
    logo: bool = False

    @property
    def encoded(self) -> str:
        """The drawing in base64."""
        return b64encode(self.drawing.encode()).decode("ascii")


@dataclass(frozen=True, slots=True)
class _Front:
    """A slip as the page shows it."""

    style: int
    table: Fitted
    seats: tuple[Fitted, ...]
    points: str
    code: Code | None
    sizes: Measures


@dataclass(frozen=True, slots=True)
class _Back:
    """The back of a slip."""

    style: int
    heading: str
    code: None = None


@dataclass(frozen=True, slots=True)
class _Contents:
    """All that the template needs of the slips."""

    styles: tuple[_Style, ...]
    sheets: tuple[tuple[_Front | _Back, ...], ...]
    paper: Paper
    height: float
    digits: Widths

    @property
    def most_lines(self) -> int:
        """Over how many lines a name or a title goes at most."""
        fronts = (side for sheet in self.sheets for side in sheet if isinstance(side, _Front))
        texts = [text for style in self.styles for text in style.titles]
        texts += [name for front in fronts for name in front.seats]
        return max((len(text.lines) for text in texts), default=1)


def to_html(slips: Sequence[Slip], choice: PageSetup = USUAL) -> str:
    """A page with every slip, in the order for one cut through the stack, to print from a browser.

    It stands alone: it loads no file and no address.
    """
    return _html(slips, choice, _contents(slips, choice, _runners()))


def to_stamped_html(
    slips: Sequence[Slip], choice: PageSetup, letters: Letters
) -> tuple[str, Stamps]:
    """The same for WeasyPrint: pages of empty forms, then one with the looks of the text.

    `letters` is how wide those are that are set.
    """
    contents = _contents(slips, choice, letters)
    text = tuple(Side(tuple(_blocks(sheet, contents))) for sheet in contents.sheets)
    looks = looks_of(text)
    stamps = Stamps(
        forms=len(contents.styles),
        text=text,
        looks=looks,
        sheets=tuple(tuple((side.style, side.code) for side in sheet) for sheet in contents.sheets),
        paper=contents.paper,
        height=contents.height,
    )
    return _html(slips, choice, contents, looks), stamps


def _html(
    slips: Sequence[Slip], choice: PageSetup, contents: _Contents, looks: Sequence[Look] = ()
) -> str:
    """For a browser, or with the looks of the text."""
    title = " · ".join((_("Match slips"), *(slips and (slips[0].round, slips[0].event))))
    template = environment("slips").get_template("slips.html")
    return template.render(
        title=title,
        choice=choice,
        layout=layout,
        form=form,
        contents=contents,
        stamped=bool(looks),
        looks=looks,
        name_points=_NAME_POINTS,
        table_points=_TABLE_POINTS,
        leading_of=leading_of,
    )


def _blocks(sheet: Sequence[_Front | _Back], contents: _Contents) -> Iterator[Block]:
    """The text of a sheet, each slip as one."""
    for place, side in enumerate(sheet):
        top = place * contents.height + layout.PADDING
        if isinstance(side, _Back):
            heading = look(side.heading, _HEADING_POINTS, bold=True)
            piece = Piece(side.heading, heading, layout.MARGIN, top, layout.FOOTER)
            yield Block((piece,))
        else:
            yield Block(tuple(_front_pieces(side, top, contents.digits)))


def _front_pieces(front: _Front, top: float, digits: Widths) -> Iterator[Piece]:
    sizes = front.sizes
    table = look(front.table.text, front.table.points, bold=True, of="table")
    yield Piece(front.table.text, table, layout.MARGIN, top, _TABLE_LINE)
    rows = top - layout.PADDING + sizes.rows
    for row, name in enumerate(front.seats):
        leading = leading_of(len(name.lines), sizes.row)
        above = rows + row * sizes.row + (sizes.row - leading * len(name.lines)) / 2
        shown = look(name.text, name.points, of="name")
        for number, line in enumerate(name.lines):
            if line.strip():
                yield Piece(line, shown, sizes.name_x, above + number * leading, leading)
    column = sizes.points
    if column is None:
        return
    for row, points in enumerate(front.points.split("\n")):
        if not points:  # of a member: they are the team's
            continue
        wide = digits.of(points) * _POINTS_POINTS * 25.4 / 72
        left = column.x + (column.width - wide) / 2
        shown = Look(_POINTS_POINTS, of="points")
        yield Piece(points, shown, left, rows + row * sizes.row, sizes.row)


def leading_of(lines: int, row: float) -> float:
    """How far apart the lines of a name are, in millimetres."""
    return min(_LEADING, row / lines) if lines > 1 else row


def _runners() -> Letters:
    """Those of Runner's font."""
    own = {weight: Widths(weight, {}) for weight in NAMED}
    return Letters(own, own)


def _contents(slips: Sequence[Slip], choice: PageSetup, letters: Letters) -> _Contents:
    paper, words = choice.paper, letters.form
    regular, bold = letters.text["regular"], letters.text["bold"]
    most = max((len(slip.seats) for slip in slips), default=1)
    places = layout.per_sheet(paper, most, choice.most)
    sizes = {shape: form.measure(shape, paper, places) for shape in map(form.form_of, slips)}
    numbers = {shape: number for number, shape in enumerate(sizes)}
    styles = [
        _Style(
            numbers[shape],
            form.draw(shape, at, words["regular"], words["bold"]),
            at,
            form.titles(shape, regular, bold),
            form.title_width(shape),
            bool(choice.own.logo) and not shape.rehearsal,
        )
        for shape, at in sizes.items()
    ]
    back = len(styles)
    if choice.back:
        styles.append(_Style(back, form.draw_back(paper, places, words["regular"]), None))
    sheets: list[tuple[_Front | _Back, ...]] = []
    for sheet in layout.impose(slips, places):
        shapes = ((slip, form.form_of(slip)) for slip in sheet)
        sheets.append(
            tuple(
                _front(slip, numbers[shape], sizes[shape], regular, bold) for slip, shape in shapes
            )
        )
        if choice.back:
            sheets.append(tuple(_back(slip, back) for slip in sheet))
    return _Contents(tuple(styles), tuple(sheets), paper, paper.height / places, regular)


def _front(slip: Slip, style: int, sizes: Measures, regular: Widths, bold: Widths) -> _Front:
    names = (fit(name, sizes.name_width, sizes.row, _NAME_POINTS, regular) for name in slip.seats)
    table = fit(str(slip.table), _TABLE_WIDTH, layout.HEADER, _TABLE_POINTS, bold)
    points = "\n".join(slip.points)
    return _Front(style, table, tuple(names), points, qr_code(slip.address), sizes)


def _back(slip: Slip, style: int) -> _Back:
    return _Back(
        style, " · ".join((_("Judge’s notes"), _("Table {table}", table=slip.table), slip.title))
    )
