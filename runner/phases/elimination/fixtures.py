"""Matches to be played, each place with where its player comes from, and who that is so far.

One place is a seed, or the winner or loser of another match (`Source`); so every bracket that is
not seeded anew is a row of fixtures, each after those that it waits for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from runner.phases.elimination.tree import From, Side, Source

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
    """Who is in each match, by its key.

    Whoever has nobody against them goes on at once. With `there`, players who are not among them
    count as nobody in every match that is not decided.
    """
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
    """Who sat at a table, each in the place where they were due or that they took over; then those
    who were one too many."""
    new = [player for player in players if player not in due]
    places = [player if player in players else (new.pop(0) if new else None) for player in due]
    return (*places, *new)


def rounds(
    fixtures: Sequence[Fixture],
    there: Mapping[str, Pair],
    decided: Decided,
    playing: Mapping[str, int],
) -> dict[str, int]:
    """The round in which each match that is not decided is played, from 1 for the next one: the
    first in which both its players are known.

    `there` is who is in each match. `playing` has the round of those that are being played. A
    match with nobody in one place has the round in which the other is known.
    """
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
        alone = None in there[fixture.key]
        ready[fixture.key] = found[fixture.key] + (0 if alone else 1)
    return found
