"""Emperor, with teams of three and of five."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import sides

_GOAL = Line(common.GOAL, N_("The other emperor out of the game."), "CR 809.5")
_ATTACK = Line(
    common.ATTACK, N_("Only an opponent right beside you; so nobody reaches an emperor at first."),
    "CR 809.3",
)  # fmt: skip
_MOVE = Line(
    "", N_("Classic: instead of attacking, a creature may move over to a teammate. CR: tap it to "
           "give it to a teammate."), "CR 804",
)  # fmt: skip
_OUT = Line(
    common.OUT, N_("Without a general the team plays on; without its emperor it has lost."),
    "CR 809.5",
)  # fmt: skip
_TURNS = Line(
    common.TURNS, N_("Classic: the left general of one team begins. CR: an emperor, drawn at "
                     "random. Then to the left."), "CR 809.4",
)  # fmt: skip
_ENDING = (_OUT, common.CARDS_LEAVE, common.TEAM_TIME, common.TEAM_RESULT, common.TEAM_POINTS)
EMPEROR = Card(
    "emperor", N_("Emperor"), N_("6 players"), N_("two teams of three"), common.TWENTY_EACH,
    sides("BCD", "AFE", rings="CF"),
    (
        _GOAL,
        Line(N_("Seats"), N_("The emperor (double ring) in the middle, a general on each side."),
             "CR 809.2"),
        common.FREE_MULLIGAN,
        _TURNS,
        _ATTACK,
        _MOVE,
        Line(common.RANGE, N_("Classic: 1 for all. CR: 2 for emperors, 1 for generals."),
             "CR 801, 809.3"),
        *_ENDING,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
EMPEROR_FIVE = Card(
    "emperor_five", N_("Emperor, five a team"), N_("10 players"), N_("two teams of five"),
    common.TWENTY_EACH, sides("BCDEF", "AJIHG", rings="DI"),
    (
        _GOAL,
        Line(N_("Seats"), N_("The emperor (double ring) in the middle, two generals on each side."),
             "CR 809.2"),
        common.FREE_MULLIGAN,
        Line(common.TURNS, N_("The left general of one team begins; then to the left.")),
        _ATTACK,
        Line("", N_("Instead of attacking, a creature may move over to a teammate.")),
        Line(common.RANGE, N_("1 for all: you and the next player on each side."), "CR 801"),
        *_ENDING,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
