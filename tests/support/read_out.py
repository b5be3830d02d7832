"""What a tagged PDF says to whoever has it read out."""

import re
from collections.abc import Iterator
from typing import Any

from pypdf import PageObject
from pypdf.generic import ContentStream

_PAIR = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")


def spans(page: PageObject) -> list[str]:
    """The text of every piece that is told in one breath, in order."""
    fonts = {name: _letters(font.get_object()) for name, font in _fonts(page)}
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


def _letters(font: Any) -> dict[int, str]:
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
