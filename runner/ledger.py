"""The ledger: one line for each thing that was made public or decided, each sealed by the last.

A line is a JSON object in one canonical form. `seal` is the SHA-256 of the line before it, so
that nothing can be changed or taken out unnoticed. This module only reads and makes lines; that
they reach the disk before anything is published is the work of `output.append`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from runner.model import DecisionKind, Player, RoundId, RowKind
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
    `REDRAWN`: a round that is not out yet is to be drawn again. `RESEATED`: places in a published
    round changed by a decision. `DELETED`: a published round taken back with its results.
    `UNDONE`: an earlier line that does not count any more. `CLEARED`: a line of Decisions that was
    carried out says yes no longer, and may be used again. `PLAYER`: somebody leaves, comes late or
    comes back.
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
    REDRAWN = "to be drawn again"
    RESEATED = "reseated"
    DELETED = "deleted"
    UNDONE = "undone"
    CLEARED = "cleared"
    PLAYER = "player"
    DOCUMENT = "document"
    PROVED = "proved"


_PUBLISHING = (EntryKind.PAIRED, EntryKind.IMPORTED, EntryKind.REPAIRED)
_OF_A_PAIRING = (
    *_PUBLISHING,
    EntryKind.OVERRIDDEN,
    EntryKind.RESEATED,
    EntryKind.WRITTEN,
    EntryKind.PROVED,
)


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

Asked = tuple[str, int, int, str, int]
"""What a line of Decisions asks for: its kind, phase, round, player by `names.key`, and table."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A pairing as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` are ids that earlier drawings
    of the round may have left in a cell of the workbook, and `spoilt` the result and games that
    were typed for a table of such a drawing.
    """

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    spoilt: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    written: bool = False
    repaired: int = 0
    certificate: Mapping[str, Any] | None = None
    at: str = ""

    def sits_in(self, kind: RowKind, number: int, player: str) -> bool:
        """Whether a player is in a row of the round as it is in force."""
        if kind is RowKind.TABLE:
            return any(each.number == number and player in each.seats for each in self.tables)
        return player in (self.byes if kind is RowKind.BYE else self.absent)


Coming = tuple[int | None, ...]
"""The rounds of the event that a player enters in, drops after, and returns in."""

ALWAYS: Coming = (1, None, None)


def coming(player: Player) -> Coming:
    """In which rounds a player plays, as the ledger has it."""
    return (player.enters, player.drops_after, player.returns)


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
    def void(self) -> frozenset[int]:
        """The lines that do not count any more, from 0: undone, or of a round deleted since."""
        return _void(self.entries)

    @cached_property
    def in_force(self) -> tuple[Entry, ...]:
        """The lines that count."""
        return tuple(each for at, each in enumerate(self.entries) if at not in self.void)

    @property
    def rounds(self) -> Mapping[RoundId, PublishedRound]:
        """Every published round as it is in force now, in the order of publication."""
        return self._replayed[0]

    @property
    def gone(self) -> Mapping[RoundId, PublishedRound]:
        """Rounds that were taken back and have still names in the workbook."""
        return self._replayed[1]

    @cached_property
    def _replayed(self) -> tuple[dict[RoundId, PublishedRound], dict[RoundId, PublishedRound]]:
        return _replay(self.entries)

    @cached_property
    def held(self) -> frozenset[RoundId]:
        """Rounds that were taken back and are not paired until somebody asks for them again."""
        taken = {
            each.round
            for each in self.entries
            if each.kind is EntryKind.DELETED
            or (each.kind is EntryKind.UNDONE and each.data["what"] == EntryKind.PAIRED)
        }
        return frozenset(taken - {*self.rounds})

    @cached_property
    def spent(self) -> Mapping[Asked, int]:
        """How many lines of Decisions have been carried out, of those that ask for the same."""
        spent: dict[Asked, int] = {}
        before: Entry | None = None
        for entry in self.entries:
            for kind, phase, round_, player, table, count in entry.data.get("spent", ()):
                spent[(kind, phase, round_, player, table)] = count
            by_cut = before is not None and before.kind is EntryKind.CUT_ANEW
            if entry.kind is EntryKind.REPAIRED and "spent" not in entry.data and not by_cut:
                asked = (DecisionKind.REPAIR.value, *entry.round, "", 0)
                spent[asked] = spent.get(asked, 0) + 1  # earlier ledgers only count
            before = entry
        return spent

    @cached_property
    def coming(self) -> Mapping[str, Coming] | None:
        """Who does not play from the first round to the last, and in which they do, as last
        recorded; None in ledgers that say nothing of it."""
        known: dict[str, Coming] | None = None
        for entry in self.entries:
            if "coming" in entry.data:
                known = known or {}
                known |= {each: tuple(then) for each, then in entry.data["coming"].items()}
            elif entry.kind is EntryKind.PLAYER and known is not None:
                known[entry.data["player"]] = tuple(entry.data["new"])
        return known

    def drawings(self, round_id: RoundId) -> int:
        """How many times a round was drawn again, before it was out and after."""
        kinds = (EntryKind.REPAIRED, EntryKind.REDRAWN)
        undone = {int(each.data["line"]) - 1 for each in self.entries
                  if each.kind is EntryKind.UNDONE}  # fmt: skip
        return sum(
            each.round == round_id and each.kind in kinds
            for at, each in enumerate(self.entries)
            if at not in undone or each.kind is EntryKind.REPAIRED
        )

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
        for entry in self.in_force:
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
        return [each for each in self.in_force if each.round.phase == phase and each.kind in kinds]

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
            and at not in self.void
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
        spoilt=_spoilt(entry, before),
        repaired=(before.repaired if before else 0) + (entry.kind is EntryKind.REPAIRED),
        certificate=entry.data.get("certificate"),
        at=entry.at,
    )


def _void(entries: Sequence[Entry]) -> frozenset[int]:
    """The lines that do not count after all of these."""
    undone = {
        int(each.data["line"]) - 1: at
        for at, each in enumerate(entries)
        if each.kind is EntryKind.UNDONE
    }
    void = set(undone)
    for at, each in enumerate(entries):
        end, since = -1, 0
        if each.kind is EntryKind.DELETED and at not in undone:
            end = at
        elif at in undone and each.kind in (*_PUBLISHING, EntryKind.RESEATED):
            since, end = at, undone[at]
        void |= {
            other
            for other in range(since, end)
            if entries[other].round == each.round and entries[other].kind in _OF_A_PAIRING
        }
    return frozenset(void)


def _replay(
    entries: Sequence[Entry],
) -> tuple[dict[RoundId, PublishedRound], dict[RoundId, PublishedRound]]:
    """The rounds that are out after all of these lines, and those that were taken back and still
    have names in the workbook."""
    rounds: dict[RoundId, PublishedRound] = {}
    gone: dict[RoundId, PublishedRound] = {}
    for at, entry in enumerate(entries):
        id_ = entry.round
        before = rounds.get(id_) or gone.get(id_)
        if entry.kind in _PUBLISHING:
            rounds[id_] = _published(entry, before)
            gone.pop(id_, None)
        elif entry.kind in (EntryKind.DELETED, EntryKind.UNDONE):
            rounds.pop(id_, None)
            gone.pop(id_, None)
            now = _plainly(entries[: at + 1], id_)
            if now:  # what hands had changed is to be written in again as well
                now = replace(now, base=cells(now.tables, now.byes, now.absent))
            if before:
                before = replace(before, stale=_stale(before), spoilt=_spoilt(entry, before))
            if now and before:
                rounds[id_] = replace(
                    now, stale=before.stale, spoilt=before.spoilt, repaired=before.repaired
                )
            elif now:
                rounds[id_] = now
            elif before:
                gone[id_] = replace(before, tables=(), byes=(), absent=(), base={})
        elif id_ in rounds:
            rounds[id_] = _changed(entry, rounds[id_])
        elif entry.kind is EntryKind.WRITTEN:
            gone.pop(id_, None)
    return rounds, gone


def _plainly(entries: Sequence[Entry], id_: RoundId) -> PublishedRound | None:
    """A round by the lines that count alone, whatever has stood in the workbook meanwhile."""
    void = _void(entries)
    found: PublishedRound | None = None
    for at, entry in enumerate(entries):
        if entry.round != id_ or at in void:
            continue
        if entry.kind in _PUBLISHING:
            found = _published(entry, None)
        elif found and entry.kind in _OF_A_PAIRING:
            found = _changed(entry, found)
    return found


def _spoilt(entry: Entry, before: PublishedRound | None) -> dict[int, tuple[str, str]]:
    """What is still typed for tables of a pairing that is no more."""
    if entry.kind is EntryKind.UNDONE and entry.data["what"] == EntryKind.DELETED:
        return {}  # the round is back, and what was typed for it counts again
    typed = entry.data.get("typed", {})
    added = {int(table): (str(result), str(games)) for table, (result, games) in typed.items()}
    return {**(before.spoilt if before else {}), **added}


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
        return replace(before, written=True, stale={}, spoilt={})
    if entry.kind is EntryKind.PROVED:
        return replace(before, certificate=entry.data["certificate"])
    if entry.kind is EntryKind.RESEATED:
        kept = replace(_published(entry, before), certificate=before.certificate, at=before.at)
        return replace(kept, repaired=before.repaired)
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
