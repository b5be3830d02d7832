"""The lines of Decisions that still ask for something: each counts once, until its Go is cleared.

A line that says yes is one of these:

    new        it asks for something, which is carried out, or waits for what its sentence says
    done       it has been carried out
    refused    it could not be carried out, or had no effect; it never acts later

A refused line is identified by everything typed in it, so a line with a changed cell is a new one;
a line that is done is identified by what it asks for. Of identical lines the lowest are refused.
The ledger keeps how many of them were done by then, as so many may remain when a cell of the others
is changed, or their Go is cleared.

    Shuffle seats 1    done       done
    Shuffle seats 1    refused    a Reason is typed: new
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from runner.core import names
from runner.core.event import Decision, Event
from runner.core.identifiers import CURRENT, RoundId
from runner.core.problems import Place, Problem, Severity, plain
from runner.ledger.entries import UNDO, Asked, Entry, EntryKind, Request
from runner.ledger.ledger import Ledger

CLEAR = "Clear the Go cell."
"""What to do about a line that can never be carried out."""
AGAIN = (
    "Runner tries this line again only once one of its cells is changed, or its Go is cleared, "
    "saved, and set again."
)
"""Added to the refusal of a line that may be carried out at another time."""
PAIR, END, REOPEN, ADD = "pair round", "end phase", "reopen phase", "add a round"
"""Decisions whose completion is visible in the event itself."""
NOT_TYPED = Place("", "a command")
"""The place of a decision that a command asks for, and that is not a line of the workbook."""
_SHOWN = {
    EntryKind.PAIRED: PAIR,
    EntryKind.PHASE_ENDED: END,
    EntryKind.PHASE_REOPENED: REOPEN,
    EntryKind.ROUND_ADDED: ADD,
}

Ticks = list[list[str | int]]
"""Requests, each with how many of its lines have been carried out: the value of "spent" in a ledger
line."""


def request(decision: Decision) -> Request:
    """Return what a line asks for, regardless of its row and reason."""
    if decision.kind == UNDO:
        return (decision.kind, 0, 0, "", 0)
    return (decision.kind, *decision.round, names.key(decision.player), decision.table or 0)


def as_typed(line: Decision) -> Asked:
    """Return all cells of a line as read, except Go."""
    return (line.kind, *line.round, line.player, line.table or 0, line.reason)


def of_rounds(event: Event, ledger: Ledger) -> tuple[Decision, ...]:
    """Return the lines of Decisions, each with its phase and round.

    An empty Phase or Round means the one in which the line was carried out or refused, as that
    happens only once, or else the current one.

        Pair round, phase empty, 1      after the Swiss has begun: its round 1, which is published
        the same in a second line       round 1 of the playoff
    """
    refusals, done = _refusals(event.decisions, ledger), Counter(ledger.carried_out)
    seen = Counter(_shown_by_event(ledger))
    for line, refused in zip(event.decisions, refusals, strict=True):
        if not refused and (line.round.phase or line.kind == UNDO):
            done.subtract([request(line)])
            seen.subtract([(line.kind, line.round)])
    result = []
    for line, refused in zip(event.decisions, refusals, strict=True):
        if refused:
            line = replace(line, round=refused.round)
        elif not line.round.phase and line.kind != UNDO:
            before = _where_done(line, done, seen)
            round_ = min(before) if before else _due(line, event, ledger)
            line = replace(line, round=round_)
            done.subtract([request(line)])
            seen.subtract([(line.kind, round_)])
        result.append(line)
    return tuple(result)


def of_previews(event: Event, ledger: Ledger) -> tuple[Decision, ...]:
    """Return the lines that ask for a preview, each with its phase and round."""
    return tuple(
        line if line.round.phase else replace(line, round=_due(line, event, ledger))
        for line in event.previews
    )


def _refusals(typed: Iterable[Decision], ledger: Ledger) -> tuple[Entry | None, ...]:
    """Return for each line, as read, the ledger line of its refusal, or None."""
    lines = [*typed]
    left = {
        asked: [*entries[: _still_refused(asked, lines, entries[-1])]]
        for asked, entries in ledger.refused.items()
    }
    lowest_first = [
        left[asked].pop() if left.get(asked) else None for asked in map(as_typed, reversed(lines))
    ]
    return tuple(reversed(lowest_first))


def _still_refused(asked: Asked, lines: Sequence[Decision], last: Entry) -> int:
    """Return the most lines that can be refused, of those with these cells: all except the ones
    that were done when the `last` was refused, unless it is among those of which a cell has changed
    since."""
    if not (equal := [at for at, line in enumerate(lines) if as_typed(line) == asked]):
        return 0
    wanted = request(lines[equal[0]])
    changed = sum(request(line) == wanted for line in lines[: equal[0]])
    return len(equal) - max(0, int(last.data.get("done", 0)) - changed)


def _shown_by_event(ledger: Ledger) -> set[tuple[str, RoundId]]:
    """Return what has been done according to the event, whether or not a line asked for it."""
    return {
        (_SHOWN[entry.kind], RoundId(entry.round.phase, _number(entry)))
        for entry in ledger.entries
        if entry.kind in _SHOWN
    }


def _number(entry: Entry) -> int:
    """Return the number of the round that a ledger line is about; 0 for a whole phase."""
    added = entry.kind is EntryKind.ROUND_ADDED
    return int(entry.data["rounds"]) if added else entry.round.number


def _where_done(
    line: Decision, done: Mapping[Request, int], seen: Mapping[tuple[str, RoundId], int]
) -> list[RoundId]:
    """Return the rounds in which such a line was carried out, without those claimed by other
    lines."""
    kind, _, number, *who = request(line)
    rounds = [RoundId(*asked[1:3]) for asked, count in done.items()
             if count > 0 and (asked[0], *asked[3:]) == (kind, *who)]  # fmt: skip
    rounds += [round_ for (asked, round_), count in seen.items() if count > 0 and asked == kind]
    return [round_ for round_ in rounds if line.round == CURRENT or round_.number == number]


def _due(line: Decision, event: Event, ledger: Ledger) -> RoundId:
    """Return what a new line is about: the current round, or round 1 of the next phase."""
    latest = max(ledger.rounds, default=RoundId(1, 1))
    if line.round == CURRENT:
        return latest
    wanted = RoundId(latest.phase, line.round.number)
    following = RoundId(latest.phase + 1, 1)
    paired = line.kind == PAIR and wanted in ledger.rounds and wanted.number == 1
    return following if paired and latest.phase < len(event.phases) else wanted


@dataclass(frozen=True)
class DecisionLines:
    """The lines that say yes, compared with the ledger: if it has carried out “Shuffle seats” for
    round 2 once, and two lines ask for it, the lower one is new. `typed` are the lines as read,
    `decisions` the same with the intended round filled in."""

    decisions: Sequence[Decision]
    ledger: Ledger
    typed: Sequence[Decision] = ()

    def new(self, *kinds: str) -> tuple[Decision, ...]:
        """Return the lines neither carried out nor refused, of some kinds or all; the lowest of
        equal ones."""
        return tuple(
            line
            for line, is_new in self._not_refused
            if is_new and (not kinds or line.kind in kinds)
        )

    def done(self) -> tuple[Decision, ...]:
        """Return the lines that have been carried out and still say yes."""
        return tuple(line for line, is_new in self._not_refused if not is_new)

    def without_refused(self) -> tuple[Decision, ...]:
        """Return the lines that were not refused."""
        return tuple(line for line, _ in self._not_refused)

    def refused(self) -> Iterator[tuple[Decision, Entry]]:
        """Yield the refused lines that still say yes, each with its ledger line."""
        for line, entry in zip(self.decisions, self._refusals, strict=True):
            if entry:
                yield line, entry

    @property
    def _read(self) -> Sequence[Decision]:
        return self.typed or self.decisions

    @cached_property
    def _refusals(self) -> tuple[Entry | None, ...]:
        return _refusals(self._read, self.ledger)

    @cached_property
    def _not_refused(self) -> tuple[tuple[Decision, bool], ...]:
        left, lines = Counter(self.ledger.carried_out), []
        for line, refused in zip(self.decisions, self._refusals, strict=True):
            if not refused:
                untold = line.kind == PAIR and line.round in self.ledger.paired_untold
                lines.append((line, left[request(line)] <= 0 and not untold))
                left[request(line)] -= 1
        return tuple(lines)

    def cleared(self) -> list[Entry]:
        """Return entries for lines that were done or refused and no longer say yes, so that they
        can be used again."""
        saying_yes = Counter(map(request, self.without_refused()))
        kept = Counter(
            as_typed(line) for line, entry in zip(self._read, self._refusals, strict=True) if entry
        )
        done = [
            Entry(
                EntryKind.CLEARED,
                RoundId(asked[1], asked[2]),
                {"decision": asked[0], "spent": [[*asked, saying_yes[asked]]]},
            )
            for asked, count in self.ledger.carried_out.items()
            if saying_yes[asked] < count
        ]
        refused = [
            Entry(
                EntryKind.CLEARED,
                entries[-1].round,
                {"decision": asked[0], "spent": [], "refused": [*asked, kept[asked]]},
            )
            for asked, entries in self.ledger.refused.items()
            if kept[asked] < len(entries)
        ]
        return [*done, *refused]

    def refusal(self, line: Decision, answer: Problem) -> Entry:
        """Return the entry that refuses a line permanently: what was typed in it, and the
        answer."""
        asked = next(
            as_typed(read)
            for each, read in zip(self.decisions, self._read, strict=True)
            if each is line
        )
        again = answer.severity is Severity.ERROR and answer.fix != (CLEAR,)
        fix = plain((*answer.fix, AGAIN) if again else answer.fix)
        data: dict[str, Any] = {"decision": line.kind, "asked": [*asked]}
        data["severity"] = answer.severity.value
        columns = (column for column, place in line.places.items() if place == answer.place)
        data |= {"column": next(columns, ""), "why": answer.text, "fix": fix}
        done = self._done_with(asked)
        data |= {"done": done} if done else {}
        return Entry(EntryKind.REFUSED, line.round, data)

    def _done_with(self, asked: Asked) -> int:
        done = {id(line) for line in self.done()}
        return sum(
            id(line) in done and as_typed(read) == asked
            for line, read in zip(self.decisions, self._read, strict=True)
        )

    def ticked(self, decision: Decision) -> Ticks:
        """Return the ticks of a decision for its ledger line: it must not be done again."""
        asked = request(decision)
        return [[*asked, self.ledger.carried_out.get(asked, 0) + 1]]

    def all_ticked(self, kinds: Collection[str], phase: int, number: int | None = None) -> Ticks:
        """Return the ticks of all lines of these kinds about a phase, or about one of its
        rounds."""
        saying_yes = Counter(
            request(line)
            for line in self.without_refused()
            if line.kind in kinds
            and line.place != NOT_TYPED
            and line.round.phase == phase
            and number in (None, line.round.number)
        )
        return [[*asked, count] for asked, count in saying_yes.items()]
