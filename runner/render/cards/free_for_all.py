"""Free-for-all."""

from dataclasses import replace

from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import around

FREE_FOR_ALL = Card(
    "free_for_all", lambda _rules: around(5),
    (
        common.LAST_ONE,
        common.FREE_MULLIGAN,
        common.TO_THE_LEFT,
        common.ANYBODY,
        replace(common.NOBODY_OUT_OF_RANGE, source="CR 806"),
        common.CARDS_LEAVE,
        common.SPECTATOR,
        common.AGREED_DRAW,
        common.POD_TIME,
        Line(common.RESULT, N_("On the slip, the winner or the draw; where places count, who went "
                               "out in which order. All sign."), "MAMTR 2.1A"),
        common.POD_POINTS,
    ),
)  # fmt: skip
