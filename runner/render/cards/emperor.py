"""Emperor, with teams of three and of five."""

from dataclasses import replace

from runner.core.event import Mode
from runner.core.language import N_
from runner.render.cards import common
from runner.render.cards.card import Card, Follows, Line
from runner.render.cards.drawing import Drawing, ringed
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import Rules

_SEATS = N_("Seats")
_NOW, _ONCE = Rules.CURRENT, Rules.CLASSIC
_OF_THREE = Line(
    _SEATS, N_("The emperor (double ring) in the middle, a general on each side."), "CR 809.2"
)
_OF_FIVE = Line(
    _SEATS, N_("The emperor (double ring) in the middle, two generals on each side."), "CR 809.2"
)
_LINES = (
    common.FREE_MULLIGAN,
    Line(common.TURNS, N_("An emperor begins, drawn at random; then to the left."), "CR 809.4",
         by=_NOW),
    Line(common.TURNS, N_("The left general of a team begins; then to the left."), by=_ONCE),
    Line(common.ATTACK, N_("Only an opponent right beside you, so at first no emperor."),
         "CR 809.3"),
    Line("", N_("Tap a creature, when you could cast a sorcery, to give it to a teammate."),
         "CR 804", by=_NOW),
    Line("", N_("Instead of attacking, a creature may move over to a teammate: it blocks for them, "
                "and later attacks the player they face. It stays yours."), by=_ONCE),
    Line(common.RANGE, N_("2 for emperors, 1 for generals."), "CR 801, 809.3",
         follows=Follows.RANGE, by=_NOW),
    Line(common.RANGE, source="CR 801", follows=Follows.RANGE, by=_ONCE, reach=1),
    Line(common.OUT, N_("Without a general the team plays on; without its emperor it has lost."),
         "CR 809.5"),
    replace(common.CARDS_LEAVE, about=""),
    common.TEAM_TIME,
    common.TEAM_RESULT,
    common.TEAM_POINTS,
)  # fmt: skip


def _table(rules: Ruleset) -> Drawing:
    return ringed(rules).with_emperors()


_GOAL = Line(common.GOAL, N_("The other emperor out of the game."), "CR 809.5")
EMPEROR = Card("emperor", _table, (_GOAL, _OF_THREE, *_LINES), Mode.HEAD_TO_HEAD)
EMPEROR_FIVE = Card("emperor_five", _table, (_GOAL, _OF_FIVE, *_LINES), Mode.HEAD_TO_HEAD)
