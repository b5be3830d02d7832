"""A folder for the site that is somebody else's, or not for everybody: refused, and left alone."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.commands import ran, run
from tests.support.services import ask, served

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "friday", "--players", "8", "--sample", "8")


def tree(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def build(site: str | Path) -> Result:
    return ran("build", "friday", "--no-slips", "--site", site)


@pytest.mark.parametrize("command", ["build", "next", "rehearse"])
@pytest.mark.parametrize(
    "files",
    [{"index.html": "<h1>My shop</h1>"}, {"photos/cat.jpg": "a cat"}, {"thesis.docx": "five years"},
     {".manifest.json": '{"icons": []}', "index.html": "an app"},
     {".manifest.json": "{}", "index.html": "an app"},
     {".manifest.json": "", "index.html": "an app"},
     {".manifest.json": "[" * 100_000, "index.html": "an app"},
     {".manifest.json": '{"event": 3, "files": []}', "index.html": "an app"}],
    ids=["a site", "pictures", "work", "an app", "empty", "nothing", "deep", "odd"],
)  # fmt: skip
def test_a_folder_that_is_neither_empty_nor_ours_is_refused_and_stays_as_it_is(
    files: dict[str, str], command: str
) -> None:
    for name, content in files.items():
        path = Path("www", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    before, ledger = tree(Path("www")), tree(Path("friday"))["friday/ledger.jsonl"]
    done = run(command, "friday", "--site", "www", code=1)
    visible = min(Path(name).parts[0] for name in files if not name.startswith("."))
    assert f"www is not a site of Runner’s: {visible} is in it" in done
    assert "--site www/friday" in done.replace("\\", "/")
    assert tree(Path("www")) == before
    assert tree(Path("friday"))["friday/ledger.jsonl"] == ledger
    assert build("www/friday").exit_code == 0
    assert {name: tree(Path("www"))[name] for name in before} == before


def test_a_folder_with_nothing_in_it_that_anybody_reads_is_empty() -> None:
    site = Path("site")
    (site / ".git").mkdir(parents=True)
    for name in (".gitkeep", ".nojekyll", "CNAME", "Thumbs.db", "desktop.ini"):
        (site / name).write_text("kept")
    done = build(site)
    assert done.exit_code == 0, done.output
    assert (site / "CNAME").read_text() == "kept"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"index.html": 3}', "[" * 100_000])
def test_a_site_of_ours_whose_manifest_is_damaged_is_still_ours(damage: str) -> None:
    assert build("site").exit_code == 0
    before = tree(Path("site"))
    Path("site/.manifest.json").write_text(damage)
    assert build("site").exit_code == 0
    assert tree(Path("site")).keys() == before.keys()
    assert json.loads(Path("site/.manifest.json").read_bytes())["event"]["name"] == "Friday"


@pytest.mark.parametrize("site", ["friday", ".", "friday/.", "a/../friday"])
def test_a_folder_that_has_the_event_in_it_is_no_site(site: str) -> None:
    Path("a").mkdir()
    before = tree(Path("friday"))
    done = build(site)
    assert done.exit_code == 1
    assert "has the event itself in it, with its workbook and ledger" in done.output, done.output
    assert "--site" in done.output
    after = tree(Path("friday"))
    assert {name for name in after if name.endswith(".html")} <= {"friday/desk.html"}
    assert {name: after[name] for name in before} == before


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_nor_by_a_link() -> None:
    Path("link").symlink_to("friday")
    assert "has the event itself in it" in build("link").output


def test_a_site_that_had_the_event_in_it_before_is_refused_too() -> None:
    assert build("site").exit_code == 0
    Path("friday").rename("site/friday")
    done = run("build", "site/friday", "--no-slips", "--site", "site", code=1)
    assert "has the event itself in it" in done


@pytest.mark.parametrize("site", ["friday/friday.xlsx", "friday/friday.xlsx/site"])
def test_a_file_is_no_folder_for_a_site(site: str) -> None:
    before = Path("friday/friday.xlsx").read_bytes()
    done = build(site)
    assert done.exit_code == 1
    assert "friday.xlsx is a file" in done.output, done.output
    assert Path("friday/friday.xlsx").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
@pytest.mark.parametrize("to", ["nowhere", "link"])
def test_nor_is_a_link_that_leads_nowhere(to: str) -> None:
    Path("link").symlink_to(to)
    for site in ("link", "link/site"):
        assert "link is a link that leads nowhere" in build(site).output


def test_the_folder_of_an_event_is_never_shown_in_the_hall() -> None:
    assert build("site").exit_code == 0
    for put in (None, "friday/.manifest.json"):
        if put:  # an older Runner has built into it
            Path(put).write_bytes(Path("site/.manifest.json").read_bytes())
        done = run("serve", "friday", code=1)
        assert "friday holds friday.xlsx, which is not for everybody" in done
    Path("friday/friday.xlsx").rename("friday.xlsx")
    assert "friday holds ledger.jsonl" in ran("serve", "friday").output
    Path("friday/ledger.jsonl").rename("ledger.jsonl")
    Path("friday/.manifest.json").unlink()
    assert "friday is not a site of Runner’s" in ran("serve", "friday").output


@pytest.mark.parametrize(
    ("site", "said"),
    [("nowhere", "There is no folder nowhere"), ("friday/friday.xlsx", "friday.xlsx is a file"),
     (".", ". is not a site of Runner’s"), ("friday/.runner", ".runner is not a site of Runner’s")],
)  # fmt: skip
def test_nor_is_anything_else_but_a_site(site: str, said: str) -> None:
    assert said in run("serve", Path(site), code=1)


@pytest.mark.parametrize("site", ["friday/.runner/saves", "friday/.runner/x", "friday/slips",
                                  "friday/lists/x", "friday/restored"])  # fmt: skip
def test_a_folder_of_the_event_whose_files_come_and_go_is_no_site(site: str) -> None:
    done = build(site)
    assert done.exit_code == 1
    assert f"{Path(site)} is for what Runner" in done.output
    assert f"--site {Path('friday', 'site')}" in done.output


@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("site", ["friday/.runner", "friday/slips", "friday"])
def test_what_is_advised_is_taken(site: str, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if taken:
        Path("friday/site").write_text("a file")
    for folder, event, wanted in ((".", "friday", site), ("friday", ".", f"../{site}")):
        monkeypatch.chdir(folder)
        said = ran("build", event, "--no-slips", "--site", wanted).output
        advised = re.search(r"--site (\S+)", said)
        assert advised, said
        run("build", event, "--no-slips", "--site", advised[1])


def test_what_is_put_beside_the_pages_is_not_shown(tmp_path: Path) -> None:
    assert build("site").exit_code == 0
    with served(tmp_path / "site") as server:
        assert ask(server, "/").status == 200
        shutil.copy("friday/friday.xlsx", "site")
        Path("friday").rename("site/friday")
        for private in ("friday.xlsx", "friday/ledger.jsonl", "friday/desk.html", "friday/"):
            assert ask(server, f"/{private}").status == 404
    assert "site holds friday.xlsx" in ran("serve", "site").output
