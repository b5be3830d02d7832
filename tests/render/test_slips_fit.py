"""Whatever people and events are called, it stays within its place on the slip: measured in the
layout that is printed, not in the text."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from runner.render.documents.slips import form, layout
from runner.render.documents.slips.layout import A4, LETTER, Paper
from runner.render.documents.slips.slip import Slip
from tests.support import fonts, processes
from tests.support.printed import Line, slips

pytestmark = pytest.mark.thorough  # left out of make quick

pytest.importorskip("weasyprint", exc_type=OSError)

SLACK = 0.5  # millimetres; the forms leave as much between a name and the next line or box


def pages(folder: Path, paper: Paper, rehearsal: bool, found: str) -> tuple[list[list[Line]], int]:
    """The lines of every page on a machine with these fonts, and how many pages are empty forms."""
    env = fonts.environment(folder, found)
    said = processes.run("measure_slips", paper.name, int(rehearsal), env=env)
    pages, forms = json.loads(said.stdout)
    return [[Line(*line) for line in page] for page in pages], forms


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("found", ["usual", "none", "odd"])
@pytest.mark.parametrize("rehearsal", [False, True], ids=["event", "rehearsal"])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_everything_on_a_slip_stays_in_its_place(
    paper: Paper, rehearsal: bool, found: str, tmp_path: Path
) -> None:
    made = slips(rehearsal)
    printed, forms = pages(tmp_path, paper, rehearsal, found)
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
    (table,) = [each for each in found if each.middle < top + at.rows]
    assert table.text == str(slip.table)
    _within([table], layout.MARGIN, form.TITLE_X, top, top + at.rows)
    for number, name in enumerate(slip.seats):
        above = top + at.rows + number * at.row
        own = [each for each in found if above <= each.middle < above + at.row]
        _whole(name, own, points=5)
        _within(own, at.name_x, at.name_x + at.name_width, above, above + at.row)


def _whole(text: str, found: list[Line], points: int) -> None:
    """All of it is there, however long it is, and an ordinary long name can be read."""
    assert squeezed("".join(each.text for each in found)) == squeezed(text)
    if len(text) <= 60:
        assert all(each.size > points * 25.4 / 72 for each in found)


def _within(found: list[Line], left: float, right: float, top: float, bottom: float) -> None:
    for each in found:
        assert each.left >= left - SLACK, each
        assert each.right <= right + SLACK, each
        assert each.middle - each.size / 2 >= top - SLACK, each
        assert each.middle + each.size / 2 <= bottom + SLACK, each
    for one, next_ in pairwise(found):
        if next_.middle > one.middle + 0.1:
            assert next_.middle - one.middle >= 0.9 * one.size, "lines do not run into each other"
