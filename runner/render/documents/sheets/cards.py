"""Table cards, half a sheet each with one language on each side, and the judge's card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from types import SimpleNamespace
from unicodedata import east_asian_width

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import Language, _, speaking
from runner.core.phase import Mode
from runner.render.cards import card as figures
from runner.render.cards.card import Card, Played
from runner.render.cards.variant_cards import CARDS, USUAL
from runner.render.documents.layout import ONE_LANGUAGE, PageSetup
from runner.render.documents.sheets.sheet import Content, Sheet

_WIDE = 2.5  # width of a wide letter in Latin letters
_SIZES = ((700, 12.5), (800, 12.0), (860, 11.5), (1000, 11.0), (1150, 10.5), (inf, 10.0))


class TableCards(Sheet):
    """The cards of the variants in the event, or of all variants."""

    KEY, TEMPLATE, HALF = "cards", "cards.html", True

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Return both sides of each card, repeated for each copy."""
        played = _played(snapshot)
        cards = [*CARDS.values()] if setup.every else [CARDS[key] for key in played]
        spoken = tuple(_spoken(snapshot.event.language, setup.second))
        sides = [
            side(card, played.get(card.key, ()), language)
            for card in cards
            for _copy in range(setup.copies)
            for language in spoken
        ]
        return Content(_("Table cards"), tuple(sides)) if sides else None


def side(card: Card, played: Sequence[Played], language: Language) -> SimpleNamespace:
    """Return one side of a card in a language, with the figures of the phases that play it. A row
    with an empty `about` continues the previous row. `points` is the font size at which everything
    fits on the side."""
    known = played or (figures.usual(card),)
    rules = known[0].rules
    with speaking(language):
        table = card.table(rules)
        rows = [
            replace(line, about=line.about and _(line.about), text=figures.words(line, known))
            for line in card.lines
            if line.by in (None, rules.classic)
        ]
        letters = (letter for row in rows for letter in row.text)
        length = sum(_WIDE if east_asian_width(letter) in "WF" else 1 for letter in letters)
        return SimpleNamespace(
            language=language,
            name=_(rules.played_as.name if rules.played_as else card.name),
            facts=tuple(figures.facts(card, rules)),
            table=table,
            seats=f"{_('Seats in turn order')}: {table.names}",
            rows=rows,
            points=next(points for most, points in _SIZES if length <= most),
        )


def _played(snapshot: Snapshot) -> dict[str, list[Played]]:
    """Return the phases by key of the variant they play; head-to-head matches need no card."""
    by_variant: dict[str, list[Played]] = {}
    for result in snapshot.phases:
        usual = USUAL.key if result.phase.mode is Mode.MULTIPLAYER else ""
        if key := result.phase.variant or usual:
            stated = frozenset({*snapshot.event.settings, *result.phase.settings})
            by_variant.setdefault(key, []).append(Played(result.phase, result.ruleset, stated))
    return by_variant


def _spoken(event: str, second: str) -> Iterator[Language]:
    """Yield the event's language, then the back's: `second`, or by default the first other one,
    which is English if the event's language is another."""
    front = languages.language(event)
    yield front
    if second != ONE_LANGUAGE:
        others = (known.code for known in languages.LANGUAGES if known.code != front.code)
        yield languages.language(second or next(others))


class JudgeCard(Sheet):
    """A summary of policy for multiplayer games, with rule numbers (MTR, MAMTR, CR): two sides in
    the event's language, all of it in the template."""

    KEY, TEMPLATE = "judge", "judge.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the title."""
        return Content(_("Judge’s card"), None)
