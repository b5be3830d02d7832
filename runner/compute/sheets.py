"""Which sheets the workbook lacks: those that Runner creates, and that the desk mentions.

there                  planned    created
Round 1, 2, 3             5       Round 4 and 5, after Round 3
Round 1, 3, 4             4       Round 2, after Round 1
Round 1, 2; a Top 16      2 + 2   Phase 2 Round 1 and 2, after Round 2
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.phases.model import PhaseResult
from runner.rules.advice import sensible

_AHEAD = 2  # rounds, if implausibly many are planned, so that a typing error adds few sheets


class SheetToMake(NamedTuple):
    """A round without a sheet, and the round whose sheet is copied for it."""

    round: RoundId
    like: RoundId


def sheets_to_make(event: Event, results: Sequence[PhaseResult]) -> Iterator[SheetToMake]:
    """Yield the planned or published rounds without a sheet. Later rounds of a phase come first, as
    each is inserted directly after its model. A phase whose field is unknown waits, and an
    implausible number of rounds gets its sheets gradually."""
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
    """Yield the rounds that have a sheet and are neither published nor planned: beyond the last
    round of their phase, or of a phase that does not exist. A phase with an open number of rounds
    keeps all."""
    phases = {result.phase.number: result for result in results}
    for sheet in event.rounds:
        result = phases.get(sheet.id.phase)
        if result is None or (
            result.planned is not None and sheet.id.number > max(result.planned, len(result.rounds))
        ):
            yield sheet.id


def prepared(result: PhaseResult) -> int:
    """Return how many rounds get sheets: all planned ones, or a few ahead if the number may be a
    mistake."""
    planned, out = result.planned or 0, len(result.rounds)
    if (result.phase.rounds or 0) > sensible(result.ruleset, len(result.field)):
        planned = min(planned, out + _AHEAD)
    return max(planned, out)


def _model(wanted: RoundId, seats: Mapping[RoundId, int], needed: int) -> RoundId | None:
    """Return the sheet to copy: the previous or next one of the phase, or the last wide enough
    one."""
    own = [id_ for id_ in seats if id_.phase == wanted.phase]
    before = max((id_ for id_ in own if id_ < wanted), default=None)
    earlier = [id_ for id_ in seats if id_.phase < wanted.phase]
    wide = [id_ for id_ in earlier if seats[id_] >= needed]
    return before or min(own, default=None) or max(wide or earlier, default=None)
