"""Two-on-two: two teams of two with a life total each; partners opposite, or side by side as the
DCI recommended."""

from runner.core.language import N_
from runner.rules.variants.teams import SOURCES, TOGETHER
from runner.rules.variants.variant import Rules, Variant, in_turn

OPPOSITE = in_turn((0, 0), (1, 0), (0, 1), (1, 1))
"""Partners sit opposite each other, so that turns change sides each time (CR 811)."""

TWO_ON_TWO = Variant(
    key="two_on_two",
    name=N_("Two-on-two"),
    members=2,
    knock_out=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("Two on two", "2v2", "2 on 2"),
    rings={Rules.CURRENT: OPPOSITE},
)

TWO_ON_TWO_DCI = Variant(
    key="two_on_two_dci",
    name=N_("Two-on-two (DCI)"),
    members=2,
    knock_out=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("DCI two-on-two", "Two on two DCI"),
    rings={Rules.CURRENT: in_turn((0, 0), (1, 0), (1, 1), (0, 1))},
)
"""The left player of a team begins: it has turns 1 and 4, the other one 2 and 3."""
