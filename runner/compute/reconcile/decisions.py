"""Which lines of Decisions still ask for something: each counts once, until its Go is cleared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from runner.core import names
from runner.core.event import Decision, DecisionKind, RoundId
from runner.ledger.entries import Asked, Entry, EntryKind
from runner.ledger.ledger import Ledger

CLEAR = "Clear the Go cell."
"""What to do about a line that can be carried out no more."""

Spent = list[list[str | int]]
"""How many lines that ask for the same are carried out now, as a line of the ledger has it."""


def key(decision: Decision) -> Asked:
    """What a line asks for, whatever its row and its reason."""
    if decision.kind is DecisionKind.UNDO:
        return (decision.kind.value, 0, 0, "", 0)
    player = names.key(decision.player)
    return (decision.kind.value, *decision.round, player, decision.table or 0)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines that say yes, held against what the ledger says of those before."""

    decisions: Sequence[Decision]
    ledger: Ledger

    def fresh(self) -> tuple[Decision, ...]:
        """Those that have not been carried out: of equal ones the lowest."""
        return tuple(each for each, done in self._told() if not done)

    def done(self) -> tuple[Decision, ...]:
        """Those that have been carried out, and say yes still."""
        return tuple(each for each, done in self._told() if done)

    def _told(self) -> list[tuple[Decision, bool]]:
        left = dict(self.ledger.spent)
        told = []
        for each in self.decisions:
            asked = key(each)
            told.append((each, left.get(asked, 0) > 0))
            left[asked] = left.get(asked, 0) - 1
        return told

    def cleared(self) -> list[Entry]:
        """A line of the ledger for what was carried out, or refused, and does not say yes any more,
        so that its row can be used again."""
        standing = Counter(map(key, self.decisions))
        made = [
            Entry(
                EntryKind.CLEARED,
                RoundId(asked[1], asked[2]),
                {"decision": asked[0], "spent": [[*asked, standing[asked]]]},
            )
            for asked, count in self.ledger.spent.items()
            if standing[asked] < count
        ]
        asks = any(each.kind is DecisionKind.UNDO for each in self.fresh())
        if self.ledger.refused is not None and not asks:
            undo = {"decision": DecisionKind.UNDO.value, "spent": []}
            made.append(Entry(EntryKind.CLEARED, RoundId(0, 0), undo))
        return made

    def carried_out(self, decision: Decision) -> Spent:
        """What the ledger's line for a decision says of it: that it is not to be done again."""
        return [[*key(decision), self.ledger.spent.get(key(decision), 0) + 1]]

    def all_of(
        self, kinds: Collection[DecisionKind], phase: int, number: int | None = None
    ) -> Spent:
        """The same for all lines of some kinds about a phase, or about one of its rounds."""
        standing = Counter(
            key(each)
            for each in self.decisions
            if each.kind in kinds
            and each.round.phase == phase
            and number in (None, each.round.number)
        )
        return [[*asked, count] for asked, count in standing.items()]
