"""A folder's name for an event that every disk can bear, and every other system later on."""

import re
import unicodedata
from pathlib import Path

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.I)
_LONGEST = 120  # bytes; a workbook of that name, and its copies, have to fit as well
_NAMELESS = "Event"


def folder_name(name: str) -> str:
    """ "Friday: cEDH?" is "Friday cEDH", and no name that Windows keeps for itself."""
    text = unicodedata.normalize("NFC", name).encode("utf-8", "ignore").decode()
    text = _FORBIDDEN.sub(" ", text)
    text = " ".join("".join(each for each in text if each.isprintable()).split()).lstrip(".~$- ")
    while len(text.encode()) > _LONGEST:
        text = text[:-1]
    text = text.rstrip(". ")
    if _RESERVED.fullmatch(text):
        text = f"{text} event" if "." not in text else f"event {text}"
    return text or _NAMELESS


def free_folder(folder: Path, name: str) -> Path:
    """The folder of a new event in a folder of events, which is not there yet."""
    first = folder_name(name)
    found, number = folder / first, 1
    while found.exists() or found.is_symlink():
        number += 1
        found = folder / f"{first} {number}"
    return found
