"""What other programs do to a file of lines without changing what it says, and how that is undone.

An editor, a version control, a sync folder or a power cut may leave a line of the ledger so:

    \\xef\\xbb\\xbf{"at":"","data":{...}}\\r\\n\\n\\x00\\x00\\x00

No line has any of it by itself, since JSON writes line ends and zeros otherwise.
"""

import codecs
import re
from collections.abc import Callable

_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_WINDOWS = re.compile(rb"\r+\n")
_EMPTY = re.compile(rb"^\n|(?<=\n)\n")


def as_written(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The bytes as Runner writes them, and what had been made of them, in words; the very same
    bytes and no words where they are that."""
    found: dict[str, None] = {}
    before = None
    while data != before:  # an empty line may stand before a mark, and a mark behind it
        before = data
        for words, plain in _FORMS.items():
            as_it_was, data = data, plain(data)
            if data != as_it_was:
                found[words] = None
    return data, tuple(found)


def _narrow(data: bytes) -> bytes:
    try:
        return data[2:].decode(_WIDE[data[:2]]).encode() if data[:2] in _WIDE else data
    except UnicodeError:
        return data


def _may_be_empty(data: bytes) -> bool:
    """Whether some line may be empty: a whole ledger is looked through at once."""
    return b"\n\n" in data or data.startswith(b"\n")


_FORMS: dict[str, Callable[[bytes], bytes]] = {
    "other letters (UTF-16)": _narrow,
    "a byte order mark": lambda data: data.removeprefix(codecs.BOM_UTF8),
    "zeros at its end": lambda data: data.rstrip(b"\0"),
    "Windows line ends": lambda data: _WINDOWS.sub(b"\n", data) if b"\r" in data else data,
    "empty lines": lambda data: _EMPTY.sub(b"", data) if _may_be_empty(data) else data,
}
