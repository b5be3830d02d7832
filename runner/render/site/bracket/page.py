"""The page of a playoff: its drawing for screens and for phones, in words, and everybody's path.

Which phases have one, and under which address, is said here for all pages that link to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode
from runner.phases import tree
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site import rounds
from runner.render.site.bracket.cards import Cards
from runner.render.site.bracket.names import Names
from runner.render.site.bracket.narrow import StageDrawing, narrow, path
from runner.render.site.bracket.shapes import Drawing
from runner.render.site.bracket.text import isolated
from runner.render.site.bracket.wide import wide
from runner.render.site.bracket.words import StageWords, in_words

_LARGEST = 1.5  # how much a small drawing is blown up on a large screen
_LONG = 1.2  # and one that is longer than the screen
_SMALLEST = 0.86  # below this its letters are small, and the drawing for phones is shown
_REM = 16
_MARGINS = 80  # px beside the content of a wide page
_HIGH = 830  # px below the title of a page on a large screen


class Followed(NamedTuple):
    """Somebody whose path can be shown: seed, name, and the id that shows it."""

    seed: int
    name: str
    file: str


class Other(NamedTuple):
    """A link to the drawing of another phase."""

    title: str
    path: str


class BracketView(NamedTuple):
    """A playoff. `veil` is said in place of drawings that are kept back. `wide` is shown on screens
    from `least` px on, at most `most` px wide, and `stages` on all others."""

    title: str
    lead: str
    veil: str
    least: int
    most: int
    wide: Drawing | None
    stages: tuple[StageDrawing, ...]
    words: tuple[StageWords, ...]
    everybody: tuple[Followed, ...]
    others: tuple[Other, ...]


class PathView(NamedTuple):
    """A player's matches in one playoff; `page` is where the whole drawing is."""

    title: str
    page: str
    file: str
    drawing: Drawing


class Drawings:
    """The drawings of one snapshot: of each playoff that has begun."""

    def __init__(self, snapshot: Snapshot, directory: Directory) -> None:
        self._directory = directory
        self.addresses = addresses(snapshot)
        self._made: list[_Playoff] = [
            _Playoff(phase, page, directory)
            for phase in snapshot.phases
            if (page := self.addresses.get(phase.phase.number))
        ]

    def views(self) -> Mapping[str, BracketView]:
        """What stands on each page, by its address."""
        links = tuple(Other(each.phase.phase.name, each.page) for each in self._made)
        return {each.page: each.view(links) for each in self._made}

    def paths(self, player: str) -> tuple[PathView, ...]:
        """The way of a player through each playoff, the latest first."""
        found = (each.path(player) for each in reversed(self._made))
        return tuple(each for each in found if each)


class _Playoff:
    """One playoff with its tree; nothing is drawn while its results are kept back."""

    def __init__(self, phase: PhaseResult, page: str, directory: Directory) -> None:
        self.phase, self.page = phase, page
        self._directory = directory
        self._veil = rounds.veil(phase)
        made = None if self._veil else tree(phase)
        self._names = Names(made, pods=phase.phase.mode is Mode.MULTIPLAYER) if made else None
        self._cards = Cards(self._names, phase, directory) if self._names else None

    def view(self, links: tuple[Other, ...]) -> BracketView:
        title = self.phase.phase.name
        others = links if len(links) > 1 else ()
        if self._names is None or self._cards is None or not self._names.stages:
            return BracketView(title, "", self._veil, 0, 0, None, (), (), (), others)
        drawing = wide(self._names, self._cards)
        return BracketView(
            title,
            self._lead(self._cards),
            "",
            round(drawing.width * _SMALLEST) + _MARGINS,
            _most(drawing),
            drawing,
            narrow(self._names, self._cards),
            in_words(self._names, self._cards),
            tuple(
                Followed(seed, self._directory[player].name, self._directory[player].file)
                for player, seed in self._names.seeds.items()
            ),
            others,
        )

    def path(self, player: str) -> PathView | None:
        if self._names is None or self._cards is None:
            return None
        drawing = path(self._names, self._cards, player)
        file = self._directory[player].file
        return PathView(self.phase.phase.name, self.page, file, drawing) if drawing else None

    def _lead(self, cards: Cards) -> str:
        crowned = (each for each in cards.by_key.values() if each.state == "crown")
        spots = (spot for each in crowned for spot in each.spots)
        winner = next((each for each in spots if each.tone == "win"), None)
        if winner:
            return f"{isolated(winner.name)} has won."
        return f"Round {len(self.phase.rounds)}: {_lower(rounds.status(self.phase.rounds[-1]))}."


def addresses(snapshot: Snapshot) -> Mapping[int, str]:
    """The page of each playoff that has begun, by the number of its phase.

    Where the event has several they are told apart from the beginning, so that no address changes
    its meaning during the day.
    """
    playoffs = [each for each in snapshot.phases if phases.playoff(each.phase.type)]
    return {
        each.phase.number: (
            "bracket.html" if len(playoffs) == 1 else f"phase-{each.phase.number}-bracket.html"
        )
        for each in playoffs
        if each.rounds and each.seeds
    }


def _most(drawing: Drawing) -> int:
    """How wide a drawing may become: large, but where that can be so that all of it is seen."""
    fitting = max(_HIGH / drawing.height, _LONG)
    return round(drawing.width * min(_LARGEST, fitting))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
