"""What is played at a table of a variant, as its table card has it."""

from collections.abc import Iterator

from runner.core.event import Phase
from runner.core.language import _
from runner.render.cards import card as figures
from runner.render.cards.card import Follows, Played
from runner.render.cards.variant_cards import CARDS
from runner.rules.ruleset import Ruleset
from runner.rules.voice import Section, Sentence

_TOLD_ELSEWHERE = (Follows.TIME, Follows.POINTS)


def at_the_table(rules: Ruleset, phase: Phase | None) -> Iterator[Section]:
    """Who sits there, goal, turns, attacks and what becomes of who is out; nothing in usual play,
    where the rules of the game say all that."""
    variant = rules.played_as
    if variant is None:
        return
    card = CARDS[variant.key]
    played = [Played(phase or figures.usual(card).phase, rules)]
    sentences = [Sentence(" · ".join(figures.facts(card, rules)), "")]
    for line in card.lines:
        if line.by in (None, rules.classic) and line.follows not in _TOLD_ELSEWHERE:
            text = figures.words(line, played)
            about = _("{name}: {meaning}", name=_(line.about), meaning=text) if line.about else text
            sentences.append(Sentence(about, line.source))
    yield Section("table", _(variant.name), tuple(sentences))
