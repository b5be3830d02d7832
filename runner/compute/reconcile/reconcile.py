"""Compare workbook and ledger: who is who, who sat where, and the results.

The ledger has what was published; the workbook has what happened, and the organiser's manual
changes. If both agree there is nothing to record. If the organiser typed another name, the
organiser is right: that is an override, recorded once. A published round takes five steps, and
`with_drops` then finds who drops by what is typed beside a result:

1. `players`: who is who. 2. `rows`: what the names in each row mean. 3. `seating`: who sits where,
if the rows are consistent. 4. `seating.with_results`: how the tables ended. 5. `OnRecord`: what to
record in the ledger. A result is recorded once, when it first becomes public; if it is completed or
reworded it is recorded again; a different result is a correction.

Round 1 was published as on the left. Ana and Eva have swapped places, and Bo's table is done:

    published                        typed
    T1  Ana  Bo   Cy   Dee           T1  Eva  Bo   Cy   Dee   = B    “late, swapped in”
    B1  Eva                          B1  Ana

    players    “Eva” is P5, as when the round was published, in any spelling.
    rows       T1 is P5 P2 P3 P4; B1 is P1.
    seating    No player is duplicated or missing, so this seating is accepted. If Eva were still
               in B1 too, everything would stay as published.
    results    “B” at table 1: Bo has won, Eva, Cy and Dee have lost.
    record     overridden: table 1, Eva instead of Ana, with the note as the reason;
               results: table 1, B.

At the next save the ledger has this already, and the same sheet gives no new line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runner.compute.reconcile.players import PlayerResolver, identified, renamed, with_drops
from runner.compute.reconcile.rows import is_behind, is_marked, left_in
from runner.compute.reconcile.seating import (
    from_text,
    placed_in,
    result_text,
    seated_in,
    with_results,
)
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.player import Player
from runner.core.problems import Problem, Severity, warning
from runner.core.results import Order
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Round, Table
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.phone_results import PhoneResult
from runner.ledger.published import PublishedRound, cells_document, difference, names_in
from runner.rules.ruleset import BestOf, games_in

_GAMES = re.compile(r"(?:.* )?\d+(?:[-/]\d+)+")


def notes(sheet: RoundSheet) -> dict[int, str]:
    """Return the organiser's note beside each table, which is the reason of changes there."""
    return {number: row.note for number, row in sheet.tables.items() if not row.by_runner}


def override(
    published: PublishedRound, now: Seating, sheet: RoundSheet, who: PlayerResolver
) -> Entry:
    """Return the ledger line for places that the organiser has changed, with notes as reasons."""
    beside, rows = notes(sheet), sheet.tables
    why = {
        player: beside[number]
        for seating in (published.seating, now)  # the note where somebody is now counts
        for number, seats in seating.tables
        for player in seats
        if beside.get(number)
    }
    for row in sheet.rows:
        if row.key.kind is not RowKind.TABLE and row.note and row.seats:
            why[who.find(row.seats[0]) or ""] = row.note
    data = difference(published.seating, now, beside, why)
    data["names"] = names_in(now, who.players)
    for change in data["changes"]:
        row_of = rows.get(change["table"])
        if row_of and row_of.reported and change["old"]:
            change["result"] = [row_of.result, row_of.games]
    return Entry(EntryKind.OVERRIDDEN, published.id, data)


class OnRecord(NamedTuple):
    """What the ledger has about a round: `texts` are the results of its tables, and `seats` who sat
    there when they were recorded. `closed`: the next round is published. `plays_on`: a drawn table
    plays until somebody has won. `order` says how a table is won, if not by a game or the games of
    a match."""

    texts: Mapping[int, str]
    seats: Mapping[int, tuple[str, ...]]
    closed: bool
    best_of: int
    plays_on: bool
    order: Order | None

    def entries(
        self, now: Round, reasons: Mapping[int, str], doubtful: Container[int]
    ) -> Iterator[Entry]:
        """Yield an entry for new results, and one for each correction, except for doubtful
        tables."""
        fresh: dict[str, str] = {}
        corrected: list[Entry] = []
        for table in now.tables:
            number, new = table.number, result_text(table, self.best_of)
            old = self._old(table)
            if number in doubtful or new == (old or ""):
                continue
            if old is None or self._agrees(old, table):
                fresh[str(number)] = new
                continue
            data = {"table": number, "old": old, "new": new}
            data |= {"reason": reasons[number]} if reasons.get(number) else {}
            corrected.append(Entry(EntryKind.CORRECTED, now.id, data))
        if fresh:
            yield Entry(EntryKind.RESULTS, now.id, {"results": fresh})
        yield from corrected

    def _old(self, table: Table) -> str | None:
        """Return what is recorded for a table; None if nothing is, or if only others sat there."""
        seats = self.seats.get(table.number, ())
        same = not seats or not {*seats}.isdisjoint(table.players)
        return self.texts.get(table.number) if same else None

    def _agrees(self, old: str, table: Table) -> bool:
        """Return whether a record means the same in other words; in a closed round only if seats
        have moved."""
        seats = self.seats.get(table.number, ())
        if self.closed and seats == table.players:
            return False
        if not old:
            return not self.closed
        if (was := from_text(old, seats, self.best_of, self.order)) is None:
            return False
        went_on = self.plays_on and not self.closed and _drawn(was) and table.finished
        return went_on or _says(was, table, games=bool(_GAMES.fullmatch(old)))


def _says(was: Table, now: Table, *, games: bool) -> bool:
    """Return whether two results are the same for everybody at a table; with `games`, also the
    games."""
    before = {seat.player: seat for seat in was.seats}
    pairs = [(before[seat.player], seat) for seat in now.seats if seat.player in before]
    alike = all((one.outcome, one.points) == (two.outcome, two.points) for one, two in pairs)
    if not games:
        return alike and was.out == now.out
    if was.duels and was.duels != now.duels:
        return False
    won = all((one.games_won or 0) == (two.games_won or 0) for one, two in pairs)
    return alike and won and was.games_drawn == now.games_drawn


def _drawn(table: Table) -> bool:
    outcomes = [seat.outcome for seat in table.seats]
    return Outcome.DRAW in outcomes and Outcome.WIN not in outcomes


CLEARED_BY_RUNNER = (
    "Runner clears it when the workbook is closed. Type the result over it when it is in; "
    "if it is the same, clear the cell and save first."
)
NO_ORDERS: Mapping[int, Order] = {}


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The event with every name resolved; `players` is in the order of the sheet. `rounds` are the
    published ones, and `placed` has what is typed into the others; `unclear` are those of them with
    an unknown name, which are not paired meanwhile. `displaced` are players who lost their place in
    a round without a dash that confirms it."""

    players: Mapping[str, Player]
    rounds: Mapping[RoundId, Round]
    placed: Mapping[RoundId, Seating]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    displaced: Mapping[RoundId, frozenset[str]] = field(default_factory=dict)
    unclear: frozenset[RoundId] = frozenset()


def reconcile(
    event: Event,
    ledger: Ledger,
    best_of: Mapping[int, BestOf],
    plays_on: Container[int] = (),
    orders: Mapping[int, Order] = NO_ORDERS,
) -> Reconciled:
    """Return workbook and ledger combined. `best_of` has the games in a match for each phase;
    `plays_on` are the phases in which a drawn match goes on until somebody has won, and `orders`
    how tables are won if neither by a game nor by the games of a match."""
    players, problems = identified(event, ledger)
    who = PlayerResolver(players, ledger.names)
    sheets = {sheet.id: sheet for sheet in event.rounds}
    entries = [*renamed(players, ledger)]
    rounds: dict[RoundId, Round] = {}
    displaced: dict[RoundId, frozenset[str]] = {}
    for id_, published in ledger.rounds.items():
        sheet, void = _that_counts(sheets.get(id_) or RoundSheet(id_, ()), published)
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        entries += _retyped(sheets.get(id_), published)
        by_phone = ledger.phone_results.get(id_, {})
        entries += _reports_arrived(sheet, by_phone)
        sheet = _with_phones(sheet, by_phone)
        entries += _arrived(sheets.get(id_), published, who)
        seated, order = seated_in(sheet, published, who), orders.get(id_.phase)
        recorded = ledger.results.get(id_, {})
        rounds[id_], wrong = with_results(seated, sheet, who, games, order, recorded)
        displaced[id_] = seated.displaced
        problems += [*void, *seated.problems, *wrong]
        if seated.seating != published.seating:
            entries.append(override(published, seated.seating, sheet, who))
        seats, closed = dict(published.seating.tables), id_ != max(ledger.rounds)
        record = OnRecord(recorded, seats, closed, games, id_.phase in plays_on, order)
        entries += record.entries(rounds[id_], notes(sheet), seated.doubtful)
    placed: dict[RoundId, Seating] = {}
    unclear: set[RoundId] = set()
    for id_, sheet in sheets.items():
        if id_ not in ledger.rounds:
            taken_back = ledger.taken_back.get(id_, PublishedRound(id_))
            entries += _arrived(sheet, taken_back, who)
            counts, _ = _that_counts(sheet, taken_back)
            placed[id_], wrong = placed_in(counts, taken_back, who)
            if any(problem.severity is Severity.ERROR for problem in wrong):
                unclear.add(id_)
            problems += wrong
    players, wrong = with_drops(who, rounds, sheets)
    problems += wrong
    return Reconciled(
        players, rounds, placed, tuple(problems), tuple(entries), displaced, frozenset(unclear)
    )


def _arrived(
    sheet: RoundSheet | None, published: PublishedRound, who: PlayerResolver
) -> Iterator[Entry]:
    """Yield the entry for cells that no longer have an earlier pairing's names; what they have from
    now on counts."""
    if sheet is None or not (published.stale or published.spoilt or is_behind(sheet, published)):
        return
    left = left_in(sheet, published, who)
    if is_marked(sheet, published):
        yield Entry(EntryKind.WRITTEN, published.id, {})
    elif left != published.stale:
        stands = {cell: text for cell, (text,) in left.items()}
        yield Entry(EntryKind.WRITTEN, published.id, cells_document(stands, sheet.mark))


def _retyped(sheet: RoundSheet | None, published: PublishedRound) -> Iterator[Entry]:
    """Yield the entry for tables whose set-aside results are gone; what is typed there from now on
    counts."""
    rows = sheet.tables if sheet and not is_marked(sheet, published) else {}
    tables = [
        number
        for number, text in published.spoilt.items()
        if number in rows and (rows[number].result, rows[number].games) != text
    ]
    if tables:
        yield Entry(EntryKind.RETYPED, published.id, {"tables": tables})


def _reports_arrived(sheet: RoundSheet, by_phone: Mapping[int, PhoneResult]) -> Iterator[Entry]:
    """Yield the entry for tables with a result from phones whose cells are not blank any more."""
    rows = sheet.tables
    tables = [number for number in by_phone if number in rows and rows[number].reported]
    if tables:
        yield Entry(EntryKind.ARRIVED, sheet.id, {"tables": tables})


def _with_phones(sheet: RoundSheet, by_phone: Mapping[int, PhoneResult]) -> RoundSheet:
    """Return the sheet with the results from phones in the tables whose cells are blank."""
    if not by_phone:
        return sheet
    rows = {row.key: row for row in sheet.rows}
    for number, sent in by_phone.items():
        key = RowKey(sheet.id, RowKind.TABLE, number)
        row = rows.get(key) or Row(key, number)
        if not row.reported:
            rows[key] = replace(row, result=sent.result, games=sent.games)
    return replace(sheet, rows=tuple(rows.values()))


def _that_counts(sheet: RoundSheet, published: PublishedRound) -> tuple[RoundSheet, list[Problem]]:
    """Return the sheet without results typed for a pairing that has been withdrawn, and a warning
    for each."""
    if is_marked(sheet, published):
        return sheet, []
    void = {
        row.key: row
        for number, row in sheet.tables.items()
        if row.reported and published.spoilt.get(number) == (row.result, row.games)
    }
    problems = [
        warning(
            "result.before-pairing",
            row.place("result"),
            f"“{row.reported}” at table {key.number} was typed before the round was paired, so "
            "it does not count.",
            CLEARED_BY_RUNNER,
        )
        for key, row in void.items()
    ]
    rows = (replace(row, result="", games="") if row.key in void else row for row in sheet.rows)
    return replace(sheet, rows=tuple(rows)), problems
