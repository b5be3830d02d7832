"""Two-Headed Giant."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import ringed
from runner.rules.variants.variant import Rules

TWO_HEADED_GIANT = Card(
    "two_headed_giant", ringed,
    (
        Line(common.GOAL, N_("The other team at 0 life, or with 15 poison counters."), "CR 810.8"),
        Line(common.START, N_("30 life for both together, seven cards each; the first mulligan is "
                              "free."), "CR 810.4, 800.6", by=Rules.CURRENT),
        Line(common.START, N_("40 life for both together, seven cards each; the first mulligan is "
                              "free."), "CR 800.6", by=Rules.CLASSIC),
        Line(common.TURNS, N_("You play your turn together. The team that begins does not draw in "
                              "its first turn."), "CR 805, 800.7"),
        Line(common.ATTACK, N_("Together. A creature attacks the head across from you, unless you "
                               "name the other. Both may block."), "CR 805.10, MTR 4.2"),
        Line(common.RANGE, N_("Unlimited. Mana, cards and permanents are not shared."),
             "CR 810.5"),
        Line(common.TALK, N_("Partners may talk and show each other their hands at any time."),
             "MTR 9"),
        Line(common.OUT, N_("You win and lose together. If one concedes, the team has lost."),
             "CR 810.8a"),
        common.TEAM_TIME,
        Line(common.RESULT, N_("One game. On the slip, the team that won, or the draw; all sign."),
             "MTR 9"),
        common.TEAM_POINTS,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
