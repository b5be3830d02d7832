"""Which lines of Decisions still ask for something: each counts once, until its Go is cleared."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from runner.core import names
from runner.core.event import CURRENT, Decision, Event, RoundId
from runner.ledger.entries import UNDO, Entry, EntryKind, Request
from runner.ledger.ledger import Ledger

CLEAR = "Clear the Go cell."
"""What to do about a line that can be carried out no more."""

Ticks = list[list[str | int]]
"""Requests, each with how many lines that make it are carried out by now: what a line of the ledger
has under "spent"."""


def request(decision: Decision) -> Request:
    """What a line asks for, whatever its row and its reason."""
    if decision.kind == UNDO:
        return (decision.kind, 0, 0, "", 0)
    player = names.key(decision.player)
    return (decision.kind, *decision.round, player, decision.table or 0)


def of_rounds(event: Event, ledger: Ledger, held: Mapping[str, EntryKind]) -> tuple[Decision, ...]:
    """The lines of Decisions, each with its phase and round.

    An empty Phase or Round means those in which the line has been carried out, for it does so once,
    and else what is due. `held` are the kinds that the ledger does not tick off, and what it writes
    for them.

        Pair round, phase empty, 1      after the Swiss has begun: its round 1, which is out
        the same in a second line       round 1 of the playoff
    """
    done = Counter(ledger.carried_out)
    made = Counter(_made(ledger, held))
    typed = [line for line in event.decisions if line.round.phase or line.kind == UNDO]
    done.subtract(map(request, typed))
    made.subtract((line.kind, line.round) for line in typed)
    found = []
    for line in event.decisions:
        if not line.round.phase and line.kind != UNDO:
            before = _where_done(line, done, made)
            round_ = min(before) if before else _due(line, event, ledger, held)
            line = replace(line, round=round_)
            done.subtract([request(line)])
            made.subtract([(line.kind, round_)])
        found.append(line)
    return tuple(found)


def _made(ledger: Ledger, held: Mapping[str, EntryKind]) -> set[tuple[str, RoundId]]:
    """What has been done that is not ticked off, once each."""
    return {
        (kind, RoundId(entry.round.phase, _number(entry)))
        for kind, written in held.items()
        for entry in ledger.entries
        if entry.kind is written
    }


def _number(entry: Entry) -> int:
    """Of the round that a line of the ledger is about; 0 for a whole phase."""
    added = entry.kind is EntryKind.ROUND_ADDED
    return int(entry.data["rounds"]) if added else entry.round.number


def _where_done(
    line: Decision, done: Mapping[Request, int], made: Mapping[tuple[str, RoundId], int]
) -> list[RoundId]:
    """Where such a line has been carried out, and no other line has asked for it there."""
    kind, _, number, *who = request(line)
    found = [RoundId(*asked[1:3]) for asked, count in done.items()
             if count > 0 and (asked[0], *asked[3:]) == (kind, *who)]  # fmt: skip
    found += [round_ for (asked, round_), count in made.items() if count > 0 and asked == kind]
    return [round_ for round_ in found if line.round == CURRENT or round_.number == number]


def _due(line: Decision, event: Event, ledger: Ledger, held: Mapping[str, EntryKind]) -> RoundId:
    """What a line is about that has not been carried out: the round or phase that is played; where
    round 1 of this phase is out, and is to be paired, that of the next."""
    latest = max(ledger.rounds, default=RoundId(1, 1))
    if line.round == CURRENT:
        return latest
    wanted = RoundId(latest.phase, line.round.number)
    following = RoundId(latest.phase + 1, 1)
    paired = held.get(line.kind) is EntryKind.PAIRED and wanted in ledger.rounds
    return (
        following if paired and wanted.number == 1 and latest.phase < len(event.phases) else wanted
    )


@dataclass(frozen=True, slots=True)
class DecisionLines:
    """The lines that say yes, held against what the ledger says of those before: where it has
    carried out “Shuffle seats” for round 2 once, and two lines ask for it, the lower one is new."""

    decisions: Sequence[Decision]
    ledger: Ledger

    def new(self, *kinds: str) -> tuple[Decision, ...]:
        """Those that have not been carried out, all of them or of some kinds; of equal ones the
        lowest."""
        return tuple(
            line for line, done in self._held() if not done and (not kinds or line.kind in kinds)
        )

    def done(self) -> tuple[Decision, ...]:
        """Those that have been carried out, and say yes still."""
        return tuple(line for line, done in self._held() if done)

    def _held(self) -> list[tuple[Decision, bool]]:
        left = Counter(self.ledger.carried_out)
        held = []
        for line in self.decisions:
            held.append((line, left[request(line)] > 0))
            left[request(line)] -= 1
        return held

    def cleared(self) -> list[Entry]:
        """A line of the ledger for what was carried out, or refused, and does not say yes any more,
        so that its row can be used again."""
        saying_yes = Counter(map(request, self.decisions))
        made = [
            Entry(
                EntryKind.CLEARED,
                RoundId(asked[1], asked[2]),
                {"decision": asked[0], "spent": [[*asked, saying_yes[asked]]]},
            )
            for asked, count in self.ledger.carried_out.items()
            if saying_yes[asked] < count
        ]
        if self.ledger.refused is not None and not self.new(UNDO):
            undo = {"decision": UNDO, "spent": []}
            made.append(Entry(EntryKind.CLEARED, RoundId(0, 0), undo))
        return made

    def ticked(self, decision: Decision) -> Ticks:
        """What the ledger's line for a decision says of it: that it is not to be done again."""
        asked = request(decision)
        return [[*asked, self.ledger.carried_out.get(asked, 0) + 1]]

    def all_ticked(self, kinds: Collection[str], phase: int, number: int | None = None) -> Ticks:
        """The same for all lines of some kinds about a phase, or about one of its rounds."""
        saying_yes = Counter(
            request(line)
            for line in self.decisions
            if line.kind in kinds
            and line.round.phase == phase
            and number in (None, line.round.number)
        )
        return [[*asked, count] for asked, count in saying_yes.items()]
