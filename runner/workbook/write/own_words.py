"""The words of Runner's own that stand in workbooks: a player may be called by one of them."""

import html
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from zipfile import ZipFile

from runner.core import names, results, spelling
from runner.core.event import SEAT_LETTERS, Event, Mode, Phase
from runner.core.redaction import Unnamed
from runner.workbook import round_schema, schema
from runner.workbook.template.template import Plan, template

_SHORT = 3  # letters: a seat, a sign, a little word
_ROWS = (*schema.ROW_WORDS.values(), schema.REHEARSED, schema.PLAYING_ON)
_PIECE = re.compile(r">([^<]+)<|\"([^\"]+)\"")
_RESULTS = frozenset(map(names.key, (*results.WORDS, *SEAT_LETTERS, *_ROWS)))


def is_result(text: str) -> bool:
    """Whether a text is a result, or part of one, whoever sits at the table."""
    return names.key(text) in _RESULTS


def is_word(name: str) -> bool:
    """Whether a name is too short to be told from a word, or stands in one of Runner's texts."""
    if sum(map(str.isalnum, name)) <= _SHORT:
        return True
    return Unnamed(dict.fromkeys(spelling.keys(name), ""), ()).names_in(" | ".join(texts()))


@cache
def texts() -> frozenset[str]:
    """Every text that a new workbook has in its cells, hints and tags, with all that may be typed
    or chosen."""
    phases = (
        Phase(1, "", Mode.MULTIPLAYER, "swiss"),
        Phase(2, "", Mode.HEAD_TO_HEAD, "single_elimination"),
    )
    new = (template(Plan(Event("", phases=phases[at:]), door=bool(at))) for at in range(2))
    return frozenset({*_schema(), *_RESULTS, *(piece for data in new for piece in _pieces(data))})


def _pieces(data: bytes) -> Iterator[str]:
    with ZipFile(BytesIO(data)) as archive:
        for name in archive.namelist():
            found = _PIECE.findall(archive.read(name).decode("utf-8", "replace"))
            yield from (html.unescape(text or value) for text, value in found)


def _schema() -> Iterator[str]:
    for sheet in (*schema.SHEETS, schema.START, schema.STANDINGS):
        yield from (sheet.name, sheet.title, sheet.help, *sheet.aliases)
    pairs, pods = round_schema.round_columns(2), round_schema.round_columns(5)
    for column in (*(each for sheet in schema.SHEETS for each in sheet.columns), *pairs, *pods):
        yield from (*column.spellings, column.help)
        for choice in column.choices:
            yield from (choice.value, choice.label, *choice.aliases)
