"""Rows of Phases that were deleted or moved, by their names: rounds would be another phase's."""

from collections.abc import Iterator

from runner.compute.held.question import question
from runner.core.event import Event
from runner.core.problems import Problem
from runner.ledger.ledger import Ledger

_MOVED = "Was a row of Phases deleted, added or moved? Undo it, and save: all is as before."


def rows_moved(event: Event, ledger: Ledger, before: Event | None) -> Iterator[Problem]:
    """The first row of which rounds are out, and in which another phase stands now; `before` is the
    workbook as it last counted."""
    was = [phase.name for phase in before.phases] if before else []
    out = {id_.phase: id_ for id_ in ledger.rounds}
    for phase, name in zip(event.phases, was, strict=False):
        moved = phase.name in was or name in {each.name for each in event.phases}
        if phase.name != name and phase.number in out and moved:
            what = (
                f"Where “{name}” stood, of which round {out[phase.number].number} is out, Phases "
            )
            what += f"has “{phase.name}” now."
            yield question(
                "held.phases-moved",
                phase.at("name"),
                what,
                "the phases have other names now",
                _MOVED,
            )
            return
