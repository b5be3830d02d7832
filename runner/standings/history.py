"""What each player did, round by round: the only thing that scores and tiebreakers look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from runner.core.event import Outcome


class RoundKind(StrEnum):
    """What a round was for one player.

    `MATCH`: played at a table. `BYE`: won without playing. `MISSED`: lost without playing because
    the player entered late, and counted as played. A round that a player was absent from, or
    that came after a drop, has no line at all (docs/rules.md 4).
    """

    MATCH = "match"
    BYE = "bye"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Played:
    """One finished round of one player; rounds count within the phase, seats from 0.

    `missing_seats` is how many players the pod had fewer than the event's standard. `points` are
    the match points of this round alone (0 where the scoring is not a sum over rounds).
    """

    round: int
    kind: RoundKind
    table: int | None = None
    seat: int | None = None
    opponents: tuple[str, ...] = ()
    missing_seats: int = 0
    outcome: Outcome | None = None
    points: Fraction = Fraction(0)
    games_won: int = 0
    games_lost: int = 0
    games_drawn: int = 0

    @property
    def remark(self) -> str:
        """What the round was, in words: "bye", "missed before entering", or how the match ended."""
        ended = self.outcome.value.replace("_", " ") if self.outcome else ""
        return _WITHOUT_MATCH.get(self.kind, ended)


_WITHOUT_MATCH = {RoundKind.BYE: "bye", RoundKind.MISSED: "missed before entering"}


@dataclass(frozen=True, slots=True)
class History:
    """All finished rounds of one player in one phase, in order, and the match points they make."""

    player: str
    rounds: tuple[Played, ...]
    match_points: Fraction = Fraction(0)


Histories = Mapping[str, History]
