"""A playoff drawn for a screen: its stages as columns from left to right, joined by lines.

The winners' bracket is above the losers', and what both lead to stands at the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner.phases.elimination.tree import From, Match, Side
from runner.render.site.bracket.cards import Card, Cards, shown
from runner.render.site.bracket.names import Names, Stage
from runner.render.site.bracket.shapes import Box, Drawing, Line, Pen, Title, mark

_EDGE = 1  # room for the frames' strokes
_TITLE = 50  # from the top of a band to its first card
_OVER = 40  # from a title to the frame of the card that stands alone under it
_BETWEEN = 34  # from one band to the titles of the next
# The width of a card and of the space beside it, by how many columns there are.
_WIDTHS = {1: (420, 0), 2: (440, 200), 3: (340, 100), 4: (300, 72), 5: (264, 54), 6: (236, 44)}
_WIDTHS |= {7: (212, 36), 8: (204, 32)}
_NARROWEST = (194, 28)
_CROSSING = 70  # more space where lines cross
# The height of a row, by how many of them the fullest column has at most.
_ROWS = ((8, 36), (16, 32), (32, 30))
_LOWEST = 28


class _Placed(NamedTuple):
    """A card in its place; `top` is that of its frame."""

    card: Card
    x: int
    top: int


def wide(names: Names, cards: Cards) -> Drawing:
    """The whole playoff in one drawing."""
    return _Wide(names, cards).drawing()


class _Wide:
    """One drawing while it is made: first the columns, then the heights, then the lines."""

    def __init__(self, names: Names, cards: Cards) -> None:
        self._names, self._cards = names, cards
        self._columns = _columns(names)
        count = max(self._columns, default=0) + 1
        width, self._space = _WIDTHS.get(count, _NARROWEST)
        if names.pods and count > 2:
            self._space += _CROSSING
        fullest = max(sum(len(card.spots) for card in each) for each in cards.by_stage)
        row = next((row for most, row in _ROWS if fullest <= most), _LOWEST)
        self._pen = Pen(width, row, 17 if row > _LOWEST and count < 7 else 16)
        if count > max(_WIDTHS):
            self._pen = Pen(width, row, 15, inset=31, score=22)
        self._gap = 24 if fullest <= 16 else 18
        self._count = count
        self._placed: dict[str, _Placed] = {}
        self._titles: list[Title] = []
        self._bottom = 0

    def drawing(self) -> Drawing:
        self._band(Side.WINNERS, 0)
        if self._names.double:
            self._band(Side.LOSERS, self._bottom + _BETWEEN)
        self._at_the_end()
        placed = [self._placed[card.key] for each in self._cards.by_stage for card in each]
        boxes = {each.card.key: self._pen.box(each.card, each.x, each.top) for each in placed}
        width = 2 * _EDGE + self._count * (self._pen.width + self._space) - self._space
        lines = tuple(self._lines(boxes))
        return Drawing(
            width, self._bottom + _EDGE, self._pen.size, self._pen.row, self._pen.inset,
            tuple(self._titles), tuple(boxes.values()), lines,
        )  # fmt: skip

    # --- where the cards are ---------------------------------------------------------------------

    def _band(self, side: Side, top: int) -> None:
        """The columns of the winners or of the losers, with their titles."""
        every = zip(self._names.stages, self._cards.by_stage, self._columns, strict=True)
        stages = [(stage, cards, column) for stage, cards, column in every if stage.side is side]
        start = top + _TITLE
        fullest = max(range(len(stages)), key=lambda at: len(stages[at][1]), default=0)
        # From the fullest column on each stands between those that lead to it, and before it each
        # at the height of where its winner goes.
        for at in [*range(fullest, len(stages)), *range(fullest - 1, -1, -1)]:
            _, cards, column = stages[at]
            if at == fullest:
                most = max(self._pen.height(card) for _, there, _ in stages for card in there)
                half = -(-(most + self._gap) // 2) - self._gap
                least = most if side is Side.LOSERS else half
                self._stack(cards, self._x(column), start, 0 if self._names.pods else least)
                continue
            wanted = [self._wanted(each) for each in cards]
            if not any(wanted):
                wanted = self._spread(cards, start)
            self._column(cards, wanted, self._x(column), start)
        self._titles += [
            Title(self._x(column), top + 22, self._pen.width, stage.title)
            for stage, _, column in stages
        ]

    def _stack(self, cards: Sequence[Card], x: int, start: int, least: int) -> None:
        """Cards from the top, with at least so much room for each. For where a match follows on two
        byes, or in the losers' bracket on one, it must not need more than they do."""
        for card in cards:
            height = self._pen.height(card)
            spare = max(least - height, 0)
            self._put(card, x, start + spare // 2 + self._pen.above(card))
            start += height + spare + self._gap

    def _column(
        self, cards: Sequence[Card], wanted: Sequence[float | None], x: int, start: int
    ) -> None:
        """Cards from the top, each with its middle where it is wanted if there is room."""
        for card, middle in zip(cards, wanted, strict=True):
            top = start + self._pen.above(card)
            if middle is not None:
                top = max(top, round(middle - self._pen.rows(card) / 2))
            self._put(card, x, top)
            below = self._pen.height(card) - self._pen.above(card)
            start = top + below + self._gap

    def _put(self, card: Card, x: int, top: int) -> None:
        self._placed[card.key] = _Placed(card, x, top)
        below = self._pen.height(card) - self._pen.above(card)
        self._bottom = max(self._bottom, top + below)

    def _wanted(self, card: Card) -> float | None:
        """The middle of those that lead to a card, or else of where it leads to; None where neither
        stands already."""
        sources = (place.source for place in self._names.matches[card.key].places)
        near = [each.match for each in sources if each.kind is From.WINNER]
        if not any(each in self._placed for each in near):
            near = [self._names.onward.get(card.key, "")]
        middles = [self._middle(each) for each in near if each in self._placed]
        return sum(middles) / len(middles) if middles else None

    def _middle(self, key: str) -> float:
        return self._placed[key].top + self._pen.rows(self._placed[key].card) / 2

    def _spread(self, cards: Sequence[Card], start: int) -> list[float | None]:
        """Even room for each card of a column that is seeded anew."""
        heights = [self._pen.height(each) for each in cards]
        room = max((self._bottom - start - sum(heights)) / len(cards), 0.0)
        found: list[float | None] = []
        at = start + room / 2
        for card, height in zip(cards, heights, strict=True):
            found.append(at + self._pen.above(card) + self._pen.rows(card) / 2)
            at += height + room
        return found

    def _at_the_end(self) -> None:
        """The grand final and its reset, or the match for third place below the final."""
        every = zip(self._names.stages, self._cards.by_stage, self._columns, strict=True)
        floor = 0
        for stage, cards, column in every:
            if stage.side in (Side.WINNERS, Side.LOSERS):
                continue
            x = self._x(column)
            for card in cards:
                middle = self._wanted(card) if stage.side is Side.FINAL and not floor else None
                top = self._below(column, floor)
                if middle is not None:
                    top = round(middle) - self._pen.rows(card) // 2
                self._titles.append(Title(x, top - _OVER, self._pen.width, stage.title))
                self._put(card, x, top)
                floor = self._bottom_of(card)

    def _below(self, column: int, floor: int) -> int:
        x = self._x(column)
        there = (self._bottom_of(each.card) for each in self._placed.values() if each.x == x)
        return max([floor, *there]) + _BETWEEN + _OVER + 20

    def _bottom_of(self, card: Card) -> int:
        placed = self._placed[card.key]
        return placed.top + self._pen.height(card) - self._pen.above(card)

    def _x(self, column: int) -> int:
        return _EDGE + column * (self._pen.width + self._space)

    # --- the lines -------------------------------------------------------------------------------

    def _lines(self, boxes: Mapping[str, Box]) -> Iterator[Line]:
        for before, stage in zip((None, *self._names.stages), self._names.stages, strict=False):
            for match in stage.matches:
                if match.key in boxes:
                    yield from self._known(match, boxes)
                    if self._names.pods and before:
                        yield from self._seeded_anew(before, stage, match, boxes)

    def _known(self, match: Match, boxes: Mapping[str, Box]) -> Iterator[Line]:
        """The lines of a bracket: it is settled from the beginning who comes from where."""
        target = boxes[match.key]
        for row, at in enumerate(shown(match)):
            source = match.places[at].source
            box = boxes.get(source.match)
            if source.kind is not From.WINNER or box is None or box.x >= target.x:
                continue
            start = (box.x + box.width, box.y + box.height // 2)
            end = (target.x, target.y + row * self._pen.row + self._pen.row // 2)
            player = match.places[at].player or self._names.matches[source.match].winner
            seed = self._names.seeds.get(player, 0)
            turn = end[0] - self._space // 2
            path = f"M{start[0]} {start[1]}H{turn}V{end[1]}H{end[0]}"
            yield Line(path, mark(seed), box.key, target.key, at, (*start, *end))

    def _seeded_anew(
        self, before: Stage, stage: Stage, match: Match, boxes: Mapping[str, Box]
    ) -> Iterator[Line]:
        """The lines of pods: from each to where its winner sits, once that is known; before, only
        to a final, where all of them lead."""
        target = boxes[match.key]
        places = {match.places[at].player: (row, at) for row, at in enumerate(shown(match))}
        for each in before.matches:
            start = self._leaves(each, boxes, before)
            mover = each.winner or (each.places[0].player if each.bye else "")
            row, at = places.get(mover, (0, None)) if mover else (0, None)
            if start is None or (at is None and len(stage.matches) > 1):
                continue
            down = target.height // 2
            if at is not None:
                down = row * self._pen.row + self._pen.row // 2
            end = (target.x, target.y + down)
            half = (start[0] + end[0]) // 2
            path = f"M{start[0]} {start[1]}C{half} {start[1]} {half} {end[1]} {end[0]} {end[1]}"
            seed = self._names.seeds.get(mover or "", 0)
            faint = len(stage.matches) > 1
            yield Line(path, mark(seed), each.key, match.key, at, (*start, *end), faint)

    def _leaves(
        self, match: Match, boxes: Mapping[str, Box], stage: Stage
    ) -> tuple[int, int] | None:
        """Where the line of a match begins; those with a bye share a card, and each has a row."""
        box = boxes.get(match.key)
        if match.bye:
            byes = [each.key for each in stage.matches if each.bye]
            box = boxes.get(byes[0])
            if box:
                middle = byes.index(match.key) * self._pen.row + self._pen.row // 2
                return box.x + box.width, box.y + middle
        return (box.x + box.width, box.y + box.height // 2) if box else None


def _columns(names: Names) -> list[int]:
    """The column of each stage. A stage of the winners stands above that which its losers go to,
    the finals behind both, and the match for third place below the final."""
    found: dict[tuple[Side, int], int] = {}
    losers = [each for each in names.stages if each.side is Side.LOSERS]
    for at, stage in enumerate(losers):
        found[stage.side, stage.number] = at
    column = -1
    for stage in names.stages:
        if stage.side is Side.WINNERS:
            column = max(column + 1, _dropped_into(names, stage, found))
            found[stage.side, stage.number] = column
    last = max([column, len(losers) - 1])
    for stage in names.stages:
        if stage.side is Side.THIRD:
            found[stage.side, stage.number] = column
        elif stage.side is Side.FINAL:
            found[stage.side, stage.number] = last + 1
    return [found[each.side, each.number] for each in names.stages]


def _dropped_into(names: Names, stage: Stage, found: Mapping[tuple[Side, int], int]) -> int:
    """The column of the losers' stage that the losers of a stage go to, 0 for none."""
    keys = {each.key for each in stage.matches}
    columns = (
        found[match_stage.side, match_stage.number]
        for match_stage in names.stages
        if match_stage.side is Side.LOSERS
        for match in match_stage.matches
        if any(
            place.source.kind is From.LOSER and place.source.match in keys for place in match.places
        )
    )
    return min(columns, default=0)
