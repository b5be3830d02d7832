"""The players to be paired, in order, with everything about them as small whole numbers.

A player is known by place in the order, 0 for the first; all of pairing works on these places.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from runner.pairing.state import Entrant

_FINEST = 10**12  # points are told apart to this many steps at least


@dataclass(frozen=True, slots=True)
class Field:
    """Players in pairing order and what stands between them, by place.

    `levels` are the points as whole numbers from 0, in proportion; `exact` tells whether to the
    last digit. `met[a][b]` is how often two players met. `clubs` and `fixed` number the
    club or fixed table of each player, 0 for none. `apart[a]` are those of other clubs whom
    somebody asked to keep from `a` by name: a pair has one reason to be kept apart.
    """

    players: tuple[Entrant, ...]
    levels: tuple[int, ...]
    exact: bool
    met: tuple[dict[int, int], ...]
    apart: tuple[frozenset[int], ...]
    clubs: tuple[int, ...]
    fixed: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.players)


def field_of(players: Sequence[Entrant]) -> Field:
    """The field of players already in pairing order."""
    place = {player.id: at for at, player in enumerate(players)}
    levels, exact = whole_numbers([player.points for player in players])
    clubs = _numbered(player.club for player in players)
    apart = _symmetric([player.keep_apart for player in players], place)
    return Field(
        players=tuple(players),
        levels=levels,
        exact=exact,
        met=_symmetric([player.opponents for player in players], place),
        apart=tuple(
            frozenset(other for other in others if not clubs[one] or clubs[other] != clubs[one])
            for one, others in enumerate(apart)
        ),
        clubs=clubs,
        fixed=_numbered(player.fixed_table for player in players),
    )


def whole_numbers(
    values: Sequence[Fraction], finest: int = _FINEST
) -> tuple[tuple[int, ...], bool]:
    """The values as whole numbers from 0, in proportion to each other, and whether exactly so.

    Exact where a common unit makes no more than `finest` steps of their range, else rounded down
    to so many steps; the order is never turned round.
    """
    if not values:
        return (), True
    lowest = min(values)
    unit = Fraction(1, lcm(*(value.denominator for value in set(values))))
    steps = [(value - lowest) / unit for value in values]
    widest = max(steps)
    if widest > finest:
        return tuple(int(step * finest / widest) for step in steps), False
    return tuple(step.numerator for step in steps), True


def _symmetric(named: Sequence[Iterable[str]], place: dict[str, int]) -> tuple[dict[int, int], ...]:
    """Whom each player names or is named by, and how often: the larger of what two say of each
    other. Ids of others are left out."""
    pairs: tuple[dict[int, int], ...] = tuple({} for _ in named)
    for one, others in enumerate(named):
        for identity, times in Counter(others).items():
            other = place.get(identity, one)
            if other != one:
                both = max(times, pairs[one].get(other, 0))
                pairs[one][other] = pairs[other][one] = both
    return pairs


def _numbered(names: Iterable[Hashable]) -> tuple[int, ...]:
    """Each distinct name as a number from 1; 0 for an empty one."""
    numbers: defaultdict[Hashable, int] = defaultdict(lambda: len(numbers) + 1)
    return tuple(numbers[name] if name else 0 for name in names)
