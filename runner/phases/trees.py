"""The tree of a phase, for those who draw it (rules.md 5).

In single elimination every match is on the winners' side, the final too; that for third place is
`THIRD`. In double elimination `FINAL` is the grand final, stage 1, and its reset, stage 2, which
is there until it is known that it is not played. A bye has nobody in its other place, or in pods
no other place. A match that nobody will ever be in is left out, so that a place may come from the
key of no match; its player is None then.
"""

from __future__ import annotations

from runner import phases
from runner.core.event import Mode
from runner.phases.tree import Tree
from runner.snapshot import PhaseResult


def tree(result: PhaseResult) -> Tree | None:
    """The tree of a playoff; None where the phase is none, and while nobody is in it.

    Where no phase is before it seeds are drawn, and for a draft the seats: until the first round
    is out these are nobody's to know, and there is no tree.
    """
    playoff = phases.playoff(result.phase.type)
    drawn = result.phase.number == 1 or result.phase.mode is Mode.DRAFT
    if playoff is None or not result.seeds or (drawn and not result.rounds):
        return None
    return playoff.tree(result)
