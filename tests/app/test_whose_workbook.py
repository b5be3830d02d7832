"""Two events with the same names of files: nothing of one is ever taken for the other's."""

import shutil
from pathlib import Path
from threading import Timer

import pytest
from openpyxl import load_workbook

from runner import disk
from runner.app.event_folder import EventFolder
from runner.app.history.saves import Store
from runner.ledger.parsing import parse
from runner.workbook.read.read import read
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.commands import ran, run
from tests.support.folders import files_in

pytestmark = pytest.mark.thorough  # left out of make quick
A, B, C = Path("a"), Path("b"), Path("c")


def done(*words: object) -> str:
    made = run(*words)
    return " ".join(made.split())


def refused(*words: object) -> str:
    made = run(*words, code=1)
    return " ".join(made.split())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three events of the same eight players: two rounds played, a third one out."""
    root = tmp_path_factory.mktemp("played")
    for name in "abc":
        done("new", root / name, "--players", 8, "--sample", 8, "--rounds", 4)
        done("rehearse", root / name, "--rounds", 2, "--site", root / name / "site")
    return root


@pytest.fixture(autouse=True)
def here(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The events in a folder of their own; each was built there once."""
    shutil.copytree(played, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    for name in "abc":
        Path(name, ".runner", "site.json").unlink()
        done("build", name, "--no-slips")


def workbook(event: Path) -> Path:
    return next(event.glob("*.xlsx"))


def ledger(event: Path) -> Path:
    return event / "ledger.jsonl"


def typed(event: Path, *changes: CellChange) -> None:
    workbook(event).write_bytes(edit(workbook(event).read_bytes(), changes))


def keep(row: int = 40) -> tuple[CellChange, ...]:
    """“Keep the changes” in a line of Decisions."""
    return (
        CellChange("Decisions", f"A{row}", "Keep the changes"),
        CellChange("Decisions", f"F{row}", "yes"),
    )


def cleared(event: Path) -> None:
    found = read(workbook(event).read_bytes())[0]
    cells = [
        CellChange(sheet.id.sheet, place.cell, None)
        for sheet in found.rounds
        for row in sheet.rows
        for place in row.places.values()
    ]
    typed(event, *cells)


def test_another_events_workbook_under_this_name_is_held_back() -> None:
    before, lines = files_in(A / "site"), ledger(A).read_bytes()
    shutil.copy(workbook(B), workbook(A))
    for command in ("build", "next", "status"):
        said = refused(command, A)
        assert "a.xlsx is the workbook of another event, “B”" in said, command
        assert "does not count" in said
        assert "runner restore a " in said
    assert files_in(A / "site") == before
    assert ledger(A).read_bytes() == lines
    number = Store(A / ".runner" / "saves").all()[-2].number
    done("restore", A, number)
    (back,) = (A / "restored").iterdir()
    shutil.copy(back, workbook(A))
    done("build", A, "--no-slips")
    assert files_in(A / "site") == before


def test_a_workbook_takes_the_others_place_where_the_organiser_says_so_once_asked() -> None:
    typed(B, *keep())  # left over in the other workbook: it speaks for nothing here
    shutil.copy(workbook(B), workbook(A))
    assert "another event" in refused("build", A)
    typed(A, *keep(41))
    done("build", A, "--no-slips")
    assert "another event" not in done("build", A, "--no-slips")
    assert ledger(A).read_bytes().startswith(ledger(A).read_bytes())
    shutil.copy(workbook(C), workbook(A))
    assert "another event, “C”" in refused("build", A)


@pytest.mark.parametrize("kept", [True, False])
def test_another_events_ledger_is_never_adopted(kept: bool) -> None:
    before, good = files_in(A / "site"), ledger(A).read_bytes()
    shutil.copy(ledger(B), ledger(A))
    if not kept:
        shutil.rmtree(A / ".runner")
    said = refused("build", A)
    assert "runner restore" in said or "another event" in said
    assert files_in(A / "site") == before
    done("restore", A)
    assert (A / "ledger.set-aside-1.jsonl").read_bytes() == ledger(B).read_bytes()
    assert parse(ledger(A).read_bytes())[0].mark == parse(good)[0].mark
    assert kept == (ledger(A).read_bytes() == good)
    assert len(parse(ledger(A).read_bytes())[0].rounds) == 3
    now = files_in(A / "site")

    shutil.rmtree(A / ".runner")
    ledger(A).unlink()
    refused("build", A)
    assert files_in(A / "site") == now
    done("restore", A)
    made = parse(ledger(A).read_bytes())[0]
    assert made.mark == parse(good)[0].mark
    assert len(made.rounds) == 3
    assert refused("restore", A).startswith("Error: Nothing is missing")


def test_with_nothing_left_but_another_events_ledger_it_is_not_taken() -> None:
    shutil.copy(ledger(B), ledger(A))
    shutil.rmtree(A / ".runner")
    shutil.rmtree(A / "site")
    assert "runner restore" in refused("build", A)
    said = refused("restore", A)
    assert "ledger.jsonl is that of another event" in said
    assert "--as-it-is" in said
    shutil.copy(ledger(B), A / "ledger.set-aside-9.jsonl")
    assert "set-aside" not in refused("restore", A)  # as it is not this event's
    (A / "ledger.set-aside-9.jsonl").unlink()
    assert ledger(A).read_bytes() == ledger(B).read_bytes()
    assert not (A / "site").exists()
    done("restore", A, "--as-it-is")
    done("build", A, "--no-slips")
    assert (A / "ledger.set-aside-1.jsonl").read_bytes() == ledger(B).read_bytes()


def test_a_ledger_that_was_set_aside_is_named_and_never_taken() -> None:
    aside = A / "ledger.set-aside-1.jsonl"
    ledger(A).rename(aside)
    shutil.rmtree(A / ".runner")
    shutil.rmtree(A / "site")
    assert f"If it is {aside.name}, rename that to ledger.jsonl" in refused("restore", A)
    assert not ledger(A).exists()
    aside.rename(ledger(A))
    done("build", A, "--no-slips")


def test_the_saves_of_a_third_event_are_told() -> None:
    shutil.copy(workbook(B), workbook(A))
    shutil.rmtree(A / ".runner")
    shutil.copytree(C / ".runner", A / ".runner")
    lines, kept = ledger(A).read_bytes(), (A / ".runner/saves/ledger.jsonl").read_bytes()
    assert "are of two events" in refused("build", A)
    assert ".runner is that of another" in refused("restore", A)
    assert ledger(A).read_bytes() == lines
    assert (A / ".runner/saves/ledger.jsonl").read_bytes() == kept

    shutil.copy(workbook(C).with_name("c.xlsx"), workbook(A))  # C's workbook and saves, A's ledger
    assert "ledger.jsonl is that of another event" in refused("build", A)
    assert ledger(A).read_bytes() == lines


def test_saves_of_another_event_beside_workbook_and_ledger_are_told() -> None:
    shutil.rmtree(A / ".runner")
    shutil.copytree(C / ".runner", A / ".runner")
    before, lines = files_in(A / "site"), ledger(A).read_bytes()
    for command in ("build", "restore"):
        assert "a.xlsx and the folder .runner" in refused(command, A), command
    assert files_in(A / "site") == before
    assert ledger(A).read_bytes() == lines
    assert (A / ".runner/saves/ledger.jsonl").read_bytes() == ledger(C).read_bytes()
    shutil.rmtree(A / ".runner")
    done("build", A, "--no-slips")
    assert files_in(A / "site") == before


@pytest.mark.parametrize("lost", [(".runner",), (".runner", "ledger.jsonl")])
def test_a_folder_that_was_renamed_and_lost_its_saves_still_has_its_site(
    lost: tuple[str, ...],
) -> None:
    before = files_in(A / "site")
    A.rename("moved")
    for name in lost:
        path = Path("moved", name)
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if "ledger.jsonl" in lost:
        said = refused("build", "moved")
        assert "the site of another event" not in said
        assert "delete" not in said.lower()
        done("restore", "moved")
    done("build", "moved", "--no-slips")
    assert files_in(Path("moved") / "site").keys() == before.keys()


def test_a_workbook_alone_is_held_back_until_the_organiser_says_that_it_counts(
    tmp_path: Path,
) -> None:
    alone = Path("alone")
    alone.mkdir()
    shutil.copy(workbook(A), alone / "alone.xlsx")
    said = refused("build", alone)
    assert "ledger.jsonl is gone" in said
    assert "Round 1, Round 2 and Round 3" in said
    assert "does not count" in said
    assert not (alone / "site").exists()
    assert "nothing is left of this event’s own" in refused("restore", alone)
    typed(alone, *keep())
    done("build", alone, "--no-slips")
    made = parse(ledger(alone).read_bytes())[0]
    assert made.mark == parse(ledger(A).read_bytes())[0].mark, "it is the same event"


def test_a_workbook_alone_with_the_pods_of_a_draft_is_held_back() -> None:
    done("new", "draft", "--mode", "draft", "--players", 8, "--sample", 8, "--rounds", 3)
    done("next", "draft")
    mark = parse(ledger(Path("draft")).read_bytes())[0].mark
    alone = Path("alone")
    alone.mkdir()
    shutil.copy(workbook(Path("draft")), alone / "alone.xlsx")
    said = refused("build", alone)
    assert "ledger.jsonl is gone" in said
    assert "the pods of Draft stand on the sheets alone" in said
    assert "nothing is left of this event’s own" in refused("restore", alone)
    typed(alone, *keep())
    done("build", alone, "--no-slips")
    assert parse(ledger(alone).read_bytes())[0].mark == mark


def test_pods_typed_before_runner_ever_read_the_workbook_count() -> None:
    done("new", "draft", "--mode", "draft", "--players", 8, "--sample", 8, "--rounds", 3)
    event = Path("prepared")
    event.mkdir()
    shutil.copy(workbook(Path("draft")), event)
    names = [player.name for player in read(workbook(event).read_bytes())[0].players]
    for seat, name in enumerate(names, 1):
        line = zip("ACDE", (1, name, 1, seat), strict=True)
        typed(event, *(CellChange("Draft", f"{column}{4 + seat}", value) for column, value in line))
    done("build", event, "--no-slips")


@pytest.mark.parametrize("result", ["", "A"])
def test_a_pairing_typed_before_runner_ever_read_the_workbook_is_published(result: str) -> None:
    done("new", "prepared", "--players", 8, "--sample", 8, "--rounds", 4)
    event = Path("prepared")
    found = read(workbook(event).read_bytes())[0]
    names = [player.name for player in found.players]
    cells = [CellChange("Round 1", f"{'CDEF'[at % 4]}{5 + at // 4}", name)
             for at, name in enumerate(names)]  # fmt: skip
    typed(event, *cells, CellChange("Round 1", "H5", result or None))
    done("build", event, "--no-slips")
    assert not ledger(event).exists() or parse(ledger(event).read_bytes())[0].rounds == {}


def test_a_stray_cell_on_the_sheet_of_a_new_event_is_no_lost_event() -> None:
    done("new", "stray", "--players", 8, "--sample", 8, "--rounds", 4)
    typed(Path("stray"), CellChange("Round 1", "F5", "single elimination"))
    assert "ledger.jsonl is gone" not in ran("build", "stray", "--no-slips").output


def test_a_workbook_alone_goes_on_as_it_is() -> None:
    alone = Path("alone")
    alone.mkdir()
    shutil.copy(workbook(A), alone / "alone.xlsx")
    done("restore", alone, "--as-it-is")
    done("build", alone, "--no-slips")
    assert "the lines that are not here are lost" in ran("verify", alone).output
    for _ in range(3):
        done("next", alone)
    rounds = parse(ledger(alone).read_bytes())[0].rounds.values()
    before = parse(ledger(A).read_bytes())[0].rounds.values()
    assert [each.seating for each in rounds] == [each.seating for each in before]


def test_last_weeks_workbook_cleared_begins_another_event() -> None:
    week = Path("week-2")
    week.mkdir()
    shutil.copy(workbook(A), week / "week-2.xlsx")
    cleared(week)
    done("build", week, "--no-slips")
    own = parse(ledger(week).read_bytes())[0].mark
    assert own != parse(ledger(A).read_bytes())[0].mark
    done("next", week)
    found = read(workbook(week).read_bytes())[0]
    assert found.mark == own, "it came with the names of round 1"
    for event, other in ((week, A), (A, week)):
        mine = workbook(event).read_bytes()
        shutil.copy(workbook(other), workbook(event))
        assert "another event" in refused("build", event)
        workbook(event).write_bytes(mine)
        done("build", event, "--no-slips")


def test_a_copy_of_the_whole_folder_is_the_same_event() -> None:
    shutil.copytree(A, "copy")
    done("build", "copy", "--no-slips")
    shutil.copytree(A, "stick", ignore=shutil.ignore_patterns(".runner", "site"))
    done("build", "stick", "--no-slips")
    shutil.copy(Path("stick/a.xlsx"), workbook(A))
    done("build", A, "--no-slips")


def test_a_new_workbook_has_a_mark_before_runner_reads_it_and_two_are_known_apart() -> None:
    for name in ("one", "two"):
        done("new", name, "--players", 8, "--sample", 8, "--rounds", 4)
    one, two = (read(workbook(Path(name)).read_bytes())[0].mark for name in ("one", "two"))
    assert one
    assert two not in ("", one)
    assert parse(ledger(Path("one")).read_bytes())[0].mark == one


def test_every_way_to_make_an_event_gives_it_a_mark_of_its_own() -> None:
    Path("a.json").write_text(ran("export", A).output, encoding="utf-8")
    for name in ("one", "two"):
        done("import", "a.json", name)
    done("demo", "demo", "--players", 8, "--rounds", 1, "--site", "shown")
    done("rehearse", A, "--end", "--site", A / "site")
    marks = []
    for name in ("a", "b", "one", "two", "demo"):
        found = read(workbook(Path(name)).read_bytes())[0]
        assert found.mark
        assert found.mark == parse(ledger(Path(name)).read_bytes())[0].mark, name
        marks.append(found.mark)
    assert len({*marks}) == len(marks)
    assert EventFolder(A).ended_ledgers()


def test_a_workbook_of_before_there_were_marks_gets_one_and_keeps_it() -> None:
    for event in (A, B):
        loaded = load_workbook(workbook(event))
        del loaded.defined_names["Runner_event"]
        loaded.save(workbook(event))
        done("build", event, "--no-slips")
    shutil.copy(workbook(B), workbook(A))
    assert "another event" in refused("build", A), "its name and its seed are others"


@pytest.mark.parametrize("marked", [True, False])
def test_a_workbook_without_a_mark_is_not_known_by_its_name_where_the_seed_is_another(
    *, marked: bool
) -> None:
    """A store's event of every week, brought back by a program that keeps no marks."""
    before = files_in(A / "site")
    loaded = load_workbook(workbook(B))
    if not marked:
        del loaded.defined_names["Runner_event"]
    loaded["Event"]["B4"] = "A"
    loaded.save(workbook(A))
    assert "another event" in refused("build", A)
    assert files_in(A / "site") == before
    typed(A, *keep())
    done("build", A, "--no-slips")


# --- sheets that are missing ----------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["Event", "Players", "Phases", "Penalties", "Decisions", "Time"])
def test_a_sheet_that_is_missing_is_told_with_the_save_that_has_it(sheet: str) -> None:
    typed(A, CellChange("Time", "A5", 3), CellChange("Time", "B5", 1), CellChange("Time", "C5", 10))
    done("build", A, "--no-slips")
    number = Store(A / ".runner" / "saves").all()[-1].number
    loaded = load_workbook(workbook(A))
    del loaded[sheet]
    loaded.save(workbook(A))
    said = " ".join(ran("build", A, "--no-slips").output.split())
    assert f"The sheet “{sheet}” is missing" in said
    assert f"Save {number} (" in said
    assert f"runner restore a {number}" in said


def test_a_sheet_that_is_missing_is_told_until_it_is_back_or_another_stands_there() -> None:
    typed(A, CellChange("Time", "A5", 3), CellChange("Time", "B5", 1), CellChange("Time", "C5", 10))
    done("build", A, "--no-slips")
    number = Store(A / ".runner" / "saves").all()[-1].number
    whole, loaded = workbook(A).read_bytes(), load_workbook(workbook(A))
    del loaded["Time"]
    loaded.save(workbook(A))
    for venue in ("Hall 1", "Hall 2", "Hall 3"):
        typed(A, CellChange("Event", "B6", venue))
        said = done("build", A, "--no-slips")
        assert "The sheet “Time” is missing, and 1 line with it" in said, venue
        assert f"runner restore a {number}" in said
        assert "An empty one is in the workbook of a new event" in said
    loaded.create_sheet("Time")
    loaded.save(workbook(A))
    assert "“Time” is missing" not in ran("build", A, "--no-slips").output
    workbook(A).write_bytes(whole)
    assert "missing" not in done("build", A, "--no-slips")


# --- which workbook is followed -------------------------------------------------------------------


def test_a_second_workbook_by_save_as_is_told_with_the_one_that_is_followed() -> None:
    shutil.copy(workbook(A), A / "final.xlsx")
    said = refused("build", A)
    assert "Runner has followed a.xlsx so far" in said
    assert "Go on in a.xlsx" in said
    assert "move a.xlsx elsewhere instead" in said
    (A / "a.xlsx").rename("a.xlsx")
    done("build", A, "--no-slips")


@pytest.mark.parametrize(("command", "beside"), [
    ("build", ""), ("status", ""), ("restore", ""), ("status", "other.xlsx"),
    ("restore", "a (2).xlsx"), ("status", "a.ods"),
])  # fmt: skip
def test_a_workbook_that_is_away_during_a_save_is_waited_for(command: str, beside: str) -> None:
    if beside:
        typed(B, CellChange("Event", "B4", "Another"))
        shutil.copy(workbook(B), A / beside)
    (A / "a.xlsx").rename("parked")
    back = Timer(0.4, lambda: Path("parked").rename(A / "a.xlsx"))
    back.start()
    said = " ".join(ran(command, A).output.split())
    back.join()
    assert "no .xlsx" not in said
    assert "no workbook" not in said
    assert "is gone" not in said
    assert "another event" not in said
    assert "is back, as it was in save" not in said
    if beside != "other.xlsx":
        assert "✗" not in said, said
    assert not (A / "restored").exists()
    assert sorted(path.name for path in A.glob("*.xlsx")) == sorted(
        {"a.xlsx", *([beside] if beside.endswith("xlsx") else [])}
    )


@pytest.mark.parametrize("command", ["build", "status", "next", "export", "restore"])
def test_a_workbook_that_goes_away_just_before_it_is_read_is_waited_for(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, parked, timers = disk.read_regular_file, Path("parked"), list[Timer]()

    def away_at_first(path: Path) -> bytes:
        if path.suffix == ".xlsx" and path.parent.samefile(A) and not timers:
            path.rename(parked)
            timers.append(Timer(0.4, lambda: parked.rename(A / "a.xlsx")))
            timers[0].start()
        return opened(path)

    monkeypatch.setattr(disk, "read_regular_file", away_at_first)
    said = " ".join(ran(command, A).output.split())
    timers[0].join()
    assert "✗" not in said
    assert "No such file" not in said
    assert "FileNotFoundError" not in said
    assert disk.AWAY_FOR >= 2


def test_a_workbook_that_is_gone_for_good_is_told() -> None:
    (A / "a.xlsx").rename("parked")
    assert "There is no .xlsx workbook in a" in refused("build", A)
