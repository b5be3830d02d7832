"""One Deck: all draw from the same library, two-on-two or as a Melee."""

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Line
from runner.render.cards.drawing import around, ringed
from runner.render.cards.melee import SCORED
from runner.render.cards.two_on_two import RIGHT_ALONE, TURNS

_DECK = N_("Deck")
_SHARED = Line("", N_("One library and one graveyard for all. What you control you also own."))
_EMPTY = Line("", N_("The library is empty: a draw for all."))
_ADVICE = Line(
    common.START, N_("Seven cards; the first mulligan is free. The judge may allow ten cards, or "
                     "no attacks in the first three turns."), "CR 800.6",
)  # fmt: skip
ONE_DECK = Card(
    "one_deck", ringed,
    (
        Line(common.GOAL, N_("Both opponents out of the game."), "CR 104.2"),
        Line(_DECK, N_("At least 120 cards, the same deck for everybody.")),
        _SHARED,
        _EMPTY,
        _ADVICE,
        TURNS,
        RIGHT_ALONE,
        common.NO_TABLE_TALK,
        Line(common.OUT, N_("Your permanents leave, and your partner plays on. A team is out with "
                            "both.")),
        common.TEAM_TIME,
        common.TEAM_RESULT,
        common.TEAM_POINTS,
    ),
    Mode.HEAD_TO_HEAD,
)  # fmt: skip
ONE_DECK_MELEE = Card(
    "one_deck_melee", lambda _rules: around(6),
    (
        common.MOST_POINTS,
        Line(_DECK, N_("At least 120 cards for 4 players, 20 more for each further player.")),
        _SHARED,
        _EMPTY,
        _ADVICE,
        common.TO_THE_LEFT,
        common.LEFT_ALONE,
        common.NEIGHBOURS,
        Line(common.OUT, N_("The player to your left is out: at the end of your turn you get their "
                            "permanents and hand. Discard down to your maximum hand size.")),
        *SCORED,
    ),
)  # fmt: skip
