"""Two-Color Star: five players, whose neighbours are neutral and whose opponents sit across."""

from runner.core.language import N_
from runner.rules.variants.variant import Variant

STAR = Variant(
    key="star",
    name=N_("Two-Color Star"),
    fewest=5,
    best=5,
    most=5,
    across=True,
    usual={"pod_size": 5, "uneven": "byes"},
    spellings=("Star", "Five-Point Star", "Two-Colour Star"),
)
