"""A list from its bytes to its players, with the reason for every line that gives none."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, starmap

from runner.core.phrases import count
from runner.interchange.players_in import decoding, documents, pages, splitting
from runner.interchange.players_in.model import Source, Understood
from runner.interchange.players_in.player_list import PlayerList

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
LONGEST_LINE = 20_000
"""Characters of a line, or of a cell."""
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_CLEAN = 50  # a text has fewer characters that control than one in so many
_SIGNATURES = (
    (b"PK\x03\x04", "a workbook or an archive",
     "It could not be read as an .xlsx workbook. Save the list as .xlsx or CSV, or paste it."),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)",
     "Open it, and save it as .xlsx or CSV; or copy the cells and paste them."),
    (b"%PDF", "a PDF", "Copy the names out of it and paste them."),
    (b"{\\rtf", "a document (RTF)", "Copy the names out of it and paste them."),
    (b"\x89PNG", "a picture", "Names have to be typed off a picture."),
    (b"\xff\xd8\xff", "a picture", "Names have to be typed off a picture."),
    (b"GIF8", "a picture", "Names have to be typed off a picture."),
)  # fmt: skip


def understood(data: bytes | str, name: str = "") -> Understood:
    """A list of players as it was understood; `name` is that of its file. Never raises.

    An .xlsx workbook is read elsewhere: its cells go to `understood_cells`.
    """
    odd = ""
    if isinstance(data, bytes):
        if problem := _no_text(data, name):
            return problem
        data, odd = decoding.text_of(data)
        if len(_CONTROL.findall(data)) * _CLEAN > len(data):
            return Understood("no text", problem="Save the list as .xlsx or CSV, or paste it.")
    if len(data) > MOST_BYTES:
        return Understood("a text", problem="It is too long for a list of players.")
    return _noted(_understood_text(data.removeprefix("\ufeff")), odd)


def understood_cells(
    rows: Iterable[tuple[int, Sequence[str]]], format_: str = "a table"
) -> Understood:
    """The same of the rows of a table, each with its number."""
    sources = splitting.texts(islice(rows, MOST_LINES + 1))
    return _too_much(sources, format_) or PlayerList(sources, format_).understood()


def _of_line(number: int, text: str) -> Source:
    return Source(number, (), text)


def _too_much(sources: Sequence[Source], format_: str) -> Understood | None:
    """Why rows are more than a list of players has; None where they are not. What is read is
    bounded before it is searched."""
    if len(sources) > MOST_LINES:
        return Understood(format_, problem="It has too many lines for a list of players.")
    for source in sources:
        if (length := len(source.text)) > LONGEST_LINE:
            why = f"Line {source.number} has {length:,} characters, more than a player takes."
            return Understood(format_, problem=f"{why} Put each player into a line of their own.")
    if sum(len(source.text) for source in sources) > MOST_BYTES:
        return Understood(format_, problem="It is too long for a list of players.")
    return None


def _no_text(data: bytes, name: str) -> Understood | None:
    """What those bytes are, where they are no text."""
    if len(data) > MOST_BYTES:
        return Understood("a file", problem="It is too large for a list of players.")
    for signature, what, problem in _SIGNATURES:
        if data.startswith(signature):
            if signature.startswith(b"PK") and name.lower().endswith(".ods"):
                what = "a workbook of LibreOffice (.ods)"
            return Understood(what, problem=problem)
    return None


def _noted(found: Understood, odd: str) -> Understood:
    return replace(found, notes=(odd, *found.notes)) if odd else found


def _understood_text(text: str) -> Understood:
    if documents.is_document(text) and (document := documents.document_of(text)):
        return understood_cells(enumerate(document.rows, 0), document.format)
    if pages.is_page(text) and (rows := pages.rows_of(text)) is not None:
        return understood_cells(rows, "a table or a list of a web page")
    lines = [line.rstrip(" ") for line in splitting.lines_of(text)]
    if too_much := _too_much(list(starmap(_of_line, enumerate(lines, 1))), "a text"):
        return too_much
    found = splitting.split("".join(f"{line}\n" for line in lines))
    return PlayerList(found.sources, splitting.WORDS[found.separator], found.separator,
                 found.spaced).understood()  # fmt: skip


def summary(found: Understood) -> Iterator[str]:
    """What was understood, in sentences for an organiser."""
    if found.problem:
        yield f"This is {found.format}. {found.problem}"
        return
    yield f"Taken for {found.format}: {count(len(found.rows), 'player')}."
    yield from found.notes
