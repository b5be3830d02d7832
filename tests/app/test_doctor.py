"""What `runner doctor` finds: each check beside a computer that is broken in just that way."""

import errno
import json
import os
import shutil
import socket
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import pytest
from openpyxl import load_workbook

from runner import disk, process_locks
from runner.app import doctor
from runner.app.doctor import computer, examine
from runner.app.doctor.computer import SCRIPTS, firewall, network, paper
from runner.app.doctor.event import clock, editors, folder, site, watch, workbook
from runner.app.doctor.report import Finding, Target, document, page
from runner.app.event_folder import EventFolder
from runner.app.load import load
from runner.app.publish import usual
from runner.core.actions import Diagnose
from runner.process_locks import named_lock
from runner.render.documents import pdf
from runner.render.documents.pdf import PangoMissing
from runner.render.wording import in_terminal
from runner.workbook.write.exchange import Exchange
from tests.support.commands import ran, run

pytestmark = pytest.mark.thorough  # left out of make quick

FRIDAY = "friday ✓"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="as Linux has it")


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EventFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor.event, "gettempdir", lambda: str(tmp_path / "temporary"))
    run("new", FRIDAY, "--players", "8", "--sample", "8")
    return EventFolder(Path(FRIDAY))


def target(event: EventFolder) -> Target:
    return Target(event, usual(event.root))


def own(event: EventFolder) -> Path:
    found = event.workbook()
    assert isinstance(found, Path)
    return found


def the(findings: Iterable[Finding], about: str) -> Finding:
    (found,) = [each for each in findings if each.about == about]
    return found


def tree(root: Path) -> set[Path]:
    return set(root.rglob("*"))


# --- the page -------------------------------------------------------------------------------------


def test_the_page_has_all_checks_and_nobodys_name_and_leaves_nothing_behind(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded, _ = load(event, own(event).read_bytes())
    assert loaded
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    before = tree(event.root)
    done = ran("doctor", event.root.absolute())
    assert tree(event.root) == before
    assert done.exit_code == 0, done.output
    assert str(tmp_path) not in done.output
    assert f"~{os.sep}{FRIDAY}" in done.output
    for player in loaded.snapshot.players.values():
        assert player.name not in done.output
    for about in ("Runner", "Python", "Packages", "Paper", "Office", "Network", "Firewall",
                  "Clock", "Folder", "Folder: space", "Folder: disk", "Sync", "Site", "Watch",
                  "Open", "Workbook"):  # fmt: skip
        assert f"  {about} " in done.output, about


def test_without_an_event_it_looks_at_the_computer_alone() -> None:
    said = list(examine(Target()))
    assert {"Runner", "Python", "Paper", "Network"} <= {each.about for each in said}
    assert not {"Folder", "Watch", "Workbook"} & {each.about for each in said}


def test_whatever_is_not_well_comes_with_what_to_do(event: EventFolder) -> None:
    own(event).write_bytes(b"")
    for each in examine(target(event)):
        assert bool(each.parts) == (each.grade != "ok"), each


def test_a_check_that_fails_itself_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def odd_one(_: Target) -> list[Finding]:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(doctor, "CHECKS", (odd_one, lambda _: [Finding("Next", "there")]))
    first, second = examine(Target())
    assert first.grade == "broken"
    assert (first.about, second.about) == ("Odd one", "Next")
    assert "ZeroDivisionError: by nought" in first.text


def test_what_is_broken_is_told_by_the_exit_code_and_in_the_last_line() -> None:
    done = run("doctor", "nowhere", code=1)
    assert "nowhere is not there" in done
    assert done.splitlines()[-1].startswith("1 broken")
    assert text_of(Finding("A", "b")).splitlines()[-1] == "All is well."
    assert "x\x1b" not in text_of(Finding("A", "x\x1b[2J", "y", broken=True))


def text_of(*findings: Finding) -> str:
    return page(document(findings, "now"))


def test_json_has_the_same_findings() -> None:
    done = run("doctor", "nowhere", "--json", code=1)
    report = json.loads(done)
    assert report["format"] == "runner-doctor/1"
    assert report["broken"] == sum(line["grade"] == "broken" for line in report["findings"]) == 1
    for line in report["findings"]:
        assert line.keys() == {"about", "grade", "text", "fix"}


def test_the_home_folder_is_a_wave_and_its_namesakes_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "ana")
    text = f"{tmp_path / 'ana' / 'x'} {tmp_path / 'ana2'} {tmp_path / 'ana'}:"
    assert f"~{os.sep}x {tmp_path / 'ana2'} ~:" in text_of(Finding("A", text))
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    assert text in text_of(Finding("A", text))


# --- this computer --------------------------------------------------------------------------------


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = ["segno>=1", "no-such-package[x]>=3,<4", "xlwings; extra == 'live'"]
    monkeypatch.setattr(computer.metadata, "requires", lambda _: needed)
    missing, there, *_ = computer.packages(Target())
    assert (missing.grade, missing.text) == ("broken", "missing: no-such-package")
    assert there.text.startswith("segno ")


def test_versions_other_than_those_in_the_lock_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lock = tmp_path / "runtime.txt"
    hashes = " \\\n    --hash=sha256:00\n"
    lock.write_text(
        f"click==0.1{hashes}"
        f"segno=={version('segno')}{hashes}"
        f"numpy==1.0 ; python_full_version < '3.9'{hashes}"
        f"numpy=={version('numpy')} ; python_full_version >= '3.9'{hashes}"
        f"scipy==1.0 ; python_full_version < '3.99'{hashes}"
        f"scipy=={version('scipy')} ; python_full_version >= '3.99'{hashes}"
        f"only-on-another-system==2.0 ; sys_platform == 'riscos'{hashes}"
    )
    monkeypatch.setattr(computer.resources, "folder", lambda *_: tmp_path)
    *_, found = computer.packages(Target())
    assert found.grade == "look"
    assert found.text.endswith(f": click {version('click')} (0.1), scipy {version('scipy')} (1.0)")
    assert str(lock) in in_terminal(*found.parts)


@pytest.mark.skipif("newest" in Path(sys.prefix).parts, reason="installed without the lock")
def test_this_installation_is_the_lock() -> None:
    assert [found.grade for found in computer.packages(Target())] == ["ok"]


def test_pango_that_is_missing_is_told_with_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(_: str) -> None:
        raise PangoMissing

    monkeypatch.setattr(pdf, "document", gone)
    for system, word in (("linux", "install libpango"), ("darwin", "brew install pango"),
                         ("win32", "WEASYPRINT_DLL_DIRECTORIES")):  # fmt: skip
        with monkeypatch.context() as patched:
            patched.setattr(sys, "platform", system)
            (found,) = paper(Target())
        assert found.grade == "look"
        assert word in found.fix


@LINUX
def test_scripts_that_no_font_has_are_named(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    done = subprocess.run(
        [sys.executable, "-m", "runner", "doctor"], capture_output=True, check=False,
        env={**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")},
    )  # fmt: skip
    (line,) = [each for each in done.stdout.decode().splitlines() if "Letters" in each]
    there, _, lacking = line.partition("no font has")
    ours = {"Latin", "Cyrillic", "Greek", "Vietnamese"}
    assert {script for script in SCRIPTS if script in there} == ours
    assert {script for script in SCRIPTS if script in lacking} == SCRIPTS.keys() - ours


def test_no_program_for_workbooks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "libreoffice", lambda: None)
    monkeypatch.setattr(computer, "EXCEL", ())
    assert the(computer.office(Target()), "Office").grade == "look"


def test_a_port_that_is_taken_and_no_network_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.app.serve.announce.addresses", lambda: ["192.0.2.7"])
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr("runner.app.serve.ports.FIRST", port)
        assert f"port {port} is taken" in the(network(Target()), "Network").text
    assert f"192.0.2.7:{port}/" in the(network(Target()), "Network").text
    monkeypatch.setattr("runner.app.serve.announce.addresses", list)
    assert the(network(Target()), "Network").grade == "look"


@pytest.mark.parametrize(("says", "grade"), [("yes", "look"), ("no", "ok")])
@LINUX
def test_a_firewall_that_is_on_is_told(
    says: str, grade: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ufw.conf").write_text(f"# ufw\nENABLED={says}\nLOGLEVEL=low\n")
    monkeypatch.setattr(computer, "UFW", tmp_path / "ufw.conf")
    monkeypatch.setattr(computer, "FIREWALLD", tmp_path / "none")
    assert the(firewall(Target()), "Firewall").grade == grade


# --- the folders ----------------------------------------------------------------------------------


def found_in(root: Path) -> Finding:
    return next(iter(folder(Target(EventFolder(root)))))


def test_a_workbook_given_for_its_folder_is_told(event: EventFolder) -> None:
    found = found_in(own(event))
    assert found.grade == "broken"
    assert found.action == Diagnose(str(own(event).parent))


@LINUX
def test_a_folder_that_nobody_may_write_to_is_broken() -> None:
    found = found_in(Path("/proc/self"))
    assert found.grade == "broken"
    assert "cannot write into /proc/" in found.text


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_folder_that_one_may_only_read_is_broken(event: EventFolder) -> None:
    event.root.chmod(0o555)
    try:
        assert found_in(event.root).grade == "broken"
    finally:
        event.root.chmod(0o755)


def test_a_folder_that_cannot_be_the_site_is_broken(event: EventFolder) -> None:
    event.site.write_text("a file")
    assert the(site(target(event)), "Site").grade == "broken"
    event.site.unlink()
    event.site.mkdir()
    assert the(site(target(event)), "Site").grade == "ok"
    (event.site / "thesis.docx").write_text("five years")
    assert "not a site of Runner’s" in the(site(target(event)), "Site").text
    shutil.rmtree(event.site)
    for words in (("new", "other", "--players", "8", "--sample", "8"),
                  ("build", "other", "--no-slips"), ("build", FRIDAY, "--no-slips")):  # fmt: skip
        run(*words)
    shutil.rmtree(event.site)
    shutil.copytree("other/site", event.site)
    assert "another event, “Other”" in the(site(target(event)), "Site").text


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_a_site_that_is_a_link_into_nothing_is_broken(event: EventFolder, tmp_path: Path) -> None:
    event.site.symlink_to("nowhere")
    assert the(site(target(event)), "Site").grade == "broken"
    event.site.unlink()
    (tmp_path / "elsewhere").mkdir()
    event.site.symlink_to(tmp_path / "elsewhere")
    assert the(site(target(event)), "Site").text == str(tmp_path / "elsewhere")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_folder_with_an_odd_name_does_not_upset_the_page(tmp_path: Path) -> None:
    odd = tmp_path / "a\x1b[2J\nbroken  Nothing"
    odd.mkdir()
    said = text_of(*folder(Target(EventFolder(odd))))
    assert "\x1b" not in said
    assert not any(line.startswith("broken  Nothing") for line in said.splitlines())


def test_a_full_disk_is_told(event: EventFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    for free, grade in ((10 << 20, "broken"), (500 << 20, "look"), (9 << 30, "ok")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage(free))
        assert the(folder(target(event)), "Folder: space").grade == grade


def test_what_a_disk_cannot_do_is_told(event: EventFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError

    assert the(folder(target(event)), "Folder: disk").grade == "ok"
    monkeypatch.setattr(doctor.event, "exchange", lambda *_: Exchange.UNSUPPORTED)
    monkeypatch.setattr(process_locks, "locks_hold", lambda _: False)
    found = the(folder(target(event)), "Folder: disk")
    assert found.grade == "look"
    assert found.text.startswith("no exchange of two files and locks;")
    monkeypatch.setattr(disk, "replace_synced", refused)
    assert the(folder(target(event)), "Folder: disk").grade == "broken"


def test_a_disk_that_can_only_be_read_and_a_folder_of_temporary_files_are_told(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    assert the(folder(target(event)), "Folder").grade == "ok"
    monkeypatch.setattr(doctor.event, "gettempdir", lambda: str(tmp_path))
    assert the(folder(target(event)), "Folder").grade == "look"
    monkeypatch.setattr(disk, "write_synced", refused)
    found = the(folder(target(event)), "Folder")
    assert found.grade == "broken"
    assert "disk can only be read" in found.fix


def test_a_sync_folder_is_told(event: EventFolder) -> None:
    Path("Dropbox").mkdir()
    event.root.rename("Dropbox/friday")
    found = the(folder(Target(EventFolder(Path("Dropbox/friday")))), "Sync")
    assert found.grade == "look"
    assert "Dropbox" in found.text


# --- the event ------------------------------------------------------------------------------------


def test_a_watch_that_runs_is_told_and_left_alone(event: EventFolder) -> None:
    assert the(watch(target(event)), "Watch").text == "none is running"
    lock = event.lock.with_name("watching.lock")
    with named_lock(lock):
        before = lock.read_bytes()
        assert f"process {os.getpid()}, since" in the(watch(target(event)), "Watch").text
        assert lock.read_bytes() == before
    assert the(watch(target(event)), "Watch").text == "none is running"


def test_who_has_the_workbook_open_is_told(event: EventFolder) -> None:
    assert the(editors(target(event)), "Open").grade == "ok"
    lock = own(event).with_name(f".~lock.{own(event).name}#")
    lock.write_text(",ana,other-computer,23.11.2026 09:00,file:///x;")
    found = the(editors(target(event)), "Open")
    assert found.grade == "look"
    assert "open in LibreOffice by ana on other-computer" in found.text
    lock.unlink()
    owner = own(event).with_name(f"~${own(event).name}")
    owner.write_bytes(b"\x03Bob")
    assert "open in Excel by Bob" in the(editors(target(event)), "Open").text


def test_a_workbook_is_counted_and_what_is_wrong_is_not_quoted(event: EventFolder) -> None:
    assert "8 players, 0 rounds out; no problems" in the(workbook(target(event)), "Workbook").text
    loaded = load_workbook(own(event))
    loaded["Players"]["B6"] = loaded["Players"]["B5"].value
    loaded.save(own(event))
    found = the(workbook(target(event)), "Workbook")
    assert found.grade != "ok"
    assert str(loaded["Players"]["B5"].value) not in found.text + found.fix
    own(event).write_bytes(b"no workbook")
    assert the(workbook(target(event)), "Workbook").grade == "broken"
    own(event).unlink()
    assert "There is no .xlsx workbook" in the(workbook(target(event)), "Workbook").text


def test_a_clock_that_is_wrong_or_elsewhere_is_told(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load_workbook(own(event))
    sheet = loaded["Event"]
    (cell,) = [row[1] for row in sheet.iter_rows(max_col=2) if row[0].value == "Time zone"]
    for zone, grade in (("Asia/Tokyo", "ok"), ("Europe/Lisbon", "look")):
        cell.value = zone
        loaded.save(own(event))
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        assert the(clock(target(event)), "Clock").grade == grade, zone
    later = own(event).stat().st_mtime + 10_000
    os.utime(own(event), (later, later))
    assert "saved in the future" in the(clock(target(event)), "Clock").text


def test_a_workbook_that_goes_away_once_it_is_read_is_no_broken_clock(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away_after(path: Path) -> bytes:
        data = path.read_bytes()
        path.rename(event.root / "parked")
        return data

    monkeypatch.setattr("runner.disk.contents_once_there", away_after)
    assert the(clock(target(event)), "Clock").text


def test_every_check_is_in_the_registry_once() -> None:
    assert len(set(doctor.CHECKS)) == len(doctor.CHECKS)
