"""The preview image of links to an event or a player: the name, and below it day and place of the
event, or the player's result."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from runner.core.colours import mixed, parts
from runner.render import fonts
from runner.render.brand.theme import PLATE, on

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDE, HIGH = 1200, 630
_BAND = 150  # height in px of the accent band at the bottom
_MARGIN = 72
_ROOM = WIDE - 2 * _MARGIN
_SIZES = (112, 96, 80, 68, 56, 48)
_LINES = 3
_SHADES = 128  # from the background to white, and as many from the band to its text
_SECOND = 90  # the shade of the line `above`


@lru_cache(maxsize=1024)
def card(name: str, below: str, accent: str, above: str = "") -> bytes:
    """Return the image as PNG, within some hundredths of a second; b"" if Runner's font lacks
    letters of the name."""
    if not drawable(name):
        return b""
    from PIL import Image, ImageDraw  # slow to import, and needed only by sites with an address

    image = Image.new("L", (WIDE, HIGH))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HIGH - _BAND, WIDE, HIGH), _SHADES)
    small = _font("bold", 40)
    head = 2 * _MARGIN if above and drawable(above) else 0
    if head:
        draw.text((_MARGIN, _MARGIN), _cut(above, small), _SECOND, small, anchor="lm")
    font, lines = _fitting(name)
    step = int(font.size * 1.08)
    top = head // 2 + (HIGH - _BAND - step * len(lines)) // 2 + int(font.size * 0.9)
    for at, line in enumerate(lines):
        draw.text((_MARGIN, top + at * step), line, _SHADES - 1, font, anchor="ls")
    foot = _font("bold", 64) if above else small
    words = _cut(below, foot) if drawable(below) else ""
    draw.text((_MARGIN, HIGH - _BAND // 2), words, 2 * _SHADES - 1, foot, anchor="lm")
    image.putpalette(_palette(accent))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@lru_cache(maxsize=8)
def _palette(accent: str) -> list[int]:
    ramps = ((PLATE, "#ffffff"), (accent, on(accent)))
    shades = (100 * shade / (_SHADES - 1) for shade in range(_SHADES))
    every = [round(share) for share in shades]
    return [
        part
        for ground, text in ramps
        for share in every
        for part in parts(mixed(text, ground, share))
    ]


def drawable(text: str) -> bool:
    """Return whether the text is not empty and Runner's font has all its letters."""
    return bool(text) and all(letter == " " or letter in fonts.widths("bold") for letter in text)


def _font(weight: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    file = fonts.files_for_paper()[weight]
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _fitting(name: str) -> tuple[FreeTypeFont, list[str]]:
    """Return the largest font in which the name fits, and the name in lines."""
    for size in _SIZES:
        font = _font("bold", size)
        lines = _lines(name, font)
        if len(lines) <= _LINES and all(font.getlength(line) <= _ROOM for line in lines):
            return font, lines
    return font, [_cut(line, font) for line in lines[:_LINES]]


def _cut(text: str, font: FreeTypeFont) -> str:
    """Return the text, shortened with "…" to fit on a line."""
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
