"""The ledger: one line for each thing that was made public or decided, each sealed by the last.

A line is a JSON object in one canonical form. `seal` is the SHA-256 of the line before it, so
that nothing can be changed or taken out unnoticed. This module only reads and makes lines; that
they reach the disk before anything is published is `output.append`'s work.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from runner.model import RoundId
from runner.problems import Place, Problem, error

NAME = "ledger.jsonl"
_FIRST_SEAL = "0" * 64


class EntryKind(StrEnum):
    """What a line records."""

    PAIRED = "paired"
    IMPORTED = "imported"
    REPAIRED = "repaired"
    OVERRIDDEN = "overridden"
    CORRECTED = "corrected"
    PHASE_ENDED = "phase ended"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing recorded; `data` is plain JSON. `at` is stamped by whoever writes it down."""

    kind: EntryKind
    round: RoundId
    data: Mapping[str, Any]
    at: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table as published: number, and ids in turn order."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A pairing that has been made public, with the overrides made since."""

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]
    certificate: Mapping[str, Any] | None = None
    at: str = ""


def canonical(value: object) -> str:
    """JSON in the one form that is hashed: no spaces, keys in order, text as it is."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return sha256(data).hexdigest()
