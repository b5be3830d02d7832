"""Groups of a round robin: their players with their numbers, and who advances (docs/rules.md 5).

Groups are filled in a snake: the best seeds one to each group, the next ones in reverse. If players
are to be kept apart, only those of equal seed are exchanged. Groups and numbers are assigned once,
for all rounds.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from runner.core.language import _
from runner.core.numbers import total
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.phases import bracket
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult, RoundContext
from runner.phases.phase_type import by_tiebreakers
from runner.phases.swiss.swiss import avoided
from runner.standings.model import RoundKind, Standings
from runner.standings.scoring import REGISTRY as SCORINGS

Groups = tuple[tuple[str, ...], ...]
"""The ids of each group, in the order of their numbers in it."""
Apart = Mapping[str, Collection[str]]
"""For each player, those who should be in another group; the relation is symmetric."""
Cost = Callable[[int, str], int]
"""The cost of having a player in a place of a row, given its index and the id."""

_TRIES = 20
_NOBODY = ""


def letter(at: int) -> str:
    """Return the name of the group at an index: "A" to "Z", then "AA"."""
    letters = ""
    while at >= 0:
        at, last = divmod(at, 26)
        letters = chr(ord("A") + last) + letters
        at -= 1
    return letters


def title(at: int) -> str:
    """Return "Group A" for the group at index 0."""
    return _("Group {letter}", letter=letter(at))


def title_of(groups: Groups, players: Collection[str]) -> str:
    """Return "Group A" if all of the players are in it; "" if they are in no group together."""
    return next(map(title, (at for at, group in enumerate(groups) if {*players} <= {*group})), "")


def dealt(players: Sequence[str], size: int, apart: Apart, chance: Stream) -> Groups:
    """Return the players, given best first, in as few groups of at most `size` as possible.

    Sizes differ by at most one. As few players as possible share a group with somebody they are to
    be kept apart from: if exchanges of two leave some, it starts again a few times with the players
    of equal seed in random order, and keeps the best. Ten players in groups of at most four:

        1 6 7   2 5 8   3 4 9 10
    """
    count = -(-len(players) // size)
    rows: list[list[str]] = []
    for at in range(0, len(players), max(count, 1)):
        row = [*players[at : at + count]]
        row += [_NOBODY] * (count - len(row))
        rows.append(row[::-1] if len(rows) % 2 else row)
    best, least = _parted(rows, apart)
    for _again in range(_TRIES if least else 0):
        now, left = _parted([chance.shuffled(row) for row in rows], apart)
        if left < least:
            best, least = now, left
    return best


def together(groups: Groups, apart: Apart) -> int:
    """Return how many pairs share a group although they are to be kept apart."""
    both = (other in apart.get(one, ()) for group in groups for one in group for other in group)
    return sum(both) // 2


def _parted(rows: Sequence[Sequence[str]], apart: Apart) -> tuple[Groups, int]:
    """Return the columns of some rows after exchanges within rows until none helps, and how many
    pairs are still together. The lowest seeds move first."""
    moved_rows = [[*row] for row in rows]

    def cost_in(number: int) -> Cost:
        others = [row for at, row in enumerate(moved_rows) if at != number]
        return lambda at, player: sum(row[at] in apart.get(player, ()) for row in others)

    last_first = range(len(moved_rows) - 1, -1, -1)
    while sum(exchange_seeds(moved_rows[number], cost_in(number)) for number in last_first):
        pass  # until nobody moves in any row
    groups = tuple(tuple(filter(None, column)) for column in zip(*moved_rows, strict=True))
    return groups, together(groups, apart)


def exchange_seeds(row: list[str], cost: Cost) -> bool:
    """Exchange two of a row wherever that costs less, by the shorter distance if equal. Return
    whether anybody has moved; then there may be more to exchange."""
    moved = False
    for at in range(len(row)):
        other = _better(row, at, cost) if cost(at, row[at]) else at
        if other != at:
            row[at], row[other] = row[other], row[at]
            moved = True
    return moved


def _better(row: Sequence[str], at: int, cost: Cost) -> int:
    """Return the best place to exchange with; the same place if no exchange costs less."""

    def gain(other: int) -> int:
        one, two = row[at], row[other]
        return cost(at, one) + cost(other, two) - cost(at, two) - cost(other, one)

    gains = [gain(other) for other in range(len(row))]
    best = min(range(len(row)), key=lambda other: (-gains[other], abs(other - at), other))
    return best if gains[best] > 0 else at


def groups(situation: RoundContext) -> Groups:
    """Return the ids by number in each group, as when the phase began. There is one group unless
    the rules want more, and none in pods."""
    if situation.phase.mode is Mode.MULTIPLAYER:
        return ()
    recorded = situation.drawn.get("groups")
    if recorded:
        return tuple(tuple(group) for group in recorded)
    return (situation.seeds,) if situation.seeds else _given(situation)


def with_late(situation: RoundContext) -> Groups:
    """Return the groups with late entries in the places that are left. A player who drops keeps the
    number. If a group is odd, its free number goes to a late entry, in smaller groups first; other
    late entries have no place."""
    begun = groups(situation)
    there = {player for group in begun for player in group}
    late = [player for player in situation.players if player.id not in there]
    late.sort(key=lambda player: (player.enters, player.id))
    odd = sorted((len(group), at) for at, group in enumerate(begun) if len(group) % 2)
    entering = {at: player.id for (_, at), player in zip(odd, late, strict=False)}
    return tuple(
        (*group, entering[at]) if at in entering else group for at, group in enumerate(begun)
    )


def exchanged(situation: RoundContext) -> bool:
    """Return whether the last two rounds of the first of two cycles are exchanged, as FIDE advises;
    a phase that has begun keeps its order."""
    if situation.drawn or situation.seeds or situation.rounds:
        return bool(situation.drawn.get("exchanged"))
    return situation.ruleset.double_round


def _given(situation: RoundContext) -> Groups:
    """Return the groups by seed after an earlier phase, else as drawn."""
    phase, size = situation.phase, situation.ruleset.group_size
    order = _order(situation, many=size is not None)
    if size is None or len(order) <= size:
        return (order,) if order else ()
    chance = Stream(_seed(situation), phase.number, "groups")
    return _as_met(situation, order, size) or dealt(order, size, _apart(situation, order), chance)


def _order(situation: RoundContext, *, many: bool) -> tuple[str, ...]:
    """Return the players who begin the phase, by seed or as drawn. In one group only a cut makes
    seeds."""
    phase = situation.phase
    there = {player.id for player in situation.players} | {*situation.placed.absent}
    if situation.rounds:  # who began it
        there = {*situation.rounds[0].everybody}
    entered = tuple(player.id for player in situation.field if player.id in there)
    if phase.number > 1 and (many or Cut.of(phase, situation.ruleset)):
        return entered
    return tuple(Stream(_seed(situation), phase.number, "numbers").shuffled(sorted(entered)))


def _seed(situation: RoundContext) -> str:
    """Return the event's seed; that of a redraw counts for the first round only."""
    return situation.standings.seed if situation.standings else situation.seed


def _apart(situation: RoundContext, order: Collection[str]) -> Mapping[str, Collection[str]]:
    """Return whom each player is to be kept apart from, in both directions."""
    people = [player for player in situation.field if player.id in {*order}]
    clubs = situation.ruleset.keep_clubs_apart
    avoid: dict[str, set[str]] = {player.id: set() for player in people}
    for player in people:
        mates = (each.id for each in people if clubs and player.club and each.club == player.club)
        for other in {*avoided(player, people), *mates} - {player.id}:
            avoid[player.id].add(other)
            avoid[other].add(player.id)
    return avoid


def _as_met(situation: RoundContext, order: Sequence[str], size: int) -> Groups:
    """Return the groups of imported rounds: players who have met, with everybody they have met. Two
    rounds show who is together; empty if these cannot be groups of that size."""
    group = {player: {player} for player in order}
    for table in (table for round_ in situation.rounds for table in round_.tables):
        there = set().union(*(group.get(player, {player}) for player in table.players))
        group |= dict.fromkeys(there & {*order}, there)
    # In the order of the first round's tables, where groups follow one another.
    tables = situation.rounds[0].tables if situation.rounds else ()
    by_number = sorted(tables, key=lambda table: table.number)
    seated = (player for table in by_number for player in table.players if player in group)
    met_groups = tuple(
        dict.fromkeys(
            tuple(player for player in order if player in group[one]) for one in (*seated, *order)
        )
    )
    sizes = {*map(len, met_groups)}
    sound = len(situation.rounds) > 1 and min(sizes) > 1 and max(sizes) <= size
    return met_groups if sound else ()


Levels = tuple[tuple[str, ...], ...]
"""All group winners, all who are second in their group, and so on."""


def by_place(result: PhaseResult) -> Levels:
    """Return the players left by their place in their group, each level best first. Within a level
    the match points per match count, then the tiebreakers, so neither a bye nor a larger group
    helps. Before the first result everybody is in one level."""
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
    levels = [[part[at] for part in parts if at < len(part)] for at in range(max(map(len, parts)))]
    levels += [[row.player] for row in left if row.player not in known]
    return tuple(tuple(sorted(level, key=order.index)) for level in levels)


def _per_match(ranking: Standings, player: str) -> Fraction:
    """Return the match points per match, without byes; with wagers, the stack."""
    history = ranking.histories[player]
    if SCORINGS[ranking.ruleset.scoring].STACKS:
        return history.match_points
    matches = [line.points for line in history.rounds if line.kind is not RoundKind.BYE]
    return total(matches) / len(matches) if matches else Fraction(0)


def sends_on(result: PhaseResult) -> int | None:
    """Return how many advance from all groups together; None if the rules do not say."""
    best = result.ruleset.group_advance
    if best is None or result.current is None:
        return None
    return sum(map(len, by_place(result)[:best]))


def seeds(result: PhaseResult, on: Sequence[str]) -> tuple[str, ...]:
    """Return those who advance into a bracket, in the order of their seeds there; `on` is their
    order in the groups, which is kept if there are none."""
    groups = result.current.groups if result.current else ()
    if not groups:
        return tuple(on)
    levels = ([player for player in level if player in on] for level in by_place(result))
    by_bracket = seeded([level for level in levels if level], groups)
    return (*by_bracket, *(player for player in on if player not in by_bracket))


def seeded(levels: Sequence[Sequence[str]], groups: Groups) -> tuple[str, ...]:
    """Return those who advance by seed, so that two of one group meet as late as possible in a
    bracket. To this end players of one level exchange seeds, as few as possible: two of a group are
    then in different halves. Two advance from each of four groups:

        by place         A1 B1 C1 D1  A2 B2 C2 D2    seed 1 meets 8, 2 meets 7, ...
        by seed          A1 B1 C1 D1  B2 A2 D2 C2    A1 C2, D1 B2 | B1 D2, C1 A2
    """
    seeds = sum(map(len, levels))
    slots = bracket.standard([str(at) for at in range(seeds)])
    place = {int(seed): at for at, seed in enumerate(slots) if seed is not None}
    rounds = (len(slots) - 1).bit_length()
    group = {player: at for at, players in enumerate(groups) for player in players}
    result: list[str] = []
    for level in levels:
        first, row = len(result), [*level]

        def near(
            at: int, player: str, above: Sequence[str] = tuple(result), first: int = first
        ) -> int:
            """Return a cost that grows with each higher player of the same group and the earlier
            they would meet."""
            early = [
                rounds - (place[first + at] ^ place[other]).bit_length()
                for other, higher in enumerate(above)
                if group.get(higher, higher) == group.get(player, player)
            ]
            return sum((seeds + 1) ** number - 1 for number in early)

        cost: Cost = near
        while exchange_seeds(row, cost):
            pass
        result += row
    return tuple(result)
