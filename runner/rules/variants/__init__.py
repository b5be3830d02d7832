"""The ways to play at a table beside the usual ones: one file each, chosen under Mode.

A variant is who sits at a table and how it ends; whether it is played as Swiss, as a playoff or as
a single game is for the phase's type to say. A phase without one plays as its mode does.
"""

from collections.abc import Iterable

from runner.core.event import Mode, Phase
from runner.rules.variants.emperor import EMPEROR, EMPEROR_FIVE
from runner.rules.variants.free_for_all import FREE_FOR_ALL
from runner.rules.variants.grand_melee import GRAND_MELEE
from runner.rules.variants.melee import MELEE
from runner.rules.variants.one_deck import ONE_DECK, ONE_DECK_MELEE
from runner.rules.variants.star import STAR
from runner.rules.variants.trios import TRIOS
from runner.rules.variants.two_headed_giant import TWO_HEADED_GIANT
from runner.rules.variants.two_on_two import TWO_ON_TWO, TWO_ON_TWO_DCI
from runner.rules.variants.variant import Variant

__all__ = ["REGISTRY", "Variant", "find", "of_type", "team_size"]

REGISTRY: dict[str, Variant] = {
    variant.key: variant
    for variant in (
        TWO_HEADED_GIANT, TRIOS, TWO_ON_TWO, TWO_ON_TWO_DCI, EMPEROR, EMPEROR_FIVE, ONE_DECK,
        FREE_FOR_ALL, MELEE, GRAND_MELEE, ONE_DECK_MELEE, STAR,
    )
}  # fmt: skip
"""Every variant by its key, those of teams first, in the order of the workbook's dropdown."""


def find(key: str) -> Variant | None:
    """The variant with this key; None for usual play."""
    return REGISTRY.get(key)


def of_type(type_: str, mode: Mode) -> str:
    """The variant that a phase's type names, as documents of other programs do; "" where it names
    none, or one of another mode."""
    found = find(type_)
    drafted = found is not None and found.teams and mode is Mode.DRAFT
    return found.key if found and (found.mode is mode or drafted) else ""


def team_size(phases: Iterable[Phase]) -> int:
    """How many people a team of these phases has at most; 0 where no teams play."""
    found = (find(phase.variant) for phase in phases)
    return max((variant.members for variant in found if variant and variant.teams), default=0)
