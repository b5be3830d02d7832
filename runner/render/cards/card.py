"""What a table card is made of. Its words are marked for the catalogues, and said when printed."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from runner.core.event import Mode
from runner.render.cards.drawing import Drawing
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import Rules


class Follows(Enum):
    """What a line has from the rules of the phase that is played, before words of its own. Of a
    `RANGE` it has either."""

    TIME = auto()
    POINTS = auto()
    RANGE = auto()
    TURNS = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """What it is about, what holds, and the rules that say so; `follows` tells what is taken from
    the phase. `by` are the rules of the variant that alone have it, and `reach` the spell range by
    them, where the phase does not say."""

    about: str
    text: str = ""
    source: str = ""
    follows: Follows | None = None
    by: Rules | None = None
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """The card of what is played at a table: the table seen from above, and its lines. The key is
    that of a variant; `name` and `life` are said where it has none."""

    key: str
    table: Callable[[Ruleset], Drawing]
    lines: tuple[Line, ...]
    mode: Mode = Mode.MULTIPLAYER
    name: str = ""
    life: int = 20
