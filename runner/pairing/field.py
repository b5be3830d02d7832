"""The players to be paired, in order, with everything about them as small whole numbers.

A player is known by place in the order, 0 for the first; all of pairing works on these places.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.numbers import in_proportion
from runner.pairing.state import Entrant

_FINEST = 10**12  # points of matches are told apart to this many steps at least


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


def field_of(players: Sequence[Entrant], finest: int | None = _FINEST) -> Field:
    """Return the field of players already in pairing order; None for `finest`: points are exact,
    however large whole numbers they make."""
    place = {player.id: at for at, player in enumerate(players)}
    levels, exact = whole_numbers([player.points for player in players], finest)
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
    values: Sequence[Fraction], finest: int | None = _FINEST
) -> tuple[tuple[int, ...], bool]:
    """Return the values as whole numbers from 0, in proportion to each other, and whether exactly
    so.

    Exact where a common unit makes no more than `finest` steps of their range, else rounded down
    to so many steps; the order is never turned round.
    """
    if not values:
        return (), True
    scaled = in_proportion(values)
    lowest = min(scaled)
    widest = max(scaled) - lowest
    if finest is not None and widest > finest:
        return tuple((step - lowest) * finest // widest for step in scaled), False
    return tuple(step - lowest for step in scaled), True


def _symmetric(named: Sequence[Sequence[str]], place: dict[str, int]) -> tuple[dict[int, int], ...]:
    """Return whom each player names or is named by, and how often: the larger of what two say of
    each other. Ids of others are left out."""
    if not any(named):
        return tuple({} for _ in named)
    times_named: list[dict[int, int]] = []
    for one, others in enumerate(named):
        own: dict[int, int] = {}
        for identity in others:
            other = place.get(identity, one)
            if other != one:
                own[other] = own.get(other, 0) + 1
        times_named.append(own)
    pairs = tuple(map(dict, times_named))
    for one, own in enumerate(times_named):
        for other, times in own.items():
            if pairs[other].get(one, 0) < times:
                pairs[other][one] = times
    return pairs


def _numbered(names: Iterable[Hashable]) -> tuple[int, ...]:
    """Return each distinct name as a number from 1; 0 for an empty one."""
    numbers: defaultdict[Hashable, int] = defaultdict(lambda: len(numbers) + 1)
    return tuple(numbers[name] if name else 0 for name in names)
