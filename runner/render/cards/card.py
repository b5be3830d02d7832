"""Table cards: their structure, and their text and figures for the phases that play them.

Texts are marked for translation, and translated when a card is printed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from runner import phases
from runner.core.language import _, current, ngettext
from runner.core.phase import Mode, Phase
from runner.phases.elimination.playoff_type import PlayoffType
from runner.render.cards.drawing import Drawing
from runner.rules import variants
from runner.rules.limits import NO_TURNS, PLAYERS_LEFT, PlayoffStage, limit
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.variants.turn_markers import turn_rules
from runner.rules.variants.variant import Rules


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: its subject, its text, and the number of the rule. `follows` returns text
    that depends on the phase, put before `text` (a spell range replaces it); `by` limits the line
    to these rules of the variant, and `reach` is their spell range if the phase has none."""

    about: str
    text: str = ""
    source: str = ""
    follows: "Callable[[Played, Line], str] | None" = None
    by: Rules | None = None
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a function for the table seen from above, and its lines. The key is that of a
    variant; `name` and `life` are for cards that belong to none."""

    key: str
    table: Callable[[Ruleset], Drawing]
    lines: tuple[Line, ...]
    name: str = ""
    life: int = 20


class Played(NamedTuple):
    """A phase with its rules; `stated` are the settings given by the event itself."""

    phase: Phase
    rules: Ruleset
    stated: frozenset[str] = frozenset()


def usual(card: Card) -> Played:
    """Return Swiss rounds of the variant, for a card that no phase plays."""
    variant = variants.find(card.key)
    mode, key = (variant.mode, card.key) if variant else (Mode.MULTIPLAYER, "")
    plain = Phase(1, "", mode, "swiss", variant=key)
    return Played(plain, ruleset(plain, {})[0])


def words(line: Line, played: Sequence[Played]) -> str:
    """Return a line's text: as the first phase plays it, then each later one that differs."""
    (_first, first), *later = [(each, _text(line, each)) for each in played]
    others = dict.fromkeys((each.phase.name, text) for each, text in later if text != first)
    # Note: the name of a phase, and what is otherwise there: “Top 16: No time limit.”
    more = [_("{phase}: {words}", phase=name, words=text) for name, text in others]
    return " ".join([first, *more])


def facts(card: Card, rules: Ruleset) -> Iterator[str]:
    """Yield the number of players, the teams, and the life total."""
    variant = rules.played_as
    life = variant.starting_life(rules.classic) if variant else card.life
    if variant and variant.teams:
        yield ngettext("{n} player", "{n} players", 2 * variant.members)
        yield ngettext("two teams of {n}", "two teams of {n}", variant.members)
        each = ngettext("{n} life each", "{n} life each", life)
        shared = ngettext("{n} life a team", "{n} life a team", life)
        yield shared if variant.shares_life else each
        return
    fewest, most = (variant.fewest, variant.most) if variant else (3, 5)
    if variant and variant.circle:
        yield ngettext("{n} player or more", "{n} players or more", fewest)
    elif fewest == most:
        yield ngettext("{n} player", "{n} players", fewest)
    else:
        yield _("{fewest} to {most} players", fewest=fewest, most=most)
    yield _("no teams")
    # Note: life points: “20 life”.
    yield ngettext("{n} life", "{n} life", life)


def _text(line: Line, played: Played) -> str:
    own = line.text and _(line.text)
    first = line.follows(played, line) if line.follows else ""
    return first if first and line.follows is spell_range else " ".join(filter(None, (first, own)))


def spell_range(played: Played, line: Line) -> str:
    """Return the range of spells; "" if neither phase nor line sets it."""
    reach = played.rules.spell_range or line.reach
    if not reach:
        return ""
    return ngettext(
        "{n}: your spells reach you and the next player on each side.",
        "{n}: your spells reach you and the next {n} players on each side.",
        reach,
    )


def turns(played: Played, _line: Line) -> str:
    """Return the number of simultaneous turns under the older rules of Grand Melee."""
    rules = turn_rules(played.rules.classic, played.rules.spell_range)
    return _("Several at once (black), evenly spread: players ÷ {share}, rounded down. With "
             "{players} players, {several}.", share=2 * rules.reach + 2, players=28,
             several=rules.at_start(28))  # fmt: skip


def time(played: Played, _line: Line) -> str:
    """Return the length of a round, and what follows."""
    phase, rules, stated = played
    playoff = isinstance(phases.find(phase.type), PlayoffType)
    now = limit(phase, rules, PlayoffStage.EARLY if playoff else PlayoffStage.ROUND, stated)
    if now.minutes is None:
        return _("No time limit.")
    then = ""
    if now.turns == NO_TURNS:
        then = _("Then the turn is finished, and the game ends.")
    elif now.turns == PLAYERS_LEFT and now.turn_minutes:
        then = _("Then finish the turn, and play one more turn for each player left, within "
                 "{minutes} minutes.", minutes=now.turn_minutes)  # fmt: skip
    elif now.turns == PLAYERS_LEFT:
        then = _("Then finish the turn, and play one more turn for each player left.")
    elif now.turns:
        then = ngettext(
            "Then finish the turn, and play {n} more turn.",
            "Then finish the turn, and play {n} more turns.",
            int(now.turns),
        )
    return f"{ngettext('{n} minute.', '{n} minutes.', now.minutes)} {then}".rstrip()


def points(played: Played, _line: Line) -> str:
    """Return the points for each result."""
    rules = played.rules
    if rules.scoring != "match_points":
        return _("As the pages of the event say.")
    say = current().number
    return _("Win {win}, draw {draw}, loss {loss}.", win=say(rules.win), draw=say(rules.draw),
             loss=say(rules.loss))  # fmt: skip
