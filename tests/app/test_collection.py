"""A folder of events as one site: what is built, what leads to it, and what never harms another."""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from openpyxl import Workbook
from playwright.sync_api import Browser, expect

from runner.app.collection import watch as all_watched
from runner.app.collection.build import Built, Outcome, build_events
from runner.app.collection.index import summaries, write_index
from runner.app.collection.watch import watch_events
from runner.app.event_folder import EventFolder
from runner.app.events import Emit
from runner.app.find_events import events_in, holds_events
from runner.app.http import Request, Response
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.serve import Hall
from runner.app.serve.announce import addresses
from runner.app.watch_jobs import WatchJobs
from runner.circuit.hall import clashes
from runner.circuit.people import people
from runner.circuit.summary import Entrant, Summary, from_document, summary
from runner.compute.decisions.pair import PairRound
from runner.core.names import last_first
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.screens import Screen, Show
from runner.core.stage import Stage
from runner.process_locks import named_lock
from runner.render.collection import Listed, hall, index
from runner.render.desk.desk_page import FILE
from tests.support.commands import run
from tests.support.doors import words
from tests.support.events import ask as ask_for
from tests.support.events import event, phase, planned, up_to
from tests.support.folders import event_folder, files_in, new_workbook, opened, write_files
from tests.support.processes import module
from tests.support.services import ask, served
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough  # left out of make quick

TODAY = date(2026, 11, 28)
NEVER_SHOWN = (
    "/friday/.manifest.json", "/.manifest.json", "/stranger/index.html", "/site/index.html",
    "/friday/..%2f..%2ffriday/friday.xlsx", "/..%2ffriday/friday.xlsx", "/.%2ffriday/",
    "/friday%2f..%2fstranger/index.html",
)  # fmt: skip
KILLS = 100 if SOAKING else 3


def folder_of(tmp_path: Path, *names: str, **more: Any) -> Path:
    folder = tmp_path / "events"
    folder.mkdir(exist_ok=True)
    for number, name in enumerate(names):
        event_folder(folder / name, planned(8 + number, name=name.title(), seed=name, **more))
    return folder


def became(folder: Path, site: Path, jobs: int = 1) -> dict[str, Outcome]:
    built = {each.root.name: each for each in build_events(events_in(folder), site, jobs)}
    return {name: built[name].outcome for name in sorted(built)}


def found(site: Path, start: str) -> Mapping[str, Any]:
    """What the search has for two letters: for each name, where it is found."""
    text = (site / "-" / "search" / f"{start.encode().hex()}.js").read_text("utf-8")
    letters, names = json.loads(text.removeprefix("found(...").removesuffix(");\n"))
    assert letters == start
    return dict(names)


def test_what_is_an_event(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday", "sunday")
    (folder / "pictures").mkdir()
    (folder / ".hidden").mkdir()
    shutil.copy(folder / "friday" / "friday.xlsx", folder / ".hidden")
    (folder / "elsewhere").symlink_to(tmp_path)
    assert [each.name for each in events_in(folder)] == ["friday", "sunday"]
    assert holds_events(folder)
    assert not holds_events(folder / "friday")
    assert not holds_events(folder / "pictures")
    assert not holds_events(folder / "missing")


def test_events_are_built_as_they_are_alone_and_only_if_they_have_changed(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday", "sunday"), tmp_path / "site"
    for root in events_in(folder):
        play(Pipeline(EventFolder(root), tmp_path / f"{root.name} alone"), 1)
    assert became(folder, site) == {"friday": "built", "sunday": "built"}
    for root in events_in(folder):
        assert files_in(site / root.name) == files_in(tmp_path / f"{root.name} alone")
    assert became(folder, site, 2) == {"friday": "unchanged", "sunday": "unchanged"}
    os.utime(folder / "friday" / "friday.xlsx")
    assert became(folder, site) == {"friday": "unchanged", "sunday": "unchanged"}
    play(Pipeline(EventFolder(folder / "sunday"), site / "sunday"), 2)
    shutil.rmtree(site / "friday")
    assert became(folder, site) == {"friday": "built", "sunday": "built"}
    assert (site / "friday" / "index.html").exists()
    (folder / "friday" / "logo.png").write_bytes(b"no picture")
    assert became(folder, site)["friday"] == "built"


def test_a_save_during_a_build_is_built_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, site = folder_of(tmp_path, "friday"), tmp_path / "site"
    workbook = folder / "friday" / "friday.xlsx"
    later = new_workbook(planned(12, name="Later", seed="friday"))
    names = Pipeline.write_names

    def written(self: Pipeline, **more: Any) -> Any:
        done = names(self, **more)
        workbook.write_bytes(later)
        return done

    monkeypatch.setattr(Pipeline, "write_names", written)
    assert became(folder, site) == {"friday": "built"}
    monkeypatch.undo()
    assert became(folder, site) == {"friday": "built"}
    assert b"Later" in (site / "friday" / "index.html").read_bytes()


def test_an_event_that_cannot_be_built_harms_no_other(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "broken", "friday", "two"), tmp_path / "site"
    (folder / "broken" / "broken.xlsx").write_bytes(b"no workbook")
    shutil.copy(folder / "two" / "two.xlsx", folder / "two" / "other.xlsx")
    output = run("build", folder, "--site", site, code=1)
    assert "broken:\n✗ " in output
    assert "There are 2 workbooks" in output
    assert "3 events: 1 built, 2 failed." in output
    front = (site / "index.html").read_text("utf-8")
    assert 'href="friday/index.html"' in front
    assert "broken/" not in front


def test_an_exception_while_building_is_told_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, pipeline = folder_of(tmp_path, "friday", "sunday"), Pipeline.run

    def broken(self: Pipeline, data: bytes, **more: Any) -> Any:
        if self.folder.root.name == "friday":
            raise ZeroDivisionError("division by zero")
        return pipeline(self, data, **more)

    monkeypatch.setattr(Pipeline, "run", broken)
    built: list[Built] = [*build_events(events_in(folder), tmp_path / "site", 1)]
    assert [each.outcome for each in built] == ["failed", "built"]
    assert "ZeroDivisionError: division by zero." in built[0].problems[0].text


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_process_is_replaced(kill: int, tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "a", "b", "c", "d"), tmp_path / "site"
    words = ("build", str(folder), "--site", str(site), "--jobs", "2")
    build = subprocess.Popen([*module("runner"), *words], stdout=subprocess.PIPE, text=True)
    killed, until = False, time.monotonic() + 60
    time.sleep(1 + 0.2 * (kill % 12))
    children = Path(f"/proc/{build.pid}/task/{build.pid}/children")
    while not killed and build.poll() is None and time.monotonic() < until:
        with suppress(OSError):  # one that has just ended by itself
            for child in children.read_text().split():
                if not killed and b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)
                    killed = True
    output, _ = build.communicate(timeout=120)
    assert build.returncode == 0, output
    assert "4 events: 4 built." in output
    assert set(became(folder, site).values()) == {Outcome.UNCHANGED}
    clean = tmp_path / "clean"
    shutil.rmtree(clean, ignore_errors=True)
    became(folder, clean)
    for name in "abcd":
        assert files_in(site / name) == files_in(clean / name)


def test_an_earlier_summary_of_an_event_is_not_kept(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday"), tmp_path / "site"
    run("build", folder, "--site", site)
    before = summaries(folder, site)["friday"]
    held = sys.getrefcount(before)
    file = site / "friday" / "data" / "summary.json"
    file.write_bytes(file.read_bytes() + b" ")
    now = summaries(folder, site)["friday"]
    assert summaries(folder, site)["friday"] is now
    still_held = sys.getrefcount(before)
    assert still_held == held - 1


def test_the_front_page_leads_to_all_events_and_finds_everybody(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday", "sunday night"), tmp_path / "site"
    run("build", folder, "--site", site, "--name", "Town Hall")
    front = (site / "index.html").read_text("utf-8")
    assert "<title>Town Hall</title>" in front
    assert 'href="sunday%20night/index.html"' in front
    summary = json.loads((site / "sunday night" / "data" / "summary.json").read_text("utf-8"))
    name = summary["players"][-1]["name"]
    assert "place" not in summary["players"][-1]
    event, _, href, place = found(site, name[:2].lower())[name][-1]
    assert (event, place) == ("Sunday Night", "")
    assert (site / href.replace("%20", " ")).exists()
    assert [*found(site, "su")] == ["Sunday Night"]
    run("build", folder, "--site", site)
    assert (site / "index.html").read_text("utf-8") == front


def begun(root: Path, players: int) -> None:
    """Let the event be of today, and ask for its round 1."""
    today = date.today().isoformat()
    now = planned(players, name=root.name.title(), seed=root.name, date=today)
    (root / f"{root.name}.xlsx").write_bytes(new_workbook(ask_for(now, PairRound.KEY, 1)))


def test_events_at_once_have_pairings_and_a_screen_together(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday", "sunday"), tmp_path / "site"
    run("build", folder, "--site", site)
    assert not (site / "-" / "pairings.html").exists()
    for number, root in enumerate(events_in(folder)):
        begun(root, 8 + number)
    run("build", folder, "--site", site)
    assert "-/pairings.html" in (site / "index.html").read_text("utf-8")
    pairings = (site / "-" / "pairings.html").read_text("utf-8")
    for root in events_in(folder):
        for name in (player.name for player in opened(EventFolder(root)).event.players):
            assert last_first(name) in pairings
    assert words(pairings).count(" Table ") == 8 + 9
    for shown in re.findall('(?:href|src)="([^"#]+)"', pairings):
        assert (site / "-" / shown).exists(), shown


def test_who_has_a_bye_is_among_the_pairings_while_the_round_is_played() -> None:
    now = event(7, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=2), name="Duels", date=TODAY.isoformat())
    snapshot = up_to(ask_for(now, PairRound.KEY, 1), 1, 1)[1]
    (waits,) = snapshot.rounds[-1].byes
    said = from_document(json.loads(json.dumps(summary(snapshot).document)))
    assert said == summary(snapshot)
    both = [Listed("duels", said), listed("other", "2026-11-28", "running")]
    shown = words(hall.files(both, "", TODAY)["-/pairings.html"].decode())
    assert f"{last_first(snapshot.players[waits].name)} Duels Bye" in shown
    assert shown.count("Duels") == 7
    done = [Listed("duels", replace(said, seated=())), both[1]]
    assert "Bye" not in words(hall.files(done, "", TODAY)["-/pairings.html"].decode())


@pytest.mark.browser
def test_the_screen_shows_the_events_that_are_named_in_turn(
    tmp_path: Path, browser: Browser
) -> None:
    events = [listed(name, "2026-11-28", "running") for name in ("one", "two", "the 3rd")]
    events += [listed("next", "2026-11-28", "planned"), listed("past", "2026-11-20", "over")]
    files = {**index(events, "", TODAY), **hall.files(events, "", TODAY)}
    write_files(files, tmp_path)
    page = browser.new_page()
    page.clock.install()

    def turns(asked: str, most: int = 4) -> list[str]:
        page.goto(f"{(tmp_path / '-' / 'screen.html').as_uri()}?{asked}")
        found = []
        for _ in range(most):
            (frame,) = page.locator("iframe:not([hidden])").all()
            found.append(unquote(frame.get_attribute("src") or "").split("/")[1])
            page.clock.run_for(10_000)
        return found

    assert turns("seconds=10") == ["one", "two", "the 3rd", "one"]
    assert turns("events=one, the 3rd,past,nobody&seconds=10", 3) == ["one", "the 3rd", "one"]
    assert turns("events=ONE , The 3RD&seconds=10", 3) == ["one", "the 3rd", "one"]
    assert turns("events=next&seconds=10", 2) == ["next", "next"]
    named = page.locator("iframe").get_attribute("src")
    assert named == "../next/display/index.html?message=Next"


@pytest.mark.browser
def test_a_player_finds_the_table_among_the_pairings_of_all_events(
    tmp_path: Path, browser: Browser
) -> None:
    now = event(9, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=2), name="Duels", date=TODAY.isoformat())
    said = summary(up_to(ask_for(now, PairRound.KEY, 1), 1, 1)[1])
    both = [Listed("duels", said), listed("other", "2026-11-28", "running")]
    write_files({**index(both, "", TODAY), **hall.files(both, "", TODAY)}, tmp_path)
    page = browser.new_page()
    page.goto((tmp_path / "-" / "pairings.html").as_uri())
    rows = page.locator("[data-item]:visible")
    expect(rows).to_have_count(9)
    table, ids = said.seated[-1]
    player = next(each.name for each in said.entrants if each.id == ids[0])
    page.fill("input", player)
    expect(rows).to_have_count(1)
    expect(page.locator("h2:visible")).to_have_text([last_first(player)[0]])
    sizes = {
        part: rows.locator(part).evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        for part in ("a", "small", ".tag b")
    }
    expect(rows.locator(".tag")).to_contain_text(str(table))
    assert sizes[".tag b"] > sizes["a"] > sizes["small"], "the table is what people come for"
    page.fill("input", "nobody at all")
    expect(page.locator(".nobody")).to_be_visible()


@pytest.mark.browser
def test_open_pairings_stay_up_to_date_until_nothing_is_played(
    tmp_path: Path, browser: Browser
) -> None:
    folder = folder_of(tmp_path, "friday", "sunday")
    for root in events_in(folder):
        begun(root, 8)
    run("build", folder)
    pairings = folder / "site" / "-" / "pairings.html"
    with served(folder / "site") as server:
        page = browser.new_page()
        page.clock.install()
        page.goto(f"http://127.0.0.1:{server.port}/-/pairings.html")
        expect(page.locator("[data-item]")).to_have_count(16)
        first = page.locator("[data-item]").first.inner_text()
        name = page.locator("[data-item] a").last.inner_text()
        page.fill("input", name)
        expect(page.locator("[data-item]:visible a")).to_have_text([name] * 2)
        pairings.write_text(pairings.read_text("utf-8").replace(name, f"{name} Moved"), "utf-8")
        page.clock.run_for(31_000)
        expect(page.locator("[data-item]:visible a")).to_have_text([f"{name} Moved"] * 2)
        page.fill("input", "")
        assert page.locator("[data-item]").first.inner_text() == first
        pairings.unlink()
        page.clock.run_for(31_000)
        page.wait_for_url("**/index.html")


@pytest.mark.browser
def test_a_line_of_screens_follows_several_events_from_the_next_save_on(
    tmp_path: Path, browser: Browser
) -> None:
    folder, site = folder_of(tmp_path, "friday", "sunday"), tmp_path / "site"
    line = Screen("Hall 1", Show.EVENTS, "sunday,friday")

    def shows(line: Screen) -> None:
        now = planned(8, name="Friday", seed="friday", date=date.today().isoformat())
        now = replace(now, screens=(line,))
        (folder / "friday" / "friday.xlsx").write_bytes(new_workbook(now))
        assert not run("build", folder, "--site", site).count("no parts")

    begun(folder / "sunday", 8)
    shows(line)
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    hall_page = (site / "-" / "screen.html").as_uri()
    page.goto((site / "friday" / "display" / "hall-1.html").as_uri())
    expect(page.locator("iframe")).to_have_attribute("src", f"{hall_page}?events=sunday%2Cfriday")
    box = page.locator("iframe").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1920, "height": 1080}
    inner = page.frame_locator("iframe").frame_locator("iframe:not([hidden])")
    expect(inner.locator(".note")).to_have_text("Sunday")
    shows(replace(line, part=""))
    expect(page.locator("iframe")).to_have_attribute("src", hall_page, timeout=20_000)
    shows(replace(line, show=Show.STANDINGS, part=""))
    expect(page.locator("iframe")).to_have_count(0, timeout=20_000)


def test_a_screen_that_names_no_event_is_told_on_its_desk() -> None:
    one = Summary("One", stage=Stage.PLANNED, screens=("TWO", "three"))
    over = Summary("Two", screens=("nobody",), stage=Stage.OVER)
    told = [*clashes({"one": one, "two": over}, TODAY)]
    assert [(each.event, each.problem.code) for each in told] == [("one", "hall.no-such-event")]
    assert "three" in told[0].problem.text


def test_the_server_has_one_code_for_the_hall(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday", "sunday")
    run("build", folder, "--name", "Winter Fair")

    def code(host: str) -> str:
        answer = Hall(folder / "site").answer(Request("GET", "/-/code.html", {"host": host}))
        assert isinstance(answer, Response)
        return answer.body.decode()

    assert "Winter Fair 10.1.2.3:8000 All events" in words(code("10.1.2.3:8000"))
    drawn = [re.search(r"<path d=.*?>", code(host)) for host in ("one", "two", "x" * 9999)]
    assert len({each[0] for each in drawn if each}) == 3
    assert "<b>" not in code('"><b>')
    for reached in addresses()[:1]:  # a screen on the same computer shows what phones can reach
        assert f" {reached}:8000 " in words(code("localhost:8000"))
    with served(folder / "site") as server:
        assert ask(server, "/-/code.html").status == 200
    with served(folder / "site" / "friday") as server:
        assert ask(server, "/-/code.html").status == 404


def test_somebody_spelt_in_two_ways_is_found_once_by_both() -> None:
    spelt = {"one": "Jon Ek", "two": "Jonathan Æk"}
    events = [
        Listed(slug, Summary(slug.title(), f"2026-11-2{at}", stage=Stage.OVER, entrants=(
            Entrant("P1", name, columns={"Member": "7"}), Entrant("P2", "Jon Other"))))
        for at, (slug, name) in enumerate(spelt.items())
    ]  # fmt: skip
    files = index(events, "", TODAY, people(dict(events), "Member"))
    for start in ("jo", "ek", "ae"):
        text = files[f"-/search/{start.encode().hex()}.js"].decode()
        _, entries = json.loads(text.removeprefix("found(...").removesuffix(");\n"))
        joined = [each for each in entries if each[0] != "Jon Other"]
        assert [(each[0], each[2]) for each in joined] == [("Jonathan Æk", "Jon Ek")]


@pytest.mark.browser
def test_one_letter_is_answered_with_a_hint(tmp_path: Path, browser: Browser) -> None:
    write_files(index([listed("one", "2026-11-28", "over", 1, 2)], "", TODAY), tmp_path)
    page = browser.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    page.fill("#q", "p")
    expect(page.locator(".results")).to_have_text("Type two letters of a name.")
    page.fill("#q", "pl")
    expect(page.locator(".results li")).to_have_count(2)
    page.fill("#q", "")
    expect(page.locator(".results")).to_be_hidden()


def test_all_events_with_a_day_are_in_one_calendar() -> None:
    events = [listed("one", "2026-11-28", "running"), listed("two", "2026-12-05", "planned")]
    files = index([*events, listed("undated", "soon", "planned")], "", TODAY)
    assert 'href="-/events.ics"' in files["index.html"].decode()
    lines = files["-/events.ics"].decode().split("\r\n")
    days = [line for line in lines if line.startswith(("SUMMARY", "DTSTART"))]
    assert days == [
        "SUMMARY:One", "DTSTART;VALUE=DATE:20261128", "SUMMARY:Two", "DTSTART;VALUE=DATE:20261205",
    ]  # fmt: skip
    assert len({line for line in lines if line.startswith("UID:")}) == 2
    assert "-/events.ics" not in index([listed("undated", "soon", "planned")], "", TODAY)


def test_hidden_names_are_not_found(tmp_path: Path) -> None:
    now = planned(8, name="Friday", seed="f")
    players = (replace(now.players[0], name="Secretive Person", shown=Shown.HIDDEN),)
    folder = tmp_path / "events"
    folder.mkdir()
    event_folder(folder / "friday", replace(now, players=(*players, *now.players[1:])))
    run("build", folder, "--site", tmp_path / "site")
    for content in files_in(tmp_path / "site").values():
        assert b"Secretive" not in content


def test_the_site_of_others_is_not_written_over(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday"), tmp_path / "site"
    other = tmp_path / "more"
    other.mkdir()
    event_folder(other / "monday", planned(8, name="Monday", seed="m"))
    run("build", folder, "--site", site, "--name", "Town Hall")
    before = files_in(site)
    output = run("build", other, "--site", site, code=1)
    assert f"{site} cannot be the site of these events: it holds the site of “Town Hall”" in output
    assert files_in(site) == before
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.docx").write_text("mine")
    assert "thesis.docx is in it" in run("build", folder, "--site", mine, code=1)
    run("build", folder / "friday", "--site", tmp_path / "single")
    assert "Friday" in run("build", other, "--site", tmp_path / "single", code=1)


def test_the_hall_shows_every_event_and_nothing_else(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday", "sunday night")
    run("build", folder)
    site = folder / "site"
    (site / "stranger").mkdir()
    (site / "stranger" / "index.html").write_text("not ours")
    with served(site) as server:
        assert b"sunday%20night" in ask(server, "/").body
        assert ask(server, "/friday/standings.html").status == 200
        assert ask(server, "/sunday%20night/").status == 200
        moved = ask(server, "/friday")
        assert (moved.status, moved.headers["Location"]) == (307, "./friday/")
        for hidden in NEVER_SHOWN:
            assert ask(server, hidden).status == 404, hidden


def listed(slug: str, day: str, stage: str, *places: int) -> Listed:
    players = tuple(Entrant(f"P{at}", f"Player {at}", at, at) for at in places)
    now = Summary(slug.title(), day, stage=Stage(stage), round="Round 2 of 5", entrants=players)
    return Listed(slug, now)


def test_what_is_on_now_comes_first_and_what_was_is_by_month() -> None:
    events = [
        listed("new year", "2027-01-01", "planned"), listed("tomorrow", "2026-11-29", "planned"),
        listed("today", "2026-11-28", "running"), listed("forgotten", "2026-03-01", "running"),
        listed("old", "2026-10-01", "over", 1, 2), listed("undated", "soon", "planned"),
    ]  # fmt: skip
    front = index(events, "", TODAY)["index.html"].decode()
    order = ["Now", "Today", "Next", "Undated", "Tomorrow", "New Year", "Results", "Old",
             "Won by Player 1", "Forgotten"]  # fmt: skip
    assert sorted(order, key=lambda text: front.index(f">{text}<")) == order
    assert "Round 2 of 5" in front
    many = [listed(f"e{at}", f"2026-{1 + at % 9:02}-05", "over", 1) for at in range(60)]
    files = index(many, "", TODAY)
    assert files["index.html"].count(b'/index.html"><span') == 40
    months = [name for name in files if name.startswith("-/2026-")]
    assert len(months) == 9
    assert sum(files[name].count(b'/index.html"><span') for name in months) == 60


def test_an_empty_folder_is_no_folder_of_events(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "There is no .xlsx workbook in" in run("build", empty, code=1)


def test_what_identifies_the_events_goes_with_their_folder(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday")
    run("build", folder, "--site", tmp_path / "site")
    moved = folder.rename(tmp_path / "moved")
    assert write_index(moved, tmp_path / "site", TODAY) is None


# --- all events watched ---------------------------------------------------------------------------


class Watch:
    """A watch of a folder of events in a thread of this process, and what it has reported."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder, self.site = folder, site
        self.reported: list[str] = []
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self) -> None:
        def jobs(folder: EventFolder, site: Path, emit: Emit) -> WatchJobs:
            return WatchJobs(folder, site, emit, slips=False, proof=False)

        def emit(event: object) -> None:
            self.reported.append(str(event))

        watch_events(self.folder, self.site, emit, jobs, self.stop)

    def shows(self, name: str, text: str) -> bool:
        path = self.site / name
        return path.exists() and text in path.read_text("utf-8")

    def until_shown(self, name: str, text: str) -> None:
        until(lambda: self.shows(name, text), self.reported)

    def end(self) -> None:
        self.stop.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watch]:
    watch = Watch(folder_of(tmp_path, "friday", "sunday"), tmp_path / "site")
    yield watch
    watch.end()


def test_every_save_is_shown_and_the_front_page_follows(watched: Watch) -> None:
    watched.until_shown("index.html", "Sunday")
    watched.until_shown("friday/index.html", "Friday")
    for name in ("friday", "sunday"):
        asked = planned(8, name=f"{name} again", seed=name)
        (watched.folder / name / f"{name}.xlsx").write_bytes(new_workbook(asked))
    for name in ("friday", "sunday"):
        watched.until_shown(f"{name}/index.html", f"{name} again")
        watched.until_shown("index.html", f"{name} again")
        until(lambda name=name: (watched.folder / name / "ledger.jsonl").exists(), name)


def test_events_come_and_go_while_they_are_watched(watched: Watch) -> None:
    watched.until_shown("index.html", "Friday")
    event_folder(watched.folder / "monday", planned(8, name="Monday Night", seed="m"))
    watched.until_shown("index.html", "Monday Night")
    (watched.folder / "sunday").rename(watched.folder.parent / "sunday")
    until(lambda: not watched.shows("index.html", "Sunday"), watched.reported)
    assert any("sunday is not watched any more" in each for each in watched.reported)


def test_a_broken_event_and_one_watched_elsewhere_keep_no_other_from_being_watched(
    watched: Watch,
) -> None:
    watched.until_shown("index.html", "Friday")
    taken = EventFolder(watched.folder / "taken")
    taken.root.mkdir()
    with named_lock(taken.lock.with_name("watching.lock")):
        event_folder(watched.folder / "two", planned(8, name="Two", seed="t"))
        shutil.copy(watched.folder / "two" / "two.xlsx", watched.folder / "two" / "more.xlsx")
        (taken.root / "taken.xlsx").write_bytes(new_workbook(planned(8, name="Taken", seed="x")))
        (watched.folder / "friday" / "friday.xlsx").write_bytes(b"no workbook")
        until(lambda: any("watched already" in each for each in watched.reported), watched.reported)
        until(lambda: any("2 workbooks" in each for each in watched.reported), watched.reported)
        until(lambda: any("friday" in each for each in watched.reported), watched.reported)
        later = planned(8, name="Sunday at last", seed="sunday")
        (watched.folder / "sunday" / "sunday.xlsx").write_bytes(new_workbook(later))
        watched.until_shown("index.html", "Sunday at last")
        assert not watched.shows("index.html", "Taken")
    (watched.folder / "two" / "more.xlsx").unlink()
    watched.until_shown("index.html", "Taken")
    watched.until_shown("index.html", ">Two<")
    assert sum("watched already" in each for each in watched.reported) == 1


def test_the_command_ends_with_its_input_and_leaves_nobody_watching(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday", "sunday"), tmp_path / "site"
    command = [*module("runner"), "watch", str(folder), "--site", str(site), "--with-input"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        until((site / "sunday" / "index.html").exists, site)
        assert program.stdin
        program.stdin.close()
        assert program.wait(PATIENCE) == 0
    for root in events_in(folder):
        with named_lock(EventFolder(root).lock.with_name("watching.lock")) as other:
            assert other == ""


# --- what an organiser may do wrong ---------------------------------------------------------------


def test_other_workbooks_are_no_events_and_nothing_is_written_beside_them(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday")
    taxes = folder / "taxes"
    taxes.mkdir()
    Workbook().save(taxes / "2026.xlsx")
    assert "1 event: 1 built." in run("build", folder, "--site", tmp_path / "site")
    assert [each.name for each in taxes.iterdir()] == ["2026.xlsx"]
    assert not holds_events(folder / "friday" / ".runner")


def test_the_pages_of_an_event_that_is_gone_go_and_nothing_else(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, "friday", "monday", "sunday"), tmp_path / "site"
    run("build", folder, "--site", site)
    (site / "sunday" / "mine.txt").write_text("mine")
    (site / "stranger").mkdir()
    (folder / "friday").rename(folder / "renamed")
    shutil.rmtree(folder / "sunday")
    run("build", folder, "--site", site)
    assert not (site / "friday").exists()
    assert (site / "renamed" / "index.html").exists()
    assert (site / "monday" / "index.html").exists()
    assert (site / "stranger").exists()
    assert [each.name for each in (site / "sunday").iterdir()] == ["mine.txt"]


def test_erasing_says_that_the_common_site_has_the_name_too(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "friday", "sunday")
    name = opened(EventFolder(folder / "friday")).event.players[0].name
    output = run("erase", folder / "friday", name, "--site", tmp_path / "alone")
    assert "This event has a common site with those beside it" in output
    assert f"runner build {folder}" in output


def test_several_events_are_published_as_one_site(tmp_path: Path) -> None:
    folder, there = folder_of(tmp_path, "friday", "sunday"), tmp_path / "there"
    run("build", folder)
    assert "Give an address with --to" in run("publish", folder, code=1)
    assert "to send" in run("publish", folder, "--to", there, "--dry-run")
    assert "Published to" in run("publish", folder, "--to", there)
    assert files_in(there) == files_in(folder / "site")
    assert "is up to date" in run("publish", folder)
    shutil.rmtree(folder / "friday")
    run("build", folder)
    assert "removed" in run("publish", folder, "--to", there)
    assert files_in(there) == files_in(folder / "site")
    run("build", folder / "sunday", "--site", tmp_path / "alone")
    output = run("publish", folder / "sunday", "--site", tmp_path / "alone", "--to", there, code=1)
    assert "another event" in output
    assert "Removed" in run("publish", folder, "--to", there, "--take-down")
    assert files_in(there) == {}
    assert holds_events(folder)


def shown(desk: Path) -> str:
    return words(desk.read_text("utf-8")) if desk.exists() else ""


def test_a_player_in_two_events_at_once_is_told_on_both_desks(watched: Watch) -> None:
    roots = [watched.folder / "friday", watched.folder / "sunday"]
    for root in roots:
        begun(root, 8)
    for root, other in zip(roots, ("Sunday", "Friday"), strict=True):
        desk = root / FILE
        until(lambda at=desk, name=other: f"in {name}." in shown(at), desk)  # type: ignore[misc]


def test_a_series_is_shown_as_soon_as_it_is_saved(watched: Watch) -> None:
    watched.until_shown("index.html", "Sunday")
    run("new", watched.folder / "autumn", "--series", "--name", "Autumn League")
    watched.until_shown("index.html", "Autumn League")


def test_an_index_that_cannot_be_written_is_told_once_and_ends_no_watch(
    watched: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.until_shown("index.html", "Friday")
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(all_watched, "write_index", Mock(side_effect=full))
    event_folder(watched.folder / "monday", planned(8, name="Monday", seed="m"))
    until(lambda: any("disk is full" in each for each in watched.reported), watched.reported)
    monkeypatch.undo()
    watched.until_shown("index.html", "Monday")
    assert sum("disk is full" in each for each in watched.reported) == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="a group gets Ctrl-C")
def test_ctrl_c_finishes_what_is_being_built_and_begins_nothing_more(tmp_path: Path) -> None:
    folder, site = folder_of(tmp_path, *(f"e{at:02}" for at in range(24))), tmp_path / "site"
    words = ("build", str(folder), "--site", str(site), "--jobs", "2")
    build = subprocess.Popen(
        [*module("runner"), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also under nohup
    )  # fmt: skip
    until(lambda: any(site.glob("e*/index.html")), site)
    os.killpg(build.pid, signal.SIGINT)
    output, _ = build.communicate(timeout=60)
    assert build.returncode == 1
    assert output.split() == ["Aborted!"]
    made = [each for each in sorted(site.glob("e*")) if (each / "index.html").exists()]
    assert 0 < len(made) < 24
    assert len(list(folder.glob("*/.runner/built.json"))) == len(made)
