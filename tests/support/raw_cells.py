"""Cells of every kind in every column, saved through all of a save; each from a number."""

import random
import re
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.compute.decisions.pair import PairRound
from runner.compute.snapshot import Snapshot
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.rounds import Table
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.parsing import parse
from runner.ledger.seal import canonical
from runner.workbook.layout import Layout
from runner.workbook.read.phases import setting_columns, whole_sheet
from runner.workbook.read.read import read
from runner.workbook.schema import DECISION, EVENT, PENALTY, PLAYERS, STANDINGS, TIME
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.events import phase, planned
from tests.support.folders import new_workbook, set_back
from tests.support.fuzzing import Base, Wrong, count_outcomes, quick_folder, say, tree
from tests.support.workbooks import with_parts

HEAD = 4  # the row of the headings of every list
_MARK = "the cell to be"


def _text(text: str) -> str:
    return f' t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is>'


def _number(text: str) -> str:
    return f"><v>{text}</v>"


def _typed(kind: str, value: str) -> str:
    return f' t="{kind}"><v>{escape(value)}</v>'


def _formula(formula: str, came_to: str, kind: str = "n") -> str:
    return f' t="{kind}"><f>{escape(formula)}</f><v>{escape(came_to)}</v>'


TEXTS = (
    "", " ", "\t", "\n", "x", "A", "b", "draw", "none", "ID", "A, D drop", "2-1", "1-1-1", "0-0-3",
    "A 3, B 1, C 0, D 0", "A 1e40, B 0, C 0, D 0", "A 1e-40, B 0, C 0, D 0", "A 1e400", "A 1/3",
    "A -5, B 0, C 0, D 0", "A 50%, B 0, C 0, D 0", "A ½, B 0, C 0, D 0", "A 1e999999999",
    "1/99999999999999999999", "99-99", "99-99-99-99-99", "2-1¹", "1,5", "1.5", "1 000", "1'000",
    "1.000,5", "-1", "+1", "-0", "0", "00", "007", "3", "3²", "½", "٣", "１２", "①", "Ⅳ", "1e3",
    "1e40", "1e400", "1e9999", "1e-400", "1E308", "0x10", "1_000", "inf", "-inf", "nan", "NaN",
    "Infinity", "50%", "1/3", "1/0", "2/4", "33.33%", "9" * 40, "9" * 4400, "1"+"0" * 400, "#REF!",
    "#N/A", "=A1", "=1+1", "@SUM(A1)", "'3", "yes", "no", "TRUE", "x?", "-", "—", "✓", "a" * 600,
    "a" * 32_000, "ä" * 300, "a\u0301" * 60, "\u202eanA", "Ana\u200b Example", "🔥", "<b>Ana</b>",
    "&amp;", "{{ 7*7 }}", "\\N", "../../etc", "Ana\nExample", "C:\\", "bye", "absent", "R1T1",
    "R2T3", "R999T99999", "P9R9T9", "P001", "P999999", "1-6", "14:10", "25:99", "2026-11-21",
    "31.12.2026", "none", "preset", "win", "1/win", "2n-1", "n+1", "players_left", "1, 2, 3",
    "1;2;3", "13, 20-24", "1-99999", "99999-1", "3, 3, 5", "omw, ogw", "swiss", "Top 8",
    "multiplayer", "duel", "single elimination", "topdeck", "hareruya", "everybody",
    "Europe/Lisbon", "+99:00", "https://example.org/x", "a@b.example", "+49 170 1234567", "Warning",
    "game loss", "match loss", "Disqualification", "hidden", "erase", "full name", "regular",
    "_x0041_", "_xD800_",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "1", "2", "3", "4", "5", "7", "12", "13", "30", "31", "49", "99", "100", "500",
    "999", "1000", "2026", "9999", "10000", "65536", "99999", "100000", "1000000", "2147483648",
    "9007199254740993", "1E15", "1E18", "1E+40", "1E308", "1.7976931348623157E308", "-1", "-7",
    "-99999", "-1E308", "0.5", "0.07", "0.333333333333333", "1.5", "2.5", "2.9999999999999996",
    "1E-7", "1E-300", "4.9406564584124654E-324", "46000", "46000.75", "2958466", "-5.5", "3.0",
    "3E0", "1E400",
)  # fmt: skip
ODD = (
    _typed("b", "1"), _typed("b", "0"), _typed("e", "#REF!"), _typed("e", "#DIV/0!"),
    _typed("d", "2026-01-06"), _typed("d", "2026-01-06T14:10:00"), _typed("str", "A"),
    _formula("1+1", "2"), _formula("A1", "Ana", "str"), _formula("1/0", "#DIV/0!", "e"),
    _formula("NA()", "1E308"), _formula("TRUE()", "1", "b"), "><f>1+1</f>", ">", "><v></v>",
    ' t="inlineStr"><is><r><rPr><b/></rPr><t>A</t></r><r><t> wins</t></r></is>',
    ' t="inlineStr"><is><r><t>1</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r></is>',
    ' t="inlineStr"><is></is>',
    ' t="inlineStr"><is><t>Ana</t><rPh sb="0" eb="1"><t>x</t></rPh></is>',
)  # fmt: skip


POINTS = (
    "3", "1e40", "1e400", "1e-40", "1e999999999", "-5", "50%", "½", "1/3", "1/999983", "2.5",
    "10001", "0.1234567", "nan", "inf", "",
)  # fmt: skip


def raw_cell(chance: random.Random, styles: list[str], heading: str) -> str:
    """A cell's tag from its style on; one number in eight is a date, under Result often points."""
    if heading == "Result" and chance.random() < 0.3:
        seats = "ABCD"[: chance.choice((2, 3, 4))]
        return _text(", ".join(f"{seat} {chance.choice(POINTS)}" for seat in seats))
    kind = chance.randrange(10)
    if kind < 5:
        return _text(chance.choice(TEXTS))
    if kind < 8:
        dated = f' s="{chance.choice(styles)}"' if chance.random() < 0.125 else ""
        return dated + _number(chance.choice(NUMBERS))
    if kind == 8:
        return _number(repr(chance.choice((1, -1, 10**6)) * chance.random()))
    return chance.choice(ODD)


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell of a column that Runner knows; row 0 stands for one that none has."""

    sheet: str
    column: str
    letters: str
    row: int

    @property
    def cell(self) -> str:
        """Its name."""
        return f"{self.letters}{self.row}"


@dataclass(frozen=True, slots=True)
class Case:
    """A raw cell in a workbook; `asked` says that the same save asks for the next round."""

    number: int
    base: Base
    spot: Spot
    raw: str
    data: bytes
    asked: bool

    def __str__(self) -> str:
        at = f"{self.spot.sheet}!{self.spot.cell} ({self.spot.column})"
        return f"{self.number}: {at} <c{self.raw[:90]}"


@cache
def bases() -> tuple[Base, ...]:
    """Pods before round 1 and in round 2, matches, a stack, and a playoff."""
    swiss, cut = (
        phase(1, name="Day 1", rounds=3),
        phase(2, "single_elimination", name="Top 4", cut=4),
    )
    duel = phase(1, mode=Mode.HEAD_TO_HEAD, name="Day 1", rounds=3)
    stack = phase(1, name="Stack", rounds=3, preset="hareruya")
    return (
        _played(swiss, cut, rounds=0), _played(swiss, cut, rounds=1), _played(swiss, cut, rounds=2),
        _played(duel, rounds=2), _played(stack, rounds=2),
        _played(replace(swiss, rounds=1), cut, rounds=2),
    )  # fmt: skip


def _played(*phases: Any, rounds: int) -> Base:
    """So many rounds out, and the results of all but the last; a line on every list."""
    with tempfile.TemporaryDirectory() as name:
        folder = EventFolder(Path(name) / "event")
        folder.root.mkdir()
        data = edit(new_workbook(planned(11, *phases, date="2026-11-21")), list(_lines()))
        pipeline = Pipeline(folder, Path(name) / "site")
        workbook = folder.root / "event.xlsx"
        workbook.write_bytes(data)
        for out in range(rounds):
            if out:
                workbook.write_bytes(_with_results(workbook.read_bytes(), pipeline))
            pipeline.run(workbook.read_bytes(), publish_next=True)
            pipeline.write_names(unlocked_for=0)
        if rounds == 1:  # everything is in: the next round may be asked for
            workbook.write_bytes(_with_results(workbook.read_bytes(), pipeline))
        report = pipeline.run(workbook.read_bytes())
        pipeline.write_names(unlocked_for=0)
        assert len(report.snapshot.rounds) == rounds, report.problems
        return Base(workbook.read_bytes(), folder.ledger.read_bytes() if rounds else b"")


def _lines() -> Iterator[CellChange]:
    lines: dict[str, tuple[tuple[str, str | int], ...]] = {
        PENALTY.name: (("A5", 1), ("B5", "Alice Archer"), ("C5", "Slow play"), ("D5", "Warning")),
        TIME.name: (("A5", 1), ("B5", 1), ("C5", 5), ("A6", 1), ("D6", "14:10")),
    }
    for sheet, cells in lines.items():
        yield from (CellChange(sheet, cell, value) for cell, value in cells)


def _with_results(data: bytes, pipeline: Pipeline) -> bytes:
    event, _, layout = read(data)
    snapshot = pipeline.run(data).snapshot
    now = snapshot.rounds[-1]
    place, rows = layout.rounds[now.id], event.table_rows(now.id)
    changes = []
    for table in now.tables:
        cell = f"{place.columns['result']}{place.rows[rows[table.number].key]}"
        usual = ("A", "B") if len(table.seats) > 2 else ("2-1", "0-2")
        changes.append(CellChange(place.sheet, cell, usual[table.number % 2]))
    return edit(data, changes)


@cache
def columns(base: Base) -> tuple[tuple[str, str, str], ...]:
    """Tab, heading and letters of each column that is read; on Event each label stands for one."""
    book = Book(base.workbook)
    found = []
    lists = [each.name for each in (PLAYERS, PENALTY, TIME, DECISION, whole_sheet(), STANDINGS)]
    for tab in book.parts:
        if tab in lists or tab.startswith(("Round", "Phase ")):
            cells = book.grid(tab).rows.get(HEAD, {})
            found += [(tab, str(text), _letters(at)) for at, text in cells.items()]
    found += [(EVENT.name, column.heading, "B") for column in (*EVENT.columns, *setting_columns())]
    return tuple(found)


def _letters(at: int) -> str:
    return (chr(64 + (at - 1) // 26) if at > 26 else "") + chr(65 + (at - 1) % 26)


def case(number: int) -> Case:
    """The raw cell of a number: column after column, over all sheets of all bases."""
    chance = random.Random(number)
    base = bases()[number % len(bases())]
    known = columns(base)
    sheet, column, letters = known[(number // len(bases())) % len(known)]
    book = Book(base.workbook)
    grid = book.grid(sheet)
    changes = []
    if sheet == EVENT.name:
        labels = {str(cells.get(1)): row for row, cells in grid.rows.items()}
        row = labels.get(column, grid.last_row + 1)
        changes.append(CellChange(sheet, f"A{row}", column))
    else:
        last = grid.last_row
        row = chance.choice(
            (HEAD + 1, HEAD + 1, HEAD + 2, chance.randint(HEAD + 1, max(last, 9)), last + 1)
        )
    spot = Spot(sheet, column, letters, row)
    asked = chance.random() < 0.5
    if asked:
        changes += _asking(base)
    styles = sorted(book.shared.date_styles) or ["0"]
    raw = raw_cell(chance, styles, column)
    data = edit(base.workbook, [*changes, CellChange(sheet, spot.cell, _MARK)])
    return Case(number, base, spot, raw, _put(data, sheet, raw, chance), asked)


def _asking(base: Base) -> list[CellChange]:
    """Yes beside the first line that pairs a round that is not out."""
    out = set(parse(base.ledger)[0].rounds)
    grid = Book(base.workbook).grid(DECISION.name)
    for row, cells in sorted(grid.rows.items()):
        if cells.get(1) == PairRound.LABEL:
            id_ = RoundId(int(str(cells.get(2) or 1)), int(str(cells.get(3))))
            if id_ not in out:
                return [CellChange(DECISION.name, f"F{row}", "yes")]
    return []


def _put(data: bytes, sheet: str, raw: str, chance: random.Random) -> bytes:
    """The raw cell in place of the mark; sometimes its row is hidden, or cells are merged."""
    part = Book(data).parts[sheet].rpartition("/")[2].removesuffix(".xml")

    def change(xml: bytes) -> bytes:
        text = xml.decode()
        found = re.search(
            rf'<c r="([A-Z]+)([0-9]+)"([^>]*) t="inlineStr"><is><t[^>]*>{_MARK}</t></is></c>', text
        )
        assert found, sheet
        style = (
            "" if ' s="' in raw.partition(">")[0] else (re.search(r' s="\d+"', found[3]) or [""])[0]
        )
        made = f'<c r="{found[1]}{found[2]}"{style}{raw}</c>'
        text = text[: found.start()] + made + text[found.end() :]
        if chance.random() < 0.05:
            text = re.sub(rf'<row r="{found[2]}"', f'<row r="{found[2]}" hidden="1"', text)
        if chance.random() < 0.03 and "<mergeCell" not in text:
            area = f"{found[1]}{found[2]}:{found[1]}{int(found[2]) + 2}"
            text = text.replace(
                "</sheetData>",
                f'</sheetData><mergeCells count="1"><mergeCell ref="{area}"/></mergeCells>',
            )
        return text.encode()

    data = with_parts(data, **{part: change})
    return _commented(data, part) if chance.random() < 0.03 else data


def _commented(data: bytes, part: str) -> bytes:
    """The sheet with a comment on its first cell, as Excel keeps one."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
    link = f'<Relationship Id="c" Type="{kind}" Target="../comments9.xml"/>'
    stream = BytesIO(data)
    with zipfile.ZipFile(stream, "a") as archive:
        name = f"xl/worksheets/_rels/{part}.xml.rels"
        if name not in archive.namelist():
            archive.writestr(name, f'<?xml version="1.0"?><Relationships>{link}</Relationships>')
            text = '<comment ref="A1" authorId="0"><text><t>B won</t></text></comment>'
            archive.writestr("xl/comments9.xml", f"<comments>{text}</comments>")
    return stream.getvalue()


class Bench:
    """Event folders, each with a site, into which one raw cell after the other is saved."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._made = 0
        self._events: dict[Base, tuple[Pipeline, Snapshot, Event, frozenset[str]]] = {}

    def outcome(self, number: int) -> str:
        """What became of a case; raises Wrong, or whatever goes wrong."""
        made = case(number)
        pipeline, was, before, known = self._event(made.base)
        folder = pipeline.folder
        workbook = folder.root / "event.xlsx"
        standing = tree(pipeline.site_out)
        set_back(folder, made.base.ledger, pipeline.site_out)
        try:
            report = self._save(pipeline, workbook, made.data)
            if report.snapshot is None:
                self._refused(report, pipeline, made, standing)
                return "refused"
            self._sound(folder, report, made, was)
            said = self._only_there(made, before, known, report)
            again = self._save(pipeline, workbook, self._saved_again(made.base))  # put back
            if again.snapshot is None and made.spot.column == "Id":
                return "asked"  # who was published under another Id
            if again.snapshot is None:
                raise Wrong(
                    f"the cell is put back, and nothing goes out: {list(map(str, again.problems))}"
                )
            self._sound(folder, again, made, was)
            return said
        except BaseException:
            self._events.pop(made.base, None)
            raise

    def _saved_again(self, base: Base) -> bytes:
        """The workbook as another file each time: the very file of before is a copy come back."""
        stream = BytesIO(base.workbook)
        with zipfile.ZipFile(stream, "a") as archive:
            archive.comment = f"saved {self._made} times".encode()
        return stream.getvalue()

    def _save(self, pipeline: Pipeline, workbook: Path, data: bytes) -> Report:
        workbook.write_bytes(data)
        report = pipeline.run(data)
        if not all(each.text and each.text[-1] in ".?!" for each in report.problems):
            raise Wrong("a problem that is no sentence")
        if report.snapshot is not None:
            pipeline.write_names(unlocked_for=0)
            written = workbook.read_bytes()
            if written != data and read(written)[0] is None:
                raise Wrong("could be read before names were written into it, and not afterwards")
        return report

    def _refused(
        self, report: Report, pipeline: Pipeline, made: Case, standing: dict[str, bytes]
    ) -> None:
        if not any(each.fatal for each in report.problems):
            raise Wrong("not published, and nobody is told why")
        if not any(each.place.sheet == made.spot.sheet for each in report.problems):
            raise Wrong(f"refused for {list(map(str, report.problems))}")
        if (
            tree(pipeline.site_out) != standing
            or pipeline.folder.ledger.read_bytes() != made.base.ledger
        ):
            raise Wrong("the last good site or the ledger was touched")

    def _sound(self, folder: EventFolder, report: Report, made: Case, was: Snapshot) -> None:
        """The ledger is whole and draws the same again, no result is lost, and documents fit."""
        lines = folder.ledger.read_bytes() if folder.ledger.exists() else b""
        if not lines.startswith(made.base.ledger):
            raise Wrong("the ledger was written anew")
        ledger, broken = parse(lines)
        if broken:
            raise Wrong(f"the ledger is broken: {list(map(str, broken))}")
        if lines != made.base.ledger:
            wrong = [each for each in verify(ledger) if each.sound is False]
            if wrong:
                raise Wrong(f"the ledger does not verify: {wrong}")
        snapshot = report.snapshot
        assert snapshot is not None
        now = dict(_results(snapshot))
        for at, table in _results(was):
            if now.get(at) != table and not _may_change(made, at, was):
                raise Wrong(f"{at} was {table} and is {now.get(at)}")
        for document, form in (
            (event_document(snapshot, ledger), "runner-event/1"),
            (snapshot_document(snapshot, report.problems), "runner-snapshot/1"),
        ):
            canonical(document)
            if found := schema.problems(document, form):
                raise Wrong(f"{form}: {found[0]}")

    def _only_there(self, made: Case, before: Event, known: frozenset[str], report: Report) -> str:
        """The edit is read as that cell's and as no other's, or a problem says why not."""
        event, problems, _ = read(made.data)
        assert event is not None
        for what, rows in _differences(before, event, read(made.base.workbook)[2]):
            if not _belongs(made, what, rows):
                raise Wrong(f"{what} differs in {rows}")
        new = {str(each) for each in report.problems} - known
        at_cell = [
            each
            for each in problems
            if (each.place.sheet, each.place.cell) == (made.spot.sheet, made.spot.cell)
        ]
        if at_cell:
            return "told"
        if _without_places(event) != _without_places(before):
            return "meant"
        return "same, told" if new else "same"

    def _event(self, base: Base) -> tuple[Pipeline, Snapshot, Event, frozenset[str]]:
        self._made += 1
        if base not in self._events or self._made % 200 == 0:
            root = self._root / f"event {self._made}"
            root.mkdir()
            folder = EventFolder(root)
            folder.ledger.write_bytes(base.ledger)
            (root / "event.xlsx").write_bytes(base.workbook)
            pipeline = Pipeline(folder, self._root / f"site {self._made}")
            report = pipeline.run(base.workbook)
            assert report.snapshot is not None
            event, _, _ = read(base.workbook)
            assert event is not None
            self._events[base] = (
                pipeline, report.snapshot, event, frozenset(map(str, report.problems)),
            )  # fmt: skip
        return self._events[base]


def _results(snapshot: Snapshot) -> Iterator[tuple[tuple[RoundId, int], Table]]:
    for round_ in snapshot.rounds:
        for table in round_.tables:
            if any(seat.outcome for seat in table.seats):
                yield (round_.id, table.number), table


def _may_change(made: Case, at: tuple[RoundId, int], was: Snapshot) -> bool:
    """Whether the cell may change what is known of a table: its own row, a penalty, a name."""
    spot, (id_, number) = made.spot, at
    if spot.sheet == PENALTY.name:
        return True
    layout = read(made.base.workbook)[2]
    rows = {row: key for key, row in layout.rounds[id_].rows.items()}
    if spot.sheet == id_.sheet:
        own = rows.get(spot.row)
        return (
            own is None
            or own.number == number
            or spot.column in ("Key", "Table")
            or spot.column.startswith("Seat")
        )
    return (
        spot.sheet == "Phases" and spot.column in ("Best of", "Type", "Mode", "Preset", "Scoring")
    ) or spot.column == "Best of"


def _differences(before: Event, event: Event, layout: Layout) -> Iterator[tuple[str, list[Any]]]:
    """What of two readings of a workbook differs, list by list, and in which rows."""
    lists = {*_LISTS, "rounds"}
    for each in fields(Event):
        one, other = getattr(before, each.name), getattr(event, each.name)
        if one == other:
            continue
        if each.name == "rounds":
            for was in before.rounds:
                now = event.sheet(was.id)
                if now != was:
                    rows = {row.key: row for row in was.rows}
                    nows = {row.key: row for row in now.rows} if now else {}
                    differ = [
                        str(key)
                        for key in {**rows, **nows}
                        if _plain(rows.get(key)) != _plain(nows.get(key))
                    ]
                    if differ:
                        yield was.id.sheet, differ
        elif each.name in lists:
            was_by, now_by = _by_row(one), _by_row(other)
            differ = [row for row in {**was_by, **now_by} if was_by.get(row) != now_by.get(row)]
            if differ:
                yield each.name, differ
        else:
            yield each.name, [one, other]


def _plain(row: Any) -> Any:
    return row and (row.table, row.seats, row.result, row.games, row.note)


def _by_row(entries: tuple[Any, ...]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for entry in entries:
        place = getattr(entry, "place", None)
        if callable(place):
            place = place("round")
        number = int(re.sub(r"\D", "", place.cell) or 0) if place else 0
        found.setdefault(number, []).append(_without_place(entry))
    return found


def _without_place(entry: Any) -> Any:
    return {
        each.name: getattr(entry, each.name)
        for each in fields(entry)
        if "place" not in each.name and each.name not in ("returns_at", "untyped")
    }


def _without_places(event: Event) -> Any:
    return [
        [_plain(row) for sheet in event.rounds for row in sheet.rows],
        *([_by_row(getattr(event, name)) for name in _LISTS]),
        [
            getattr(event, each.name)
            for each in fields(Event)
            if each.name not in ("rounds", *_LISTS)
        ],
    ]


_LISTS = {"players": "Players", "penalties": "Penalties", "decisions": "Decisions",
          "extensions": "Time", "starts": "Time", "stops": "Time", "screens": "Screens",
          "phases": "Phases"}  # fmt: skip


def _belongs(made: Case, what: str, rows: list[Any]) -> bool:
    """Whether a difference in some rows of a list is of the cell that was changed."""
    spot = made.spot
    if what == "decisions" and made.asked:
        return True
    if what in _LISTS:
        below = what == "phases" and spot.column in ("Mode", "Preset")
        public = (
            spot.sheet == EVENT.name
            and what == "players"
            and spot.column in ("Public columns", "Names shown")
        )
        return public or (_LISTS[what] == spot.sheet and (below or set(rows) <= {spot.row}))
    if what.startswith(("Round", "Phase ")):
        return what == spot.sheet and (spot.column in ("Key", "Table") or len(rows) <= 1)
    return spot.sheet == EVENT.name


def main(first: int, count: int) -> None:
    """One line of JSON for each case that comes to something that it must not, then a count."""
    with tempfile.TemporaryDirectory(dir=quick_folder()) as name:
        bench = Bench(Path(name))
        bases()  # so that everything is loaded that there is to load
        with suppress(Exception):  # it is done again, and told then
            bench.outcome(first)
        say(count_outcomes(first, count, bench.outcome, lambda number: {"case": str(case(number))}))
