"""Who is in which group of a round robin, and with which number: given once, for all its rounds."""

from collections.abc import Collection, Mapping, Sequence

from runner.core.event import Mode, Player
from runner.core.randomness import Stream
from runner.phases.cut import Cut
from runner.phases.model import RoundContext
from runner.phases.round_robin.groups import Groups, dealt
from runner.phases.swiss.swiss import avoided


def groups(situation: RoundContext) -> Groups:
    """The ids by number in each group: as the phase began, whatever has become of the field.

    There is one group where the rules want no others, and none in pods.
    """
    if situation.phase.mode is Mode.MULTIPLAYER:
        return ()
    recorded = situation.drawn.get("groups")
    if recorded:
        return tuple(tuple(group) for group in recorded)
    return (situation.seeds,) if situation.seeds else _given(situation)


def with_late(situation: RoundContext) -> Groups:
    """The groups with those who enter late in the places that are left.

    Who drops keeps the number. Where a group is odd the number of nobody goes to somebody who
    enters late, in the smaller groups first; for others who do the tables have no place.
    """
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
    """Whether the last two rounds of the first of two cycles change places, as FIDE advises; a
    phase that has begun otherwise goes on as it began."""
    if situation.drawn or situation.seeds or situation.rounds:
        return bool(situation.drawn.get("exchanged"))
    return situation.ruleset.double_round


# --- where no draw has recorded any --------------------------------------------------------------


def _given(situation: RoundContext) -> Groups:
    """By seed after an earlier phase, and elsewhere drawn."""
    phase, size = situation.phase, situation.ruleset.group_size
    order = _order(situation, many=size is not None)
    if size is None or len(order) <= size:
        return (order,) if order else ()
    chance = Stream(_seed(situation), phase.number, "groups")
    return _as_met(situation, order, size) or dealt(order, size, _apart(situation, order), chance)


def _order(situation: RoundContext, *, many: bool) -> tuple[str, ...]:
    """Those who begin the phase, by seed or as drawn. In one group only a cut makes seeds."""
    phase, entered = situation.phase, _entered(situation)
    if phase.number > 1 and (many or Cut.of(phase, situation.ruleset)):
        return entered
    return tuple(Stream(_seed(situation), phase.number, "numbers").shuffled(sorted(entered)))


def _seed(situation: RoundContext) -> str:
    """The event's seed; that of a round drawn anew counts for the first round only."""
    return situation.standings.seed if situation.standings else situation.seed


def _entered(situation: RoundContext) -> tuple[str, ...]:
    """The ids of those who begin the phase, or began it, also of who is absent from its first
    round; in the order of the field."""
    there = {player.id for player in situation.players} | {*situation.placed.absent}
    if situation.rounds:
        there = {*situation.rounds[0].everybody}
    return tuple(player.id for player in situation.field if player.id in there)


def _apart(situation: RoundContext, order: Collection[str]) -> Mapping[str, Collection[str]]:
    """Whom each player is to be apart from, in both directions."""
    people = [player for player in situation.field if player.id in {*order}]
    found: dict[str, set[str]] = {player.id: set() for player in people}
    for player in people:
        for other in (*avoided(player, people), *_clubmates(situation, player, people)):
            found[player.id].add(other)
            found[other].add(player.id)
    return found


def _clubmates(situation: RoundContext, player: Player, people: Sequence[Player]) -> Sequence[str]:
    if not situation.ruleset.keep_clubs_apart or not player.club:
        return ()
    return [other.id for other in people if other.club == player.club and other is not player]


def _as_met(situation: RoundContext, order: Sequence[str], size: int) -> Groups:
    """The groups of rounds that were imported: those who have met, with everybody they have met.

    Two rounds show who is together; nothing comes back where they cannot be groups of that size.
    """
    group = {player: {player} for player in order}
    for table in (table for round_ in situation.rounds for table in round_.tables):
        there = set().union(*(group.get(player, {player}) for player in table.players))
        group |= dict.fromkeys(there & {*order}, there)
    found = tuple(dict.fromkeys(tuple(player for player in order if player in group[one])
                                for one in _by_table(situation, order)))  # fmt: skip
    sizes = {*map(len, found)}
    sound = len(situation.rounds) > 1 and min(sizes) > 1 and max(sizes) <= size
    return found if sound else ()


def _by_table(situation: RoundContext, order: Sequence[str]) -> Sequence[str]:
    """The players by the tables of the first round, since groups are seated one after the other."""
    tables = situation.rounds[0].tables if situation.rounds else ()
    by_number = sorted(tables, key=lambda table: table.number)
    seated = (player for table in by_number for player in table.players if player in {*order})
    return [*seated, *order]
