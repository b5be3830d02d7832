"""Melee."""

from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import around

SCORED = (
    Line(common.POINTS, N_("1 whenever the player to your left goes out, whoever did it.")),
    Line("", N_("2 for being the last one in the game.")),
    Line(common.RESULT, N_("On the slip, the points of each seat; all sign. Typed: A 3, B 1, C 0.")),
)
MELEE = Card(
    "melee", N_("Melee"), N_("6 to 10 players"), common.NO_TEAMS, common.TWENTY, around(8),
    (
        common.MOST_POINTS,
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        common.LEFT_ALONE,
        Line(common.RANGE,
             N_("1: your spells reach you and the next player on each side. 2 if the judge says so."),
             "CR 801"),
        common.CARDS_LEAVE,
        Line("", N_("The circle closes: the next one to the left is your neighbour now."),
             "CR 803"),
        common.SPECTATOR,
        *SCORED,
        Line(common.TIME, N_("Points made so far count; nobody has the 2 of the last."),
             "MAMTR 2.4A", follows=common.POD_TIME.follows),
    ),
)  # fmt: skip
