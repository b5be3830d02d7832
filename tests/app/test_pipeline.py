"""From a workbook's bytes to ledger, site and workbook, and what happens to a bad save."""

import datetime
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.load import Loaded, load
from runner.app.pipeline import Pipeline
from runner.app.rehearse import Ended, end_rehearsal, play
from runner.compute.decisions import REGISTRY
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.problems import Problem, Severity
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import EntryKind
from runner.ledger.parsing import parse
from runner.render import site
from runner.render.site import freshness
from runner.render.site.players import PlayerPages, PlayerView
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from runner.workbook.write.write_back import Outcome
from tests.support import data
from tests.support.clerk import Clerk
from tests.support.day import there
from tests.support.events import event, latest_ranking, phase, planned
from tests.support.folders import data_of, event_folder, files_in, opened, workbook_of
from tests.support.organiser import At, Value
from tests.support.problems import fix_text
from tests.support.workbooks import edited, with_parts

pytestmark = pytest.mark.thorough


Mend = Callable[[openpyxl.Workbook], None]


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(18))


def test_the_same_workbook_and_ledger_give_the_same_bytes(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    play(pipeline, 2)
    first = files_in(tmp_path / "site")
    again = Pipeline(folder, tmp_path / "again")
    again.run(data_of(folder))
    assert files_in(tmp_path / "again") == first
    again.run(data_of(folder))
    assert files_in(tmp_path / "again") == first


def test_what_is_exported_in_the_middle_of_a_round_fits_its_schema(pipeline: Pipeline) -> None:
    play(pipeline, 1)
    loaded = opened(pipeline.folder)
    whole = snapshot_document(loaded.snapshot, loaded.problems)
    assert schema.problems(whole, "runner-snapshot/1") == []
    event = event_document(loaded.snapshot, loaded.ledger)
    assert schema.problems(event, "runner-event/1") == []
    assert event["rounds"][1]["tables"][0]["seats"][0]["outcome"] is None


def test_a_run_without_a_change_writes_nothing(folder: EventFolder, pipeline: Pipeline) -> None:
    play(pipeline, 1)
    report = pipeline.run(data_of(folder))
    assert report.published.written == ()
    assert report.published.removed == ()
    assert report.entries == ()


def test_a_save_that_changes_nothing_is_not_worked_out_again(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(pipeline, 1)
    before = changed(data_of(folder), no_such_zone)
    report = pipeline.run(before)
    wrong = [each for each in report.problems if each.place.sheet == "Event"]
    (tmp_path / "site" / "index.html").unlink()
    with monkeypatch.context() as never:
        never.delattr("runner.app.load.compute")
        never.delattr(site.Renderer, "render")
        again = pipeline.run(with_parts(before))
    assert again.snapshot is report.snapshot
    assert again.problems == report.problems
    assert again.published.written == ("index.html",)
    lower = pipeline.run(changed(before, lambda workbook: workbook["Event"].insert_rows(1)))
    moved = [each for each in lower.problems if each.place.sheet == "Event"]
    assert wrong, (report.problems, lower.problems)
    assert [each.code for each in moved] == [each.code for each in wrong]
    assert {each.place for each in moved}.isdisjoint(each.place for each in wrong)


def no_such_zone(workbook: openpyxl.Workbook) -> None:
    sheet = workbook["Event"]
    (label,) = (row[0] for row in sheet.iter_rows(max_col=1) if row[0].value == "Time zone")
    label.offset(column=1).value = "Nowhere"


def test_what_cannot_be_shown_was_never_decided(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    for at, name, instead in (
        (site.Renderer, "render", fail),
        (Loaded, "wanted_cells", property(fail)),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(at, name, instead)
            with pytest.raises(ZeroDivisionError):
                pipeline.run(data_of(folder), publish_next=True)
        assert not folder.ledger.exists()
    assert pipeline.run(data_of(folder), publish_next=True).snapshot is not None
    assert [each.kind for each in parse(folder.ledger.read_bytes())[0].entries] == [
        EntryKind.SEED, EntryKind.PAIRED,
    ]  # fmt: skip


def test_where_a_players_page_fails_the_first_pages_are_out_and_nothing_more_is_decided(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, shown = PlayerPages.view, tmp_path / "site"

    def fail(pages: PlayerPages, player: str) -> PlayerView:
        if player == "P018":
            raise ZeroDivisionError
        return made(pages, player)

    pipeline.run(data_of(folder))
    before = files_in(shown)
    monkeypatch.setattr(PlayerPages, "view", fail)
    with pytest.raises(ZeroDivisionError):
        pipeline.run(data_of(folder), publish_next=True)
    lines, out = folder.ledger.read_bytes(), files_in(shown)
    assert RoundId(1, 1) in parse(lines)[0].rounds
    assert "Round 1" in out["pairings.html"].decode()
    own = [name for name in before if freshness.of_a_player(name)]
    assert {name: out[name] for name in own} == {name: before[name] for name in own}
    result = changed(data_of(folder), put("Round 1", "Result", "A"))
    for again in (pipeline, Pipeline(folder, shown)):
        with pytest.raises(ZeroDivisionError):
            again.run(result)
        assert folder.ledger.read_bytes() == lines
        assert files_in(shown) == out
    monkeypatch.undo()
    assert [each.kind for each in pipeline.run(result).entries] == [EntryKind.RESULTS]
    Pipeline(folder, tmp_path / "anew").run(result)
    assert files_in(shown) == files_in(tmp_path / "anew")


def test_a_rehearsal_plays_the_day_and_leaves_nothing_behind(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    before, _ = load(folder, data_of(folder))
    assert play(pipeline, 2).results > 0
    assert len(pipeline.run(data_of(folder)).snapshot.rounds) == 3  # type: ignore[union-attr]
    pages = [text for name, text in files_in(tmp_path / "site").items() if name.endswith(".html")]
    assert all(b"REHEARSAL" in page for page in pages)
    pipeline.write_names(unlocked_for=0)
    done = end_rehearsal(pipeline)
    assert isinstance(done, Ended)
    assert (done.written.outcome, done.real) == (Outcome.WRITTEN, "")
    after, _ = load(folder, data_of(folder))
    assert after.snapshot.rounds == ()
    assert not after.snapshot.rehearsal
    assert [(each.name, each.drops_after, each.notes) for each in after.event.players] == [
        (each.name, each.drops_after, each.notes) for each in before.event.players
    ]
    assert not any(
        row.seats[0] or row.result or row.note for sheet in after.event.rounds for row in sheet.rows
    )
    assert (folder.root / "ledger.rehearsal-1.jsonl").exists()


def test_ending_a_rehearsal_keeps_what_the_organiser_typed(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    play(pipeline, 1)

    def typed(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Round 1"]
        at = cell(sheet, "Result")
        sheet[f"{at[0]}{at[1]}"].value = "draw"
        note = cell(sheet, "Note")
        sheet[f"{note[0]}{note[1]}"].value = None

    (folder.root / "friday.xlsx").write_bytes(changed(data_of(folder), typed))
    end_rehearsal(pipeline)
    assert opened(folder).event.rounds[0].rows[0].result == "draw"


def cell(sheet: Worksheet, heading: str) -> tuple[str, int]:
    """Column letters and the first row below a heading."""
    for line in sheet.iter_rows(max_row=12):
        for each in line:
            if each.value == heading:
                return each.column_letter, each.row + 1
    raise AssertionError(heading)


def changed(workbook: bytes, change: Mend) -> bytes:
    found = openpyxl.load_workbook(io.BytesIO(workbook))
    change(found)
    stream = io.BytesIO()
    found.save(stream)
    return stream.getvalue()


def put(sheet: str, heading: str, *values: object) -> Mend:
    def change(workbook: openpyxl.Workbook) -> None:
        column, row = cell(workbook[sheet], heading)
        for at, value in enumerate(values):
            workbook[sheet][f"{column}{row + at}"].value = value

    return change


def rename(sheet: str, heading: str, name: str) -> Mend:
    def change(workbook: openpyxl.Workbook) -> None:
        column, row = cell(workbook[sheet], heading)
        workbook[sheet][f"{column}{row - 1}"].value = name

    return change


def bomb(workbook: bytes) -> bytes:
    return with_parts(workbook, sheet4=lambda _: bytes(300_000_000))


UNREADABLE: dict[str, Callable[[bytes], bytes]] = {
    "an empty file": lambda workbook: b"", "a text file": lambda workbook: b"Name;Club\nAna;X\n",
    "an old .xls": lambda workbook: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512),
    "a broken zip": lambda workbook: workbook[: len(workbook) // 2], "a zip bomb": bomb,
    "no Players sheet": lambda workbook: changed(
        workbook, lambda book: book.remove(book["Players"])
    ),
    "no Name column": lambda workbook: changed(workbook, rename("Players", "Name", "Wer")),
}  # fmt: skip


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_workbook_that_cannot_be_used_leaves_the_last_good_site_and_says_why(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path, what: str
) -> None:
    play(pipeline, 1)
    good, ledger = files_in(tmp_path / "site"), folder.ledger.read_bytes()
    report = pipeline.run(UNREADABLE[what](data_of(folder)))
    assert report.snapshot is None
    assert report.problems
    assert all(str(problem).endswith((".", "?")) for problem in report.problems)
    assert files_in(tmp_path / "site") == good
    assert folder.ledger.read_bytes() == ledger


DOUBTFUL: dict[str, tuple[Mend, str, str]] = {
    "a name twice": (put("Players", "Name", "Ana", "ANA"), "Players!", "ANA"),
    "a formula for a name": (put("Players", "Name", "=A1"), "Players!", "formula"),
    "an unknown name in a seat": (put("Round 2", "Seat A", "Zeb Q"), "Round 2!", "not in Players"),
    "a result nobody understands": (put("Round 2", "Result", "perhaps"), "Round 2!", "perhaps"),
    "a seat that is not there": (put("Round 2", "Result", "E"), "Round 2!", "no seat E"),
}  # fmt: skip


@pytest.mark.parametrize("what", DOUBTFUL)
def test_a_slip_in_one_cell_is_named_and_everything_else_goes_on(
    folder: EventFolder, pipeline: Pipeline, what: str
) -> None:
    play(pipeline, 1)
    pipeline.write_names(unlocked_for=0)
    change, place, words = DOUBTFUL[what]
    report = pipeline.run(changed(data_of(folder), change))
    found = [str(problem) for problem in report.problems]
    assert any(place in each and words in each for each in found), found


def test_a_date_where_a_result_belongs_says_how_to_type_it(pipeline: Pipeline) -> None:
    play(pipeline, 1)
    report = pipeline.run(
        changed(data_of(pipeline.folder), put("Round 2", "Result", datetime.date(2026, 6, 1)))
    )
    (problem,) = [each for each in report.problems if each.severity == "error"]
    assert "date" in problem.text
    assert fix_text(problem.fix)


def test_a_result_for_a_table_that_is_not_there_is_an_error(pipeline: Pipeline) -> None:
    play(pipeline, 1)

    def change(workbook: openpyxl.Workbook) -> None:
        column, row = cell(workbook["Round 2"], "Result")
        workbook["Round 2"][f"{column}{row + 6}"].value = "A"

    report = pipeline.run(changed(data_of(pipeline.folder), change))
    assert any("There is no table 7" in problem.text for problem in report.problems)


def test_names_that_wait_are_written_once_the_lock_is_gone(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    lock = folder.root / ".~lock.friday.xlsx#"
    lock.write_text(",ann,host,21.11.2026 14:05,;")
    pipeline.run(data_of(folder), publish_next=True)
    waiting = pipeline.write_names(unlocked_for=0)
    assert waiting.outcome is Outcome.WAITING
    assert "Round 1: 5 rows wait." in waiting.why
    lock.unlink()
    assert pipeline.write_names(unlocked_for=0).outcome is Outcome.WRITTEN
    loaded = opened(folder)
    assert loaded.wanted_cells == []
    assert not loaded.snapshot.problems


def test_a_round_drawn_anew_replaces_its_names_in_the_workbook(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    pipeline.run(data_of(folder), publish_next=True)
    pipeline.write_names(unlocked_for=0)

    def ask(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Decisions"]
        row = cell(sheet, "Decision")[1] + 10
        for heading, value in (
            ("Decision", "Re-pair round"), ("Phase", 1), ("Round", 1), ("Go", "yes"),
        ):  # fmt: skip
            sheet[f"{cell(sheet, heading)[0]}{row}"].value = value

    (folder.root / "friday.xlsx").write_bytes(changed(data_of(folder), ask))
    report = pipeline.run(data_of(folder))
    assert [entry.kind for entry in report.entries] == [EntryKind.REPAIRED]
    assert pipeline.write_names(unlocked_for=0).outcome is Outcome.WRITTEN
    loaded = opened(folder)
    assert loaded.wanted_cells == []
    assert loaded.snapshot.entries == ()
    kinds = [entry.kind for entry in parse(folder.ledger.read_bytes())[0].entries]
    assert kinds == [EntryKind.SEED, EntryKind.PAIRED, EntryKind.REPAIRED, EntryKind.WRITTEN]


def test_a_round_more_than_there_are_sheets_gets_a_sheet_of_its_own(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    (folder.root / "friday.xlsx").write_bytes(changed(data_of(folder), put("Phases", "Rounds", 5)))
    play(pipeline, 4)
    pipeline.write_names(unlocked_for=0)
    loaded = opened(folder)
    assert loaded.problems == ()
    tabs = openpyxl.load_workbook(io.BytesIO(data_of(folder))).sheetnames
    assert [tab for tab in tabs if tab.startswith("Round")] == [f"Round {at}" for at in range(1, 6)]
    assert loaded.wanted_cells == []
    assert loaded.missing_sheets == []
    fourth, fifth = loaded.event.rounds[3:]
    assert fourth.rows[0].result
    assert fifth.rows[0].seats[0]
    assert not any(row.result or row.note for row in fifth.rows)


def test_a_playoff_gets_its_sheets_with_names_and_is_played_to_its_end(pipeline: Pipeline) -> None:
    folder = pipeline.folder

    def add_playoff(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Phases"]
        columns = {cell.value: cell.column for cell in sheet[4]}
        for heading, value in (
            ("Name", "Top 7"), ("Mode", "Multiplayer"), ("Type", "Single elimination"), ("Cut", 7),
        ):  # fmt: skip
            sheet.cell(6, columns[heading]).value = value

    mended(folder, add_playoff)
    play(pipeline, 3)
    ranking = pipeline.run(data_of(folder)).snapshot
    current = ranking.phases[0].current
    top = [row.player for row in current.rows if not row.dropped][:7]
    pipeline.run(data_of(folder), publish_next=True)
    pipeline.write_names(unlocked_for=0)
    loaded = opened(folder)
    assert loaded.problems == ()
    names = [loaded.snapshot.players[each].name for each in top]
    assert list(loaded.event.sheet(RoundId(2, 1)).rows[0].seats[:4]) == names[3:]
    play(pipeline, 5)
    final = load(folder, data_of(folder))[0]
    last = final.snapshot.rounds[-1]
    assert last.id == RoundId(2, 2)
    assert set(last.tables[0].players) > set(top[:3])
    assert last.finished
    assert final.snapshot.phases[1].over
    ranking = latest_ranking(final.snapshot, 2)
    ranked = [row.player for row in ranking.rows]
    winner = next((seat.player for seat in last.tables[0].seats if seat.outcome == "win"), top[0])
    assert ranked[0] == winner
    assert set(ranked[:4]) == set(last.tables[0].players)
    assert [row.rank for row in ranking.rows] == list(range(1, 8))
    assert final.snapshot.reported[-1].finished


@data.needs_data
@pytest.mark.parametrize("name", data.NAMES)
def test_a_real_event_goes_in_and_comes_out_equal(tmp_path: Path, name: str) -> None:
    document = data.document(name)
    problems = import_event(document, tmp_path / name)
    assert not [each for each in problems if each.severity == "error"]
    folder = EventFolder(tmp_path / name)
    assert isinstance(folder.workbook(), Path)
    loaded = opened(folder)
    assert event_document(loaded.snapshot, loaded.ledger) == document
    assert loaded.snapshot.entries == ()
    assert schema.problems(document, "runner-event/1") == []
    assert schema.problems(snapshot_document(loaded.snapshot), "runner-snapshot/1") == []


def test_an_import_never_writes_over_an_event(folder: EventFolder) -> None:
    before = data_of(folder)
    document = {
        "format": "runner-event/1", "event": {"name": "Other"},
        "phases": [{"name": "Swiss", "mode": "multiplayer", "type": "swiss"}], "players": [],
        "rounds": [],
    }  # fmt: skip
    (problem,) = import_event(document, folder.root)
    assert "already holds an event" in problem.text
    (folder.root / "another.xlsx").write_bytes(before)
    (problem,) = import_event(document, folder.root)
    assert "already holds an event" in problem.text
    assert data_of(folder) == before


SPARSE = {
    "format": "runner-event/1",
    "event": {"name": "  Friday   cEDH "},
    "phases": [{"name": "Swiss", "mode": "multiplayer", "type": "swiss", "note": "house rules"}],
    "players": [{"id": f"p{at}", "name": "Twin" if at < 2 else f"Name {at}"} for at in range(4)],
    "rounds": [
        {
            "phase": 1,
            "number": 1,
            "tables": [
                {
                    "table": 7,
                    "seats": [{"player": "p0", "outcome": "win"}]
                    + [{"player": f"p{at}", "outcome": "loss", "games_won": 0} for at in (1, 2, 3)],
                }
            ],
        }
    ],
}


def test_a_sparse_document_comes_out_as_it_went_in(tmp_path: Path) -> None:
    problems = import_event(SPARSE, tmp_path / "sparse")
    assert [each.severity for each in problems] == ["warning"]  # there is no seed
    folder = EventFolder(tmp_path / "sparse")
    assert isinstance(folder.workbook(), Path)
    loaded = opened(folder)
    assert event_document(loaded.snapshot, loaded.ledger) == SPARSE


@pytest.mark.parametrize(("change", "words"), [
    ({"format": "runner-event/2"}, "runner-event/1"),
    ({"players": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]}, "occurs twice"),
    ({"rounds": [{"phase": 2, "number": 1, "tables": []}]}, "no phase 2"),
    ({"penalties": [{"round": 1, "player": "zz"}]}, "no player “zz”"),
    ({"rounds": "none"}, "rounds"),
])  # fmt: skip
def test_a_wrong_document_is_refused_with_its_place(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    problems = import_event({**SPARSE, **change}, tmp_path / "wrong")
    assert any(words in str(problem) for problem in problems)
    assert not (tmp_path / "wrong").exists()


def recommended(folder: EventFolder) -> openpyxl.cell.cell.Cell:
    sheet = openpyxl.load_workbook(io.BytesIO(data_of(folder)))["Event"]
    return next(row[1] for row in sheet.iter_rows() if row[0].value == "Recommended")


def mended(folder: EventFolder, change: Mend) -> None:
    workbook = openpyxl.load_workbook(io.BytesIO(data_of(folder)))
    change(workbook)
    workbook.save(folder.root / "friday.xlsx")


def test_the_workbook_says_what_the_rules_recommend_and_follows_the_field(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    pipeline.run(data_of(folder))
    pipeline.write_names(unlocked_for=0)
    assert "For 18 players the rules suggest 3 rounds and a Top 10. " in recommended(folder).value
    assert "at least 16 players" in recommended(folder).value
    cell = recommended(folder).coordinate

    def fewer(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Players"]
        for row in range(8, 23):
            for column in range(1, 12):
                sheet.cell(row, column).value = None

    mended(folder, fewer)
    pipeline.run(data_of(folder))
    pipeline.write_names(unlocked_for=0)
    assert str(recommended(folder).value).startswith(
        "For 3 players the rules suggest one elimination"
    )

    def own(workbook: openpyxl.Workbook) -> None:
        workbook["Event"][cell] = "We play four."

    mended(folder, own)
    pipeline.run(data_of(folder))
    pipeline.write_names(unlocked_for=0)
    assert recommended(folder).value == "We play four."


def test_once_a_round_is_out_nothing_is_recommended_any_more(pipeline: Pipeline) -> None:
    assert pipeline.run(data_of(pipeline.folder), publish_next=True).snapshot.recommendation == ""
    pipeline.write_names(unlocked_for=0)
    assert recommended(pipeline.folder).value is None


# --- phases pipeline ------------------------------------------------------------------------------


PHASES = (
    Phase(1, "Day 1", Mode.MULTIPLAYER, "swiss", rounds=2),
    Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", rounds=2, cut=16),
    Phase(3, "Top 7", Mode.MULTIPLAYER, "single_elimination", cut=7),
)


class Weekend:
    """An event's folder and the pipeline that runs at each save."""

    def __init__(self, root: Path, phases: tuple[Phase, ...] = PHASES) -> None:
        self.folder = event_folder(root / "weekend", planned(20, *phases, name="Weekend"))
        self.path, self.site = workbook_of(self.folder), root / "site"
        self.pipeline = Pipeline(self.folder, self.site)

    def play(self, rounds: int) -> None:
        play(self.pipeline, rounds)
        self.pipeline.write_names(unlocked_for=0)

    def put(self, sheet: str, row: int, **values: object) -> None:
        book = openpyxl.load_workbook(self.path)
        where = book[sheet]
        head = next(line for line in where.iter_rows(max_row=12) if "Go" in [c.value for c in line]
                    or "Result" in [c.value for c in line])  # fmt: skip
        columns = {str(cell.value).casefold(): cell.column for cell in head}
        for heading, value in values.items():
            where.cell(head[0].row + row, columns[heading], value)
        book.save(self.path)

    def decide(self, what: str, phase: int, round_: int | None = None) -> tuple[EntryKind, ...]:
        """A line at the end of Decisions, and a save; gives what it led to."""
        book = openpyxl.load_workbook(self.path)
        row = len([cell for cell in book["Decisions"]["A"] if cell.value]) + 1
        self.put("Decisions", row, decision=what, phase=phase, round=round_, go="yes")
        report = self.pipeline.run(self.path.read_bytes())
        assert report.snapshot is not None, report.problems
        self.pipeline.write_names(unlocked_for=0)
        return tuple(entry.kind for entry in report.entries)

    def loaded(self) -> Loaded:
        return opened(self.folder)

    def problem(self, words: str) -> Problem:
        (found,) = [each for each in self.loaded().snapshot.problems if words in each.text]
        return found

    def page(self, name: str) -> str:
        text = re.sub(r"<[^>]+>", " ", (self.site / name).read_text(encoding="utf-8"))
        return re.sub(r"\s+", " ", text)

    def page_of(self, player: str) -> str:
        pages = (
            path.read_text(encoding="utf-8") for path in (self.site / "players").glob("*.html")
        )
        return next(text for text in pages if f"<h1><bdi>{player}</bdi></h1>" in text)


@pytest.fixture
def weekend(tmp_path: Path) -> Weekend:
    return Weekend(tmp_path)


def test_two_days_with_cuts_and_a_playoff_from_the_workbook_to_the_pages(weekend: Weekend) -> None:
    weekend.play(6)
    loaded = weekend.loaded()
    snapshot = loaded.snapshot
    assert [each.id for each in snapshot.rounds] == [
        RoundId(1, 1), RoundId(1, 2), RoundId(2, 1), RoundId(2, 2), RoundId(3, 1), RoundId(3, 2),
    ]  # fmt: skip
    assert snapshot.over
    assert [len(each.field) for each in snapshot.phases] == [20, 16, 7]
    for at, played in enumerate(snapshot.rounds):
        if played.id.number == 1:
            field = snapshot.phases[played.id.phase - 1].field
            assert there(snapshot, at) == {each.id for each in field}
    assert not [each for each in loaded.problems if each.severity is not Severity.NOTE]
    assert [each.text for each in snapshot.problems] == []
    first, second = snapshot.phases[:2]
    best = second.standings[-1].rows[0]
    day_one = {row.player: row for row in first.standings[-1].rows}[best.player]
    assert best.match_points > day_one.match_points
    page = weekend.page("standings/P2R2.html")
    assert "Rounds of Day 1 count as well." in page
    assert "Top 7 advance" in page
    name = snapshot.players[best.player].name
    assert re.search(rf"{re.escape(name)} .{{1,60}} W [^a-z]*{best.match_points} ", page), page
    own = weekend.page_of(name)
    for at in ("R1", "R2", "P2R1", "P2R2"):
        assert len(re.findall(rf'href="../rounds/{at}.html"', own)) == 1
    assert "P2R3" not in own
    document = snapshot_document(snapshot, loaded.problems)
    assert schema.problems(document, "runner-snapshot/1") == []
    days = [each for each in document["standings"] if each["phase"] == 2]
    assert days[-1]["carried"] == [{"phase": 1, "round": 1}, {"phase": 1, "round": 2}]
    assert days[-1]["rows"][0]["match_points"] == str(best.match_points)


def test_a_correction_after_the_cut_is_told_with_its_cell_and_cut_anew_writes_the_new_names(
    weekend: Weekend,
) -> None:
    weekend.play(2)
    before = weekend.loaded().snapshot
    made = [each.id for each in before.phases[1].field]
    ranked = [row.player for row in before.phases[0].standings[-1].rows if not row.dropped]
    for outside in ranked[16:]:
        (table,) = [each for each in before.rounds[1].tables if outside in each.players]
        was = weekend.path.read_bytes()
        seat = "ABCDE"[table.players.index(outside)]
        weekend.put("Round 2", table.number, result=seat, note="")
        weekend.pipeline.run(weekend.path.read_bytes())
        if any(
            "would have made the cut" in each.text for each in weekend.loaded().snapshot.problems
        ):
            break
        weekend.path.write_bytes(was)
    found = weekend.problem("would have made the cut")
    assert found.text.startswith(f"With the corrected result of table {table.number} of Round 2, ")
    assert before.players[outside].name in found.text
    assert found.place.sheet == "Round 2"
    assert openpyxl.load_workbook(weekend.path)["Round 2"][found.place.cell].value == seat
    assert [each.id for each in weekend.loaded().snapshot.phases[1].field] == made
    assert weekend.decide("Redo the cut", 2) == (EntryKind.CUT_ANEW, EntryKind.REPAIRED)
    loaded = weekend.loaded()
    assert outside in {each.id for each in loaded.snapshot.phases[1].field}
    assert loaded.wanted_cells == []
    assert loaded.snapshot.entries == ()
    sheet = loaded.event.sheet(RoundId(2, 1))
    typed = {name for row in sheet.rows for name in row.seats if name}
    assert typed == {loaded.snapshot.players[each].name for each in there(loaded.snapshot, 2)}


def test_end_reopen_and_a_round_more_from_the_decisions_sheet(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path, (PHASES[0],))
    weekend.play(1)
    assert weekend.decide("End the phase", 1) == (EntryKind.PHASE_ENDED,)
    assert "it still waits for table 1, 2" in weekend.problem("Day 1 ends when").text
    assert weekend.decide("reopen phase", 1) == (EntryKind.PHASE_REOPENED,)
    assert weekend.decide("Add a round", 1, 3) == (EntryKind.ROUND_ADDED,)
    assert weekend.problem("Round 3 of 2 was added").place.sheet == "Decisions"
    weekend.play(3)
    loaded = weekend.loaded()
    assert loaded.snapshot.over
    assert len(loaded.snapshot.rounds) == 3
    assert "Round 3" in openpyxl.load_workbook(weekend.path).sheetnames
    assert "phase reopened" in weekend.folder.ledger.read_text(encoding="utf-8")


def test_a_round_that_is_added_without_a_number_is_asked_for_it(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path, (PHASES[0],))
    weekend.decide("Add a round", 1)
    (found,) = [each for each in weekend.loaded().problems if each.severity is Severity.ERROR]
    assert "needs a round" in found.text


@pytest.mark.parametrize("carry", [False, None])
def test_cuts_and_what_is_carried_over_go_out_and_come_in_again(
    tmp_path: Path, carry: bool
) -> None:
    settings: dict[str, Any] = {"cut_points": 7, "carry_points": carry}
    second = Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", rounds=1, cut=16, settings=settings)
    weekend = Weekend(tmp_path, (PHASES[0], second))
    weekend.play(3)
    loaded = weekend.loaded()
    assert bool(loaded.snapshot.phases[1].carried) is (carry is not False)
    document = event_document(loaded.snapshot, loaded.ledger)
    assert document["phases"][1]["settings"] == settings
    assert schema.problems(document, "runner-event/1") == []
    assert not [each for each in import_event(document, tmp_path / "again")
                if each.severity is Severity.ERROR]  # fmt: skip
    again = EventFolder(tmp_path / "again")
    assert isinstance(again.workbook(), Path)
    back = opened(again)
    assert event_document(back.snapshot, back.ledger) == document
    for one, other in zip(loaded.snapshot.phases, back.snapshot.phases, strict=True):
        assert {each.id for each in one.field} == {each.id for each in other.field}
        rows = [[(row.player, row.match_points) for row in each.rows] for each in one.standings]
        assert rows == [
            [(row.player, row.match_points) for row in each.rows] for each in other.standings
        ]


def test_a_cut_among_the_settings_of_a_document_is_that_of_the_workbook(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path)
    document = event_document(weekend.loaded().snapshot, weekend.loaded().ledger)
    del document["phases"][1]["cut"]
    document["phases"][1]["settings"] = {"cut": 12}
    assert import_event(document, tmp_path / "again") == []
    folder = EventFolder(tmp_path / "again")
    assert isinstance(folder.workbook(), Path)
    back = opened(folder)
    assert [each.cut for each in back.event.phases] == [None, 12, 7]
    assert event_document(back.snapshot, back.ledger) == document


def test_every_decision_may_stand_in_a_new_workbook_and_is_read_again() -> None:
    book = openpyxl.load_workbook(io.BytesIO(template(Plan(Event("E", phases=PHASES)))))
    labels = ["Pair round", "Re-pair round", "Re-pair and delete results", "Give a bye",
              "Take back a bye", "Seat a player", "Shuffle seats", "Delete round", "End the phase",
              "Reopen the phase", "Add a round", "Redo the cut", "Make pods", "Shuffle pod seats",
              "Clear pods", "Start registration", "Start building", "Unlock pods",
              "Keep the changes", "Undo the last decision"]  # fmt: skip
    sheet = book["Decisions"]
    (head,) = [line for line in sheet.iter_rows(max_row=8) if "Go" in [c.value for c in line]]
    columns = {cell.value: cell.column for cell in head}
    for row, label in enumerate(labels, head[0].row + 1):
        for heading, value in (("Decision", label), ("Phase", 2), ("Round", 3), ("Player", "Ana"),
                               ("Go", "yes")):  # fmt: skip
            sheet.cell(row, columns[heading], value)
    stream = io.BytesIO()
    book.save(stream)
    event, _, _ = read(stream.getvalue())
    assert [each.kind for each in event.decisions] == [*REGISTRY]


# --- language changed -----------------------------------------------------------------------------


_LANGUAGE = re.compile(r"<html[^>]* lang=\"([^\"]*)\"")


def in_language(data: bytes, name: str) -> bytes:
    def change(book: openpyxl.Workbook) -> None:
        (cell,) = (row[0] for row in book["Event"].iter_rows() if row[0].value == "Language")
        cell.offset(column=1).value = name

    return edited(change, data)


def spoken(site: Path) -> dict[str, str]:
    """The language of each page and screen."""
    found = {}
    for page in site.rglob("*.html"):
        stated = _LANGUAGE.search(page.read_text("utf-8"))
        found[str(page.relative_to(site))] = stated[1] if stated else ""
    return found


def test_all_pages_and_screens_change_their_language_with_the_workbook(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    play(pipeline, 1)
    site = tmp_path / "site"
    data = data_of(folder)
    before = {path: path.read_bytes() for path in site.rglob("*.html")}
    assert {*spoken(site).values()} == {"en"}
    pipeline.run(in_language(data, "Deutsch"))
    assert not [name for name, language in spoken(site).items() if language != "de"]
    assert "display/index.html" in spoken(site)
    pipeline.run(in_language(data, "English"))
    now = {path: path.read_bytes() for path in before}
    # The front page states when the workbook was saved.
    assert [path.name for path in before if now[path] != before[path]] in ([], ["index.html"])


# --- asked not guessed ----------------------------------------------------------------------------


def with_phase(tmp_path: Path, *, automatic: bool, **cells: Value) -> Clerk:
    """A round of Swiss that is over, and a second line on Phases with these cells filled."""
    me = Clerk(tmp_path / "ev", event(12, phase(1, rounds=1), automatic=automatic))
    me.put(*((At("Phases", f"{column}6"), value) for column, value in cells.items()))
    me.play()
    return me


@pytest.mark.parametrize("automatic", [True, False])
def test_a_cut_without_a_type_is_asked_for_and_not_published(
    tmp_path: Path, automatic: bool
) -> None:
    me = with_phase(tmp_path, automatic=automatic, A="Top 4", B="Multiplayer", G=4)
    assert [each.id for each in me.snapshot.rounds] == [RoundId(1, 1)]
    (asked,) = me.told("nothing says how it is played")
    assert (asked.severity, str(asked.place)) == (Severity.ERROR, "Phases!C6")
    assert "Single elimination" in fix_text(asked.fix)
    assert "Swiss" in fix_text(asked.fix)
    me.ask("Pair round", RoundId(2, 1))
    assert len(me.snapshot.rounds) == 1
    assert me.told("Top 4, round 1 is not paired yet")
    me.put((At("Phases", "C6"), "Single elimination"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)
    me.counts_heads()
    me.type({At("Phases", "C6"): None})
    report = me.pipeline.run(me.doc)
    assert report.snapshot is None, "once it is out no other type is guessed"
    (told,) = [each for each in report.problems if "is out as Single elimination" in each.text]
    assert str(told.place) == "Phases!C6"
    assert "Choose Single elimination" in fix_text(told.fix)


def test_a_second_day_without_a_cut_is_swiss_as_ever(tmp_path: Path) -> None:
    me = with_phase(tmp_path, automatic=True, A="Day 2", B="Multiplayer", E=1)
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


@pytest.mark.parametrize("type_", ["Round robin", "Double elimination"])
def test_a_draft_is_only_played_in_ways_that_know_pods(tmp_path: Path, type_: str) -> None:
    me = with_phase(tmp_path, automatic=True, A="Draft", B="Draft", C=type_, E=1)
    assert len(me.snapshot.rounds) == 1
    (told,) = me.told("A draft is played as Swiss or as single elimination")
    assert str(told.place) == "Phases!C6"
    me.put((At("Phases", "B6"), "Head-to-head"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_a_draft_without_pods_is_never_paired_across_the_field(tmp_path: Path) -> None:
    me = with_phase(tmp_path, automatic=True, A="Draft", B="Draft", C="Swiss", E=1)
    assert len(me.snapshot.rounds) == 1
    me.put((At("Phases", "B6"), "Head-to-head"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_a_first_phase_that_is_a_draft_waits_too(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(8, phase(1, mode=Mode.DRAFT, rounds=1)))
    assert not me.snapshot.rounds
    assert not me.snapshot.drafts


# --- the line to ask for a round ------------------------------------------------------------------


def test_a_cut_that_is_added_gets_the_lines_to_ask_for_its_rounds(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(12, phase(1, rounds=1), automatic=False))
    me.put((At("Phases", "A6"), "Top 4"), (At("Phases", "B6"), "Multiplayer"),
           (At("Phases", "C6"), "Single elimination"), (At("Phases", "G6"), 4))  # fmt: skip
    me.play()
    me.put((me.go(RoundId(2, 1)), "yes"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_more_rounds_get_their_lines_below_all_that_stands_there(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(8, phase(1, rounds=2), automatic=False))
    me.put((At("Decisions", "J9"), "ask Mia first"))
    me.put((At("Phases", "E5"), 4))
    assert [me.go(RoundId(1, number)).cell for number in (1, 2, 3, 4)] == ["F5", "F6", "F10", "F11"]
    assert not me.lost
    before = me.doc
    me.done()
    assert me.doc == before, "each line comes once"
    me.rework(lambda book: book["Decisions"].delete_rows(6))
    me.done()
    assert me.go(RoundId(1, 2)).cell == "F11", "one that was deleted is there again"
