"""The phase types: Swiss, round robin, playoffs, and rounds paired by hand.

In: a phase with its rules, its field and its rounds so far (`PhaseResult`, `RoundContext`). Out:
the next round, who advances, places, remarks. A type is found by its key in the Type column.
Nothing here knows the workbook, pages, or decisions about published rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runner.core.phase import Mode, Phase
from runner.core.problems import Problem, error
from runner.core.seating import Seating
from runner.phases.cut import Cut
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.elimination.tree import Tree
from runner.phases.model import PhaseResult
from runner.phases.phase_type import ByHand, PhaseType, Schedule
from runner.phases.round_robin.round_robin import RoundRobin
from runner.phases.swiss.swiss import NamedByVariant, Swiss
from runner.rules import variants
from runner.rules.ruleset import Ruleset

USUAL, BY_HAND = Swiss(), ByHand()

REGISTRY: dict[str, PhaseType] = {
    type_.KEY: type_
    for type_ in (USUAL, RoundRobin(), SingleElimination(), DoubleElimination(), BY_HAND)
}
"""Every type that this version can pair, by its key, in the order of the workbook's dropdown."""

FURTHER: dict[str, PhaseType] = {
    key: NamedByVariant(variant) for key, variant in variants.REGISTRY.items()
}
"""Types named like a variant, which is then played as Swiss."""


def find(key: str) -> PhaseType:
    """Return the phase type with this key; unknown types are paired by hand."""
    return REGISTRY.get(key) or FURTHER.get(key, BY_HAND)


def playoff(key: str) -> PlayoffType | None:
    """Return the playoff type with this key; None for a type that ranks by points."""
    type_ = find(key)
    return type_ if isinstance(type_, PlayoffType) else None


def seats_needed(phase: Phase, rules: Ruleset, fields: Iterable[int]) -> int:
    """Return how many seats a sheet needs for every table of a phase, for any of these numbers of
    players."""
    if phase.mode is not Mode.MULTIPLAYER:
        return 2
    type_ = find(phase.type)
    variant = rules.played_as
    usual = 2 if variant and variant.circle else rules.pod_size
    return max(usual, *(type_.largest_table(players, rules) for players in fields), 2)


def question(result: PhaseResult) -> Problem | None:
    """Return a problem if a phase leaves open what Runner must not guess; nothing of it is paired
    until it is answered. None if it has begun."""
    phase, type_ = result.phase, find(result.phase.type)
    if result.rounds:
        return None
    if phase.untyped and Cut.of(phase, result.ruleset):
        choices = [other.NAME for other in REGISTRY.values()]
        return error("phase.type-unknown", phase.at("type"),
            f"{phase.name} has a cut, but nothing says how it is played, so it is not paired.",
            f"Choose one under Type: {', '.join(choices)}.")  # fmt: skip
    if phase.drafts and not (type_.AFTER_A_DRAFT or type_ is USUAL):
        return error("phase.type-not-for-mode", phase.at("type"),
            f"A draft is played as {USUAL.NAME} or as single elimination, not as {type_.NAME}.",
            "Choose one of these under Type.")  # fmt: skip
    variant = result.ruleset.played_as
    if variant and not variant.knock_out and not isinstance(type_, Swiss | ByHand):
        why = (
            f"{variant.name} is played in Swiss rounds, not as {type_.NAME}: no winner of a table "
        )
        fix = f"Choose {USUAL.NAME} under Type; a final table is a phase with a Cut and 1 round."
        return error("phase.type-alone", phase.at("type"), f"{why}goes on alone.", fix)
    return None


def undrafted(result: PhaseResult) -> bool:
    """Return whether the rounds of a phase have to wait for the pods of its draft."""
    phase, inside = result.phase, result.ruleset.pairing_scope == "inside"
    needed = inside and not find(phase.type).AFTER_A_DRAFT
    return phase.drafts and needed and not result.pods and not result.rounds


def drawn_by(algorithm: str) -> PhaseType:
    """Return the phase type of an algorithm, in any version: "round robin 1" is a round robin's.
    Those of Swiss are plain numbers; Swiss is also assumed for unknown algorithms."""
    name = algorithm.rpartition(" ")[0]
    drawn = (
        type_
        for type_ in REGISTRY.values()
        if name in (each.rpartition(" ")[0] for each in type_.ALGORITHMS)
    )
    return next(drawn, USUAL)


def schedule(result: PhaseResult, published: Seating) -> Schedule | None:
    """Return the schedule of the latest round of the phase; None if anybody may meet anybody."""
    result_ = find(result.phase.type).schedule(result)
    drawn = {
        player: (table.number, at)
        for table in published.tables
        for at, player in enumerate(table.seats)
    }
    return result_ and replace(result_, phase=result.phase.name, drawn=drawn)


def tree(result: PhaseResult) -> Tree | None:
    """Return the tree of a playoff; None for other phases, and while nobody is in it. If seeds or
    draft seats are drawn, there is no tree before the first round is published, as these are secret
    until then."""
    type_ = playoff(result.phase.type)
    drawn = result.phase.number == 1 or result.phase.mode is Mode.DRAFT
    if type_ is None or not result.seeds or (drawn and not result.rounds):
        return None
    return type_.tree(result)
