"""What `runner doctor` finds: each check beside a computer that is broken in just that way."""

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
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from runner.app.doctor import Finding, Grade, checks, examined, folders, page, program
from runner.app.doctor.disks import mounted
from runner.app.doctor.event import clock, workbook
from runner.app.doctor.findings import Patient, broken, ok
from runner.app.doctor.locks import locks
from runner.app.doctor.network import firewall, network, taken
from runner.app.doctor.page import without_home
from runner.app.doctor.paper import SCRIPTS, paper
from runner.app.event_folder import EventFolder
from runner.app.load import load
from runner.app.publish import usual
from runner.cli import main
from runner.disk import signed
from runner.render.documents import pdf
from runner.render.documents.engine import PangoMissing
from runner.workbook.write.exchange import Exchange

FRIDAY = "friday ✓"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="as Linux has it")


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EventFolder:
    monkeypatch.chdir(tmp_path)
    assert runner("new", FRIDAY, "--players", "8", "--sample", "8").exit_code == 0
    return EventFolder(Path(FRIDAY))


def runner(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def patient(event: EventFolder) -> Patient:
    return Patient(event, usual(event.root))


def own(event: EventFolder) -> Path:
    found = event.workbook()
    assert isinstance(found, Path)
    return found


def the(findings: Iterable[Finding], about: str) -> Finding:
    """The only one about this."""
    (found,) = [each for each in findings if each.about == about]
    return found


def tree(root: Path) -> set[Path]:
    return set(root.rglob("*"))


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_page_has_all_checks_and_nobodys_name_and_leaves_nothing_behind(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded, _ = load(event, own(event).read_bytes())
    assert loaded
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    before = tree(event.root)
    done = runner("doctor", str(event.root.absolute()))
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
    said = list(examined(Patient()))
    assert {"Runner", "Python", "Paper", "Network"} <= {each.about for each in said}
    assert not {"Folder", "Watch", "Workbook"} & {each.about for each in said}


def test_whatever_is_not_well_comes_with_what_to_do(event: EventFolder) -> None:
    own(event).write_bytes(b"")
    for each in examined(patient(event)):
        assert bool(each.fix) == (each.grade is not Grade.OK), each


def test_a_check_that_fails_itself_does_not_stop_the_others() -> None:
    def odd_one(_: Patient) -> list[Finding]:
        raise ZeroDivisionError("by nought")

    first, second = examined(Patient(), (odd_one, lambda _: [ok("Next", "there")]))
    assert first.grade is Grade.BROKEN
    assert (first.about, second.about) == ("Odd one", "Next")
    assert "ZeroDivisionError: by nought" in first.said


def test_what_is_broken_is_told_by_the_exit_code_and_in_the_last_line() -> None:
    done = runner("doctor", "nowhere")
    assert done.exit_code == 1
    assert "nowhere is not there" in done.output
    assert done.output.splitlines()[-1].startswith("1 broken")
    assert page([ok("A", "b")], "now").splitlines()[-1] == "All is well."
    assert "x\x1b" not in page([broken("A", "x\x1b[2J", "y")], "now")


def test_the_home_folder_is_a_wave_and_its_namesakes_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "ana")
    said = f"{tmp_path / 'ana' / 'x'} {tmp_path / 'ana2'} {tmp_path / 'ana'}:"
    assert without_home(said) == f"~{os.sep}x {tmp_path / 'ana2'} ~:"
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    assert without_home(said) == said


# --- this computer --------------------------------------------------------------------------------


def test_an_older_python_and_a_missing_package_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "OLDEST", (9, 0))
    assert the(program.program(Patient()), "Python").grade is Grade.BROKEN
    needed = ["segno>=1", "no-such-package[x]>=3,<4", "xlwings; extra == 'live'"]
    monkeypatch.setattr(program.metadata, "requires", lambda _: needed)
    missing, there = program.dependencies(Patient())
    assert (missing.grade, missing.said) == (Grade.BROKEN, "missing: no-such-package")
    assert there.said.startswith("segno ")


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
    monkeypatch.setattr(program.resources, "folder", lambda *_: tmp_path)
    *_, found = program.dependencies(Patient())
    assert found.grade is Grade.LOOK
    assert found.said.endswith(f": click {version('click')} (0.1), scipy {version('scipy')} (1.0)")
    assert str(lock) in found.fix


@pytest.mark.skipif("newest" in Path(sys.prefix).parts, reason="installed without the lock")
def test_this_installation_is_the_lock() -> None:
    assert [found.grade for found in program.dependencies(Patient())] == [Grade.OK]


def test_pango_that_is_missing_is_told_with_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(_: str) -> None:
        raise PangoMissing

    monkeypatch.setattr(pdf, "document", gone)
    for system, word in (("linux", "apt install libpango"), ("darwin", "brew install pango"),
                         ("win32", "WEASYPRINT_DLL_DIRECTORIES")):  # fmt: skip
        with monkeypatch.context() as patched:
            patched.setattr(sys, "platform", system)
            (found,) = paper(Patient())
        assert found.grade is Grade.LOOK
        assert word in found.fix


@pytest.mark.thorough
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
    monkeypatch.setattr(program, "libreoffice", lambda: None)
    monkeypatch.setattr(program, "excel", lambda: False)
    assert the(program.office(Patient()), "Office").grade is Grade.LOOK


def test_a_console_without_colours_or_with_an_old_code_page_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert the(program.console(Patient()), "Console").grade is Grade.LOOK
    monkeypatch.setenv("TERM", "xterm")
    assert the(program.console(Patient()), "Console").grade is Grade.OK
    monkeypatch.setattr(program, "console_code", lambda: 850)
    assert "chcp 65001" in the(program.console(Patient()), "Console").fix


@LINUX
def test_no_place_for_a_watch_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert the(program.saves_heard(Patient()), "Saves").grade is Grade.OK
    monkeypatch.setattr(program, "inotify", lambda: -1)
    assert "twice a second" in the(program.saves_heard(Patient()), "Saves").said


def test_a_port_that_is_taken_and_no_network_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = other.getsockname()[1]
        assert taken(port)
        monkeypatch.setattr("runner.app.doctor.network.PORT", port)
        monkeypatch.setattr("runner.app.serve.announce.addresses", lambda: ["192.0.2.7"])
        assert f"port {port} is taken" in the(network(Patient()), "Network").said
    assert not taken(port)
    monkeypatch.setattr("runner.app.serve.announce.addresses", list)
    assert the(network(Patient()), "Network").grade is Grade.LOOK


@pytest.mark.parametrize(("says", "grade"), [("yes", Grade.LOOK), ("no", Grade.OK)])
@LINUX
def test_a_firewall_that_is_on_is_told(
    says: str, grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ufw.conf").write_text(f"# ufw\nENABLED={says}\nLOGLEVEL=low\n")
    monkeypatch.setattr("runner.app.doctor.network.UFW", tmp_path / "ufw.conf")
    monkeypatch.setattr("runner.app.doctor.network.FIREWALLD", tmp_path / "none")
    assert the(firewall(Patient()), "Firewall").grade is grade


# --- the folders ----------------------------------------------------------------------------------


def found_in(root: Path) -> Finding:
    return next(iter(folders.folders(Patient(EventFolder(root)))))


def test_a_workbook_given_for_its_folder_is_told(event: EventFolder) -> None:
    found = found_in(own(event))
    assert found.grade is Grade.BROKEN
    assert found.fix.endswith(f'runner doctor "{FRIDAY}"')


@LINUX
def test_a_folder_that_nobody_may_write_to_is_broken() -> None:
    found = found_in(Path("/proc/self"))
    assert found.grade is Grade.BROKEN
    assert "cannot write into /proc/" in found.said


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_folder_that_one_may_only_read_is_broken(event: EventFolder) -> None:
    event.root.chmod(0o555)
    try:
        assert found_in(event.root).grade is Grade.BROKEN
    finally:
        event.root.chmod(0o755)


@pytest.mark.thorough
def test_a_folder_that_cannot_be_the_site_is_broken(event: EventFolder) -> None:
    event.site.write_text("a file")
    assert the(folders.folders(patient(event)), "Site").grade is Grade.BROKEN
    event.site.unlink()
    event.site.mkdir()
    assert the(folders.folders(patient(event)), "Site").grade is Grade.OK
    (event.site / "thesis.docx").write_text("five years")
    assert "not a site of Runner’s" in the(folders.folders(patient(event)), "Site").said
    shutil.rmtree(event.site)
    for words in (("new", "other", "--players", "8", "--sample", "8"),
                  ("build", "other", "--no-slips"), ("build", FRIDAY, "--no-slips")):  # fmt: skip
        assert runner(*words).exit_code == 0
    shutil.rmtree(event.site)
    shutil.copytree("other/site", event.site)
    assert "another event, “Other”" in the(folders.folders(patient(event)), "Site").said


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_a_site_that_is_a_link_into_nothing_is_broken(event: EventFolder, tmp_path: Path) -> None:
    event.site.symlink_to("nowhere")
    assert the(folders.folders(patient(event)), "Site").grade is Grade.BROKEN
    event.site.unlink()
    (tmp_path / "elsewhere").mkdir()
    event.site.symlink_to(tmp_path / "elsewhere")
    assert "elsewhere, on " in the(folders.folders(patient(event)), "Site").said


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_folder_with_an_odd_name_does_not_upset_the_page(tmp_path: Path) -> None:
    odd = tmp_path / "a\x1b[2J\nbroken  Nothing"
    odd.mkdir()
    said = page(examined_folder(odd), "now")
    assert "\x1b" not in said
    assert not any(line.startswith("broken  Nothing") for line in said.splitlines())


def examined_folder(root: Path) -> list[Finding]:
    return list(folders.folders(Patient(EventFolder(root))))


def test_a_full_disk_is_told(event: EventFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    for free, grade in ((10 << 20, Grade.BROKEN), (500 << 20, Grade.LOOK), (9 << 30, Grade.OK)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage(free))
        assert the(folders.folders(patient(event)), "Folder: space").grade is grade


def test_what_a_disk_cannot_do_is_told(event: EventFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError

    assert the(folders.folders(patient(event)), "Folder: disk").grade is Grade.OK
    monkeypatch.setattr(folders, "exchange", lambda *_: Exchange.UNSUPPORTED)
    monkeypatch.setattr(folders, "locks_hold", lambda _: False)
    monkeypatch.setattr(os, "link", refused)
    found = the(folders.folders(patient(event)), "Folder: disk")
    assert found.grade is Grade.LOOK
    assert found.said.startswith("no exchange of two files, locks and hard links;")
    monkeypatch.setattr(folders, "replace_synced", refused)
    assert the(folders.folders(patient(event)), "Folder: disk").grade is Grade.BROKEN


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:50 / /mnt/hall\\040share rw shared:2 - cifs //nas/hall rw
31 22 8:17 / /media/stick rw - vfat /dev/sdb1 rw
32 22 8:33 / /media/cd ro - iso9660 /dev/sr0 ro
33 22 0:60 / /tmp rw - tmpfs tmpfs rw
34 33 0:61 / /tmp/x ro - ext4 /dev/sdc1 rw
nonsense
"""


@pytest.mark.skipif(os.name == "nt", reason="paths of Linux")
@pytest.mark.parametrize(
    ("folder", "words", "read_only"),
    [("/home/ana/friday", "a disk (ext4)", False),
     ("/mnt/hall share/friday", "a network share (cifs)", False),
     ("/mnt/hall", "a disk (ext4)", False),
     ("/media/stick", "a stick or card (vfat)", False),
     ("/media/cd/friday", "a disk (iso9660)", True),
     ("/tmp/friday", "the computer’s memory (tmpfs)", False),
     ("/tmp/x/friday", "a disk (ext4)", True)],
)  # fmt: skip
def test_the_kind_of_disk_is_that_of_the_innermost_place(
    folder: str, words: str, read_only: bool
) -> None:
    disk = mounted(Path(folder), MOUNTS)
    assert (disk.words, disk.read_only) == (words, read_only)


def test_a_sync_folder_is_told(event: EventFolder) -> None:
    Path("Dropbox").mkdir()
    event.root.rename("Dropbox/friday")
    found = the(folders.folders(Patient(EventFolder(Path("Dropbox/friday")))), "Sync")
    assert found.grade is Grade.LOOK
    assert "Dropbox" in found.said


# --- the event ------------------------------------------------------------------------------------


def test_a_watch_that_runs_is_told_and_left_alone(event: EventFolder) -> None:
    assert the(locks(patient(event)), "Watch").said == "none is running"
    lock = event.lock.with_name("watching.lock")
    with signed(lock):
        before = lock.read_bytes()
        assert f"process {os.getpid()}, since" in the(locks(patient(event)), "Watch").said
        assert lock.read_bytes() == before
    assert the(locks(patient(event)), "Watch").said == "none is running"


def test_who_has_the_workbook_open_is_told(event: EventFolder) -> None:
    assert the(locks(patient(event)), "Open").grade is Grade.OK
    lock = own(event).with_name(f".~lock.{own(event).name}#")
    lock.write_text(",ana,other-computer,23.11.2026 09:00,file:///x;")
    found = the(locks(patient(event)), "Open")
    assert found.grade is Grade.LOOK
    assert "open in LibreOffice by ana on other-computer" in found.said
    lock.unlink()
    owner = own(event).with_name(f"~${own(event).name}")
    owner.write_bytes(b"\x03Bob")
    assert "open in Excel by Bob" in the(locks(patient(event)), "Open").said


@pytest.mark.thorough
def test_a_workbook_is_counted_and_what_is_wrong_is_not_quoted(event: EventFolder) -> None:
    assert "8 players, 0 rounds out; 0 errors" in the(workbook(patient(event)), "Workbook").said
    loaded = load_workbook(own(event))
    loaded["Players"]["B6"] = loaded["Players"]["B5"].value
    loaded.save(own(event))
    found = the(workbook(patient(event)), "Workbook")
    assert found.grade is not Grade.OK
    assert str(loaded["Players"]["B5"].value) not in found.said + found.fix
    own(event).write_bytes(b"no workbook")
    assert the(workbook(patient(event)), "Workbook").grade is Grade.BROKEN
    own(event).unlink()
    assert "There is no .xlsx workbook" in the(workbook(patient(event)), "Workbook").said


@pytest.mark.thorough
def test_a_clock_that_is_wrong_or_elsewhere_is_told(
    event: EventFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load_workbook(own(event))
    sheet = loaded["Event"]
    (cell,) = [row[1] for row in sheet.iter_rows(max_col=2) if row[0].value == "Time zone"]
    for zone, grade in (("Asia/Tokyo", Grade.OK), ("Europe/Lisbon", Grade.LOOK)):
        cell.value = zone
        loaded.save(own(event))
        monkeypatch.setenv("TZ", "Asia/Tokyo")
        assert the(clock(patient(event)), "Clock").grade is grade, zone
    later = own(event).stat().st_mtime + 10_000
    os.utime(own(event), (later, later))
    assert "saved in the future" in the(clock(patient(event)), "Clock").said


def test_every_check_is_in_the_registry_once() -> None:
    assert len(set(checks.CHECKS)) == len(checks.CHECKS)
