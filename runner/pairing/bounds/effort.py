"""How much may be done for a bound."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be done, all in counts: players of the largest field, work (`Work`), pods listed
    to close the gap (0: none), and branches of the search among them. `improving`: pods that are
    better are looked for too."""

    players: int
    work: int
    pods: int
    branches: int
    improving: bool = False


class Work:
    """What may still be done, in numbers looked at: a hundred million take about a second."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, numbers: int) -> None:
        """Count some; raises OutOfWorkError when none is left."""
        self.left -= numbers
        if self.left < 0:
            raise OutOfWorkError


class OutOfWorkError(Exception):
    """What may be done for a bound is done."""


PUBLISHED = Effort(players=300, work=70_000_000, pods=2_000, branches=100)
"""What is done where somebody waits for it: below a second as a rule."""
EXACT = Effort(players=45, work=3_000_000_000, pods=60_000, branches=5_000, improving=True)
"""What is done for the best pods there are in a field of so few players: a second as a rule."""
GLANCE = Effort(players=45, work=6_000_000, pods=0, branches=0, improving=True)
"""What is done to see whether a field is worth pairing: a few hundredths of a second."""
THOROUGH = Effort(players=1_100, work=6_000_000_000, pods=30_000, branches=2_000)
"""What is done in the background: a minute or two where it is hardest."""
