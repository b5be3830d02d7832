"""Every table card by the key of its variant; `USUAL` is that of a pod without one."""

from collections.abc import Mapping

from runner.render.cards.card import Card
from runner.render.cards.commander import COMMANDER
from runner.render.cards.emperor import EMPEROR, EMPEROR_FIVE
from runner.render.cards.free_for_all import FREE_FOR_ALL
from runner.render.cards.grand_melee import GRAND_MELEE
from runner.render.cards.melee import MELEE
from runner.render.cards.one_deck import ONE_DECK, ONE_DECK_MELEE
from runner.render.cards.star import STAR
from runner.render.cards.trios import TRIOS
from runner.render.cards.two_headed_giant import TWO_HEADED_GIANT
from runner.render.cards.two_on_two import TWO_ON_TWO, TWO_ON_TWO_DCI

USUAL = COMMANDER
CARDS: Mapping[str, Card] = {
    card.key: card
    for card in (
        COMMANDER, FREE_FOR_ALL, MELEE, GRAND_MELEE, TWO_HEADED_GIANT, TWO_ON_TWO, TWO_ON_TWO_DCI,
        EMPEROR, EMPEROR_FIVE, STAR, ONE_DECK, ONE_DECK_MELEE, TRIOS,
    )
}  # fmt: skip
