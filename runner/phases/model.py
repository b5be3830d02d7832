"""The input and output of phases: `RoundContext`, `PhaseResult`, `Proposal`, `FinalPlace`."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from runner.core.identifiers import RoundId
from runner.core.language import _
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.rounds import Round
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, PairingInput
from runner.rules.ruleset import Ruleset
from runner.standings.model import Standings

Pods = tuple[tuple[str, ...], ...]
"""The draft pods of a phase, in the order of their numbers: the ids of each in seat order, as they
were locked, including players who have left since. Empty without a draft."""


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """A phase with its rules in force, its published rounds and a ranking after each of them.

    `field` has its players, by seed after a cut. `planned` is its number of rounds, or None while
    that is open; `ended`: the organiser closed it early, or a later phase has begun. `playing` are
    the ids of those who play in its next round if they are still in; `seeds` are ids by seed, and
    `drawn` the states from which its rounds were paired, empty if Runner did not pair them (phases
    that rank by points have no seeds). `seats_needed` are those of the largest possible table of
    its next round. `groups` are those of a round robin that has begun, as ids: none or several.
    `carried` are the rounds of earlier phases that count in this one, and `only_met` those who
    played in them but are no longer in the field: opponents, but not ranked. `pods` are its draft
    pods.
    """

    phase: Phase
    ruleset: Ruleset
    field: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[Standings, ...] = ()
    planned: int | None = None
    ended: bool = False
    playing: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    drawn: tuple[Mapping[str, Any], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    carried: tuple[Round, ...] = ()
    only_met: tuple[Player, ...] = ()
    seats_needed: int = 2
    pods: Pods = ()

    @property
    def current(self) -> Standings | None:
        """The latest ranking; None before the first result."""
        return self.standings[-1] if self.standings else None

    def ranking_before(self, round_id: RoundId) -> Standings | None:
        """Return the latest ranking before a round; None if there is none."""
        rankings = (ranking for ranking in reversed(self.standings) if ranking.after < round_id)
        return next(rankings, None)

    @property
    def over(self) -> bool:
        """Whether all its rounds are played."""
        if any(not round_.finished for round_ in self.rounds):
            return False
        return self.ended or (self.planned is not None and len(self.rounds) >= self.planned)

    @property
    def veiled(self) -> bool:
        """Whether its results are kept secret from the players until it is over."""
        return self.ruleset.standings_hidden and not self.over


Results = tuple[PhaseResult, ...]
"""Every phase of an event, in order."""


def called(results: Results, number: int) -> str:
    """Return the title of a round, counted over the whole event, inside a sentence: "round 3", or
    "Top 16, round 1" in a later phase. The round may still be to come."""
    left = number
    for result in results:
        many = max(len(result.rounds), 0 if result.over else result.planned or 0)
        more = result.planned is None and not result.over
        if left > 0 and (left <= many or more):
            return result.phase.called(left)
        left -= many
    return _("round {number}", number=number)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A player's place in the whole event, from `first` to `last` if it is shared, and the phase
    that decided it. `still_in`: the player is in the playoff, and all these places are open."""

    player: str
    first: int
    last: int
    phase: int
    still_in: bool = False

    @property
    def place(self) -> str:
        """The place as text: "1", or "3-4"."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A phase before its round `next`.

    `players` are those who play in that round, in the order of the Players sheet; `byes` those of
    them who are given a bye; `guests` those whom the organiser has seated or given a bye although
    they have dropped or were cut. `placed` is what the organiser has typed into its sheet, whose
    tables stay as they are. `standings` is None before the first round of the phase. `seed` is the
    event's, marked if the round is paired again. `awarded` has, for each player of the field, the
    number of awarded byes.

    `field` has the players of the phase, by seed after a cut, and is empty while the cut is open;
    `rounds` are the phase's published rounds before `next`. `drawn` is the recorded state from
    which the last of them was paired, and `seeds` are the ids by seed in it, so that a result
    corrected later does not change them. Both are empty before the first round, and if Runner did
    not pair it.
    """

    phase: Phase
    ruleset: Ruleset
    next: RoundId
    players: tuple[Player, ...]
    standings: Standings | None
    seed: str
    planned: int | None = None
    placed: Seating = Seating()
    byes: tuple[str, ...] = ()
    guests: tuple[Player, ...] = ()
    awarded: Mapping[str, int] = dataclasses.field(default_factory=dict)
    field: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    seeds: tuple[str, ...] = ()
    drawn: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    pods: Pods = ()

    def state(self, players: Iterable[Entrant], byes: Iterable[str] | None = None) -> PairingInput:
        """Return the round as input for an engine, with these players; `byes` if not all count."""
        return PairingInput(
            mode=self.phase.mode,
            preset=self.ruleset.preset,
            seed=self.seed,
            phase=self.phase.number,
            round=self.next.number,
            rounds=self.planned,
            settings={},
            ruleset=self.ruleset,
            players=tuple(players),
            placed=self.placed.tables,
            byes=self.byes if byes is None else tuple(byes),
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pairing and, as plain JSON, the state from which anybody can reproduce it."""

    pairing: Pairing
    state: Mapping[str, Any]
    algorithm: str


class Drawn(NamedTuple):
    """A round reproduced from such a state, and its certificate as JSON, if it has one."""

    seating: Seating
    certificate: Mapping[str, Any] | None = None
