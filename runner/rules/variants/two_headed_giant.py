"""Two-Headed Giant: two teams of two, each with one life total and one turn (CR 810)."""

from runner.core.language import N_
from runner.rules.variants.teams import SOURCES, TOGETHER
from runner.rules.variants.variant import Chair, Rules, Variant

TWO_HEADED_GIANT = Variant(
    key="two_headed_giant",
    name=N_("Two-Headed Giant"),
    members=2,
    knock_out=True,
    life=30,
    classic_life=40,
    shares_life=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("2HG", "Two-headed giant"),
    rings={Rules.CURRENT: (Chair(0, 0, 1), Chair(0, 1, 1), Chair(1, 0, 2), Chair(1, 1, 2))},
)
