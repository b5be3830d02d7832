"""What a phase type is told when it is asked for the next round, and what it answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from runner.core.event import Phase, Player, Round, RoundId
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, State
from runner.rules.ruleset import Ruleset
from runner.seating import Placed
from runner.standings.model import Standings


@dataclass(frozen=True, slots=True)
class Situation:
    """A phase before its round `next`.

    `players` are those who play in that round, in the order of the Players sheet; `byes` those
    of them who are given a bye; `guests` those whom the organiser has seated or given a bye though
    they would not play in the round, for they have dropped or were cut; `standings` is None before
    the phase's first round. `seed` is the
    event's, marked where a round is drawn anew. `awarded` counts, for each player of the field,
    the byes awarded in advance.

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
    placed: Placed = Placed()
    byes: tuple[str, ...] = ()
    guests: tuple[Player, ...] = ()
    awarded: Mapping[str, int] = dataclasses.field(default_factory=dict)
    field: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    seeds: tuple[str, ...] = ()
    drawn: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def state(self, players: Iterable[Entrant], byes: Iterable[str] | None = None) -> State:
        """The round as an engine pairs it, with these players; `byes` where not all count that
        were given."""
        return State(
            mode=self.phase.mode,
            preset=self.ruleset.preset,
            seed=self.seed,
            phase=self.phase.number,
            round=self.next.number,
            rounds=self.planned,
            settings={},
            ruleset=self.ruleset,
            players=tuple(players),
            placed=tuple((table.number, table.seats) for table in self.placed.tables),
            byes=self.byes if byes is None else tuple(byes),
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pairing and, as plain JSON, the state from which anybody can draw it again."""

    pairing: Pairing
    state: Mapping[str, Any]
    algorithm: str
