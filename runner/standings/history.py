"""What each player did, round by round: the only thing that scores and tiebreakers look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from runner.core.event import Outcome
from runner.core.language import N_, _


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
        ended = _ENDED[self.outcome] if self.outcome else ""
        said = _WITHOUT_MATCH.get(self.kind, ended)
        return _(said) if said else ""


_WITHOUT_MATCH = {RoundKind.BYE: N_("bye"), RoundKind.MISSED: N_("missed before entering")}
_ENDED = {
    # Note: how a match ended for a player.
    Outcome.WIN: N_("win"),
    # Note: how a match ended for a player.
    Outcome.DRAW: N_("draw"),
    # Note: how a match ended for a player.
    Outcome.LOSS: N_("loss"),
    # Note: a match that is lost by a penalty.
    Outcome.PENALTY_LOSS: N_("penalty loss"),
    # Note: a match that the player has conceded.
    Outcome.CONCESSION: N_("concession"),
    # Note: a match that the player did not come to.
    Outcome.NO_SHOW: N_("no-show"),
    # Note: the match gave so many points, neither a win nor a loss.
    Outcome.POINTS: N_("points"),
}


@dataclass(frozen=True, slots=True)
class History:
    """All finished rounds of one player in one phase, in order, and the match points they make."""

    player: str
    rounds: tuple[Played, ...]
    match_points: Fraction = Fraction(0)


Histories = Mapping[str, History]
