"""Replace words in all texts of a workbook: cells, formulas, comments, dropdown lists, filters,
charts, properties.

A text may lie in several pieces, each in another look; it is one text all the same:

    <si><r><t>Ana </t></r><r><t>Example</t></r></si>
"""

import html
import re
from collections.abc import Callable
from xml.sax.saxutils import escape

from runner.workbook.xlsx.grid import escape as escape_grid
from runner.workbook.xlsx.grid import unescape as unescape_grid
from runner.workbook.xlsx.zip import Archive

Change = Callable[[str], str]

_PARTS = (".xml", ".rels", ".vml")
_PIECE = re.compile(
    r"(?P<as_it_is><!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>)"
    r"|(?P<tag><(?:[^>\"']|\"[^\"]*\"|'[^']*')*>)|(?P<text>[^<]+)",
    re.DOTALL,
)
_VALUE = re.compile(r"(=\s*)(\"[^\"]*\"|'[^']*')")
_WHOLE = re.compile(r"<((?:\w+:)?(?:si|is|text|p))(?=[\s>])[^>]*>.*?</\1>", re.DOTALL)
_RUN = re.compile(r"(<(?:\w+:)?t(?:\s[^>]*)?>)([^<]*)(?=</)")
_MARK = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def renamed(
    data: bytes,
    change: Change,
    known: dict[bytes, bytes] | None = None,
    in_tags: Change | None = None,
) -> bytes:
    """Return the workbook with every text as `change` has it, and the values in tags as `in_tags`.
    `known` remembers parts from one workbook to the next. Raises ArchiveError where the bytes are
    no archive."""
    archive = Archive(data)
    known = {} if known is None else known
    changed = {}
    for name in archive.names:
        if name.lower().endswith(_PARTS):
            old = archive.read(name)
            new = (
                known[old]
                if old in known
                else known.setdefault(old, _part(old, change, in_tags or change))
            )
            if new != old:
                changed[name] = new
    return archive.rebuilt(changed) if changed else data


def _part(data: bytes, change: Change, in_tags: Change) -> bytes:
    coding = _MARK.get(data[:2], "utf-8")
    text = data.decode(coding, "surrogateescape")
    pieces = _PIECE.sub(lambda match: _piece(match, change, in_tags), text)
    changed = _WHOLE.sub(lambda match: _together(match[0], change), pieces)
    return data if changed == text else changed.encode(coding, "surrogateescape")


def _piece(match: re.Match[str], change: Change, in_tags: Change) -> str:
    """One tag with its values changed, or one text."""
    if match["tag"]:
        return _VALUE.sub(lambda value: value[1] + _value(value[2], in_tags), match["tag"])
    if match["as_it_is"]:
        return change(match[0])
    return _text(match[0], change)


def _text(text: str, change: Change) -> str:
    plain = unescape_grid(html.unescape(text))
    changed = change(plain)
    return text if changed == plain else escape(escape_grid(changed))


def _value(quoted: str, change: Change) -> str:
    plain = html.unescape(quoted[1:-1])
    changed = change(plain)
    sign = quoted[0]
    return quoted if changed == plain else sign + escape(changed, {sign: f"&#{ord(sign)};"}) + sign


def _together(whole: str, change: Change) -> str:
    """Return a text that is still to be changed where its pieces are taken as one."""
    runs = list(_RUN.finditer(whole))
    plain = "".join(unescape_grid(html.unescape(run[2])) for run in runs)
    if len(runs) < 2 or (changed := change(plain)) == plain:
        return whole
    first = iter((escape(escape_grid(changed)),))
    return _RUN.sub(lambda run: run[1] + next(first, ""), whole)
