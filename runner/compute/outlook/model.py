"""What is said of a player and the next cut."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """Of a player and a cut. `IN` and `OUT` hold however all other matches end; somebody who is
    `OUT` still moves up where players ahead leave the event."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


class Own(StrEnum):
    """How a player's own next match may end."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Share:
    """How often it was enough in so many simulated runs."""

    enough: int
    runs: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """A player before the next cut. `left` is how many matches the player has still to play.

    `own` is what each result of the last of them comes to; empty where there is none or where more
    than one is left. `wins` is how few wins are surely enough where several are left, the others
    lost; None where not even all of them are. `shares` are simulated, for the results that stay
    open and, under None, for all together.
    """

    verdict: Verdict
    left: int = 0
    own: Mapping[Own, Verdict] = field(default_factory=dict)
    wins: int | None = None
    shares: Mapping[Own | None, Share] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outlooks:
    """The cut ahead, and what is to be said of everybody who contends for it, by id.

    `phase` and `into` are the numbers of the phases before and after it. `most` go on, of each
    group where it is `of_groups`, or None where points alone decide. `final`: all results are in.
    `paired`: the last round before the cut is out.
    """

    phase: int
    into: int
    most: int | None
    of_groups: bool
    paired: bool
    final: bool
    players: Mapping[str, Outlook]
