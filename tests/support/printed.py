"""Slips as they are printed, of people with the worst names there are, measured line by line."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from runner.core import names
from runner.render.documents.pdf import document
from runner.render.documents.slips.document import letters
from runner.render.documents.slips.layout import PageSetup, Paper
from runner.render.documents.slips.page import to_stamped_html
from runner.render.documents.slips.slip import Slip
from tests.support.nasty import NASTY

LONG = (
    "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine", "A" * 60, "W" * 35, "i" * 200, "Ö" * 80,
    "e\u0301" * 120, "MMMMMM, MMMMM", "ﷺ" * 30, "م" * 200, "דוד " * 40, "นามสกุลยาวมาก" * 5,
    "क्षत्रिय ज्ञानेश्वर श्रीनिवासन", "山田太郎" * 12, "👩‍👩‍👧‍👦" * 30, "🏳️‍🌈" * 25, "ab\u202edc" * 40,
    "P" * 300, "@%&" * 40,
)  # fmt: skip
NAMES = [names.last_first(names.clean(each)) or "–" for each in (*NASTY, *LONG)]
MM = 25.4 / 96  # a pixel of WeasyPrint's, in millimetres


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
        title = f"{phase}, round 3"
        group = "Group B" if len(made) % 2 else ""
        made.append(
            Slip(number, event, title, people, best_of, "https://a.example", rehearsal, group)
        )
        at += seats
    return made


def pages(made: list[Slip], paper: Paper) -> tuple[list[list[Line]], int]:
    """The lines of every page, and how many pages hold the empty forms."""
    laid_out, forms = lay_out(made, PageSetup(paper))
    return [list(lines(page)) for page in laid_out.pages], forms


def lay_out(made: list[Slip], setup: PageSetup) -> tuple[Any, int]:
    """The slips as a document of WeasyPrint's, and how many of its pages hold the empty forms."""
    html, stamps = to_stamped_html(made, setup, letters(made, setup.own))
    return document(html), stamps.forms


def lines(page: Any) -> Iterator[Line]:
    """Those of a page of WeasyPrint's; what more than a space parts are two of them."""
    for each in page._page_box.descendants(placeholders=True):
        if type(each).__name__ != "TextBox" or not each.text.strip():
            continue
        size = each.style["font_size"] * MM
        # A font that stands in for another has heights of its own, but the same line to stand on.
        middle = (each.position_y + each.baseline) * MM - 0.27 * size
        element = each.element
        what = "" if element is None else (element.get("class") or element.tag).split()[0]
        for found in re.finditer(r"\S+(?: \S+)*", each.text):
            left, right = (
                (each.position_x + width(each, each.text[:end])) * MM for end in found.span()
            )
            yield Line(found[0], left, right, middle, size, what)


def width(box: Any, text: str) -> float:
    """How wide a beginning of a box's text is set, in pixels."""
    from weasyprint.text.line_break import split_first_line

    if not text:
        return 0.0
    return float(split_first_line(text, box.style, None, None, 0)[3])
