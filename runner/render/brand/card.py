"""The plate that a link to an event is shown with elsewhere: its name, its day and its place."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from runner.render import fonts
from runner.render.brand.theme import PLATE, on

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDE, HIGH = 1200, 630
_BAND = 150  # px of the accent at the foot
_MARGIN = 72
_ROOM = WIDE - 2 * _MARGIN
_SIZES = (112, 96, 80, 68, 56, 48)
_LINES = 3


@lru_cache(maxsize=8)
def card(name: str, below: str, accent: str) -> bytes:
    """The plate as a PNG; empty where Runner's font lacks letters of the name."""
    if not name or not _known(name):
        return b""
    from PIL import Image, ImageDraw  # takes time, and only a site with an address needs it

    image = Image.new("RGB", (WIDE, HIGH), PLATE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HIGH - _BAND, WIDE, HIGH), accent)
    font, lines = _fitting(name)
    step = int(font.size * 1.08)
    top = (HIGH - _BAND - step * len(lines)) // 2 + int(font.size * 0.9)
    for at, line in enumerate(lines):
        draw.text((_MARGIN, top + at * step), line, "#ffffff", font, anchor="ls")
    small = _font("bold", 40)
    words = _cut(below, small) if _known(below) else ""
    draw.text((_MARGIN, HIGH - _BAND // 2), words, on(accent), small, anchor="lm")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _known(text: str) -> bool:
    return all(letter == " " or letter in fonts.widths("bold") for letter in text)


def _font(weight: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    file = fonts.files_for_paper()[weight]
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _fitting(name: str) -> tuple[FreeTypeFont, list[str]]:
    """The name in the largest letters in which it has room, in lines."""
    for size in _SIZES:
        font = _font("bold", size)
        lines = _lines(name, font)
        if len(lines) <= _LINES and all(font.getlength(line) <= _ROOM for line in lines):
            return font, lines
    return font, [_cut(line, font) for line in lines[:_LINES]]


def _cut(text: str, font: FreeTypeFont) -> str:
    """As much of a line as has room."""
    while font.getlength(text) > _ROOM:
        text = text[:-2].rstrip(" ,·") + "…"
    return text


def _lines(name: str, font: FreeTypeFont) -> list[str]:
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > _ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
