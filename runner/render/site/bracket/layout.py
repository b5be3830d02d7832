"""Where the cards of a playoff stand beside one another: in columns and rows of one grid.

A card takes as many rows as it has lines, and more where those that lead to it need more together,
so that it stands in their middle:

    rows 1 to 3   QF 1 ─┐
                        ├─ SF 1   rows 1 to 6
    rows 4 to 6   QF 2 ─┘

All rows are as high as the browser makes the highest, whatever its fonts. So the line from a card
to the next is known in rows, and CSS draws it with no width or height guessed.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil
from types import SimpleNamespace
from typing import NamedTuple

from runner.phases.elimination.tree import Match, Side
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.names import NamedStage, Names


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
    """The cells of one playoff, by the key of the match. Row 0 has the titles of the winners."""

    def __init__(self, names: Names, cards: Cards) -> None:
        self._names, self._cards = names, cards
        self._column: dict[str, int] = {}
        self._tops = {Side.WINNERS: 0}
        self.cells: dict[str, Cell] = {}
        self._tops[Side.LOSERS] = self._side(Side.WINNERS) + 1
        self._side(Side.LOSERS)
        self._at_the_end()

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max((cell.column for cell in self.cells.values()), default=0)

    def rows(self, stage: NamedStage) -> tuple[int, int]:
        """The row of a stage's title, and the row behind its last card."""
        cells = [self.cells[match.key] for match in stage.matches]
        top = self._tops.get(stage.side, cells[0].row - 1)
        return top, max(cell.row + cell.rows for cell in cells)

    def _of(self, *sides: Side) -> list[tuple[Card, ...]]:
        """The cards of each stage of these sides."""
        stages = zip(self._names.stages, self._cards.by_stage, strict=True)
        return [cards for stage, cards in stages if stage.side in sides]

    def _side(self, side: Side) -> int:
        """Puts the stages of a side beside one another; returns the row below them."""
        stages, start = self._of(side), self._tops[side] + 1
        self._column |= {
            key: column
            for column, cards in enumerate(stages)
            for card in cards
            for key in card.keys
        }
        if self._names.pods:
            height = max((sum(map(_lines, cards)) for cards in stages), default=0)
            for cards in stages:
                self._spread(cards, start, height)
            return start + height
        free = [start] * len(stages)
        for card in chain(*reversed(stages)):
            if (key := card.keys[0]) not in self.cells:
                columns = {self._column[other] for other in self._branch(key)}
                row = max(free[column] for column in columns)
                self._put(key, row, self._needs(key))
                for column in columns:
                    free[column] = row + self._needs(key)
        return max(free, default=start)

    def _spread(self, cards: Sequence[Card], row: int, height: int) -> None:
        """Cards that others lead to in no order, evenly over the whole height."""
        spare = height - sum(map(_lines, cards))
        for at, card in enumerate(cards):
            more = spare * (at + 1) // len(cards) - spare * at // len(cards)
            cell = Cell(self._column[card.keys[0]], row, _lines(card) + more)
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
        """The matches of the same side whose winners meet in this one."""
        sides = self._names.stage_of
        leading = self._names.leading_to.get(key, ())
        return [other for other in leading if sides[other].side is sides[key].side]

    def _branch(self, key: str) -> Iterator[str]:
        """A match and all that lead to it."""
        yield key
        for other in self._before(key):
            yield from self._branch(other)

    def _needs(self, key: str) -> int:
        """The rows of a match with all that lead to it."""
        own = _lines(self._cards.by_match[key])
        return max(own, sum(self._needs(other) for other in self._before(key)))

    def _at_the_end(self) -> None:
        """The grand final behind all others; its reset, or the match for third place, below the
        last card."""
        above, finals = self._of(Side.WINNERS)[-1][-1], self._of(Side.FINAL)
        for card in finals[0] if finals else ():
            room = self.cells[above.keys[0]]
            rows = max(room.rows, _lines(card))  # the match before may be that of one player
            self.cells[card.keys[0]] = Cell(self.columns, room.row, rows)
            above = card
        for card in chain(*self._of(Side.THIRD), *finals[1:]):
            room = self.cells[above.keys[0]]
            height = _lines(above) + len(above.notes)
            row = ceil(room.middle + height / 2) + 2  # a free row, and that of the title
            self.cells[card.keys[0]] = Cell(room.column, row, _lines(card))
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
            if there and there.column > here.column:
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
