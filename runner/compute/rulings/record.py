"""The ledger's lines for what judges have sent, and players who drop."""

from collections.abc import Iterable, Iterator, Mapping

from runner.compute.phones import pairing_mark
from runner.compute.rulings.lines import Lines
from runner.core.event import Event
from runner.core.identifiers import seat_letter
from runner.core.phone_reports import Phones, Report, Role
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import IN_FORCE, Ruled


def to_record(reports: Iterable[Report], event: Event, ledger: Ledger) -> Iterator[Entry]:
    """Yield the ledger's lines for what came about the latest round, and is not recorded yet.
    `event` is the workbook as it was read."""
    if event.phones is Phones.NO or not ledger.rounds:
        return
    id_ = max(ledger.rounds)
    mark, number = pairing_mark(ledger, id_), sorted(ledger.rounds).index(id_) + 1
    seats, rulings = dict(ledger.rounds[id_].seating.tables), ledger.rulings
    lines = Lines(event, ledger)
    for report in reports:
        target = rulings.known.get(report.undoes or report.id)
        if (report.round, report.pairing) != (id_, mark) or not _is_new(report, target, seats):
            continue
        of_player = {} if report.phone else {"last": report.number}
        if target:
            data = {"id": target.id, "rows": lines.rows(target.line), **of_player}
            entry = Entry(EntryKind.RULING_UNDONE, id_, data)
        elif ruling := report.ruling:
            line = Ruled(report.id, id_, number, ruling).line
            players = seats[ruling.table]
            by = Role.JUDGE if report.phone else seat_letter(players.index(ruling.player))
            data = {"id": report.id, "number": number, "ruling": ruling.document, "by": str(by)}
            rows = {"rows": lines.rows(line)} if lines.rows(line) else {}
            typed = {"typed": True} if lines.is_typed(line) else {}
            entry = Entry(EntryKind.RULED, id_, {**data, **of_player, **rows, **typed})
        yield entry
        rulings = rulings.copy()
        rulings.record(entry)


def _is_new(report: Report, target: Ruled | None, seats: Mapping[int, tuple[str, ...]]) -> bool:
    """Return whether a report changes something: a ruling about a table, and a player there, that
    is not recorded, or the end of one that counts."""
    if report.undoes:
        return target is not None and target.state in IN_FORCE
    ruling = report.ruling
    if target or ruling is None or ruling.table not in seats:
        return False
    return not ruling.player or ruling.player in seats[ruling.table]
