"""Positions of a playoff's cards in the columns and rows of one grid.

A card takes as many rows as it has lines, and more if those that lead to it need more together, so
that it is in their middle:

    rows 1 to 3   QF 1 ─┐
                        ├─ SF 1   rows 1 to 6
    rows 4 to 6   QF 2 ─┘

The browser makes all rows as high as the highest, whatever its fonts. So the line from a card to
the next is known in rows, and CSS draws it without guessing widths or heights.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from math import ceil
from types import SimpleNamespace
from typing import NamedTuple

from runner.phases.elimination.names import NamedStage, Names
from runner.phases.elimination.tree import From, Match, Side
from runner.render.site.bracket.cards import Card, Cards

_BROAD = 5  # columns that fit on a page
_SMALL = 2  # matches of a finished stage that stays beside the one that follows
_PAGE = 45  # rows that fit on a sheet of paper below the title


class Cell(NamedTuple):
    """The position of a card: column, first row and number of rows, counted from 0."""

    column: int
    row: int
    rows: int

    @property
    def middle(self) -> float:
        """The number of rows above the card's middle."""
        return self.row + self.rows / 2


class Layout:
    """The cells of a playoff by match key. Each of the `groups` of keys is below the one before,
    with winners above losers; without groups, all are one group. Row 0 has the first titles.
    `lines` returns how many rows a card needs; `title` is the height of a stage's title."""

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
            row = max(row, self.height + 1)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return 1 + max((cell.column for cell in self.cells.values()), default=-1)

    @property
    def height(self) -> int:
        """The number of rows."""
        return max((cell.row + cell.rows for cell in self.cells.values()), default=0)

    def rows(self, stage: NamedStage) -> tuple[int, int]:
        """Return the row of a stage's title, and the row after its last card."""
        cells = [self.cells[match.key] for match in stage.matches if match.key in self.cells]
        top = self._tops.get(stage, cells[0].row - self._title)
        return top, max(cell.row + cell.rows for cell in cells)

    def _of(self, *sides: Side) -> list[tuple[NamedStage, list[Card]]]:
        """Return the stages of these sides with their cards in this group, if there are any."""
        stages = zip(self._names.stages, self._cards.by_stage, strict=True)
        matching = (
            (stage, [card for card in cards if card.keys[0] in self._keys])
            for stage, cards in stages
            if stage.side in sides
        )
        return [(stage, cards) for stage, cards in matching if cards]

    def _side(self, side: Side, top: int) -> int:
        """Place the stages of a side next to each other; return the row for the next titles."""
        on_side, start = self._of(side), top + self._title
        self._tops |= {stage: top for stage, _cards in on_side}
        stages = [cards for _stage, cards in on_side]
        if not stages:
            return top
        columns = self._columns(stages)
        self._column |= {
            key: column
            for column, cards in zip(columns, stages, strict=True)
            for card in cards
            for key in card.keys
        }
        if self._names.pods:
            height = max(sum(map(self._lines, cards)) for cards in stages)
            for cards in stages:
                self._spread(cards, start, height)
            return start + height + 1
        free = dict.fromkeys(columns, start)
        for card in chain(*reversed(stages)):
            if (key := card.keys[0]) not in self.cells:
                taken = {self._column[other] for other in self._branch(key)}
                row = max(free[column] for column in taken)
                self._put(key, row, self._needs(key))
                for column in taken:
                    free[column] = row + self._needs(key)
        return max(free.values()) + 1

    def _columns(self, stages: Sequence[Sequence[Card]]) -> list[int]:
        """Return the column of each stage of a side: the next, or further right if it is the one
        before the stage of the losers' bracket that its losers go to."""
        onward = {
            place.source.match: at
            for at, (stage, _cards) in enumerate(self._of(Side.LOSERS))
            for match in stage.matches
            for place in match.places
            if place.source.kind is From.LOSER
        }
        columns: list[int] = []
        for cards in stages:
            following = columns[-1] + 1 if columns else 0
            columns.append(max(following, onward.get(cards[0].keys[0], 0) - 1))
        return columns

    def _spread(self, cards: Sequence[Card], row: int, height: int) -> None:
        """Place cards evenly over the whole height, if nothing determines their order."""
        spare = height - sum(map(self._lines, cards))
        for at, card in enumerate(cards):
            more = spare * (at + 1) // len(cards) - spare * at // len(cards)
            cell = Cell(self._column[card.keys[0]], row, self._lines(card) + more)
            self.cells |= dict.fromkeys(card.keys, cell)
            row += cell.rows

    def _put(self, key: str, row: int, rows: int) -> None:
        """Place a match, and in front of it those that lead to it, with equal space above and
        below."""
        self.cells[key] = Cell(self._column[key], row, rows)
        needs = {other: self._needs(other) for other in self._before(key)}
        row += (rows - sum(needs.values())) // 2
        for other, needed in needs.items():
            self._put(other, row, needed)
            row += needed

    def _before(self, key: str) -> list[str]:
        """Return the matches of the same side and group whose winners meet in this one."""
        sides = self._names.stage_of
        leading = (each for each in self._names.leading_to.get(key, ()) if each in self._keys)
        return [other for other in leading if sides[other].side is sides[key].side]

    def _branch(self, key: str) -> Iterator[str]:
        """Yield a match and all that lead to it."""
        yield key
        for other in self._before(key):
            yield from self._branch(other)

    def _needs(self, key: str) -> int:
        """Return the rows needed by a match with all that lead to it."""
        own = self._lines(self._cards.by_match[key])
        return max(own, sum(self._needs(other) for other in self._before(key)))

    def _at_the_end(self) -> None:
        """Place the grand final after all others; its reset, or the match for third place, goes
        below the last card."""
        before = self._of(Side.WINNERS) or self._of(Side.LOSERS)
        finals = [card for _stage, cards in self._of(Side.FINAL) for card in cards]
        third = [card for _stage, cards in self._of(Side.THIRD) for card in cards]
        above = before[-1][1][-1] if before else None
        for card in finals[:1]:
            room = self.cells[above.keys[0]] if above else Cell(0, self._title, 0)
            rows = max(room.rows, self._lines(card))  # the previous match may have only one player
            self.cells[card.keys[0]] = Cell(self.columns, room.row, rows)
            above = card
        for card in (*third, *finals[1:]):
            room = self.cells[above.keys[0]] if above else Cell(0, 0, 0)
            height = self._lines(above) + len(above.notes) if above else 0
            row = ceil(room.middle + height / 2) + 1 + self._title  # below a free row
            self.cells[card.keys[0]] = Cell(room.column, row, self._lines(card))
            above = card

    def joins(self, card: Card) -> Iterator[SimpleNamespace]:
        """Yield the lines from a card: one, or one for each of several byes.

        A line leads to the next match of `mover` (a player, or "" while unknown): `columns` to the
        right, and `drop` heights of its cell down, or `up`. Lines that may cross are `slanted`;
        that from the losers to the grand final is `far` where they are printed on two pages.
        """
        came = [spot for spot in card.spots if spot.tone != "gone"]
        movers = came if card.state == "bye" else (card.winner,)
        for key, spot in zip(card.keys, movers, strict=True):
            target, slanted = self._next(self._names.matches[key])
            here, there = self.cells[key], self.cells.get(target)
            apart = (key in self.later) is not (target in self.later)
            if there and there.column > here.column and not apart:
                drop = (there.middle - here.middle) / here.rows
                yield SimpleNamespace(
                    mover=spot.file if spot else "", columns=there.column - here.column,
                    drop=f"{abs(drop):.4g}", up=drop < 0, slanted=slanted,
                    far=self.height > _PAGE and self._across(card.keys[0], target),
                )  # fmt: skip

    def _across(self, key: str, target: str) -> bool:
        """Return whether a line leads from the losers' bracket to the grand final."""
        sides = self._names.stage_of
        return sides[key].side is Side.LOSERS and sides[target].side is Side.FINAL

    def _next(self, match: Match) -> tuple[str, bool]:
        """Return the winner's next match, or "" while unknown, and whether lines may cross. In
        pods, players are seeded anew: all lines lead to a final, otherwise each to where the player
        sits."""
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
    """Return the number of lines of text on a card, without its notes, which fit between cards."""
    return max(len(card.spots), 1) + bool(card.heading)


def page_layout(names: Names, cards: Cards) -> Layout:
    """Return the layout of a page: one tree, or if that is wide and has two brackets, finished
    stages below the others, so that current stages come first."""
    whole = Layout(names, cards)
    past = _past(names, cards)
    left = names.matches.keys() - past
    if not names.double or whole.columns <= _BROAD or not left or not past:
        return whole
    return Layout(names, cards, left, past)


def _past(names: Names, cards: Cards) -> set[str]:
    """Return the matches of finished stages, but for those whose winner the grand final still
    waits for, and for small stages whose winners meet in one of the others."""
    over = {
        key
        for there in cards.by_stage
        if all(map(_over, there))
        for card in there
        for key in card.keys
    }
    finals = {
        match.key for stage in names.stages if stage.side is Side.FINAL for match in stage.matches
    }
    past = {key for key in over if names.onward.get(key) not in finals - over}
    shown = names.matches.keys() - past
    beside = {
        match.key
        for stage in names.stages
        for match in stage.matches
        if len(stage.matches) <= _SMALL
        and (onward := names.onward.get(match.key)) in shown
        and names.stage_of[onward].side is stage.side
    }
    return past - beside


def _over(card: Card) -> bool:
    return bool(card.winner) or (card.state == "bye" and all(spot.file for spot in card.spots))
