"""Standings after a round, and the histories from which scores and tiebreakers are computed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from runner.core.identifiers import RoundId
from runner.core.language import N_, _
from runner.core.rounds import Outcome
from runner.rules.ruleset import Ruleset


class RoundKind(StrEnum):
    """The kind of a round for one player. `MATCH`: played at a table. `BYE`: won without playing.
    `MISSED`: lost without playing because of a late entry, and counted as played. A round that the
    player was absent from, or after a drop, has no line at all (docs/rules.md 4)."""

    MATCH = "match"
    BYE = "bye"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Played:
    """One finished round of one player; rounds count within the phase, seats from 0.
    `missing_seats` is how many players the pod lacked. `points` are the match points of this round
    alone (0 if the scoring is not a sum over rounds)."""

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
        """The result in words: "bye", "missed before entering", or how the match ended."""
        ended = _ENDED[self.outcome] if self.outcome else ""
        message = _WITHOUT_MATCH.get(self.kind, ended)
        return _(message) if message else ""


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
    """All finished rounds of one player in one phase, in order, and their match points."""

    player: str
    rounds: tuple[Played, ...]
    match_points: Fraction = Fraction(0)


Histories = Mapping[str, History]


@dataclass(frozen=True, slots=True)
class Record:
    """Matches won, drawn and lost; byes are counted separately, not as wins."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One step of the working of a value: label, arithmetic, amount and remark. `round` is the
    number of its round, or 0; `player` is the id of its opponent, or "". `value` is None if it is
    left out of the value. Example: about "Bo", round 2, text "7 / 14", value 1/2, remark ""."""

    about: str
    player: str = ""
    text: str = ""
    value: Fraction | None = None
    remark: str = ""
    round: int = 0

    @property
    def label(self) -> str:
        """The label: "Round 2, Bo", "Total"."""
        return self.called(_("Round {number}", number=self.round) if self.round else "")

    def called(self, title: str) -> str:
        """Return the label, given the title of its round."""
        if not title or not self.about:
            return title or self.about
        # Note: a round, and who was met in it, or “bye”.
        return _("{round}, {what}", round=title, what=self.about)


@dataclass(frozen=True, slots=True)
class Working:
    """The working of one value of one player, so that the player can check it by hand."""

    key: str
    name: str
    abbreviation: str
    value: Fraction | None
    formula: str
    lines: tuple[WorkingLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's rank. `tiebreakers` is in the phase's order; None if nothing was played.
    `counts_as` has the tiebreakers that rank as another value, because of a floor. `tied_with` has
    the players who are equal in everything, so that the seed decides; at most the nearest fifty on
    each side."""

    rank: int
    player: str
    match_points: Fraction
    record: Record
    tiebreakers: Mapping[str, Fraction | None]
    tied_with: tuple[str, ...] = ()
    dropped: bool = False
    counts_as: Mapping[str, Fraction] = field(default_factory=dict)

    def ranks_by(self, key: str) -> Fraction | None:
        """Return the value of a tiebreaker that the ranking uses."""
        return self.counts_as.get(key, self.tiebreakers[key])


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking after a round; `complete` is False while results of that round are missing.

    `seed` is the event's, from which the order of equals is drawn. `by_place`: the order is that of
    a playoff, by how far players have come; `places` then has the players with the first and the
    last of the places that they share. With `groups` (of ids) the rows are those of one group after
    the other, and ranks start anew in each; players in no group come last. `carried` are rounds of
    earlier phases that count too: histories begin with them, and number their rounds from the first
    of them on.
    """

    after: RoundId
    complete: bool
    rows: tuple[StandingRow, ...]
    histories: Histories
    ruleset: Ruleset
    seed: str = ""
    by_place: bool = False
    places: tuple[tuple[str, int, int], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    carried: tuple[RoundId, ...] = ()

    @property
    def counted(self) -> int:
        """The number of rounds that count, including those carried over."""
        return len(self.carried) + self.after.number
