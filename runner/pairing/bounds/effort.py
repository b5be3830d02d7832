"""How much may be done for a bound."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be done, all in counts: players of the largest field, players to be priced in
    all rounds of pricing together, pods listed to close the gap (0: none), and branches of the
    search among them."""

    players: int
    priced: int
    pods: int
    branches: int


PUBLISHED = Effort(players=300, priced=4_000, pods=2_000, branches=100)
"""What is done where somebody waits for it: below a second as a rule."""
THOROUGH = Effort(players=1_100, priced=100_000, pods=30_000, branches=2_000)
"""What is done in the background: up to a minute."""
