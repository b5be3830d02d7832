"""Who sits where at a table."""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import comb, factorial

from runner.audit.questions import Case
from runner.audit.tournament import Tournament

RARE = 1e-5
"""Less likely than this is not taken for chance."""
Turns = Sequence[Sequence[int]]
"""The seats that each player of a table has had, in the order of their seats."""


def seats(t: Tournament) -> Iterator[Case]:
    """Turns in the seats are as even as they can be, and follow the way of seating in force."""
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        rules, hand = round_.stage.rules, t.by_hand(round_)
        for table in round_.tables:
            names, size = table.players, len(table.players)
            turns = [past[one].seats for one in names]
            if size < 2 or len({*names}) < size or table.number in hand:
                continue
            if rules.seats == "top_seed_first" and round_.at > 1:
                top = max(past[one].points for one in names)
                yield Case("top seed first", past[names[0]].points == top, round_, table)
            if not any(turns):
                continue
            if rules.seats == "balanced" and t.has_rules:
                yield Case("even seats", _is_least(_had_before, turns), round_, table)
            if rules.seats == "sliding_window":
                yield Case("sliding seats", _is_least(_had_lately, turns), round_, table)
            again = [one for seat, one in enumerate(names, 1) if past[one].seats[-1:] == (seat,)]
            yield Case("same seat", again, round_, table)
            first, *rest = turns
            never = any(1 not in before and len(before) >= len(first) for before in rest)
            yield Case("begins again", names[:1] if 1 in first and never else (), round_, table)


def _is_least(count: Callable[[Turns], int], turns: Turns) -> bool:
    """Return whether no other order of the table has a lower count."""
    return count(turns) == min(map(count, permutations(turns)))


def _had_before(turns: Turns) -> int:
    """Return how often those in their seats have sat in them."""
    return sum(before.count(seat) for seat, before in enumerate(turns, 1))


def _had_lately(turns: Turns) -> int:
    """Return how many have sat in their seat within as many rounds as the table has seats."""
    return sum(seat in before[::-1][: len(turns) - 1] for seat, before in enumerate(turns, 1))


def first_round(t: Tournament) -> Iterator[Case]:
    """The first round is drawn: neither its tables nor its seats follow the list of players."""
    place = {one["id"]: at for at, one in enumerate(t.listed)}
    for round_ in t.swiss[:1]:
        seated = [table.players for table in round_.tables if table.players]
        tables = [[place.get(one, 0) for one in players] for players in seated]
        if len(tables) >= 4 and not t.by_hand(round_):
            sizes, everybody = [len(each) for each in tables], len(round_.seated)
            block = [(everybody - size + 1) / comb(everybody, size) for size in sizes]
            blocks = sum(max(each) - min(each) == len(each) - 1 for each in tables)
            yield Case("tables drawn", chance_of(blocks, block) > RARE, round_)
            rising = sum(each == sorted(each) for each in tables)
            in_order = [1 / factorial(size) for size in sizes]
            yield Case("seats drawn", chance_of(rising, in_order) > RARE, round_)


def chance_of(many: int, chances: Sequence[float]) -> float:
    """Return how likely so many independent events or more are, each with its own chance."""
    counts = [1.0]
    for chance in chances:
        happens = [0.0, *(count * chance for count in counts)]
        others = [*(count * (1 - chance) for count in counts), 0.0]
        counts = [one + other for one, other in zip(happens, others, strict=True)]
    return sum(counts[many:])
