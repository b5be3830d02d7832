"""Team trios: three matches side by side."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import sides

TRIOS = Card(
    "trios",
    lambda _rules: sides("ABC", "ABC", across=((0, 3), (1, 4), (2, 5)), turning=False),
    (
        Line(common.GOAL, N_("Two of the three matches for your team.")),
        Line(N_("Seats"), N_("A plays A, B plays B, C plays C, each a match of two players. Seats "
                             "stay the same all day."), "MTR 8"),
        Line(common.TURNS, N_("At each seat the first player is drawn by lot; after that the loser "
                              "chooses."),
             "MTR 2.2"),
        Line(common.ATTACK, N_("Only the player you face. Nothing affects another game.")),
        Line(common.TALK, N_("Teammates may talk and advise at any time, but may not slow down the "
                             "game."),
             "MTR 8"),
        Line(common.OUT, N_("Once your match is over, help your teammates. Two matches won end "
                            "it.")),
        Line(common.TIME, source="MTR 2.4", follows=common.TEAM_TIME.follows),
        Line(common.RESULT, N_("On the slip, the team that won two; all sign."), "MTR 2.4"),
        Line(common.POINTS, N_("Games do not count."), "MTR App. C",
             follows=common.TEAM_POINTS.follows),
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
