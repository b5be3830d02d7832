"""Two events and one folder for the site: the second is refused, and nobody loses a page."""

import json
import shutil
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import Result
from openpyxl import load_workbook

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.watch import watch_event
from tests.support.commands import ran, run
from tests.support.reported import into
from tests.support.waiting import until

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    empty()


def empty() -> None:
    """The folder for sites of a checkout, with none in it."""
    shutil.rmtree("site_out", ignore_errors=True)
    Path("site_out").mkdir()


def made(name: str) -> Path:
    run("new", name, "--players", "8", "--sample", "8")
    return Path(name)


def built(name: str) -> Result:
    done = ran("build", name, "--no-slips")
    assert done.exit_code == 0, done.output
    return done


def pages() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path("site_out").rglob("*") if path.is_file()}


def renamed(workbook: Path) -> None:
    loaded = load_workbook(workbook)
    loaded["Event"]["B4"] = "Renamed"
    loaded.save(workbook)


@pytest.mark.parametrize("command", ["build", "next", "rehearse", "demo"])
def test_a_site_of_another_event_is_refused(command: str) -> None:
    made("a")
    built("a")
    before, workbook = pages(), made("b") / "b.xlsx"
    ledger = EventFolder(Path("b")).ledger
    as_it_was, promised = workbook.read_bytes(), ledger.read_bytes()
    done = run(command, "b", code=1)
    assert "site_out holds the site of another event, “A”" in done
    assert f"--site {Path('b', 'site')}" in done
    assert "delete site_out" in done
    assert pages() == before
    assert workbook.read_bytes() == as_it_was
    assert ledger.read_bytes() == promised
    run("build", "b", "--no-slips", "--site", "site_c")
    built("a")
    empty()
    built("b")


def test_a_watch_refuses_a_site_of_another_event_and_goes_on_once_it_is_free() -> None:
    made("a")
    built("a")
    before, workbook = pages(), made("b") / "b.xlsx"
    said: list[str] = []
    stop = Event()
    pipeline = Pipeline(EventFolder(Path("b")), Path("site_out"))
    watching = Thread(target=watch_event, args=(pipeline, workbook, into(said), None, stop))
    watching.start()
    try:
        until(lambda: any("another event, “A”" in line for line in said), said)
        assert pages() == before
        empty()
        renamed(workbook)
        until(Path("site_out/version.js").exists, said)
    finally:
        stop.set()
        watching.join()


def test_the_same_event_moved_renamed_restored_or_without_its_mark_goes_on() -> None:
    a = made("a")
    built("a")
    a.rename("moved")
    built("moved")
    workbook = Path("moved/a.xlsx")
    renamed(workbook)
    built("moved")
    assert json.loads(Path("site_out/.manifest.json").read_bytes())["event"]["name"] == "Renamed"
    run("restore", "moved", "1")
    (restored,) = Path("moved/restored").iterdir()
    restored.replace(workbook)
    built("moved")
    Path("moved/.runner/site.json").unlink()
    Path("moved").rename("a")
    built("a")


def test_a_copy_of_a_folder_is_another_event() -> None:
    made("a")
    built("a")
    shutil.copytree("a", "b")
    assert "another event, “A”" in run("build", "b", "--no-slips", code=1)
    built("a")


def test_a_folder_copied_with_its_site_goes_on_with_that_copy() -> None:
    made("a")
    built("a")
    Path("copy").mkdir()
    shutil.copytree("a", "copy/a")
    shutil.copytree("site_out", "copy/site")
    for site in ("copy/site", "copy/site", "site_out"):
        run("build", "copy/a", "--no-slips", "--site", site, code=site == "site_out")
    built("a")


def test_a_site_of_an_older_runner_belongs_to_who_builds_next() -> None:
    made("a"), made("b")
    built("a")
    manifest = Path("site_out/.manifest.json")
    manifest.write_text(json.dumps(json.loads(manifest.read_bytes())["files"]))
    before = pages()
    built("b")
    assert pages().keys() == before.keys()
    run("build", "a", "--no-slips", code=1)


def test_the_demo_makes_room_for_an_event_and_takes_none() -> None:
    words = ("demo", "--players", "8", "--rounds", "1")
    run(*words)
    shutil.rmtree("events/demo")
    run(*words)
    made("a")
    built("a")
    assert "another event, “A”" in run(*words, code=1)
