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
from dataclasses import replace
from typing import NamedTuple

from runner.core.event import Event
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import listed, plural
from runner.core.phone_reports import FREED, Phones, Report
from runner.core.problems import Problem, note, warning
from runner.ledger.entries import Entry, EntryKind, changes_pairing
from runner.ledger.ledger import Ledger
from runner.ledger.phone_results import PhoneResult

_NOTHING = PhoneResult()
_PAIRING = 12  # hex digits of the seal that stand for a pairing
_COMPARED = re.compile(r"[A-Z]|draw|ID|\d+(?:-\d+){1,2}")
"""Results that are typed as the ledger has them; others have more than one form."""


class Voices(NamedTuple):
    """What is reported for one table: the last report of each player, and the result that counts,
    blank if none does; players are asked only until then."""

    reports: Mapping[str, Report]
    counts: PhoneResult = _NOTHING

    @property
    def settled(self) -> bool:
        """Whether a result counts."""
        return any(self.counts[:2])


def pairing_mark(ledger: Ledger, round_id: RoundId) -> str:
    """Return what stands for the current pairing of a published round: part of the seal of its
    line, which no other pairing has."""
    first = ledger.of_pairing(round_id)[0]
    at = max(number for number, entry in enumerate(ledger.entries) if entry is first)
    return ledger.seals[at][:_PAIRING]


def voices(reports: Iterable[Report], ledger: Ledger, phones: Phones) -> dict[int, Voices]:
    """Return what is reported for each table of the latest round, by its current pairing and
    seats; tables without a report are left out."""
    round_id = max(ledger.rounds)
    mark, seats = pairing_mark(ledger, round_id), dict(ledger.rounds[round_id].seating.tables)
    waiting, results = ledger.phone_results.get(round_id, {}), ledger.results.get(round_id, {})
    recorded = recorded_results(ledger, round_id)
    arrived = recorded.keys() - waiting.keys()
    tables = {
        table: Voices(
            {}, sent if table not in arrived or results.get(table) else PhoneResult(last=sent.last)
        )
        for table, sent in recorded.items()
    }
    for report in reports:
        table, known = report.table, tables.get(report.table, Voices({}))
        players = seats.get(table, ())
        here = (report.round, report.pairing) == (round_id, mark) and bool(players)
        if not here or report.number <= known.counts.last:
            continue
        if report.of_staff:
            by = (report.voice,)
            tables[table] = Voices({}, PhoneResult(*report.typed, by, report.number))
        elif report.voice == FREED and not known.settled:
            tables[table] = Voices({}, known.counts)
        elif report.voice not in players or not phones.of_players:
            continue
        elif report.after:
            stays = f"{seat_letter(players.index(report.voice))} drop"
            parts = known.counts.result.split(", ")
            if stays in parts and not report.drops and table not in arrived:
                text = ", ".join(part for part in parts if part != stays)
                counts = known.counts._replace(result=text, last=report.number)
                tables[table] = Voices(known.reports, counts)
        elif known.settled:
            tables[table] = Voices({**known.reports, report.voice: report}, known.counts)
        else:
            tables[table] = _heard(known, report, players, phones)
    return tables


def recorded_results(ledger: Ledger, round_id: RoundId) -> dict[int, PhoneResult]:
    """Return the last result from phones at each table of the current pairing, whether or not it
    still counts; blank where it was taken back."""
    return {
        int(entry.data["table"]): PhoneResult.of(entry)
        for entry in ledger.of_pairing(round_id)
        if entry.kind is EntryKind.REPORTED
    }


def from_phones(event: Event, ledger: Ledger, round_id: RoundId) -> dict[int, tuple[str, ...]]:
    """Return the tables of a published round whose result that counts is one from phones, with the
    seats or roles that reported it. `event` is the workbook as it was read."""
    rows, waiting = event.table_rows(round_id), ledger.phone_results.get(round_id, {})
    return {
        table: sent.by
        for table, sent in recorded_results(ledger, round_id).items()
        if sent.text
        if (PhoneResult(row.result, row.games).text == sent.text
            if (row := rows.get(table)) and row.reported else table in waiting)
    }  # fmt: skip


def _heard(known: Voices, report: Report, players: tuple[str, ...], phones: Phones) -> Voices:
    """Return the voices of a table with one more."""
    reports = {**known.reports, report.voice: report}
    if not any(report.typed):
        del reports[report.voice]
    results = {each.typed for each in reports.values()}
    if len(results) != 1 or len(reports) < (2 if phones is Phones.TWO else 1):
        return Voices(reports)
    result, games = results.pop()
    who = {seat_letter(seat): reports.get(player) for seat, player in enumerate(players)}
    by = tuple(letter for letter, each in who.items() if each)
    text = with_drops(result, [letter for letter, each in who.items() if each and each.drops])
    return Voices(reports, PhoneResult(text, games, by, report.number))


def with_drops(result: str, letters: Iterable[str]) -> str:
    """Return a result as it is typed with the seats of those who drop."""
    return ", ".join(filter(None, (result, *(f"{letter} drop" for letter in letters))))


def counted(reports: Iterable[Report], ledger: Ledger, phones: Phones) -> Iterator[Entry]:
    """Yield the ledger's lines for what counts in the latest round and is not recorded yet."""
    if not ledger.rounds:
        return
    round_id = max(ledger.rounds)
    before = recorded_results(ledger, round_id)
    for table, here in sorted(voices(reports, ledger, phones).items()):
        if here.counts.last > before.get(table, _NOTHING).last:
            yield Entry(EntryKind.REPORTED, round_id, {"table": table, **here.counts.data})


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


def problems(reports: Sequence[Report], event: Event, ledger: Ledger) -> Iterator[Problem]:
    """Yield what the desk has to know about the latest round: tables at which phones contradict one
    another or the workbook, and those that wait for a second voice."""
    if not ledger.rounds:
        return
    round_id = max(ledger.rounds)
    results, recorded = ledger.results.get(round_id, {}), recorded_results(ledger, round_id)
    seats = dict(ledger.rounds[round_id].seating.tables)
    waiting: list[int] = []
    for table, here in sorted(voices(reports, ledger, event.phones).items()):
        place, counts = event.table_cell(round_id, table), results.get(table, "")
        sent = recorded.get(table, _NOTHING)
        if counts and _COMPARED.fullmatch(sent.text) and sent.text != counts:
            yield warning(
                "phones.cell-says-otherwise", place,
                f"Table {table}: phones sent {sent.text} ({', '.join(sent.by)}), and the cell says "
                f"{counts}. The cell counts.",
                "If the phones are right, type their result.",
            )  # fmt: skip
        elif counts and (others := _objections(here, counts)):
            yield warning(
                "phones.objects", place,
                f"Table {table}: {counts} counts, and {_in_words(others, seats[table])}.",
                "Ask the table. If the phone is right, type its result here.",
            )  # fmt: skip
        elif counts or here.settled or not here.reports:
            continue
        elif len({each.typed for each in here.reports.values()}) > 1:
            yield warning(
                "phones.contradict", place,
                f"Table {table}: {_in_words(here.reports, seats[table])}.",
                "Ask the table, and type the result.",
            )  # fmt: skip
        else:
            waiting.append(table)
    rows = event.table_rows(round_id)
    noted = [table for table in from_phones(event, ledger, round_id)
             if table in rows and rows[table].note and not rows[table].by_runner]  # fmt: skip
    if noted:
        yield note(
            "phones.remark", event.table_cell(round_id, noted[0], "note"),
            f"The results of {_tables(noted)} came by phone; Note has another text there, so "
            "Runner does not write that remark.",
        )  # fmt: skip
    if waiting:
        yield note(
            "phones.second-voice", event.table_cell(round_id, waiting[0]),
            f"One phone has reported for {_tables(waiting)}; a second voice is missing.",
            "Nothing; or type the result.",
        )  # fmt: skip


def _tables(numbers: Sequence[int]) -> str:
    return f"{plural(len(numbers), 'table')} {listed(list(map(str, numbers)))}"


def _objections(here: Voices, counts: str) -> dict[str, Report]:
    """Return what players report that is not the result that counts."""
    return {
        player: report
        for player, report in here.reports.items()
        if _COMPARED.fullmatch(text := PhoneResult(*report.typed).text) and text != counts
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
