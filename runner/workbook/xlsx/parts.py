"""The parts of a workbook's archive: which sheet lies where, and the table of shared strings."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from runner.workbook.xlsx.zip import Archive, ArchiveError


def parse(archive: Archive, name: str) -> Element:
    """A part as an element tree. Raises ArchiveError where it is missing or not well-formed."""
    try:
        root: Element = fromstring(archive.read(name), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as reason:
        raise ArchiveError(f"The part {name} is not well-formed.") from reason
    return root


def local(name: str) -> str:
    """A name without its namespace; transitional and strict files differ in nothing else."""
    return name.rpartition("}")[2]


def relationships(archive: Archive, source: str) -> dict[str, tuple[str, str]]:
    """What a part points at: id -> (last word of the type, name of the target part)."""
    folder, file = posixpath.split(source)
    name = posixpath.join(folder, "_rels", f"{file}.rels")
    if name not in archive:
        return {}
    found = {}
    for element in parse(archive, name):
        if element.get("TargetMode") != "External":
            kind = element.get("Type", "").rpartition("/")[2]
            target = posixpath.join("/", folder, element.get("Target", ""))
            found[element.get("Id", "")] = kind, posixpath.normpath(target).lstrip("/")
    return found


def workbook_part(archive: Archive) -> str:
    """The name of the part that lists the sheets."""
    for kind, target in relationships(archive, "").values():
        if kind == "officeDocument":
            return target
    raise ArchiveError("The file is a zip archive but no workbook.")


def sheet_parts(archive: Archive) -> dict[str, str]:
    """Sheet name -> part that holds its cells, in the order of the tabs.

    Raises ArchiveError where a sheet is nowhere in the file, or two have one name: results that
    were typed there would be lost without a word.
    """
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
    return sheets


def shared_strings(archive: Archive) -> list[str]:
    """The texts that cells point at by number; pronunciation guides are left out."""
    for kind, target in relationships(archive, workbook_part(archive)).values():
        if kind == "sharedStrings":
            return ["".join(_texts(item)) for item in parse(archive, target)]
    return []


def _texts(element: Element) -> Iterator[str]:
    for child in element:
        if local(child.tag) == "t":
            yield child.text or ""
        elif local(child.tag) != "rPh":
            yield from _texts(child)


_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def cell_position(reference: str) -> tuple[int, int]:
    """Row and column from 1 of a reference such as "B3". Raises ValueError for any other text."""
    found = _REFERENCE.fullmatch(reference)
    if not found:
        raise ValueError(f"{reference!r} is no cell")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]), column


def cell_reference(row: int, column: int) -> str:
    """The reference of a cell: row 3, column 2 is "B3"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
