"""Who meets whom: repeats, second small pods, players to be kept apart, and differences of points.

What could be better is shown by an example: two players who, had they changed places, would have
left the round better, and no worse in anything that counts for more. In small fields every
arrangement is counted, and in round 2 a count of rows and columns decides (Gale and Ryser).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from runner.audit.field import APART, DIFFERENCES, LOW, NEAR, REPEATS, SECOND, Field, fields
from runner.audit.questions import Case
from runner.audit.tournament import Pair, Round, Tournament

FEW = 12
"""The largest field of which every arrangement is looked at."""
AHEAD = 24
"""The largest field that may put small pods higher for the sake of rounds to come."""
MANY_TABLES = 8
"""So many that winners can meet winners in round 2 whatever else is asked for."""
FEWEST = ("fewest repeats", "fewest second small pods", "fewest kept apart")
"""What the first levels of costs are asked about in small fields."""
Costs = tuple[int, ...]


def meetings(t: Tournament) -> Iterator[Case]:
    """Players meet as the rules ask for."""
    for field in fields(t):
        for check in (repeats, second_round, fewest, small, apart, points):
            yield from check(field)


def repeats(field: Field) -> Iterator[Case]:
    """Players who have met before sit together only where it cannot be avoided, or never."""
    at, stage = field.round.at, field.round.stage.number
    if not any(field.met.values()):
        return
    hand = any(field.t.by_hand(each) for each in field.t.swiss if each.at < at)
    where = {"phase": True, "earlier": stage > 1, "hand": hand}
    for table in field.tables:
        met = {
            pair: [each for each in field.t.meetings[pair] if each[0].at < at]
            for pair in field.repeats(table)
        }
        third = [pair for pair, before in met.items() if len(before) > 1]
        running = [pair for pair, before in met.items() if before[-1][0].at == at - 1]
        yield Case("no repeat", _names(met), field.round, table)
        yield Case("no third meeting", _names(third), field.round, table)
        yield Case("no meeting running", _names(running), field.round, table)
        for place in (each for each, asked in where.items() if asked):
            pairs = [pair for pair, before in met.items() if _where(before, stage) == place]
            found = field.exchange(_names(pairs), table, REPEATS)
            yield Case(f"spared repeat {place}", found, field.round, table)


def _where(before: list[tuple[Round, bool]], stage: int) -> str:
    """Return where two have met: in this phase, earlier, or only at tables filled by hand."""
    if all(hand for _, hand in before):
        return "hand"
    own = any(round_.stage.number == stage and not hand for round_, hand in before)
    return "phase" if own else "earlier"


def _names(pairs: Iterable[Pair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for pair in pairs for one in sorted(pair)))


def second_round(field: Field) -> Iterator[Case]:
    """Nobody meets again in round 2 where a count shows that it can be so."""
    if field.round.at != 2 or field.by_hand or field.fixed:
        return
    first = {one: table.number for table in field.t.rounds[0].tables for one in table.players}
    sources = Counter(first.get(one, one) for one in field.points).values()
    seats = sorted((len(table.players) for table in field.tables), reverse=True)
    if all(
        sum(seats[:many]) <= sum(min(source, many) for source in sources)
        for many in range(1, len(seats) + 1)
    ):
        met = [pair for table in field.tables for pair in field.repeats(table)]
        yield Case("second round", _names(met), field.round)


def fewest(field: Field) -> Iterator[Case]:
    """In a small field no arrangement at all has less of a cost and no more of any before it."""
    if len(field.points) > FEW or field.fixed or field.by_hand:
        return
    now = tuple(
        sum(
            field.cost(one, table.players[:at], field.is_small(table), level)
            for table in field.tables
            for at, one in enumerate(table.players)
        )
        for level in range(len(FEWEST))
    )
    best = _best(field, now)
    for level, check in enumerate(FEWEST[:1] if field.strict else FEWEST):
        reached = now[:level] != best[:level] or now[level] == best[level]
        yield Case(check, reached, field.round)


def _best(field: Field, bound: Costs) -> Costs:
    """Return the least costs of all arrangements at tables of these sizes, if below the bound."""
    waiting, sizes = sorted(field.points), [len(table.players) for table in field.tables]
    tables, best = [list[str]() for _ in sizes], bound

    def go(at: int, so_far: Costs) -> None:
        nonlocal best
        if so_far >= best:
            return
        if at == len(waiting):
            best = so_far
            return
        one, empty = waiting[at], set[int]()
        for table, size in zip(tables, sizes, strict=True):
            if len(table) == size or (not table and size in empty):
                continue
            empty |= set() if table else {size}
            small = size < field.rules.pod_size
            more = [field.cost(one, table, small, level) for level in range(len(bound))]
            table.append(one)
            go(at + 1, tuple(x + y for x, y in zip(so_far, more, strict=True)))
            table.pop()

    go(0, (0,) * len(bound))
    return best


def small(field: Field) -> Iterator[Case]:
    """Nobody sits in a small pod a second time without need, nor with more points than others."""
    shorts = [] if field.strict else [x for x in field.tables if field.is_small(x)]
    ever = any(past.small for past in field.past.values())
    most = max(field.points.values(), default=0)
    last = field.round.number == field.round.stage.rounds or len(field.points) > AHEAD
    for table in shorts:
        if ever:
            again = [one for one in table.players if field.past[one].small]
            spared = field.exchange(again, table, SECOND)
            yield Case("no second small pod", again, field.round, table)
            yield Case("spared second small pod", spared, field.round, table)
        if field.by_points and field.rules.small_pods_last:
            lower = field.exchange(table.players, table, LOW)
            yield Case("small pods for the lowest", lower, field.round, table)
            leaders = [one for one in table.players if field.points[one] == most > 0]
            if leaders and last:
                lower = field.exchange(leaders, table, LOW)
                yield Case("leader in a small pod", lower, field.round, table)


def apart(field: Field) -> Iterator[Case]:
    """Who is to be kept apart sits apart: always, or where an exchange would have done it."""
    for reason, listed in field.t.apart.items():
        wanted = listed & field.kept_apart
        for table in field.tables if wanted and not field.strict else ():
            pairs = map(frozenset, combinations(table.players, 2))
            here = _names(pair for pair in pairs if pair in wanted)
            spared = field.exchange(here, table, APART)
            yield Case(f"apart {reason}", here, field.round, table)
            yield Case(f"spared apart {reason}", spared, field.round, table)


def points(field: Field) -> Iterator[Case]:
    """Players of equal points sit together as far as the rest allows it."""
    if not field.by_points:
        return
    yield from _winners(field)
    for table in field.tables:
        here = [field.points[one] for one in table.players]
        yield Case("one win", max(here) - min(here) <= field.win, field.round, table)
    if not field.fixed:
        for one, two in pairwise(field.tables):
            yield Case("tables go down", field.mean(one) >= field.mean(two), field.round, two)
    if not field.strict:
        for at, table in enumerate(field.by_mean, 1):
            near = field.by_mean[at : at + NEAR]
            found = field.exchange(table.players, table, DIFFERENCES, near)
            yield Case("spared difference", found, field.round, table)
    elif not field.fixed:
        for at, table in enumerate(field.tables, 1):
            found = field.out_of_order(table, field.tables[at:])
            yield Case("by standing", found, field.round, table)


def _winners(field: Field) -> Iterator[Case]:
    """In round 2 of a large field whoever has won meets winners, but for one table's rest."""
    won = {one for one, points in field.points.items() if points >= field.win}
    free = len(won) >= field.rules.pod_size and not field.kept_apart and not field.fixed
    if field.round.at == 2 and len(field.tables) >= MANY_TABLES and free:
        mixed = [x for x in field.tables if 0 < len(won & {*x.players}) < len(x.players)]
        yield Case("winners", len(mixed) <= 1, field.round, mixed[-1] if mixed else None)


def floats(t: Tournament) -> Iterator[Case]:
    """Nobody is paired up, or down, in two rounds running."""
    last: dict[str, str] = {}
    for field in fields(t):
        if not field.by_points:
            continue
        now = dict[str, str]()
        for table in field.tables:
            counts = Counter(field.points[one] for one in table.players)
            usual = max(counts, key=lambda points: (counts[points], points))
            for one in table.players:
                if gap := field.points[one] - usual:
                    now[one] = "down" if gap > 0 else "up"
                    once = last.get(one) != now[one]
                    yield Case(f"floats {now[one]}", once, field.round, table, (one,))
        last = now
