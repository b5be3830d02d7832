"""Commander, in pods."""

from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import around

COMMANDER = Card(
    "commander", lambda _rules: around(4),
    (
        common.LAST_ONE,
        Line(common.START, N_("40 life, seven cards; the first mulligan is free."),
             "CR 903.7, 800.6"),
        common.TO_THE_LEFT,
        common.ANYBODY,
        Line(N_("Commander"), N_("Each cast from the command zone costs two more than the last."),
             "CR 903.8"),
        Line("", N_("21 combat damage from one commander, and you are out. Keep count."),
             "CR 903.10a, MAMTR 4.1"),
        common.CARDS_LEAVE,
        common.SPECTATOR,
        common.AGREED_DRAW,
        common.POD_TIME,
        common.POD_RESULT,
        common.POD_POINTS,
    ),
    name=N_("Commander"), life=40,
)  # fmt: skip
