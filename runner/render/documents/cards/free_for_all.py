"""Free-for-all."""

from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import around

FREE_FOR_ALL = Card(
    "free_for_all", N_("Free-for-all"), N_("3 to 6 players"), common.NO_TEAMS, common.TWENTY,
    around(5),
    (
        common.LAST_ONE,
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        common.ANYBODY,
        Line(common.RANGE, N_("Unlimited: spells reach everybody."), "CR 806"),
        common.CARDS_LEAVE,
        common.SPECTATOR,
        common.AGREED_DRAW,
        common.POD_TIME,
        common.POD_RESULT,
        common.POD_POINTS,
    ),
)  # fmt: skip
