"""Work limits for a pairing or a bound, in counted steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits, all in counts, so that they are the same on every machine: players of the largest
    field, work (`Work`), pods listed to close the gap (0: none), and the work of one search among
    them. `improving`: also look for better pods."""

    players: int
    work: int
    pods: int
    closing: int
    improving: bool = False


class Work:
    """The work that is left, in numbers looked at: a hundred million take about a second."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, numbers: int) -> None:
        """Subtract some; raises OutOfWorkError when none is left."""
        self.left -= numbers
        if self.left < 0:
            raise OutOfWorkError

    def share(self, parts: int) -> Work:
        """Take one of so many equal parts of what is left; what of it was not needed can be given
        `back`."""
        part = Work(max(0, self.left) // parts)
        self.left -= part.left
        return part

    def back(self, share: Work) -> None:
        """Add what is left of a share, or subtract what was spent beyond it."""
        self.left += share.left


class OutOfWorkError(Exception):
    """The work allowed for a bound is used up."""


PAIRING = 170_000_000
"""What is done to pair one round of pods, bounds included: a second or two at most, before anybody
knows where to sit. What is not reached with it is said in the certificate."""
PUBLISHED = Effort(players=300, work=40_000_000, pods=2_000, closing=20_000_000)
"""What is done where somebody waits for it: half a second as a rule."""
EXACT = Effort(players=45, work=80_000_000, pods=4_000, closing=30_000_000, improving=True)
"""What is done for the best pods there are in a field of so few players: a second at most."""
GLANCE = Effort(players=45, work=6_000_000, pods=0, closing=0, improving=True)
"""What is done to see whether a field is worth pairing: a few hundredths of a second."""
THOROUGH = Effort(players=1_100, work=6_000_000_000, pods=30_000, closing=1_000_000_000)
"""What is done in the background: a minute or two where it is hardest."""
