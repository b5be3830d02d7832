"""Which results from phones count.

In: the reports that came, the ledger, and whose reports count. Out: for each table what its voices
report, and the ledger's lines for those that count now. A voice of the staff counts at once.
Players are asked until one result counts: it takes as many voices as the event wants, from
different players, and no other voice that reports something else. Afterwards only the staff can
replace it, and the cell in the workbook in any case; where either takes it back, players are asked
again. What a player reports against it until then is for the desk.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner.compute.phone_drops import without_drop
from runner.core.event import Event
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import listed, plural
from runner.core.phone_reports import CHECK, FREED, Phones, Report, Role
from runner.core.problems import Problem, note, warning
from runner.ledger.entries import Entry, EntryKind, changes_pairing
from runner.ledger.ledger import Ledger
from runner.ledger.phone_results import PhoneResult

_PAIRING = 12  # hex digits of the seal that stand for a pairing
_COMPARED = re.compile(r"[A-Z]|draw|ID|\d+(?:-\d+){1,2}")
"""Results that are typed as the ledger has them; others have more than one form."""


@dataclass(frozen=True, slots=True)
class Voices:
    """What is reported for one table. `reports` has the last report of each voice that was not
    withdrawn, `counts` the result that counts, and `last` the number of the last report that it
    takes account of; 0 before any. `since` has what players have reported after that."""

    reports: Mapping[str, Report] = field(default_factory=dict)
    counts: PhoneResult | None = None
    last: int = 0
    since: Mapping[str, Report] = field(default_factory=dict)

    @property
    def settled(self) -> bool:
        """Whether a result counts, so that players are not asked any more."""
        return self.counts is not None and any(self.counts[:2])

    @property
    def contradict(self) -> bool:
        """Whether voices report different results, and none of them counts."""
        return not self.settled and len({each.typed for each in self.reports.values()}) > 1


def pairing_mark(ledger: Ledger, round_id: RoundId) -> str:
    """Return what stands for the current pairing of a published round: part of the seal of its
    line, which no other pairing has."""
    first = ledger.of_pairing(round_id)[0]
    at = max(number for number, entry in enumerate(ledger.entries) if entry is first)
    return ledger.seals[at][:_PAIRING]


def voices(
    reports: Iterable[Report], ledger: Ledger, round_id: RoundId, phones: Phones
) -> dict[int, Voices]:
    """Return what is reported for each table of a published round, by its current pairing and
    seats; tables without a report are left out."""
    mark, seats = pairing_mark(ledger, round_id), dict(ledger.rounds[round_id].seating.tables)
    waiting, results = ledger.phone_results.get(round_id, {}), ledger.results.get(round_id, {})
    sent = _sent(ledger, round_id)
    arrived = sent.keys() - waiting.keys()
    tables = {
        table: Voices(
            counts=_counted(data) if table in waiting or results.get(table) else None,
            last=int(data.get("last", 0)),
        )
        for table, data in sent.items()
    }
    for report in reports:
        known = tables.get(report.table, Voices())
        players = seats.get(report.table, ())
        here = (report.round, report.pairing) == (round_id, mark) and bool(players)
        if not here or report.number <= known.last:
            continue
        if report.voice in (*Role,) and phones is not Phones.NO:
            tables[report.table] = Voices(
                {}, PhoneResult(*report.typed, (report.voice,), report.at), report.number
            )
        elif report.voice == FREED and not known.settled:
            tables[report.table] = Voices({}, known.counts, known.last)
        elif report.voice in players and phones.of_players and report.after:
            if known.counts and not report.drops and report.table not in arrived:
                text = without_drop(known.counts.result, players.index(report.voice))
                counts = known.counts._replace(result=text, at=report.at)
                if counts.result != known.counts.result:
                    tables[report.table] = Voices(known.reports, counts, report.number)
        elif report.voice in players and phones.of_players and known.settled:
            tables[report.table] = replace(known, since={**known.since, report.voice: report})
        elif report.voice in players and phones.of_players:
            tables[report.table] = _heard(known, report, players, phones)
    return tables


def last_counted(ledger: Ledger, round_id: RoundId) -> dict[int, int]:
    """Return the number of the last report that counted for each table of the current pairing."""
    return {table: int(data.get("last", 0)) for table, data in _sent(ledger, round_id).items()}


def from_phones(event: Event, ledger: Ledger, round_id: RoundId) -> dict[int, tuple[str, ...]]:
    """Return the tables of a published round whose result that counts is one from phones, with the
    seats or roles that reported it. `event` is the workbook as it was read."""
    rows, waiting = event.table_rows(round_id), ledger.phone_results.get(round_id, {})
    return {
        table: tuple(data["by"])
        for table, data in _sent(ledger, round_id).items()
        if (sent := _result_of(data["result"], data["games"]))
        if (_result_of(row.result, row.games) == sent
            if (row := rows.get(table)) and row.reported else table in waiting)
    }  # fmt: skip


def _sent(ledger: Ledger, round_id: RoundId) -> dict[int, Mapping[str, Any]]:
    """Return the data of the last line about each table of the current pairing."""
    return {
        int(entry.data["table"]): entry.data
        for entry in ledger.of_pairing(round_id)
        if entry.kind is EntryKind.REPORTED
    }


def _counted(data: Mapping[str, Any]) -> PhoneResult:
    return PhoneResult(data["result"], data["games"], tuple(data["by"]))


def _heard(known: Voices, report: Report, players: tuple[str, ...], phones: Phones) -> Voices:
    """Return the voices of a table with one more."""
    reports = {**known.reports, report.voice: report}
    if not any(report.typed):
        del reports[report.voice]
    results = {each.typed for each in reports.values()}
    if len(results) != 1 or len(reports) < (2 if phones is Phones.TWO else 1):
        return Voices(reports)
    by = tuple(seat_letter(seat) for seat, player in enumerate(players) if player in reports)
    drops = [
        f"{seat_letter(seat)} drop"
        for seat, player in enumerate(players)
        if player in reports and reports[player].drops
    ]
    result, games = results.pop()
    text = ", ".join(filter(None, (result, *drops)))
    return Voices(reports, PhoneResult(text, games, by, report.at), report.number)


def counted(reports: Iterable[Report], ledger: Ledger, phones: Phones) -> Iterator[Entry]:
    """Yield the ledger's lines for what counts in the latest round and is not recorded yet."""
    if phones is Phones.NO or not ledger.rounds:
        return
    round_id = max(ledger.rounds)
    before = last_counted(ledger, round_id)
    for table, here in sorted(voices(reports, ledger, round_id, phones).items()):
        if here.counts and here.last > before.get(table, 0):
            data = {"table": table, **here.counts.data, "last": here.last}
            yield Entry(EntryKind.REPORTED, round_id, data)


def overwritten(event: Event, ledger: Ledger) -> Iterator[Entry]:
    """Yield the ledger's lines for results that Runner wrote into cells which an older copy of the
    workbook has replaced, saved by an editor that did not see the writing: they count again. Their
    cells are blank, and they were reported after Runner last wrote into that copy."""
    if not event.heads:
        return
    known, sent = int(event.heads[-1].partition(":")[0]), dict[tuple[RoundId, int], Entry]()
    written = dict[tuple[RoundId, int], Entry]()
    for line, entry in enumerate(ledger.entries):
        if entry.kind is EntryKind.REPORTED and line >= known:
            sent[entry.round, int(entry.data["table"])] = entry
        elif entry.kind is EntryKind.ARRIVED:
            for table in entry.data["tables"]:
                at = entry.round, int(table)
                if (report := sent.pop(at, None)) and entry.data.get("written"):
                    written[at] = report
        elif entry.kind is EntryKind.CORRECTED:
            written.pop((entry.round, int(entry.data["table"])), None)
        elif changes_pairing(entry):
            for at in [at for at in (*sent, *written) if at[0] == entry.round]:
                sent.pop(at, None)
                written.pop(at, None)
    for (id_, table), report in written.items():
        row = event.table_rows(id_).get(table)
        if row and not row.reported:
            yield replace(report, at="")


def last_reports(
    reports: Iterable[Report], pairing: str, table: int, after: int = 0
) -> dict[str, Report]:
    """Return the last report of each player about a table, without those that were withdrawn, and
    those up to the number `after`, of which account was taken, and those before its seats were
    freed."""
    last: dict[str, Report] = {}
    for report in reports:
        if (report.pairing, report.table) != (pairing, table) or report.number <= after:
            continue
        if report.voice == FREED:
            last.clear()
        elif report.voice not in (*Role, CHECK) and not report.after:
            last[report.voice] = report
    return {voice: report for voice, report in last.items() if any(report.typed)}


def problems(reports: Sequence[Report], event: Event, ledger: Ledger) -> Iterator[Problem]:
    """Yield what the desk has to know about the latest round: tables at which phones contradict one
    another or the workbook, and those that wait for a second voice."""
    if event.phones is Phones.NO or not ledger.rounds:
        return
    round_id = max(ledger.rounds)
    results = ledger.results.get(round_id, {})
    seats = dict(ledger.rounds[round_id].seating.tables)
    sent = _sent(ledger, round_id)
    waiting: list[int] = []
    for table, here in sorted(voices(reports, ledger, round_id, event.phones).items()):
        place, counts = event.table_cell(round_id, table), results.get(table, "")
        data = sent.get(table, {"result": "", "games": ""})
        phone_result = _result_of(data["result"], data["games"])
        if counts and _COMPARED.fullmatch(phone_result) and phone_result != counts:
            yield warning(
                "phones.cell-says-otherwise", place,
                f"Table {table}: phones sent {phone_result} "
                f"({', '.join(sent[table]['by'])}), and the cell says {counts}. The cell counts.",
                "If the phones are right, type their result.",
            )  # fmt: skip
        elif counts and (others := _objections(here, counts)):
            yield warning(
                "phones.objects", place,
                f"Table {table}: {counts} counts, and {_in_words(others, seats[table])}.",
                "Ask the table. If the phone is right, type its result here.",
            )  # fmt: skip
        elif not counts and here.contradict:
            yield warning(
                "phones.contradict", place,
                f"Table {table}: {_in_words(here.reports, seats[table])}.",
                "Ask the table, and type the result.",
            )  # fmt: skip
        elif not counts and here.reports:
            waiting.append(table)
    rows = event.table_rows(round_id)
    noted = [table for table in from_phones(event, ledger, round_id)
             if table in rows and rows[table].note and not rows[table].by_runner]  # fmt: skip
    if noted:
        tables = f"{plural(len(noted), 'table')} {listed(list(map(str, noted)))}"
        yield note(
            "phones.remark", event.table_cell(round_id, noted[0], "note"),
            f"The results of {tables} came by phone; Note has another text there, so Runner does "
            "not write that remark.",
        )  # fmt: skip
    if waiting:
        tables = f"{plural(len(waiting), 'table')} {listed(list(map(str, waiting)))}"
        yield note(
            "phones.second-voice", event.table_cell(round_id, waiting[0]),
            f"One phone has reported for {tables}; a second voice is missing.",
            "Nothing; or type the result.",
        )  # fmt: skip


def _objections(here: Voices, counts: str) -> dict[str, Report]:
    """Return what players report that is not the result that counts."""
    return {
        player: report
        for player, report in {**here.reports, **here.since}.items()
        if _COMPARED.fullmatch(text := _result_of(*report.typed)) and text != counts
    }


def _in_words(reports: Mapping[str, Report], seats: Sequence[str]) -> str:
    """Return what players in `seats` report, without their names: "seat A reports that seat B wins,
    seat C reports draw"."""
    words: list[str] = []
    for seat, player in enumerate(seats):
        if report := reports.get(player):
            typed = " ".join(filter(None, report.typed))
            result = f"that seat {typed} wins" if len(typed) == 1 else typed
            words.append(f"seat {seat_letter(seat)} reports {result}")
    return ", ".join(words)


def _result_of(result: str, games: str) -> str:
    """Return a result as typed in the form of the ledger's results, without who drops."""
    parts = [part for part in result.split(", ") if not part.endswith(" drop")]
    return " ".join(filter(None, (", ".join(parts), games)))
