"""Which table gets which number (docs/rules.md 4; GetPaird)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, count

from runner.core.seating import SeatedTable, Seating
from runner.pairing.state import Entrant, State
from runner.rules.ruleset import Ruleset


def numbered(
    tables: Sequence[Sequence[Entrant]], rules: Ruleset, taken: Collection[int]
) -> tuple[list[int], list[str]]:
    """A number for each table, given from the top one down, and notes on what could not be had.

    Numbers go up from the first table, or down from the last; gaps and `taken` ones are left out.
    A player with a fixed table pulls everybody at the table there, even into a gap, since tables
    are left out for such players; the better placed one has it where two want the same.
    """
    used = set(taken)
    fixed: dict[int, int] = {}
    notes: list[str] = []
    for at, players in enumerate(tables):
        for player in players:
            wanted = player.fixed_table
            if wanted is None or fixed.get(at) == wanted:
                continue
            if at in fixed or wanted in used:
                notes.append(f"{player.id} cannot sit at table {wanted}, which is taken.")
                continue
            fixed[at] = wanted
            used.add(wanted)
    free = _free(rules, used)
    return [fixed[at] if at in fixed else next(free) for at in range(len(tables))], notes


def seated_around(state: State, tables: Sequence[Sequence[str]], byes: Iterable[str]) -> Seating:
    """The round with these tables, from the top one down, and these byes around what the organiser
    has set."""
    players = {player.id: player for player in state.players}
    at_tables = [[players[identity] for identity in seats] for seats in tables]
    numbers, _ = numbered(at_tables, state.ruleset, {table.number for table in state.placed})
    made = (SeatedTable(*table) for table in zip(numbers, map(tuple, tables), strict=True))
    return Seating(tuple(sorted([*made, *state.placed])), (*state.byes, *byes))


def _free(rules: Ruleset, used: Collection[int]) -> Iterator[int]:
    """The numbers that may be given, in order. Below table 1 there is none: numbers that go down
    then go on above the last table."""
    first = rules.first_table
    numbers = chain(range(first, 0, -1), count(first + 1))
    if rules.table_order == "up":
        numbers = chain(count(first))
    return (
        number
        for number in numbers
        if number not in used
        and not any(least <= number <= most for least, most in rules.table_gaps)
    )
