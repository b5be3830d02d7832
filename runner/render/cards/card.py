"""Table cards: what they are made of, and their words and figures for the phases that play them.

Texts are marked for the catalogues and translated when a card is printed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from runner import phases
from runner.core.event import Mode, Phase
from runner.core.language import _, current, ngettext
from runner.phases.elimination.playoff_type import PlayoffType
from runner.render.cards.drawing import Drawing
from runner.rules import variants
from runner.rules.limits import NO_TURNS, PLAYERS_LEFT, Limit, PlayoffStage, limit
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.variants.turn_markers import turn_rules
from runner.rules.variants.variant import Rules
from runner.standings.scoring import REGISTRY as SCORINGS


class Follows(Enum):
    """What a line takes from the rules of the phase, before its own text; of a `RANGE`, either."""

    TIME = auto()
    POINTS = auto()
    RANGE = auto()
    TURNS = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: its subject, what holds, and the rules it comes from.

    `follows` is what comes from the phase; `by` limits the line to those rules of the variant, and
    `reach` is their spell range where the phase states none.
    """

    about: str
    text: str = ""
    source: str = ""
    follows: Follows | None = None
    by: Rules | None = None
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card: the table seen from above, and its lines.

    The key is that of a variant; `name` and `life` serve where there is no such variant.
    """

    key: str
    table: Callable[[Ruleset], Drawing]
    lines: tuple[Line, ...]
    mode: Mode = Mode.MULTIPLAYER
    name: str = ""
    life: int = 20


class Played(NamedTuple):
    """A phase with its rules; `stated` are the settings that the event itself gives."""

    phase: Phase
    rules: Ruleset
    stated: frozenset[str] = frozenset()


def usual(card: Card) -> Played:
    """Return Swiss rounds of that variant, for a card that no phase plays."""
    variant = card.key if variants.find(card.key) else ""
    plain = Phase(1, "", card.mode, "swiss", variant=variant)
    return Played(plain, ruleset(plain, {})[0])


def words(line: Line, played: Sequence[Played]) -> str:
    """Return the text of a line: as the first phase plays it, then each later one that differs."""
    (_first, first), *later = [(each, _text(line, each)) for each in played]
    others = dict.fromkeys((each.phase.name, text) for each, text in later if text != first)
    # Note: the name of a phase, and what is otherwise there: “Top 16: No time limit.”
    more = [_("{phase}: {words}", phase=name, words=text) for name, text in others]
    return " ".join([first, *more])


def facts(card: Card, rules: Ruleset) -> Iterator[str]:
    """Yield how many play, in which teams, with how much life."""
    variant = rules.played_as
    if variant is None:
        yield _("{fewest} to {most} players", fewest=3, most=5)
        yield _("no teams")
        yield _life(card.life)
        return
    life = variant.starting_life(rules.classic)
    if variant.teams:
        many = variant.members
        yield ngettext("{n} player", "{n} players", 2 * many)
        yield ngettext("two teams of {n}", "two teams of {n}", many)
        yield (
            ngettext("{n} life a team", "{n} life a team", life)
            if variant.shares_life
            else ngettext("{n} life each", "{n} life each", life)
        )
        return
    if variant.circle:
        yield ngettext("{n} player or more", "{n} players or more", variant.fewest)
    elif variant.fewest == variant.most:
        yield ngettext("{n} player", "{n} players", variant.most)
    else:
        yield _("{fewest} to {most} players", fewest=variant.fewest, most=variant.most)
    yield _("no teams")
    yield _life(life)


def _life(life: int) -> str:
    # Note: life points: “20 life”.
    return ngettext("{n} life", "{n} life", life)


def _text(line: Line, played: Played) -> str:
    own = _(line.text) if line.text else ""
    if line.follows is Follows.RANGE:
        return _range(played.rules.spell_range or line.reach) or own
    first = {
        Follows.TIME: lambda: _time(_limit(played)),
        Follows.POINTS: lambda: _points(played.rules),
        Follows.TURNS: lambda: _turns(played.rules),
    }
    return " ".join(filter(None, (first[line.follows]() if line.follows else "", own)))


def _range(reach: int) -> str:
    if not reach:
        return ""
    return ngettext(
        "{n}: your spells reach you and the next player on each side.",
        "{n}: your spells reach you and the next {n} players on each side.",
        reach,
    )


def _turns(rules: Ruleset) -> str:
    """By the older rules of Grand Melee."""
    turns = turn_rules(rules.classic, rules.spell_range)
    players = 28
    several = turns.at_start(players)
    share = 2 * turns.reach + 2
    return _(
        "Several at once (black), evenly spread: players ÷ {share}, rounded down. With {players} "
        "players, {several}.",
        share=share, players=players, several=several,
    )  # fmt: skip


def _limit(played: Played) -> Limit:
    phase, rules, stated = played
    type_ = phases.find(phase.type)
    early = PlayoffStage.EARLY if isinstance(type_, PlayoffType) else PlayoffStage.ROUND
    return limit(phase, rules, early, stated)


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
        return _("As the pages of the event say.")
    say = current().number
    return _("Win {win}, draw {draw}, loss {loss}.", win=say(rules.win), draw=say(rules.draw),
             loss=say(rules.loss))  # fmt: skip
