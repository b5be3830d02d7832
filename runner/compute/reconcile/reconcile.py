"""Workbook and ledger held against each other: who is who, who sat where, and how it ended.

The ledger says what was published; the workbook says what happened, and what the organiser has
changed by hand. Where both agree nothing is said. Where the organiser has typed another name, the
organiser is right: that is an override, recorded once. A round that is out takes five steps, and
`drops` then says who leaves by what is typed beside a result:

1. `players`: who is who.
2. `rows`: how the names in each row are understood.
3. `seating`: who sits where, if the rows make sense together.
4. `results`: how the tables ended.
5. `record`: what the ledger is to be told.

Round 1 was published as on the left. Ana and Eva have swapped places, and Bo's table is done:

    published                        typed
    T1  Ana  Bo   Cy   Dee           T1  Eva  Bo   Cy   Dee   = B    “late, swapped in”
    B1  Eva                          B1  Ana

    players    “Eva” is P5, as she was when the round went out, in whatever spelling.
    rows       T1 is P5 P2 P3 P4; B1 is P1.
    seating    Nobody stands twice and nobody is missing, so that is the round now. Had she not been
               typed over in B1, Eva would stand there twice: all would stay as it was published.
    results    “B” at table 1: Bo has won, Eva, Cy and Dee have lost.
    record     overridden: table 1, Eva instead of Ana, with the note as the reason;
               results: table 1, B.

At the next save the ledger says so itself, and the same sheet leads to no line.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace

from runner.compute.reconcile.drops import with_drops
from runner.compute.reconcile.players import Directory, identified, renamed
from runner.compute.reconcile.record import OnRecord, notes, override
from runner.compute.reconcile.results import with_results
from runner.compute.reconcile.rows import is_behind, is_marked, left_in
from runner.compute.reconcile.seating import placed_in, seated_in
from runner.core.event import Event, Player, Round, RoundId, RoundSheet
from runner.core.problems import Problem, Severity, warning
from runner.core.results import Order
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import PublishedRound, cells_document
from runner.rules.ruleset import BestOf, games_in

CLEARED_BY_RUNNER = (
    "Runner clears it when the workbook is closed. Type the result over it when it is in; "
    "if it is the same, clear the cell and save first."
)
NO_ORDERS: Mapping[int, Order] = {}


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The event with every name understood; `players` in the order of the sheet.

    `rounds` are those that are out, and `placed` what is typed into the others; `unclear` of them
    have a name that cannot be understood, and are not paired meanwhile. `displaced` are those who
    lost their place in a round without a dash that says that it was meant.
    """

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
    """Put workbook and ledger together. `best_of` gives the games in a match for each phase;
    `plays_on` are the phases in which a drawn match goes on until somebody has won, and `orders`
    how tables are won in those where that is neither by a game nor by the games of a match."""
    players, problems = identified(event, ledger)
    who = Directory(players, ledger.names)
    sheets = {sheet.id: sheet for sheet in event.rounds}
    entries = [*renamed(players, ledger)]
    rounds: dict[RoundId, Round] = {}
    displaced: dict[RoundId, frozenset[str]] = {}
    for id_, published in ledger.rounds.items():
        sheet, void = _that_counts(sheets.get(id_) or RoundSheet(id_, ()), published)
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        entries += _retyped(sheets.get(id_), published)
        entries += _arrived(sheets.get(id_), published, who)
        seated = seated_in(sheet, published, who)
        order = orders.get(id_.phase)
        recorded = ledger.results.get(id_, {})
        rounds[id_], wrong = with_results(seated, sheet, who, games, order, recorded)
        displaced[id_] = seated.displaced
        problems += [*void, *seated.problems, *wrong]
        if seated.seating != published.seating:
            entries.append(override(published, seated.seating, sheet, who))
        record = OnRecord.of(published, ledger, games, order, plays_on=id_.phase in plays_on)
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
    sheet: RoundSheet | None, published: PublishedRound, who: Directory
) -> Iterator[Entry]:
    """The line for cells in which what an earlier pairing left is gone: what comes there counts,
    also if it is the same again."""
    if sheet is None or not (published.stale or published.spoilt or is_behind(sheet, published)):
        return
    left = left_in(sheet, published, who)
    if is_marked(sheet, published):
        yield Entry(EntryKind.WRITTEN, published.id, {})
    elif left != published.stale:
        stands = {cell: text for cell, (text,) in left.items()}
        yield Entry(EntryKind.WRITTEN, published.id, cells_document(stands, sheet.mark))


def _retyped(sheet: RoundSheet | None, published: PublishedRound) -> Iterator[Entry]:
    """The line for tables from which that is gone which was set aside: what comes then counts."""
    rows = sheet.tables if sheet and not is_marked(sheet, published) else {}
    gone = [
        number
        for number, text in published.spoilt.items()
        if number in rows and (rows[number].result, rows[number].games) != text
    ]
    if gone:
        yield Entry(EntryKind.RETYPED, published.id, {"tables": gone})


def _that_counts(sheet: RoundSheet, published: PublishedRound) -> tuple[RoundSheet, list[Problem]]:
    """The sheet without the results that were typed for a pairing that is no more, which leave it
    with the names of that."""
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
