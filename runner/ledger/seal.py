"""How a line of the ledger is written and sealed: one canonical form, and its SHA-256."""

import json
from hashlib import sha256
from typing import NamedTuple

from runner.ledger.entries import Entry

FIRST_SEAL = "0" * 64
"""What the first line carries."""


class Head(NamedTuple):
    """How far a ledger goes: how many lines it has, and the seal that the next one carries.

    Two ledgers with one head are the same, line for line.
    """

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
    """An entry as it is written, with the seal of the line before it."""
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
