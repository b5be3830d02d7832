"""Matches of a playoff as a tree, and those of a double elimination (docs/rules.md 5).

A place is taken by a seed, by the winner or loser of a match or, where everybody left is seeded
anew, by the n-th of those who are left. Every bracket that is not seeded anew is a row of fixtures,
each after those that it waits for.

In a double elimination losers are dropped crossed, so that those who met in the winners' bracket
meet again as late as possible. The loser of its round j goes to the place whose number differs in
the mirrored binary digits of j - 1: round 2 swaps the halves, round 3 the quarters of each half,
round 4 both, and so on with eighths. Two who met can then meet again in the losers' bracket from
its round 3 of 4 with 8 players, 4 of 6 with 16, 5 of 8 with 32, 7 of 10 with 64 and 8 of 12 with
128; no other order puts it off any further (tests/phases/test_double_bracket.py).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from runner.phases import bracket


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
    """Where a place's player comes from. `number` is the seed, from 1, or for `LEFT` the rank by
    seed among those left; `match` the key of the match whose winner or loser it is."""

    kind: From
    number: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place: `player` is an id, "" while open, None where nobody will come (beside a bye)."""

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
    """A whole playoff: its matches by side, stage and place from the top, and the ids by seed."""

    matches: tuple[Match, ...]
    seeds: tuple[str, ...]

    def match(self, key: str) -> Match:
        """Return the match with that key; raises KeyError where there is none."""
        found = next((match for match in self.matches if match.key == key), None)
        if found is None:
            raise KeyError(key)
        return found


Player = str | None
"""An id, "" while it is open who it is, or None for nobody."""
Pair = tuple[Player, Player]
Decided = Mapping[str, tuple[Player, ...]]
"""By the key of a match: who goes on from it, then who has lost it."""

NOBODY = Source(From.SEED, 0)
"""Where nobody comes from."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match between those who come from two places; `stage` is its column on its side."""

    key: str
    side: Side
    stage: int
    places: tuple[Source, Source]


def who(
    fixtures: Sequence[Fixture],
    entrants: Sequence[str],
    decided: Decided,
    there: Collection[str] | None = None,
) -> dict[str, Pair]:
    """Who is in each match, by its key. Whoever has nobody against them goes on at once. With
    `there`, players who are not among them count as nobody in every match that is not decided."""
    found: dict[str, Pair] = {}
    came: dict[str, Pair] = {}
    for fixture in fixtures:
        key, (first, second) = fixture.key, fixture.places
        one, other = _comer(first, entrants, came), _comer(second, entrants, came)
        if key in decided:
            found[key] = (one, other)
            won, lost = (*decided[key], None)[:2]
            came[key] = (won, lost)
            continue
        if there is not None:
            one = one if not one or one in there else None
            other = other if not other or other in there else None
        found[key] = (one, other)
        alone = one is None or other is None
        came[key] = (other if one is None else one, None) if alone else ("", "")
    return found


def _comer(source: Source, entrants: Sequence[str], came: Mapping[str, Pair]) -> Player:
    if source.match:
        return came[source.match][source.kind is not From.WINNER]
    return entrants[source.number - 1] if 0 < source.number <= len(entrants) else None


def seated(due: Sequence[Player], players: Sequence[str]) -> tuple[Player, ...]:
    """Who sat at a table, each in the place they were due or took over; then those too many."""
    new = [player for player in players if player not in due]
    places = [player if player in players else (new.pop(0) if new else None) for player in due]
    return (*places, *new)


def places(
    sources: Sequence[Source], players: Sequence[Player], seeds: Mapping[str, int]
) -> tuple[Place, ...]:
    """Return the places of players by their sources; those who are too many come there as seeds."""
    more = (Source(From.SEED, seeds.get(player or "", 0)) for player in players[len(sources) :])
    return tuple(map(Place, (*sources, *more), players))


def rounds(
    fixtures: Sequence[Fixture],
    there: Mapping[str, Pair],
    decided: Decided,
    playing: Mapping[str, int],
) -> dict[str, int]:
    """Return the round in which each match that is not decided is played, from 1 for the next one:
    the first in which both its players are known. `there` is who is in each match. `playing` has
    the round of those that are being played. A match with nobody in one place has the round in
    which the other is known."""
    found: dict[str, int] = dict(playing)
    ready: dict[str, int] = {}
    for fixture in fixtures:
        if fixture.key in decided:
            continue
        waits = [
            ready.get(source.match, 1)
            for source, player in zip(fixture.places, there[fixture.key], strict=True)
            if player is not None
        ]
        found.setdefault(fixture.key, max(waits, default=1))
        ready[fixture.key] = found[fixture.key] + (None not in there[fixture.key])
    return found


FINAL, RESET = "F1", "F2"

Row = list[Source]


@lru_cache(maxsize=64)
def fixtures(winners: int, losers: int = 0) -> tuple[Fixture, ...]:
    """Return the matches of so many in the winners' bracket and so many who have lost once, each
    after those that it waits for; the seeds of the losers follow those of the winners. Where there
    is nobody to drop in, places of the losers' bracket stay empty. Nobody is to win the losers'
    bracket where there is only one player."""
    made: list[Fixture] = []
    upper = _row(1, winners)
    lower = _row(winners + 1, losers)
    stage, below = 1, 0
    while len(upper) > 1:
        upper, dropped = _stage(made, Side.WINNERS, stage, upper)
        while len(lower) > len(dropped):
            below += 1
            lower, _ = _stage(made, Side.LOSERS, below, lower)
        if lower:
            below += 1
            lower += [NOBODY] * (len(dropped) - len(lower))
            merged = chain.from_iterable(zip(crossed(dropped, stage), lower, strict=True))
            lower, _ = _stage(made, Side.LOSERS, below, [*merged])
        else:
            lower = dropped
        stage += 1
    while len(lower) > 1:
        below += 1
        lower, _ = _stage(made, Side.LOSERS, below, lower)
    if upper and lower:
        made.append(Fixture(FINAL, Side.FINAL, 1, (upper[0], lower[0])))
        again = (Source(From.WINNER, match=FINAL), Source(From.LOSER, match=FINAL))
        made.append(Fixture(RESET, Side.FINAL, 2, again))
    return tuple(made)


def crossed(dropped: Row, stage: int) -> Row:
    """Return those who drop out of a winners' stage, in the order of the losers' bracket."""
    digits = len(dropped).bit_length() - 1
    mirrored = sum((stage - 1 >> at & 1) << (digits - 1 - at) for at in range(digits))
    return [dropped[at ^ mirrored] for at in range(len(dropped))]


def _row(first: int, players: int) -> Row:
    """Return the standard bracket of seeds from `first` on."""
    if not players:
        return []
    seeds = bracket.standard([str(first + at) for at in range(players)])
    return [Source(From.SEED, int(seed)) if seed else NOBODY for seed in seeds]


def _stage(made: list[Fixture], side: Side, stage: int, row: Sequence[Source]) -> tuple[Row, Row]:
    """Adds the matches of neighbours; their winners and their losers."""
    letter = side.value[0].upper()
    keys = [f"{letter}{stage}M{at}" for at in range(1, len(row) // 2 + 1)]
    pairs = zip(keys, row[::2], row[1::2], strict=True)
    made += [Fixture(key, side, stage, (one, other)) for key, one, other in pairs]
    return (
        [Source(From.WINNER, match=key) for key in keys],
        [Source(From.LOSER, match=key) for key in keys],
    )
