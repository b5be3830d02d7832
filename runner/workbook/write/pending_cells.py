"""The cells that Runner has to write into a workbook: names of published rounds, players' ids, new
rounds.

Only cells that differ are listed, so that most saves lead to no change at all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from runner.compute.decisions.draft import before_round_1
from runner.compute.decisions.pair import PairRound
from runner.compute.phones import from_phones
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.reconcile.rows import EMPTY_SEAT, is_marked
from runner.compute.sheets import prepared, sheets_to_make, sheets_without_round
from runner.compute.snapshot import Snapshot
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind, seat_letter
from runner.core.player import Player
from runner.core.round_sheet import RoundSheet, Row, remark, with_remark
from runner.core.seating import Cell
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.phone_results import PhoneResult
from runner.ledger.published import DASH, PublishedRound
from runner.ledger.rulings import NOTE, Line, State
from runner.phases.model import PhaseResult
from runner.rules.advice import is_advice
from runner.workbook.layout import DecisionsLayout, FieldLayout, Layout, PlayersLayout, RoundLayout
from runner.workbook.round_schema import ROW_WORDS, offered
from runner.workbook.write.created_sheets import UnusedSheet
from runner.workbook.write.lists import drafts_arrived, right_draft, wanted_draft, wanted_standings
from runner.workbook.write.merge import PairingMark, RightCell
from runner.workbook.write.rulings import wanted_rulings
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.sheets import NewSheet

Spellings = Mapping[str, frozenset[str]]
_RESULT = ("result", "games")


def wanted_cells(
    event: Event, snapshot: Snapshot, ledger: Ledger, layout: Layout
) -> list[CellChange]:
    """Return every cell that Runner fills and that differs from what it should hold. `event` is the
    workbook as it was read; the snapshot has the same people under their ids."""
    players = snapshot.players
    cells = list(_ids(event, players, layout.players)) if layout.players else []
    cells += _recommended(snapshot.recommendation, layout.fields.get("recommended"))
    spelt, out = _spellings(players, ledger), {**ledger.taken_back, **ledger.rounds}
    reported = {each.round for each in ledger.entries if each.kind is EntryKind.REPORTED}
    judged = {each.line: each.state for each in ledger.rulings.known.values()}
    for sheet in event.rounds:
        narrow, published = layout.rounds[sheet.id], out.get(sheet.id)
        place = narrow.with_seats(_seats(sheet.id, published, snapshot.phases))
        cells += _headings(narrow, place)
        if published is not None:
            filling = _Filling(published, place, sheet, players, spelt)
            cells += filling.changes(ledger.phone_results.get(sheet.id, {}))
            by = from_phones(event, ledger, sheet.id) if sheet.id in reported else {}
            cells += filling.remarks(by, judged)
    cells += _pair_lines(snapshot.phases, layout.decisions) if layout.decisions else ()
    if layout.draft:
        cells += wanted_draft(snapshot.phases, players, ledger, layout.draft, spelt)
    if layout.standings:
        cells += wanted_standings(snapshot, layout.standings, frozenset().union(*spelt.values()))
    ruled = dict.fromkeys(each for _, each in wanted_rulings(event, players, ledger, layout))
    theirs = {(each.sheet, each.cell) for each in ruled}
    return [each for each in cells if (each.sheet, each.cell) not in theirs] + [*ruled]


def wanted_marks(wanted: Iterable[CellChange], ledger: Ledger, layout: Layout) -> list[PairingMark]:
    """Return the mark of each sheet on which the names of a pairing are to be replaced."""
    sheets = {change.sheet for change in wanted}
    marks = []
    for id_, published in {**ledger.taken_back, **ledger.rounds}.items():
        place = layout.rounds.get(id_)
        if place and published.mark and place.sheet in sheets and place.marked != published.mark:
            change = place.mark and CellChange(
                place.sheet, place.mark, published.mark,
                frozenset({place.marked, *published.earlier} - {""}),
            )  # fmt: skip
            marks.append(PairingMark(place.sheet, published.mark, change or None, place.marked))
    return marks


def right_cells(
    event: Event, snapshot: Snapshot, ledger: Ledger, layout: Layout
) -> list[RightCell]:
    """Return the cells of seats that need no change, on the Draft sheet and on sheets that lack the
    mark of their pairing: a round that was taken back, and paired again before the next save, has
    the same names there."""
    players, out = snapshot.players, {**ledger.taken_back, **ledger.rounds}
    spelt, cells = _spellings(players, ledger), list[RightCell]()
    for sheet in event.rounds:
        published, place = out.get(sheet.id), layout.rounds[sheet.id]
        if published and published.earlier and place.marked != published.mark:
            cells += _Filling(published, place, sheet, players, spelt).right()
    if layout.draft:
        draft = right_draft(snapshot.phases, players, ledger, layout.draft)
        cells += (RightCell(change) for change in draft)
    return cells


def _pair_lines(results: Sequence[PhaseResult], place: DecisionsLayout) -> Iterator[CellChange]:
    """Yield a line on Decisions for each draft and each round to come that has none: with its sheet
    comes the line to ask for it, below all that stands there."""
    drafting: list[Mapping[str, str | int]] = [
        {"decision": decision.LABEL, "phase": result.phase.number}
        for result in results
        if not result.rounds and not result.over
        for decision in before_round_1(result.phase)
        if (decision.KEY, result.phase.number) not in place.drafting
    ]
    coming = (
        RoundId(result.phase.number, number)
        for result in results
        if not result.over
        for number in range(len(result.rounds) + 1, max(prepared(result), 1) + 1)
    )
    pairing: list[Mapping[str, str | int]] = [
        {"decision": PairRound.LABEL, "phase": id_.phase, "round": id_.number}
        for id_ in coming
        if id_ not in place.paired
    ]
    for row, line in enumerate((*drafting, *pairing), 1):
        for column, value in line.items():
            yield from place.change(column, place.last_row + row, value)


def _seats(id_: RoundId, published: PublishedRound | None, results: Sequence[PhaseResult]) -> int:
    """Return how many seats a round's sheet shall have: for all who were published there, and
    before the round is out for the largest table that it can have."""
    there = max((seat + 1 for _, _, seat in published.base), default=0) if published else 0
    if id_.phase > len(results) or id_.number <= len(results[id_.phase - 1].rounds):
        return there
    return max(there, results[id_.phase - 1].seats_needed)


def _headings(narrow: RoundLayout, wide: RoundLayout) -> Iterator[CellChange]:
    """Yield the headings of the seats that a sheet lacks; they look like that of the last one, and
    the dropdown of results offers these seats too."""
    last = narrow.columns[f"seat {narrow.seats}"]
    offers = offered(narrow.seats), offered(wide.seats)
    for seat in range(narrow.seats, wide.seats):
        yield CellChange(wide.sheet, f"{wide.columns[f'seat {seat + 1}']}{wide.header}",
            f"Seat {seat_letter(seat)}", like_column=last, offers=offers)  # fmt: skip


def missing_sheets(event: Event, results: Sequence[PhaseResult], layout: Layout) -> list[NewSheet]:
    """Return a sheet for each round that lacks one: a copy of another round's, emptied."""
    missing: list[NewSheet] = []
    for id_, like in sheets_to_make(event, results):
        model, sheet = layout.rounds[like], event.sheet(like)
        changes = tuple(_emptied(id_, event.title(id_), model, sheet.rows if sheet else ()))
        missing.append(NewSheet(id_.sheet, model.sheet, changes))
    return missing


def unused_sheets(
    event: Event, results: Sequence[PhaseResult], ledger: Ledger, layout: Layout
) -> list[UnusedSheet]:
    """Return the sheets of rounds that are neither published nor planned, each with its line on
    Decisions, which is removed with it if nobody has typed there."""
    return [
        UnusedSheet(layout.rounds[id_].sheet, tuple(_pair_line(id_, layout.decisions)))
        for id_ in sorted(sheets_without_round(event, results))
        if id_ not in ledger.rounds
    ]


def _pair_line(id_: RoundId, place: DecisionsLayout | None) -> Iterator[CellChange]:
    """Yield the changes that clear the line that Runner wrote for a round."""
    if place is None or id_ not in place.untouched:
        return
    values = (("decision", PairRound.LABEL), ("phase", id_.phase), ("round", id_.number))
    for column, value in values:
        yield from place.change(column, place.untouched[id_], None, str(value))


def _emptied(
    id_: RoundId, title: str, model: RoundLayout, rows: Iterable[Row]
) -> Iterator[CellChange]:
    """Yield the changes that make a copy of one round's sheet into another's, with nothing
    typed."""
    if model.header > 1:
        yield CellChange(id_.sheet, "A1", title)
    if model.marked:
        yield CellChange(id_.sheet, model.mark, None)
    new = replace(model, sheet=id_.sheet)
    for key, row in model.rows.items():
        yield from new.change("key", row, str(RowKey(id_, key.kind, key.number)))
    for typed in rows:
        texts = {f"seat {seat}": text for seat, text in enumerate(typed.seats, 1)}
        texts |= {"result": typed.result, "games": typed.games, "note": typed.noted}
        for column in (column for column, text in texts.items() if text):
            yield from new.change(column, model.rows[typed.key], None)


def rounds_rid_of_old_names(
    ledger: Ledger, waiting: Iterable[CellChange], layout: Layout
) -> list[RoundId]:
    """Return the rounds whose old names and withdrawn results have all left the workbook, and the
    drafts whose pods have all arrived there, as round 0 of their phase."""
    waiting = tuple(waiting)
    sheets = {change.sheet for change in waiting}
    rid = (
        id_
        for id_, published in {**ledger.taken_back, **ledger.rounds}.items()
        if (published.stale or published.spoilt)
        and id_ in layout.rounds
        and layout.rounds[id_].sheet not in sheets
    )
    return [*drafts_arrived(ledger, waiting, layout), *rid]


def reports_arrived(ledger: Ledger, there: Iterable[CellChange], layout: Layout) -> list[Entry]:
    """Return the ledger lines for results from phones whose cells are among those that were written
    or had something in them already."""
    cells = {(change.sheet, change.cell) for change in there}
    lines: list[Entry] = []
    for id_, by_phone in ledger.phone_results.items():
        if (place := layout.rounds.get(id_)) is None:
            continue
        rows = {number: place.rows.get(RowKey(id_, RowKind.TABLE, number)) for number in by_phone}
        tables = [
            number
            for number, row in rows.items()
            if row and any((place.sheet, place.cell(each, row)) in cells for each in _RESULT)
        ]
        if tables:
            data = {"tables": tables, "written": True}
            lines.append(Entry(EntryKind.ARRIVED, id_, data))
    return lines


def _recommended(wanted: str, field: FieldLayout | None) -> Iterator[CellChange]:
    """Yield what the rules recommend, over what they recommended for a smaller field."""
    if field and wanted and field.text != wanted:
        ours = frozenset({field.text}) if is_advice(field.text) else frozenset[str]()
        yield CellChange(field.place.sheet, field.place.cell, wanted, ours)


def _ids(event: Event, players: Mapping[str, Player], place: PlayersLayout) -> Iterator[CellChange]:
    nameless = {names.key(player.name) for player in event.players if not player.id}
    for identity, player in players.items():
        if names.key(player.name) in nameless:
            yield from place.change("id", place.rows.get(names.key(player.name)), identity)


def _spellings(players: Mapping[str, Player], ledger: Ledger) -> Spellings:
    """Return every way in which each player's name has been published, today's included."""
    spellings: dict[str, set[str]] = defaultdict(set)
    today = ((player.name, player.id) for player in players.values())
    for name, identity in (*ledger.names.items(), *today):
        spellings[identity].add(name)
    return {identity: frozenset(spelt) for identity, spelt in spellings.items()}


@dataclass(frozen=True, slots=True)
class _Filling:
    """One round: what was published, where its rows stand, and what they hold now."""

    published: PublishedRound
    place: RoundLayout
    sheet: RoundSheet
    players: Mapping[str, Player]
    spelt: Spellings

    def changes(self, by_phone: Mapping[int, PhoneResult]) -> Iterator[CellChange]:
        """Yield the cells to write, those of results from phones among them; new rows go below the
        last one if the sheet has too few."""
        typed, who = self._typed(), None
        if self.published.stale and not is_marked(self.sheet, self.published):
            known = {name: identity for identity, spelt in self.spelt.items() for name in spelt}
            who = PlayerResolver(self.players, known)
        rows = dict(self.place.rows)
        base, seating = self.published.base, self.published.seating
        for cell in {**base, **self.published.stale}:
            kind, number, seat = cell
            wanted = self.players[base[cell]].name if cell in base else None
            text = typed.get(cell, "")
            taken_out = wanted and not seating.has(kind, number, base[cell])  # by the organiser
            if text == (wanted or "") or (taken_out and (not text or text in EMPTY_SEAT)):
                continue
            ours = self._ours(cell)
            if text and text not in ours:
                if not who or who.find(text) not in self.published.stale.get(cell, ()):
                    continue
                ours |= {text}  # the name of an earlier pairing, spelt in another way
            key, like = RowKey(self.published.id, kind, number), self._like(kind)
            if key not in rows:
                if wanted is None:
                    continue
                rows[key] = self.place.last_row + len(rows) - len(self.place.rows) + 1
                table = ROW_WORDS.get(kind, number)
                yield from self.place.change("key", rows[key], str(key), like_row=like)
                yield from self.place.change("table", rows[key], table, like_row=like)
            yield from self.place.change(
                f"seat {seat + 1}", rows[key], wanted, *ours, like_row=like
            )
        yield from self._spoilt()
        for number, sent in by_phone.items():
            row = rows.get(RowKey(self.published.id, RowKind.TABLE, number))
            if number not in self.sheet.tables or not self.sheet.tables[number].reported:
                for column, text in zip(_RESULT, sent[:2], strict=True):
                    yield from self.place.change(column, row, text) if text else ()

    def remarks(
        self, by_phone: Mapping[int, Sequence[str]], judged: Mapping[Line, State]
    ) -> Iterator[CellChange]:
        """Yield what has to change under Note: a remark about each result that came by phone, and
        none about others. It stands behind a note of a judge, which goes with its pairing; beside
        what somebody else has typed there is none."""
        for key, row in self.place.rows.items():
            if key.kind is not RowKind.TABLE:
                continue
            typed = self.sheet.tables.get(key.number, Row(key, key.number))
            state = judged.get((NOTE, *self.published.id, key.number, typed.note))
            note = "" if state is State.GONE else typed.note
            may = typed.remark or state or not note
            text = with_remark(note, remark(by_phone.get(key.number, ())) if may else "")
            if text != typed.noted:
                yield from self.place.change("note", row, text or None, typed.noted)

    def right(self) -> Iterator[RightCell]:
        """Yield the cells that hold what they should."""
        typed, base, marked = self._typed(), self.published.base, self.place.marked
        earlier = {mark: ids for mark, ids in self.published.earlier.items() if mark != marked}
        for cell in {**base, **dict.fromkeys(each for ids in earlier.values() for each in ids)}:
            kind, number, seat = cell
            row = self.place.rows.get(RowKey(self.published.id, kind, number))
            wanted = self.players[base[cell]].name if cell in base else None
            if typed.get(cell, "") == (wanted or ""):
                left = {mark: self.spelt.get(ids.get(cell, ""), frozenset[str]())
                        for mark, ids in earlier.items()}  # fmt: skip
                for change in self.place.change(f"seat {seat + 1}", row, wanted):
                    yield RightCell(change, left)

    def _typed(self) -> dict[Cell, str]:
        return {
            (row.key.kind, row.key.number, seat): text
            for row in self.sheet.rows
            for seat, text in enumerate(row.seats)
        }

    def _spoilt(self) -> Iterator[CellChange]:
        """Yield the results that were typed for a pairing that is no more, to be cleared."""
        typed = {row.key: (row.result, row.games) for row in self.sheet.rows}
        for number, texts in self.published.spoilt.items():
            key = RowKey(self.published.id, RowKind.TABLE, number)
            if typed.get(key) == texts:
                for column, text in zip(("result", "games"), texts, strict=True):
                    at = self.place.rows.get(key) if text else None
                    yield from self.place.change(column, at, None, text)

    def _ours(self, cell: Cell) -> frozenset[str]:
        """Return the names that Runner may have put into a cell."""
        stale, base = self.published.stale.get(cell, ()), self.published.base
        ids = {*stale, base[cell]} if cell in base else {*stale}
        spellings = frozenset(name for identity in ids for name in self.spelt.get(identity, ()))
        return spellings | EMPTY_SEAT if DASH in stale else spellings

    def _like(self, kind: RowKind) -> int | None:
        """Return a row of the same kind, whose looks a new one takes over."""
        rows = [row for key, row in self.place.rows.items() if key.kind is kind]
        return rows[-1] if rows else None
