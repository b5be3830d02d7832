"""Groups of a round robin: who is in which (docs/rules.md 5).

Groups are filled in a snake: the best seeds one to each group, the next ones the other way round.
Where players are to be kept apart, those of equal seed change places, and nobody else.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from runner.core.language import _
from runner.core.randomness import Stream

Groups = tuple[tuple[str, ...], ...]
"""The ids of each group, in the order of their numbers in it."""
Apart = Mapping[str, Collection[str]]
"""For each player those who had better be elsewhere; both know of each other."""
Cost = Callable[[int, str], int]
"""What it costs that a player has a place of a row: its index, and the id."""

_TRIES = 20
_NOBODY = ""


def letter(at: int) -> str:
    """The name of the group at an index: "A" to "Z", then "AA"."""
    letters = ""
    while at >= 0:
        at, last = divmod(at, 26)
        letters = chr(ord("A") + last) + letters
        at -= 1
    return letters


def title(at: int) -> str:
    """ "Group A" for the group at index 0."""
    return _("Group {letter}", letter=letter(at))


def title_of(groups: Groups, players: Collection[str]) -> str:
    """ "Group A", where all of the players are in it; "" where they are in no group together."""
    found = (at for at, group in enumerate(groups) if {*players} <= {*group})
    return next(map(title, found), "")


def dealt(players: Sequence[str], size: int, apart: Apart, chance: Stream) -> Groups:
    """The players, the best first, in as few groups as hold at most `size` each.

    Sizes differ by one at most. As few as possible are with somebody from whom they are to be
    apart: where exchanges of two leave some, it begins again with the players of equal seed in a
    random order, a few times, and keeps the best. Ten players in groups of four at most:

        1 6 7   2 5 8   3 4 9 10
    """
    count = -(-len(players) // size)
    rows: list[list[str]] = []
    for at in range(0, len(players), max(count, 1)):
        row = [*players[at : at + count]]
        row += [_NOBODY] * (count - len(row))
        rows.append(row[::-1] if len(rows) % 2 else row)
    best, least = _parted(rows, apart)
    for _again in range(_TRIES if least else 0):
        now, left = _parted([chance.shuffled(row) for row in rows], apart)
        if left < least:
            best, least = now, left
    return best


def together(groups: Groups, apart: Apart) -> int:
    """How many pairs share a group though they are to be apart."""
    both = (other in apart.get(one, ()) for group in groups for one in group for other in group)
    return sum(both) // 2


def _parted(rows: Sequence[Sequence[str]], apart: Apart) -> tuple[Groups, int]:
    """The columns of some rows, after exchanges within rows until none parts more, and how many
    pairs are together that are not to be. The lowest seeds move first."""
    found = [[*row] for row in rows]

    def cost_in(number: int) -> Cost:
        others = [row for at, row in enumerate(found) if at != number]
        return lambda at, player: sum(row[at] in apart.get(player, ()) for row in others)

    last_first = range(len(found) - 1, -1, -1)
    while sum(exchanged(found[number], cost_in(number)) for number in last_first):
        pass  # until nobody moves in any row
    groups = tuple(tuple(filter(None, column)) for column in zip(*found, strict=True))
    return groups, together(groups, apart)


def exchanged(row: list[str], cost: Cost) -> bool:
    """Let two of a row change places wherever that costs less, the shorter way where it is equal.

    Says whether anybody has moved; then there may be more to exchange.
    """
    moved = False
    for at in range(len(row)):
        other = _better(row, at, cost) if cost(at, row[at]) else at
        if other != at:
            row[at], row[other] = row[other], row[at]
            moved = True
    return moved


def _better(row: Sequence[str], at: int, cost: Cost) -> int:
    """The place that it is best to change with; the same place where no exchange costs less."""

    def gain(other: int) -> int:
        one, two = row[at], row[other]
        return cost(at, one) + cost(other, two) - cost(at, two) - cost(other, one)

    gains = [gain(other) for other in range(len(row))]
    best = min(range(len(row)), key=lambda other: (-gains[other], abs(other - at), other))
    return best if gains[best] > 0 else at
