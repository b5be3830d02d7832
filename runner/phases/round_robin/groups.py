"""Groups of a round robin: who is in which, with which number, and who goes on (docs/rules.md 5).

Groups are filled in a snake: the best seeds one to each group, the next ones the other way round.
Where players are to be kept apart, only those of equal seed change places. Groups and numbers are
given once, for all rounds.
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
"""For each player those who had better be elsewhere; both know of each other."""
Cost = Callable[[int, str], int]
"""What it costs that a player has a place of a row: its index, and the id."""

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
    """Return "Group A", where all of the players are in it; "" where they are in no group
    together."""
    return next(map(title, (at for at, group in enumerate(groups) if {*players} <= {*group})), "")


def dealt(players: Sequence[str], size: int, apart: Apart, chance: Stream) -> Groups:
    """Return the players, the best first, in as few groups as hold at most `size` each.

    Sizes differ by one at most. As few as possible are with somebody from whom they are to be
    apart: where exchanges of two leave some, it begins again with the players of equal seed in a
    random order, a few times, and keeps the best. Ten players in groups of four at most:

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
    """Return how many pairs share a group though they are to be apart."""
    both = (other in apart.get(one, ()) for group in groups for one in group for other in group)
    return sum(both) // 2


def _parted(rows: Sequence[Sequence[str]], apart: Apart) -> tuple[Groups, int]:
    """Return the columns of some rows, after exchanges within rows until none parts more, and how
    many pairs are together that are not to be. The lowest seeds move first."""
    found = [[*row] for row in rows]

    def cost_in(number: int) -> Cost:
        others = [row for at, row in enumerate(found) if at != number]
        return lambda at, player: sum(row[at] in apart.get(player, ()) for row in others)

    last_first = range(len(found) - 1, -1, -1)
    while sum(exchange_seeds(found[number], cost_in(number)) for number in last_first):
        pass  # until nobody moves in any row
    groups = tuple(tuple(filter(None, column)) for column in zip(*found, strict=True))
    return groups, together(groups, apart)


def exchange_seeds(row: list[str], cost: Cost) -> bool:
    """Let two of a row change places wherever that costs less, the shorter way where it is equal.
    Says whether anybody has moved; then there may be more to exchange."""
    moved = False
    for at in range(len(row)):
        other = _better(row, at, cost) if cost(at, row[at]) else at
        if other != at:
            row[at], row[other] = row[other], row[at]
            moved = True
    return moved


def _better(row: Sequence[str], at: int, cost: Cost) -> int:
    """Return the place that it is best to change with; the same place where no exchange costs
    less."""

    def gain(other: int) -> int:
        one, two = row[at], row[other]
        return cost(at, one) + cost(other, two) - cost(at, two) - cost(other, one)

    gains = [gain(other) for other in range(len(row))]
    best = min(range(len(row)), key=lambda other: (-gains[other], abs(other - at), other))
    return best if gains[best] > 0 else at


def groups(situation: RoundContext) -> Groups:
    """Return the ids by number in each group: as the phase began, whatever has become of the field.
    There is one group where the rules want no others, and none in pods."""
    if situation.phase.mode is Mode.MULTIPLAYER:
        return ()
    recorded = situation.drawn.get("groups")
    if recorded:
        return tuple(tuple(group) for group in recorded)
    return (situation.seeds,) if situation.seeds else _given(situation)


def with_late(situation: RoundContext) -> Groups:
    """Return the groups with those who enter late in the places that are left. Who drops keeps the
    number. Where a group is odd the number of nobody goes to somebody who enters late, in the
    smaller groups first; for others who do the tables have no place."""
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
    """Return whether the last two rounds of the first of two cycles change places, as FIDE advises;
    a phase that has begun otherwise goes on as it began."""
    if situation.drawn or situation.seeds or situation.rounds:
        return bool(situation.drawn.get("exchanged"))
    return situation.ruleset.double_round


def _given(situation: RoundContext) -> Groups:
    """By seed after an earlier phase, and elsewhere drawn."""
    phase, size = situation.phase, situation.ruleset.group_size
    order = _order(situation, many=size is not None)
    if size is None or len(order) <= size:
        return (order,) if order else ()
    chance = Stream(_seed(situation), phase.number, "groups")
    return _as_met(situation, order, size) or dealt(order, size, _apart(situation, order), chance)


def _order(situation: RoundContext, *, many: bool) -> tuple[str, ...]:
    """Return those who begin the phase, by seed or as drawn. In one group only a cut makes
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
    """Return the event's seed; that of a round drawn anew counts for the first round only."""
    return situation.standings.seed if situation.standings else situation.seed


def _apart(situation: RoundContext, order: Collection[str]) -> Mapping[str, Collection[str]]:
    """Whom each player is to be apart from, in both directions."""
    people = [player for player in situation.field if player.id in {*order}]
    clubs = situation.ruleset.keep_clubs_apart
    found: dict[str, set[str]] = {player.id: set() for player in people}
    for player in people:
        mates = (each.id for each in people if clubs and player.club and each.club == player.club)
        for other in {*avoided(player, people), *mates} - {player.id}:
            found[player.id].add(other)
            found[other].add(player.id)
    return found


def _as_met(situation: RoundContext, order: Sequence[str], size: int) -> Groups:
    """Return the groups of rounds that were imported: those who have met, with everybody they have
    met. Two rounds show who is together; nothing comes back where they cannot be groups of that
    size."""
    group = {player: {player} for player in order}
    for table in (table for round_ in situation.rounds for table in round_.tables):
        there = set().union(*(group.get(player, {player}) for player in table.players))
        group |= dict.fromkeys(there & {*order}, there)
    # By the tables of the first round, since groups are seated one after the other.
    tables = situation.rounds[0].tables if situation.rounds else ()
    by_number = sorted(tables, key=lambda table: table.number)
    seated = (player for table in by_number for player in table.players if player in group)
    found = tuple(
        dict.fromkeys(
            tuple(player for player in order if player in group[one]) for one in (*seated, *order)
        )
    )
    sizes = {*map(len, found)}
    sound = len(situation.rounds) > 1 and min(sizes) > 1 and max(sizes) <= size
    return found if sound else ()


Levels = tuple[tuple[str, ...], ...]
"""All who are first in their group, all who are second, and so on."""


def by_place(result: PhaseResult) -> Levels:
    """Return those who are left by their place in their group, each level with the best first.
    Within a level the match points of a match count, then the tiebreakers: so neither a bye nor a
    larger group is worth anything. Before the first result everybody is in one level."""
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
    """Return the match points of a match, without byes; a stack of wagers as it stands."""
    history = ranking.histories[player]
    if SCORINGS[ranking.ruleset.scoring].STACKS:
        return history.match_points
    matches = [line.points for line in history.rounds if line.kind is not RoundKind.BYE]
    return total(matches) / len(matches) if matches else Fraction(0)


def sends_on(result: PhaseResult) -> int | None:
    """Return how many go on from all groups together; None where the rules don't say."""
    best = result.ruleset.group_advance
    if best is None or result.current is None:
        return None
    return sum(map(len, by_place(result)[:best]))


def seeds(result: PhaseResult, on: Sequence[str]) -> tuple[str, ...]:
    """Return those who go on into a bracket, in the order of their seeds there; `on` is as they
    came in their groups, which stays where there are none."""
    groups = result.current.groups if result.current else ()
    if not groups:
        return tuple(on)
    levels = ([player for player in level if player in on] for level in by_place(result))
    made = seeded([level for level in levels if level], groups)
    return (*made, *(player for player in on if player not in made))


def seeded(levels: Sequence[Sequence[str]], groups: Groups) -> tuple[str, ...]:
    """Return those who go on by seed, so that in a bracket two of one group meet as late as can be.

    For that players of one level change seeds among each other, as few as can be: of two of a group
    each is then in a half of their own. Two go on from each of four groups:

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
            """Return each of the group above counts by how long before the final they would
            meet."""
            early = [
                rounds - (place[first + at] ^ place[other]).bit_length()
                for other, higher in enumerate(above)
                if group.get(higher, higher) == group.get(player, player)
            ]
            return sum((seeds + 1) ** number - 1 for number in early)

        cost: Cost = near
        while exchange_seeds(row, cost):
            pass
        found += row
    return tuple(found)
