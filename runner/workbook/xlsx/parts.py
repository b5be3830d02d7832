"""The parts of a workbook's archive: which sheet lies where, and the table of shared strings."""

import posixpath
import re
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from runner.workbook.xlsx.grid import unescape
from runner.workbook.xlsx.guard import Refused, safe_parser
from runner.workbook.xlsx.zip import Archive, ArchiveError

_WITHOUT_CELLS = frozenset({"chartsheet", "dialogsheet", "xlmacrosheet", "xlintlmacrosheet"})


def parse(archive: Archive, name: str) -> Element:
    """Return a part as an element tree. Raises ArchiveError where it is missing or not
    well-formed."""
    try:
        root: Element = fromstring(archive.read(name), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as reason:
        raise ArchiveError(f"The part {name} is not well-formed.") from reason
    return root


def local(name: str) -> str:
    """Return a name without its namespace; transitional and strict files differ in nothing else."""
    return name.rpartition("}")[2]


def relationships(archive: Archive, source: str) -> dict[str, tuple[str, str]]:
    """Return what a part points at: id -> (last word of the type, name of the target part)."""
    folder, name = posixpath.dirname(source), links_part(source)
    if name not in archive:
        return {}
    links = {}
    for element in parse(archive, name):
        if element.get("TargetMode") != "External":
            kind = element.get("Type", "").rpartition("/")[2]
            target = posixpath.join("/", folder, element.get("Target", ""))
            links[element.get("Id", "")] = kind, posixpath.normpath(target).lstrip("/")
    return links


def links_part(source: str) -> str:
    """Return the name of the part that says what a part points at."""
    folder, file = posixpath.split(source)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def workbook_part(archive: Archive) -> str:
    """Return the name of the part that lists the sheets."""
    for kind, target in relationships(archive, "").values():
        if kind == "officeDocument":
            return target
    raise ArchiveError("The file is a zip archive, but not a workbook.")


def sheet_parts(archive: Archive) -> dict[str, str]:
    """Sheet name -> part that holds its cells, in the order of the tabs. Raises ArchiveError where
    a sheet is nowhere in the file, of a kind that there is not, or two have one name: results that
    were typed there would be lost without a word."""
    workbook = workbook_part(archive)
    targets = relationships(archive, workbook)
    sheets: dict[str, str] = {}
    taken: set[str] = set()
    for element in parse(archive, workbook).iter():
        if local(element.tag) == "sheet":
            identity = next(
                (v for k, v in element.items() if k.startswith("{") and local(k) == "id"), ""
            )
            name = element.get("name", "")
            if identity not in targets:
                raise ArchiveError(f"The sheet “{name}” is not in it.")
            if name.casefold() in taken:
                raise ArchiveError(f"Two sheets are called “{name}”.")
            taken.add(name.casefold())
            kind, target = targets[identity]
            if kind == "worksheet":
                sheets[name] = target
            elif kind.casefold() not in _WITHOUT_CELLS:
                raise ArchiveError(f"The sheet “{name}” is of no kind that workbooks have.")
    return sheets


def shared_strings(archive: Archive) -> list[str]:
    """Return the texts that cells point at by number."""
    part = dict(relationships(archive, workbook_part(archive)).values()).get("sharedStrings", "")
    return texts(archive.read(part), "si", "t") if part in archive else []


def texts(xml: bytes, element: str, leaf: str) -> list[str]:
    """For each such element the text of its leaves, pronunciation guides left out. Raises Refused
    where the XML is broken, or an element stands within a text."""
    whole: list[str] = []
    pieces: list[str] = []
    spoken = False  # within a pronunciation guide
    parser = safe_parser()

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal spoken
        name = tag.rpartition(":")[2]
        if parser.CharacterDataHandler is not None:
            raise ValueError(f"{name} stands within a text")
        if name == element:
            pieces.clear()
        spoken = spoken or name == "rPh"
        if name == leaf and not spoken:
            parser.CharacterDataHandler = pieces.append

    def end(tag: str) -> None:
        nonlocal spoken
        name = tag.rpartition(":")[2]
        parser.CharacterDataHandler = None
        if name == element:
            whole.append(unescape("".join(pieces)))
        spoken = spoken and name != "rPh"

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(xml, True)
    except (expat.ExpatError, ValueError):
        raise Refused("The workbook is damaged: one of its parts cannot be read.") from None
    return whole


_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def cell_position(reference: str) -> tuple[int, int]:
    """Row and column from 1 of a reference such as "B3". Raises ValueError for any other text."""
    match = _REFERENCE.fullmatch(reference)
    if not match:
        raise ValueError(f"{reference!r} is no cell")
    return int(match[2]), column_number(match[1])


def cell_area(area: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the positions of the first and the last cell of "B3:C5", or of one cell. Raises
    ValueError for any other text."""
    first, _, last = area.partition(":")
    return cell_position(first), cell_position(last or first)


def column_number(letters: str) -> int:
    """Return the number of a column: "B" is 2. Raises ValueError for any other text."""
    column = 0
    for letter in letters.upper():
        if not "A" <= letter <= "Z" or column > 20_000:
            raise ValueError(f"{letters!r} is no column")
        column = column * 26 + ord(letter) - 64
    if not column:
        raise ValueError("a cell has no column")
    return column


def cell_reference(row: int, column: int) -> str:
    """Return the reference of a cell: row 3, column 2 is "B3"."""
    return f"{column_letters(column)}{row}"


@lru_cache(1024)
def column_letters(column: int) -> str:
    """Return the letters of a column: 2 is "B"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
