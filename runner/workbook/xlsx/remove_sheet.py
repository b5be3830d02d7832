"""A sheet taken out of a workbook that nothing else in it needs.

What goes is the sheet, its place in every list, and what only it has. What counts sheets goes down
behind it; the order in which formulas were last worked out is left to be made again. Every other
part stays as it is, byte for byte.
"""

import posixpath
import re

from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.parts import relationships, sheet_parts, workbook_part
from runner.workbook.xlsx.workbook_xml import (
    OVERRIDE,
    RELATIONSHIP,
    SHEET,
    SHEET_NUMBER,
    attributes,
)
from runner.workbook.xlsx.zip import Archive, ArchiveError

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
    """Whether the workbook is whole without that sheet: it is there and not the last to be seen,
    nothing is tied to it (a comment, a picture, a table, a link, a name), and no formula, name,
    chart or pivot table points at it. In doubt it is not."""
    archive = Archive(data)
    parts = sheet_parts(archive)
    if name not in parts or any(part.startswith("xl/revisions/") for part in archive.names):
        return False
    part, workbook = parts[name], workbook_part(archive)
    kinds = {kind for kind, _ in relationships(archive, part).values()}
    listing = archive.read(workbook).decode()
    tags = [attributes(tag[0]) for tag in SHEET.finditer(listing)]
    others = [tag for tag in tags if tag.get("name") != name]
    if kinds - {_OF_PAPER} or "<hyperlink" in archive.read(part).decode(errors="replace"):
        return False
    if not any(tag.get("state", "visible") == "visible" for tag in others):
        return False
    index = next(at for at, tag in enumerate(tags) if tag.get("name") == name)
    listing, own = _without_names(listing, index)
    if "customWorkbookView" in listing or any(not each.startswith(_BUILT_IN) for each in own):
        return False
    return not any(
        _points_at(name, text)
        for text in (listing, *(_text(archive, each) for each in _others(archive, part, workbook)))
    )


def without_sheet(data: bytes, name: str) -> bytes:
    """The workbook without a sheet that can go. If it was the one that is open, the one before it
    is. Raises ArchiveError where the lists of the workbook are damaged."""
    before = Book(data)
    archive, part = before.archive, before.parts[name]
    workbook = workbook_part(archive)
    links = _links(workbook)
    gone = {part, _links(part), *_only_of(archive, part), *_chain(archive, workbook)}
    rewritten = {
        workbook: _unlisted(archive.read(workbook).decode(), name),
        links: _without(archive, links, RELATIONSHIP, "Target", gone, posixpath.dirname(workbook)),
        _TYPES: _without(archive, _TYPES, OVERRIDE, "PartName", gone, "/"),
    }
    if _APP in archive:
        rewritten[_APP] = _without_title(archive.read(_APP).decode(), name)
    changes = {each: text.encode() for each, text in rewritten.items()}
    after = archive.rebuilt(changes, gone)
    if list(Book(after).parts) != [each for each in before.parts if each != name]:
        raise ArchiveError(f"The sheet “{name}” cannot be taken out.")
    return after


def _points_at(name: str, text: str) -> bool:
    """Whether a part names a cell of the sheet, in a formula or a link or as a pivot's source; or
    has a formula that may name any."""
    quoted = re.escape(name)
    named = rf"(?<![\w ]){quoted}(?:'|&apos;|&#39;)?[!:]|\bsheet=[\"']{quoted}[\"']"
    return bool(re.search(named, text, re.I) or _BY_A_TEXT.search(text))


def _others(archive: Archive, part: str, workbook: str) -> list[str]:
    """The parts in which something can point at a sheet."""
    own = {part, _links(part), workbook, _APP}
    return [
        each
        for each in archive.names
        if each not in own and each.endswith((".xml", ".rels", ".vml"))
    ]


def _text(archive: Archive, part: str) -> str:
    """A part's text, spaces in addresses as spaces; one in UTF-16 as well."""
    data = archive.read(part)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return data.decode("utf-16" if wide else "utf-8", "replace").replace("%20", " ")


def _links(part: str) -> str:
    folder, file = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def _only_of(archive: Archive, part: str) -> set[str]:
    """What the sheet knows of printers, unless another sheet has the same."""
    own = {target for _, target in relationships(archive, part).values()}
    others = [target for target in sheet_parts(archive).values() if target != part]
    shared = {target for each in others for _, target in relationships(archive, each).values()}
    return {target for target in own - shared if target in archive}


def _chain(archive: Archive, workbook: str) -> set[str]:
    """The part that says in which order formulas are worked out."""
    return {
        target
        for kind, target in relationships(archive, workbook).values()
        if kind == "calcChain" and target in archive
    }


def _without(
    archive: Archive, part: str, tags: re.Pattern[str], key: str, gone: set[str], folder: str
) -> str:
    """A list of parts without those that are gone."""

    def left(found: re.Match[str]) -> str:
        named = posixpath.join("/", folder, attributes(found[0]).get(key, ""))
        return "" if posixpath.normpath(named).lstrip("/") in gone else found[0]

    return tags.sub(left, archive.read(part).decode())


def _unlisted(xml: str, name: str) -> str:
    """The list of sheets without that one, and without its own names."""
    tags = list(SHEET.finditer(xml))
    listed = [attributes(tag[0]) for tag in tags]
    index = next(at for at, sheet in enumerate(listed) if sheet.get("name") == name)
    seen = [
        at
        for at, sheet in enumerate(listed)
        if at != index and sheet.get("state", "visible") == "visible"
    ]
    instead = max((at for at in seen if at < index), default=min(seen))

    def moved(found: re.Match[str]) -> str:
        number = int(found[3])
        number = instead if number == index else number
        return f'{found[1]}="{number - (number > index)}"'

    xml = xml[: tags[index].start()] + xml[tags[index].end() :]
    return SHEET_NUMBER.sub(moved, _without_names(xml, index)[0])


def _without_names(xml: str, index: int) -> tuple[str, list[str]]:
    """The list without the names that are the sheet's own, and what those are."""
    own: list[str] = []

    def left(found: re.Match[str]) -> str:
        said = attributes(found[0][: found[0].index(">")])
        if said.get("localSheetId") != str(index):
            return found[0]
        own.append(said.get("name", ""))
        return ""

    return _NO_NAMES.sub("", _NAME.sub(left, xml)), own


def _without_title(xml: str, name: str) -> str:
    """What the file says of itself, with one sheet less where it counts them."""
    title = f"<vt:lpstr>{name}</vt:lpstr>"
    titles = _TITLES.search(xml)
    if titles is None or title not in titles[3]:
        return xml

    def fewer(found: re.Match[str]) -> str:
        return f"{found[1]}{int(found[2]) - 1}{found[3].replace(title, '', 1)}"

    return _COUNTED.sub(fewer, _TITLES.sub(fewer, xml, count=1), count=1)
