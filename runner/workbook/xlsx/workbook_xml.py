"""The lists in a workbook's archive that name its sheets and parts, as text: tags found by their
attributes, so that whatever else stands there stays as it is."""

import re
from xml.sax.saxutils import quoteattr, unescape

_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
SHEET = re.compile(r"<(?:\w+:)?sheet\s[^>]*?(?:/>|>\s*</(?:\w+:)?sheet>)")
RELATIONSHIP = re.compile(r"<(?:\w+:)?Relationship\s[^>]*?/?>(?:\s*</(?:\w+:)?Relationship>)?")
OVERRIDE = re.compile(r"<(?:\w+:)?Override\s[^>]*?/?>(?:\s*</(?:\w+:)?Override>)?")
SHEET_NUMBER = re.compile(r"\b(localSheetId|activeTab|firstSheet)=(\"|')(\d+)\2")
"""What counts sheets, from 0, in the order of their list."""


def attributes(tag: str) -> dict[str, str]:
    """What a tag says, entities resolved."""
    entities = {"&quot;": '"', "&apos;": "'"}
    return {key: unescape(text[1:-1], entities) for key, text in _ATTRIBUTE.findall(tag)}


def changed(tag: str, values: dict[str, str]) -> str:
    """The tag with other values for some of its attributes."""

    def rewritten(found: re.Match[str]) -> str:
        key = found[1]
        return f"{key}={quoteattr(values[key])}" if key in values else found[0]

    return _ATTRIBUTE.sub(rewritten, tag)
