"""Round robin: everybody meets everybody once, or twice, by the Berger tables (rules.md 5)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from runner.model import Mode
from runner.pairing import berger
from runner.pairing.state import Entrant, State, from_document, to_document
from runner.pairing.tables import numbered
from runner.phases.by_hand import ByHand
from runner.phases.situation import Proposal, Situation
from runner.randomness import Stream
from runner.snapshot import PairedTable, Pairing

ALGORITHM = "round robin 1"
"""Changes whenever the same state may be paired otherwise than before; kept in the ledger."""

_BY_HAND = ByHand()

Pair = tuple[str, str]
Drawn = tuple[tuple[PairedTable, ...], tuple[str, ...]]
"""The tables of a round, by number, and the ids of those who have a bye."""


class RoundRobin:
    """Everybody meets everybody, two at a table; in an odd field one sits out each round.

    Pods cannot be paired so: there the organiser fills in the rounds.
    """

    KEY = "round_robin"
    NAME = "Round robin"
    HOW = (
        "Everybody has a number for the whole phase, and the Berger tables say who meets whom in "
        "each round; whose opponent of the round is not there has a bye."
    )

    def planned_rounds(self, situation: Situation) -> int | None:
        """As the organiser says, or else until everybody has met everybody, twice where the rules
        want it; open while there are not two players."""
        if situation.phase.rounds is not None or situation.phase.mode is Mode.MULTIPLAYER:
            return situation.phase.rounds
        cycle = len(berger.rounds(len(situation.seeds or _entered(situation))))
        return cycle * (2 if situation.ruleset.double_round else 1) or None

    def propose(self, situation: Situation) -> Proposal | None:
        """The round's pairs, or None where there is nobody to pair."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return _BY_HAND.propose(situation)
        numbers = _numbers(situation)
        state = _state(situation, numbers)
        tables, byes = _draw(state, numbers)
        if not tables and not byes:
            return None
        pairing = Pairing(situation.next, tables, byes, proposed=True)
        return Proposal(pairing, {**to_document(state), "seeds": list(numbers)}, ALGORITHM)


def drawn_again(document: Mapping[str, Any]) -> Drawn | None:
    """The round that comes out of a state in the ledger; None where that is no such state."""
    state, numbers = from_document(document), document.get("seeds")
    if not isinstance(state, State) or not isinstance(numbers, list):
        return None
    return _draw(state, tuple(str(each) for each in numbers))


# --- numbers -------------------------------------------------------------------------------------


def _numbers(situation: Situation) -> tuple[str, ...]:
    """The ids by number: those that the first round gave, whatever has become of the field.

    Who drops keeps the number. Where the field is odd the number of nobody goes to the first who
    enters late; for others who do the tables have no place.
    """
    numbers = situation.seeds or _given(situation)
    late = [player for player in situation.players if player.id not in numbers]
    late.sort(key=lambda player: (player.enters, player.id))
    return (*numbers, *(player.id for player in late[: len(numbers) % 2]))


def _given(situation: Situation) -> tuple[str, ...]:
    """The numbers where no draw of the first round has recorded any: by seed after a cut, and
    elsewhere drawn, for all rounds alike."""
    phase, entered = situation.phase, _entered(situation)
    if phase.number > 1 and phase.cut is not None:
        return entered
    seed = situation.standings.seed if situation.standings else situation.seed
    return tuple(Stream(seed, phase.number, "numbers").shuffled(sorted(entered)))


def _entered(situation: Situation) -> tuple[str, ...]:
    """The ids of those who begin the phase, or began it, also of who is absent from its first
    round; by seed after a cut."""
    there = {player.id for player in situation.players} | {*situation.placed.absent}
    if situation.rounds:
        first = situation.rounds[0]
        there = {*first.byes, *first.absent, *(each for at in first.tables for each in at.players)}
    return tuple(player.id for player in situation.field if player.id in there)


# --- one round -----------------------------------------------------------------------------------


def _state(situation: Situation, numbers: Sequence[str]) -> State:
    """The players who are there, by number, with what a round robin asks about them; those whom
    the organiser has seated without a number come last."""
    place = {player: at for at, player in enumerate(numbers)}
    seated = {*situation.byes, *(each for at in situation.placed.tables for each in at.seats)}
    there = (each for each in situation.players if each.id in place or each.id in seated)
    players = sorted(there, key=lambda each: place.get(each.id, len(place)))
    return situation.state(Entrant(each.id, fixed_table=each.fixed_table) for each in players)


def _draw(state: State, numbers: Sequence[str]) -> Drawn:
    """The round by the Berger tables, around what the organiser has set."""
    free = {player.id: player for player in state.free}
    pairs, byes = _met(_in_tables(numbers, state.round), state, free)
    at_tables = [[free[each] for each in pair] for pair in pairs]
    given, _ = numbered(at_tables, state.ruleset, {number for number, _ in state.placed})
    made = (PairedTable(number, pair) for number, pair in zip(given, pairs, strict=True))
    by_hand = (PairedTable(number, seats) for number, seats in state.placed)
    tables = sorted([*made, *by_hand], key=lambda table: table.number)
    return tuple(tables), (*state.byes, *byes)


def _in_tables(numbers: Sequence[str], round_: int) -> list[Pair]:
    """The ids that the Berger tables put together, who goes first first; "" is nobody. After a
    cycle they begin again, and with each cycle the seats change over."""
    cycle = berger.rounds(len(numbers))
    if not cycle:
        return []
    names = (*numbers, "")
    lap, at = divmod(round_ - 1, len(cycle))
    pairs = [(names[one - 1], names[other - 1]) for one, other in cycle[at]]
    return [(other, one) for one, other in pairs] if lap % 2 else pairs


def _met(
    wanted: Sequence[Pair], state: State, free: Container[str]
) -> tuple[list[Pair], list[str]]:
    """The pairs that can play, and those left without an opponent.

    Those whose opponents the organiser has seated elsewhere play each other; whose opponent is
    not there, or has a bye, has a bye too.
    """
    by_hand = {player for _, seats in state.placed for player in seats}
    pairs = [pair for pair in wanted if all(each in free for each in pair)]
    alone = [
        (one if one in free else other, other if one in free else one)
        for one, other in wanted
        if (one in free) != (other in free)
    ]
    left = [player for player, opponent in alone if opponent in by_hand]
    byes = [player for player, opponent in alone if opponent not in by_hand]
    pairs += zip(left[::2], left[1::2], strict=False)
    return pairs, [*byes, *left[len(left) - len(left) % 2 :]]
