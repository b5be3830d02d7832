"""Pairing one round: players and what they have done in, tables with a certificate out.

Pure functions of a `State`: the same state gives the same pairing on every machine, whatever
order its players are listed in. All chance comes from the event's seed (docs/randomness.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from runner.core.event import Mode
from runner.core.seating import SeatedTable, Seating, tables_document
from runner.pairing.bounds.effort import PUBLISHED, Effort
from runner.pairing.byes import bye_order
from runner.pairing.certificate import certify
from runner.pairing.field import field_of
from runner.pairing.matches import match_up
from runner.pairing.methods import by_standing, drawn, method_in_force, stream
from runner.pairing.model import Certificate
from runner.pairing.seats import seated
from runner.pairing.sizes import pod_sizes
from runner.pairing.state import Entrant, State, from_document
from runner.pairing.tables import numbered

ALGORITHM = "4"
"""Goes up whenever the same state may be paired otherwise than before; kept in the ledger."""


@dataclass(frozen=True, slots=True)
class Result:
    """A paired round: its tables by number and all its byes, and how good it is; `said` is what the
    pairing itself had to say, beside what an audit finds."""

    seating: Seating
    certificate: Certificate
    said: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Who sits together."""
        return self.seating.tables

    @property
    def byes(self) -> tuple[str, ...]:
        """Who has a bye."""
        return self.seating.byes


@dataclass(frozen=True, slots=True)
class _Filled:
    """Players at tables that have no number yet, from the top down, and players with a bye."""

    tables: Sequence[Sequence[Entrant]]
    byes: Sequence[Entrant]
    proved: bool = False
    notes: Sequence[str] = ()


def load() -> None:
    """Load what takes a while to load, so that the first round does not wait for it."""

    import runner.pairing.bounds.bound
    import runner.pairing.pods  # noqa: F401


def pair(state: State) -> Result:
    """Pair the round of the state (docs/rules.md 4); tables and byes given by hand stay."""
    filled = _pods(state) if state.mode == Mode.MULTIPLAYER else _matches(state)
    taken = {number for number, _ in state.placed}
    numbers, clashes = numbered(filled.tables, state.ruleset, taken)
    notes = (*filled.notes, *clashes)
    rules, draws = state.ruleset, stream(state, "seats")
    made = [
        SeatedTable(number, seated(by_standing(players), rules.seats, draws, rules.seat_strengths))
        for number, players in zip(numbers, filled.tables, strict=True)
    ]
    tables = sorted([*made, *state.placed])
    byes = (*state.byes, *(player.id for player in filled.byes))
    # With a note, it is proved only of pairings that leave the rounds to come possible.
    least = filled.proved and not filled.notes
    bound = _differences(state, [table.seats for table in tables]) if least else None
    certificate = certify(state, tables, byes, proved=filled.proved, notes=notes, bound=bound)
    return Result(Seating(tuple(tables), byes), certificate, notes)


def with_bound(state: State, result: Result, effort: Effort = PUBLISHED) -> Result:
    """The same round with a certificate that says more: a better lower bound, and where it can be
    had the proof that no pairing is better. Nobody has to wait for it to play."""
    by_hand = {number for number, _ in state.placed}
    made = [table.seats for table in result.tables if table.number not in by_hand]
    if result.certificate.proved_optimal:
        return result
    from runner.pairing.bounds.bound import bound_of  # here, because numpy takes a while to load

    found = bound_of(state, made, effort)
    if found is None:
        return result
    given = _differences(state, [seats for _, seats in state.placed])
    certificate = certify(
        state,
        result.tables,
        result.byes,
        proved=found.proved and not state.placed,
        notes=result.said,
        bound=found.points + given,
    )
    return replace(result, certificate=certificate)


def _differences(state: State, tables: Sequence[Sequence[str]]) -> Fraction:
    """The differences of points in all pairs at those tables."""
    points = {player.id: player.points for player in state.players}
    pairs = (pair for seats in tables for pair in combinations(seats, 2))
    return sum((abs(points[one] - points[two]) for one, two in pairs), Fraction(0))


def _pods(state: State) -> _Filled:
    """Pods, and byes where the field leaves players over."""
    from runner.pairing.pods import split_into_pods  # here, because numpy takes a while to load

    players = drawn(state)
    rules = state.ruleset
    sizes = pod_sizes(len(players), rules.pod_size, rules.uneven, rules.max_byes)
    byes = bye_order(players, state.round)[: sizes.byes]
    sitting_out = {player.id for player in byes}
    method = method_in_force(state)
    field = field_of(method.order([player for player in players if player.id not in sitting_out]))
    split = split_into_pods(
        field, sizes.tables, rules.pod_size, method.aims, stream(state, "search"), _left(state)
    )
    tables = [[field.players[place] for place in pod] for pod in split.pods]
    return _Filled(tables, byes, split.proved and not state.placed, split.notes)


def _left(state: State) -> int | None:
    """How many rounds are planned after this one, for which the field here is to stay possible;
    None where that is open, or others play beside it who were seated by hand."""
    if state.rounds is None or state.placed or state.byes:
        return None
    return max(0, state.rounds - state.round)


def _matches(state: State) -> _Filled:
    """Matches of two, and a bye where the field is odd."""
    players = drawn(state)
    method = method_in_force(state)
    field = field_of(method.order(players))
    place = {player.id: at for at, player in enumerate(field.players)}
    turns = [place[player.id] for player in bye_order(players, state.round)]
    found = match_up(field, turns, method.aims, stream(state, "search"), _left(state))
    byes = [] if found.bye is None else [field.players[found.bye]]
    tables = [[field.players[place] for place in pair] for pair in found.pairs]
    return _Filled(tables, byes, found.proved and not state.placed, found.notes)


def pair_document(document: Any) -> dict[str, Any]:
    """All of `runner pair`: a state as JSON in, the pairing as JSON out (docs/open-format.md).

    What is wrong with the document comes back as {"problems": [sentence, ...]}.
    """
    state = from_document(document)
    if not isinstance(state, State):
        return {"problems": [str(problem) for problem in state]}
    result = with_bound(state, pair(state))
    return {
        "tables": tables_document(result.tables),
        "byes": list(result.byes),
        "certificate": result.certificate.to_document(),
    }
