"""What a phase type is told when it is asked for the next round, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from runner.model import Phase, Player, RoundId
from runner.rules.ruleset import Ruleset
from runner.settle import Placed
from runner.snapshot import Pairing, Standings


@dataclass(frozen=True, slots=True)
class Situation:
    """A phase before its round `next`.

    `players` are those who play in that round, in the order of the Players sheet; `byes` those
    of them who are given a bye; `standings` is None before the phase's first round. `seed` is the
    event's, marked where a round is drawn anew. `awarded` counts, for each player of the field,
    the byes awarded in advance.
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
    awarded: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pairing and, as plain JSON, the state from which anybody can draw it again."""

    pairing: Pairing
    state: Mapping[str, Any]
    algorithm: str
