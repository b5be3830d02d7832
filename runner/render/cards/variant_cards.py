"""All table cards, by key of the variant; `USUAL` is the card for pods without a variant."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from runner.core.language import N_
from runner.render.cards.card import Card, Line, points, spell_range, time, turns
from runner.render.cards.drawing import Drawing, around, ringed, sides, with_emperors
from runner.rules.ruleset import Ruleset
from runner.rules.variants.turn_markers import turn_rules
from runner.rules.variants.variant import PAIRS, Rules, opponents

# fmt: off
GOAL, START, TURNS = N_("Goal"), N_("Start"), N_("Turns")
ATTACK, RANGE, TALK = N_("Attack"), N_("Range"), N_("Talk")
SEATS, DECK = N_("Seats"), N_("Deck")
OUT, TIME, RESULT, POINTS = N_("Out"), N_("Time limit"), N_("Result"), N_("Points")

# Lines shared by several cards:

LAST_ONE = Line(GOAL, N_("Be the last player in the game."), "CR 104.2a")
MOST_POINTS = Line(GOAL, N_("Most points. That need not be the last player in the game."))
FREE_MULLIGAN = Line(START, N_("Seven cards; the first mulligan is free."), "CR 103.5, 800.6")
TO_THE_LEFT = Line(TURNS, N_("Seats are random. Seat A begins, and draws; then to the left."),
                   "CR 800.7")
ANYBODY = Line(ATTACK, N_("Any opponents, several in one combat. Always say whom each creature "
                          "attacks."), "CR 802, MAMTR 4.2B")
LEFT_ALONE = Line(ATTACK, N_("Only the next player to your left."), "CR 803")
NEIGHBOURS = Line(RANGE, source="CR 801", follows=spell_range, reach=1)
NOBODY_OUT_OF_RANGE = Line(RANGE, N_("Unlimited: spells reach everybody."))
CARDS_LEAVE = Line(OUT, N_("Your cards leave with you. Cards of others go back to them, or are "
                           "exiled."), "CR 800.4a")
PARTNER_PLAYS_ON = Line(OUT, N_("Your cards leave with you, and your partner plays on. A team is "
                                "out with both."), "CR 800.4a")
SPECTATOR = Line(TALK, N_("Players who are out watch: no advice, no deals."), "MAMTR 1.10A")
NO_TABLE_TALK = Line(TALK, N_("None between partners: not about hands, plans or wishes."))
AGREED_DRAW = Line("", N_("A draw is agreed only if everybody still in the game wants it."),
                   "MAMTR 2.5A")
POD_TIME = Line(TIME, source="MAMTR 2.4A, 2.4B", follows=time)
POD_RESULT = Line(RESULT, N_("On the slip, the winner or the draw; all sign. The judge types A, or "
                             "draw."), "MAMTR 2.1A")
POD_POINTS = Line(POINTS, N_("A draw counts for all, even for those who are out, but not for "
                             "players who conceded."), "MAMTR App. C", follows=points)
TEAM_TIME = Line(TIME, source="MTR 2.4", follows=time)
TEAM_RESULT = Line(RESULT, N_("On the slip, the team that won or the draw; all sign."), "MTR 2.4")
TEAM_POINTS = Line(POINTS, source="MTR App. C", follows=points)


def _card(key: str, table: Callable[[Ruleset], Drawing], *lines: Line, **more: Any) -> Card:
    return Card(key, table, lines, **more)


COMMANDER = _card(
    "commander", lambda _rules: around(4),
    LAST_ONE,
    Line(START, N_("40 life, seven cards; the first mulligan is free."), "CR 903.7, 800.6"),
    TO_THE_LEFT, ANYBODY,
    Line(N_("Commander"), N_("Each cast from the command zone costs two more than the last."),
         "CR 903.8"),
    Line("", N_("21 combat damage from one commander, and you are out. Keep count."),
         "CR 903.10a, MAMTR 4.1"),
    CARDS_LEAVE, SPECTATOR, AGREED_DRAW, POD_TIME, POD_RESULT, POD_POINTS,
    name=N_("Commander"), life=40,
)

FREE_FOR_ALL = _card(
    "free_for_all", lambda _rules: around(5),
    LAST_ONE, FREE_MULLIGAN, TO_THE_LEFT, ANYBODY,
    replace(NOBODY_OUT_OF_RANGE, source="CR 806"),
    CARDS_LEAVE, SPECTATOR, AGREED_DRAW, POD_TIME,
    Line(RESULT, N_("On the slip, the winner or the draw; where places count, who went out in "
                    "which order. All sign."), "MAMTR 2.1A"),
    POD_POINTS,
)

_SCORED = (
    Line(POINTS, N_("1 whenever the player to your left goes out, whoever did it.")),
    Line("", N_("2 for being the last one in the game.")),
    Line(TIME, N_("Points scored so far count."), "MAMTR 2.4A", follows=time),
    Line(RESULT, N_("On the slip, who went out, in order; all sign.")),
)
_CIRCLE_CLOSES = Line("", N_("The circle closes: the next player to the left is now your "
                             "neighbour."), "CR 803")
MELEE = _card(
    "melee", lambda _rules: around(8),
    MOST_POINTS, FREE_MULLIGAN, TO_THE_LEFT, LEFT_ALONE, NEIGHBOURS, CARDS_LEAVE,
    _CIRCLE_CLOSES, SPECTATOR, *_SCORED,
)


def _circle_table(rules: Ruleset) -> Drawing:
    """Return the table with starting seats in black."""
    return around(12, turn_rules(rules.classic, rules.spell_range).starting_seats(12))

GRAND_MELEE = _card(
    "grand_melee", _circle_table,
    MOST_POINTS, FREE_MULLIGAN,
    Line(TURNS, N_("Several at once (black): a marker for every four players, four seats "
                   "apart."), "CR 807.4", by=Rules.CURRENT),
    Line("", N_("After your turn the marker goes left. The player who gets it waits while one "
                "of the next three seats to their left has one."), "CR 807.4",
         by=Rules.CURRENT),
    Line("", N_("Fewer than four players for each marker: one marker is removed."), "CR 807.4",
         by=Rules.CURRENT),
    Line(TURNS, follows=turns, by=Rules.CLASSIC),
    Line("", N_("After your turn it goes left. The player who gets it waits while anybody "
                "would be within range of two turns."), by=Rules.CLASSIC),
    Line("", N_("With too few players left, the turn nearest to the player who went out is "
                "removed."), by=Rules.CLASSIC),
    LEFT_ALONE,
    Line(RANGE, source="CR 801, 807.2", follows=spell_range, by=Rules.CURRENT, reach=1),
    Line(RANGE, source="CR 801", follows=spell_range, by=Rules.CLASSIC, reach=2),
    CARDS_LEAVE, *_SCORED,
)

TWO_HEADED_GIANT = _card(
    "two_headed_giant", ringed,
    Line(GOAL, N_("The other team at 0 life, or with 15 poison counters."), "CR 810.8"),
    Line(START, N_("30 life for both together, seven cards each; the first mulligan is free."),
         "CR 810.4, 800.6", by=Rules.CURRENT),
    Line(START, N_("40 life for both together, seven cards each; the first mulligan is free."),
         "CR 800.6", by=Rules.CLASSIC),
    Line(TURNS, N_("You play your turn together. The team that begins does not draw in its "
                   "first turn."), "CR 805, 800.7"),
    Line(ATTACK, N_("Together. A creature attacks the head across from you, unless you name "
                    "the other. Both may block."), "CR 805.10, MTR 4.2"),
    Line(RANGE, N_("Unlimited. Mana, cards and permanents are not shared."), "CR 810.5"),
    Line(TALK, N_("Partners may talk and show each other their hands at any time."), "MTR 9"),
    Line(OUT, N_("You win and lose together. If one concedes, the team has lost."),
         "CR 810.8a"),
    TEAM_TIME,
    Line(RESULT, N_("One game. On the slip, the team that won, or the draw; all sign."),
         "MTR 9"),
    TEAM_POINTS,
)

_BOTH_OUT = Line(GOAL, N_("Both opponents out of the game."), "CR 104.2")
_ENDING = (
    NOBODY_OUT_OF_RANGE, NO_TABLE_TALK, PARTNER_PLAYS_ON, TEAM_TIME, TEAM_RESULT, TEAM_POINTS,
)
_MOVES_OVER = Line("", N_("Instead of attacking, a creature may move over to a teammate: it blocks "
                          "for them, and later attacks the player they face. It stays yours."))
_PARTNERS_ACROSS = Line(TURNS, N_("Partners sit across from each other. Turns go to the left; the "
                                  "first player draws, too."), "CR 800.7")
_RIGHT_ALONE = Line(ATTACK, N_("Only the opponent to your right; once that one is out, the other."),
                    "CR 803")
TWO_ON_TWO = _card(
    "two_on_two", ringed, _BOTH_OUT, FREE_MULLIGAN, _PARTNERS_ACROSS, _RIGHT_ALONE, *_ENDING,
)
TWO_ON_TWO_DCI = _card(
    "two_on_two_dci", ringed,
    _BOTH_OUT, FREE_MULLIGAN,
    Line(TURNS, N_("Partners sit side by side. Turns 1 and 4 are one team’s, 2 and 3 the "
                   "other’s."), "CR 800.7"),
    Line(ATTACK, N_("Only the player across from you; once that one is out, the other.")),
    _MOVES_OVER, *_ENDING,
)

_OF_THREE = Line(SEATS, N_("The emperor (double ring) in the middle, a general on each side."),
                 "CR 809.2")
_OF_FIVE = Line(SEATS, N_("The emperor (double ring) in the middle, two generals on each side."),
                "CR 809.2")
_EMPEROR = (
    FREE_MULLIGAN,
    Line(TURNS, N_("An emperor begins, drawn at random; then to the left."), "CR 809.4",
         by=Rules.CURRENT),
    Line(TURNS, N_("The left general of a team begins; then to the left."), by=Rules.CLASSIC),
    Line(ATTACK, N_("Only an opponent right beside you, so at first no emperor."), "CR 809.3"),
    Line("", N_("Tap a creature, when you could cast a sorcery, to give it to a teammate."),
         "CR 804", by=Rules.CURRENT),
    replace(_MOVES_OVER, by=Rules.CLASSIC),
    Line(RANGE, N_("2 for emperors, 1 for generals."), "CR 801, 809.3", follows=spell_range,
         by=Rules.CURRENT),
    Line(RANGE, source="CR 801", follows=spell_range, by=Rules.CLASSIC, reach=1),
    Line(OUT, N_("Without a general the team plays on; without its emperor it has lost."),
         "CR 809.5"),
    replace(CARDS_LEAVE, about=""), TEAM_TIME, TEAM_RESULT, TEAM_POINTS,
)
_EMPEROR_OUT = Line(GOAL, N_("The other emperor out of the game."), "CR 809.5")
EMPEROR = _card("emperor", with_emperors, _EMPEROR_OUT, _OF_THREE, *_EMPEROR)
EMPEROR_FIVE = _card("emperor_five", with_emperors, _EMPEROR_OUT, _OF_FIVE, *_EMPEROR)


def _star_table(_rules: Ruleset) -> Drawing:
    """Return the table with each seat's pair of friendly colours, and lines to its opponents."""
    pairs = [pair.upper() for pair in PAIRS]
    across = tuple((seat, opponents(seat)[0]) for seat in range(len(pairs)))
    return around(len(pairs), below=pairs, across=across)

STAR = _card(
    "star", _star_table,
    Line(GOAL, N_("Your two opponents out of the game before anybody else has theirs.")),
    Line(SEATS, N_("The two across from you are your opponents (dashed). Your neighbours are "
                   "neutral.")),
    Line(N_("Decks"), N_("Only cards of your two colours, and lands; no artifacts.")),
    FREE_MULLIGAN, TO_THE_LEFT,
    Line(ATTACK, N_("Your two opponents only. Say whom each creature attacks."), "CR 802"),
    NOBODY_OUT_OF_RANGE, CARDS_LEAVE,
    Line(RESULT, N_("The winner on the slip; all sign. Two may win at the same moment: then "
                    "both.")),
    POD_TIME,
    Line(POINTS, source="MAMTR App. C", follows=points),
)

_SHARED = Line("", N_("One library and one graveyard for all. What you control you also own."))
_EMPTY = Line("", N_("The library is empty: a draw for all."))
_DECK_START = Line(START, N_("Seven cards; the first mulligan is free. The judge may allow ten "
                             "cards, or no attacks in the first three turns."), "CR 800.6")
ONE_DECK = _card(
    "one_deck", ringed,
    _BOTH_OUT,
    Line(DECK, N_("At least 120 cards, the same deck for everybody.")),
    _SHARED, _EMPTY, _DECK_START, _PARTNERS_ACROSS, _RIGHT_ALONE, NO_TABLE_TALK,
    Line(OUT, N_("Your permanents leave, and your partner plays on. A team is out with both.")),
    TEAM_TIME, TEAM_RESULT, TEAM_POINTS,
)
ONE_DECK_MELEE = _card(
    "one_deck_melee", lambda _rules: around(6),
    MOST_POINTS,
    Line(DECK, N_("At least 120 cards for 4 players, 20 more for each further player.")),
    _SHARED, _EMPTY, _DECK_START, TO_THE_LEFT, LEFT_ALONE, NEIGHBOURS,
    Line(OUT, N_("The player to your left is out: at the end of your turn you get their "
                 "permanents and hand. Discard down to your maximum hand size.")),
    *_SCORED,
)

TRIOS = _card(
    "trios", lambda _rules: sides([*"ABC"], [*"ABC"], across=((0, 3), (1, 4), (2, 5))),
    Line(GOAL, N_("Two of the three matches for your team.")),
    Line(SEATS, N_("A plays A, B plays B, C plays C, each a match of two players. Seats stay "
                   "the same all day."), "MTR 8"),
    Line(TURNS, N_("At each seat the first player is drawn by lot; after that the loser "
                   "chooses."), "MTR 2.2"),
    Line(ATTACK, N_("Only the player you face. Nothing affects another game.")),
    Line(TALK, N_("Teammates may talk and advise at any time, but may not slow down the game."),
         "MTR 8"),
    Line(OUT, N_("Once your match is over, help your teammates. Two matches won end it.")),
    TEAM_TIME,
    Line(RESULT, N_("On the slip, the team that won two; all sign."), "MTR 2.4"),
    Line(POINTS, N_("Games do not count."), "MTR App. C", follows=points),
)

USUAL = COMMANDER
CARDS = {
    card.key: card
    for card in (
        COMMANDER, FREE_FOR_ALL, MELEE, GRAND_MELEE, TWO_HEADED_GIANT, TWO_ON_TWO, TWO_ON_TWO_DCI,
        EMPEROR, EMPEROR_FIVE, STAR, ONE_DECK, ONE_DECK_MELEE, TRIOS,
    )
}
