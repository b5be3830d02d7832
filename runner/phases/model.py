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
"""The draft pods of a phase, in the order of their numbers: the ids in each in the order of their
seats, as they were locked, whoever has left since. Empty where no draft is made."""


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """A phase with its rules in force, its published rounds and a ranking after each of them.

    `field` is who plays in it, by seed after a cut. `planned` is how many rounds it is to have,
    or None where that is still open; `ended` says that the organiser closed it before. `playing`
    are the ids of those who play in its next round if they are still in it; `seeds` are ids by
    seed, and `drawn` the states that its rounds were drawn from, empty where Runner drew none
    (phases that rank by points have no seeds). `seats_needed` are those of the largest table that
    its next round can have.

    `groups` are those of a round robin that has begun, by their ids; there is none or several.
    `carried` are the rounds of phases before that go on counting in this one, and `only_met` those
    who played in them and are not in the field any more: opponents, but not ranked. `pods` are
    its draft pods.
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
        """The latest ranking, or None before the first result."""
        return self.standings[-1] if self.standings else None

    def ranking_before(self, round_id: RoundId) -> Standings | None:
        """Return the latest ranking before a round, or None."""
        made = (ranking for ranking in reversed(self.standings) if ranking.after < round_id)
        return next(made, None)

    @property
    def over(self) -> bool:
        """Whether all its rounds are played."""
        if any(not round_.finished for round_ in self.rounds):
            return False
        return self.ended or (self.planned is not None and len(self.rounds) >= self.planned)

    @property
    def veiled(self) -> bool:
        """Whether its results are kept from the players until it is over."""
        return self.ruleset.standings_hidden and not self.over


Results = tuple[PhaseResult, ...]
"""Every phase of an event, in order."""


def called(results: Results, number: int) -> str:
    """What a round is called inside a sentence that counts over the whole event, from 1: "round 3",
    or "Top 16, round 1" where it is of a later phase. It may be one that is still to come."""
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
    """A player's place in the whole event, from `first` to `last` where several share it, and the
    phase that it comes from. `still_in`: the player is in the playoff, and all these are open."""

    player: str
    first: int
    last: int
    phase: int
    still_in: bool = False

    @property
    def place(self) -> str:
        """ "1", or "3-4"."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A phase before its round `next`.

    `players` are those who play in that round, in the order of the Players sheet; `byes` those
    of them who are given a bye; `guests` those whom the organiser has seated or given a bye though
    they would not play in the round, for they have dropped or were cut. `placed` is what they have
    typed into its sheet, whose tables stay as they are. `standings` is None before the first round
    of the phase. `seed` is the event's, marked where a round is drawn anew. `awarded` counts, for
    each player of the field, the byes awarded in advance.

    `field` is who is in the phase, by seed after a cut, and nobody while the cut is open; `rounds`
    are the phase's published rounds before `next`. `drawn` is the state that the last of them was
    drawn from, as the ledger has it, and `seeds` are the ids by seed that it names: what goes on
    from them is not moved by a result that is corrected later. Both are empty before the first
    round, and where Runner drew none.
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
        """Return the round as an engine pairs it, with these players; `byes` where not all
        count."""
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
    """A pairing and, as plain JSON, the state from which anybody can draw it again."""

    pairing: Pairing
    state: Mapping[str, Any]
    algorithm: str


class Drawn(NamedTuple):
    """A round drawn again from such a state, and the certificate, as JSON, where it has one."""

    seating: Seating
    certificate: Mapping[str, Any] | None = None
