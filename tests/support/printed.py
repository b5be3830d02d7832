"""Slips as they are printed, of people with the worst names there are, measured line by line."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PageObject
from pypdf.generic import ContentStream

from runner.core import names
from runner.render.documents.pdf import document
from runner.render.documents.slips.document import letters
from runner.render.documents.slips.layout import PageSetup, Paper
from runner.render.documents.slips.page import to_stamped_html
from runner.render.documents.slips.slip import Slip
from tests.support.awkward import NASTY

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


# --- what a tagged PDF says to whoever has it read out --------------------------------------------


_PAIR = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")


def spans(page: PageObject) -> list[str]:
    """The text of every piece that is told in one breath, in order."""
    fonts = {name: _unicode(font.get_object()) for name, font in _fonts(page)}
    told: list[str] = []
    font, inside = "", False
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"BDC":
            inside = operands[0] == "/Span"
            told += [""] * inside
        elif operator == b"EMC":
            inside = False
        elif operator == b"Tf":
            font = operands[0]
        elif operator == b"TJ" and inside:
            told[-1] += "".join(_said(fonts[font], operands[0]))
    return told


def _fonts(page: PageObject) -> Any:
    return page["/Resources"].get_object()["/Font"].get_object().items()


def _unicode(font: Any) -> dict[int, str]:
    pairs = _PAIR.findall(font["/ToUnicode"].get_object().get_data())
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in pairs
    }


def _said(letters: dict[int, str], shown: Any) -> Iterator[str]:
    for each in shown:
        if not isinstance(each, (int, float)):
            codes = getattr(each, "original_bytes", each)
            for at in range(0, len(codes), 2):
                yield letters.get(int.from_bytes(codes[at : at + 2], "big"), "")


# --- machines with other fonts --------------------------------------------------------------------


_UNITS, _WIDE = 1000, 1200  # a font's own measure of its size; how wide its letters are in that


def environment(folder: Path, fonts: str) -> dict[str, str]:
    """What a program must be started with: with the fonts of this machine ("usual"), with no font
    at all ("none"), or with one whose letters are all far too wide and tall ("odd")."""
    if fonts == "usual":
        return dict(os.environ)
    if fonts == "odd":
        _odd(folder / "odd.ttf")
    file = folder / "fonts.conf"
    file.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>",
        encoding="utf-8",
    )
    return {**os.environ, "FONTCONFIG_FILE": str(file)}


def _odd(path: Path) -> None:
    """Latin, Hebrew, Arabic, Devanagari, Thai, Arabic ligatures, and pictures."""
    letters = _letters((0x20, 0x17F), (0x5D0, 0x6FF), (0x900, 0x97F), (0xE00, 0xE5B))
    letters |= _letters((0xFDF0, 0xFDFD), (0x1F300, 0x1F9FF))
    pen = TTGlyphPen(None)
    for corner, x, y in ((0, 0, 0), (1, 0, 900), (2, _WIDE, 900), (3, _WIDE, 0)):
        (pen.lineTo if corner else pen.moveTo)((x, y))
    pen.closePath()
    box = pen.glyph()
    font = FontBuilder(_UNITS)
    font.setupGlyphOrder([".notdef", *letters.values()])
    font.setupCharacterMap(letters)
    font.setupGlyf(dict.fromkeys((".notdef", *letters.values()), box))
    font.setupHorizontalMetrics(dict.fromkeys((".notdef", *letters.values()), (_WIDE, 0)))
    font.setupHorizontalHeader(ascent=1500, descent=-800)
    font.setupNameTable({"familyName": "Odd Sans", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    font.save(path)


def _letters(*ranges: Iterable[int]) -> dict[int, str]:
    return {number: f"u{number:X}" for first, last in ranges for number in range(first, last + 1)}
