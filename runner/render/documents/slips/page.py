"""Slips as HTML: for browsers, and in a form that WeasyPrint renders quickly.

The text of each slip is a paragraph. For browsers, each slip has its empty form below the text.
WeasyPrint would draw the form anew for every slip, so it gets a page with each empty form first,
and `stamp` draws these below the text of the other pages.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import SimpleNamespace
from typing import Any

from runner.core.language import _, current
from runner.render.documents.cells import MM, STYLE, Line
from runner.render.documents.fitting import Fitted, Widths, fit, is_exact
from runner.render.documents.slips import form, layout
from runner.render.documents.slips.codes import Code, qr_code
from runner.render.documents.slips.layout import USUAL, PageSetup
from runner.render.documents.slips.slip import Slip
from runner.render.templating import environment

_NAME_POINTS = 14.0
_TABLE_POINTS = 28.0
_TABLE_WIDTH = 30.0
NAMED = {"regular": ("name", "points", "event"), "bold": ("table", "round")}
"""The classes on a slip that an organiser's CSS can style, by weight."""
_LEADING = 4.2  # line spacing in mm of a name in several lines


@dataclass(frozen=True, slots=True)
class Letters:
    """Character widths by weight: for the form, and for the text on it."""

    form: Mapping[str, Widths]
    text: Mapping[str, Widths]


def to_html(slips: Sequence[Slip], choice: PageSetup = USUAL) -> str:
    """Return a page with all slips, ordered for one cut through the stack, for printing from a
    browser. The page is self-contained."""
    own = {weight: Widths(weight, {}) for weight in NAMED}
    return _Page(slips, choice, Letters(own, own)).html(stamped=False)


def to_stamped_html(
    slips: Sequence[Slip], choice: PageSetup, letters: Letters
) -> tuple[str, SimpleNamespace]:
    """Return the page for WeasyPrint, whose first pages are the forms, and the data for `stamp`.

    `sheets` has, for each sheet and each place from top to bottom, the number of the form (from 0)
    and the slip's QR code; a place is `height` millimetres tall. `backwards`: the language runs
    from right to left.
    """
    page = _Page(slips, choice, letters)
    sheets = tuple(tuple((side.style, side.code) for side in sheet) for sheet in page.sheets)
    stamps = SimpleNamespace(
        forms=len(page.styles),
        sheets=sheets,
        paper=choice.paper,
        height=page.height,
        backwards=current().direction == "rtl",
    )
    return page.html(stamped=True), stamps


def _style(number: int, drawing: str, **more: Any) -> SimpleNamespace:
    """Return a form as SVG, also in base64. A back has no sizes and no titles."""
    encoded = b64encode(drawing.encode()).decode("ascii")
    front = {"sizes": None, "titles": (), "title_width": 0.0, "logo": False, **more}
    return SimpleNamespace(number=number, drawing=drawing, encoded=encoded, **front)


class _Page:
    """The forms, and the slips on each sheet."""

    def __init__(self, slips: Sequence[Slip], choice: PageSetup, letters: Letters) -> None:
        self._slips, self._choice, self._letters = slips, choice, letters
        paper, text, words = choice.paper, letters.text, letters.form
        most = max((len(slip.seats) for slip in slips), default=1)
        places = layout.per_sheet(paper, most, choice.most)
        self.height = paper.height / places
        shapes = list(dict.fromkeys(map(form.form_of, slips)))
        sizes = {shape: form.measure(shape, paper, places) for shape in shapes}
        self.styles = [
            _style(
                number,
                form.draw(shape, at, words["regular"], words["bold"]),
                sizes=at,
                titles=form.titles(shape, text["regular"], text["bold"]),
                title_width=form.title_width(shape),
                logo=bool(choice.own.logo) and not shape.rehearsal,
            )
            for number, (shape, at) in enumerate(sizes.items())
        ]
        self.sheets: list[tuple[SimpleNamespace, ...]] = []
        for sheet in layout.impose(slips, places):
            formed = ((slip, form.form_of(slip)) for slip in sheet)
            self.sheets.append(
                tuple(
                    self._front(slip, shapes.index(shape), sizes[shape]) for slip, shape in formed
                )
            )
            if choice.back:
                self.sheets.append(tuple(_back(slip, len(shapes)) for slip in sheet))
        if choice.back:
            back = form.draw_back(paper, places, words["regular"])
            self.styles.append(_style(len(shapes), back))

    def html(self, *, stamped: bool) -> str:
        """Return the whole page."""
        named = (self._slips[0].round, self._slips[0].event) if self._slips else ()
        titles = [title for style in self.styles for title in style.titles]
        return (
            environment("slips")
            .get_template("slips.html")
            .render(
                title=" · ".join((_("Match slips"), *named)),
                choice=self._choice,
                layout=layout,
                form=form,
                styles=self.styles,
                sheets=self.sheets,
                height=self.height,
                most_lines=max((len(title.lines) for title in titles), default=1),
                stamped=stamped,
                name_points=_NAME_POINTS,
                table_points=_TABLE_POINTS,
                cells=STYLE,
            )
        )

    def _front(self, slip: Slip, style: int, sizes: SimpleNamespace) -> SimpleNamespace:
        bold = self._letters.text["bold"]
        table = fit(str(slip.table), _TABLE_WIDTH, layout.HEADER, _TABLE_POINTS, bold)
        smaller = f' style="font-size:{table.points}pt"' if table.points < _TABLE_POINTS else ""
        end = "" if current().direction == "rtl" else " "  # it would stand before the number
        number = f'<b class="table"{smaller}>{"".join(table.lines)}{end}</b>'
        points = slip.points or [""] * len(slip.seats)
        rows = (self._row(*row, sizes) for row in zip(slip.seats, points, strict=True))
        key = f'<b class="key">{slip.code[:3]} {slip.code[3:]}</b>' if slip.code else ""
        code = qr_code(slip.address)
        return _side(style, "\n".join((f"{key}{number}", *rows)), code, coded=bool(key))

    def _row(self, name: str, points: str, sizes: SimpleNamespace) -> str:
        """Return the line of a player, with the points before the round."""
        widths, column = self._letters.text["regular"], sizes.points
        line = Line(widths, _NAME_POINTS)
        own = bool(self._choice.own.css) or current().direction == "rtl"
        fitted = fit(name, sizes.name_width, sizes.row, _NAME_POINTS, widths)
        if fitted == Fitted(_NAME_POINTS, (name,)) and is_exact(name) and not own:
            line.text(name, 0.0)
        else:
            lines = len(fitted.lines)
            leading = min(_LEADING, sizes.row / lines) if lines > 1 else sizes.row
            line.box(fitted, 0.0, sizes.name_width, leading, sizes.row, of="name")
        if column is not None and points:
            wide = widths.exactly(points) * _NAME_POINTS * MM
            left = column.x - sizes.name_x + (column.width - wide) / 2
            if own:
                text = Fitted(_NAME_POINTS, (points,))
                line.box(text, left, wide + 2, sizes.row, sizes.row, of="points")
            else:
                line.text(points, left)
        return f"{line.html}{'' if line.html.endswith('</span>') else ' '}"


def _back(slip: Slip, style: int) -> SimpleNamespace:
    heading = (_("Judge’s notes"), _("Table {table}", table=slip.table), slip.title)
    return _side(style, f"<b>{escape(' · '.join(heading))}</b>")


def _side(
    style: int, html: str, code: Code | None = None, *, coded: bool = False
) -> SimpleNamespace:
    """Return the front or back of a slip: the number of its form, its text as HTML, its QR code;
    `coded` if a code to be typed is in the text."""
    return SimpleNamespace(style=style, html=html, code=code, coded=coded)


# The rest works on a finished PDF in pydyf. A reference such as b"12 0 R" takes three entries in
# an array of pages: its number, its generation and "R".


def stamp(pdf: Any, stamps: SimpleNamespace) -> None:
    """Turn the first pages of a `pydyf.PDF` into forms, and draw them below the other pages.

    Each form is then in the file once, however many slips use it. The same applies to the modules
    that are dark in all QR codes: those of one round differ in a fifth of them.
    """
    import pydyf  # loaded only when printing

    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    forms, sheets = pages[: stamps.forms], pages[stamps.forms :]
    _hide_from_readers(pdf, forms)
    resources = _referred(pdf, sheets[0]["Resources"])
    for number, page in enumerate(forms):
        drawing = _referred(pdf, page["Contents"])
        drawing.stream[:] = _without_tags(drawing.stream)
        drawing.extra.update(
            Type="/XObject", Subtype="/Form", BBox=page["MediaBox"], Resources=page["Resources"]
        )
        resources["XObject"][f"form{number}"] = drawing.reference
    shared = _shared(code for sheet in stamps.sheets for _, code in sheet if code)
    for modules, code in shared.items():
        side = pydyf.Array([0, -modules, modules, 0])
        extra = pydyf.Dictionary({"Type": "/XObject", "Subtype": "/Form", "BBox": side})
        drawing = pydyf.Stream([_squares(code)], extra)
        pdf.add_object(drawing)
        resources["XObject"][f"code{modules}"] = drawing.reference
    for page, places in zip(sheets, stamps.sheets, strict=True):
        text = _referred(pdf, page["Contents"]).stream
        text[:0] = [_draw(form, place, stamps.height) for place, (form, _) in enumerate(places)]
        text[:0] = [
            _code(code, shared[code.modules], place, stamps)
            for place, (_, code) in enumerate(places)
            if code
        ]
    del pdf.pages["Kids"][: 3 * len(forms)]
    pdf.pages["Count"] = len(sheets)


def _referred(pdf: Any, reference: bytes) -> Any:
    """Return the object behind a reference."""
    return pdf.objects[int(reference.split()[0])]


def _hide_from_readers(pdf: Any, pages: Sequence[Any]) -> None:
    """Remove the content of these pages from the document's tags."""
    root = _referred(pdf, pdf.catalog["StructTreeRoot"])
    hidden = {page.reference for page in pages}
    whole = _referred(pdf, root["K"][0])
    whole["K"][:] = [each for each in whole["K"] if _referred(pdf, each)["Pg"] not in hidden]
    for elements in _referred(pdf, root["ParentTree"])["Nums"][1 : 2 * len(pages) : 2]:
        elements.clear()


def _without_tags(operations: Sequence[Any]) -> list[Any]:
    """Return the operations of a drawing without marked-content operators."""
    kept: list[Any] = []
    for operation in operations:
        if operation == b"BDC":
            del kept[-2:]
        elif operation == b"BMC":
            kept.pop()
        elif operation != b"EMC":
            kept.append(operation)
    return kept


def _draw(form: int, place: int, height: float) -> bytes:
    """Return operations that draw the form at its place; the PDF's y axis points up, in points."""
    return f"/Artifact BMC q 1 0 0 1 0 {-place * height / MM:.3f} cm /form{form} Do Q EMC".encode()


def _shared(codes: Iterable[Code]) -> Mapping[int, Code]:
    """Return a code of the modules that are dark in all codes of a size, by that size."""
    shared: dict[int, Code] = {}
    for code in codes:
        known = shared.get(code.modules, code)
        rows = tuple(one & other for one, other in zip(known.rows, code.rows, strict=True))
        shared[code.modules] = Code(code.modules, rows)
    return shared


def _code(code: Code, shared: Code, place: int, stamps: SimpleNamespace) -> bytes:
    """Return operations that draw a QR code in a place's corner: shared part, own part."""
    side = layout.HEADER / code.modules / MM
    right = stamps.paper.width - layout.MARGIN - layout.HEADER
    left = (layout.MARGIN if stamps.backwards else right) / MM
    top = (stamps.paper.height - place * stamps.height - layout.PADDING) / MM
    rows = (row & ~known for row, known in zip(code.rows, shared.rows, strict=True))
    own = _squares(Code(code.modules, tuple(rows)))
    where = f"{side:.4f} 0 0 {side:.4f} {left:.3f} {top:.3f} cm"
    return f"/Artifact BMC q 0 g {where} /code{code.modules} Do ".encode() + own + b" Q EMC"


def _squares(code: Code) -> bytes:
    """Return operations for a code's dark modules, one unit wide, below and right of the origin."""
    runs = [f"{x} {-y - 1} {length} 1 re" for x, y, length in code.runs]
    return " ".join([*runs, "f" if runs else ""]).encode()
