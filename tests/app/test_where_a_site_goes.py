"""Where an event's site goes when nobody says so, and what is shown for an event's folder."""

import json
import shutil
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.publish import shown_by, usual
from runner.app.publish.folder import publish
from runner.core.actions import Build
from runner.render.wording import typed
from tests.support.commands import ran, run

FRIDAY = "events/friday ✓ ö"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    made(FRIDAY)


def made(event: str) -> None:
    run("new", event, "--players", "8", "--sample", "8")


def built(event: str, *words: str) -> None:
    run("build", event, "--no-slips", *words)


def names(event: str) -> set[str]:
    return {path.name for path in Path(event).iterdir()}


def owner(site: str) -> str:
    return str(json.loads(Path(site, ".manifest.json").read_bytes())["event"]["name"])


@pytest.mark.thorough
def test_it_goes_into_the_events_own_folder_and_is_no_part_of_the_event() -> None:
    before = names(FRIDAY)
    built(FRIDAY)
    assert names(FRIDAY) - before == {"site", "workbook.txt", "desk.html"}
    assert not Path("site_out").exists()
    shutil.copy(f"{FRIDAY}/friday ✓ ö.xlsx", f"{FRIDAY}/site/other.xlsx")
    built(FRIDAY)  # still the one workbook
    assert "second" not in ran("status", FRIDAY).output


@pytest.mark.thorough
def test_a_checkout_keeps_the_folder_it_has_for_sites_of_the_events_in_it() -> None:
    Path("site_out").mkdir()
    assert usual(Path(FRIDAY)) == usual(Path.cwd() / FRIDAY) == Path("site_out")
    assert usual(Path("../friday")) == Path("../friday/site")
    built(FRIDAY)
    assert owner("site_out") == "Friday ✓ Ö"
    made("second")
    refused = run("build", "second", "--no-slips", code=1)
    assert f"--site {Path('second', 'site')}”" in refused
    built("second", "--site", "second/site")
    built("second")
    assert owner("site_out") == "Friday ✓ Ö"
    assert shown_by(Path("second")) == Path("second/site")
    assert shown_by(Path(FRIDAY)) == shown_by(None) == Path("site_out")


def test_it_is_shown_by_the_events_folder_its_own_or_where_one_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    why = shown_by(Path(FRIDAY))
    assert not isinstance(why, Path)
    assert "its site is not made yet" in str(why[0])
    assert why[1:] == (Build(FRIDAY),)
    built(FRIDAY)
    site = Path(FRIDAY, "site")
    assert shown_by(Path(FRIDAY)) == shown_by(site) == site
    assert "Which site?" in str(shown_by(None))
    monkeypatch.chdir(FRIDAY)
    assert shown_by(None) == Path("site")
    monkeypatch.chdir("site")
    assert shown_by(None) == Path()


def test_a_folder_that_is_not_there_is_said_so() -> None:
    done = run("serve", "nowhere", code=1)
    assert "There is no folder nowhere. Give the folder of the event" in done


@pytest.mark.thorough
def test_the_site_of_another_event_is_neither_overwritten_nor_shown_for_this_one() -> None:
    built(FRIDAY)
    made("second")
    shutil.copytree(Path(FRIDAY, "site"), "second/site")
    refused = run("build", "second", "--no-slips", code=1)
    assert "second/site holds the site of another event, “Friday ✓ Ö”" in refused
    assert f"--site {Path('site_second')}”" in refused
    assert owner("second/site") == "Friday ✓ Ö"
    assert Build("second") in shown_by(Path("second"))


@pytest.mark.thorough
def test_a_copy_of_an_event_goes_on_with_the_copy_of_its_site() -> None:
    built(FRIDAY)
    before = Path(FRIDAY, "site", ".manifest.json").read_bytes()
    shutil.copytree(FRIDAY, "copy")
    assert shown_by(Path("copy")) == Path("copy/site")
    built("copy")
    built(FRIDAY)
    assert shown_by(Path("copy")) == Path("copy/site")
    assert Path(FRIDAY, "site", ".manifest.json").read_bytes() == before


@pytest.mark.thorough
def test_an_event_that_was_moved_away_is_not_made_again_by_its_site(tmp_path: Path) -> None:
    built(FRIDAY)
    pipeline = Pipeline(EventFolder(Path(FRIDAY)), usual(Path(FRIDAY)))
    data = Path(FRIDAY, "friday ✓ ö.xlsx").read_bytes()
    Path(FRIDAY).rename("moved")
    with pytest.raises(FileNotFoundError):
        pipeline.run(data)
    with pytest.raises(FileNotFoundError):
        publish({"rounds/1.html": b"x"}, Path(FRIDAY, "site"))
    assert not Path(FRIDAY).exists()
    built("moved")


@pytest.mark.thorough
def test_a_name_taken_out_is_looked_for_in_the_site_once() -> None:
    built(FRIDAY)
    name = json.loads(ran("export", FRIDAY).output)["players"][0]["name"]
    Path(FRIDAY, "site", "mine.txt").write_text(name)
    done = run("erase", FRIDAY, name, code=1)
    assert done.count("mine.txt") == 1
    assert "players/" not in done
    Path(FRIDAY, "site", "mine.txt").unlink()
    run("erase", FRIDAY, "P002")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "said"), [("a/b", "a/b"), ("C:\\x", "C:\\x"), ("a b", '"a b"'), ("été", "été"),
                       ("a&b", '"a&b"')],
)  # fmt: skip
def test_a_path_is_quoted_where_a_terminal_needs_it(name: str, said: str) -> None:
    assert typed(Path(name)) == said
