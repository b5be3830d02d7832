"""The types of phase: Swiss, round robin, playoffs, and rounds paired by hand.

Input: a phase with its rules, its field and its rounds so far (`PhaseResult`, `RoundContext`).
Output: the next round, who goes on, places, remarks. A type is found by its key in the Type column.
Must not know the workbook, pages, or what is decided about published rounds.
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
"""Types that are the name of a variant, which is then played as Swiss."""


def find(key: str) -> PhaseType:
    """Return the phase type with this key; one that is not known yet is paired by hand."""
    return REGISTRY.get(key) or FURTHER.get(key, BY_HAND)


def playoff(key: str) -> PlayoffType | None:
    """Return the playoff with this key, or None for a phase type that ranks by points."""
    found = find(key)
    return found if isinstance(found, PlayoffType) else None


def seats_needed(phase: Phase, rules: Ruleset, fields: Iterable[int]) -> int:
    """Return the seats a sheet needs for every table of a phase with any of these numbers of
    players."""
    if phase.mode is not Mode.MULTIPLAYER:
        return 2
    type_ = find(phase.type)
    variant = rules.played_as
    usual = 2 if variant and variant.circle else rules.pod_size
    return max(usual, *(type_.largest_table(players, rules) for players in fields), 2)


def question(result: PhaseResult) -> Problem | None:
    """What a phase leaves open that nobody may guess: until it is answered nothing of it is paired.
    None for one that has begun."""
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
    """Return whether its rounds wait for the pods of its draft."""
    phase, inside = result.phase, result.ruleset.pairing_scope == "inside"
    needed = inside and not find(phase.type).AFTER_A_DRAFT
    return phase.drafts and needed and not result.pods and not result.rounds


def drawn_by(algorithm: str) -> PhaseType:
    """Return the type whose draw that is, in whatever version: "round robin 1" is round robin's.
    That of Swiss has a number only, and is what an unknown one is taken for."""
    name = algorithm.rpartition(" ")[0]
    drawn = (
        type_
        for type_ in REGISTRY.values()
        if name in (each.rpartition(" ")[0] for each in type_.ALGORITHMS)
    )
    return next(drawn, USUAL)


def schedule(result: PhaseResult, published: Seating) -> Schedule | None:
    """What the phase says of its latest round; None where anybody may meet anybody."""
    found = find(result.phase.type).schedule(result)
    drawn = {
        player: (table.number, at)
        for table in published.tables
        for at, player in enumerate(table.seats)
    }
    return found and replace(found, phase=result.phase.name, drawn=drawn)


def tree(result: PhaseResult) -> Tree | None:
    """Return the tree of a playoff; None where the phase is none, and while nobody is in it. Where
    no phase is before it seeds are drawn, and for a draft the seats: until the first round is out
    these are nobody's to know, and there is no tree."""
    type_ = playoff(result.phase.type)
    drawn = result.phase.number == 1 or result.phase.mode is Mode.DRAFT
    if type_ is None or not result.seeds or (drawn and not result.rounds):
        return None
    return type_.tree(result)
