"""Whether rounds are valid: who sits, who does not, sizes of pods, byes and table numbers."""

from collections.abc import Iterator

from runner.audit.questions import Case
from runner.audit.tournament import GONE, Round, Tournament, twice

SMALLEST = 3


def places(t: Tournament) -> Iterator[Case]:
    """Players have one place in each round in which they take part, and nobody else has any."""
    yield Case("one id", twice(one["id"] for one in t.listed))
    for round_ in t.rounds:
        seated, byes = {*round_.seated}, {*round_.byes}
        yield Case("known seated", seated - t.players.keys(), round_)
        tables = (one for table in round_.tables for one in {*table.players})
        yield Case("one table", twice(tables), round_)
        for table in round_.tables:
            yield Case("one seat", twice(table.players), round_, table)
        if byes:
            yield Case("known byes", byes - t.players.keys(), round_)
            yield Case("one bye", twice(round_.byes), round_)
            yield Case("table or bye", byes & seated, round_)
        missing = t.players.keys() - seated - byes - {*round_.absent}
        back = {one for one, entry in t.players.items() if entry.get("returns") == round_.at}
        if round_.stage.type == "swiss" and not round_.stage.cut and round_.stage.number == 1:
            due = {one for one in t.players if t.takes_part(one, round_.at)}
            yield Case("placed", missing & due - back, round_)
        if round_.stage.swiss and back.difference(round_.absent):
            yield Case("returned", missing & back, round_)


def times(t: Tournament) -> Iterator[Case]:
    """Nobody has a table, or a bye, before they enter, after they drop, or while absent."""
    for round_ in t.rounds:
        for where, players in (("seated", round_.seated), ("byes", round_.byes)):
            late = [one for one in players if t.enters(one) > 1]
            early = {one for one in late if t.enters(one) > round_.at}
            left = [one for one in players if t.entry(one).get("drops_after") is not None]
            if late:
                yield Case(f"early {where}", early, round_)
            if {*left} - early:
                gone = [one for one in left if not t.takes_part(one, round_.at)]
                yield Case(f"dropped {where}", {*gone} - early, round_)
            if players and round_.absent:
                yield Case(f"absent {where}", {*players} & {*round_.absent}, round_)


def numbers(t: Tournament) -> Iterator[Case]:
    """Tables have numbers, and rounds follow one another as the phases say."""
    for before, round_ in zip([None, *t.rounds], t.rounds, strict=False):
        stage = round_.stage
        yield Case("table numbers", not twice(table.number for table in round_.tables), round_)
        yield Case("phase", stage.number in t.stages, round_)
        if stage.rounds:
            yield Case("planned", round_.number <= stage.rounds, round_)
        if before:
            yield Case("phases in order", before.stage.number <= stage.number, round_)
        last = before.number if before and before.stage.number == stage.number else 0
        yield Case("counted", round_.number == last + 1, round_)


def results(t: Tournament) -> Iterator[Case]:
    """Results are whole, and fit together at each table."""
    for round_ in t.rounds:
        for table in round_.tables:
            winners, outcomes = len(table.winners), table.outcomes
            if round_ is not t.rounds[-1]:
                yield Case("results before", any(outcomes), round_, table)
            if not any(outcomes) or "points" in outcomes or not round_.stage.pods:
                continue
            yield Case("whole result", all(outcomes), round_, table)
            yield Case("one winner", winners < 2, round_, table)
            yield Case("win or draw", not winners or "draw" not in outcomes, round_, table)
            if not winners and all(outcomes):
                yield Case("drawn", {*outcomes} <= {*GONE, "draw"}, round_, table)


def least(players: int, standard: int) -> int | None:
    """Return how many seats of pods stay empty at least where none is larger than the standard;
    None if there are no such pods of three or more."""
    pods = -(-players // standard)
    return pods * standard - players if pods * SMALLEST <= players else None


def sizes(t: Tournament) -> Iterator[Case]:
    """Pods have the sizes that the rules ask for, and byes are given where they say so."""
    for round_ in t.swiss:
        rules, hand = round_.stage.rules, t.by_hand(round_)
        tables = [table for table in round_.in_order if table.number not in hand]
        counts = [len(table.players) for table in tables if table.players]
        players, byes, standard = sum(counts), byes_of(t, round_), rules.pod_size
        everybody = players + len(byes)
        short = sum(max(0, standard - count) for count in counts)
        if players >= SMALLEST:
            yield Case("most seats", max(counts) <= max(5, standard), round_)
            yield Case("one alone", 1 not in counts, round_)
            yield Case("two alone", 2 not in counts, round_)
            fewest = least(players, standard)
            if fewest is not None:
                larger = any(standard < count < 6 for count in counts)
                yield Case("larger", not larger, round_)
                yield Case("fewest small", short <= fewest, round_)
                yield Case("even", max(counts) - min(counts) < 2, round_)
        if rules.uneven != "byes" and least(everybody, standard) is not None:
            yield Case(rules.uneven, byes, round_)
        if rules.uneven == "byes" and everybody >= standard:
            enough = rules.max_byes is None or everybody % standard <= rules.max_byes
            yield Case("full pods", not (short and enough), round_)
            yield Case("fewest byes", len(byes) < standard, round_)
        if rules.max_byes is not None:
            yield Case("most byes", len(byes) <= max(rules.max_byes, players == 0), round_)
        if short and len({*counts}) > 1 and not any(map(t.fixed_table, round_.seated)):
            small = [len(table.players) < standard for table in tables]
            yield Case("small last", small == sorted(small), round_)


def byes_of(t: Tournament, round_: Round) -> list[str]:
    """Return who has a bye that the pairing gave."""
    hand, at = t.byes_by_hand(round_), round_.at
    return [one for one in round_.byes if one not in hand and not t.awarded(one, at)]


def byes(t: Tournament) -> Iterator[Case]:
    """Byes are given to those who are to have one."""
    hands = {one for round_ in t.swiss for one in t.byes_by_hand(round_)}
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        owed = {one for one in t.players if t.awarded(one, round_.at)}
        if owed := {one for one in owed if t.takes_part(one, round_.at)}:
            seated = owed.intersection(round_.seated).difference(round_.byes)
            yield Case("awarded", seated, round_)
        given, none_yet = byes_of(t, round_), [x for x in round_.seated if not past[x].byes]
        had = {one for one, before in past.items() if before.byes} if none_yet else set()
        ahead = {one for one in had - hands if t.awarded(one, 1)}
        firsts = {"paired": had - hands - ahead, "awarded": ahead, "by hand": had & hands}
        for how, players in firsts.items():
            if players:
                yield Case(f"second bye {how}", players.intersection(given), round_)
        first = [one for one in given if not past[one].byes]
        if first and round_.stage.by_points and round_.at > 1:
            fewest = min((past[one].points for one in none_yet), default=None)
            high = [one for one in first if fewest is not None and past[one].points > fewest]
            yield Case("lowest bye", high, round_)


def table_numbers(t: Tournament) -> Iterator[Case]:
    """Numbers follow the settings: fixed tables, gaps, and no number left out."""
    for round_ in t.swiss:
        rules, free = round_.stage.rules, list[int]()
        for table in round_.tables:
            if wanted := [number for one in table.players if (number := t.fixed_table(one))]:
                yield Case("fixed table", table.number in wanted, round_, table)
            else:
                free.append(table.number)
        gaps = {at for low, high in rules.table_gaps for at in range(low, high + 1)}
        if gaps:
            yield Case("gaps", not gaps & {*free}, round_)
        elif len(free) == len({*free}) == len(round_.tables) and not t.by_hand(round_):
            first, up = rules.first_table, rules.table_order == "up"
            lowest = first if up else first - len(free) + 1
            if lowest > 0:
                yield Case("no gap", sorted(free) == [*range(lowest, lowest + len(free))], round_)
