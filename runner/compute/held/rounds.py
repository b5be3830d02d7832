"""Rounds that look as if one column of their sheets had been sorted or had changed places with
another, or as if another round's names had been pasted over theirs."""

from collections.abc import Iterable, Iterator

from runner.compute.held.question import MANY, changed_places, question
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId, RowKey, RowKind, seat_letter
from runner.core.phrases import count, listed
from runner.core.problems import Problem
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import seating_of

_EXCHANGED = (
    "Have two columns, or their headings, changed places? Undo it, and save: all is as before."
)
_PASTED = "Was one sheet pasted over another? Undo it, and save: all is as before."


def seats(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """Players of a round sit elsewhere as no hand seats them one by one."""
    for entry in snapshot.entries:
        if entry.kind is not EntryKind.OVERRIDDEN:
            continue
        published, now = ledger.rounds[entry.round], seating_of(entry.data)
        if published.base != now.cells:  # else all sit again where they were drawn
            yield from _within_columns(snapshot, entry.round, published.seating, now)
            yield from _turned(snapshot, entry.round, published.seating, now)
            yield from _of_another(snapshot, ledger, entry.round, now)


def _within_columns(
    snapshot: Snapshot, id_: RoundId, before: Seating, after: Seating
) -> Iterator[Problem]:
    """Players have changed tables, and everybody keeps the seat: only within a column."""
    was, now = _spots(before), _spots(after)
    moved = [player for player in now if player in was and was[player][0] != now[player][0]]
    if len(moved) >= MANY and all(was[each][1] == now[each][1] for each in moved):
        letters = sorted({seat_letter(now[player][1]) for player in moved})
        table, seat = now[moved[0]]
        what = f"{count(len(moved), 'player')} of {snapshot.event.title(id_)} have "
        what += f"changed tables, all within seat {listed(letters)}."
        place = snapshot.event.cell(RowKey(id_, RowKind.TABLE, table), f"seat {seat + 1}")
        yield question("held.tables-moved", place, what, "they sit there now")


def _turned(snapshot: Snapshot, id_: RoundId, before: Seating, after: Seating) -> Iterator[Problem]:
    """Most tables have who they had, in another order: a result by a letter would be another's."""
    was = dict(before.tables)
    turned = [number for number, seats in after.tables if number in was
              and was[number] != seats and {*was[number]} == {*seats}]  # fmt: skip
    if len(turned) > 1 and 2 * len(turned) > len(after.tables):
        what = f"At {len(turned)} of {count(len(after.tables), 'table')} of "
        what += f"{snapshot.event.title(id_)} the players sit in another order."
        place = snapshot.event.cell(RowKey(id_, RowKind.TABLE, turned[0]), "seat 1")
        yield question("held.order-turned", place, what, "they sit so now", _EXCHANGED)


def _of_another(
    snapshot: Snapshot, ledger: Ledger, id_: RoundId, after: Seating
) -> Iterator[Problem]:
    """Most tables have the players that they have in another round, which was pasted over it."""
    now = {number: {*seats} for number, seats in after.tables if seats}
    for other, published in ledger.rounds.items():
        there = {number: {*seats} for number, seats in published.seating.tables}
        alike = [number for number, seats in now.items() if there.get(number) == seats]
        if other != id_ and len(alike) > 1 and 2 * len(alike) > len(now):
            title, its = snapshot.event.title(id_), snapshot.event.title(other)
            what = f"{title} has the players of {its} at {count(len(alike), 'table')}."
            place = snapshot.event.cell(RowKey(id_, RowKind.TABLE, alike[0]), "seat 1")
            yield question(
                "held.tables-of-another-round", place, what, "they play each other again", _PASTED
            )


def _spots(seating: Seating) -> dict[str, tuple[int, int]]:
    """Table and seat of everybody, the seat from 0."""
    return {player: (table.number, at) for table in seating.tables for at, player in
            enumerate(table.seats)}  # fmt: skip


def results(snapshot: Snapshot, ledger: Ledger) -> Iterator[Problem]:
    """The results of some tables stand beside others; not where each was recorded there before."""
    for id_ in dict.fromkeys(entry.round for entry in snapshot.entries):
        changes = dict(_typed(id_, snapshot.entries))
        tables = [table for table, (old, _) in changes.items() if old]
        known = {(table, text) for table, both in _typed(id_, ledger.entries) for text in both}
        rows = snapshot.event.table_rows(id_)
        unread = [
            table
            for table in tables
            if not changes[table][1] and table in rows and rows[table].reported
        ]
        back = not unread and all((table, changes[table][1]) in known for table in tables)
        if tables and not back and changed_places(changes.values(), unread=len(unread)):
            what = f"Results of {snapshot.event.title(id_)} are beside other tables than before: "
            what += f"{listed(list(map(str, sorted(tables))), 12)}."
            place = snapshot.event.cell(RowKey(id_, RowKind.TABLE, min(tables)), "result")
            yield question("held.results-moved", place, what, "they are right now")


def _typed(id_: RoundId, entries: Iterable[Entry]) -> Iterator[tuple[int, tuple[str, str]]]:
    """For each table of a round what was recorded for it, and what is to be."""
    for entry in entries:
        if entry.round == id_ and entry.kind is EntryKind.CORRECTED:
            yield entry.data["table"], (entry.data["old"], entry.data["new"])
        elif entry.round == id_ and entry.kind is EntryKind.RESULTS:
            for table, text in entry.data["results"].items():
                yield int(table), ("", text)
