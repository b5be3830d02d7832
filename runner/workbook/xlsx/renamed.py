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
    pieces = _PIECE.sub(lambda found: _piece(found, change, in_tags), text)
    made = _WHOLE.sub(lambda found: _together(found[0], change), pieces)
    return data if made == text else made.encode(coding, "surrogateescape")


def _piece(found: re.Match[str], change: Change, in_tags: Change) -> str:
    """One tag with its values changed, or one text."""
    if found["tag"]:
        return _VALUE.sub(lambda said: said[1] + _value(said[2], in_tags), found["tag"])
    if found["as_it_is"]:
        return change(found[0])
    return _text(found[0], change)


def _text(text: str, change: Change) -> str:
    said = unescape_grid(html.unescape(text))
    made = change(said)
    return text if made == said else escape(escape_grid(made))


def _value(quoted: str, change: Change) -> str:
    said = html.unescape(quoted[1:-1])
    made = change(said)
    sign = quoted[0]
    return quoted if made == said else sign + escape(made, {sign: f"&#{ord(sign)};"}) + sign


def _together(whole: str, change: Change) -> str:
    """Return a text that is still to be changed where its pieces are taken as one."""
    runs = list(_RUN.finditer(whole))
    said = "".join(unescape_grid(html.unescape(run[2])) for run in runs)
    if len(runs) < 2 or (made := change(said)) == said:
        return whole
    first = iter((escape(escape_grid(made)),))
    return _RUN.sub(lambda run: run[1] + next(first, ""), whole)
