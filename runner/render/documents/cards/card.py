"""What a table card is made of. Its words are marked for the catalogues, and said when printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from runner.core.event import Mode
from runner.render.documents.cards.drawing import Drawing


class Follows(Enum):
    """What a line has from the rules of the phase that is played, instead of words of its own."""

    TIME = auto()
    POINTS = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """What it is about, what holds, and the rules that say so. `figures` stand in its words, and
    `follows` tells what comes before them."""

    about: str
    text: str = ""
    source: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)
    follows: Follows | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a variant: `players` and `life` in few words, the table seen from above, and its
    lines. `mode` and `shared_life` tell which rules hold where no phase plays it."""

    key: str
    name: str
    players: str
    teams: str
    life: str
    table: Drawing
    lines: tuple[Line, ...]
    mode: Mode = Mode.MULTIPLAYER
    shared_life: bool = False
