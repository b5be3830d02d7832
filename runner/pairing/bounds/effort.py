"""How much may be done for a bound."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be done, all in counts: players of the largest field, rounds of pricing, pairs
    of players to be priced in all of them together, pods listed to close the gap (0: none), and
    branches of the search among them. `improving`: pods that are better are looked for too."""

    players: int
    most_rounds: int
    priced: int
    pods: int
    branches: int
    improving: bool = False

    def rounds(self, players: int) -> int:
        """How many rounds of pricing a field may have: a round looks at all its pairs."""
        return max(1, min(self.most_rounds, self.priced // players**2))


PUBLISHED = Effort(players=300, most_rounds=100, priced=1_000_000, pods=2_000, branches=100)
"""What is done where somebody waits for it: below a second as a rule."""
EXACT = Effort(
    players=45, most_rounds=2_000, priced=8_000_000, pods=60_000, branches=5_000, improving=True
)
"""What is done for the best pods there are in a field of so few players: a second as a rule."""
THOROUGH = Effort(players=1_100, most_rounds=1_500, priced=30_000_000, pods=30_000, branches=2_000)
"""What is done in the background: a minute or two where it is hardest."""
