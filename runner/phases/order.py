"""The order of those who go on: by rank, or by tiebreakers where no ranking has them all."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from runner.core.randomness import Stream
from runner.phases.model import PhaseResult
from runner.standings.model import StandingRow, Standings
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS


def by_rank(result: PhaseResult) -> tuple[str, ...]:
    """Everybody by rank but those who have left; before the first result, the field as it is."""
    if result.current is None:
        return tuple(player.id for player in result.field)
    return tuple(row.player for row in result.current.rows if not row.dropped)


First = Callable[[StandingRow], Fraction]
"""What counts before the tiebreakers; more is better."""


def by_tiebreakers(
    ranking: Standings, players: Iterable[str], first: First | None = None
) -> list[str]:
    """These of the ranking, the best first: by what counts `first`, then by the tiebreakers in
    their order, and who is equal in all of it by rank, or between groups as drawn from the seed.

    Match points count for nothing by themselves, and a tiebreaker that asks who beat whom neither.
    """
    wanted = {*players}
    rows = [row for row in ranking.rows if row.player in wanted]
    keys = [key for key in ranking.ruleset.tiebreakers if not TIEBREAKERS[key].CONTEXTUAL]

    def strength(row: StandingRow) -> list[tuple[bool, Fraction]]:
        counts = [first(row) if first else None, *(row.ranks_by(key) for key in keys)]
        return [(value is not None, value or Fraction(0)) for value in counts]

    if ranking.groups:
        chance = Stream(ranking.seed, *ranking.after, "across")
        rows = chance.shuffled(sorted(rows, key=lambda row: row.player))
    return [row.player for row in sorted(rows, key=strength, reverse=True)]
