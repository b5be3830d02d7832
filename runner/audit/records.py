"""What a document says about how its rounds came about: edits by hand, and rounds drawn again."""

from collections.abc import Iterator
from typing import Any

from runner.audit.questions import Case
from runner.audit.tournament import Round, Table, Tournament, is_of, tables_of


def _told(t: Tournament, rounds: Any) -> Iterator[tuple[Round, dict[int, Table], set[str]]]:
    """Yield each round, and its tables by number and its byes as another list tells them."""
    for each in rounds or ():
        for round_ in t.rounds:
            if is_of(each, each["number"], round_):
                tables = {table.number: table for table in tables_of(each)}
                yield round_, tables, {*(each.get("byes") or ())}


def published(t: Tournament) -> Iterator[Case]:
    """What was played is what was published, but for edits that are recorded."""
    for round_, tables, byes in _told(t, t.document.get("published")):
        hand, given = t.by_hand(round_), t.byes_by_hand(round_)
        moved = given.union(*(each.get("seats") or () for each in t.edits_of(round_)))
        for table in round_.tables:
            before = tables.get(table.number)
            if before and table.number not in hand:
                other = {*table.players} ^ {*before.players}
                yield Case("published players", other - moved, round_, table)
                if not other:
                    yield Case("published seats", table.players == before.players, round_, table)
        gone = {*tables} ^ {table.number for table in round_.tables}
        yield Case("published tables", gone <= hand, round_)
        if byes or round_.byes:
            yield Case("published byes", (byes ^ {*round_.byes}) - moved, round_)


def edits(t: Tournament) -> Iterator[Case]:
    """Every edit was followed."""
    for round_ in t.rounds:
        tables = {table.number: table for table in round_.tables}
        for each in t.edits_of(round_):
            if each.get("seats"):
                table = tables.get(each.get("table", 0))
                filled = table is not None and {*table.players} == {*each["seats"]}
                yield Case("filled as asked", filled, round_, table)
            if each.get("bye"):
                yield Case("bye as asked", {each["bye"]} - {*round_.byes}, round_)


def drawn_again(t: Tournament) -> Iterator[Case]:
    """A round that was drawn again came out the same, or with another seed another."""
    again = t.document.get("again") or {}
    for key in ("same", "reordered"):
        for round_, tables, byes in _told(t, again.get(key)):
            pods = {frozenset(table.players): table for table in tables.values()}
            if byes or round_.byes:
                yield Case(f"{key} byes", byes == {*round_.byes}, round_)
            for table in round_.tables:
                pod = pods.get(frozenset(table.players))
                yield Case(f"{key} pods", pod is not None, round_, table)
                same = pod or table
                yield Case(f"{key} seats", same.players == table.players, round_, table)
                yield Case(f"{key} numbers", same.number == table.number, round_, table)
    for round_, tables, _ in _told(t, again.get("reseeded")):
        if len(round_.tables) > 3:
            other = {frozenset(table.players) for table in tables.values()}
            first = {frozenset(table.players) for table in round_.tables}
            yield Case("reseeded pods", other != first, round_)
