"""Tables of any size: Melee, Grand Melee and the like.

Tables are as even as possible (`circle_sizes`). Who sits together is found by exchanging players,
who sits to whose left by chance and by whom they had there before. Pods of three to five are made
by `runner.pairing.pods`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from runner.core.language import listed
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable, Seating
from runner.pairing.certificate import certify
from runner.pairing.field import Field, field_of
from runner.pairing.methods import (
    POWER,
    Objectives,
    bye_turns,
    byes_due,
    drawn,
    method_in_force,
    stream,
)
from runner.pairing.model import Certificate
from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import LARGEST_POD, Sizes, numbered
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import ResultForm, Variant


def circle_sizes(players: int, variant: Variant, rules: Ruleset) -> Sizes:
    """Tables as even as can be, each with as many as the variant allows, and of these splits that
    which is nearest to the best size; of equals the one with smaller tables, where games are
    shorter. A variant in one circle has as few circles as can be.

    Where no split is possible (11 players, 6 to 10 at a table) somebody has a bye, if byes are what
    gives; else a table is smaller than the variant allows.
    """
    if players < 2:
        return Sizes((), players)
    for byes in range(_most_byes(players, rules) + 1):
        if tables := _split(players - byes, variant, rules.pod_size):
            return Sizes(tables, byes)
    most = 1 if players < variant.fewest else -(-players // variant.most)
    return Sizes(_evenly(players, most))


def out_of_bounds(sizes: Sizes, variant: Variant) -> bool:
    """Return whether a table has fewer or more than the variant is for, or somebody no place at
    one."""
    return bool(sizes.byes) or any(
        not variant.fewest <= size <= variant.most for size in sizes.tables
    )


def _most_byes(players: int, rules: Ruleset) -> int:
    """Return how many byes may be given so that tables have the right sizes."""
    if rules.uneven == "small_pods":
        return 0
    return min(players - 2, players if rules.max_byes is None else rules.max_byes)


def _split(players: int, variant: Variant, best: int) -> tuple[int, ...]:
    """Return the split of all these players; nothing where there is none."""
    splits = (
        _evenly(players, count)
        for count in range(-(-players // variant.most), players // variant.fewest + 1)
    )
    if variant.circle:
        return next(splits, ())
    return min(
        splits,
        key=lambda sizes: (sum(abs(size - best) for size in sizes), -len(sizes)),
        default=(),
    )


def _evenly(players: int, count: int) -> tuple[int, ...]:
    """Return so many tables, the larger ones first."""
    size, larger = divmod(players, count)
    return (size + 1,) * larger + (size,) * (count - larger)


_TRIES = 40


def seats_round(players: Sequence[Entrant], chance: Stream) -> tuple[str, ...]:
    """Return the ids in turn order."""
    best: list[Entrant] = []
    least = len(players) + 1
    for _ in range(_TRIES):
        order = _put_right(chance.shuffled(players))
        again = _again(order)
        if again < least:
            best, least = order, again
        if not least:
            break
    return tuple(player.id for player in best)


def _again(order: Sequence[Entrant]) -> int:
    """Return how many have a player to the left whom they have had there."""
    return sum(_had(order, at) for at in range(len(order)))


def _had(order: Sequence[Entrant], at: int) -> bool:
    return order[(at + 1) % len(order)].id in order[at].left


def _put_right(order: list[Entrant]) -> list[Entrant]:
    """Exchange two wherever that leaves fewer who have somebody to the left again."""
    now = _again(order)
    for at in range(len(order)):
        for other in range(len(order)) if now and _had(order, at) else ():
            order[at], order[other] = order[other], order[at]
            then = _again(order)
            if then < now:
                now = then
            else:
                order[at], order[other] = order[other], order[at]
    return order


_LOOKED_AT = 1_200_000
"""Exchanges that are looked at for a round, so that it is the same on any machine and soon done."""
_SHAKEN = 3
"""Exchanges at random before looking on from there."""

Costs = list[list[int]]


def together(
    field: Field, sizes: Sequence[int], aims: Objectives, chance: Stream
) -> list[list[int]]:
    """Return the places of the field at each table, beginning with the order of the field cut into
    tables. Better is who meets fewest earlier opponents, then fewest of those to be kept apart,
    then the least differences of points inside tables."""
    table_of = [at for at, size in enumerate(sizes) for _ in range(size)]
    if len(sizes) > 1 and (aims.no_rematch or aims.equal_points):
        table_of = _Search(_costs(field, max(sizes), aims), table_of, len(sizes)).best(chance)
    return [[place for place, at in enumerate(table_of) if at == table]
            for table in range(len(sizes))]  # fmt: skip


def _costs(field: Field, size: int, aims: Objectives) -> Costs:
    """Return what it costs that two sit at one table."""
    pairs = len(field) * size  # more than there are at all tables
    levels = field.levels if aims.equal_points else (0,) * len(field)
    apart = 1 + pairs * max(levels, default=0)
    again = apart * pairs if aims.no_rematch else 0

    def cost(one: int, two: int) -> int:
        clubs = field.clubs[one] and field.clubs[one] == field.clubs[two]
        fixed = field.fixed[one] and field.fixed[two] and field.fixed[one] != field.fixed[two]
        asked = bool(clubs or fixed or two in field.apart[one])
        met = again if two in field.met[one] else 0
        return met + apart * asked + abs(levels[one] - levels[two])

    everybody = range(len(field))
    return [[cost(one, two) if one != two else 0 for two in everybody] for one in everybody]


class _Search:
    """Tables under way. `at` says what each player costs at each table, the player's own too."""

    def __init__(self, costs: Costs, table_of: list[int], tables: int) -> None:
        self.costs, self.table_of, self.tables = costs, table_of, tables
        self.left = _LOOKED_AT
        self.at = [self._at_tables(row) for row in costs]

    def _at_tables(self, row: Sequence[int]) -> list[int]:
        costs = [0] * self.tables
        for cost, table in zip(row, self.table_of, strict=True):
            costs[table] += cost
        return costs

    def best(self, chance: Stream) -> list[int]:
        """Return the best tables that were found: down to where no exchange helps, then from a few
        random exchanges away down again, as long as there is time."""
        self._down()
        best, least = [*self.table_of], self._total()
        while self.left > 0 and least > 0:
            for _ in range(_SHAKEN):
                self._exchange(chance.below(len(self.table_of)), chance.below(len(self.table_of)))
            self._down()
            total = self._total()
            if total < least:
                best, least = [*self.table_of], total
            elif total > least:
                self._back_to(best)
        return best

    def _total(self) -> int:
        return sum(row[table] for row, table in zip(self.at, self.table_of, strict=True)) // 2

    def _back_to(self, tables: Sequence[int]) -> None:
        self.table_of = [*tables]
        self.at = [self._at_tables(row) for row in self.costs]

    def _down(self) -> None:
        """Exchange whatever makes it better, until nothing does."""
        better = True
        while better and self.left > 0:
            better = False
            for one in range(len(self.table_of)):
                better |= self._better_place(one)

    def _better_place(self, one: int) -> bool:
        """Exchange a player for each later one with whom that helps."""
        better, costs, at, table_of = False, self.costs[one], self.at, self.table_of
        self.left -= len(table_of) - one
        for two in range(one + 1, len(table_of)):
            here, there = table_of[one], table_of[two]
            if here == there:
                continue
            change = at[one][there] + at[two][here] - at[one][here] - at[two][there]
            if change - 2 * costs[two] < 0:
                self._exchange(one, two)
                better = True
        return better

    def _exchange(self, one: int, two: int) -> None:
        here, there = self.table_of[one], self.table_of[two]
        if here == there:
            return
        first, second = self.costs[one], self.costs[two]
        for row, leaves, come in zip(self.at, first, second, strict=True):
            row[here] += come - leaves
            row[there] += leaves - come
        self.table_of[one], self.table_of[two] = there, here


ALGORITHM = "tables 1"
"""Goes up whenever the same state may be drawn otherwise than before; kept in the ledger."""


class Circles(NamedTuple):
    """A drawn round, and how good it is."""

    seating: Seating
    certificate: Certificate


def played_in_circles(rules: Ruleset) -> Variant | None:
    """Return the variant whose tables may have many sizes; None where pods or pairs are made. A
    free-for-all of up to five at a table is drawn as pods are."""
    variant = rules.played_as
    if variant is None or variant.teams or variant.form is not ResultForm.ORDER:
        return None
    return variant if variant.neighbours or rules.pod_size > LARGEST_POD else None


def pair(state: PairingInput, variant: Variant) -> Circles:
    """Return the round of a state; tables and byes given by hand stay."""
    rules, players, method = state.ruleset, drawn(state), method_in_force(state)
    sizes = circle_sizes(len(players), variant, rules)
    bye_players = next(iter(byes_due(bye_turns(players, state.round), sizes.byes)))
    field = field_of(method.order([player for player in players if player not in bye_players]))
    aims = Objectives(no_rematch=False, equal_points=False) if method == POWER else method.aims
    circles = together(field, sizes.tables, aims, stream(state, "search"))
    tables = [[field.players[place] for place in places] for places in circles]
    numbers, remarks = numbered(tables, rules, {number for number, _ in state.placed})
    draws = stream(state, "seats")
    seated = [
        SeatedTable(number, seats_round(at, draws))
        for number, at in zip(numbers, tables, strict=True)
    ]
    everybody = tuple(sorted([*seated, *state.placed]))
    byes = (*state.byes, *(player.id for player in bye_players))
    notes = [*_of_sizes(len(players), sizes, variant), *remarks]
    certificate = certify(state, everybody, byes, proved=len(everybody) == 1, notes=notes)
    if len(everybody) == 1:  # everybody sits there, whoever they have met
        certificate = replace(certificate, notes=tuple(notes))
    return Circles(Seating(everybody, byes), certificate)


def _of_sizes(players: int, sizes: Sizes, variant: Variant) -> list[str]:
    """Return a sentence where tables have not as many players as they should."""
    if not sizes.tables or not out_of_bounds(sizes, variant):
        return []
    many = listed([str(size) for size in dict.fromkeys(sizes.tables)])
    bye = f" and {sizes.byes} without a table" if sizes.byes else ""
    return [
        f"{variant.name} is for {variant.fewest} to {variant.most} players at a table: {players} "
        f"make tables of {many}{bye}."
    ]
