"""From a workbook's bytes to ledger, site and workbook, and what happens to a bad save."""

import datetime
import io
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.load import Loaded, load
from runner.app.pipeline import Pipeline
from runner.app.rehearse import Ended, end_rehearsal, play
from runner.core.event import RoundId
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import parse
from runner.render import site
from runner.render.site import freshness
from runner.render.site.players import PlayerPages, PlayerView
from runner.workbook.write.write_back import Outcome
from tests.support import data
from tests.support.events import latest_ranking, planned
from tests.support.folders import data_of, event_folder, opened
from tests.support.problems import fix_text
from tests.support.workbooks import with_parts

pytestmark = pytest.mark.thorough  # left out of make quick

Mend = Callable[[openpyxl.Workbook], None]


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(18))


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def test_the_same_workbook_and_ledger_give_the_same_bytes(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    play(pipeline, 2)
    first = tree(tmp_path / "site")
    again = Pipeline(folder, tmp_path / "again")
    again.run(data_of(folder))
    assert tree(tmp_path / "again") == first
    again.run(data_of(folder))
    assert tree(tmp_path / "again") == first


def test_what_is_exported_in_the_middle_of_a_round_fits_its_schema(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    play(pipeline, 1)
    loaded = opened(folder)
    whole = snapshot_document(loaded.snapshot, loaded.problems)
    assert schema.problems(whole, "runner-snapshot/1") == []
    event = event_document(loaded.snapshot, loaded.ledger)
    assert schema.problems(event, "runner-event/1") == []
    assert event["rounds"][1]["tables"][0]["seats"][0]["outcome"] is None


def test_a_run_without_a_change_writes_nothing(folder: EventFolder, pipeline: Pipeline) -> None:
    play(pipeline, 1)
    report = pipeline.run(data_of(folder))
    assert report.published is not None
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
    assert again.published is not None
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
    report = pipeline.run(data_of(folder), publish_next=True)
    assert report.snapshot is not None
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
    before = tree(shown)
    monkeypatch.setattr(PlayerPages, "view", fail)
    with pytest.raises(ZeroDivisionError):
        pipeline.run(data_of(folder), publish_next=True)
    lines, out = folder.ledger.read_bytes(), tree(shown)
    assert RoundId(1, 1) in parse(lines)[0].rounds
    assert "Round 1" in out["pairings.html"].decode()
    own = [name for name in before if freshness.of_a_player(name)]
    assert {name: out[name] for name in own} == {name: before[name] for name in own}
    result = changed(data_of(folder), put("Round 1", "Result", "A"))
    for again in (pipeline, Pipeline(folder, shown)):
        with pytest.raises(ZeroDivisionError):
            again.run(result)
        assert folder.ledger.read_bytes() == lines
        assert tree(shown) == out
    monkeypatch.undo()
    assert [each.kind for each in pipeline.run(result).entries] == [EntryKind.RESULTS]
    Pipeline(folder, tmp_path / "anew").run(result)
    assert tree(shown) == tree(tmp_path / "anew")


def test_a_rehearsal_plays_the_day_and_leaves_nothing_behind(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    before, _ = load(folder, data_of(folder))
    played = play(pipeline, 2)
    assert played.results > 0
    assert len(pipeline.run(data_of(folder)).snapshot.rounds) == 3  # type: ignore[union-attr]
    pages = [text for name, text in tree(tmp_path / "site").items() if name.endswith(".html")]
    assert all(b"REHEARSAL" in page for page in pages)
    pipeline.write_names(unlocked_for=0)
    done = end_rehearsal(pipeline)
    assert isinstance(done, Ended)
    assert (done.written.outcome, done.real) == (Outcome.WRITTEN, "")
    after, _ = load(folder, data_of(folder))
    assert before is not None
    assert after is not None
    assert after.snapshot.rounds == ()
    assert not after.snapshot.rehearsal
    assert [(each.name, each.drops_after, each.notes) for each in after.event.players] == [
        (each.name, each.drops_after, each.notes) for each in before.event.players
    ]
    assert not any(
        row.seats[0] or row.result or row.note for sheet in after.event.rounds for row in sheet.rows
    )
    assert (folder.root / "ledger.rehearsal-1.jsonl").exists()


def test_ending_a_rehearsal_keeps_what_the_organiser_typed(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    play(pipeline, 1)

    def typed(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Round 1"]
        at = cell(sheet, "Result")
        sheet[f"{at[0]}{at[1]}"].value = "draw"
        note = cell(sheet, "Note")
        sheet[f"{note[0]}{note[1]}"].value = None

    (folder.root / "friday.xlsx").write_bytes(changed(data_of(folder), typed))
    end_rehearsal(pipeline)
    after = opened(folder)
    assert after.event.rounds[0].rows[0].result == "draw"


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
    "an empty file": lambda workbook: b"",
    "a text file": lambda workbook: b"Name;Club\nAna;X\n",
    "an old .xls": lambda workbook: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512),
    "a broken zip": lambda workbook: workbook[: len(workbook) // 2],
    "a zip bomb": bomb,
    "no Players sheet": lambda workbook: changed(
        workbook, lambda book: book.remove(book["Players"])
    ),
    "no Name column": lambda workbook: changed(workbook, rename("Players", "Name", "Wer")),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_workbook_that_cannot_be_used_leaves_the_last_good_site_and_says_why(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path, what: str
) -> None:
    play(pipeline, 1)
    good, ledger = tree(tmp_path / "site"), folder.ledger.read_bytes()
    report = pipeline.run(UNREADABLE[what](data_of(folder)))
    assert report.snapshot is None
    assert report.problems
    assert all(str(problem).endswith((".", "?")) for problem in report.problems)
    assert tree(tmp_path / "site") == good
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


def test_a_date_where_a_result_belongs_says_how_to_type_it(
    folder: EventFolder, pipeline: Pipeline
) -> None:

    play(pipeline, 1)
    report = pipeline.run(
        changed(data_of(folder), put("Round 2", "Result", datetime.date(2026, 6, 1)))
    )
    (problem,) = [each for each in report.problems if each.severity == "error"]
    assert "date" in problem.text
    assert fix_text(problem.fix)


def test_a_result_for_a_table_that_is_not_there_is_an_error(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    play(pipeline, 1)

    def change(workbook: openpyxl.Workbook) -> None:
        column, row = cell(workbook["Round 2"], "Result")
        workbook["Round 2"][f"{column}{row + 6}"].value = "A"

    report = pipeline.run(changed(data_of(folder), change))
    assert any("There is no table 7" in problem.text for problem in report.problems)


def test_names_that_wait_are_written_once_the_lock_is_gone(
    folder: EventFolder, pipeline: Pipeline
) -> None:
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


def test_a_round_drawn_anew_replaces_its_names_in_the_workbook(
    folder: EventFolder, pipeline: Pipeline
) -> None:
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


def test_a_round_more_than_there_are_sheets_gets_a_sheet_of_its_own(
    folder: EventFolder, pipeline: Pipeline
) -> None:
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


def test_a_playoff_gets_its_sheets_with_names_and_is_played_to_its_end(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    def add_playoff(workbook: openpyxl.Workbook) -> None:
        sheet = workbook["Phases"]
        columns = {cell.value: cell.column for cell in sheet[4]}
        for heading, value in (
            ("Name", "Top 7"),
            ("Mode", "Multiplayer"),
            ("Type", "Single elimination"),
            ("Cut", 7),
        ):
            sheet.cell(6, columns[heading]).value = value

    mended(folder, add_playoff)
    play(pipeline, 3)
    ranking = pipeline.run(data_of(folder)).snapshot
    assert ranking is not None
    current = ranking.phases[0].current
    assert current is not None
    top = [row.player for row in current.rows if not row.dropped][:7]
    pipeline.run(data_of(folder), publish_next=True)
    pipeline.write_names(unlocked_for=0)
    loaded = opened(folder)
    assert loaded.problems == ()
    names = [loaded.snapshot.players[each].name for each in top]
    semifinal = loaded.event.sheet(RoundId(2, 1))
    assert semifinal is not None
    assert list(semifinal.rows[0].seats[:4]) == names[3:]
    play(pipeline, 5)
    final = load(folder, data_of(folder))[0]
    assert final is not None
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
    workbook = folder.workbook()
    assert isinstance(workbook, Path)
    loaded = opened(folder)
    assert event_document(loaded.snapshot, loaded.ledger) == document
    assert loaded.snapshot.entries == ()
    assert schema.problems(document, "runner-event/1") == []
    assert schema.problems(snapshot_document(loaded.snapshot), "runner-snapshot/1") == []


def test_an_import_never_writes_over_an_event(folder: EventFolder) -> None:
    before = data_of(folder)
    document = {
        "format": "runner-event/1",
        "event": {"name": "Other"},
        "phases": [{"name": "Swiss", "mode": "multiplayer", "type": "swiss"}],
        "players": [],
        "rounds": [],
    }
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
    workbook = folder.workbook()
    assert isinstance(workbook, Path)
    loaded = opened(folder)
    assert event_document(loaded.snapshot, loaded.ledger) == SPARSE


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "runner-event/2"}, "runner-event/1"),
        ({"players": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]}, "occurs twice"),
        ({"rounds": [{"phase": 2, "number": 1, "tables": []}]}, "no phase 2"),
        ({"penalties": [{"round": 1, "player": "zz"}]}, "no player “zz”"),
        ({"rounds": "none"}, "rounds"),
    ],
)
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
    assert recommended(folder).value == (
        "For 18 players the rules suggest 3 rounds and a Top 10. "
        "Competitive asks for at least 16 players and 2 rounds."
    )
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


def test_once_a_round_is_out_nothing_is_recommended_any_more(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    report = pipeline.run(data_of(folder), publish_next=True)
    assert report.snapshot is not None
    assert report.snapshot.recommendation == ""
    pipeline.write_names(unlocked_for=0)
    assert recommended(folder).value is None
