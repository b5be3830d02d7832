"""One Deck: everybody at the table draws from one library, as two-on-two or as Melee."""

from runner.core.language import N_
from runner.rules.variants.melee import POINTS
from runner.rules.variants.teams import SOURCES, TOGETHER
from runner.rules.variants.two_on_two import OPPOSITE
from runner.rules.variants.variant import ResultForm, Rules, Variant

_OF_FOUR, _EACH_FURTHER = 120, 20


def cards(players: int) -> int:
    """How many cards the common deck of so many players has: 120 for four, 20 more for each
    further one."""
    return _OF_FOUR + _EACH_FURTHER * max(players - 4, 0)


ONE_DECK = Variant(
    key="one_deck",
    name=N_("One Deck"),
    members=2,
    knock_out=True,
    usual=TOGETHER,
    sources=SOURCES,
    spellings=("One Deck two-on-two",),
    rings={Rules.CURRENT: OPPOSITE},
)

ONE_DECK_MELEE = Variant(
    key="one_deck_melee",
    name=N_("One Deck Melee"),
    fewest=4,
    best=6,
    most=10,
    form=ResultForm.ORDER,
    neighbours=True,
    usual={**POINTS, "pod_size": 6},
)
