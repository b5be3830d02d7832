"""Playoff matches as a tree, and the fixtures of a double elimination (docs/rules.md 5).

A place is taken by a seed, by the winner or loser of a match or, if everybody left is seeded again,
by the n-th of those left. A bracket that is not seeded again is a row of fixtures, each after those
that it waits for.

In a double elimination losers drop crosswise, so that those who met in the winners' bracket meet
again as late as possible. The loser of its round j goes to the place whose number differs in the
mirrored binary digits of j - 1: round 2 swaps the halves, round 3 the quarters of each half, round
4 both, and so on with eighths. Two who met can then meet again in the losers' bracket from its
round 3 of 4 with 8 players, 4 of 6 with 16, 5 of 8 with 32, 7 of 10 with 64 and 8 of 12 with 128;
no other order postpones it any further (tests/phases/test_double_bracket.py).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from runner.phases import bracket


class From(StrEnum):
    """How a player gets to a place."""

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
    seed among those left; `match` is the key of the match whose winner or loser it is."""

    kind: From
    number: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place: `player` is an id, "" while open, None if nobody will come (beside a bye)."""

    source: Source
    player: str | None = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match or pod. `stage` is its column on its side, from 1; `round` the phase's round in which
    it is, or would be, played; `table` the number of its table, None before it is paired and for a
    bye. `winner` is an id or ""; `bye`: its only player advances without playing."""

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
        """The ids of the players who are known."""
        return tuple(place.player for place in self.places if place.player)


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole playoff: its matches by side, stage and place from the top, and the ids by seed."""

    matches: tuple[Match, ...]
    seeds: tuple[str, ...]

    def match(self, key: str) -> Match:
        """Return the match with that key. Raise KeyError if there is none."""
        match_ = next((match for match in self.matches if match.key == key), None)
        if match_ is None:
            raise KeyError(key)
        return match_


Player = str | None
"""An id, "" while open, or None for nobody."""
Pair = tuple[Player, Player]
Decided = Mapping[str, tuple[Player, ...]]
"""By the key of a match: who advances from it, then who has lost it."""

NOBODY = Source(From.SEED, 0)
"""The source of a place that stays empty."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match between the players of two sources; `stage` is its column on its side."""

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
    """Return the players of each match, by its key. A player without an opponent advances at once.
    With `there`, other players count as nobody in every undecided match."""
    pairs: dict[str, Pair] = {}
    came: dict[str, Pair] = {}
    for fixture in fixtures:
        key, (first, second) = fixture.key, fixture.places
        one, other = _comer(first, entrants, came), _comer(second, entrants, came)
        if key in decided:
            pairs[key] = (one, other)
            won, lost = (*decided[key], None)[:2]
            came[key] = (won, lost)
            continue
        if there is not None:
            one = one if not one or one in there else None
            other = other if not other or other in there else None
        pairs[key] = (one, other)
        alone = one is None or other is None
        came[key] = (other if one is None else one, None) if alone else ("", "")
    return pairs


def _comer(source: Source, entrants: Sequence[str], came: Mapping[str, Pair]) -> Player:
    if source.match:
        return came[source.match][source.kind is not From.WINNER]
    return entrants[source.number - 1] if 0 < source.number <= len(entrants) else None


def seated(due: Sequence[Player], players: Sequence[str]) -> tuple[Player, ...]:
    """Return who sat at a table, each in the place where they were due or that they took over; then
    any extra players."""
    new = [player for player in players if player not in due]
    places = [player if player in players else (new.pop(0) if new else None) for player in due]
    return (*places, *new)


def places(
    sources: Sequence[Source], players: Sequence[Player], seeds: Mapping[str, int]
) -> tuple[Place, ...]:
    """Return the places of players by their sources; extra players have their seeds as sources."""
    more = (Source(From.SEED, seeds.get(player or "", 0)) for player in players[len(sources) :])
    return tuple(map(Place, (*sources, *more), players))


def rounds(
    fixtures: Sequence[Fixture],
    there: Mapping[str, Pair],
    decided: Decided,
    playing: Mapping[str, int],
) -> dict[str, int]:
    """Return the round in which each undecided match is played, from 1 for the next one: the first
    in which both its players are known. `there` has the players of each match, `playing` the round
    of those being played. A match with nobody in one place has the round in which the other player
    is known."""
    numbers: dict[str, int] = dict(playing)
    ready: dict[str, int] = {}
    for fixture in fixtures:
        if fixture.key in decided:
            continue
        waits = [
            ready.get(source.match, 1)
            for source, player in zip(fixture.places, there[fixture.key], strict=True)
            if player is not None
        ]
        numbers.setdefault(fixture.key, max(waits, default=1))
        ready[fixture.key] = numbers[fixture.key] + (None not in there[fixture.key])
    return numbers


FINAL, RESET = "F1", "F2"

Row = list[Source]


@lru_cache(maxsize=64)
def fixtures(winners: int, losers: int = 0) -> tuple[Fixture, ...]:
    """Return the matches of `winners` players in the winners' bracket and `losers` who have lost
    once, each after those that it waits for; the seeds of the losers follow those of the winners.
    Places of the losers' bracket stay empty if nobody drops into them. With only one player, nobody
    wins the losers' bracket."""
    matches: list[Fixture] = []
    upper = _row(1, winners)
    lower = _row(winners + 1, losers)
    stage, below = 1, 0
    while len(upper) > 1:
        upper, dropped = _stage(matches, Side.WINNERS, stage, upper)
        while len(lower) > len(dropped):
            below += 1
            lower, _ = _stage(matches, Side.LOSERS, below, lower)
        if lower:
            below += 1
            lower += [NOBODY] * (len(dropped) - len(lower))
            merged = chain.from_iterable(zip(crossed(dropped, stage), lower, strict=True))
            lower, _ = _stage(matches, Side.LOSERS, below, [*merged])
        else:
            lower = dropped
        stage += 1
    while len(lower) > 1:
        below += 1
        lower, _ = _stage(matches, Side.LOSERS, below, lower)
    if upper and lower:
        matches.append(Fixture(FINAL, Side.FINAL, 1, (upper[0], lower[0])))
        again = (Source(From.WINNER, match=FINAL), Source(From.LOSER, match=FINAL))
        matches.append(Fixture(RESET, Side.FINAL, 2, again))
    return tuple(matches)


def crossed(dropped: Row, stage: int) -> Row:
    """Return the losers of a winners' stage, in the order of the losers' bracket."""
    digits = len(dropped).bit_length() - 1
    mirrored = sum((stage - 1 >> at & 1) << (digits - 1 - at) for at in range(digits))
    return [dropped[at ^ mirrored] for at in range(len(dropped))]


def _row(first: int, players: int) -> Row:
    """Return the standard bracket of seeds from `first` on."""
    if not players:
        return []
    seeds = bracket.standard([str(first + at) for at in range(players)])
    return [Source(From.SEED, int(seed)) if seed else NOBODY for seed in seeds]


def _stage(
    matches: list[Fixture], side: Side, stage: int, row: Sequence[Source]
) -> tuple[Row, Row]:
    """Add the matches of neighbours; return the sources of their winners and of their losers."""
    letter = side.value[0].upper()
    keys = [f"{letter}{stage}M{at}" for at in range(1, len(row) // 2 + 1)]
    pairs = zip(keys, row[::2], row[1::2], strict=True)
    matches += [Fixture(key, side, stage, (one, other)) for key, one, other in pairs]
    return (
        [Source(From.WINNER, match=key) for key in keys],
        [Source(From.LOSER, match=key) for key in keys],
    )
