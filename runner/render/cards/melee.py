"""Melee."""

from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import around

SCORED = (
    Line(common.POINTS, N_("1 whenever the player to your left goes out, whoever did it.")),
    Line("", N_("2 for being the last one in the game.")),
    Line(common.TIME, N_("Points scored so far count."), "MAMTR 2.4A",
         follows=common.POD_TIME.follows),
    Line(common.RESULT, N_("On the slip, who went out, in order; all sign.")),
)  # fmt: skip
CIRCLE_CLOSES = Line(
    "", N_("The circle closes: the next player to the left is now your neighbour."), "CR 803"
)
MELEE = Card(
    "melee", lambda _rules: around(8),
    (
        common.MOST_POINTS,
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        common.LEFT_ALONE,
        common.NEIGHBOURS,
        common.CARDS_LEAVE,
        CIRCLE_CLOSES,
        common.SPECTATOR,
        *SCORED,
    ),
)  # fmt: skip
