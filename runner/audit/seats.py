"""Who sits where at a table."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from runner.audit.questions import Case, check
from runner.audit.tournament import Past, Table, Tournament

_BALANCED = ("balanced", "top_seed_first")


@check
def seats(t: Tournament, how: str) -> Iterator[Case]:
    """Turns in the seats are as even as they can be, and follow the way of seating in force."""
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        rules, hand = round_.stage.rules, t.by_hand(round_)
        for table in round_.tables:
            names, size = table.players, len(table.players)
            if size < 2 or len({*names}) < size or table.number in hand:
                continue
            turns = [past[one].seats for one in names]
            if how == "even" and rules.seats == "balanced" and t.has_rules and any(turns):
                yield Case(_turns(turns) == _fewest(turns), round_, table)
            elif how == "window" and rules.seats == "sliding_window" and any(turns):
                yield Case(_recent(turns) == _least(turns), round_, table)
            elif how == "first" and rules.seats == "top_seed_first" and round_.at > 1:
                top = max(past[one].points for one in names)
                yield Case(past[names[0]].points == top, round_, table)
            elif how == "running" and any(turns):
                again = [one for at, one in enumerate(names, 1) if past[one].seats[-1:] == [at]]
                yield Case(not again, round_, table, (*again,))
            elif how == "begins" and any(turns):
                yield _begins(past, table)._replace(round=round_)
            elif how == "two more" and rules.seats in _BALANCED and any(turns):
                yield _two_more(past, table, rules.pod_size)._replace(round=round_)


def _turns(turns: Sequence[Sequence[int]]) -> int:
    """Return how often those in their seats have sat in them."""
    return sum(before.count(at) for at, before in enumerate(turns, 1))


def _fewest(turns: Sequence[Sequence[int]]) -> int:
    """Return the same for the order of the table in which it is least."""
    return min(map(_turns, permutations(turns)))


def _recent(turns: Sequence[Sequence[int]]) -> int:
    """Return how many have sat in their seat within as many rounds as the table has seats."""
    return sum(at in before[::-1][: len(turns) - 1] for at, before in enumerate(turns, 1))


def _least(turns: Sequence[Sequence[int]]) -> int:
    return min(map(_recent, permutations(turns)))


def _begins(past: dict[str, Past], table: Table) -> Case:
    """Nobody begins again while somebody at the table has played as often and never begun."""
    first, *rest = table.players
    before = past[first].seats
    never = [
        one for one in rest if past[one].seats.count(1) == 0 and len(past[one].seats) >= len(before)
    ]
    again = before.count(1) > 0 and never
    return Case(not again, None, table, (first, *never[:1]) if again else ())


def _two_more(past: dict[str, Past], table: Table, full: int) -> Case:
    uneven = []
    for at, one in enumerate(table.players, 1):
        turns = [*past[one].seats, at]
        counts = [turns.count(seat) for seat in range(1, min(full, 3) + 1)]
        if max(counts) - min(counts) > 2:
            uneven.append(one)
    return Case(not uneven, None, table, (*uneven,))


@check
def listed(t: Tournament, what: str) -> Iterator[Case]:
    """The first round is drawn: neither its tables nor its seats follow the list of players."""
    place = {one["id"]: at for at, one in enumerate(t.listed)}
    for round_ in t.swiss[:1]:
        tables = [[place.get(one, 0) for one in table.players] for table in round_.tables]
        if len(tables) < 4 or t.by_hand(round_):
            continue
        if what == "tables":
            blocks = [max(each) - min(each) == len(each) - 1 for each in tables]
            yield Case(sum(blocks) < len(blocks) / 2, round_)
        else:
            rising = [each == sorted(each) for each in tables]
            yield Case(sum(rising) < max(4, len(rising) / 2), round_)
