"""Two-on-two: partners across the table, and as the DCI recommends it side by side."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import around, sides

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
    common.TURNS, N_("Partners sit across from each other. Seat A begins, and draws; then to the "
                     "left."), "CR 800.7"
)  # fmt: skip
RIGHT_ALONE = Line(
    common.ATTACK, N_("Only the opponent to your right; once that one is out, the other."),
    "CR 803",
)  # fmt: skip
TWO_ON_TWO = Card(
    "two_on_two", N_("Two-on-two"), N_("4 players"), common.TWO_TEAMS, common.TWENTY_EACH,
    around(4, dark=(1, 3)),
    (_GOAL, common.FREE_MULLIGAN, TURNS, RIGHT_ALONE, *_ENDING),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
TWO_ON_TWO_DCI = Card(
    "two_on_two_dci", N_("Two-on-two (DCI)"), N_("4 players"), common.TWO_TEAMS,
    common.TWENTY_EACH, sides("BC", "AD", across=((0, 2), (1, 3))),
    (
        _GOAL,
        common.FREE_MULLIGAN,
        Line(common.TURNS, N_("Partners sit side by side. Turns 1 and 4 are one team’s, 2 and 3 "
                              "the other’s."), "CR 800.7"),
        Line(common.ATTACK, N_("Only the player across from you; once that one is out, the other.")),
        Line("", N_("Instead of attacking, a creature may move over to your partner: it blocks for "
                    "them, and later attacks whom they face. It stays yours.")),
        *_ENDING,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
