"""Who was to meet whom in a round of a playoff or a round robin: so somebody who is seated again
sits where they belong."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Schedule:
    """What a bracket or the tables of a round robin say of a round: there not anybody can meet
    anybody.

    `inside` is who is in it, `opponents` whom each was to meet, "" for nobody (in pods there are
    none), and `seeds` orders them. `sends_on`: whoever has a bye goes on, and whoever loses is out.
    `open` are those with nobody against them who may meet somebody who comes late, in the order in
    which they would. `drawn` is everybody's table and seat as the round was published.
    """

    inside: Collection[str]
    opponents: Mapping[str, str] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    sends_on: bool = False
    open: Sequence[str] = ()
    drawn: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    phase: str = ""


def opponents(pairs: Iterable[Sequence[str | None]]) -> dict[str, str]:
    """Each player's opponent, or "" for nobody."""
    found: dict[str, str] = {}
    for one, other in pairs:
        found |= {a: b or "" for a, b in ((one, other), (other, one)) if a}
    return found
