"""The bracket on paper: a tree drawn to scale, on as few sheets as stay readable from nearby.

Heights are counted in rows: a few for each line of the label above a box, and for each place in it.
What does not fit on one sheet at a readable size is split: first into the two brackets of a double
elimination, then into the trees leading to the matches of one stage, followed by the later stages.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import partial
from math import inf
from statistics import median
from types import SimpleNamespace

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _
from runner.core.phase import Mode
from runner.phases.elimination.names import NamedStage, Names
from runner.phases.elimination.tree import Side
from runner.render.directory import Directory
from runner.render.documents.fitting import Fitted, Widths, fit, lines_of
from runner.render.documents.layout import PageSetup
from runner.render.documents.listing import BOTTOM, SIDES, TOP
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.layout import Cell, Layout

_HEADING, _BANNER = 13.0, 14.0  # millimetres: the title, the label of a rehearsal
_ROW, _USUAL, _HIGHEST = 0.9, 2.5, 3.6  # minimum, usual and maximum height of a row
_COLUMN, _POD, _BROADEST = 27.0, 42.0, 130.0  # width of a column: minimum, for pods, maximum
_GAP, _EDGE, _SEED, _SCORED = 4.0, 0.6, 6.0, 5.0  # between columns, inside a box; for seed, score
_TITLE, _OVER, _SPOT = 6, 3, 4  # rows of a stage's title, of a line of a label, of a place
_POINTS, _ROUNDING = 72 / 25.4, 1e-6  # points in a millimetre; what widths may be off in ems
_DIGITS = 10.5  # maximum size of a seed in points in usual rows
_SHARE, _LINE = 0.8, 1.15  # font size in a row's height, line height in font sizes
_READ, _SCORE = 7.0, 12.0  # smallest readable size in points, and that of a score in usual rows
_USUALLY = 1.6  # times the median width: names up to this are equally large, longer ones smaller
_LABEL, _LABELS = 6.0, 11.0  # minimum and maximum size of the label above a box in points


class BracketSheet(Sheet):
    """The bracket of the round's phase, with the results so far."""

    KEY, TEMPLATE, ACROSS = "bracket", "bracket.html", True

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Return the sheets, or None if the phase is not a playoff."""
        phase = snapshot.phases[round_id.phase - 1]
        tree = phases.tree(phase)
        if tree is None:
            return None
        names = Names(tree, pods=phase.phase.mode is not Mode.HEAD_TO_HEAD)
        cards = Cards(names, phase, snapshot, Directory(snapshot))
        wide = setup.paper.height - 2 * SIDES
        tall = setup.paper.width - TOP - BOTTOM - _HEADING - _BANNER * snapshot.rehearsal
        drawing = _Drawing(names, cards, wide, tall)
        parts = list(drawing.parts())
        sheets = (drawing.sheet(part, alone=len(parts) == 1) for part in parts)
        return Content(phase.phase.name, tuple(sheets))


_Part = tuple[Mapping[str, Cell], list[tuple[str, int, int]]]
"""The content of a sheet: the cells of its cards, and each title with its column and row."""


class _Drawing:
    """A playoff on sheets of this size, in millimetres."""

    def __init__(self, names: Names, cards: Cards, wide: float, tall: float) -> None:
        self._names, self._cards, self._wide, self._tall = names, cards, wide, tall
        self._card = {card.keys[0]: card for there in cards.by_stage for card in there}
        self._bold = Widths("bold", {})

    def parts(self) -> Iterator[_Part]:
        """Yield the content of each sheet."""
        stages = self._names.stages
        losers = [stage for stage in stages if stage.side is Side.LOSERS]
        if self._names.pods:
            yield from self._pods()
        elif losers and not self._fits(_keys(stages)):
            yield from self._split([stage for stage in stages if stage not in losers])
            yield from self._split(losers)
        else:
            yield from self._split(stages)

    def _pods(self) -> Iterator[_Part]:
        """Yield stages next to each other (nothing leads to a pod), tall ones in several
        columns."""
        most, rows = int(self._tall / _ROW) - _TITLE, partial(self._rows, wide=_POD)
        columns = [
            (stage.title, cards[len(cards) * at // parts : len(cards) * (at + 1) // parts])
            for stage, cards in zip(self._names.stages, self._cards.by_stage, strict=True)
            for parts in [-(-sum(map(rows, cards)) // most)]
            for at in range(parts)
        ]
        abreast = int((self._wide + _GAP) / (_POD + _GAP))
        for first in range(0, len(columns), abreast):
            some, cells = columns[first : first + abreast], dict[str, Cell]()
            height = max(sum(map(rows, cards)) for _title, cards in some)
            for column, (_title, cards) in enumerate(some):
                row, spare = _TITLE, (height - sum(map(rows, cards))) // len(cards)
                for card in cards:
                    cells[card.keys[0]] = Cell(column, row, rows(card) + spare)
                    row += rows(card) + spare
            yield cells, [(title, at, 0) for at, (title, _cards) in enumerate(some)]

    def _split(self, stages: Sequence[NamedStage]) -> Iterator[_Part]:
        """Yield the stages on one sheet or, split at the last stage whose trees fit, on several."""
        keys = _keys(stages)
        if not stages or self._fits(keys):
            yield from self._placed([keys])
            return
        for at in range(len(stages) - 1, -1, -1):
            below = _keys(stages[: at + 1])
            trees = [self._tree(match.key, below) for match in stages[at].matches]
            trees += [{key} for key in below - set().union(*trees)]
            if not at or (len(stages[at].matches) > 1 and all(map(self._fits, trees))):
                yield from self._placed(trees)
                yield from self._split(stages[at or 1 :])
                return

    def _tree(self, key: str, keys: Set[str]) -> Set[str]:
        """Return a match with those of `keys` that lead to it."""
        before = [each for each in self._names.leading_to.get(key, ()) if each in keys]
        return {key}.union(*(self._tree(each, keys) for each in before))

    def _fits(self, keys: Set[str]) -> bool:
        placed = self._layout(keys)
        room = placed.columns * (_COLUMN + _GAP) - _GAP <= self._wide
        return room and placed.height * _ROW <= self._tall

    def _layout(self, keys: Set[str]) -> Layout:
        """Return the layout of these matches; labels have the lines that their columns ask for."""
        return self._in(self._column(self._in(_COLUMN, keys).columns), keys)

    def _in(self, wide: float, keys: Set[str]) -> Layout:
        lines = partial(self._rows, wide=wide)
        return Layout(self._names, self._cards, keys, lines=lines, title=_TITLE)

    def _column(self, columns: int) -> float:
        """Return the width of each of so many columns."""
        return min(_BROADEST, (self._wide + _GAP) / columns) - _GAP

    def _placed(self, trees: Sequence[Set[str]]) -> Iterator[_Part]:
        """Yield trees in order, as many on each sheet as fit."""
        some: Set[str] = set()
        for tree in (*trees, set[str]()):
            if some and (not tree or not self._fits(some | tree)):
                yield self._part(some)
                some = set()
            some = some | tree

    def _part(self, keys: Set[str]) -> _Part:
        cells, titles = (placed := self._layout(keys)).cells, []
        for stage in self._names.stages:
            if here := [match.key for match in stage.matches if match.key in keys]:
                titles.append((stage.title, cells[here[0]].column, placed.rows(stage)[0]))
        return cells, titles

    def _about(self, cells: Mapping[str, Cell]) -> str:
        """Return which part of the playoff a sheet has: "Winners’ bracket · W1.1 – W1.8"."""
        here = [stage for stage in self._names.stages
                if any(match.key in cells for match in stage.matches)]  # fmt: skip
        sides = {Side.WINNERS: _("Winners’ bracket"), Side.LOSERS: _("Losers’ bracket")}
        named = [sides.get(stage.side, stage.title) for stage in here if self._names.double]
        first = [self._names.labels[match.key] for match in here[0].matches if match.key in cells]
        if not named or len(first) < len(here[0].matches):
            named.append(f"{first[0]} – {first[-1]}")
        return " · ".join(dict.fromkeys(named))

    def sheet(self, part: _Part, *, alone: bool) -> SimpleNamespace:
        """Return the template's view of a sheet: texts at the size that fits, boxes with positions
        in millimetres, `lines` as an SVG path, and what it is `about` unless it is `alone`."""
        cells, titles = part
        columns = 1 + max(cell.column for cell in cells.values())
        row = min(_HIGHEST, self._tall / max(cell.row + cell.rows for cell in cells.values()))
        wide = self._column(columns)
        step = wide + _GAP
        middle = {key: (cell.middle + _OVER * self._label(self._card[key], wide) / 2) * row
                  for key, cell in cells.items()}  # fmt: skip
        path = "".join(
            f"M{here.column * step + wide:.2f} {middle[key]:.2f}"
            f"H{there.column * step - _GAP / 2:.2f}V{middle[to]:.2f}h{_GAP / 2}"
            for key, to in ({} if self._names.pods else self._names.onward).items()
            if (here := cells.get(key)) and (there := cells.get(to))
        )
        cards = [(self._card[key], cell) for key, cell in cells.items()]
        cards.sort(key=lambda each: each[1])  # in reading order
        titled = self._same(
            [title for title, *_place in titles], wide, min(7.0, (_TITLE - 0.5) * row)
        )
        longest = max(self._bold.of(_heading(card)) for card, *_cell in cards) + _ROUNDING
        over = min(_LABELS, _OVER * row * _SHARE * _POINTS, wide * _POINTS / longest)
        over = max(_LABEL, over)
        larger = max(1.0, row / _USUAL)
        spots = [spot for card, *_cell in cards for spot in card.spots]
        room = wide - larger * (_SEED + _SCORED) - 2 * _EDGE
        usual = self._usual([spot.name for spot in spots])
        named = self._same(usual, room, _SPOT * row, larger * _SCORE)
        return SimpleNamespace(
            wide=self._wide, tall=self._tall, column=wide, spot=_SPOT * row, lines=path,
            seed=larger * _SEED, score=larger * _SCORED,
            digits=min(0.75 * named("").points, _DIGITS * larger),
            about="" if alone else self._about(cells),
            titles=[
                SimpleNamespace(x=at * step, y=top * row, text=titled(title))
                for title, at, top in titles
            ],
            cards=[
                SimpleNamespace(
                    x=cell.column * step, y=(cell.middle - self._rows(card, wide) / 2) * row,
                    over=_OVER * row * self._label(card, wide), tall=self._rows(card, wide) * row,
                    heading=Fitted(over, tuple(self._lines(card, wide, over))),
                    crown=card.state == "crown",
                    spots=[
                        (spot, named(spot.name), self._score(spot.score, _SPOT * row, larger))
                        for spot in card.spots
                    ],
                )
                for card, cell in cards
            ],
        )  # fmt: skip

    def _rows(self, card: Card, wide: float) -> int:
        """Return the number of rows of a card: its label, and its places."""
        return _OVER * self._label(card, wide) + _SPOT * max(len(card.spots), 1)

    def _label(self, card: Card, wide: float) -> int:
        """Return the number of lines of a card's label at its smallest size."""
        return len(self._lines(card, wide, _LABEL))

    def _lines(self, card: Card, wide: float, points: float) -> list[str]:
        return lines_of(_heading(card), wide * _POINTS / points, self._bold)

    def _score(self, text: str, tall: float, larger: float) -> Fitted:
        """Return a score or a word such as "bye" at the size that fits into one line."""
        wide = larger * _SCORED - 1
        points = min(tall * _SHARE, wide / (self._bold.of(text) or 1.0)) * _POINTS
        return Fitted(min(points, larger * _SCORE), (text,))

    def _usual(self, names: Sequence[str]) -> Sequence[str]:
        """Return the names without the few that are so long that all would become small."""
        middle = median(map(self._bold.of, names)) if names else 0.0
        return [name for name in names if self._bold.of(name) <= _USUALLY * middle]

    def _same(
        self, texts: Sequence[str], wide: float, tall: float, most: float = inf
    ) -> Callable[[str], Fitted]:
        """Return a function that fits a text into this space, all at the size of the longest of
        `texts`, at most `most`; longer ones, and all if that is unreadable, are broken into two
        lines or shrunk."""
        longest = max(map(self._bold.of, texts), default=0.0) + _ROUNDING
        points = min(tall * _SHARE * _POINTS, most, max(_READ, wide * _POINTS / longest))

        def fitted(text: str) -> Fitted:
            for share in (1.0, 0.85, 0.7, 0.6, 0.5, 0.0):
                each = min(points, max(_LABEL, share * points))
                lines = lines_of(text, wide * _POINTS / each, self._bold)
                whole = each <= _READ or " ".join(lines) == text
                if whole and len(lines) <= 2 and len(lines) * each * _LINE <= tall * _POINTS:
                    return Fitted(each, tuple(lines))
            return fit(text, wide, tall, points, self._bold)

        return fitted


def _heading(card: Card) -> str:
    loser = card.loser_to and _("loser to {match}", match=card.loser_to)
    crown = _("Champion") if card.state == "crown" else ""
    return " · ".join(filter(None, (card.heading, crown, *card.notes, loser)))


def _keys(stages: Sequence[NamedStage]) -> Set[str]:
    return {match.key for stage in stages for match in stage.matches}
