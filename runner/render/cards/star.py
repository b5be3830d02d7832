"""Two-Color Star."""

from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import Drawing, star
from runner.rules.ruleset import Ruleset
from runner.rules.variants.colours import PAIRS, opponents


def _table(_rules: Ruleset) -> Drawing:
    """Each with two colors that are friends; the lines lead to the opponents."""
    pairs = [pair.upper() for pair in PAIRS]
    return star(pairs, tuple((seat, opponents(seat)[0]) for seat in range(len(pairs))))


STAR = Card(
    "star", _table,
    (
        Line(common.GOAL, N_("Your two opponents out of the game before anybody else has theirs.")),
        Line(N_("Seats"), N_("The two across from you are your opponents (dashed). Your neighbours "
                             "are neutral.")),
        Line(N_("Decks"), N_("Only cards of your two colours, and lands; no artifacts.")),
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        Line(common.ATTACK, N_("Your two opponents only. Say whom each creature attacks."),
             "CR 802"),
        common.NOBODY_OUT_OF_RANGE,
        common.CARDS_LEAVE,
        Line(common.RESULT, N_("The winner on the slip; all sign. Two may win at the same moment: "
                               "then both.")),
        common.POD_TIME,
        Line(common.POINTS, source="MAMTR App. C", follows=common.POD_POINTS.follows),
    ),
)  # fmt: skip
