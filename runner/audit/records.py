"""What a document says about how its rounds came about: edits by hand, and rounds drawn again."""

from collections.abc import Iterator, Mapping
from math import ceil, log
from typing import Any

from runner.audit.questions import Case, check
from runner.audit.tournament import Round, Table, Tournament, tables_of

ADVICE = {4: 0, 15: 2, 24: 3, 32: 4, 64: 5, 128: 6, 256: 7, 512: 8, 99999: 9}
CUTS = {4: 0, 15: 4, 32: 10, 128: 16, 512: 40, 99999: 64}
"""Rounds, and the cut, that MAMTR App. E recommends up to so many players."""


def _paired(t: Tournament, key: str) -> Iterator[tuple[Round, Mapping[int, Table], set[str]]]:
    """Yield each round, and its tables by number and its byes as they stand under another key."""
    where: Any = t.document
    for part in key.split("."):
        where = (where or {}).get(part)
    for each in where or ():
        for round_ in t.rounds:
            if (round_.stage.number, round_.number) == (each.get("phase", 1), each["number"]):
                tables = {table.number: table for table in tables_of(each)}
                yield round_, tables, {*(each.get("byes") or ())}


@check
def published(t: Tournament, what: str) -> Iterator[Case]:
    """What was played is what was published, but for edits that are recorded."""
    for round_, tables, byes in _paired(t, "published"):
        hand, hand_byes = t.by_hand(round_), t.byes_by_hand(round_)
        edits = [each for each in t.edits if _is_of(each, round_)]
        moved = {one for each in edits for one in _named(each)}
        for table in round_.tables:
            before = tables.get(table.number)
            if table.number in hand or before is None:
                continue
            came, left = {*table.players} - {*before.players}, {*before.players} - {*table.players}
            if what == "players":
                yield Case((came | left) <= moved, round_, table, (*sorted(came | left),))
            elif what == "seats" and not came | left:
                yield Case(table.players == before.players, round_, table)
        if what == "tables":
            gone = {*tables} ^ {table.number for table in round_.tables}
            yield Case(gone <= hand, round_)
        elif what == "byes" and (byes or round_.byes):
            other = (byes ^ {*round_.byes}) - hand_byes - moved
            yield Case(not other, round_, None, (*sorted(other),))


def _is_of(each: Mapping[str, Any], round_: Round) -> bool:
    return (each.get("phase", 1), each.get("round")) == (round_.stage.number, round_.number)


def _named(each: Mapping[str, Any]) -> list[str]:
    return [*(each.get("seats") or ()), *([each["bye"]] if each.get("bye") else ())]


@check
def edits(t: Tournament, what: str) -> Iterator[Case]:
    """Every edit is of a round and of players that there are, says why, and was followed."""
    for each in t.edits:
        round_ = next((one for one in t.rounds if _is_of(each, one)), None)
        names = _named(each)
        if what == "round":
            yield Case(round_ is not None, round_, None, (*names,))
        elif what == "players":
            yield Case({*names} <= t.players.keys(), round_, None, (*names,))
        elif what == "reason":
            yield Case(bool(each.get("reason")), round_, None, (*names,))
        elif what == "table" and each.get("seats") and round_:
            table = next((x for x in round_.tables if x.number == each.get("table")), None)
            fine = table is not None and {*table.players} == {*each["seats"]}
            yield Case(fine, round_, table, (*names,))
        elif what == "bye" and each.get("bye") and round_:
            yield Case(each["bye"] in round_.byes, round_, None, (*names,))


@check
def again(t: Tournament, about: str) -> Iterator[Case]:
    """A round that was drawn again came out the same, or with another seed another."""
    key, what = about.split()
    for round_, tables, byes in _paired(t, f"again.{key}"):
        first = {table.number: table for table in round_.tables}
        if what == "other":
            same = {frozenset(x.players) for x in round_.tables} == {
                frozenset(x.players) for x in tables.values()
            }
            if len(first) > 3:
                yield Case(not same, round_)
        elif what == "byes" and (byes or round_.byes):
            yield Case(byes == {*round_.byes}, round_)
        elif what == "numbers":
            there = {frozenset(x.players): x.number for x in tables.values()}
            moved = [
                x for x in first.values() if there.get(frozenset(x.players), x.number) != x.number
            ]
            yield Case(not moved, round_, moved[0] if moved else None)
        elif what == "pods":
            there_ = {frozenset(x.players) for x in tables.values()}
            for table in round_.tables:
                yield Case(frozenset(table.players) in there_, round_, table)
        elif what == "seats":
            orders = {frozenset(x.players): x.players for x in tables.values()}
            for table in round_.tables:
                order = orders.get(frozenset(table.players), table.players)
                yield Case(order == table.players, round_, table)


@check
def stated(t: Tournament, what: str) -> Iterator[Case]:
    """The document says what anybody needs who draws a round again."""
    if what == "seed" and "seed" in t.event:
        yield Case(bool(t.event["seed"]))
    elif what == "seconds":
        for each in t.document["rounds"]:
            if "seconds" in each:
                round_ = t.rounds[t.document["rounds"].index(each)]
                yield Case(each["seconds"] <= 60, round_)


@check
def advised(t: Tournament, what: str) -> Iterator[Case]:
    """Rounds, cut and field are those that the rules recommend, or at least the fewest allowed."""
    first = t.stages[1]
    if not t.swiss or not first.pods or first.rules.pod_size != 4:
        return
    begun = t.swiss[0]
    field = len({*begun.seated, *begun.byes})
    old = first.rules.advice == "mamtr-2023"
    small = sum(len(table.players) < 4 for table in begun.tables)
    counted = field + (3 * len(begun.byes) if old else small)
    if what == "rounds" and first.rules.advice == "mamtr" and first.rounds:
        yield Case(first.rounds == next(x for most, x in ADVICE.items() if counted <= most))
    elif what == "rounds 2023" and old and first.rounds and field > 256:
        yield Case(first.rounds == ceil(log(counted, 4)) + 1)
    elif what == "cut" and first.rules.advice == "mamtr" and len(t.stages) > 1:
        size = t.stages[2].cut
        yield Case(size == next(x for most, x in CUTS.items() if counted <= most))
    elif what in ("players", "fewest rounds"):
        formal = t.event.get("enforcement") in ("competitive", "professional")
        least = (16 if formal else 4) if what == "players" else (2 if formal else 1)
        many = field if what == "players" else first.rounds or len(t.swiss)
        yield Case(many >= least)
