"""Emperor: two teams of three or five, each round its emperor (CR 809)."""

from runner.core.language import N_
from runner.rules.variants.teams import SOURCES, TOGETHER
from runner.rules.variants.variant import Ring, Rules, Variant, in_turn


def _rings(members: int) -> dict[Rules, Ring]:
    """The members of a team sit from its left to its right, so that turns, which pass to the left,
    go through them backwards. By the older rules the leftmost general of a team begins, today its
    emperor does."""
    backwards = [(side, at) for side in (0, 1) for at in reversed(range(members))]
    emperor, general = backwards.index((0, members // 2)), backwards.index((0, 0))
    return {
        Rules.CURRENT: in_turn(*backwards[emperor:], *backwards[:emperor]),
        Rules.CLASSIC: in_turn(*backwards[general:], *backwards[:general]),
    }


EMPEROR = Variant(
    key="emperor",
    name=N_("Emperor"),
    members=3,
    knock_out=True,
    elimination=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("Emperor of three",),
    rings=_rings(3),
)

EMPEROR_FIVE = Variant(
    key="emperor_five",
    name=N_("Emperor of five"),
    members=5,
    knock_out=True,
    elimination=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("Emperor five a team",),
    rings=_rings(5),
)
