"""Runner's own font, so that pages and paper look the same everywhere and text fits.

"Runner Sans" is Roboto Flex, reduced for pages and for paper by `fonts/make.py`. Letters that it
lacks (it has Latin, Greek and Cyrillic) come from the fonts of the reader's system.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

from runner import resources

_WEIGHTS = {"regular": 400, "bold": 700}  # available for paper
_ADDRESS = re.compile(r"url\(fonts/([^?)]+)[^)]*\)")


def _folder() -> Path:
    return resources.folder("_fonts", "fonts")


def files_for_paper() -> Mapping[str, Path]:
    """Return the font file for each weight."""
    return {weight: _folder() / f"roboto-flex-{weight}.ttf" for weight in _WEIGHTS}


@cache
def widths(weight: str) -> Mapping[str, float]:
    """Return the width of each character in the font for paper, in multiples of the font size."""
    by_width: Mapping[str, str] = json.loads((_folder() / "widths.json").read_bytes())[weight]
    return {letter: int(wide) / 1000 for wide, letters in by_width.items() for letter in letters}


@cache
def for_pages() -> Mapping[str, bytes]:
    """Return the contents of the font files that `style_sheet` refers to, by name."""
    return {name: (_folder() / name).read_bytes() for name in _ADDRESS.findall(style_sheet())}


@cache
def style_sheet() -> str:
    """Return the CSS for the font; it expects its files in a folder `fonts` beside it."""
    return (_folder() / "fonts.css").read_text(encoding="utf-8")


@cache
def inside_page() -> Markup:
    """Return the CSS for the font with its files embedded, for a self-contained page."""
    files = for_pages()
    rules = _ADDRESS.sub(lambda match: f"url({_data('woff2', files[match[1]])})", style_sheet())
    return Markup(rules)  # noqa: S704 - ours


@cache
def for_paper(*, inside: bool) -> Markup:
    """Return the CSS for the font on paper, with its files embedded if `inside`, else linked."""
    faces = (
        f'@font-face {{ font-family: "Runner Sans"; font-weight: {_WEIGHTS[weight]}; src: url('
        f"{_data('ttf', file.read_bytes()) if inside else file.as_uri()}) }}\n"
        for weight, file in files_for_paper().items()
    )
    return Markup("".join(faces))  # noqa: S704 - ours


def _data(kind: str, file: bytes) -> str:
    return f"data:font/{kind};base64,{b64encode(file).decode('ascii')}"
