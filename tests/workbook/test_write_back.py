"""The names follow into the workbook, and nothing that somebody typed is ever lost by it."""

import errno
import json
import os
import socket
import sys
from pathlib import Path

import pytest

from runner.process_locks import try_lock
from runner.workbook.write import swap_recovery, write_back
from runner.workbook.write.exchange import Exchange, exchange
from runner.workbook.write.locks import why_not_write
from runner.workbook.write.write_back import Outcome, recover
from runner.workbook.xlsx.edit import CellChange
from tests.support import processes
from tests.support.one_sheet import (
    BASE,
    NAMES,
    SHEET,
    TYPED,
    TYPED_MORE,
    digest,
    follow,
    parked,
    text,
)

pytestmark = pytest.mark.usefixtures("platform")


# On Windows nothing is exchanged while somebody has the workbook open.
HERE = pytest.mark.parametrize("platform", ["this system"], indirect=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "event.xlsx"
    file.write_bytes(BASE)
    return file


def test_names_are_written_once_and_the_old_file_is_kept(path: Path) -> None:
    report = follow(path)
    assert (report.outcome, report.written) == (Outcome.WRITTEN, tuple(NAMES))
    assert text(path.read_bytes(), "B3") == "Cy"
    assert report.digest == digest(path.read_bytes())
    assert [file.read_bytes() for file in parked(path)] == [BASE]
    assert sorted(file.name for file in path.parent.iterdir()) == [".runner", "event.xlsx"]
    follow(path)
    before = path.stat()
    assert follow(path, path.read_bytes()).outcome is Outcome.NOTHING
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_workbook_saved_since_it_was_read_is_left_alone_and_a_missing_or_broken_one_waits(
    path: Path,
) -> None:
    path.write_bytes(TYPED)
    assert follow(path).outcome is Outcome.STALE
    assert path.read_bytes() == TYPED
    path.write_bytes(BASE[:500])
    broken = follow(path, BASE[:500])
    assert broken.outcome is Outcome.WAITING
    assert broken.why.startswith("Round 1: 2 rows wait. event.xlsx cannot be written to. ")
    path.unlink()
    report = write_back.write_back(path, digest(BASE), NAMES, unlocked_for=0, sleep=lambda _: None)
    assert report.outcome is Outcome.STALE


def test_a_link_stays_a_link_and_the_real_file_is_written(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.xlsx"
    link.symlink_to(path)
    assert follow(link).outcome is Outcome.WRITTEN
    assert link.is_symlink()
    assert text(path.read_bytes(), "B2") == "Ann"


def test_where_files_cannot_be_exchanged_nothing_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap_recovery, "exchange", lambda *_: Exchange.UNSUPPORTED)
    report = follow(path)
    assert report.outcome is Outcome.WAITING
    assert "cannot exchange two files" in report.why
    assert (path.read_bytes(), parked(path)) == (BASE, [])


def test_one_runner_at_a_time(path: Path) -> None:
    with try_lock(path.parent / ".runner" / "writing.lock"):
        report = follow(path)
    assert (report.outcome, path.read_bytes()) == (Outcome.WAITING, BASE)
    assert follow(path).outcome is Outcome.WRITTEN


def test_exchange_says_where_a_file_is_gone(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    assert exchange(one, two) is Exchange.GONE
    two.write_text("2")
    assert exchange(one, two) is Exchange.DONE
    assert (one.read_text(), two.read_text()) == ("2", "1")


def test_an_open_workbook_waits_and_says_who_has_it(path: Path) -> None:
    lock = path.with_name(".~lock.event.xlsx#")
    lock.write_text(f"Ann Lee,ann,{socket.gethostname()},18.07.2025 14:05,file:///home/ann;")
    report = follow(path)
    assert report.outcome is Outcome.WAITING
    assert "event.xlsx is open in LibreOffice by Ann" in report.why
    assert "18.07.2025 14:05" in report.why
    assert lock.name in report.why
    assert path.read_bytes() == BASE
    lock.unlink()
    assert follow(path).outcome is Outcome.WRITTEN


def test_excels_owner_file_and_a_lock_beside_a_link_count(path: Path, tmp_path: Path) -> None:
    path.with_name("~$event.xlsx").write_bytes(b"\x03Bob" + b" " * 51 + "Bob".encode("utf-16-le"))
    assert "is open in Excel by Bob: save and close it" in follow(path).why
    (tmp_path / "desk").mkdir()
    link = tmp_path / "desk" / "today.xlsx"
    link.symlink_to(path)
    link.with_name(".~lock.today.xlsx#").touch()
    assert follow(link).outcome is Outcome.WAITING


def test_a_lock_that_flickers_still_counts(path: Path) -> None:
    lock = path.with_name(".~lock.event.xlsx#")
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 15:
            lock.touch()

    assert why_not_write(path, sleep)
    lock.unlink()
    slept.clear()
    slept.extend([0.0] * 15)
    assert not why_not_write(path, sleep)
    assert sum(slept) == pytest.approx(1.0)


@pytest.mark.skipif(sys.platform != "linux", reason="open files can only be seen on Linux")
@HERE
def test_a_program_that_holds_the_file_open_is_named(path: Path) -> None:
    with processes.start("hold_a_file", path) as program:
        assert processes.hear(program) == "open"
        report = follow(path)
        program.communicate("\n")
    assert report.outcome is Outcome.WAITING
    assert "is open in python" in report.why


def test_a_lock_that_appears_at_the_last_moment_stops_the_exchange(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = swap_recovery.replace_synced

    def open_meanwhile(note: Path, said: bytes) -> None:
        path.with_name(".~lock.event.xlsx#").touch()
        ready(note, said)

    monkeypatch.setattr(swap_recovery, "replace_synced", open_meanwhile)
    assert follow(path).outcome is Outcome.STALE
    assert path.read_bytes() == BASE


def saved_before_exchange(
    monkeypatch: pytest.MonkeyPatch, path: Path, *saves: bytes | None
) -> None:
    """Somebody saves by rename just before each exchange in turn; None: they delete it."""
    waiting = list(saves)

    def meanwhile(first: Path, second: Path) -> Exchange:
        if waiting:
            content = waiting.pop(0)
            if content is None:
                path.unlink()
            else:
                new = path.with_name("editor.tmp")
                new.write_bytes(content)
                new.replace(path)
        return exchange(first, second)

    monkeypatch.setattr(swap_recovery, "exchange", meanwhile)


@pytest.mark.parametrize(
    ("saves", "left"),
    [((TYPED,), TYPED), ((TYPED, TYPED_MORE), TYPED_MORE), ((TYPED, None), TYPED)],
    ids=["a save", "two saves in a row", "a save, and then deleted"],
)
def test_a_save_between_reading_and_exchange_is_given_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, saves: tuple[bytes | None, ...], left: bytes
) -> None:
    saved_before_exchange(monkeypatch, path, *saves)
    assert follow(path).outcome is Outcome.STALE
    assert path.read_bytes() == left
    if saves == (TYPED,):
        assert follow(path, TYPED).outcome is Outcome.WRITTEN
        assert (text(path.read_bytes(), "D2"), text(path.read_bytes(), "B2")) == ("2-0", "Ann")
    if left == TYPED_MORE:
        # The first of the two saves may be somebody else's: it is kept, and named.
        (kept,) = recover(path).kept
        assert kept.read_bytes() == TYPED
        assert recover(path).kept == ()
        assert kept.exists()


@pytest.mark.parametrize("whole_at_once", [True, False])
@HERE
def test_somebody_who_writes_late_into_the_displaced_file_is_heard(
    path: Path, whole_at_once: bool
) -> None:
    with path.open("r+b") as late:
        assert follow(path).outcome is Outcome.WRITTEN
        assert recover(path).again
        late.truncate(0)
        late.write(TYPED if whole_at_once else TYPED[:700])
        late.flush()
        if not whole_at_once:
            found = recover(path)
            assert (found.restored, found.again) == (False, True)
            late.write(TYPED[700:])
            late.flush()
        assert recover(path).restored
    assert path.read_bytes() == TYPED
    assert follow(path, TYPED).outcome is Outcome.WRITTEN
    assert (text(path.read_bytes(), "D2"), text(path.read_bytes(), "B3")) == ("2-0", "Cy")


@HERE
def test_a_late_edit_is_given_back_through_later_writes_of_ours(path: Path) -> None:
    with path.open("r+b") as late:
        follow(path)
        follow(path, path.read_bytes(), [CellChange(SHEET, "C3", "Dee")])
        late.write(TYPED)
        late.truncate()
    assert recover(path).restored
    assert path.read_bytes() == TYPED


@HERE
def test_a_late_edit_never_replaces_a_newer_save(path: Path) -> None:
    with path.open("r+b") as late:
        follow(path)
        path.write_bytes(TYPED_MORE)
        late.write(TYPED)
        late.truncate()
    (kept,) = recover(path).kept
    assert (kept.read_bytes(), path.read_bytes()) == (TYPED, TYPED_MORE)


@HERE
def test_a_late_edit_waits_while_the_workbook_is_open(path: Path) -> None:
    lock = path.with_name(".~lock.event.xlsx#")
    with path.open("r+b") as late:
        follow(path)
        late.write(TYPED)
        late.truncate()
    lock.touch()
    assert recover(path) == swap_recovery.Recovery(again=True)
    lock.unlink()
    assert recover(path).restored


def test_an_exchange_that_was_cut_off_is_undone_where_it_displaced_a_newer_save(path: Path) -> None:
    follow(path)
    (old,) = parked(path)
    old.write_bytes(TYPED)  # as if the run had ended before it could look at what it displaced
    assert recover(path).restored
    assert path.read_bytes() == TYPED


def test_what_a_stopped_run_left_is_cleared_away_and_a_note_that_cannot_be_read_costs_a_copy(
    path: Path,
) -> None:
    follow(path)
    place = path.parent / ".runner" / "displaced"
    (place / "000009.xlsx").write_bytes(b"half")
    (place / ".000009.json.77.new").write_bytes(b"{")
    recover(path)
    assert [file.name for file in sorted(place.iterdir())] == ["000001.json", "000001.xlsx"]
    follow(path)
    now = path.read_bytes()
    (path.parent / ".runner" / "displaced" / "000001.json").write_text("?")
    (kept,) = recover(path).kept
    assert (kept.read_bytes(), path.read_bytes()) == (BASE, now)


def test_displaced_files_are_few_and_kept_ones_are_never_written_over(path: Path) -> None:
    for number in range(9):
        follow(path, path.read_bytes(), [CellChange(SHEET, f"E{number + 1}", number)])
    place = path.parent / ".runner" / "displaced"
    (place / "kept-000040.xlsx").write_bytes(b"edits")
    for note in place.glob("*.json"):
        os.utime(note, (1, 1))
    assert not recover(path).again
    assert len(list(place.glob("*.json"))) == 5
    follow(path, path.read_bytes(), [CellChange(SHEET, "E20", "x")])
    assert (place / "000041.xlsx").exists()
    said = json.loads((place / "000041.json").read_bytes())
    assert said["after"] == digest(path.read_bytes())


def late(path: Path) -> None:
    """Somebody saves through an old handle what is older than a newer save."""
    with path.open("r+b") as handle:
        follow(path, path.read_bytes(), [CellChange(SHEET, "C3", "Dee")])
        path.write_bytes(TYPED_MORE)
        handle.write(TYPED)
        handle.truncate()


@HERE
def test_a_late_edit_is_told_also_where_old_records_are_cleared_away(path: Path) -> None:
    for number in range(7):
        follow(path, path.read_bytes(), [CellChange(SHEET, f"E{number + 1}", number)])
    for note in (path.parent / ".runner" / "displaced").glob("*.json"):
        os.utime(note, (1, 1))
    late(path)
    found = recover(path)
    assert [kept.read_bytes() for kept in found.kept] == [TYPED]
    assert found.why == ""


@HERE
def test_a_late_edit_is_told_though_another_record_cannot_be_looked_at(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(path)
    late(path)
    real, (first, *_) = swap_recovery.digest, parked(path)

    def closed(file: Path) -> str:
        if file == first:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
        return real(file)

    monkeypatch.setattr(swap_recovery, "digest", closed)
    found = recover(path)
    assert [kept.read_bytes() for kept in found.kept] == [TYPED]
    assert "Permission denied" in found.why
    assert str(first) in found.why
    assert found.again


def test_a_folder_of_displaced_files_that_cannot_be_looked_through_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(path)

    def closed(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), ".runner/displaced")

    monkeypatch.setattr(write_back, "rescue", closed)
    found = recover(path)
    assert "Permission denied" in found.why
    assert found.again
    done = follow(path, path.read_bytes(), [CellChange(SHEET, "C3", "Dee")])
    assert done.outcome is Outcome.WAITING
    assert "Permission denied" in done.why


def test_permissions_and_what_else_the_disk_knows_of_the_file_stay_with_it(path: Path) -> None:
    known = hasattr(os, "setxattr")
    if known:
        try:
            os.setxattr(path, "user.xdg.comment", b"the final list")
        except OSError:
            known = False  # this disk keeps nothing beside a file
    path.chmod(0o640)
    assert follow(path).outcome is Outcome.WRITTEN
    assert not known or os.getxattr(path, "user.xdg.comment") == b"the final list"
    assert path.stat().st_mode & 0o777 == 0o640


def test_names_wait_where_the_workbook_is_one_file_under_two_names(path: Path) -> None:
    other = path.with_name("on the desk.xlsx")
    os.link(path, other)
    report = follow(path)
    assert report.outcome is Outcome.WAITING
    assert "one file under two names (a hard link)" in report.why
    assert other.samefile(path)
    other.unlink()
    assert follow(path).outcome is Outcome.WRITTEN
