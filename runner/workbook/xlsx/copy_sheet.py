"""A further sheet for a workbook: a copy of one that is there, with some of its cells changed.

For a round beyond those that were prepared. Only the lists that name the sheets change besides;
everything else in the archive stays as it is.
"""

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit_sheet
from runner.workbook.xlsx.parts import relationships, sheet_parts, workbook_part
from runner.workbook.xlsx.workbook_xml import (
    OVERRIDE,
    RELATIONSHIP,
    SHEET,
    SHEET_NUMBER,
    attributes,
    changed,
)
from runner.workbook.xlsx.zip import Archive, ArchiveError

_OF_ONE_SHEET_ONLY = "|".join(
    ("customProperties", "drawing", "drawingHF", "legacyDrawing", "legacyDrawingHF", "picture",
     "oleObjects", "controls", "hyperlinks", "tableParts")
)  # fmt: skip
"""All parts of a worksheet that are nothing without another part (ECMA-376 part 1, 18.3.1.99), but
for extensions; only pageSetup can do without its printer settings."""
_LINKED = re.compile(
    rf"<(?P<tag>(?:\w+:)?(?:{_OF_ONE_SHEET_ONLY}))(?:\s[^>]*)?(?:/>|(?<!/)>.*?</(?P=tag)\s*>)", re.S
)
_EXTENSION = re.compile(r"<(?P<tag>(?:\w+:)?ext)\s(?:(?!<(?:\w+:)?ext\s).)*?</(?P=tag)\s*>", re.S)
_NO_EXTENSION = re.compile(r"<((?:\w+:)?extLst)>\s*</\1\s*>|<(?:\w+:)?extLst\s*/>")
_LINK = re.compile(r"\s\w+:(?:id|embed|link|pict)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_SELECTED = re.compile(r"\stabSelected=(?:\"[^\"]*\"|'[^']*')")
_FORBIDDEN = frozenset("[]:*?/\\")
_LONGEST_NAME = 31


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A sheet to be there: `name`, made from the sheet `like` with these cells changed."""

    name: str
    like: str
    changes: tuple[CellChange, ...] = ()


def with_new_sheets(data: bytes, wanted: Sequence[NewSheet]) -> bytes:
    """The workbook with each sheet that is not there yet; the very same bytes where none is
    missing. One whose model is missing itself is left out."""
    for sheet in wanted:
        present = sheet_parts(Archive(data)).keys()
        taken = {name.casefold() for name in present}
        if sheet.name.casefold() not in taken and sheet.like in present:
            data = with_copied_sheet(data, sheet.like, sheet.name, sheet.changes)
    return data


def with_copied_sheet(data: bytes, like: str, name: str, changes: Sequence[CellChange]) -> bytes:
    """The workbook with a sheet `name` right after the sheet `like`, a copy of it but for the
    changes (their own `sheet` is not looked at).

    Tables, pictures, comments, slicers, custom properties and links of the old sheet belong to it
    alone and are not copied. Raises ArchiveError where the bytes are no workbook, `like` is missing
    or `name` is taken, and ValueError where a sheet can't have that name.
    """
    if not name or len(name) > _LONGEST_NAME or _FORBIDDEN & set(name) or name.strip("'") != name:
        raise ValueError(f"{name!r} is no name for a sheet")
    book = Book(data)
    archive, parts = book.archive, book.parts
    if like not in parts or name.casefold() in {taken.casefold() for taken in parts}:
        raise ArchiveError(f'The sheet "{name}" cannot be made from "{like}".')
    new = _free_part(archive, parts[like])
    workbook = workbook_part(archive)
    links = posixpath.join(*_split(workbook, "_rels"))
    identities = {target: key for key, (_, target) in relationships(archive, workbook).items()}
    identity = _free(lambda number: f"rId{number}", set(identities.values()))
    copied = edit_sheet(book.scan(like), changes).decode()
    copied = _SELECTED.sub("", _LINK.sub("", _without_links(copied)))
    return archive.rebuilt(
        {
            new: copied.encode(),
            workbook: _listed(archive.read(workbook).decode(), like, name, identity).encode(),
            links: _repeated(
                archive.read(links).decode(), RELATIONSHIP, {"Id": identities[parts[like]]},
                {"Id": identity, "Target": f"/{new}"},
            ).encode(),
            "[Content_Types].xml": _repeated(
                archive.read("[Content_Types].xml").decode(), OVERRIDE,
                {"PartName": f"/{parts[like]}"}, {"PartName": f"/{new}"},
            ).encode(),
        }
    )  # fmt: skip


def _without_links(xml: str) -> str:
    """The sheet without what is of one sheet only, in its extensions (slicers, timelines) too."""
    xml = _EXTENSION.sub(lambda found: "" if _LINK.search(found[0]) else found[0], xml)
    return _LINKED.sub("", _NO_EXTENSION.sub("", xml))


def _split(part: str, folder: str) -> tuple[str, str, str]:
    head, tail = posixpath.split(part)
    return head, folder, f"{tail}.rels"


def _free_part(archive: Archive, like: str) -> str:
    place = posixpath.dirname(like)
    taken = {name.lower() for name in archive.names}
    return _free(lambda number: f"{place}/sheet{number}.xml", taken)


def _free(named: Callable[[int], str], taken: set[str]) -> str:
    number = 1
    while named(number) in taken:
        number += 1
    return named(number)


def _repeated(
    xml: str, tags: re.Pattern[str], which: dict[str, str], values: dict[str, str]
) -> str:
    """The XML with one of its tags standing there once more, with other values."""
    for found in tags.finditer(xml):
        if which.items() <= attributes(found[0]).items():
            return xml[: found.end()] + changed(found[0], values) + xml[found.end() :]
    raise ArchiveError("The lists of the workbook’s parts are damaged.")


def _listed(xml: str, like: str, name: str, identity: str) -> str:
    """The list of sheets with the new one after the old; what counts sheets goes up behind it."""
    tags = list(SHEET.finditer(xml))
    listed = [attributes(tag[0]) for tag in tags]
    index = next((at for at, sheet in enumerate(listed) if sheet.get("name") == like), None)
    if index is None:
        raise ArchiveError("The list of the workbook’s sheets is damaged.")
    highest = max(int(sheet["sheetId"]) for sheet in listed)
    link = next(key for key in listed[index] if key.endswith(":id"))
    values = {"name": name, "sheetId": str(highest + 1), link: identity, "state": "visible"}
    at = tags[index].end()

    def moved(found: re.Match[str]) -> str:
        number = int(found[3])
        return f'{found[1]}="{number + (number > index)}"'

    before, after = (SHEET_NUMBER.sub(moved, half) for half in (xml[:at], xml[at:]))
    return before + changed(tags[index][0], values) + after
