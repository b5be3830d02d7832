"""Grand Melee, in which several players have their turns at once."""

from runner.core.language import N_
from runner.render.documents.cards import common
from runner.render.documents.cards.card import Card, Line
from runner.render.documents.cards.drawing import around
from runner.render.documents.cards.melee import SCORED

GRAND_MELEE = Card(
    "grand_melee", N_("Grand Melee"), N_("10 players or more"), common.NO_TEAMS, common.TWENTY,
    around(12, dark=(0, 4, 8)),
    (
        common.MOST_POINTS,
        Line(common.TURNS,
             N_("Several at once: a marker for every four players, four seats apart (black above)."),
             "CR 807.4"),
        Line("", N_("Your turn over, the marker goes left. It waits while one of the three seats "
                    "to the left of the next player has one."), "CR 807.4"),
        Line(N_("Classic"), N_("Range 2: 12 to 17 players have 2 turns at once, 18 to 23 have 3, "
                               "24 to 29 have 4, 30 to 35 have 5, 36 to 40 have 6.")),
        Line("", N_("Wait with your turn while a player would be in range of two. Turns × 5 more "
                    "than players: one turn less.")),
        common.LEFT_ALONE,
        Line(common.RANGE, N_("1: you and the next player on each side. Classic: also 2."),
             "CR 801, 807.2"),
        Line(common.OUT, N_("Your cards leave with you. Your seat closes when the turn passes it."),
             "CR 800.4a"),
        *SCORED,
        Line(common.TIME, N_("Points made so far count; nobody has the 2 of the last."),
             "MAMTR 2.4A", follows=common.POD_TIME.follows),
    ),
)  # fmt: skip
