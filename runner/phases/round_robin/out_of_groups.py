"""Who goes on from the groups of a round robin, and with which seed (docs/rules.md 5)."""

from collections.abc import Sequence
from fractions import Fraction

from runner.core.numbers import total
from runner.phases import bracket
from runner.phases.model import PhaseResult
from runner.phases.order import by_tiebreakers
from runner.phases.round_robin.groups import Cost, Groups, exchanged
from runner.standings.history import RoundKind
from runner.standings.model import Standings
from runner.standings.scoring import REGISTRY as SCORINGS

Levels = tuple[tuple[str, ...], ...]
"""All who are first in their group, all who are second, and so on."""


def by_place(result: PhaseResult) -> Levels:
    """Those who are left by their place in their group, each level with the best first.

    Within a level the match points of a match count, then the tiebreakers: so neither a bye nor a
    larger group is worth anything. Before the first result everybody is in one level.
    """
    ranking = result.current
    if ranking is None:
        return (tuple(player.id for player in result.field),)
    left = [row for row in ranking.rows if not row.dropped]
    if not ranking.groups:
        return tuple((row.player,) for row in left)
    order = by_tiebreakers(
        ranking, (row.player for row in left), lambda row: _per_match(ranking, row.player)
    )
    known = {player for group in ranking.groups for player in group}
    parts = [[row.player for row in left if row.player in group] for group in ranking.groups]
    depth = max(map(len, parts))
    levels = [[part[at] for part in parts if at < len(part)] for at in range(depth)]
    levels += [[row.player] for row in left if row.player not in known]
    return tuple(tuple(sorted(level, key=order.index)) for level in levels)


def _per_match(ranking: Standings, player: str) -> Fraction:
    """The match points of a match, without byes; a stack of wagers as it stands."""
    history = ranking.histories[player]
    if SCORINGS[ranking.ruleset.scoring].STACKS:
        return history.match_points
    matches = [line.points for line in history.rounds if line.kind is not RoundKind.BYE]
    return total(matches) / len(matches) if matches else Fraction(0)


def sends_on(result: PhaseResult) -> int | None:
    """How many go on from all groups together; None where the rules don't say."""
    best = result.ruleset.group_advance
    if best is None or result.current is None:
        return None
    return sum(map(len, by_place(result)[:best]))


def seeds(result: PhaseResult, on: Sequence[str]) -> tuple[str, ...]:
    """Those who go on into a bracket, in the order of their seeds there; `on` is as they came in
    their groups, which stays where there are none."""
    groups = result.current.groups if result.current else ()
    if not groups:
        return tuple(on)
    levels = ([player for player in level if player in on] for level in by_place(result))
    made = seeded([level for level in levels if level], groups)
    return (*made, *(player for player in on if player not in made))


def seeded(levels: Sequence[Sequence[str]], groups: Groups) -> tuple[str, ...]:
    """Those who go on by seed, so that in a bracket two of one group meet as late as can be.

    For that players of one level change seeds among each other, as few as can be: of two of a
    group each is then in a half of their own. Two go on from each of four groups:

        as they came     A1 B1 C1 D1  A2 B2 C2 D2    seed 1 meets 8, 2 meets 7, ...
        by seed          A1 B1 C1 D1  B2 A2 D2 C2    A1 C2, D1 B2 | B1 D2, C1 A2
    """
    seeds = sum(map(len, levels))
    slots = bracket.standard([str(at) for at in range(seeds)])
    place = {int(seed): at for at, seed in enumerate(slots) if seed is not None}
    rounds = (len(slots) - 1).bit_length()
    group = {player: at for at, players in enumerate(groups) for player in players}
    found: list[str] = []
    for level in levels:
        first, row = len(found), [*level]

        def near(
            at: int, player: str, above: Sequence[str] = tuple(found), first: int = first
        ) -> int:
            """Each of the group above counts by how long before the final they would meet."""
            early = [
                rounds - (place[first + at] ^ place[other]).bit_length()
                for other, higher in enumerate(above)
                if group.get(higher, higher) == group.get(player, player)
            ]
            return sum((seeds + 1) ** number - 1 for number in early)

        cost: Cost = near
        while exchanged(row, cost):
            pass
        found += row
    return tuple(found)
