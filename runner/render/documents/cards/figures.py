"""How long a match of a phase may take and what it gives, in few words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runner import phases
from runner.core.event import Phase
from runner.core.language import _, current, ngettext
from runner.phases.elimination.playoff_type import PlayoffType
from runner.render.documents.cards.card import Card, Follows
from runner.rules.limits import NO_TURNS, PLAYERS_LEFT, Limit, PlayoffStage, limit
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.scoring import REGISTRY as SCORINGS


class Played(NamedTuple):
    """A phase with its rules; `stated` are the settings that the event itself gives."""

    phase: Phase
    rules: Ruleset
    stated: frozenset[str] = frozenset()


def usual(card: Card) -> Played:
    """Swiss rounds of that variant, where no phase plays it."""
    plain = Phase(1, "", card.mode, "swiss")
    return Played(plain, ruleset(plain, {})[0])


def words(card: Card, played: Sequence[Played], wanted: Follows) -> str:
    """What a line has from the phases that play a card."""
    if wanted is Follows.TIME:
        said = [(each, _time(_limit(card, each))) for each in played]
    else:
        said = [(each, _points(each.rules)) for each in played]
    (_first, first), *later = said
    others = dict.fromkeys((each.phase.name, text) for each, text in later if text != first)
    # Note: the name of a phase, and what is otherwise there: “Top 16: No time limit.”
    more = [_("{phase}: {words}", phase=name, words=text) for name, text in others]
    return " ".join([first, *more])


def _limit(card: Card, played: Played) -> Limit:
    phase, rules, stated = played
    type_ = phases.find(phase.type)
    early = PlayoffStage.EARLY if isinstance(type_, PlayoffType) else PlayoffStage.ROUND
    return limit(phase, rules, early, stated, shared_life=card.shared_life)


def _time(now: Limit) -> str:
    return " ".join(_minutes(now))


def _minutes(now: Limit) -> Iterator[str]:
    if now.minutes is None:
        yield _("No time limit.")
        return
    yield ngettext("{n} minute.", "{n} minutes.", now.minutes)
    if now.turns == NO_TURNS:
        yield _("Then the turn is finished, and the game ends.")
    elif now.turns == PLAYERS_LEFT and now.turn_minutes:
        yield _("Then finish the turn, and play one more turn for each player left, within "
                "{minutes} minutes.", minutes=now.turn_minutes)  # fmt: skip
    elif now.turns == PLAYERS_LEFT:
        yield _("Then finish the turn, and play one more turn for each player left.")
    elif now.turns:
        yield ngettext(
            "Then finish the turn, and play {n} more turn.",
            "Then finish the turn, and play {n} more turns.",
            int(now.turns),
        )


def _points(rules: Ruleset) -> str:
    if rules.scoring != "match_points" or rules.scoring not in SCORINGS:
        return _("As the page “Scoring” says.")
    say = current().number
    return _("Win {win}, draw {draw}, loss {loss}.", win=say(rules.win), draw=say(rules.draw),
             loss=say(rules.loss))  # fmt: skip
