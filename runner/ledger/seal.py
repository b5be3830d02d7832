"""How a line of the ledger is written and sealed: one canonical form, and its SHA-256.

`as_written` undoes what other programs do to a file of lines without changing its meaning. An
editor, a version control system, a sync folder or a power cut may leave a line like this:

    \\xef\\xbb\\xbf{"at":"","data":{...}}\\r\\n\\n\\x00\\x00\\x00

No line contains any of that by itself, since JSON escapes line ends and zeros.
"""

import codecs
import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from runner.ledger.entries import Entry

FIRST_SEAL = "0" * 64
"""What the first line carries."""


class Head(NamedTuple):
    """How far a ledger goes: how many lines it has, and the seal that the next one carries. Two
    ledgers with one head are the same, line for line."""

    lines: int
    seal: str

    @property
    def short(self) -> str:
        """The same in a few letters: "12:90ab33c1"."""
        return f"{self.lines}:{self.seal[:8]}"


def canonical(value: object) -> str:
    """JSON in the one form that is hashed: no spaces, keys in order, text as it is."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return sha256(data).hexdigest()


def line_of(entry: Entry, seal: str) -> bytes:
    """Return an entry as it is written, with the seal of the line before it."""
    return canonical(
        {
            "at": entry.at,
            "data": entry.data,
            "kind": entry.kind.value,
            "phase": entry.round.phase,
            "round": entry.round.number,
            "seal": seal,
        }
    ).encode()


_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_WINDOWS = re.compile(rb"\r+\n")
_EMPTY = re.compile(rb"^\n|(?<=\n)\n")


def as_written(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes as Runner writes them, and what had been made of them, in words; the very
    same bytes and no words where they are that."""
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


_FORMS: dict[str, Callable[[bytes], bytes]] = {
    "other letters (UTF-16)": _narrow,
    "a byte order mark": lambda data: data.removeprefix(codecs.BOM_UTF8),
    "zeros at its end": lambda data: data.rstrip(b"\0"),
    "Windows line ends": lambda data: _WINDOWS.sub(b"\n", data) if b"\r" in data else data,
    "empty lines": lambda data: (  # a whole ledger is looked through at once
        _EMPTY.sub(b"", data) if b"\n\n" in data or data.startswith(b"\n") else data
    ),
}
