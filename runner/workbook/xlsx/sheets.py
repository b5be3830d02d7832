"""Insert and remove sheets in a workbook's archive; every other part stays as it is.

A new sheet is a copy of one that is there, with some of its cells changed: for a round beyond those
that were prepared. With a sheet that is removed go its place in every list and what only it has. In
both cases the lists of sheets and parts are changed as text, tags being found by their attributes,
so that whatever else stands there stays; what counts sheets is moved behind the place.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import count
from xml.sax.saxutils import quoteattr, unescape

from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit_sheet
from runner.workbook.xlsx.parts import links_part, relationships, sheet_parts, workbook_part
from runner.workbook.xlsx.zip import Archive, ArchiveError

_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_SHEET = re.compile(r"<(?:\w+:)?sheet\s[^>]*?(?:/>|>\s*</(?:\w+:)?sheet>)")
_RELATIONSHIP = re.compile(r"<(?:\w+:)?Relationship\s[^>]*?/?>(?:\s*</(?:\w+:)?Relationship>)?")
_OVERRIDE = re.compile(r"<(?:\w+:)?Override\s[^>]*?/?>(?:\s*</(?:\w+:)?Override>)?")
_SHEET_NUMBER = re.compile(r"\b(localSheetId|activeTab|firstSheet)=(\"|')(\d+)\2")
"""What counts sheets, from 0, in the order of their list."""


def _attributes(tag: str) -> dict[str, str]:
    entities = {"&quot;": '"', "&apos;": "'"}
    return {key: unescape(text[1:-1], entities) for key, text in _ATTRIBUTE.findall(tag)}


def _changed_tag(tag: str, values: dict[str, str]) -> str:
    def rewritten(match: re.Match[str]) -> str:
        key = match[1]
        return f"{key}={quoteattr(values[key])}" if key in values else match[0]

    return _ATTRIBUTE.sub(rewritten, tag)


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
    """Return the workbook with each of these sheets that it lacks, the same object if it has all. A
    sheet whose model is missing is left out."""
    for sheet in wanted:
        present = sheet_parts(Archive(data)).keys()
        taken = {name.casefold() for name in present}
        if sheet.name.casefold() not in taken and sheet.like in present:
            data = with_copied_sheet(data, sheet.like, sheet.name, sheet.changes)
    return data


def with_copied_sheet(data: bytes, like: str, name: str, changes: Sequence[CellChange]) -> bytes:
    """Return the workbook with a sheet `name` right after the sheet `like`, a copy of it but for
    the changes (their own `sheet` is not looked at). Tables, pictures, comments, slicers, custom
    properties and links of the old sheet belong to it alone and are not copied. Raises ArchiveError
    where the bytes are no workbook, `like` is missing or `name` is taken, and ValueError where a
    sheet can't have that name."""
    if not name or len(name) > _LONGEST_NAME or _FORBIDDEN & set(name) or name.strip("'") != name:
        raise ValueError(f"{name!r} is no name for a sheet")
    book = Book(data)
    archive, parts = book.archive, book.parts
    if like not in parts or name.casefold() in {taken.casefold() for taken in parts}:
        raise ArchiveError(f'The sheet "{name}" cannot be made from "{like}".')
    place, taken = posixpath.dirname(parts[like]), {each.lower() for each in archive.names}
    new = _free(f"{place}/sheet{{}}.xml", taken)
    workbook = workbook_part(archive)
    links = links_part(workbook)
    identities = {target: key for key, (_, target) in relationships(archive, workbook).items()}
    identity = _free("rId{}", identities.values())
    copied = edit_sheet(book.scan(like), changes).decode()
    # what is of one sheet only goes, in its extensions (slicers, timelines) too
    copied = _EXTENSION.sub(lambda match: "" if _LINK.search(match[0]) else match[0], copied)
    copied = _LINKED.sub("", _NO_EXTENSION.sub("", copied))
    copied = _SELECTED.sub("", _LINK.sub("", copied))
    return archive.rebuilt(
        {
            new: copied.encode(),
            workbook: _listed(archive.read(workbook).decode(), like, name, identity).encode(),
            links: _repeated(
                archive.read(links).decode(), _RELATIONSHIP, {"Id": identities[parts[like]]},
                {"Id": identity, "Target": f"/{new}"},
            ).encode(),
            "[Content_Types].xml": _repeated(
                archive.read("[Content_Types].xml").decode(), _OVERRIDE,
                {"PartName": f"/{parts[like]}"}, {"PartName": f"/{new}"},
            ).encode(),
        }
    )  # fmt: skip


def _free(name: str, taken: Collection[str]) -> str:
    """Return the first name with a number in it that is not taken."""
    return next(each for each in map(name.format, count(1)) if each not in taken)


def _repeated(
    xml: str, tags: re.Pattern[str], which: dict[str, str], values: dict[str, str]
) -> str:
    """Return the XML with one of its tags standing there once more, with other values."""
    for tag in tags.finditer(xml):
        if which.items() <= _attributes(tag[0]).items():
            return xml[: tag.end()] + _changed_tag(tag[0], values) + xml[tag.end() :]
    raise ArchiveError("The lists of the workbook’s parts are damaged.")


def _listed(xml: str, like: str, name: str, identity: str) -> str:
    """Return the list of sheets with the new one after the old; what counts sheets goes up behind
    it."""
    sheets = _sheets(xml)
    index = next(
        (at for at, (_, attributes) in enumerate(sheets) if attributes.get("name") == like), None
    )
    if index is None:
        raise ArchiveError("The list of the workbook’s sheets is damaged.")
    tag, attributes = sheets[index]
    highest = max(int(each["sheetId"]) for _, each in sheets)
    link = next(key for key in attributes if key.endswith(":id"))
    values = {"name": name, "sheetId": str(highest + 1), link: identity, "state": "visible"}
    xml = xml[: tag.end()] + _changed_tag(tag[0], values) + xml[tag.end() :]
    return _renumbered(xml, lambda number: number + (number > index))


def _sheets(xml: str) -> list[tuple[re.Match[str], dict[str, str]]]:
    return [(tag, _attributes(tag[0])) for tag in _SHEET.finditer(xml)]


def _renumbered(xml: str, number: Callable[[int], int]) -> str:
    """Return the XML with other numbers wherever sheets are counted."""
    return _SHEET_NUMBER.sub(lambda match: f'{match[1]}="{number(int(match[3]))}"', xml)


_NAME = re.compile(r"<((?:\w+:)?definedName)\s[^>]*?>.*?</\1>", re.S)
_NO_NAMES = re.compile(r"<((?:\w+:)?definedNames)\s*>\s*</\1>")
_BUILT_IN = "_xlnm."
_BY_A_TEXT = re.compile(r"\bINDIRECT\s*\(", re.I)
_TYPES, _APP = "[Content_Types].xml", "docProps/app.xml"
_OF_PAPER = "printerSettings"
_COUNTED = re.compile(r"(<HeadingPairs>.*?<vt:i4>)(\d+)(</vt:i4>)", re.S)
_TITLES = re.compile(r"(<TitlesOfParts>\s*<vt:vector\s[^>]*?size=\")(\d+)(\".*?</TitlesOfParts>)",
                     re.S)  # fmt: skip


def can_go(data: bytes, name: str) -> bool:
    """Return whether the workbook is complete without that sheet: it exists and is not the last
    visible one, nothing is attached to it (a comment, a picture, a table, a link, a name), and no
    formula, name, chart or pivot table refers to it. In doubt False."""
    archive = Archive(data)
    parts = sheet_parts(archive)
    if name not in parts or any(part.startswith("xl/revisions/") for part in archive.names):
        return False
    part, workbook = parts[name], workbook_part(archive)
    kinds = {kind for kind, _ in relationships(archive, part).values()}
    listing = archive.read(workbook).decode()
    sheets = [attributes for _, attributes in _sheets(listing)]
    others = [attributes for attributes in sheets if attributes.get("name") != name]
    if kinds - {_OF_PAPER} or "<hyperlink" in archive.read(part).decode(errors="replace"):
        return False
    if not any(map(_visible, others)):
        return False
    index = next(at for at, attributes in enumerate(sheets) if attributes.get("name") == name)
    listing, own = _without_names(listing, index)
    if "customWorkbookView" in listing or any(not each.startswith(_BUILT_IN) for each in own):
        return False
    known = {part, links_part(part), workbook, _APP}
    texts = (
        _text(archive, each)
        for each in archive.names
        if each not in known and each.endswith((".xml", ".rels", ".vml"))
    )
    return not any(_points_at(name, text) for text in (listing, *texts))


def without_sheet(data: bytes, name: str) -> bytes:
    """Return the workbook without a sheet that `can_go`. If it was the open one, the one before it
    is opened. Raises ArchiveError if the lists of the workbook are damaged."""
    before = Book(data)
    archive, part = before.archive, before.parts[name]
    workbook = workbook_part(archive)
    links = links_part(workbook)
    targets = {each: {target for _, target in relationships(archive, each).values()}
               for each in before.parts.values()}  # fmt: skip
    # what the sheet knows of printers, unless another has the same; and the order of calculation
    only_its = targets.pop(part).difference(*targets.values())
    linked = relationships(archive, workbook).values()
    lost = {part, links_part(part), *filter(archive.__contains__, only_its)}
    lost |= {target for kind, target in linked if kind == "calcChain" and target in archive}
    rewritten = {
        workbook: _unlisted(archive.read(workbook).decode(), name),
        links: _without(archive, links, _RELATIONSHIP, "Target", lost, posixpath.dirname(workbook)),
        _TYPES: _without(archive, _TYPES, _OVERRIDE, "PartName", lost, "/"),
    }
    if _APP in archive:
        rewritten[_APP] = _without_title(archive.read(_APP).decode(), name)
    after = archive.rebuilt({each: text.encode() for each, text in rewritten.items()}, lost)
    if list(Book(after).parts) != [each for each in before.parts if each != name]:
        raise ArchiveError(f"The sheet “{name}” cannot be taken out.")
    return after


def _points_at(name: str, text: str) -> bool:
    """Return whether a part names a cell of the sheet, in a formula or a link or as a pivot's
    source; or has a formula that may name any."""
    quoted = re.escape(name)
    named = rf"(?<![\w ]){quoted}(?:'|&apos;|&#39;)?[!:]|\bsheet=[\"']{quoted}[\"']"
    return bool(re.search(named, text, re.I) or _BY_A_TEXT.search(text))


def _text(archive: Archive, part: str) -> str:
    """Return a part's text, spaces in addresses as spaces; one in UTF-16 as well."""
    data = archive.read(part)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return data.decode("utf-16" if wide else "utf-8", "replace").replace("%20", " ")


def _without(
    archive: Archive, part: str, tags: re.Pattern[str], key: str, removed: set[str], folder: str
) -> str:
    """Return a list of parts without those that are gone."""

    def left(match: re.Match[str]) -> str:
        named = posixpath.join("/", folder, _attributes(match[0]).get(key, ""))
        return "" if posixpath.normpath(named).lstrip("/") in removed else match[0]

    return tags.sub(left, archive.read(part).decode())


def _visible(sheet: dict[str, str]) -> bool:
    return sheet.get("state", "visible") == "visible"


def _unlisted(xml: str, name: str) -> str:
    """Return the list of sheets without that one, and without its own names."""
    sheets = _sheets(xml)
    index = next(at for at, (_, attributes) in enumerate(sheets) if attributes.get("name") == name)
    seen = [at for at, (_, attributes) in enumerate(sheets) if at != index and _visible(attributes)]
    instead, tag = max((at for at in seen if at < index), default=min(seen)), sheets[index][0]

    def moved(number: int) -> int:
        number = instead if number == index else number
        return number - (number > index)

    xml = xml[: tag.start()] + xml[tag.end() :]
    return _renumbered(_without_names(xml, index)[0], moved)


def _without_names(xml: str, index: int) -> tuple[str, list[str]]:
    """Return the list without the names that are the sheet's own, and what those are."""
    own: list[str] = []

    def left(match: re.Match[str]) -> str:
        attributes = _attributes(match[0][: match[0].index(">")])
        if attributes.get("localSheetId") != str(index):
            return match[0]
        own.append(attributes.get("name", ""))
        return ""

    return _NO_NAMES.sub("", _NAME.sub(left, xml)), own


def _without_title(xml: str, name: str) -> str:
    """Return what the file says of itself, with one sheet less where it counts them."""
    title = f"<vt:lpstr>{name}</vt:lpstr>"
    titles = _TITLES.search(xml)
    if titles is None or title not in titles[3]:
        return xml

    def fewer(match: re.Match[str]) -> str:
        return f"{match[1]}{int(match[2]) - 1}{match[3].replace(title, '', 1)}"

    return _COUNTED.sub(fewer, _TITLES.sub(fewer, xml, count=1), count=1)
