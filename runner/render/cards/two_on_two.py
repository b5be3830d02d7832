"""Two-on-two: partners across the table, and as the DCI recommends it side by side."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import ringed

_GOAL = Line(common.GOAL, N_("Both opponents out of the game."), "CR 104.2")
_ENDING = (
    common.NOBODY_OUT_OF_RANGE,
    common.NO_TABLE_TALK,
    common.PARTNER_PLAYS_ON,
    common.TEAM_TIME,
    common.TEAM_RESULT,
    common.TEAM_POINTS,
)
TURNS = Line(
    common.TURNS, N_("Partners sit across from each other. Turns go to the left; the first player "
                     "draws, too."), "CR 800.7"
)  # fmt: skip
RIGHT_ALONE = Line(
    common.ATTACK, N_("Only the opponent to your right; once that one is out, the other."),
    "CR 803",
)  # fmt: skip
TWO_ON_TWO = Card(
    "two_on_two", ringed,
    (_GOAL, common.FREE_MULLIGAN, TURNS, RIGHT_ALONE, *_ENDING),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
TWO_ON_TWO_DCI = Card(
    "two_on_two_dci", ringed,
    (
        _GOAL,
        common.FREE_MULLIGAN,
        Line(common.TURNS, N_("Partners sit side by side. Turns 1 and 4 are one team’s, 2 and 3 "
                              "the other’s."), "CR 800.7"),
        Line(common.ATTACK,
             N_("Only the player across from you; once that one is out, the other.")),
        Line("", N_("Instead of attacking, a creature may move over to a teammate: it blocks for "
                    "them, and later attacks the player they face. It stays yours.")),
        *_ENDING,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
