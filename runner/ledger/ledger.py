"""The ledger: one line for everything that was published or decided, each sealed by the previous
one.

A line is a JSON object in a canonical form. Its `seal` is the SHA-256 of the line before it, so
that no line can be changed or removed unnoticed. Lines are read by `runner.ledger.parsing`, and
written to disk by `runner.app.journal.append` before anything is published.

Nothing public depends on lines about previews. They are no `entries`, and what is published of the
ledger, its head, is that of a ledger without them:

    in the file       paired ── previewed ── paired      each is sealed by the line before it
    for the head      paired ─────────────── paired      the same as if nobody had looked
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from runner.core import names
from runner.core.identifiers import RoundId
from runner.core.randomness import event_seed
from runner.ledger.drafts import PublishedDraft, drafts
from runner.ledger.entries import (
    DRAWN,
    PRIVATE,
    PUBLISHING,
    UNDO,
    Asked,
    Coming,
    Entry,
    EntryKind,
    Request,
)
from runner.ledger.phone_results import PhoneResult, phone_results
from runner.ledger.published import PublishedRound
from runner.ledger.replay import recorded_results, replayed, void_lines
from runner.ledger.rulings import Rulings
from runner.ledger.seal import FIRST_SEAL, Head, digest, line_of, sealed_with

NAME = "ledger.jsonl"
_COUNTED = {EntryKind.REPAIRED: "re-pair round", EntryKind.CUT_ANEW: "cut anew"}
_TOLD_UNDONE = (EntryKind.RESEATED, EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED,
                EntryKind.ROUND_ADDED)  # fmt: skip
_FIRST_OUT = (EntryKind.PAIRED, EntryKind.IMPORTED)
_UNDO: Asked = (UNDO, 0, 0, "", 0, "")


@dataclass(frozen=True)
class Ledger:
    """All lines, in order. `seal` is the seal of the next line of the file, `length` the number of
    bytes so far. `seals` has for each line the seal of the line after it, as if there were no
    `previews`; these are the lines about previews, each with the number of lines before it."""

    entries: tuple[Entry, ...] = ()
    seal: str = FIRST_SEAL
    length: int = 0
    seals: tuple[str, ...] = ()
    previews: tuple[tuple[int, Entry], ...] = ()

    @property
    def head(self) -> Head:
        """Its number of lines, and the seal of the next one, without previews."""
        return Head(len(self.entries), self.seals[-1] if self.seals else FIRST_SEAL)

    @property
    def lines(self) -> tuple[Entry, ...]:
        """All lines as in the file, with the previews."""
        lines = [*self.entries]
        for before, entry in reversed(self.previews):
            lines.insert(before, entry)
        return tuple(lines)

    def previewed(self, round_id: RoundId) -> tuple[Entry, ...]:
        """Return the previews of a round that is not published since, in order."""
        return previews_of((entry for _, entry in self.previews), round_id)

    def goes_on_from(self, before: Ledger) -> bool:
        """Return whether it has all lines of another, and its previews, whatever these say."""
        had, has = ([(at, entry.kind, entry.round, entry.at) for at, entry in each.previews]
                    for each in (before, self))  # fmt: skip
        return self.holds(before.head) and has[: len(had)] == had

    def holds(self, head: Head) -> bool:
        """Return whether it is the ledger with that head, or a continuation of it."""
        return head.lines == 0 or self.seals[head.lines - 1 : head.lines] == (head.seal,)

    def holds_short(self, head: str) -> bool:
        """Return the same for a head in its short form."""
        lines, _, seal = head.partition(":")
        return any(each.startswith(seal) for each in self.seals[int(lines) - 1 : int(lines)])

    @cached_property
    def given_up(self) -> frozenset[Head]:
        """The heads of ledgers whose later lines are recorded as lost or rewritten."""
        kinds = (EntryKind.RESUMED, EntryKind.ERASED)
        lost = (entry.data["lost"] for entry in self.entries if entry.kind in kinds)
        return frozenset(Head(each["lines"], each["seal"]) for heads in lost for each in heads)

    @cached_property
    def mark(self) -> str:
        """The mark of the event's workbook, as recorded first; in a ledger from before there were
        marks it is derived from the first line. "" if there is none."""
        recorded = (str(entry.data["mark"]) for entry in self.entries if "mark" in entry.data)
        return next(recorded, self.seals[0][:16] if self.seals else "")

    @cached_property
    def marks(self) -> frozenset[str]:
        """The mark and those of other workbooks that belong to the event: the one it was copied
        from, and replacements approved by the organiser."""
        others = (entry.data.get("marks", ()) for entry in self.entries)
        return frozenset({self.mark, *(str(each) for marks in others for each in marks)}) - {""}

    @property
    def first_line(self) -> bytes:
        """Its first line as written; b"" if it is empty."""
        return line_of(self.entries[0], FIRST_SEAL) + b"\n" if self.entries else b""

    @cached_property
    def void(self) -> frozenset[int]:
        """The indices of the lines that no longer count: undone, or about a round deleted since."""
        return void_lines(self.entries)

    @cached_property
    def in_force(self) -> tuple[Entry, ...]:
        """The lines that count."""
        return tuple(entry for at, entry in enumerate(self.entries) if at not in self.void)

    @property
    def rounds(self) -> Mapping[RoundId, PublishedRound]:
        """Every published round in its current state, in order of publication."""
        return self._replayed[0]

    @property
    def taken_back(self) -> Mapping[RoundId, PublishedRound]:
        """Withdrawn rounds whose names are still in the workbook."""
        return self._replayed[1]

    @cached_property
    def _replayed(self) -> tuple[dict[RoundId, PublishedRound], dict[RoundId, PublishedRound]]:
        return replayed(self.entries)

    @cached_property
    def drafts(self) -> Mapping[int, PublishedDraft]:
        """The current draft of each phase that has pods."""
        return drafts(self.entries, self.void)

    @cached_property
    def held(self) -> frozenset[RoundId]:
        """Withdrawn rounds, which are not paired until someone asks for them again."""
        return frozenset(
            entry.round
            for entry in self.entries
            if entry.round not in self.rounds
            if entry.kind is EntryKind.DELETED
            or (entry.kind is EntryKind.UNDONE and entry.data["what"] == EntryKind.PAIRED)
        )

    @cached_property
    def carried_out(self) -> Mapping[Request, int]:
        """How many lines of Decisions have been carried out, by request."""
        done: dict[Request, int] = {}
        for at, entry in enumerate(self.entries):
            for kind, phase, round_, player, table, count in entry.data.get("spent", ()):
                done[(kind, phase, round_, player, table)] = count
            counted = _COUNTED.get(entry.kind)  # earlier ledgers only count
            if counted and "spent" not in entry.data and not self.by_cut(at):
                asked = (counted, *entry.round, "", 0)
                done[asked] = done.get(asked, 0) + 1
        return done

    def by_cut(self, at: int) -> bool:
        """Return whether a line, by index, is the new pairing that followed a redone cut."""
        before = self.entries[at - 1] if at > 0 else None
        return before is not None and before.kind is EntryKind.CUT_ANEW and before.data["redrawn"]

    @cached_property
    def undone(self) -> frozenset[Request]:
        """Requests that were undone and not repeated since."""
        requests: set[Request] = set()
        for entry in self.entries:
            undone = entry.kind is EntryKind.UNDONE
            line = self.entries[int(entry.data["line"]) - 1] if undone else entry
            asked = {tuple(request[:5]) for request in line.data.get("spent", ())}
            requests = (
                requests | asked if undone and line.kind in _TOLD_UNDONE else requests - asked
            )
        return frozenset(requests)

    @cached_property
    def refused(self) -> Mapping[Asked, tuple[Entry, ...]]:
        """The refusals of lines of Decisions that still say yes, by what was typed."""
        refusals: dict[Asked, tuple[Entry, ...]] = {}
        for entry in self.entries:
            if entry.kind is EntryKind.REFUSED:
                asked = _asked(entry.data["asked"])
                refusals[asked] = (*refusals.get(asked, ()), entry)
            elif entry.kind is EntryKind.UNDO_REFUSED:
                refusals[_UNDO] = (entry,)
            elif entry.kind is EntryKind.CLEARED and "refused" in entry.data:
                *typed, left = entry.data["refused"]
                refusals[_asked(typed)] = refusals.get(_asked(typed), ())[:left]
            elif entry.kind is EntryKind.UNDONE or (
                entry.kind is EntryKind.CLEARED and entry.data["decision"] == UNDO
            ):
                waiting = refusals.get(_UNDO, ())
                refusals[_UNDO] = tuple(each for each in waiting if each.kind is EntryKind.REFUSED)
        return {asked: entries for asked, entries in refusals.items() if entries}

    @cached_property
    def paired_untold(self) -> frozenset[RoundId]:
        """Published rounds for which an earlier ledger does not record which lines asked for
        them."""
        return frozenset(
            entry.round
            for entry in self.in_force
            if entry.kind is EntryKind.PAIRED and "spent" not in entry.data
        )

    @cached_property
    def coming(self) -> Mapping[str, Coming] | None:
        """When players take part who do not play from the first round to the last, as last
        recorded; None in ledgers that do not record it."""
        known: dict[str, Coming] | None = None
        for entry in self.entries:
            if "coming" in entry.data:
                known = {player: tuple(then) for player, then in entry.data["coming"].items()}
            elif entry.kind is EntryKind.PLAYER and known is not None:
                known[entry.data["player"]] = tuple(entry.data["new"])
        return known

    def drawings(self, round_id: RoundId) -> int:
        """Return how many times a round was paired again, before and after its publication."""
        undone = {int(entry.data["line"]) for entry in self.entries
                  if entry.kind is EntryKind.UNDONE}  # fmt: skip
        return sum(
            entry.round == round_id
            and (entry.kind is EntryKind.REPAIRED
                 or (entry.kind is EntryKind.REDRAWN and line not in undone))
            for line, entry in enumerate(self.entries, 1)
        )  # fmt: skip

    @cached_property
    def deck_checks(self) -> Mapping[RoundId, tuple[str, ...]]:
        """The players whose decks were drawn for a check, by round."""
        drawn: dict[RoundId, tuple[str, ...]] = {}
        for entry in self.entries:
            if entry.kind is EntryKind.DECKS:
                drawn[entry.round] = (*drawn.get(entry.round, ()), *entry.data["drawn"])
        return drawn

    @cached_property
    def seeds(self) -> tuple[Entry, ...]:
        """The lines that record a seed, in order."""
        return tuple(entry for entry in self.entries if entry.kind is EntryKind.SEED)

    @cached_property
    def hall_roll(self) -> str | None:
        """The number rolled at the venue before the first publication, or ""; later rolls do not
        count, whatever happens to that round. None while nothing has been published."""
        roll = ""
        for entry in self.entries:
            if entry.kind is EntryKind.SEED:
                roll = str(entry.data["roll"])
            elif entry.kind in (*PUBLISHING, EntryKind.DRAFTED):
                return roll
        return None

    @cached_property
    def _named(self) -> list[tuple[str, str]]:
        """Every id and name, in order of publication."""
        return [pair for entry in self.entries for pair in entry.data.get("names", {}).items()]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The id of each name that was ever published, including old spellings."""
        return {name: identity for identity, name in self._named}

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The last published name of each id; several ids may have had the same."""
        return dict(self._named)

    @cached_property
    def spelt(self) -> Mapping[str, frozenset[str]]:
        """All published names of each id, by `names.key`."""
        spellings: dict[str, frozenset[str]] = {}
        for identity, name in self._named:
            spellings[identity] = spellings.get(identity, frozenset()) | {names.key(name)}
        return spellings

    @cached_property
    def results(self) -> Mapping[RoundId, Mapping[int, str]]:
        """The last recorded result of each table of each published round, as its players sit there
        now; "" if it was recorded and cleared."""
        return recorded_results(self.entries, self.void)

    @cached_property
    def phone_results(self) -> Mapping[RoundId, Mapping[int, PhoneResult]]:
        """The results from phones that are not in their cells yet, by round and table."""
        return phone_results(self.entries, self.void)

    @cached_property
    def rulings(self) -> Rulings:
        """The rulings of judges from phones."""
        return Rulings.of(self.entries)

    @cached_property
    def results_in_cells(self) -> Mapping[RoundId, Mapping[int, str]]:
        """The `results` without those from phones that are not in their cells yet."""
        return {
            id_: {
                table: text
                for table, text in known.items()
                if table not in self.phone_results.get(id_, {})
            }
            for id_, known in self.results.items()
        }

    @property
    def last_at(self) -> str:
        """When the last line was written (ISO 8601), or ""."""
        return self.entries[-1].at if self.entries else ""

    def of_phase(self, phase: int, *kinds: EntryKind) -> list[Entry]:
        """Return the lines of these kinds about a phase or its rounds."""
        return [
            entry for entry in self.in_force if entry.round.phase == phase and entry.kind in kinds
        ]

    def drawn(self, round_id: RoundId) -> Entry | None:
        """Return the line in which Runner last paired a published round; None if Runner did not
        pair it."""
        kinds = (entry for entry in reversed(self.in_force) if entry.kind in DRAWN)
        return next((entry for entry in kinds if entry.round == round_id), None)

    def of_pairing(self, round_id: RoundId) -> list[Entry]:
        """Return the lines that count about the current pairing of a round, its publication
        first."""
        lines: list[Entry] = []
        for entry in self.in_force:
            if entry.round == round_id:
                lines = [entry] if entry.kind in PUBLISHING else [*lines, entry]
        return lines

    def phase_ended(self, phase: int) -> bool:
        """Return whether the organiser has ended the phase, and not reopened it since."""
        lines = self.of_phase(phase, EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED)
        return bool(lines) and lines[-1].kind is EntryKind.PHASE_ENDED

    def rounds_with_added(self, phase: int) -> int:
        """Return the number of rounds of the phase including added ones; 0 if none was added."""
        added = self.of_phase(phase, EntryKind.ROUND_ADDED)
        return max((int(entry.data["rounds"]) for entry in added), default=0)

    def cut_line(self, phase: int) -> int | None:
        """Return the index of the line that made the cut into a phase: its first round, or the last
        redone cut; None if there is none."""
        cuts = (
            at
            for at in range(len(self.entries) - 1, -1, -1)
            if at not in self.void
            and (entry := self.entries[at]).round.phase == phase
            and (
                entry.kind is EntryKind.CUT_ANEW
                or (entry.round.number == 1 and entry.kind in _FIRST_OUT)
            )
        )
        return next(cuts, None)

    def field(self, phase: int) -> tuple[str, ...] | None:
        """Return the players of a phase when its cut was made, by seed; None if that is not
        recorded."""
        at = self.cut_line(phase)
        lines = [] if at is None else [self.entries[at], *self.of_phase(phase, EntryKind.PAIRED)]
        # Earlier ledgers have it in the state from which a playoff was paired.
        fields = (entry.data.get("field") or (entry.data.get("state") or {}).get("field")
                 for entry in lines)  # fmt: skip
        return next(map(tuple, filter(None, fields)), None)

    def results_at_cut(self, phase: int) -> Mapping[RoundId, Mapping[int, str]]:
        """Return the `results` at the time of the cut into the phase."""
        at = self.cut_line(phase)
        return {} if at is None else Ledger(self.entries[: at + 1]).results

    def extended(self, entries: Iterable[Entry]) -> tuple[Ledger, bytes]:
        """Return the ledger with more lines, as it will be read from its file, and those lines as
        bytes to append to the file."""
        longer, lines = Lines(self), list[bytes]()
        for entry in entries:
            lines.append(line_of(entry, longer.seal) + b"\n")
            longer.add(replace(entry, data=json.loads(lines[-1])["data"]), lines[-1][:-1])
        return longer.ledger, b"".join(lines)


class Lines:
    """The lines of a ledger, to which more are added."""

    def __init__(self, begun: Ledger) -> None:
        self._entries, self._seals = [*begun.entries], [FIRST_SEAL, *begun.seals]
        self._previews, self.seal, self._length = [*begun.previews], begun.seal, begun.length

    def add(self, entry: Entry, line: bytes) -> None:
        """Add what a line records; the line has no line feed."""
        if entry.kind in PRIVATE:
            self._previews.append((len(self._entries), entry))
        else:
            alone = sealed_with(line, self._seals[-1]) if self._previews else line
            self._entries.append(entry)
            self._seals.append(digest(alone))
        self.seal, self._length = digest(line), self._length + len(line) + 1

    @property
    def ledger(self) -> Ledger:
        """The ledger of all these lines."""
        seals, previews = tuple(self._seals[1:]), tuple(self._previews)
        return Ledger(tuple(self._entries), self.seal, self._length, seals, previews)


def previews_of(lines: Iterable[Entry], round_id: RoundId) -> tuple[Entry, ...]:
    """Return the previews of a round that is not published since, in order."""
    seen: list[Entry] = []
    for entry in lines:
        if entry.round == round_id and entry.kind in PRIVATE:
            seen = [*seen, entry] if entry.kind is EntryKind.PREVIEWED else []
    return tuple(seen)


def of_workbook(entries: Iterable[Entry], mark: str, *others: str) -> tuple[Entry, ...]:
    """Return the first lines of a ledger with the mark of its workbook, and those of `others` that
    belong to the event, added to the first line; unchanged if it has a mark, if it is about a
    preview, or if there is none."""
    lines = tuple(entries)
    if not lines or not mark or "mark" in lines[0].data or lines[0].kind in PRIVATE:
        return lines
    marks = {"mark": mark, **({"marks": [*others]} if others else {})}
    return (replace(lines[0], data={**lines[0].data, **marks}), *lines[1:])


def _asked(typed: Sequence[Any]) -> Asked:
    kind, phase, number, player, table, reason = typed
    return kind, phase, number, player, table, reason


def seed_in_force(entries: Sequence[Entry]) -> str:
    """Return the seed of the latest pairing, whatever was typed later; "" before any pairing."""
    states = (entry.data.get("state") for entry in reversed(entries))
    return next((event_seed(str(state["seed"])) for state in states if state), "")
