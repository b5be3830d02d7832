"""Whether rounds are valid: who sits, who does not, sizes of pods, byes and table numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from runner.audit.questions import Case, check
from runner.audit.tournament import GONE, Round, Tournament

SMALLEST = 3
Name = TypeVar("Name", str, int)


@check
def known(t: Tournament, where: str) -> Iterator[Case]:
    """Everybody at a table, or with a bye, is a player of the event."""
    for round_ in t.rounds:
        for player in round_.seated if where == "seated" else round_.byes:
            yield Case(player in t.players, round_, None, (player,))


@check
def once(t: Tournament, where: str) -> Iterator[Case]:
    """Nobody is named twice: at a table, in a round, among the byes, or at a table with a bye."""
    for round_ in t.rounds:
        if where == "table":
            for table in round_.tables:
                twice = _twice(table.players)
                yield Case(not twice, round_, table, twice)
        elif where == "round":
            twice = _twice([each for table in round_.tables for each in {*table.players}])
            yield Case(not twice, round_, None, twice)
        elif round_.byes:
            both = (*{*round_.byes}.intersection(round_.seated),)
            twice = _twice(round_.byes) if where == "byes" else both
            yield Case(not twice, round_, None, twice)


def _twice(names: Sequence[Name]) -> tuple[Name, ...]:
    return tuple(name for name, many in Counter(names).items() if many > 1)


@check
def entries(t: Tournament, what: str) -> Iterator[Case]:
    """No id, or no name, is entered twice."""
    twice = _twice([one[what] for one in t.listed if one.get(what)])
    yield Case(not twice, None, None, twice)


@check
def placed(t: Tournament, _: str) -> Iterator[Case]:
    """Everybody who takes part has a place."""
    for round_ in t.rounds:
        if round_.stage.type == "swiss" and not round_.stage.cut and round_.stage.number == 1:
            there = {*round_.seated, *round_.byes, *round_.absent}
            lost = tuple(
                one
                for one, entry in t.players.items()
                if one not in there
                and t.takes_part(one, round_.at)
                and entry.get("returns") != round_.at
            )
            yield Case(not lost, round_, None, lost)


@check
def outside(t: Tournament, about: str) -> Iterator[Case]:
    """Nobody has a table, or a bye, before they enter, after they drop, or while absent."""
    when, where = about.split()
    for round_ in t.rounds:
        for player in round_.seated if where == "seated" else round_.byes:
            one = t.players.get(player, {})
            enters, left = one.get("enters") or 1, one.get("drops_after")
            if when == "early" and enters > 1:
                yield Case(round_.at >= enters, round_, None, (player,))
            elif when == "dropped" and left is not None and round_.at >= enters:
                yield Case(t.takes_part(player, round_.at), round_, None, (player,))
            elif when == "absent" and round_.absent:
                yield Case(player not in round_.absent, round_, None, (player,))


@check
def returned(t: Tournament, _: str) -> Iterator[Case]:
    """Who comes back is paired again from that round on."""
    for round_ in t.swiss:
        for player, one in t.players.items():
            if one.get("returns") == round_.at and player not in round_.absent:
                yield Case(player in {*round_.seated, *round_.byes}, round_, None, (player,))


@check
def numbered(t: Tournament, what: str) -> Iterator[Case]:
    """Tables and rounds have their numbers."""
    for round_ in t.rounds:
        numbers = [table.number for table in round_.tables]
        if what == "tables once":
            yield Case(len({*numbers}) == len(numbers), round_)
        elif what == "phases":
            yield Case(round_.stage.number in t.stages, round_)
        elif what == "planned" and round_.stage.rounds:
            yield Case(round_.number <= round_.stage.rounds, round_)
    for one, other in zip([None, *t.rounds], t.rounds, strict=False):
        new = one is None or one.stage.number != other.stage.number
        if what == "rounds":
            yield Case(other.number == (1 if one is None or new else one.number + 1), other)
        elif what == "order" and one is not None:
            yield Case(other.stage.number >= one.stage.number, other)


@check
def results(t: Tournament, what: str) -> Iterator[Case]:
    """Results are whole, and fit together at each table."""
    last = t.rounds[-1].at if t.rounds else 0
    for round_ in t.rounds:
        for table in round_.tables:
            done = [how for how in table.outcomes if how]
            if what == "before" and round_.at < last:
                yield Case(len(done) > 0, round_, table)
            elif not done or not round_.stage.pods or "points" in done:
                continue
            elif what == "whole":
                yield Case(len(done) == len(table.players), round_, table)
            elif what == "one winner":
                yield Case(len(table.winners) < 2, round_, table)
            elif what == "win or draw":
                yield Case(not table.winners or "draw" not in done, round_, table)
            elif what == "drawn" and not table.winners and len(done) == len(table.players):
                lost = [how for how in done if how not in (*GONE, "draw")]
                yield Case(not lost, round_, table)


def least(players: int, standard: int) -> int | None:
    """Return how many seats of pods stay empty at least where none is larger than the standard;
    None if there are no such pods of three or more."""
    pods = -(-players // standard)
    return pods * standard - players if pods * SMALLEST <= players else None


@check
def sizes(t: Tournament, what: str) -> Iterator[Case]:
    """Pods have the sizes that the rules ask for."""
    for round_ in t.swiss:
        hand = t.by_hand(round_)
        tables = [table for table in round_.tables if table.number not in hand]
        counts, standard = [len(table.players) for table in tables], round_.stage.rules.pod_size
        players, byes = sum(counts), _byes(t, round_)
        short = sum(max(0, standard - count) for count in counts)
        uneven, most = round_.stage.rules.uneven, round_.stage.rules.max_byes
        everybody = least(players + len(byes), standard)
        usual = players >= SMALLEST and bool(tables)
        if what == "most" and usual:
            for table in tables:
                yield Case(len(table.players) <= max(5, standard), round_, table)
        elif what in ("one", "two") and usual:
            for table in tables:
                yield Case(len(table.players) != (1 if what == "one" else 2), round_, table)
        elif what == "larger" and usual and least(players, standard) is not None:
            for table in tables:
                yield Case(not standard < len(table.players) < 6, round_, table)
        elif what == "fewest" and usual and (fewest := least(players, standard)) is not None:
            yield Case(short <= fewest, round_)
        elif what == "even" and usual and least(players, standard) is not None:
            taken = [*filter(None, counts)]
            yield Case(not taken or max(taken) - min(taken) < 2, round_)
        elif what == "small pods" and uneven == "small_pods" and everybody is not None:
            yield Case(not byes, round_, None, byes)
        elif what == "byes" and uneven == "byes" and players + len(byes) >= standard:
            enough = most is None or (players + len(byes)) % standard <= most
            yield Case(not (short and enough), round_)
        elif what == "then byes" and uneven == "small_pods_then_byes" and everybody is not None:
            yield Case(not byes, round_, None, byes)
        elif what == "most byes" and most is not None:
            yield Case(len(byes) <= max(most, players == 0), round_, None, byes)
        elif what == "fewest byes" and uneven == "byes" and players + len(byes) >= standard:
            yield Case(len(byes) < standard, round_, None, byes)
        elif what == "last" and short and len({*counts}) > 1:
            small = [table.number for table in tables if len(table.players) < standard]
            full = [table.number for table in tables if len(table.players) >= standard]
            up = round_.stage.rules.table_order == "up"
            fixed = any(t.players.get(one, {}).get("fixed_table") for one in round_.seated)
            yield Case(fixed or (min(small) > max(full) if up else max(small) < min(full)), round_)


def _byes(t: Tournament, round_: Round) -> tuple[str, ...]:
    """Return who has a bye that the pairing gave."""
    hand = t.byes_by_hand(round_)
    return tuple(
        one for one in round_.byes if one not in hand and not t.awarded(one, round_.at)
    )  # fmt: skip


@check
def awarded(t: Tournament, _: str) -> Iterator[Case]:
    """Byes awarded in advance are given in each of the first rounds."""
    for round_ in t.swiss:
        for player in t.players:
            if t.awarded(player, round_.at) and t.takes_part(player, round_.at):
                seated = player in round_.seated
                yield Case(not seated or player in round_.byes, round_, None, (player,))


@check
def second_bye(t: Tournament, before: str) -> Iterator[Case]:
    """Nobody has a second bye while somebody at a table has had none. `before` is how they came to
    the first: by the pairing, awarded in advance, or by hand."""
    hands = {one for round_ in t.swiss for one in t.byes_by_hand(round_)}
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        if not any(not past[one].byes for one in round_.seated):
            continue
        given = _byes(t, round_)
        for player, one in past.items():
            ahead = t.awarded(player, 1)
            how = "hand" if player in hands else "awarded" if ahead else "paired"
            if one.byes and how == before:
                yield Case(player not in given, round_, None, (player,))


@check
def lowest_bye(t: Tournament, _: str) -> Iterator[Case]:
    """Nobody at a table with fewer points, and no more byes, than somebody who has a bye."""
    for round_, past in zip(t.swiss, t.pasts, strict=False):
        if not round_.stage.by_points or round_.at == 1:
            continue
        for player in _byes(t, round_):
            if past[player].byes:
                continue
            mine = past[player].points
            lower = [one for one in round_.seated if past[one].points < mine and not past[one].byes]
            yield Case(not lower, round_, None, (player, *lower[:1]))


@check
def table_numbers(t: Tournament, what: str) -> Iterator[Case]:
    """Numbers follow the settings: fixed tables, gaps, and no number left out."""
    for round_ in t.swiss:
        rules = round_.stage.rules
        gaps = {at for low, high in rules.table_gaps for at in range(low, high + 1)}
        wanted = {
            one: t.players[one]["fixed_table"]
            for one in round_.seated
            if t.players.get(one, {}).get("fixed_table")
        }
        free = [
            table.number for table in round_.tables if not wanted.keys() & {*table.players}
        ]  # fmt: skip
        if what == "fixed":
            for table in round_.tables:
                at = [wanted[one] for one in table.players if one in wanted]
                if at:
                    yield Case(table.number in at, round_, table)
        elif what == "gaps" and gaps:
            yield Case(not gaps & {*free}, round_)
        elif what == "all" and not (wanted or gaps or t.by_hand(round_) or _twice(free)):
            step = 1 if rules.table_order == "up" else -1
            least_ = min(rules.first_table, rules.first_table + step * (len(free) - 1))
            if least_ > 0:
                yield Case(sorted(free) == [*range(least_, least_ + len(free))], round_)
