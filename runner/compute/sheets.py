"""Which sheets the workbook lacks: what Runner makes, and what the desk says, follow from this.

there                  planned    made
Round 1, 2, 3             5       Round 4 and 5, behind Round 3
Round 1, 3, 4             4       Round 2, behind Round 1
Round 1, 2; a Top 16      2 + 2   Phase 2 Round 1 and 2, behind Round 2
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.phases.model import PhaseResult
from runner.rules.advice import sensible

_AHEAD = 2  # rounds; where more are planned than anybody would expect, so that a slip adds no sheet


class SheetToMake(NamedTuple):
    """A round without a sheet, and the one whose sheet is copied for it."""

    round: RoundId
    like: RoundId


def sheets_to_make(event: Event, results: Sequence[PhaseResult]) -> Iterator[SheetToMake]:
    """Yield the rounds that are planned, or out, and have no sheet. The later of a phase come
    first: each is put right behind its model. A phase whose field is not known yet waits, and where
    so many rounds are planned that it may be a slip, they come by and by."""
    seats = {
        each.id: max((len(row.seats) for row in each.rows), default=0) for each in event.rounds
    }
    for result in results:
        phase = result.phase.number
        for number in range(prepared(result) if result.field else 0, 0, -1):
            wanted = RoundId(phase, number)
            like = _model(wanted, seats, result.seats_needed)
            if wanted not in seats and like:
                yield SheetToMake(wanted, like)


def sheets_without_round(event: Event, results: Sequence[PhaseResult]) -> Iterator[RoundId]:
    """Yield the rounds that have a sheet, and are neither out nor planned: beyond the last that
    their phase is to have, or of a phase that is there no more. One that does not know yet how many
    it is to have, keeps them all."""
    phases = {result.phase.number: result for result in results}
    for sheet in event.rounds:
        result = phases.get(sheet.id.phase)
        if result is None or (
            result.planned is not None and sheet.id.number > max(result.planned, len(result.rounds))
        ):
            yield sheet.id


def prepared(result: PhaseResult) -> int:
    """Return how many rounds have sheets: all planned ones, or a few ahead if so many may be a
    slip."""
    planned, out = result.planned or 0, len(result.rounds)
    if (result.phase.rounds or 0) > sensible(result.ruleset, len(result.field)):
        planned = min(planned, out + _AHEAD)
    return max(planned, out)


def _model(wanted: RoundId, seats: Mapping[RoundId, int], needed: int) -> RoundId | None:
    """Return the sheet to copy: the one before or after in the phase, or the last wide enough
    one."""
    own = [id_ for id_ in seats if id_.phase == wanted.phase]
    before = max((id_ for id_ in own if id_ < wanted), default=None)
    earlier = [id_ for id_ in seats if id_.phase < wanted.phase]
    wide = [id_ for id_ in earlier if seats[id_] >= needed]
    return before or min(own, default=None) or max(wide or earlier, default=None)
