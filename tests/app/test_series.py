"""A series over a folder of events: made, filled in, shown, and wrong in every way."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from runner.app.collection.chosen import Chosen
from runner.app.collection.index import write_index
from runner.app.event_folder import SERIES_COPY, EventFolder
from runner.app.find_events import events_in
from runner.circuit.series import Tie
from runner.circuit.summary import Entrant, Summary, from_document
from runner.core.problems import Problem
from runner.core.stage import Stage
from runner.workbook.series import is_series, read, template
from tests.support.commands import run
from tests.support.doors import words
from tests.support.events import planned
from tests.support.folders import event_folder, opened, write_files

pytestmark = pytest.mark.thorough  # left out of make quick

TODAY = date(2026, 11, 28)


def fill(
    workbook: Path, values: dict[str, object], events: Sequence[Sequence[object]] = ()
) -> None:
    """Type values beside labels, and lines on Events."""
    book = openpyxl.load_workbook(workbook)
    sheet = book["Series"]
    labels = {str(row[0].value): row[0].row for row in sheet.iter_rows(min_row=4)}
    for label, value in values.items():
        sheet.cell(labels[label], 2).value = value
    for number, line in enumerate(events, 4):
        for column, value in enumerate(line, 1):
            book["Events"].cell(number, column).value = value
    book.save(workbook)


def summarised(site: Path, slug: str, places: Sequence[str], day: str, **more: Any) -> None:
    """The summary of an event that is over, as its site has it; "The Aces: Ana, Bo" is a team."""
    entrants = tuple(
        Entrant(
            f"P{at}", name.partition(":")[0], at, at, columns={"Member": name},
            members=tuple(filter(None, name.partition(": ")[2].split(", "))),
        )
        for at, name in enumerate(places, 1)
    )  # fmt: skip
    known = Summary(slug.title(), day, stage=Stage.OVER, entrants=entrants, **more)
    write_files({"data/summary.json": json.dumps(known.document).encode()}, site / slug)


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events that are over, and a series."""
    root = tmp_path_factory.mktemp("series")
    folder, site = root / "events", root / "site"
    folder.mkdir()
    for slug in ("friday", "sunday"):
        event_folder(folder / slug, planned(4, name=slug.title(), seed=slug))
    run("new", "--series", folder / "autumn", "--name", "Autumn League")
    site.mkdir()
    write_index(folder, site, TODAY)
    summarised(site, "friday", ["Ana", "Bo", "Cy"], "2026-11-20")
    summarised(site, "sunday", ["Bo", "Ana", "Dee"], "2026-11-22")
    return root


@pytest.fixture
def folder(made_once: Path, tmp_path: Path) -> Path:
    """A copy of them."""
    shutil.copytree(made_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "events"


def shown(folder: Path) -> tuple[str, list[Problem]]:
    """The page of the series in words, and what is told."""
    problems = list[Problem]()
    site = folder.parent / "site"
    write_index(folder, site, TODAY, Chosen(id_column="Member"), problems.append)
    pages = [*(site / "-" / "series").glob("*.html")] if (site / "-" / "series").exists() else []
    return (words(pages[0].read_text("utf-8")) if pages else ""), problems


def test_a_new_workbook_says_what_it_takes_and_is_no_event(folder: Path) -> None:
    data = (folder / "autumn" / "autumn.xlsx").read_bytes()
    assert is_series(data)
    series, problems = read(data)
    assert problems == ()
    assert series
    assert (series.name, series.weights) == ("Autumn League", {})
    assert [each.name for each in events_in(folder)] == ["friday", "sunday"]
    before = (folder / "autumn" / "autumn.xlsx").stat()
    assert "already" in run("new", "--series", folder / "autumn", code=1)
    assert (folder / "autumn" / "autumn.xlsx").stat() == before


def test_points_are_shown_with_the_lines_that_lead_to_them(folder: Path) -> None:
    page, problems = shown(folder)
    assert problems == []
    assert "Autumn League 2 events played 1" in page
    assert "Ana 2 events · 1 win 43" in page
    assert "Friday 1 25 Sunday 2 18 Total 43" in page
    assert "Sunday missed 0" in page
    front = (folder.parent / "site" / "index.html").read_text("utf-8")
    assert "Autumn League" in front


def test_what_is_typed_counts_and_events_to_come_leave_places_open(folder: Path) -> None:
    fill(
        folder / "autumn" / "autumn.xlsx",
        {"Points of the places": "3 2 1", "Results that count": 2, "Invited": 1, "Byes there": "2"},
        [["friday", 2], ["sunday"], ["finale", 0.5, "in December"]],
    )
    page, problems = shown(folder)
    assert [(each.place.sheet, each.severity) for each in problems] == [("autumn, Events", "note")]
    assert problems[0].place.cell == ""
    assert "2 events played, 1 to come" in page
    assert "Friday 1 3 × 2 = 6" in page
    assert "Ana Certainly invited 2 events · 1 win 8" in page
    assert "1 player is invited." in page
    assert " 1 invited 2 Bo " in page, "the line below who is invited says so"
    assert "Out of reach" in page
    (folder / "autumn" / "autumn.xlsx").rename(folder / "autumn.xlsx")
    kept, (problem, _to_come) = shown(folder)
    assert kept == page
    assert (problem.code, problem.place.sheet) == ("series.no-workbook", "autumn")
    shutil.rmtree(folder / "autumn")
    assert shown(folder) == ("", [])


def test_while_its_workbook_cannot_be_used_the_last_state_counts_and_the_page_is_of_today(
    folder: Path,
) -> None:
    """A name that was erased meanwhile goes."""
    workbook = folder / "autumn" / "autumn.xlsx"
    page, _ = shown(folder)
    assert "Cy" in page
    before = workbook.read_bytes()
    for change in (
        lambda: fill(workbook, {"Results that count": "three"}),
        lambda: workbook.write_bytes(before[:3000]),
        lambda: workbook.with_name("copy.xlsx").write_bytes(before),
    ):
        workbook.write_bytes(before)
        change()
        summarised(folder.parent / "site", "friday", ["Ana", "Bo", "Cy"], "2026-11-20")
        assert shown(folder)[0] == page
        summarised(folder.parent / "site", "friday", ["Ana", "Bo"], "2026-11-20")
        after, (problem, *_more) = shown(folder)
        assert "Ana" in after
        assert "Cy" not in after
        assert problem.place.sheet.startswith("autumn")


def test_a_folder_of_a_series_is_never_taken_for_an_event(folder: Path) -> None:
    workbook = folder / "autumn" / "autumn.xlsx"
    shown(folder)
    data = workbook.read_bytes()
    workbook.write_bytes(data[:3000])
    assert [each.name for each in events_in(folder)] == ["friday", "sunday"]
    other = folder.parent / "other"
    run("build", folder, "--site", other, code=1)
    assert {each.name for each in (folder / "autumn").iterdir()} == {"autumn.xlsx", SERIES_COPY}
    workbook.write_bytes(data)
    assert "2 events" in run("build", folder, "--site", other)
    workbook.write_bytes((folder / "friday" / "friday.xlsx").read_bytes())
    assert [each.name for each in events_in(folder)] == ["autumn", "friday", "sunday"]


def test_values_are_understood_as_people_type_them(tmp_path: Path) -> None:
    workbook = tmp_path / "series.xlsx"
    workbook.write_bytes(template("Any"))
    typed: dict[str, object] = {
        "Points by": "Place", "Points of the places": "5; 3, 2.5  1", "Results that count": " All",
        "Points for taking part": -1, "Equal points": "Wins, best places", "Byes there": "2,1",
    }  # fmt: skip
    fill(workbook, typed, [["friday", "1,5"], [2026, "=1/3"], ["sunday", 1 / 3]])
    series, problems = read(workbook.read_bytes())
    assert series
    assert (series.rules.table, series.rules.attendance) == ((5, 3, 2.5, 1), -1)
    assert (series.rules.best, series.rules.byes) == (None, (2, 1))
    assert series.rules.ties == (Tie.WINS, Tie.BEST_PLACES)
    assert (series.weights["friday"], problems) == (1.5, ())
    assert series.weights.keys() == {"friday", "2026", "sunday"}


WRONG = {
    "Preset": "fame", "Points by": "luck", "Points of the places": "3 two 1",
    "Points for taking part": "much", "Shared places": "half", "Results that count": 0,
    "A missed event counts": "x", "Fewest events": -1, "Equal points": "wins, beauty",
    "Invited": "some", "Byes there": "two",
}  # fmt: skip


@pytest.mark.parametrize("label", WRONG)
def test_a_value_that_is_none_is_told_with_its_cell_and_keeps_the_last_page(
    folder: Path, label: str
) -> None:
    before, _ = shown(folder)
    fill(folder / "autumn" / "autumn.xlsx", {label: WRONG[label]})
    after, (problem,) = shown(folder)
    assert after == before != ""
    assert problem.place.sheet == "autumn, Series"
    assert problem.place.cell.startswith("B")
    assert str(WRONG[label]) in problem.text
    assert problem.fix


@pytest.mark.parametrize(
    ("lines", "cell"),
    [
        ([["friday"], ["friday"]], "A5"),
        ([["friday", "heavy"]], "B4"),
        ([["", 2]], "A4"),
        ([["friday", 0]], "B4"),
    ],
)
def test_a_line_that_cannot_be_used_is_told_with_its_cell(
    folder: Path, lines: Sequence[Sequence[object]], cell: str
) -> None:
    fill(folder / "autumn" / "autumn.xlsx", {}, lines)
    _, (problem,) = shown(folder)
    assert (problem.place.sheet, problem.place.cell) == ("autumn, Events", cell)


def test_a_damaged_workbook_harms_no_event(folder: Path) -> None:
    (folder / "autumn" / "autumn.xlsx").write_bytes(template("x")[:-200])
    output = run("build", folder, "--site", folder.parent / "other", code=1)
    assert "autumn has no workbook of a series any more that can be read" in output
    assert "2 events: 2 built." in output


def summarised_again(site: Path, slug: str) -> str:
    """Let an event shorten the names of all its players; return the first of them."""
    file = site / slug / "data" / "summary.json"
    known = from_document(json.loads(file.read_text("utf-8")))
    short = tuple(replace(each, name=f"{each.name[0]}.", whole=False) for each in known.entrants)
    file.write_text(json.dumps(replace(known, entrants=short).document), "utf-8")
    return short[0].name


def test_whom_it_invites_is_filled_into_a_later_event(folder: Path) -> None:
    shown(folder)
    (folder.parent / "site").rename(folder / "site")
    rules = {"Invited": 2, "Byes there": "2 1", "Points of the places": "5 3 1"}
    fill(folder / "autumn" / "autumn.xlsx", rules)
    run("new", folder.parent / "final", "--rounds", 3)
    output = run("players", folder.parent / "final", folder / "autumn", "--yes")
    assert "Added 2 players." in output
    players = opened(EventFolder(folder.parent / "final")).event.players
    assert [(each.name, each.awarded_byes) for each in players] == [("Bo", 2), ("Ana", 1)]
    shortened = summarised_again(folder / "site", "sunday")
    more = run("players", folder.parent / "final", folder / "autumn", "--dry-run", "--all")
    assert f"{shortened}  (the pages do not show the name: type it yourself)" in more
    fill(folder / "autumn" / "autumn.xlsx", {"Invited": 0})
    again = run("players", folder.parent / "final", folder / "autumn", "--yes", code=1)
    assert "It invites nobody" in again


def test_names_of_folders_are_found_whatever_their_case(folder: Path) -> None:
    fill(folder / "autumn" / "autumn.xlsx", {}, [["Friday"], ["SUNDAY"]])
    page, problems = shown(folder)
    assert problems == []
    assert "2 events played" in page


def test_a_team_counts_for_each_of_its_members(folder: Path) -> None:
    site = folder.parent / "site"
    pairs = ["The Aces: Ana, Zoe", "No One Known"]
    summarised(site, "sunday", pairs, "2026-11-22", entrant="team")
    shown(folder)
    sheet = openpyxl.load_workbook(folder / "players.xlsx").active
    assert [row[1] for row in sheet.iter_rows(min_row=2, values_only=True)] == ["Ana"]
    book = openpyxl.load_workbook(folder / "players.xlsx")
    book.active["A2"] = "yes"
    book.save(folder / "players.xlsx")
    page, _ = shown(folder)
    assert "Ana 2 events · 2 wins 50" in page
    assert "Zoe 1 event · 1 win 25" in page
    assert "The Aces" not in page
    assert "No One Known 1 event 18" in page
    (person,) = (site / "-" / "players").glob("*.html")
    text = person.read_text("utf-8")
    assert "sunday/players/P1.html" in text
    assert "friday/players/P1.html" in text


def test_a_second_workbook_of_a_series_is_told_and_nothing_is_lost(folder: Path) -> None:
    before, _ = shown(folder)
    paper = {path.name for path in (folder.parent / "site" / "-" / "series").glob("*.pdf")}
    copy = folder / "autumn" / "copy.xlsx"
    copy.write_bytes(template("Another"))
    after, (problem,) = shown(folder)
    assert after == before != ""
    assert {path.name for path in (folder.parent / "site" / "-" / "series").glob("*.pdf")} == paper
    assert (problem.code, problem.place.sheet) == ("series.several-workbooks", "autumn")
    assert "autumn.xlsx and copy.xlsx" in problem.text
    output = run("players", folder.parent / "x", folder / "autumn", "--dry-run", code=1)
    assert "more than one workbook" in output
    (folder / "winter").mkdir()
    copy.rename(folder / "winter" / "copy.xlsx")
    assert shown(folder)[1] == []
    assert len([*(folder.parent / "site" / "-" / "series").glob("*.html")]) == 2


def test_the_paper_has_every_line_and_is_printed_only_if_it_changes(folder: Path) -> None:
    site = folder.parent / "site" / "-" / "series"
    values = {"Results that count": 1, "Invited": 1}
    fill(folder / "autumn" / "autumn.xlsx", values, [["friday", 2], ["sunday"], ["finale"]])
    _, problems = shown(folder)
    assert [each.severity for each in problems] == ["note"]
    (paper,) = site.glob("*.pdf")
    assert f'href="../../-/series/{paper.name}"' in next(site.glob("*.html")).read_text("utf-8")
    text = " ".join(pypdf.PdfReader(paper).pages[0].extract_text().split())
    assert "Autumn League 2 events played, 1 to come. Points by place: 25" in text
    assert "1 Ana: 50" in text
    assert "Friday 1 25 × 2 = 50 Sunday 2 does not count · 18" in text
    assert "At the end 50 points." in text
    made = paper.stat().st_mtime_ns
    shown(folder)
    assert (paper.stat().st_mtime_ns, [*site.glob("*.pdf")]) == (made, [paper])
    fill(folder / "autumn" / "autumn.xlsx", {"Results that count": "all"})
    shown(folder)
    (other,) = site.glob("*.pdf")
    assert other != paper
    summarised(folder.parent / "site", "sunday", ["Bo"], TODAY.isoformat())
    file = folder.parent / "site" / "sunday" / "data" / "summary.json"
    playing = replace(from_document(json.loads(file.read_text("utf-8"))), stage=Stage.RUNNING)
    file.write_text(json.dumps(playing.document), "utf-8")
    assert "On paper" not in shown(folder)[0]


def test_the_site_of_the_events_can_be_named(folder: Path) -> None:
    shown(folder)
    fill(folder / "autumn" / "autumn.xlsx", {"Invited": 2})
    run("new", folder.parent / "final", "--rounds", 3)
    asked = ("players", folder.parent / "final", folder / "autumn", "--dry-run")
    assert "or name their folder" in run(*asked, code=1)
    assert "2 players are new" in run(*asked, "--site", folder.parent / "site")
