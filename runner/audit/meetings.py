"""Who meets whom: repeats, second small pods, players to be kept apart, and differences of points.

What could be better is shown by an example: two players who, had they changed places, would have
left the round better, and no worse in anything that counts for more. In small fields every
arrangement is counted, and in round 2 a count of rows and columns decides (Gale and Ryser).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from runner.audit.field import APART, DIFFERENCES, LOW, REPEATS, SECOND, Field
from runner.audit.questions import Case, check
from runner.audit.tournament import Pair, Round, Table, Tournament

FEW = 12
"""The largest field of which every arrangement is looked at."""
AHEAD = 24
"""The largest field that may put small pods higher for the sake of rounds to come."""
MANY_TABLES = 8
"""So many that winners can meet winners in round 2 whatever else is asked for."""
NEAR = 8
"""How many tables further down players change places with."""
Costs = tuple[int, ...]


def _fields(t: Tournament) -> Iterator[Field]:
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        if round_.stage.rules.method != "random" and len({*round_.seated}) == len(round_.seated):
            yield Field(t, round_, past)


@check
def repeats(t: Tournament, how: str) -> Iterator[Case]:
    """Players who have met before sit together only where it cannot be avoided, or never."""
    for field in _fields(t):
        if not any(field.met.values()):
            continue
        number = field.round.at
        for table in field.tables:
            met = field.repeats(table)
            if how == "none":
                bad = met
            elif how == "third":
                bad = [x for x in met if sum(at.at < number for at, _ in t.meetings[x]) > 1]
            elif how == "running":
                bad = [x for x in met if any(at.at == number - 1 for at, _ in t.meetings[x])]
            else:  # "two": a player with two earlier opponents at one table
                ids = Counter(one for pair in met for one in pair)
                bad = [frozenset((one,)) for one, many in ids.items() if many > 1]
            yield Case(not bad, field.round, table, _names(bad))


@check
def avoidable(t: Tournament, why: str) -> Iterator[Case]:
    """No exchange of two players leaves fewer repeats. `why` is where the two had met: in this
    phase, in an earlier one, or at a table that was filled by hand."""
    for field in _fields(t):
        for table in field.tables:
            for pair in field.repeats(table):
                if _where_met(t, field.round, pair) == why:
                    better = [other for one in pair if (other := field.better(one, table, REPEATS))]
                    yield Case(not better, field.round, table, (*sorted(pair), *better[:1]))
        later = why == "phase" or field.round.stage.number > 1
        by_hand = any(t.by_hand(each) for each in t.swiss if each.at < field.round.at)
        if any(field.met.values()) and (by_hand if why == "hand" else later):
            yield Case(True, field.round)


def _where_met(t: Tournament, round_: Round, pair: Pair) -> str:
    before = [each for each in t.meetings[pair] if each[0].at < round_.at]
    if all(hand for _, hand in before):
        return "hand"
    own = any(each.stage.number == round_.stage.number and not hand for each, hand in before)
    return "phase" if own else "earlier"


@check
def second_round(t: Tournament, _: str) -> Iterator[Case]:
    """Nobody meets again in round 2 where a count shows that it can be so."""
    for field in _fields(t):
        if field.round.at != 2 or field.t.by_hand(field.round) or field.fixed:
            continue
        first = {one: table.number for table in t.rounds[0].tables for one in table.players}
        sources = Counter(first.get(one, one) for one in field.points).values()
        seats = sorted((len(table.players) for table in field.tables), reverse=True)
        if all(
            sum(seats[:many]) <= sum(min(source, many) for source in sources)
            for many in range(1, len(seats) + 1)
        ):
            met = [pair for table in field.tables for pair in field.repeats(table)]
            yield Case(not met, field.round, None, _names(met))


@check
def fewest(t: Tournament, level: str) -> Iterator[Case]:
    """In a small field no arrangement at all has less of a cost and no more of any before it."""
    for field in _fields(t):
        strict = field.strict and level != "0"
        if len(field.points) > FEW or field.fixed or t.by_hand(field.round) or strict:
            continue
        levels = range(int(level) + 1)
        now = tuple(
            sum(
                field.cost(one, table.players[:at], field.is_small(table), each)
                for table in field.tables
                for at, one in enumerate(table.players)
            )
            for each in levels
        )
        best = (
            _best(field, [len(table.players) for table in field.tables], now) if any(now) else now
        )
        yield Case(best[:-1] != now[:-1] or best == now, field.round)


def _best(field: Field, sizes: list[int], bound: Costs) -> Costs:
    """Return the least costs of all arrangements at tables of these sizes, if below the bound."""
    waiting, tables = sorted(field.points), [list[str]() for _ in sizes]
    smalls, best = [size < field.standard for size in sizes], bound

    def go(at: int, so_far: Costs) -> None:
        nonlocal best
        if so_far >= best:
            return
        if at == len(waiting):
            best = so_far
            return
        one, empty = waiting[at], set[int]()
        for table, size, small in zip(tables, sizes, smalls, strict=True):
            if len(table) == size or (not table and size in empty):
                continue
            empty |= set() if table else {size}
            more = [field.cost(one, table, small, level) for level in range(len(bound))]
            table.append(one)
            go(at + 1, tuple(x + y for x, y in zip(so_far, more, strict=True)))
            table.pop()

    go(0, (0,) * len(bound))
    return best


@check
def small(t: Tournament, how: str) -> Iterator[Case]:
    """Nobody sits in a small pod a second time: ever, without need, or even a third time."""
    for field in _fields(t):
        shorts = [table for table in field.tables if field.is_small(table)]
        if not shorts or not any(past.small for past in field.past.values()) or field.strict:
            continue
        if how == "exchange":
            yield Case(True, field.round)
        for table in shorts:
            again = [one for one in table.players if field.past[one].small]
            if how == "exchange":
                for one in again:
                    better = field.better(one, table, SECOND)
                    yield Case(not better, field.round, table, (one, better))
            elif how == "third":
                again = [one for one in again if len(field.past[one].small) > 1]
            if how != "exchange":
                yield Case(not again, field.round, table, (*again,))


@check
def small_low(t: Tournament, who: str) -> Iterator[Case]:
    """Small pods are at the bottom: nobody in one could change places with somebody lower."""
    for field in _fields(t):
        most = max(field.points.values(), default=0)
        last = field.round.number == field.round.stage.rounds or len(field.points) > AHEAD
        by_points = field.round.at > 1 and field.round.stage.by_points and not field.strict
        if not by_points or (who == "leader" and not last):
            continue
        for table in field.tables if field.round.stage.rules.small_pods_last else ():
            if not field.is_small(table):
                continue
            for one in table.players:
                if who == "anybody" or (field.points[one] == most and most):
                    better = field.better(one, table, LOW)
                    yield Case(not better, field.round, table, (one, better))


@check
def apart(t: Tournament, about: str) -> Iterator[Case]:
    """Who is to be kept apart sits apart: always, or where an exchange would have done it."""
    reason, how = about.split()
    for field in _fields(t):
        wanted = t.apart[reason] & field.kept_apart
        if not wanted or field.strict:
            continue
        for table in field.tables:
            for pair in map(frozenset, combinations(table.players, 2)):
                if pair not in wanted:
                    continue
                if how == "none":
                    yield Case(False, field.round, table, _names([pair]))
                elif better := [x for one in pair if (x := field.better(one, table, APART))]:
                    yield Case(False, field.round, table, (*sorted(pair), better[0]))
        yield Case(True, field.round)


@check
def first_clubs(t: Tournament, _: str) -> Iterator[Case]:
    """In round 1 a club is spread over all tables, which is always possible."""
    for field in _fields(t):
        if field.round.at > 1 or not t.apart["club"] or t.apart["name"] or field.fixed:
            continue
        clubs = defaultdict[str, list[str]](list)
        for one in field.points:
            clubs[t.players.get(one, {}).get("club") or one].append(one)
        for members in clubs.values():
            share = -(-len(members) // max(1, len(field.tables)))
            for table in field.tables:
                here = {*members} & {*table.players}
                yield Case(len(here) <= share, field.round, table, (*sorted(here),))


@check
def points(t: Tournament, how: str) -> Iterator[Case]:
    """Players of equal points sit together as far as the rest allows it."""
    for field in _fields(t):
        if field.round.at == 1 or not field.round.stage.by_points:
            continue
        win, tables = field.win, field.tables
        mean = {
            id(x): sum((field.points[one] for one in x.players), Fraction(0)) / len(x.players)
            for x in tables
        }
        spread = {id(x): sorted(field.points[one] for one in x.players) for x in tables}
        order = sorted(
            tables, key=lambda x: x.number, reverse=field.round.stage.rules.table_order != "up"
        )
        fixed = bool(field.fixed)
        if how == "exchange" and not field.strict:
            yield from _differences(field, sorted(tables, key=lambda x: -mean[id(x)]))
        elif how == "winners":
            yield from _winners(field)
        elif how == "leader" and tables and not fixed:
            most = max(field.points.values())
            yield Case(spread[id(order[0])][-1] == most, field.round, order[0])
        elif how == "order" and not fixed:
            for one, two in pairwise(order):
                yield Case(mean[id(one)] >= mean[id(two)], field.round, two)
        elif how == "one win":
            for x in tables:
                yield Case(spread[id(x)][-1] - spread[id(x)][0] <= win, field.round, x)
        elif how == "alone":
            for x in tables:
                far = [
                    one
                    for one in x.players
                    if len(x.players) > 1
                    and min(abs(field.points[one] - field.points[y]) for y in x.players if y != one)
                    >= 2 * win
                ]
                yield Case(not far, field.round, x, (*far,))
        elif how == "last" and field.strict and not fixed:
            yield from _strictly(field, order)


def _strictly(field: Field, order: list[Table]) -> Iterator[Case]:
    """Nobody sits below a table where somebody with fewer points sits with whom they could have
    changed places, and neither would have met anybody again, or somebody to be kept apart from."""
    for at, a in enumerate(order):
        for one in a.players:
            could = tuple(
                other
                for b in order[at + 1 :]
                for other in b.players
                if field.points[other] > field.points[one]
                and not field.conflicts(other, a, one)
                and not field.conflicts(one, b, other)
            )
            yield Case(not could, field.round, a, (one, *could[:1]))


def _differences(field: Field, order: list[Table]) -> Iterator[Case]:
    """Look for an exchange with a table near by that lessens the differences of points."""
    yield Case(True, field.round)
    for at, a in enumerate(order):
        for b in order[at + 1 : at + 1 + NEAR]:
            for one in a.players:
                for other in b.players:
                    if field.points[one] == field.points[other]:
                        continue
                    if field.spared(one, a, other, b, DIFFERENCES):
                        yield Case(False, field.round, a, (one, other))


def _winners(field: Field) -> Iterator[Case]:
    """In round 2 of a large field whoever has won meets winners, but for one table's rest."""
    won = {one for one, points in field.points.items() if points >= field.win}
    free = len(won) >= field.standard and not field.kept_apart and not field.fixed
    if field.round.at == 2 and len(field.tables) >= MANY_TABLES and free:
        mixed = [x for x in field.tables if 0 < len(won & {*x.players}) < len(x.players)]
        yield Case(len(mixed) <= 1, field.round, mixed[-1] if mixed else None)


@check
def floats(t: Tournament, how: str) -> Iterator[Case]:
    """Nobody is paired up, or down, in two rounds running."""
    last: dict[str, str] = {}
    for field in _fields(t):
        if field.round.at == 1 or not field.round.stage.by_points:
            continue
        now = dict[str, str]()
        for table in field.tables:
            usual = _usual([field.points[one] for one in table.players])
            for one in table.players:
                gap = field.points[one] - usual
                now[one] = "down" if gap > 0 else "up" if gap < 0 else ""
                if now[one] == how:
                    yield Case(last.get(one) != how, field.round, table, (one,))
        last = now


def _usual(points: Collection[int]) -> int:
    """Return the points that most at a table have; of equally many, the higher."""
    return max(Counter(points).items(), key=lambda item: (item[1], item[0]))[0]


def _names(pairs: Iterable[Pair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for pair in pairs for one in sorted(pair)))
