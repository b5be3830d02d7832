"""Two-Color Star."""

from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import around

STAR = Card(
    "star", N_("Two-Color Star"), N_("5 players"), common.NO_TEAMS, common.TWENTY,
    around(5, below=("WU", "UB", "BR", "RG", "GW"),
           across=((0, 2), (2, 4), (4, 1), (1, 3), (3, 0))),
    (
        Line(common.GOAL, N_("Your two opponents out of the game before anybody else has theirs.")),
        Line(N_("Seats"), N_("The two across from you are your opponents (dashed). Your neighbours "
                             "are neutral.")),
        Line(N_("Decks"), N_("Only cards of your two colors, and lands; no artifacts.")),
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        Line(common.ATTACK, N_("Your two opponents only. Say whom each creature attacks."),
             "CR 802"),
        common.NOBODY_OUT_OF_RANGE,
        common.CARDS_LEAVE,
        Line(common.RESULT, N_("The winner on the slip; all sign. Two may win at the same moment: "
                               "they tie.")),
        common.POD_TIME,
        Line(common.POINTS, source="MAMTR App. C", follows=common.POD_POINTS.follows),
    ),
)  # fmt: skip
