"""Who has the bye: the lowest standing first, and nobody twice (docs/rules.md 4; MTR 10.4)."""

from collections.abc import Sequence

from runner.pairing.methods import by_points, by_standing
from runner.pairing.state import Entrant


def bye_order(drawn: Sequence[Entrant], round_number: int) -> list[Entrant]:
    """All players in the order in which byes go to them: who has had fewer, then who is lower.

    `drawn` is in the random order of the round, which decides between players whom the standings
    don't part. A first round has no standings, unless players bring a rank with them: there it
    decides among all of equal points.
    """
    first = round_number == 1 and all(player.rank is None for player in drawn)
    standing = by_points(drawn) if first else by_standing(drawn)
    lowest_first = standing[::-1]
    return sorted(lowest_first, key=lambda player: player.byes)
