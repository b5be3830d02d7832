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
"""The seal of the first line."""


class Head(NamedTuple):
    """How far a ledger goes: its number of lines, and the seal of the next one. Two ledgers with
    the same head are identical."""

    lines: int
    seal: str

    @property
    def short(self) -> str:
        """The head in a short form: "12:90ab33c1"."""
        return f"{self.lines}:{self.seal[:8]}"


def canonical(value: object) -> str:
    """Return JSON in the form that is hashed: no spaces, sorted keys, text not escaped."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return sha256(data).hexdigest()


def line_of(entry: Entry, seal: str) -> bytes:
    """Return an entry as its ledger line, with the seal of the line before it."""
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


def sealed_with(line: bytes, seal: str) -> bytes:
    """Return a ledger line with another seal of the line before it."""
    return line[: -len(FIRST_SEAL) - 2] + seal.encode() + line[-2:]


_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_WINDOWS = re.compile(rb"\r+\n")
_EMPTY = re.compile(rb"^\n|(?<=\n)\n")


def as_written(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes as Runner writes them, and in words what another program had changed, if
    anything."""
    changes: dict[str, None] = {}
    before = None
    while data != before:  # an empty line may precede a byte order mark and vice versa
        before = data
        for words, plain in _FORMS.items():
            as_it_was, data = data, plain(data)
            if data != as_it_was:
                changes[words] = None
    return data, tuple(changes)


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
    "empty lines": lambda data: (  # the whole ledger is searched at once
        _EMPTY.sub(b"", data) if b"\n\n" in data or data.startswith(b"\n") else data
    ),
}
