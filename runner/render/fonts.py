"""Runner's own font, so that pages and paper look the same on every machine and fit everywhere.

It is "Runner Sans": Roboto Flex, cut for pages and for paper by `fonts/make.py`. Letters that it
lacks (it has Latin, Greek, Cyrillic) come from the fonts of the reader's machine.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup

from runner import resources

_WEIGHTS = {"regular": 400, "bold": 700}  # that there are for paper
_ADDRESS = re.compile(r"url\(fonts/([^?)]+)[^)]*\)")


def _folder() -> Path:
    return resources.folder("_fonts", "fonts")


def files_for_paper() -> Mapping[str, Path]:
    """The file of each weight."""
    return {weight: _folder() / f"roboto-flex-{weight}.ttf" for weight in _WEIGHTS}


@cache
def widths(weight: str) -> Mapping[str, float]:
    """How wide each letter that there is for paper is, in multiples of its size."""
    found: Mapping[str, str] = json.loads((_folder() / "widths.json").read_bytes())[weight]
    return {letter: int(wide) / 1000 for wide, letters in found.items() for letter in letters}


@cache
def for_pages() -> Mapping[str, bytes]:
    """The files that `style_sheet` asks for, by name."""
    return {name: (_folder() / name).read_bytes() for name in _ADDRESS.findall(style_sheet())}


@cache
def style_sheet() -> str:
    """The font in CSS, for a style sheet that has a folder `fonts` with the files beside it."""
    return (_folder() / "fonts.css").read_text(encoding="utf-8")


@cache
def inside_page() -> Markup:
    """The same for a page that stands alone, with the files in it."""
    files = for_pages()
    rules = _ADDRESS.sub(lambda found: f"url({_data('woff2', files[found[1]])})", style_sheet())
    return Markup(rules)  # noqa: S704 - ours


@cache
def for_paper(*, inside: bool) -> Markup:
    """The font for what is printed: in the page, or as files that WeasyPrint reads."""
    faces = (
        f'@font-face {{ font-family: "Runner Sans"; font-weight: {_WEIGHTS[weight]}; src: url('
        f"{_data('ttf', file.read_bytes()) if inside else file.as_uri()}) }}\n"
        for weight, file in files_for_paper().items()
    )
    return Markup("".join(faces))  # noqa: S704 - ours


def _data(kind: str, file: bytes) -> str:
    return f"data:font/{kind};base64,{b64encode(file).decode('ascii')}"
