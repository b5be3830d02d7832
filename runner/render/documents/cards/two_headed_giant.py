"""Two-Headed Giant."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import sides

TWO_HEADED_GIANT = Card(
    "two_headed_giant", N_("Two-Headed Giant"), N_("4 players"), common.TWO_TEAMS,
    N_("30 life a team"), sides("BB", "AA", turning=False),
    (
        Line(common.GOAL, N_("The other team at 0 life, or with 15 poison counters."), "CR 810.8"),
        Line(common.START, N_("30 life for both together (classic: 40), seven cards each; the "
                              "first mulligan is free."), "CR 810.4, 800.6"),
        Line(common.TURNS, N_("You play your turn together. The team that begins does not draw in "
                              "its first turn."), "CR 805, 800.7"),
        Line(common.ATTACK, N_("Together. A creature attacks the head across from you, unless you "
                               "say the other."), "CR 805.10, MTR 4.2"),
        Line("", N_("Both may block, whoever is attacked.")  , "CR 805.10"),
        Line(common.RANGE, N_("Unlimited. Mana, cards and permanents are not shared.")),
        Line(common.TALK, N_("Partners may talk and show each other their hands at any time."),
             "MTR 9"),
        Line(common.OUT, N_("You win and lose together. If one concedes, the team has lost."),
             "CR 810.8a"),
        common.TEAM_TIME,
        Line(common.RESULT, N_("One game. On the slip, the box of the team that won; all sign."),
             "MTR 9"),
        common.TEAM_POINTS,
    ),
    Mode.HEAD_TO_HEAD, shared_life=True,
)  # fmt: skip
