"""Players across events: what the organiser confirms in players.xlsx, and the pages that follow."""

import csv
import json
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openskill.models import PlackettLuce

from runner.app.collection import players
from runner.app.collection.chosen import Chosen
from runner.app.collection.index import write_index
from runner.app.event_folder import WHO
from runner.app.find_events import events_in, holds_events
from runner.circuit.people import people as joined
from runner.circuit.summary import Entrant, Summary
from runner.core.player import Player, Shown
from runner.core.problems import Problem
from runner.render.collection import Listed, index
from tests.support.commands import run
from tests.support.crowds import day, made_up, yes
from tests.support.events import planned
from tests.support.folders import event_folder, files_in, new_workbook

pytestmark = pytest.mark.thorough  # left out of make quick

TODAY = date(2026, 11, 28)
NAMES = ("Ana Perez", "Bo Tan", "Cy Lund", "Dee Okoye", "Eve Rossi", "Finn Walsh", "Gus Novak",
         "Ida Keller")  # fmt: skip


def people(*who: str, **columns: Sequence[str]) -> list[Player]:
    """Players of these names, with columns of their own."""
    (sample,) = planned(1).players
    return [
        replace(sample, id=f"P{at + 1:03}", name=name,
                extra={key: values[at] for key, values in columns.items()})
        for at, name in enumerate(who)
    ]  # fmt: skip


def add(folder: Path, name: str, day: str, who: Sequence[Player]) -> Path:
    folder.mkdir(exist_ok=True)
    columns = tuple(who[0].extra)
    now = replace(planned(who, name=name.title(), seed=name, date=day), public_columns=columns)
    if (folder / name).exists():
        (folder / name / f"{name}.xlsx").write_bytes(new_workbook(now))
        return folder / name
    return event_folder(folder / name, now).root


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events of the same eight names, the last of which is misspelt in one, and their sites."""
    root = tmp_path_factory.mktemp("built")
    add(root / "events", "friday", "2026-11-20", people(*NAMES))
    add(root / "events", "sunday", "2026-11-22", people(*NAMES[:-1], "Ida Kellre"))
    built(root / "events")
    for path in (root / "events").glob("*players.xlsx"):
        path.unlink()
    return root


@pytest.fixture
def folder(built_once: Path, tmp_path: Path) -> Path:
    """A copy of the two events, in which nobody has been proposed yet."""
    shutil.copytree(built_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "events"


def built(folder: Path, *words: str, code: int = 0) -> str:
    return run("build", folder, "--site", folder.parent / "site", *words, code=code)


def rows(folder: Path) -> list[tuple[object, ...]]:
    sheet = load_workbook(folder / WHO)[players.SHEET]
    return [*sheet.iter_rows(values_only=True)]


def say(folder: Path, change: Callable[[object], None]) -> None:
    """Let the organiser type something."""
    path = folder / WHO
    book = load_workbook(path)
    change(book[players.SHEET])
    book.save(path)


def typed(folder: Path, **cells: str) -> None:
    def change(sheet: object) -> None:
        for cell, text in cells.items():
            sheet[cell] = text  # type: ignore[index]

    say(folder, change)


def pages(folder: Path) -> dict[str, str]:
    """The pages of persons by the name that they begin with."""
    there = (folder.parent / "site" / "-" / "players").glob("*.html")
    texts = {path.name: path.read_text("utf-8") for path in there}
    return {text.split("<h1><bdi>")[1].split("<")[0]: text for text in texts.values()}


def test_names_are_proposed_and_nobody_is_joined_until_confirmed(folder: Path) -> None:
    built(folder)
    heading, *lines = rows(folder)
    assert heading == players.HEADINGS
    assert len(lines) == len(NAMES)
    same = (None, "Ana Perez", None, "Ana Perez", None, "The same name in 2 events.")
    assert lines[0] == same
    assert (None, "Ida Keller", None, "Ida Kellre", None, "One letter differs.") in lines
    assert pages(folder) == {}
    typed(folder, A2="yes", A3="No", A9="YES")
    built(folder)
    assert [*pages(folder)] in (["Ana Perez", "Ida Kellre"], ["Ida Kellre", "Ana Perez"])
    assert holds_events(folder)
    assert [root.name for root in events_in(folder)] == ["friday", "sunday"]


def test_a_confirmed_line_counts_for_later_events_and_lines_stay_as_they_are(folder: Path) -> None:
    built(folder)
    typed(folder, A2="yes", A3="no", G3="asked him", A4="perhaps", G5="my remark")
    before = rows(folder)
    content = (folder / WHO).read_bytes()
    output = built(folder, code=1)
    assert "Same person!A4: “perhaps” is neither yes nor no" in output
    assert (folder / WHO).read_bytes() == content
    add(folder, "monday", "2026-11-23", people(*NAMES[:5], "Zoe Amari", "Finn Walsch", "Hal Berg"))
    built(folder, code=1)
    after = rows(folder)
    assert after[: len(before)][:5] == before[:5]
    assert {row[:3] for row in before if row[0]} <= {row[:3] for row in after}
    assert sum("Bo Tan" in row for row in after) == 1
    assert any({"Finn Walsh", "Finn Walsch"} <= {*row} for row in after)
    assert pages(folder)["Ana Perez"].count('class="took') == 3


def test_what_is_proposed_no_more_goes_unless_something_was_typed(folder: Path) -> None:
    built(folder)
    typed(folder, A2="no", G3="a remark")
    add(folder, "sunday", "2026-11-22", people(*(f"{name[::-1].title()}" for name in NAMES)))
    built(folder)
    assert [row[1] for row in rows(folder)[1:]] == ["Ana Perez", "Bo Tan"]


@pytest.mark.parametrize("lock", ["~$players.xlsx", ".~lock.players.xlsx#"])
def test_an_open_file_is_not_touched(folder: Path, lock: str) -> None:
    built(folder)
    typed(folder, A2="yes")
    before = (folder / WHO).read_bytes()
    (folder / lock).write_bytes(b"")
    add(folder, "monday", "2026-11-23", people("Anna Perez", *NAMES[4:], *"ABC"))
    output = built(folder)
    assert "players.xlsx is open, so " in output
    assert (folder / WHO).read_bytes() == before
    assert "Ana Perez" in pages(folder)
    (folder / lock).unlink()
    built(folder)
    assert any("Anna Perez" in row for row in rows(folder))


@pytest.mark.skipif(sys.platform != "linux", reason="what others hold open is seen in /proc")
def test_a_save_meanwhile_is_not_written_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(folder)
    (folder / WHO).unlink()
    saved = b"the organiser's own"

    def looked(path: Path) -> str:
        path.write_bytes(saved)
        return ""

    monkeypatch.setattr(players, "locked_by", looked)
    built(folder)
    assert (folder / WHO).read_bytes() == saved


def wrong_files() -> Iterator[tuple[bytes, str]]:
    yield b"no workbook", "The file is not an Excel workbook"
    for title, headings in (("Sheet", players.HEADINGS), (players.SHEET, ("Name", "Same?"))):
        book, out = Workbook(), BytesIO()
        sheet = book.active
        assert sheet
        sheet.title = title  # type: ignore[union-attr]
        sheet.append(headings)  # type: ignore[union-attr]
        book.save(out)
        yield out.getvalue(), "is not used, and stays as it is"


@pytest.mark.parametrize(("content", "said"), [*wrong_files()])
def test_a_file_of_another_kind_is_told_and_left(folder: Path, content: bytes, said: str) -> None:
    built(folder)
    typed(folder, A2="yes", A3="yes")
    built(folder)
    before = pages(folder)
    assert before
    (folder / WHO).write_bytes(content)
    assert said in built(folder, code=1)
    assert (folder / WHO).read_bytes() == content
    assert pages(folder) == before, "what was last read still holds"
    assert holds_events(folder)


def test_something_else_in_its_place_is_told_and_harms_nothing(folder: Path) -> None:
    built(folder)
    (folder / WHO).unlink()
    (folder / WHO).mkdir()
    output = built(folder, code=1)
    assert "players.xlsx is not a file" in output
    assert "2 events: 2 unchanged." in output


def test_the_file_is_not_taken_for_an_event(folder: Path) -> None:
    built(folder)
    before = sorted(folder.iterdir())
    assert "is a folder of events" in run("status", folder, code=1)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(("cells", "said"), [
    ({"A2": "yes", "B2": ""}, "Same person!B2: This line of players.xlsx has no name here."),
    ({"A2": "yes", "D2": "Anna"}, "Same person!D2: No event shows “Anna”"),
    ({"A2": "no", "C2": "monday"}, "Same person!C2: No event is called “monday”"),
    ({"A2": "yes", "D2": "Bo Tan"}, "Same person!A2: Not everybody is joined by this line"),
])  # fmt: skip
def test_what_is_wrong_with_a_line_is_told_with_its_cell(
    folder: Path, cells: dict[str, str], said: str
) -> None:
    built(folder)
    typed(folder, **cells)
    before = (folder / WHO).read_bytes()
    assert said in built(folder, code=1 if "no name" in said else 0)
    assert rows(folder)[1][0] == cells["A2"]
    assert len(before) > 0


def test_the_chosen_column_joins_and_is_remembered(tmp_path: Path) -> None:
    folder = tmp_path / "events"
    numbers = [f"M{at}" for at in range(8)]
    add(folder, "friday", "2026-11-20", people(*NAMES, Member=numbers))
    other = ("Anastasia Perez-Ruiz", *NAMES[1:])
    add(folder, "sunday", "2026-11-22", people(*other, Member=[*numbers[:4], "", "", "", ""]))
    built(folder, "--id-column", "Member")
    assert sorted(pages(folder)) == sorted(other[:4])
    assert [row[1] for row in rows(folder)[1:]] == [*NAMES[4:]]
    built(folder)
    assert sorted(pages(folder)) == sorted(other[:4])
    built(folder, "--id-column", "")
    assert pages(folder) == {}


def test_a_column_that_no_event_shows_is_told(folder: Path) -> None:
    assert "No event shows a column “Membr”" in built(folder, "--id-column", "Membr")
    assert "No event shows a column" not in built(folder, "--id-column", "")


def test_an_erased_name_is_told_also_in_a_line_that_says_no(folder: Path) -> None:
    built(folder)
    typed(folder, A2="no")
    ana, *others = people(*NAMES)
    add(folder, "friday", "2026-11-20", [replace(ana, shown=Shown.ERASED), *others])
    last, *rest = people(*NAMES[:-1], "Ida Kellre")
    add(folder, "sunday", "2026-11-22", [replace(last, shown=Shown.ERASED), *rest])
    assert "No event shows “Ana Perez”" in built(folder)


def test_hidden_and_shortened_names_are_not_joined_and_erased_ones_are_gone(folder: Path) -> None:
    built(folder)
    typed(folder, A2="yes", A3="yes", A4="yes")
    built(folder)
    assert sorted(pages(folder)) == ["Ana Perez", "Bo Tan", "Cy Lund"]
    ana, bo, cy, *others = people(*NAMES)
    shown = (replace(ana, shown=Shown.HIDDEN), replace(bo, shown=Shown.INITIAL),
             replace(cy, shown=Shown.ERASED))  # fmt: skip
    add(folder, "friday", "2026-11-20", [*shown, *others])
    output = built(folder)
    assert pages(folder) == {}
    assert "No event shows" not in output
    last, *rest = people(*NAMES[:-1], "Ida Kellre")
    add(folder, "sunday", "2026-11-22", [replace(last, shown=Shown.ERASED), *rest])
    assert "No event shows “Ana Perez”" in built(folder)
    for name, content in files_in(folder.parent / "site").items():
        assert b"Ana Perez" not in content, name


def played(folder: Path) -> None:
    """Let the sites say that both events were played, in pods with ties and duels."""
    chance = random.Random(7)
    for root, when in zip(events_in(folder), ("2026-11-20", "2026-11-22"), strict=True):
        who = [Entrant(f"P{at:03}", name, at, at) for at, name in enumerate(NAMES, 1)]
        seats = [chance.sample(who, 2 + at % 3) for at in range(20)]
        tables = [[(each.id, chance.randint(1, 3)) for each in table] for table in seats]
        summary = day(when, *who, tables=tables)
        path = folder.parent / "site" / root.name / "data" / "summary.json"
        path.write_text(json.dumps(summary.document), encoding="utf-8")


def test_a_person_has_results_opponents_curves_and_a_rating_that_adds_up(folder: Path) -> None:
    built(folder)
    typed(folder, A2="yes", A3="yes")
    played(folder)
    site = folder.parent / "site"
    assert write_index(folder, site, TODAY, Chosen(ratings=True)) is None
    ana = pages(folder)["Ana Perez"]
    assert ana.count('class="card curve"') == 2
    assert 'href="../../friday/players/' in ana
    assert "Bo Tan" in ana
    rated = [*csv.DictReader(StringIO((site / "-" / "ratings.csv").read_text("utf-8")))]
    assert {row["event"] for row in rated} == {"friday", "sunday"}
    model, tables = PlackettLuce(), dict[tuple[str, ...], list[dict[str, str]]]()
    for row in rated:
        tables.setdefault((row["event"], row["round"], row["table"]), []).append(row)
    now: dict[str, tuple[float, float]] = {}
    for seats in tables.values():
        before = [now.get(row["player"], (25.0, 25 / 3)) for row in seats]
        after = model.rate(
            [[model.rating(*each)] for each in before], ranks=[float(row["rank"]) for row in seats]
        )
        for row, old, (new,) in zip(seats, before, after, strict=True):
            assert (float(row["mu_before"]), float(row["sigma_before"])) == old
            assert (float(row["mu"]), float(row["sigma"])) == (new.mu, new.sigma)
            now[row["player"]] = new.mu, new.sigma
    write_index(folder, site, TODAY)
    assert (site / "-" / "ratings.csv").exists()
    write_index(folder, site, TODAY, Chosen(ratings=False))
    assert not (site / "-" / "ratings.csv").exists()
    assert pages(folder)["Ana Perez"].count('class="card curve"') == 1


def test_without_the_package_ratings_are_missing_and_nothing_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    output = built(folder, "--ratings", code=1)
    assert "For ratings, openskill is missing." in output
    assert "runner-tournaments[ratings]" in output
    assert "2 events: 2 built." in output


def test_unchanged_pages_are_the_same_bytes_and_names_may_look_like_formulas(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "events"
    for name, when in (("friday", "2026-11-20"), ("sunday", "2026-11-22")):
        add(folder, name, when, people("=cmd Perez", *NAMES[1:]))
    built(folder)
    sheet = load_workbook(folder / WHO)[players.SHEET]
    assert {cell.data_type for row in sheet for cell in row} <= {"s", "n"}
    (row,) = (row[0].row for row in sheet if row[1].value == "=cmd Perez")
    typed(folder, **{f"A{row}": "yes"})
    built(folder)
    before = files_in(tmp_path / "site")
    assert "=cmd Perez" in pages(folder)
    again: list[Problem] = []
    assert write_index(folder, tmp_path / "site", TODAY, Chosen(), again.append) is None
    assert (files_in(tmp_path / "site"), again) == (before, [])


def test_the_search_leads_to_the_person_once() -> None:
    events = {"a": day("2026-01-01", "Ana Perez", "Bo"), "b": day("2026-02-01", "Ana Perez")}
    known = joined(events, "", [yes("Ana Perez")])
    listed = [Listed(slug, summary) for slug, summary in events.items()]
    found = index(listed, "", TODAY, known)[f"-/search/{b'an'.hex()}.js"].decode()
    key = known.persons[0].key
    assert found.count("Ana Perez") == 1
    assert f'["2 events","Sunday, 1 February 2026","-/players/{key}.html",""]' in found


def test_the_search_finds_a_member_of_a_team_once_with_all_events() -> None:
    team = Entrant("T1", "The Trio", members=("Ana Perez", "Cy Lund", "Dee Okoye"))
    trios = Summary("Trios", "2026-03-01", entrant="team", entrants=(team,))
    events = {
        "a": day("2026-01-01", "Ana Perez"), "b": day("2026-02-01", "Ana Perez"), "c": trios
    }  # fmt: skip
    known = joined(events, "", [yes("Ana Perez")])
    pages = index([Listed(*each) for each in events.items()], "", TODAY, known)
    found = {start: pages[f"-/search/{start.encode().hex()}.js"].decode() for start in ("an", "cy")}
    assert found["an"].count("Ana Perez") == 1
    assert (
        f'["3 events","Sunday, 1 March 2026","-/players/{known.persons[0].key}.html"'
        in (found["an"])
    )
    assert '["Cy Lund",[["Trios","Sunday, 1 March 2026","c/players/' in found["cy"]
    assert "The Trio" in pages[f"-/search/{b'tr'.hex()}.js"].decode()


def test_ten_thousand_persons_take_seconds() -> None:
    names = made_up(10_000, random.Random(3))
    events = {slug: day(f"2026-0{at}-01", *names) for at, slug in enumerate("ab", 1)}
    begun = time.process_time()
    known = joined(events, "", [yes(name) for name in names])
    files = index([Listed(*each) for each in events.items()], "", TODAY, known)
    assert sum(name.startswith("-/players/") for name in files) == 10_000
    assert time.process_time() - begun < 30
