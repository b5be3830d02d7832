"""A playoff as a tree of matches, each place with where its player comes from (docs/rules.md 5).

The same for brackets and pods: a place is taken by a seed, by the winner or the loser of a match,
or, where everybody left is seeded anew, by the best but so many of those who are left.
"""

from dataclasses import dataclass
from enum import StrEnum


class From(StrEnum):
    """How somebody comes by a place."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    LEFT = "left"


class Side(StrEnum):
    """The part of a playoff that a match belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a place's player comes from.

    `number` is the seed, from 1, or for `LEFT` the rank by seed among those left; `match` the key
    of the match whose winner or loser it is.
    """

    kind: From
    number: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a match: `player` is an id, "" while that is open and None where nobody will ever
    come (the opponent of a bye)."""

    source: Source
    player: str | None = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match or pod. `stage` is its column on its side, from 1; `round` the phase's round in which
    it is, or would be, played; `table` the number of its table, None before it is paired and for a
    bye. `winner` is an id or "", `bye` that its only player goes on without playing."""

    key: str
    side: Side
    stage: int
    round: int
    places: tuple[Place, ...]
    table: int | None = None
    winner: str = ""
    bye: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The ids that are known."""
        return tuple(place.player for place in self.places if place.player)


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole playoff: its matches by side, stage and place in the bracket, from the top, and the
    ids by seed."""

    matches: tuple[Match, ...]
    seeds: tuple[str, ...]

    def match(self, key: str) -> Match:
        """The match with that key; raises KeyError where there is none."""
        found = next((match for match in self.matches if match.key == key), None)
        if found is None:
            raise KeyError(key)
        return found
