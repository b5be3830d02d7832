"""What a drawing is made of, ready for its template: whole numbers in the units of its viewBox."""

from __future__ import annotations

from typing import NamedTuple

from runner.render.site.bracket.cards import Card, Spot
from runner.render.site.bracket.text import isolated, shortened


class Row(NamedTuple):
    """A place: `y` is its top within the box and `base` its text's line. `full` is the whole name
    where `name` is cut. `mark` is the class that its player's path goes by ("s12"), or ""."""

    y: int
    base: int
    seed: str
    name: str
    full: str
    file: str
    score: str
    tone: str
    mark: str


class Box(NamedTuple):
    """A card: `x` and `y` are where its frame begins, below its label; `note` goes under it."""

    key: str
    x: int
    y: int
    width: int
    height: int
    label: str
    aside: str
    note: str
    state: str
    rows: tuple[Row, ...]


class Line(NamedTuple):
    """From one card to the place where its winner goes on: `source` and `target` are keys, `place`
    the index of the place, None where that is still open. `ends` are x and y of both ends; `faint`
    lines cross others."""

    path: str
    mark: str
    source: str
    target: str
    place: int | None
    ends: tuple[int, int, int, int]
    faint: bool = False


class Title(NamedTuple):
    """A stage's name over its column."""

    x: int
    y: int
    width: int
    text: str


class Chip(NamedTuple):
    """Where the winner of the card beside it goes on, in one line or two: "QF", "2"."""

    x: int
    y: int
    lines: tuple[str, ...]


class Drawing(NamedTuple):
    """One SVG. `size` is that of its names, `row` the height of a row and `inset` where the names
    begin in it."""

    width: int
    height: int
    size: int
    row: int
    inset: int
    titles: tuple[Title, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    chips: tuple[Chip, ...] = ()


class Pen(NamedTuple):
    """How large a drawing's cards are: their width, a row's height, the sizes of its texts, and the
    space that a label takes above a card and a note below it."""

    width: int
    row: int
    size: int
    inset: int = 36
    label: int = 20
    note: int = 18
    score: int = 26

    def rows(self, card: Card) -> int:
        """How high the frame of a card is."""
        return self.row * max(len(card.spots), 1)

    def above(self, card: Card) -> int:
        """The space from the top of a card to its frame."""
        return self.label if card.heading else 0

    def height(self, card: Card) -> int:
        """How high a card is with its label and note."""
        return self.above(card) + self.rows(card) + (self.note if card.note else 0)

    def box(self, card: Card, x: int, y: int, marked: int = 0) -> Box:
        """The card with the top of its frame at `y`; `marked` is the seed whose path is shown."""
        rows = tuple(self._row(at, spot, marked) for at, spot in enumerate(card.spots))
        return Box(
            card.key, x, y, self.width, self.rows(card), card.heading, card.aside, card.note,
            card.state, rows,
        )  # fmt: skip

    def _row(self, at: int, spot: Spot, marked: int) -> Row:
        y = at * self.row
        room = self.width - self.inset - (self.score if len(spot.score) < 3 else 40)
        name = isolated(shortened(spot.name, room, self.size))
        return Row(
            y,
            y + (self.row + round(self.size * 0.7)) // 2,
            str(spot.number) if spot.number else "",
            name,
            spot.name if name != isolated(spot.name) else "",
            spot.file,
            spot.score,
            f"{spot.tone} on".strip() if marked and spot.number == marked else spot.tone,
            mark(spot.number),
        )


def mark(seed: int) -> str:
    """The class that a player's path goes by."""
    return f"s{seed}" if seed else ""
