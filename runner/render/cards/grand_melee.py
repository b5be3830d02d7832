"""Grand Melee, in which several players have their turns at once."""

from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Follows, Line
from runner.render.cards.drawing import Drawing, around
from runner.render.cards.melee import SCORED
from runner.rules.ruleset import Ruleset
from runner.rules.variants.turn_markers import turn_rules
from runner.rules.variants.variant import Rules

_SEATS = 12


def _table(rules: Ruleset) -> Drawing:
    """Who begins is black."""
    turns = turn_rules(rules.classic, rules.spell_range)
    return around(_SEATS, turns.starting_seats(_SEATS))


_NOW, _ONCE = Rules.CURRENT, Rules.CLASSIC
GRAND_MELEE = Card(
    "grand_melee", _table,
    (
        common.MOST_POINTS,
        common.FREE_MULLIGAN,
        Line(common.TURNS, N_("Several at once (black): a marker for every four players, four "
                              "seats apart."), "CR 807.4", by=_NOW),
        Line("", N_("After your turn the marker goes left. The player who gets it waits while one "
                    "of the next three seats to their left has one."), "CR 807.4", by=_NOW),
        Line("", N_("Fewer than four players for each marker: one marker is removed."), "CR 807.4",
             by=_NOW),
        Line(common.TURNS, follows=Follows.TURNS, by=_ONCE),
        Line("", N_("After your turn it goes left. The player who gets it waits while anybody "
                    "would be within range of two turns."), by=_ONCE),
        Line("", N_("With too few players left, the turn nearest to the player who went out is "
                    "removed."),
             by=_ONCE),
        common.LEFT_ALONE,
        Line(common.RANGE, source="CR 801, 807.2", follows=Follows.RANGE, by=_NOW, reach=1),
        Line(common.RANGE, source="CR 801", follows=Follows.RANGE, by=_ONCE, reach=2),
        common.CARDS_LEAVE,
        *SCORED,
    ),
)  # fmt: skip
