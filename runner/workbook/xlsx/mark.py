"""The identity of a workbook: the mark of its event, and how far the ledger went each time that
Runner wrote into it.

Both are hidden defined names with a constant, which Excel and LibreOffice keep as they are:

    <definedName name="Runner_event" hidden="1">"5f0c2a77d1e94b38"</definedName>
    <definedName name="Runner_ledger" hidden="1">"12:90ab33c1 31:0be41a77"</definedName>
"""

import html
import re
from typing import NamedTuple

from runner.workbook.xlsx.parts import local, parse, workbook_part
from runner.workbook.xlsx.zip import Archive, ArchiveError

EVENT, LEDGER = "Runner_event", "Runner_ledger"
_EVENT = re.compile(r'\s*=?\s*"([0-9a-f]{8,64})"\s*')
_LEDGER = re.compile(r'\s*=?\s*"((?:[0-9]{1,7}:[0-9a-f]{8} ?)+)"\s*')
_LIST_END = re.compile(r"(?=</(?:\w+:)?definedNames\s*>)")
_EMPTY_LIST = re.compile(r"<(?:\w+:)?definedNames\s*/>")
_BEFORE_LIST = re.compile(
    r"</((?:\w+:)?)(?:sheets|functionGroups|externalReferences)\s*>"
    r"|<((?:\w+:)?)functionGroups\b[^>]*/>"
)
_MOST_HEADS = 16  # a constant has 255 letters at most


class Mark(NamedTuple):
    """The event's mark, and of each ledger head the number of lines and the first eight digits of
    the seal: "12:90ab33c1"."""

    event: str = ""
    heads: tuple[str, ...] = ()

    def after(self, earlier: "Mark") -> "Mark":
        """Return the mark of a workbook that had the earlier one and is written into with this one;
        of old heads every second is dropped."""
        before = earlier.heads if earlier.event == self.event else ()
        heads = (*before, *(head for head in self.heads if head not in before[-1:]))
        if len(heads) > _MOST_HEADS:
            half = _MOST_HEADS // 2
            heads = (*heads[:half:2], *heads[half:])
        return self._replace(heads=heads)

    @property
    def constants(self) -> dict[str, str]:
        """The constants as they stand in the defined names."""
        texts = {EVENT: self.event, LEDGER: " ".join(self.heads)}
        return {name: f'"{text}"' for name, text in texts.items() if text}


def mark_of(archive: Archive) -> Mark:
    """Return the mark in a workbook; an empty one where it has none. Raises ArchiveError where the
    list of its sheets is damaged."""
    constants = {
        element.get("name", "").lower(): element.text or ""
        for element in parse(archive, workbook_part(archive)).iter()
        if local(element.tag) == "definedName" and element.get("localSheetId") is None
    }
    event = _EVENT.fullmatch(constants.get(EVENT.lower(), ""))
    heads = _LEDGER.fullmatch(constants.get(LEDGER.lower(), ""))
    return Mark(event[1], tuple(heads[1].split()) if heads else ()) if event else Mark()


def with_mark(data: bytes, mark: Mark) -> bytes:
    """Return the workbook once Runner has written into it with that mark, and every other part as
    it was; the very same bytes where it has it already, or its list of names is written in a way in
    which it cannot be changed."""
    archive = Archive(data)
    part, before = workbook_part(archive), mark_of(archive)
    wanted = mark.after(before)
    if before == wanted:
        return data
    try:
        xml = archive.read(part).decode()
        for name, constant in wanted.constants.items():
            xml = _with_name(xml, name, html.escape(constant))
        marked = archive.rebuilt({part: xml.encode()})
        return marked if mark_of(Archive(marked)) == wanted else data
    except (ArchiveError, UnicodeDecodeError):
        return data


def _with_name(xml: str, name: str, constant: str) -> str:
    """Return the list of sheets and names, with that one among the names."""
    there = re.compile(
        rf"(<(?:\w+:)?definedName\s(?:[^>]*\s)?name=[\"']{name}[\"'][^>]*>)[^<]*(?=<)", re.I
    )
    if there.search(xml):
        return there.sub(lambda match: match[1] + constant, xml, count=1)
    xml = _EMPTY_LIST.sub("", xml)
    before = [*_BEFORE_LIST.finditer(xml)]
    if not before:
        return xml
    prefix = before[-1][1] or before[-1][2] or ""
    tag = f'<{prefix}definedName name="{name}" hidden="1">{constant}</{prefix}definedName>'
    if _LIST_END.search(xml):
        return _LIST_END.sub(lambda _: tag, xml, count=1)
    at, names = before[-1].end(), f"<{prefix}definedNames>{tag}</{prefix}definedNames>"
    return xml[:at] + names + xml[at:]
