"""Where the cards of a playoff stand beside one another: in columns and rows of one grid.

A card takes as many rows as it has lines, and more where those that lead to it need more together,
so that it stands in their middle:

    rows 1 to 3   QF 1 ─┐
                        ├─ SF 1   rows 1 to 6
    rows 4 to 6   QF 2 ─┘

All rows are as high as the browser makes the highest, whatever its fonts. So the line from a card
to the next is known in rows, and CSS draws it with no width or height guessed.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from math import ceil
from types import SimpleNamespace
from typing import NamedTuple

from runner.phases.elimination.tree import Match, Side
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.names import NamedStage, Names

_BROAD = 5  # columns that a page has room for


class Cell(NamedTuple):
    """Room for a card: its column, its first row and how many rows, counted from 0."""

    column: int
    row: int
    rows: int

    @property
    def middle(self) -> float:
        """How many rows are above its middle."""
        return self.row + self.rows / 2


class Layout:
    """The cells of one playoff, by the key of the match: of each of the `groups` of keys below
    those of the one before, with the winners above the losers; all are one group where none is
    given. Row 0 has the titles of the first. `lines` says how many rows a card needs, and `title`
    that of a stage."""

    def __init__(
        self, names: Names, cards: Cards, *groups: Collection[str],
        lines: Callable[[Card], int] | None = None, title: int = 1,
    ) -> None:  # fmt: skip
        self._names, self._cards = names, cards
        self._lines, self._title = lines or _lines, title
        self._column: dict[str, int] = {}
        self._tops: dict[NamedStage, int] = {}
        self._keys: Collection[str] = ()
        self.cells: dict[str, Cell] = {}
        self.later: Collection[str] = groups[1] if groups[1:] else ()
        row = 0
        for self._keys in groups or (names.matches,):
            for side in (Side.WINNERS, Side.LOSERS):
                row = self._side(side, row)
            self._at_the_end()

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max((cell.column for cell in self.cells.values()), default=-1)

    @property
    def height(self) -> int:
        """How many rows there are."""
        return max((cell.row + cell.rows for cell in self.cells.values()), default=0)

    def rows(self, stage: NamedStage) -> tuple[int, int]:
        """The row of a stage's title, and the row behind its last card."""
        cells = [self.cells[match.key] for match in stage.matches if match.key in self.cells]
        top = self._tops.get(stage, cells[0].row - self._title)
        return top, max(cell.row + cell.rows for cell in cells)

    def _of(self, *sides: Side) -> list[tuple[NamedStage, list[Card]]]:
        """The stages of these sides with their cards in this group, if it has any."""
        stages = zip(self._names.stages, self._cards.by_stage, strict=True)
        found = (
            (stage, [card for card in cards if card.keys[0] in self._keys])
            for stage, cards in stages
            if stage.side in sides
        )
        return [(stage, cards) for stage, cards in found if cards]

    def _side(self, side: Side, top: int) -> int:
        """Puts the stages of a side beside one another; returns the row for the next titles."""
        found, start = self._of(side), top + self._title
        self._tops |= {stage: top for stage, _cards in found}
        stages = [cards for _stage, cards in found]
        if not stages:
            return top
        self._column |= {
            key: column
            for column, cards in enumerate(stages)
            for card in cards
            for key in card.keys
        }
        if self._names.pods:
            height = max(sum(map(self._lines, cards)) for cards in stages)
            for cards in stages:
                self._spread(cards, start, height)
            return start + height + 1
        free = [start] * len(stages)
        for card in chain(*reversed(stages)):
            if (key := card.keys[0]) not in self.cells:
                columns = {self._column[other] for other in self._branch(key)}
                row = max(free[column] for column in columns)
                self._put(key, row, self._needs(key))
                for column in columns:
                    free[column] = row + self._needs(key)
        return max(free) + 1

    def _spread(self, cards: Sequence[Card], row: int, height: int) -> None:
        """Cards that others lead to in no order, evenly over the whole height."""
        spare = height - sum(map(self._lines, cards))
        for at, card in enumerate(cards):
            more = spare * (at + 1) // len(cards) - spare * at // len(cards)
            cell = Cell(self._column[card.keys[0]], row, self._lines(card) + more)
            self.cells |= dict.fromkeys(card.keys, cell)
            row += cell.rows

    def _put(self, key: str, row: int, rows: int) -> None:
        """Puts a match there, and those that lead to it before it, with equal room above and
        below."""
        self.cells[key] = Cell(self._column[key], row, rows)
        needs = {other: self._needs(other) for other in self._before(key)}
        row += (rows - sum(needs.values())) // 2
        for other, needed in needs.items():
            self._put(other, row, needed)
            row += needed

    def _before(self, key: str) -> list[str]:
        """The matches of the same side and group whose winners meet in this one."""
        sides = self._names.stage_of
        leading = (each for each in self._names.leading_to.get(key, ()) if each in self._keys)
        return [other for other in leading if sides[other].side is sides[key].side]

    def _branch(self, key: str) -> Iterator[str]:
        """A match and all that lead to it."""
        yield key
        for other in self._before(key):
            yield from self._branch(other)

    def _needs(self, key: str) -> int:
        """The rows of a match with all that lead to it."""
        own = self._lines(self._cards.by_match[key])
        return max(own, sum(self._needs(other) for other in self._before(key)))

    def _at_the_end(self) -> None:
        """The grand final behind all others; its reset, or the match for third place, below the
        last card."""
        before = self._of(Side.WINNERS) or self._of(Side.LOSERS)
        finals = [card for _stage, cards in self._of(Side.FINAL) for card in cards]
        third = [card for _stage, cards in self._of(Side.THIRD) for card in cards]
        above = before[-1][1][-1] if before else None
        for card in finals[:1]:
            room = self.cells[above.keys[0]] if above else Cell(0, self._title, 0)
            rows = max(room.rows, self._lines(card))  # the match before may be that of one player
            self.cells[card.keys[0]] = Cell(self.columns, room.row, rows)
            above = card
        for card in (*third, *finals[1:]):
            room = self.cells[above.keys[0]] if above else Cell(0, 0, 0)
            height = self._lines(above) + len(above.notes) if above else 0
            row = ceil(room.middle + height / 2) + 1 + self._title  # below a free row
            self.cells[card.keys[0]] = Cell(room.column, row, self._lines(card))
            above = card

    def joins(self, card: Card) -> Iterator[SimpleNamespace]:
        """Yield the lines from a card: one, but for byes that share it, of which each has its own.

        A line leads to where `mover` (a player, or "" while that is open) plays next: `columns`
        further right and `drop` heights of its cell down, or `up`. Lines that cross others are
        `slanted`.
        """
        movers = card.spots if card.state == "bye" else (card.winner,)
        for key, spot in zip(card.keys, movers, strict=True):
            target, slanted = self._next(self._names.matches[key])
            here, there = self.cells[key], self.cells.get(target)
            apart = (key in self.later) is not (target in self.later)
            if there and there.column > here.column and not apart:
                drop = (there.middle - here.middle) / here.rows
                yield SimpleNamespace(
                    mover=spot.file if spot else "", columns=there.column - here.column,
                    drop=f"{abs(drop):.4g}", up=drop < 0, slanted=slanted,
                )  # fmt: skip

    def _next(self, match: Match) -> tuple[str, bool]:
        """The match that the winner goes on to, "" while that is open, and whether lines cross.

        In pods everybody left is seeded anew: all lead to a final, and else each to where they sit.
        """
        if not self._names.pods:
            return self._names.onward.get(match.key, ""), False
        stages = self._names.stages
        at = stages.index(self._names.stage_of[match.key]) + 1
        later = stages[at].matches if at < len(stages) else ()
        if len(later) == 1:
            return later[0].key, False
        there = (other.key for other in later if match.winner and match.winner in other.players)
        return next(there, ""), True


def _lines(card: Card) -> int:
    """How many lines of text a card has, but for its notes, which have room between cards."""
    return max(len(card.spots), 1) + bool(card.heading)


def page_layout(names: Names, cards: Cards) -> Layout:
    """Where the cards stand: all in one tree or, where that is broad and two brackets are played
    side by side, what is over below the rest, so that the stages that are played come first."""
    whole = Layout(names, cards)
    over = {
        key
        for there in cards.by_stage
        if all(map(_over, there))
        for card in there
        for key in card.keys
    }
    left = names.matches.keys() - over
    if not names.double or whole.columns <= _BROAD or not left or not over:
        return whole
    return Layout(names, cards, left, over)


def _over(card: Card) -> bool:
    return bool(card.winner) or (card.state == "bye" and all(spot.file for spot in card.spots))
