"""A playoff drawn for a phone: one drawing a stage, one below the other, in letters of full size.

Cards whose winners meet are joined at the right, where it says in which match; a player's path is
the cards of that player alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.names import Names
from runner.render.site.bracket.shapes import Box, Chip, Drawing, Line, Pen, Title, mark

_WIDTH = 358  # of a phone's page, so that a unit is a pixel there
_BRACE = 308  # the width of a card with a brace beside it
_ROOM = 44
_GAP = 14
_EDGE = 1


class StageDrawing(NamedTuple):
    """One stage; `anchor` is its id on the page, `short` what it is called in a row of links."""

    title: str
    short: str
    anchor: str
    playing: bool
    drawing: Drawing


def narrow(names: Names, cards: Cards) -> tuple[StageDrawing, ...]:
    """Every stage, in the order in which people ask for them."""
    return tuple(
        StageDrawing(
            stage.title,
            stage.short if names.double else stage.title,
            f"stage-{at}",
            any(each.state == "playing" for each in there),
            _stage(names, there),
        )
        for at, (stage, there) in enumerate(zip(names.stages, cards.by_stage, strict=True), 1)
    )


def path(names: Names, cards: Cards, player: str) -> Drawing | None:
    """The matches of one player, the first on top; None for somebody who is in none."""
    seed = names.seeds.get(player, 0)
    mine = cards.by_player.get(player)
    if not mine:
        return None
    pen = Pen(_WIDTH - 2 * _EDGE, 44, 17, label=0)
    titles, boxes, lines = [], [], []
    at = 0
    for title, card in mine:
        titles.append(Title(_EDGE, at + 24, pen.width, title))
        box = pen.box(card, _EDGE, at + 30, seed)
        boxes.append(box._replace(label="", aside=card.table))
        if len(boxes) > 1:
            lines.append(_joined(boxes[-2], box, seed))
        at += 30 + pen.rows(card) + (pen.note if card.note else 0) + 26
    return Drawing(
        _WIDTH, at - 24, pen.size, pen.row, pen.inset, tuple(titles), tuple(boxes), tuple(lines)
    )  # fmt: skip


def _joined(above: Box, below: Box, seed: int) -> Line:
    """Down from a player's card to the next, between the words above that."""
    x, start, end = _WIDTH // 2 + 40, above.y + above.height, below.y
    return Line(f"M{x} {start}V{end}", mark(seed), above.key, below.key, None, (x, start, x, end))


def _stage(names: Names, cards: Sequence[Card]) -> Drawing:
    """One below the other; those that lead to one match are joined."""
    braces = any(each.key in names.onward for each in cards)
    pen = Pen((_BRACE if braces else _WIDTH) - 2 * _EDGE, 44, 17)
    boxes: list[Box] = []
    at = _EDGE
    for card in cards:
        boxes.append(pen.box(card, _EDGE, at + pen.above(card)))
        at += pen.height(card) + _GAP
    lines: list[Line] = []
    chips: list[Chip] = []
    for target, group in _groups(boxes, names.onward):
        middle = sum(each.y + each.height // 2 for each in group) // len(group)
        lines += [_brace(names, each, target, middle) for each in group]
        label = names.label(target)
        words = tuple(label.split(" ", 1)) if len(label) > 4 and " " in label else (label,)
        chips.append(Chip(_WIDTH - _ROOM // 2 + 3, middle, words))
    height = at - _GAP + _EDGE
    return Drawing(
        _WIDTH, height, pen.size, pen.row, pen.inset,
        (), tuple(boxes), tuple(lines), tuple(chips),
    )  # fmt: skip


def _groups(boxes: Sequence[Box], onward: Mapping[str, str]) -> Iterator[tuple[str, list[Box]]]:
    """Neighbours whose winners go on to one match, with that match."""
    group: list[Box] = []
    for at, box in enumerate(boxes):
        target = onward.get(box.key)
        if target is None:
            continue
        group.append(box)
        following = boxes[at + 1].key if at + 1 < len(boxes) else ""
        if onward.get(following) != target:
            yield target, group
            group = []


def _brace(names: Names, box: Box, target: str, middle: int) -> Line:
    start = (box.x + box.width, box.y + box.height // 2)
    end = (_BRACE + 6, middle)
    winner = names.matches[box.key].winner
    seed = names.seeds.get(winner, 0)
    path = f"M{start[0]} {start[1]}H{end[0]}V{end[1]}" + ("" if start[1] != end[1] else "h4")
    return Line(path, mark(seed), box.key, target, None, (*start, *end))
