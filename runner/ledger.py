"""The ledger: one line for each thing that was made public or decided, each sealed by the last.

A line is a JSON object in one canonical form. `seal` is the SHA-256 of the line before it, so
that nothing can be changed or taken out unnoticed. This module only reads and makes lines; that
they reach the disk before anything is published is the work of `output.append`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from runner.model import RoundId, RowKind
from runner.problems import Place, Problem, error

NAME = "ledger.jsonl"
_FIRST_SEAL = "0" * 64


class EntryKind(StrEnum):
    """What a line records.

    `PAIRED`: a round paired and published. `IMPORTED`: a round taken over as it was.
    `REPAIRED`: a published round drawn anew. `OVERRIDDEN`: tables that the organiser changed in
    the workbook. `CORRECTED`: a result changed after the next round was out. `WRITTEN`: the
    names of a round have arrived in the workbook. `PHASE_ENDED`: no further round in a phase.
    `PHASE_REOPENED`: its rounds go on. `ROUND_ADDED`: a round more than were planned. `CUT_ANEW`:
    the cut into a phase made again, by the results as they were then.
    `PROVED`: what was found, after a round was out, about how good its pairing is.
    `DOCUMENT`: how an imported document wrote what a workbook writes otherwise.
    """

    PAIRED = "paired"
    IMPORTED = "imported"
    REPAIRED = "repaired"
    OVERRIDDEN = "overridden"
    CORRECTED = "corrected"
    WRITTEN = "written"
    PHASE_ENDED = "phase ended"
    PHASE_REOPENED = "phase reopened"
    ROUND_ADDED = "round added"
    CUT_ANEW = "cut anew"
    DOCUMENT = "document"
    PROVED = "proved"


_PUBLISHING = (EntryKind.PAIRED, EntryKind.IMPORTED, EntryKind.REPAIRED)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing recorded; `data` is plain JSON. `at` (ISO 8601) is stamped when it is written."""

    kind: EntryKind
    round: RoundId
    data: Mapping[str, Any]
    at: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table as published: number, and ids in turn order."""

    number: int
    seats: tuple[str, ...]


Cell = tuple[RowKind, int, int]
"""A name's cell in a round sheet: kind of row, number in its key, seat from 0."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A pairing as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` are ids that earlier drawings
    of the round may have left in a cell of the workbook.
    """

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    written: bool = False
    repaired: int = 0
    certificate: Mapping[str, Any] | None = None
    at: str = ""


def cells(
    tables: Iterable[PublishedTable], byes: Iterable[str], absent: Iterable[str]
) -> dict[Cell, str]:
    """The id in each cell of a round sheet."""
    found = {
        (RowKind.TABLE, table.number, seat): player
        for table in tables
        for seat, player in enumerate(table.seats)
    }
    for kind, players in ((RowKind.BYE, byes), (RowKind.ABSENT, absent)):
        found.update({(kind, number, 0): player for number, player in enumerate(players, 1)})
    return found


def tables_document(tables: Iterable[PublishedTable]) -> list[dict[str, Any]]:
    """Tables as they stand in a line."""
    return [{"table": each.number, "seats": list(each.seats)} for each in tables]


def _tables(data: Mapping[str, Any]) -> tuple[PublishedTable, ...]:
    return tuple(
        PublishedTable(int(each["table"]), tuple(each["seats"])) for each in data["tables"]
    )


@dataclass(frozen=True)
class Ledger:
    """All lines, in order. `seal` is what the next line must carry, `length` how many bytes there
    are before it."""

    entries: tuple[Entry, ...] = ()
    seal: str = _FIRST_SEAL
    length: int = 0

    @cached_property
    def rounds(self) -> Mapping[RoundId, PublishedRound]:
        """Every published round as it is in force now, in the order of publication."""
        rounds: dict[RoundId, PublishedRound] = {}
        for entry in self.entries:
            if entry.kind in _PUBLISHING:
                rounds[entry.round] = _published(entry, rounds.get(entry.round))
            elif entry.round in rounds:
                rounds[entry.round] = _changed(entry, rounds[entry.round])
        return rounds

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The id that each name in the ledger was published under, old spellings included."""
        known: dict[str, str] = {}
        for entry in self.entries:
            for identity, name in entry.data.get("names", {}).items():
                known[name] = identity
        return known

    @cached_property
    def results(self) -> Mapping[RoundId, Mapping[int, str]]:
        """For each round that the next one closed: the last recorded result of each table."""
        results: dict[RoundId, dict[int, str]] = {}
        for entry in self.entries:
            closed = entry.data.get("closed")
            if closed:
                id_ = RoundId(*closed["round"])
                results[id_] = {int(table): text for table, text in closed["results"].items()}
            elif entry.kind is EntryKind.CORRECTED:
                results.setdefault(entry.round, {})[entry.data["table"]] = entry.data["new"]
        return results

    @property
    def last_at(self) -> str:
        """When the last line was written, or ""."""
        return self.entries[-1].at if self.entries else ""

    def of_phase(self, phase: int, *kinds: EntryKind) -> list[Entry]:
        """The lines of these kinds about a phase or its rounds."""
        return [each for each in self.entries if each.round.phase == phase and each.kind in kinds]

    def phase_ended(self, phase: int) -> bool:
        """Whether the organiser has ended the phase, and not reopened it since."""
        said = self.of_phase(phase, EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED)
        return bool(said) and said[-1].kind is EntryKind.PHASE_ENDED

    def rounds_with_added(self, phase: int) -> int:
        """How many rounds the phase has with those that were added; 0 where none was."""
        added = self.of_phase(phase, EntryKind.ROUND_ADDED)
        return max((int(each.data["rounds"]) for each in added), default=0)

    def cut_line(self, phase: int) -> int | None:
        """The line in which the cut into a phase was made, counted from 0: that of its first round,
        or of the last cut anew."""
        made = [
            at
            for at, each in enumerate(self.entries)
            if each.round.phase == phase
            and (
                each.kind is EntryKind.CUT_ANEW
                or (each.round.number == 1 and each.kind in (EntryKind.PAIRED, EntryKind.IMPORTED))
            )
        ]
        return made[-1] if made else None

    def field(self, phase: int) -> tuple[str, ...] | None:
        """The ids of those who were in a phase when its cut was made, by seed; None where that is
        not recorded."""
        at = self.cut_line(phase)
        lines = [] if at is None else [self.entries[at], *self.of_phase(phase, EntryKind.PAIRED)]
        # Earlier ledgers have it in the state that a playoff was drawn from.
        found = (each.data.get("field") or (each.data.get("state") or {}).get("field")
                 for each in lines)  # fmt: skip
        field = next(filter(None, found), None)
        return None if field is None else tuple(field)

    def results_at_cut(self, phase: int) -> Mapping[RoundId, Mapping[int, str]]:
        """What `results` were when the cut into the phase was made."""
        at = self.cut_line(phase)
        return {} if at is None else Ledger(self.entries[: at + 1]).results

    def extended(self, entries: Iterable[Entry]) -> tuple[Ledger, bytes]:
        """The ledger with more lines, and those lines as bytes to append to its file."""
        added = tuple(entries)
        seal, lines = self.seal, []
        for entry in added:
            line = _line(entry, seal)
            seal = sha256(line).hexdigest()
            lines.append(line + b"\n")
        data = b"".join(lines)
        return Ledger(self.entries + added, seal, self.length + len(data)), data


def _published(entry: Entry, before: PublishedRound | None) -> PublishedRound:
    tables = _tables(entry.data)
    byes, absent = tuple(entry.data.get("byes", ())), tuple(entry.data.get("absent", ()))
    return PublishedRound(
        id=entry.round,
        tables=tables,
        byes=byes,
        absent=absent,
        base=cells(tables, byes, absent),
        stale=_stale(before) if before else {},
        repaired=(before.repaired if before else 0) + (entry.kind is EntryKind.REPAIRED),
        certificate=entry.data.get("certificate"),
        at=entry.at,
    )


def _stale(before: PublishedRound) -> dict[Cell, frozenset[str]]:
    """What may stand in the workbook when a round is drawn anew."""
    stale = dict(before.stale)
    for cell, player in (
        *before.base.items(),
        *cells(before.tables, before.byes, before.absent).items(),
    ):
        stale[cell] = stale.get(cell, frozenset()) | {player}
    return stale


def _changed(entry: Entry, before: PublishedRound) -> PublishedRound:
    if entry.kind is EntryKind.WRITTEN:
        return replace(before, written=True, stale={})
    if entry.kind is EntryKind.PROVED:
        return replace(before, certificate=entry.data["certificate"])
    if entry.kind is EntryKind.OVERRIDDEN:
        return replace(
            before,
            tables=_tables(entry.data),
            byes=tuple(entry.data["byes"]),
            absent=tuple(entry.data["absent"]),
        )
    return before


def canonical(value: object) -> str:
    """JSON in the one form that is hashed: no spaces, keys in order, text as it is."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(data: bytes) -> str:
    """SHA-256, in hexadecimal."""
    return sha256(data).hexdigest()


def _line(entry: Entry, seal: str) -> bytes:
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


def parse(data: bytes) -> tuple[Ledger, tuple[Problem, ...]]:
    """The ledger in these bytes; where a line is broken, all that stands before it.

    A last line without its line feed is what a crash leaves: it was never acted on, and is left
    out in silence. Any other break is an error, for somebody has changed the file.
    """
    complete = data[: data.rfind(b"\n") + 1]
    entries: list[Entry] = []
    seal = _FIRST_SEAL
    for number, line in enumerate(complete.splitlines(), 1):
        try:
            document = json.loads(line)
            if document["seal"] != seal:
                return Ledger(tuple(entries), seal), (_broken(number, "its seal does not fit"),)
            entries.append(
                Entry(
                    EntryKind(document["kind"]),
                    RoundId(document["phase"], document["round"]),
                    document["data"],
                    document["at"],
                )
            )
        except (ValueError, KeyError, TypeError):
            return Ledger(tuple(entries), seal), (_broken(number, "it cannot be read"),)
        seal = sha256(line).hexdigest()
    return Ledger(tuple(entries), seal, len(complete)), ()


def _broken(number: int, why: str) -> Problem:
    return error(
        Place(NAME),
        f"Line {number} of the ledger is not as Runner wrote it: {why}.",
        "Put back the copy from your backup; until then nothing new is published.",
        fatal=True,
    )
