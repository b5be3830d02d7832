"""Rehearsals: results made up from the seed, so that an organiser can try everything.

Made-up results are marked in the Note of their row, and from there on every page.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import SEAT_LETTERS, seat_letter
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.core.results import ByOrder
from runner.core.rounds import Round
from runner.phases.model import PhaseResult
from runner.rules.elimination import won_by
from runner.rules.variants import STAR

NOTE = "rehearsal"
"""The Note of a row whose result was made up."""

_DRAWS = {2: 6, 3: 10, 4: 14, 5: 18}  # per cent of tables that end in a draw, by their size
_SEAT_WEIGHTS = (30, 26, 23, 21, 20)  # the earlier in turn order, the likelier the win
_WON = (("2-0", 26), ("0-2", 24), ("2-1", 22), ("1-2", 21))
_DRAWN = (("1-1-1", 4), ("0-0-3", 3))
_DROPS_PER_THOUSAND = 15
_CONCESSIONS_PER_HUNDRED = 3
_IN_TIME_PER_HUNDRED = 4
_AT_ONCE_PER_HUNDRED = 3
_BOTH_PER_HUNDRED = 10
"""Per cent of the won tables of a star in which two players win together."""


class Rehearsed(NamedTuple):
    """What was made up for a round: each table's result, and the ids of the players who drop."""

    round: Round
    results: Mapping[int, str]
    drops: tuple[str, ...]


def rehearse(snapshot: Snapshot) -> Rehearsed | None:
    """Return results for the tables of the current round that have none; None if all are in."""
    now = snapshot.current_round
    if now is None or now.finished:
        return None
    phase = snapshot.phases[now.id.phase - 1]
    chance = Stream(snapshot.event.chance, now.id.phase, now.id.number, "rehearsal")
    results = {
        table.number: _result(chance, len(table.seats), phase, now.id.number)
        for table in now.tables
        if not table.finished
    }
    return Rehearsed(now, results, _drops(chance, snapshot, now, phase))


def _result(chance: Stream, seats: int, phase: PhaseResult, number: int) -> str:
    if phase.ruleset.played_as is STAR:
        return _star(chance, seats)
    if isinstance(won_by(phase.ruleset), ByOrder):
        return _order(chance, seats)
    needs_winner = phases.find(phase.phase.type).plays_on(phase.ruleset)
    if phase.phase.mode is Mode.HEAD_TO_HEAD and phase.ruleset.games(number) == 3:
        texts, weights = zip(*_WON, *(() if needs_winner else _DRAWN), strict=True)
        return str(texts[_weighted(chance, weights)])
    if not needs_winner and chance.below(100) < _DRAWS.get(seats, 0):
        if seats > 2 and chance.below(100) < _CONCESSIONS_PER_HUNDRED:
            return f"draw, {SEAT_LETTERS[chance.below(seats)]} conceded"
        return "draw"
    return SEAT_LETTERS[_weighted(chance, _SEAT_WEIGHTS[:seats])]


def _star(chance: Stream, seats: int) -> str:
    """Return who won a star; sometimes two neighbours together, rarely nobody."""
    if chance.below(100) < _DRAWS.get(seats, 0):
        return "draw"
    won = [chance.below(seats)]
    if chance.below(100) < _BOTH_PER_HUNDRED:
        won.append((won[0] + 1) % seats)
    return " & ".join(SEAT_LETTERS[seat] for seat in won)


def _order(chance: Stream, seats: int) -> str:
    """Return who went out, in order; sometimes two together, and rarely time ends the game
    before."""
    out = [seat_letter(seat) for seat in chance.shuffled(range(seats))][:-1]
    if chance.below(100) < _IN_TIME_PER_HUNDRED:
        return ", ".join([*out[: chance.below(len(out) + 1)], "time"])
    text = out[0]
    for seat in out[1:]:
        text += ("+" if chance.below(100) < _AT_ONCE_PER_HUNDRED else ", ") + seat
    return text


def _weighted(chance: Stream, weights: Sequence[int]) -> int:
    return bisect_right([*accumulate(weights)], chance.below(sum(weights)))


def _drops(chance: Stream, snapshot: Snapshot, now: Round, phase: PhaseResult) -> tuple[str, ...]:
    """Return who drops after the round: a few players, but nobody after the last round."""
    if phase.planned is not None and now.id.number >= phase.planned:
        return ()
    return tuple(
        player
        for player in now.seated
        if chance.below(1000) < _DROPS_PER_THOUSAND and snapshot.players[player].drops_after is None
    )
