"""Lines that many cards have."""

from runner.core.language import N_
from runner.render.cards.card import Follows, Line

GOAL, START, TURNS = N_("Goal"), N_("Start"), N_("Turns")
ATTACK, RANGE, TALK = N_("Attack"), N_("Range"), N_("Talk")
OUT, TIME, RESULT, POINTS = N_("Out"), N_("Time limit"), N_("Result"), N_("Points")


LAST_ONE = Line(GOAL, N_("Be the last player in the game."), "CR 104.2a")
MOST_POINTS = Line(GOAL, N_("Most points. That need not be the last player in the game."))
FREE_MULLIGAN = Line(START, N_("Seven cards; the first mulligan is free."), "CR 103.5, 800.6")
TO_THE_LEFT = Line(
    TURNS, N_("Seats are random. Seat A begins, and draws; then to the left."), "CR 800.7"
)
ANYBODY = Line(
    ATTACK,
    N_("Any opponents, several in one combat. Always say whom each creature attacks."),
    "CR 802, MAMTR 4.2B",
)
LEFT_ALONE = Line(ATTACK, N_("Only the next player to your left."), "CR 803")
NEIGHBOURS = Line(RANGE, source="CR 801", follows=Follows.RANGE, reach=1)
NOBODY_OUT_OF_RANGE = Line(RANGE, N_("Unlimited: spells reach everybody."))
CARDS_LEAVE = Line(
    OUT,
    N_("Your cards leave with you. Cards of others go back to them, or are exiled."),
    "CR 800.4a",
)
PARTNER_PLAYS_ON = Line(
    OUT,
    N_("Your cards leave with you, and your partner plays on. A team is out with both."),
    "CR 800.4a",
)
SPECTATOR = Line(TALK, N_("Players who are out watch: no advice, no deals."), "MAMTR 1.10A")
NO_TABLE_TALK = Line(TALK, N_("None between partners: not about hands, plans or wishes."))
AGREED_DRAW = Line(
    "", N_("A draw is agreed only if everybody still in the game wants it."), "MAMTR 2.5A"
)
POD_TIME = Line(TIME, source="MAMTR 2.4A, 2.4B", follows=Follows.TIME)
POD_RESULT = Line(
    RESULT,
    N_("On the slip, the winner or the draw; all sign. The judge types A, or draw."),
    "MAMTR 2.1A",
)
POD_POINTS = Line(
    POINTS,
    N_("A draw counts for all, even for those who are out, but not for players who conceded."),
    "MAMTR App. C",
    follows=Follows.POINTS,
)
TEAM_TIME = Line(TIME, source="MTR 2.4", follows=Follows.TIME)
TEAM_RESULT = Line(
    RESULT,
    N_("On the slip, the team that won or the draw; all sign."),
    "MTR 2.4",
)
TEAM_POINTS = Line(POINTS, source="MTR App. C", follows=Follows.POINTS)
