"""Whatever people and events are called, it stays within its place on the slip: measured in the
layout that is printed, not in the text."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from runner.core import names
from runner.render.documents.slips import form, layout
from runner.render.documents.slips.layout import A4, LETTER, PageSetup, Paper
from runner.render.documents.slips.page import to_stamped_html
from runner.render.documents.slips.slip import Slip
from tests.support.nasty import NASTY

pytestmark = pytest.mark.thorough  # left out of make quick

weasyprint = pytest.importorskip("weasyprint", exc_type=OSError)

LONG = (
    "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine", "A" * 60, "W" * 35, "i" * 200, "Ö" * 80,
    "e\u0301" * 120, "MMMMMM, MMMMM", "ﷺ" * 30, "م" * 200, "דוד " * 40, "นามสกุลยาวมาก" * 5,
    "क्षत्रिय ज्ञानेश्वर श्रीनिवासन", "山田太郎" * 12, "👩‍👩‍👧‍👦" * 30, "🏳️‍🌈" * 25, "ab\u202edc" * 40,
    "P" * 300, "@%&" * 40,
)  # fmt: skip
NAMES = [names.last_first(names.clean(each)) or "–" for each in (*NASTY, *LONG)]
MM = 25.4 / 96  # a pixel of WeasyPrint's, in millimetres
SLACK = 0.5  # millimetres; the forms leave as much between a name and the next line or box


class Line(NamedTuple):
    """A printed line: millimetres from the sheet's top left; `size` is that of its letters."""

    text: str
    left: float
    right: float
    middle: float
    size: float
    what: str


def slips(rehearsal: bool) -> list[Slip]:
    """Pods of five, four and two, with every name at a seat, as an event and as a phase."""
    made, at = [], 0
    while at < len(NAMES):
        seats = (5, 4, 2)[len(made) % 3]
        people = tuple((NAMES * 2)[at : at + seats])
        event, phase = NAMES[at], NAMES[at - 1]
        number = 10 ** (len(made) % 7)
        best_of = 3 if seats == 2 else 1
        group = "Group B" if len(made) % 2 else ""
        made.append(
            Slip(number, event, phase, 3, people, best_of, "https://a.example", rehearsal, group)
        )
        at += seats
    return made


def pages(made: list[Slip], paper: Paper) -> tuple[list[list[Line]], int]:
    """The lines of every page, and how many pages hold the empty forms."""
    html, stamps = to_stamped_html(made, PageSetup(paper))
    document = weasyprint.HTML(string=html).render()
    return [list(lines(page._page_box)) for page in document.pages], stamps.forms


def lines(box: Any) -> Iterator[Line]:
    for each in box.descendants(placeholders=True):
        if type(each).__name__ != "TextBox" or not each.text.strip():
            continue
        left, size = each.position_x * MM, each.style["font_size"] * MM
        # A font that stands in for another has heights of its own, but the same line to stand on.
        middle = (each.position_y + each.baseline) * MM - 0.27 * size
        what = (
            each.element.tag if each.element.tag != "div" else each.element.get("class").split()[0]
        )
        yield Line(each.text, left, left + each.width * MM, middle, size, what)


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("rehearsal", [False, True], ids=["event", "rehearsal"])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_everything_on_a_slip_stays_in_its_place(paper: Paper, rehearsal: bool) -> None:
    made = slips(rehearsal)
    printed, forms = pages(made, paper)
    places = layout.per_sheet(paper, 5)
    height = paper.height / places
    shapes = list(dict.fromkeys(map(form.form_of, made)))
    assert forms == len(shapes)
    for shape, found in zip(shapes, printed[:forms], strict=True):
        _titles_fit(shape, found)
    for sheet, found in zip(layout.impose(made, places), printed[forms:], strict=True):
        for place, slip in enumerate(sheet):
            top = place * height
            own = [each for each in found if top <= each.middle < top + height]
            _names_fit(slip, own, form.measure(form.form_of(slip), paper, places), top)
        assert all(each.middle < len(sheet) * height for each in found), "nothing beside a slip"


def _titles_fit(shape: form.Form, found: list[Line]) -> None:
    right = form.TITLE_X + form.title_width(shape)
    for title, what, top, height in (
        (shape.round, "round", layout.PADDING, form.ROUND_HEIGHT),
        (shape.event, "event", layout.PADDING + form.ROUND_HEIGHT, form.EVENT_HEIGHT),
    ):
        own = [each for each in found if each.what == what]
        _whole(title, own, points=4)
        _within(own, form.TITLE_X, right, top, top + height)


def _names_fit(slip: Slip, found: list[Line], at: form.Measures, top: float) -> None:
    (table,) = [each for each in found if each.what == "h2"]
    assert table.text == str(slip.table)
    _within([table], layout.MARGIN, form.TITLE_X, top, top + at.rows)
    for number, name in enumerate(slip.seats):
        above = top + at.rows + number * at.row
        own = [each for each in found if above <= each.middle < above + at.row and each.what == "p"]
        _whole(name, own, points=5)
        _within(own, at.name_x, at.name_x + at.name_width, above, above + at.row)


def _whole(text: str, found: list[Line], points: int) -> None:
    """All of it is there, or so much of the beginning that one knows who is meant."""
    printed, wanted = squeezed("".join(each.text for each in found)), squeezed(text)
    if printed != wanted:
        assert printed.endswith("…")
        assert wanted.startswith(printed[:-1])
        assert len(printed) > 60
    assert all(each.size > points * 25.4 / 72 for each in found), "it can be read"


def _within(found: list[Line], left: float, right: float, top: float, bottom: float) -> None:
    for each in found:
        assert each.left >= left - SLACK, each
        assert each.right <= right + SLACK, each
        assert each.middle - each.size / 2 >= top - SLACK, each
        assert each.middle + each.size / 2 <= bottom + SLACK, each
    for one, next_ in pairwise(found):
        if next_.middle > one.middle + 0.1:
            assert next_.middle - one.middle >= 0.9 * one.size, "lines do not run into each other"
