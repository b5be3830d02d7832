"""Swiss matches of two, exactly: the pairs of least weight among all that could be (MTR 10.4).

The players are the nodes of a graph and every possible match is an edge, the bye a player like
any other. What a match costs are the aims of `_aims`, one number, each aim weighing more than all
later ones together. A maximum-weight matching of that graph is the best pairing there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runner.pairing.field import Field, whole_numbers
from runner.pairing.methods import Aims
from runner.randomness import Stream

_FIRST_REACH = 12  # places in the order that opponents are apart at most, before it is widened
_WIDER = 4  # times as far
_MOST_EDGES = 300_000
_FINEST = 1 << 16  # steps of points told apart
_NOISE = 1 << 16  # parts equal pairings, so that there is one best
_BITS = 120  # rustworkx counts with 128, and doubles what it is given


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of places and, for an odd field, the place that has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class _Edge:
    """A possible match, or a bye where `two` is one past the last place."""

    one: int
    two: int
    aims: tuple[int, ...]

    @property
    def conflict(self) -> bool:
        """Whether the players should not meet, or the player should not have the bye."""
        return any(self.aims[:3])


def match_up(
    field: Field, byes: Sequence[int], aims: Aims, stream: Stream, least: int | None = None
) -> Matches:
    """The matches of a field. `byes` are the places in the order in which a bye goes to them.

    Opponents are first looked for among neighbours in the order, and farther off where that
    leaves no perfect pairing without a conflict, or one whose points differ by more than `least`
    steps in all. Only when everybody may meet everybody are conflicts allowed.
    """
