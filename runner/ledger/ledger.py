"""The ledger: one line for each thing that was made public or decided, each sealed by the last.

A line is a JSON object in one canonical form. `seal` is the SHA-256 of the line before it, so
that nothing can be changed or taken out unnoticed. This module only reads and makes lines; that
they reach the disk before anything is published is the work of `runner.app.journal.append`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from runner.core import names
from runner.core.actions import Restore
from runner.core.identifiers import RoundId
from runner.core.problems import Place, Problem, error
from runner.core.randomness import event_seed
from runner.ledger.drafts import PublishedDraft, drafts
from runner.ledger.entries import DRAWN, PUBLISHING, UNDO, Asked, Coming, Entry, EntryKind, Request
from runner.ledger.published import PublishedRound
from runner.ledger.replay import recorded_results, replayed, void_lines
from runner.ledger.seal import FIRST_SEAL, Head, as_written, digest, line_of

NAME = "ledger.jsonl"
_CONFLICT = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")
_COUNTED = {EntryKind.REPAIRED: "re-pair round", EntryKind.CUT_ANEW: "cut anew"}
_TOLD_UNDONE = (EntryKind.RESEATED, EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED,
                EntryKind.ROUND_ADDED)  # fmt: skip
_FIRST_OUT = (EntryKind.PAIRED, EntryKind.IMPORTED)
_UNDO: Asked = (UNDO, 0, 0, "", 0, "")


@dataclass(frozen=True)
class Ledger:
    """All lines, in order. `seal` is what the next line must carry, `length` how many bytes there
    are before it. `seals` has the same for each line: what the one after it must carry."""

    entries: tuple[Entry, ...] = ()
    seal: str = FIRST_SEAL
    length: int = 0
    seals: tuple[str, ...] = ()

    @property
    def head(self) -> Head:
        """How far it goes."""
        return Head(len(self.entries), self.seal)

    def holds(self, head: Head) -> bool:
        """Return whether it is the ledger that went so far, or goes on from it."""
        return head.lines == 0 or self.seals[head.lines - 1 : head.lines] == (head.seal,)

    def holds_short(self, head: str) -> bool:
        """Return the same of a head in its short form."""
        lines, _, seal = head.partition(":")
        return any(each.startswith(seal) for each in self.seals[int(lines) - 1 : int(lines)])

    @cached_property
    def given_up(self) -> frozenset[Head]:
        """How far ledgers went of which lines are lost, or were written anew, as it is recorded."""
        kinds = (EntryKind.RESUMED, EntryKind.ERASED)
        lost = (entry.data["lost"] for entry in self.entries if entry.kind in kinds)
        return frozenset(Head(each["lines"], each["seal"]) for heads in lost for each in heads)

    @cached_property
    def mark(self) -> str:
        """The mark of the event's workbook, as it is recorded first; in a ledger of before there
        were marks it follows from the first line. "" where there is none."""
        said = (str(entry.data["mark"]) for entry in self.entries if "mark" in entry.data)
        return next(said, self.seals[0][:16] if self.seals else "")

    @cached_property
    def marks(self) -> frozenset[str]:
        """The same, and those of other workbooks that count: of which it began as a copy, or that
        the organiser has put in its place."""
        others = (entry.data.get("marks", ()) for entry in self.entries)
        return frozenset({self.mark, *(str(each) for marks in others for each in marks)}) - {""}

    @property
    def first_line(self) -> bytes:
        """Its first line as it is written; nothing where there is none."""
        return line_of(self.entries[0], FIRST_SEAL) + b"\n" if self.entries else b""

    @cached_property
    def void(self) -> frozenset[int]:
        """The lines that do not count any more, from 0: undone, or of a round deleted since."""
        return void_lines(self.entries)

    @cached_property
    def in_force(self) -> tuple[Entry, ...]:
        """The lines that count."""
        return tuple(entry for at, entry in enumerate(self.entries) if at not in self.void)

    @property
    def rounds(self) -> Mapping[RoundId, PublishedRound]:
        """Every published round as it is in force now, in the order of publication."""
        return self._replayed[0]

    @property
    def taken_back(self) -> Mapping[RoundId, PublishedRound]:
        """Rounds that were taken back and have still names in the workbook."""
        return self._replayed[1]

    @cached_property
    def _replayed(self) -> tuple[dict[RoundId, PublishedRound], dict[RoundId, PublishedRound]]:
        return replayed(self.entries)

    @cached_property
    def drafts(self) -> Mapping[int, PublishedDraft]:
        """The draft of each phase that has pods, as it is in force."""
        return drafts(self.entries, self.void)

    @cached_property
    def held(self) -> frozenset[RoundId]:
        """Rounds that were taken back and are not paired until somebody asks for them again."""
        return frozenset(
            entry.round
            for entry in self.entries
            if entry.round not in self.rounds
            if entry.kind is EntryKind.DELETED
            or (entry.kind is EntryKind.UNDONE and entry.data["what"] == EntryKind.PAIRED)
        )

    @cached_property
    def carried_out(self) -> Mapping[Request, int]:
        """How many lines of Decisions have been carried out, of those that ask for the same."""
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
        """Return whether a line, from 0, is what a cut made anew has drawn again."""
        before = self.entries[at - 1] if at > 0 else None
        return before is not None and before.kind is EntryKind.CUT_ANEW and before.data["redrawn"]

    @cached_property
    def undone(self) -> frozenset[Request]:
        """What lines of Decisions ask for that was undone and not asked for since."""
        found: set[Request] = set()
        for entry in self.entries:
            undone = entry.kind is EntryKind.UNDONE
            line = self.entries[int(entry.data["line"]) - 1] if undone else entry
            asked = {tuple(request[:5]) for request in line.data.get("spent", ())}
            found = found | asked if undone and line.kind in _TOLD_UNDONE else found - asked
        return frozenset(found)

    @cached_property
    def refused(self) -> Mapping[Asked, tuple[Entry, ...]]:
        """The refusals of lines of Decisions that have said yes ever since, by what was typed."""
        found: dict[Asked, tuple[Entry, ...]] = {}
        for entry in self.entries:
            if entry.kind is EntryKind.REFUSED:
                asked = _asked(entry.data["asked"])
                found[asked] = (*found.get(asked, ()), entry)
            elif entry.kind is EntryKind.UNDO_REFUSED:
                found[_UNDO] = (entry,)
            elif entry.kind is EntryKind.CLEARED and "refused" in entry.data:
                *typed, left = entry.data["refused"]
                found[_asked(typed)] = found.get(_asked(typed), ())[:left]
            elif entry.kind is EntryKind.UNDONE or (
                entry.kind is EntryKind.CLEARED and entry.data["decision"] == UNDO
            ):
                waiting = found.get(_UNDO, ())
                found[_UNDO] = tuple(each for each in waiting if each.kind is EntryKind.REFUSED)
        return {asked: entries for asked, entries in found.items() if entries}

    @cached_property
    def paired_untold(self) -> frozenset[RoundId]:
        """Rounds that are out, where an earlier ledger does not say which lines asked for them."""
        return frozenset(
            entry.round
            for entry in self.in_force
            if entry.kind is EntryKind.PAIRED and "spent" not in entry.data
        )

    @cached_property
    def coming(self) -> Mapping[str, Coming] | None:
        """Who does not play from the first round to the last, and in which they do, as last
        recorded; None in ledgers that say nothing of it."""
        known: dict[str, Coming] | None = None
        for entry in self.entries:
            if "coming" in entry.data:
                known = {player: tuple(then) for player, then in entry.data["coming"].items()}
            elif entry.kind is EntryKind.PLAYER and known is not None:
                known[entry.data["player"]] = tuple(entry.data["new"])
        return known

    def drawings(self, round_id: RoundId) -> int:
        """Return how many times a round was drawn again, before it was out and after."""
        undone = {int(entry.data["line"]) for entry in self.entries
                  if entry.kind is EntryKind.UNDONE}  # fmt: skip
        return sum(
            entry.round == round_id
            and (entry.kind is EntryKind.REPAIRED
                 or (entry.kind is EntryKind.REDRAWN and line not in undone))
            for line, entry in enumerate(self.entries, 1)
        )  # fmt: skip

    @cached_property
    def seeds(self) -> tuple[Entry, ...]:
        """The lines that say what draws follow from, in order."""
        return tuple(entry for entry in self.entries if entry.kind is EntryKind.SEED)

    @cached_property
    def hall_roll(self) -> str | None:
        """What the hall had rolled when the first round went out, "" for nothing; later ones count
        no more, whatever becomes of that round. None while none has been out."""
        roll = ""
        for entry in self.entries:
            if entry.kind is EntryKind.SEED:
                roll = str(entry.data["roll"])
            elif entry.kind in (*PUBLISHING, EntryKind.DRAFTED):
                return roll
        return None

    @cached_property
    def _named(self) -> list[tuple[str, str]]:
        """Every id and name, in the order in which they were published."""
        return [pair for entry in self.entries for pair in entry.data.get("names", {}).items()]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The id that each name in the ledger was published under, old spellings included."""
        return {name: identity for identity, name in self._named}

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The name that each id was last published under; several may have had the same."""
        return dict(self._named)

    @cached_property
    def spelt(self) -> Mapping[str, frozenset[str]]:
        """Every name, by `names.key`, that each id was published under."""
        found: dict[str, frozenset[str]] = {}
        for identity, name in self._named:
            found[identity] = found.get(identity, frozenset()) | {names.key(name)}
        return found

    @cached_property
    def results(self) -> Mapping[RoundId, Mapping[int, str]]:
        """For each round that is out: the last recorded result of each table, as its players sit
        there now; "" for one that was recorded and cleared."""
        return recorded_results(self.entries, self.void)

    @property
    def last_at(self) -> str:
        """When the last line was written, or ""."""
        return self.entries[-1].at if self.entries else ""

    def of_phase(self, phase: int, *kinds: EntryKind) -> list[Entry]:
        """Return the lines of these kinds about a phase or its rounds."""
        return [
            entry for entry in self.in_force if entry.round.phase == phase and entry.kind in kinds
        ]

    def drawn(self, round_id: RoundId) -> Entry | None:
        """Return the line by which Runner last drew a round that is out; None where it did not."""
        kinds = (entry for entry in reversed(self.in_force) if entry.kind in DRAWN)
        return next((entry for entry in kinds if entry.round == round_id), None)

    def of_pairing(self, round_id: RoundId) -> list[Entry]:
        """Return the lines that count about a round as it was last published, that one first."""
        found: list[Entry] = []
        for entry in self.in_force:
            if entry.round == round_id:
                found = [entry] if entry.kind in PUBLISHING else [*found, entry]
        return found

    def phase_ended(self, phase: int) -> bool:
        """Return whether the organiser has ended the phase, and not reopened it since."""
        said = self.of_phase(phase, EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED)
        return bool(said) and said[-1].kind is EntryKind.PHASE_ENDED

    def rounds_with_added(self, phase: int) -> int:
        """Return how many rounds the phase has with those that were added; 0 where none was."""
        added = self.of_phase(phase, EntryKind.ROUND_ADDED)
        return max((int(entry.data["rounds"]) for entry in added), default=0)

    def cut_line(self, phase: int) -> int | None:
        """Return the line, from 0, that made the cut into a phase: its first round or last cut
        anew."""
        made = (
            at
            for at in range(len(self.entries) - 1, -1, -1)
            if at not in self.void
            and (entry := self.entries[at]).round.phase == phase
            and (
                entry.kind is EntryKind.CUT_ANEW
                or (entry.round.number == 1 and entry.kind in _FIRST_OUT)
            )
        )
        return next(made, None)

    def field(self, phase: int) -> tuple[str, ...] | None:
        """Who was in a phase when its cut was made, by seed; None where that is not recorded."""
        at = self.cut_line(phase)
        lines = [] if at is None else [self.entries[at], *self.of_phase(phase, EntryKind.PAIRED)]
        # Earlier ledgers have it in the state that a playoff was drawn from.
        found = (entry.data.get("field") or (entry.data.get("state") or {}).get("field")
                 for entry in lines)  # fmt: skip
        return next(map(tuple, filter(None, found)), None)

    def results_at_cut(self, phase: int) -> Mapping[RoundId, Mapping[int, str]]:
        """What `results` were when the cut into the phase was made."""
        at = self.cut_line(phase)
        return {} if at is None else Ledger(self.entries[: at + 1]).results

    def extended(self, entries: Iterable[Entry]) -> tuple[Ledger, bytes]:
        """Return the ledger with more lines, and those lines as bytes to append to its file."""
        added = tuple(entries)
        seals, lines = [self.seal], list[bytes]()
        for entry in added:
            made = line_of(entry, seals[-1])
            seals.append(digest(made))
            lines.append(made + b"\n")
        data = b"".join(lines)
        longer = (self.entries + added, seals[-1], self.length + len(data))
        return Ledger(*longer, (*self.seals, *seals[1:])), data


def of_workbook(entries: Iterable[Entry], mark: str, *others: str) -> tuple[Entry, ...]:
    """Return the first lines of a ledger, the first of which has the mark of its workbook, and of
    `others` that count as well; as they are where it says so already, or there is no mark."""
    lines = tuple(entries)
    if not lines or not mark or "mark" in lines[0].data:
        return lines
    said = {"mark": mark, **({"marks": [*others]} if others else {})}
    return (replace(lines[0], data={**lines[0].data, **said}), *lines[1:])


def parse(data: bytes, begun: Ledger | None = None) -> tuple[Ledger, tuple[Problem, ...]]:
    """Return the ledger in these bytes; where a line is broken, all that stands before it. `begun`
    is what the lines come to that stand before these, where they are not the first.

    A last line without its line feed is what a crash leaves: it was never acted on, and is left out
    in silence. What another program has only written in another form is read as it was. Any other
    break is an error, for somebody has changed the file.
    """
    lines, _ = as_written(data)
    complete = lines[: lines.rfind(b"\n") + 1]
    begun = begun or Ledger()
    entries, seals, length = [*begun.entries], [FIRST_SEAL, *begun.seals], begun.length
    wrong: tuple[Problem, ...] = ()
    for number, line in enumerate(complete.split(b"\n")[:-1], len(entries) + 1):
        try:
            entries.append(_entry(line, seals[-1]))
        except (ValueError, KeyError, TypeError, RecursionError) as reason:
            wrong = (_broken(number, line, sealed=isinstance(reason, _SealError)),)
            break
        seals.append(digest(line))
        length += len(line) + 1
    ledger = Ledger(tuple(entries), seals[-1], length, tuple(seals[1:]))
    if entries and not wrong and not _makes_sense(ledger):  # nothing seals the last line yet
        last = complete.split(b"\n")[-2]
        before = (tuple(entries[:-1]), seals[-2], length - len(last) - 1, tuple(seals[1:-1]))
        return Ledger(*before), (_broken(len(entries), last, sealed=False),)
    return ledger, wrong


def _makes_sense(ledger: Ledger) -> bool:
    """Return whether lines whose seals fit say what such lines say."""
    try:
        _ = ledger.rounds, ledger.results, ledger.carried_out, ledger.coming, ledger.people
        _ = ledger.seeds, ledger.hall_roll, ledger.given_up, ledger.undone, ledger.refused
        _ = ledger.drafts, ledger.marks
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return False
    return True


def _asked(typed: Sequence[Any]) -> Asked:
    kind, phase, number, player, table, reason = typed
    return kind, phase, number, player, table, reason


class _SealError(ValueError):
    """A line does not carry the seal of the one before it."""


def _entry(line: bytes, seal: str) -> Entry:
    """What a line records. Raises ValueError, KeyError or TypeError for what is no line, and
    _SealError for one that belongs elsewhere."""
    document = json.loads(line)
    if document["seal"] != seal:
        raise _SealError
    id_ = RoundId(document["phase"], document["round"])
    return Entry(EntryKind(document["kind"]), id_, document["data"], document["at"])


def _broken(number: int, line: bytes, *, sealed: bool) -> Problem:
    why = "it cannot be read"
    if sealed:
        why = "its seal does not match, so an earlier line is missing, changed or moved"
    elif line.startswith(_CONFLICT):
        why = "it is a conflict marker left by version control"
    return error("ledger.line-broken", Place(NAME),
        f"Line {number} of the ledger is not as Runner wrote it: {why}.",
        "Nothing new is published until it is whole again.",
        Restore(),
        fatal=True)  # fmt: skip


def seed_in_force(entries: Sequence[Entry]) -> str:
    """Return the seed of the latest drawing, whatever was typed later; "" before any drawing."""
    states = (entry.data.get("state") for entry in reversed(entries))
    return next((event_seed(str(state["seed"])) for state in states if state), "")
