"""Machines with other fonts than this one, for programs that a test starts beside itself."""

import os
from collections.abc import Iterable
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

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
