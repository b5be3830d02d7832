"""The places of the whole event: 1, 2, 3-4, 5-8 ... (docs/rules.md 5).

The last phase comes first, by how far everybody came; then those who were in the phase before and
not in the last one, by their rank there, and so on to the first phase.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from runner import phases
from runner.phases import tree
from runner.phases.elimination.places import Place
from runner.phases.elimination.still_open import still_open
from runner.phases.model import FinalPlace, PhaseResult


def final(results: Sequence[PhaseResult]) -> tuple[FinalPlace, ...]:
    """Everybody's place, as far as it is known; nothing while no place can be known.

    In the phase that is being played, who is out of it has the place, or the places, that are left
    for that; who is still in shares all that can still be reached.
    """
    begun = [result for result in results if result.rounds]
    coming = [result for result in results if not result.rounds]
    if not begun or (len(begun) == 1 and not _tells(begun[0], coming)):
        return ()
    last, before = begun[-1], begun[:-1]
    known, still_in = _going_on(last, coming[0]) if coming else reached(last)
    found = [
        FinalPlace(player, first, end, last.phase.number, player in still_in)
        for player, first, end in sorted(known, key=lambda place: place[1:])
    ]
    for result in reversed(before):
        placed = {place.player for place in found}
        rest = [place for place in _ranks(result) if place[0] not in placed]
        for _, together in groupby(rest, key=lambda place: place[1:]):
            players = [player for player, _, _ in together]
            first, end = len(found) + 1, len(found) + len(players)
            found += [FinalPlace(player, first, end, result.phase.number) for player in players]
    return tuple(found)


def reached(result: PhaseResult) -> tuple[list[Place], frozenset[str]]:
    """Everybody's place in one phase, from the top, and who is still in it."""
    known = _ranks(result)
    if result.over:
        return known, frozenset()
    everybody = [player for player, _, _ in known]
    playoff, drawn = phases.playoff(result.phase.type), tree(result)
    if playoff is None or drawn is None or not result.standings:
        return [(player, 1, len(known)) for player in everybody], frozenset(everybody)
    return still_open(result, known, drawn, playoff.LIVES)


def _tells(result: PhaseResult, coming: Sequence[PhaseResult]) -> bool:
    """Whether some place is certain while only the first phase has begun."""
    return not coming and (result.over or phases.playoff(result.phase.type) is not None)


def _going_on(result: PhaseResult, following: PhaseResult) -> tuple[list[Place], frozenset[str]]:
    """The places of a phase that another will follow: whoever may go on can still win all."""
    known = _ranks(result)
    in_next = frozenset(player.id for player in following.field)
    if not result.over or not in_next:
        in_next = frozenset(player for player, _, _ in known)
    inside = [(player, 1, len(in_next)) for player, _, _ in known if player in in_next]
    outside = [player for player, _, _ in known if player not in in_next]
    return [*inside, *((p, at, at) for at, p in enumerate(outside, len(inside) + 1))], in_next


def up_to(result: PhaseResult, number: int) -> PhaseResult:
    """A phase as it was after that round."""
    return replace(
        result,
        rounds=result.rounds[:number],
        drawn=result.drawn[:number],
        standings=tuple(ranking for ranking in result.standings if ranking.after.number <= number),
        ended=result.ended and number >= len(result.rounds),
        planned=None if number < len(result.rounds) else result.planned,
    )


def _ranks(result: PhaseResult) -> list[Place]:
    """The places that a phase leaves as it stands: those of its playoff, or by rank; who is first
    in one group shares the place with who is first in another."""
    ranking = result.current
    if ranking is None:
        return [(player.id, 1, len(result.field)) for player in result.field]
    if ranking.places:
        return list(ranking.places)
    found: list[Place] = []
    rows = sorted(ranking.rows, key=lambda row: row.rank)
    for _, equals in groupby(rows, key=lambda row: row.rank):
        players = [row.player for row in equals]
        first, last = len(found) + 1, len(found) + len(players)
        found += [(player, first, last) for player in players]
    return found
