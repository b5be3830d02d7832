"""A drawing in words: a sentence for each match, for those who cannot see it or do not want to."""

from __future__ import annotations

from typing import NamedTuple

from runner.core.phrases import listed
from runner.render.site.bracket.cards import DRAWN, Card, Cards, Spot
from runner.render.site.bracket.names import Names
from runner.render.site.bracket.text import isolated


class Sentence(NamedTuple):
    """One match: "QF 1, table 3" and "1 Ana beat 8 Bo, 2–1."."""

    label: str
    text: str


class StageWords(NamedTuple):
    """A stage in words."""

    title: str
    sentences: tuple[Sentence, ...]


def in_words(names: Names, cards: Cards) -> tuple[StageWords, ...]:
    """Every stage, in the order of the drawings."""
    return tuple(
        StageWords(
            stage.title,
            tuple(_sentence(cards.by_key[each.key], names.pods) for each in stage.matches),
        )
        for stage in names.stages
    )


def _sentence(card: Card, pods: bool) -> Sentence:
    label = "" if pods and card.table and card.label != "Final" else card.label
    table = card.table if not label else f", {card.table.lower()}" if card.table else ""
    return Sentence(label + table, f"{_said(card)}.")


def _said(card: Card) -> str:
    who = [_name(each) for each in card.spots]
    won = next((each for each in card.spots if each.tone == "win"), None)
    if card.state == "bye":
        return f"{_capital(listed(who))} has a bye"
    if card.note and won:
        return _by_seed(card, won)
    if won:
        return _won(card, won)
    if card.note:
        return f"{listed(who)}: {card.note[:1].lower()}{card.note[1:]}"
    if card.state == "playing":
        return f"{listed(who)} are playing"
    return f"{_capital(who[0])} meets {listed(who[1:])}" if len(who) > 1 else "".join(who)


def _by_seed(card: Card, won: Spot) -> str:
    """How a match ended that nobody has won."""
    on = "wins" if card.state == "crown" else "goes on"
    drew, lost = [_name(each) for each in card.spots], list[str]()
    if card.note.startswith(DRAWN):
        drew = [_name(each) for each in card.spots if each.score]
        lost = [_name(each) for each in card.spots if not each.score]
    how = "drew" if card.note.startswith(DRAWN) else "were level"
    rest = f", {listed(lost)} lost" if lost else ""
    return f"{listed(drew)} {how}{rest}; {_name(won)} {on} as the highest seed"


def _won(card: Card, won: Spot) -> str:
    others = [each for each in card.spots if each is not won]
    games = [won.score, *(each.score for each in others)]
    score = f", {'–'.join(games)}" if len(games) == 2 and all(map(str.isdigit, games)) else ""
    if not others:
        return f"{_name(won)} goes on"
    return f"{_name(won)} beat {listed([_name(each) for each in others])}{score}"


def _name(spot: Spot) -> str:
    if spot.tone == "open":
        name = spot.name[:1].lower() + spot.name[1:]
        return name if name.startswith(("seed", "nobody", "open")) else f"the {name}"
    return f"{spot.number} {isolated(spot.name)}" if spot.number else isolated(spot.name)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
