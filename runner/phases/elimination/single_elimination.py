"""Single elimination: whoever wins goes on (docs/rules.md 5; MTR 2.10, MAMTR 2.4C)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from runner.core.event import Mode
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import State, from_document, to_document
from runner.pairing.tables import seated_around
from runner.phases import bracket
from runner.phases.advancing import Seeds
from runner.phases.elimination import match_tree, pod_bracket, pod_tree
from runner.phases.elimination.places import Place, places
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import Tree
from runner.phases.going_on import by_rank
from runner.phases.model import PhaseResult, Proposal, Situation

ALGORITHM = "single elimination 1"
"""Changes whenever the same state may be paired otherwise than before; kept in the ledger."""

Tables = list[tuple[str, ...]]


class SingleElimination:
    """A playoff in pods or head-to-head, by seed: the rank in the phase before."""

    KEY = "single_elimination"
    NAME = "Single elimination"
    HOW = "Seeds say who meets whom, and whoever wins goes on."

    def planned_rounds(self, situation: Situation) -> int | None:
        """As many as it takes until one is left, or fewer where the organiser says so; open while
        the field is, and while it is open who has won the last round."""
        playoff = Playoff.of(situation)
        rounds = len(situation.rounds)
        planned = rounds + playoff.to_come(stand_ins=True)
        if situation.phase.rounds is not None:
            planned = min(planned, situation.phase.rounds)
        drawn = rounds and situation.rounds[-1].finished and playoff.waits
        return None if not planned or (drawn and planned <= rounds) else planned

    def seeds(self, situation: Situation) -> tuple[str, ...]:
        """Those of the first round by seed, as they were drawn or else are due."""
        return Playoff.of(situation).ids

    def places(self, situation: Situation, gone: Collection[str]) -> list[Place]:
        """1, 2, 3-4, 5-8: everybody's place by the round that was reached."""
        seeds = self.seeds(situation)
        others = (each.id for each in situation.field if each.id not in seeds)
        pods = situation.phase.mode is Mode.MULTIPLAYER
        rounds, rules = situation.rounds, situation.ruleset
        return places((*seeds, *others), rounds, rules, pods=pods, gone=gone)

    def tree(self, result: PhaseResult) -> Tree | None:
        """All rounds up to the final; None while nobody is in it."""
        in_pods = result.phase.mode is Mode.MULTIPLAYER
        return pod_tree.tree(result) if in_pods else match_tree.tree(result)

    def propose(self, situation: Situation) -> Proposal | None:
        """The next round; None while it is open who is in it, and where one is left."""
        playoff = Playoff.of(situation)
        if playoff.waits or not playoff.to_come():
            return None
        state = playoff.state()
        slots, third = playoff.slots(), playoff.third_place()
        seating = _draw(state, playoff.seeds, slots, third)
        document = {
            **to_document(state),
            "field": [player.id for player in situation.field],
            "seeds": list(playoff.ids),
            "bracket": list(slots),
            "third_place": list(third),
        }
        if situation.phase.mode is Mode.DRAFT:
            document["draft_seats"] = list(playoff.draft_seats())
        return Proposal(Pairing(situation.next, seating, proposed=True), document, ALGORITHM)

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """All who are left, by how far they have come."""
        return by_rank(result)


def drawn_again(document: Mapping[str, Any]) -> Seating | None:
    """The round that comes out of a state in the ledger; None where that is no such state."""
    state = from_document(document)
    parts = [document.get(each) for each in ("seeds", "bracket", "third_place")]
    if not isinstance(state, State) or not all(isinstance(each, list) for each in parts):
        return None
    ids, slots, third = (tuple(each or ()) for each in parts)
    return _draw(state, Seeds.of(ids), slots, third)


# --- one round ------------------------------------------------------------------------------------


def _draw(state: State, seeds: Seeds, slots: bracket.Slots, third: Sequence[str]) -> Seating:
    """The round by its seeds, around what the organiser has set."""
    tables, byes = _pods(state) if state.mode is Mode.MULTIPLAYER else _matches(state, seeds, slots)
    free = {player.id for player in state.free}
    if third and all(each in free for each in third):
        tables.append(seeds.order(third))
    return seated_around(state, tables, byes)


def _pods(state: State) -> tuple[Tables, list[str]]:
    """Byes for the highest seeds and pods by the pattern; the highest seed at a table begins."""
    free = [player.id for player in state.free]
    size = state.ruleset.pod_size
    stage = pod_bracket.stage(len(state.players), size)
    if state.placed or state.byes:
        left = stage.left - len(state.placed) - len(state.byes)
        stage = pod_bracket.around(len(free), size, left)
    playing = free[stage.byes :]
    tables = pod_bracket.dealt(playing, stage.pods, state.ruleset.elimination_pattern)
    return tables, free[: stage.byes]


def _matches(state: State, seeds: Seeds, slots: bracket.Slots) -> tuple[Tables, list[str]]:
    """The bracket's pairs, the higher seed in seat 1; who has nobody against them has a bye.

    Those whose opponents the organiser has seated elsewhere meet each other, the highest with the
    lowest; of an odd number the highest seed has a bye.
    """
    free = {player.id for player in state.free}
    pairs = [tuple(each for each in pair if each in free) for pair in bracket.pairs(slots)]
    whole = list(zip(pairs, bracket.pairs(slots), strict=True))
    tables = [seeds.order(pair) for pair, _ in whole if len(pair) == 2]
    byes = [pair[0] for pair, due in whole if len(pair) == len(due) == 1]
    strays = seeds.order([pair[0] for pair, due in whole if len(pair) < len(due) and pair])
    odd, strays = strays[: len(strays) % 2], strays[len(strays) % 2 :]
    half = len(strays) // 2
    tables += zip(strays[:half], reversed(strays[half:]), strict=True)
    return tables, [*byes, *odd]
