"""A day in the hall: names arrive in the sheets as Runner writes them, and hands change cells."""

from dataclasses import replace

from runner.compute.decisions.pair import PairRound
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import SEAT_LETTERS, RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.render.directory import Directory
from runner.render.site.rounds import changes
from runner.workbook.layout import Layout, RoundLayout
from runner.workbook.write.pending_cells import rounds_rid_of_old_names, wanted_cells, wanted_marks
from tests.support.day import Day
from tests.support.events import AT, event, phase, swiss

SEATS = 5
COLUMNS = {"key": "A", "table": "B", "result": "H", "games": "I", "note": "J"}
COLUMNS |= {f"seat {at + 1}": "CDEFG"[at] for at in range(SEATS)}
MARK = "A3"
LETTERS = {letters: column for column, letters in COLUMNS.items()}
R1, R2, R3 = (RoundId(1, number) for number in (1, 2, 3))


class Hall(Day):
    """An event with tables, spare byes and absences; saves write names unless it stays `open`."""

    def __init__(self, now: Event, tables: int = 8, sheets: int = 3) -> None:
        self.open = False
        sheets = tuple(
            RoundSheet(RoundId(each.number, at), self._empty(RoundId(each.number, at), tables))
            for each in now.phases
            for at in range(1, (each.rounds or sheets) + 1)
        )
        super().__init__(replace(now, rounds=sheets))

    ABSENT = 2

    @classmethod
    def _empty(cls, id_: RoundId, tables: int) -> tuple[Row, ...]:
        numbers = ((RowKind.TABLE, tables), (RowKind.BYE, 3), (RowKind.ABSENT, cls.ABSENT))
        keys = [RowKey(id_, kind, at + 1) for kind, count in numbers for at in range(count)]
        return tuple(_row(key, 5 + at) for at, key in enumerate(keys))

    def save(self) -> Snapshot:
        super().save()
        return self.snapshot if self.open else self.written()

    def written(self) -> Snapshot:
        """What Runner does once the workbook is closed. Names that arrive may be what a round has
        waited for, or a decision, and then more names go in after them."""
        for _ in range(3):
            layout = self._layout()
            wanted = wanted_cells(self.event, self.snapshot, self.ledger, layout)
            marks = wanted_marks(wanted, self.ledger, layout)
            for change in (*wanted, *(mark.change for mark in marks if mark.change)):
                id_ = next(each for each, at in layout.rounds.items() if at.sheet == change.sheet)
                self._put(id_, int(change.cell[1:]), LETTERS[change.cell[0]], change.value or "")
            rid = rounds_rid_of_old_names(self.ledger, (), layout)
            self.ledger, _ = self.ledger.extended(
                Entry(EntryKind.WRITTEN, each, {}, AT) for each in rid
            )
            super().save()
            layout = self._layout()
            wanted = wanted_cells(self.event, self.snapshot, self.ledger, layout)
            if not wanted and not rounds_rid_of_old_names(self.ledger, (), layout):
                return self.snapshot
        raise AssertionError("Runner writes again and again")

    def _layout(self) -> Layout:
        return Layout(
            rounds={
                sheet.id: RoundLayout(
                    sheet.id.sheet, COLUMNS, 4, 4 + len(sheet.rows),
                    {row.key: 5 + at for at, row in enumerate(sheet.rows)},
                    mark=MARK, marked=sheet.mark,
                )
                for sheet in self.event.rounds
            }
        )  # fmt: skip

    def _put(self, id_: RoundId, number: int, column: str, value: str | int) -> None:
        sheet = self.event.sheet(id_)
        assert sheet is not None
        rows = list(sheet.rows)
        if f"A{number}" == MARK:
            others = (replace(each, mark=str(value)) if each is sheet else each
                      for each in self.event.rounds)  # fmt: skip
            self.event = replace(self.event, rounds=tuple(others))
            return
        if number - 5 == len(rows):
            assert column == "key"
            key = RowKey.parse(str(value))
            assert key is not None
            rows.append(_row(key, number))
        row = rows[number - 5]
        if column.startswith("seat"):
            at = int(column[5:]) - 1
            row = replace(row, seats=(*row.seats[:at], str(value), *row.seats[at + 1 :]))
        elif column in ("result", "games", "note"):
            row = replace(row, **{column: str(value)})
        rows[number - 5] = row
        sheets = tuple(
            replace(each, rows=tuple(rows)) if each is sheet else each for each in self.event.rounds
        )
        self.event = replace(self.event, rounds=sheets)

    def cell(self, where: str, text: str, id_: RoundId | None = None) -> None:
        """Type into a cell: "T4 B" is seat B of table 4, "B1" the first bye, "A1" the first absent;
        "T4 result", "T4 note" too. Nothing is saved."""
        id_ = id_ or self.snapshot.rounds[-1].id
        spot, _, column = where.partition(" ")
        key = RowKey(id_, RowKind(spot[0]), int(spot[1:]))
        sheet = self.event.sheet(id_)
        assert sheet is not None
        numbers = {row.key: 5 + at for at, row in enumerate(sheet.rows)}
        if key not in numbers:
            numbers[key] = 5 + len(sheet.rows)
            self._put(id_, numbers[key], "key", str(key))
        if len(column) <= 1:
            column = f"seat {SEAT_LETTERS.index(column or 'A') + 1}"
        self._put(id_, numbers[key], column, text)

    def hand(self, **cells: str) -> Snapshot:
        """Several cells at once, "T4_B" for "T4 B", and a save."""
        for where, text in cells.items():
            self.cell(where.replace("_", " "), text)
        return self.save()

    def say(
        self, kind: str, number: int = 0, player: str = "", reason: str = "because",
        table: int | None = None, phase_: int = 1,
    ) -> Snapshot:  # fmt: skip
        place = Place("Decisions", f"A{len(self.event.decisions) + 5}")
        made = Decision(kind, RoundId(phase_, number), player, reason, place, table)
        return self.change(decisions=(*self.event.decisions, made))

    def silence(self, *kinds: str) -> Snapshot:
        """Clear the Go cells of some decisions, and save."""
        kept = tuple(each for each in self.event.decisions if each.kind not in kinds)
        return self.change(decisions=kept)

    def name(self, player: str) -> str:
        return self.snapshot.players[player].name

    def names(self, table: int, id_: RoundId | None = None) -> list[str]:
        now = next(
            each for each in self.snapshot.rounds if each.id == (id_ or self.snapshot.rounds[-1].id)
        )
        found = [each for each in now.tables if each.number == table]
        return [self.name(each) for each in found[0].players] if found else []

    def byes(self) -> list[str]:
        return [self.name(each) for each in self.snapshot.rounds[-1].byes]

    def absent(self) -> list[str]:
        return [self.name(each) for each in self.snapshot.rounds[-1].absent]

    def typed(self, id_: RoundId, table: int) -> Row:
        """The row of a table as it stands in the workbook."""
        sheet = self.event.sheet(id_)
        assert sheet is not None
        return next(row for row in sheet.rows if row.key == RowKey(id_, RowKind.TABLE, table))

    def chain(self) -> bytes:
        return Ledger().extended(self.ledger.entries)[1]

    def kinds(self, since: int = 0) -> list[str]:
        """The kinds of the ledger's lines, those that say that names have arrived left out."""
        return [each.kind.value for each in self.ledger.entries[since:]
                if each.kind is not EntryKind.WRITTEN]  # fmt: skip

    def play_round(self, results: str = "A") -> Snapshot:
        now = self.snapshot.rounds[-1]
        for table in now.tables:
            if table.seats:
                self.cell(f"T{table.number} result", results)
        self.save()
        if now.id.number < (self.event.phases[0].rounds or 3):
            self.say(PairRound.KEY, now.id.number + 1)
        return self.snapshot


def quick(players: int = 12, rounds: int = 3) -> Hall:
    """An event whose rounds are drawn without looking at points, which is quicker."""
    now = swiss(players, rounds)
    return Hall(replace(now, phases=(replace(now.phases[0], settings={"method": "random"}),)))


def duel(players: int = 8, rounds: int = 3) -> Hall:
    return Hall(event(players, phase(1, rounds=rounds, mode=Mode.HEAD_TO_HEAD), automatic=False))


def told(hall: Hall) -> tuple[str, ...]:
    """What the page of the latest round says of changes."""
    return changes(hall.snapshot, Directory(hall.snapshot), hall.snapshot.rounds[-1].id)


def _row(key: RowKey, number: int) -> Row:
    places = {column: Place(key.round.sheet, f"{at}{number}") for column, at in COLUMNS.items()}
    table = key.number if key.kind is RowKind.TABLE else 0
    return Row(key, table, ("",) * SEATS, places=places)
