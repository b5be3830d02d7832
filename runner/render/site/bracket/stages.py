"""A stage of a playoff as its page has it, with the place of every card on wide screens."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.render.site.bracket.cards import Card
from runner.render.site.bracket.layout import Join


class CellView(NamedTuple):
    """A card in its stage: its first row there, from 1, and how many it takes. `joins` are the
    lines from it, by the file of the player who goes on, or "" while that is open."""

    card: Card
    row: int
    rows: int
    joins: Mapping[str, Join]


class StageView(NamedTuple):
    """A stage: its title, and in short for a row of links; `progress` is "2 of 4" while it is
    played, and at the one that is `live` the page opens. On wide screens it stands in this column,
    from this row on, in so many rows."""

    title: str
    short: str
    progress: str
    live: bool
    column: int
    row: int
    rows: int
    cells: tuple[CellView, ...]
