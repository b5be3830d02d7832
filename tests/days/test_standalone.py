"""The standalone program in the root of RUNNER_BARE_ROOT, without Python, Pango or a font.
`make standalone-test` makes the root."""

import io
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.request import urlopen

import openpyxl
import pypdf
import pytest

from runner.cli.group import COMMANDS
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support import hosts
from tests.support.asked import asked_for_round_1
from tests.support.hosts import Host
from tests.support.waiting import PATIENCE, until

ROOT = Path(os.environ.get("RUNNER_BARE_ROOT", ""))
PROGRAM = ROOT / "opt" / "runner"
INSIDE = PROGRAM / "_internal"
ELSEWHERE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}

pytestmark = pytest.mark.skipif(
    "RUNNER_BARE_ROOT" not in os.environ, reason="make standalone-test builds the program first"
)


def command(*words: str) -> list[str]:
    return ["chroot", str(ROOT), "/opt/runner/runner", *words]


def run(*words: str, given: bytes = b"", **more: str) -> str:
    done = subprocess.run(command(*words), input=given, capture_output=True, env=ELSEWHERE | more)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
    return done.stdout.decode()


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    program = subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ELSEWHERE
    )
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def fonts_of(pdf: Path) -> set[str]:
    pages = pypdf.PdfReader(pdf).pages
    return {
        str(font.get_object()["/BaseFont"]).rpartition("+")[2]
        for page in pages
        for font in page["/Resources"]["/Font"].values()
    }


@pytest.fixture(scope="module")
def day() -> Path:
    """A rehearsed event of 118 players, as a path of this machine."""
    run("demo", "/work/demo", "--site", "/work/site")
    return ROOT / "work"


def test_nothing_of_what_it_brings_is_there_already() -> None:
    for name in ("python3*", "libpango*", "libfontconfig*", "fonts.conf", "*.ttf"):
        found = [path for top in ("usr", "etc", "lib") for path in (ROOT / top).rglob(name)]
        assert not found, found[:3]


def test_it_says_which_it_is() -> None:
    assert "version" in run("--version")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_it(name: str) -> None:
    assert "Usage: runner " in run(name, "--help")


def test_slips_of_118_players_have_runner_s_font_and_no_other(day: Path) -> None:
    slips, last = day / "demo" / "slips", json.loads(run("export", "/work/demo"))["rounds"][-1]
    slips = slips / f"slips-R{last['number']}.pdf"
    reader = pypdf.PdfReader(slips)
    assert len(reader.pages) == -(-len(last["tables"]) // 4)
    assert reader.pages[0].extract_text().strip()
    fonts = fonts_of(slips)
    assert fonts
    assert all("Roboto" in font or "Runner" in font for font in fonts), fonts


def test_the_pages_are_whole(day: Path) -> None:
    assert (day / "site" / "index.html").is_file()
    assert [*(day / "site").rglob("*.woff2")]
    assert (day / "site" / "display" / "index.html").is_file()


def test_all_other_paper_is_printed(day: Path) -> None:
    made = run("print", "/work/demo")
    pdfs = [*(day / "demo").rglob("*.pdf")]
    assert len(pdfs) >= 4, made
    assert all(path.read_bytes().startswith(b"%PDF") for path in pdfs)


def test_an_event_is_verified_compared_explained(day: Path) -> None:
    run("verify", "/work/demo")
    run("compare", "/work/demo")
    run("status", "/work/demo")
    assert "mamtr" in run("rules")
    assert "Runner Demo Cup: 118 players" in run("history", "/work/demo")


def test_an_event_goes_out_and_comes_in_again(day: Path) -> None:
    document = run("export", "/work/demo")
    run("import", "-", "/work/again", given=document.encode())
    assert (day / "again" / "again.xlsx").is_file()


def test_languages_and_time_zones_are_in_it() -> None:
    run("new", "/work/words", "--sample", "8", "--rounds", "2")
    book = ROOT / "work" / "words" / "words.xlsx"
    book.write_bytes(_with_settings(book.read_bytes()))
    run("rehearse", "/work/words", "--rounds", "1", "--site", "/work/words-site")
    page = (ROOT / "work" / "words-site" / "index.html").read_text(encoding="utf-8")
    assert 'lang="ja"' in page
    assert not (ROOT / "usr/share/zoneinfo").exists()


def _with_settings(data: bytes) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(data))
    said = {"Language": "ja", "Time zone": "Europe/Lisbon"}
    for row in book["Event"].iter_rows():
        for cell in row:
            if cell.value in said:
                book["Event"].cell(cell.row, cell.column + 1, said[cell.value])
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def test_a_watch_pairs_prints_proves_and_follows_an_edit() -> None:
    event = ROOT / "work" / "friday"
    event.mkdir(parents=True)
    (event / "friday.xlsx").write_bytes(asked_for_round_1())
    page = event.parent / "friday-site" / "index.html"
    with running("watch", "/work/friday", "--site", "/work/friday-site") as watch:
        until(lambda: page.is_file() and "Round 1" in page.read_text(), "round 1")
        until(lambda: [*event.glob("slips/*.pdf")] != [], "the slips of round 1")
        assert [path.suffix for path in event.glob("slips/*")] == [".pdf"]
        saved = edit((event / "friday.xlsx").read_bytes(), [CellChange("Event", "B4", "Edited")])
        (event / "new").write_bytes(saved)
        (event / "new").replace(event / "friday.xlsx")
        until(lambda: "Edited" in page.read_text(), "the edit")
        watch.send_signal(signal.SIGINT)
        said, _ = watch.communicate(timeout=PATIENCE)
    assert watch.returncode == 0, said.decode()
    assert not re.search(rb"Error|WeasyPrint|Usage: runner|[Ww]arning", said), said.decode()


def test_the_proof_of_a_round_is_looked_for(day: Path) -> None:
    run("verify", "--prove", "/work/demo")


def test_the_hall_is_served(day: Path) -> None:
    with running("serve", "/work/site", "--port", "8765") as serve:
        said = b""
        assert serve.stdout is not None
        while b"8765" not in said:
            line = serve.stdout.readline()
            assert line, said
            said += line
        with urlopen("http://127.0.0.1:8765/") as page:
            assert b"<html" in page.read()


@pytest.mark.parametrize("make", [hosts.sftp, hosts.webdav, hosts.s3])
def test_pages_are_published_from_it(
    day: Path, make: Callable[[Path], AbstractContextManager[Host]], tmp_path: Path
) -> None:
    with make(tmp_path) as host:
        if keys := host.environment.get("HOME"):
            shutil.copytree(Path(keys, ".ssh"), ROOT / "root" / ".ssh", dirs_exist_ok=True)
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", ROOT / "work")
        words = ("publish", "/work/demo", "--site", "/work/site", "--to", host.to)
        authorities = "/work/ca-certificates.crt"
        run(*words, RUNNER_PUBLISH_SECRET=host.secret, SSL_CERT_FILE=authorities)
        assert host.get("index.html") == (day / "site" / "index.html").read_bytes()


def test_other_programs_find_their_own_libraries(day: Path) -> None:
    lp = ROOT / "usr" / "bin" / "lp"
    lp.write_text("#!/bin/sh\nenv > /work/lp-saw\n")
    lp.chmod(0o755)
    run("print", "/work/demo", "--send", "printer")
    seen = (day / "lp-saw").read_text()
    assert "LD_LIBRARY_PATH" not in seen
    assert "_PYI_" not in seen


def test_its_own_pango_comes_before_the_system_s(day: Path) -> None:
    """Run on this machine, which has one."""
    for path in (day / "demo" / "slips").glob("*.pdf"):
        path.unlink()
    said = subprocess.run(
        [PROGRAM / "runner", "print", day / "demo", "slips"],
        env=ELSEWHERE | {"LD_DEBUG": "libs"}, capture_output=True, text=True,
    ).stderr  # fmt: skip
    used = set(re.findall(r"calling init: (\S*/lib(?:pango|harfbuzz|fontconfig|glib)\S*)", said))
    assert used
    assert all("/_internal/" in path for path in used), used


def test_everything_in_it_has_its_licence() -> None:
    notices = (PROGRAM / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    for name in (
        "libpango-1.0-0", "libglib2.0-0", "libharfbuzz0b", "libfontconfig1", "numpy", "scipy",
        "highspy", "weasyprint", "pillow", "rustworkx", "Python 3.",
    ):  # fmt: skip
        assert f"\n{name}" in notices, name
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in notices
    assert "SIL OPEN FONT LICENSE" in (PROGRAM / "FONT-LICENSE.txt").read_text().upper()
    assert "MIT License" in (PROGRAM / "LICENSE.txt").read_text()


def test_nothing_in_it_is_of_no_use() -> None:
    names = [str(path.relative_to(PROGRAM)) for path in PROGRAM.rglob("*")]
    unwanted = re.compile(
        r"(^|/)(tests?|tkinter|tcl8|playwright|pip|setuptools|scipy/(?!__init__|optimize))(/|$)"
    )
    assert not [name for name in names if unwanted.search(name)]
    assert len([*INSIDE.glob("scipy/optimize/*")]) == 1
