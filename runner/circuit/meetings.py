"""Whom each person met over all events, and how often either was ahead of the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from runner.circuit.people import Appearance, People, by_day
from runner.circuit.summary import Summary


@dataclass(slots=True)
class Meetings:
    """All meetings with one opponent, whose `appearance` is where they met last. A table is
    won against who has a worse rank there; drawn, if both share the best one. Two who both lost to
    somebody else only `met`."""

    appearance: Appearance
    met: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, own: int, theirs: int) -> None:
        """Count a table by the ranks of both there."""
        self.met += 1
        self.won += own < theirs
        self.lost += own > theirs
        self.drawn += own == theirs == 1


def meetings(events: Mapping[str, Summary], known: People) -> dict[str, list[Meetings]]:
    """Return whom each person met, by the person's key: who was met most often comes first."""
    found: dict[str, dict[str, Meetings]] = {}
    for key, own, opponent, theirs in _pairs(events, known):
        word = known.word_for(opponent)
        against = found.setdefault(key, {}).setdefault(word, Meetings(opponent))
        against.appearance = opponent
        against.add(own, theirs)
    return {key: sorted(each.values(), key=lambda one: -one.met) for key, each in found.items()}


def _pairs(
    events: Mapping[str, Summary], known: People
) -> Iterator[tuple[str, int, Appearance, int]]:
    """Yield the key of a person, the rank at a table, and each opponent there with theirs."""
    for slug in by_day(events):
        for met in events[slug].tables:
            for (id_, own), (other, theirs) in permutations(met.seats, 2):
                if key := known.key_of.get(Appearance(slug, id_)):
                    yield key, own, Appearance(slug, other), theirs
