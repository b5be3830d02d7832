"""Full disks, read-only folders, links, jumping clocks, second watchers, second versions."""

import errno
import fcntl
import functools
import io
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runner import disk as durable
from runner.app import pipeline as pipelines
from runner.app import watch as watching
from runner.app import watch_handlers
from runner.app.event_folder import EventFolder
from runner.app.events import Event
from runner.app.pipeline import Pipeline
from runner.app.watch import watch_event
from runner.cli import reporting
from runner.core.identifiers import RoundId
from runner.core.problems import Problem
from runner.ledger.entries import EntryKind
from runner.ledger.parsing import parse
from runner.process_locks import named_lock, try_lock, wait_for_lock
from runner.workbook.write import locks, swap_recovery
from runner.workbook.write.copies import second_versions
from runner.workbook.write.write_back import Outcome, recover
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support import processes
from tests.support.asked import asked_for_round_1
from tests.support.commands import ran, run
from tests.support.folders import files_in, opened
from tests.support.one_sheet import BASE, follow, text
from tests.support.problems import fix_text
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough


def event_in(root: Path) -> EventFolder:
    root.mkdir(parents=True)
    (root / "friday.xlsx").write_bytes(asked_for_round_1())
    return EventFolder(root)


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_in(tmp_path / "friday")


def a_whole_run(pipeline: Pipeline) -> None:
    workbook = pipeline.folder.root / "friday.xlsx"
    for _ in range(3):
        pipeline.run(workbook.read_bytes())
        if pipeline.write_names(unlocked_for=0).outcome is Outcome.NOTHING:
            return


def nothing_is_half_there(folder: EventFolder, site: Path) -> None:
    opened(folder)
    for name, content in files_in(site).items() if site.exists() else ():
        if name.endswith(".html"):
            assert content.rstrip().endswith(b"</html>"), name


def all_is_right(folder: EventFolder, site: Path, clean: Path) -> None:
    """Round 1 is out, once; its names are in the workbook; the site is as a fresh one."""
    book = (folder.root / "friday.xlsx").read_bytes()
    ledger, wrong = parse(folder.ledger.read_bytes())
    assert wrong == ()
    kinds = [entry.kind for entry in ledger.entries]
    assert kinds.count(EntryKind.PAIRED) == 1
    assert not {EntryKind.OVERRIDDEN, EntryKind.REPAIRED} & set(kinds)
    loaded = opened(folder, book)
    sheet = loaded.event.sheet(RoundId(1, 1))
    names = {player.name for player in loaded.event.players}
    assert {seat for row in sheet.rows for seat in row.seats if seat} == names
    Pipeline(folder, clean).run(book)
    assert files_in(site) == files_in(clean)
    shutil.rmtree(clean)


# --- a full disk ---------------------------------------------------------------------------------


class Disk:
    """From the `full_at`-th thing that needs room on, there is none, until it is `freed`; a write
    leaves half of its bytes. With `once` only that one fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self.full_at, self.once = 0, 0, False
        self.kinds: list[str] = []
        for name in ("replace", "mkdir", "fsync", "link"):
            monkeypatch.setattr(os, name, self._needing_room(name, getattr(os, name)))
        monkeypatch.setattr(
            swap_recovery, "exchange", self._needing_room("x", swap_recovery.exchange)
        )
        self._open, self._io_open = os.open, io.open
        monkeypatch.setattr(os, "open", self._os_open)
        monkeypatch.setattr(io, "open", self._file)

    def take(self, kind: str) -> None:
        self.count += 1
        self.kinds.append(kind)
        full = self.count == self.full_at if self.once else 0 < self.full_at <= self.count
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), kind)

    def _needing_room(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **options: Any) -> Any:
            self.take(name)
            return does(*arguments, **options)

        return guarded

    def _os_open(self, path: Any, flags: int, *rest: Any, **options: Any) -> int:
        if flags & os.O_CREAT and not Path(path).exists():
            self.take(f"open {Path(path).name}")
        return self._open(path, flags, *rest, **options)

    def _file(self, file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
        if set("wax") & set(mode) and not isinstance(file, int) and not Path(file).exists():
            self.take(f"open {Path(file).name}")
        opened = self._io_open(file, mode, *rest, **options)
        return _Writing(opened, self) if set("wax+") & set(mode) else opened


class _Writing:
    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk = file, disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "_Writing":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, data: Any) -> Any:
        try:
            self._disk.take("write")
        except OSError:
            self._file.write(data[: len(data) // 2])
            self._file.flush()
            raise
        return self._file.write(data)


@pytest.mark.soak
@pytest.mark.parametrize("once", [False, True])
def test_after_a_full_disk_at_any_write_the_next_run_ends_in_the_right_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, once: bool
) -> None:
    disk = Disk(monkeypatch)
    a_whole_run(Pipeline(event_in(tmp_path / "first" / "friday"), tmp_path / "first" / "site"))
    moments = disk.count
    assert {"write", "fsync", "replace", "x", "open ledger.jsonl"} <= set(disk.kinds)
    chosen = range(1, moments + 1)
    if not SOAKING:
        chosen = sorted(random.Random(int(once)).sample(chosen, 5))
    failed = 0
    for at in chosen:
        root = tmp_path / str(at)
        disk.full_at, disk.count, disk.once = 0, 0, once
        folder, site = event_in(root / "friday"), root / "site"
        pipeline = Pipeline(folder, site)
        disk.full_at, disk.count = at, 0
        try:
            a_whole_run(pipeline)
        except OSError as reason:
            if reason.errno != errno.ENOSPC:
                raise
            failed += 1
        disk.full_at = 0
        nothing_is_half_there(folder, site)
        a_whole_run(pipeline if at % 2 else Pipeline(folder, site))
        a_whole_run(Pipeline(folder, site))
        all_is_right(folder, site, root / "clean")
        assert recover(folder.root / "friday.xlsx").kept == ()
        shutil.rmtree(root)
    sys.stdout.write(f"{len(chosen)} full disks, of {moments} writes; {failed} stopped the run\n")
    assert failed


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where we may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if (
        sys.platform != "linux"
        or os.geteuid() != 0
        or subprocess.run(mount, check=False).returncode
    ):
        pytest.skip("needs the right to mount a file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.soak
def test_a_real_full_disk_ends_in_a_sentence_and_then_in_the_right_state(
    small_disk: Path, tmp_path: Path
) -> None:
    """With every amount of room that is left, in steps of the disk's own blocks."""
    stopped, said = 0, set[str]()
    steps = list(range(0, 1400, 6) if SOAKING else range(0, 1400, 200))
    for room in steps:
        root = small_disk / str(room)
        folder, site = event_in(root / "friday"), root / "site"
        filler = small_disk / "filler"
        free = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
        filler.write_bytes(bytes(max(0, free - room * 1024)))
        pipeline = Pipeline(folder, site)
        try:
            a_whole_run(pipeline)
        except OSError as reason:
            said.add(durable.disk_problem(reason).text.partition(" (")[0].rstrip("."))
            stopped += 1
        nothing_is_half_there(folder, site)
        filler.unlink()
        a_whole_run(pipeline)
        a_whole_run(Pipeline(folder, site))
        all_is_right(folder, site, tmp_path / "clean")
        shutil.rmtree(root)
    sys.stdout.write(f"{len(steps)} nearly full disks; {stopped} stopped the run\n")
    assert 0 < stopped < len(steps)
    assert said == {"The disk is full"}


def test_the_watch_tries_again_by_itself_when_the_disk_has_room_again(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runner.app.file_watch.ASK_AFTER_TROUBLE", 0.5)
    full, tries = [True], [0]
    append = pipelines.Pipeline.run

    def run(self: Pipeline, data: bytes, **more: Any) -> Any:
        tries[0] += 1
        if full[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "ledger.jsonl")
        return append(self, data, **more)

    monkeypatch.setattr(Pipeline, "run", run)
    with Watch(folder, tmp_path / "site") as watch:
        said = watch.until("The disk is full (ledger.jsonl). Make room on it")
        assert "The disk is full (ledger.jsonl)" in watch.desk[said]
        until(lambda: tries[0] > 3, watch.said)
        assert sum("The disk is full" in line for line in watch.said) == 1
        desk = (folder.root / "desk.html").read_text()
        assert desk.count('<li class="mend error">') == 1, "the problem stands there once"
        full[0] = False
        watch.until("Round 1 is out")


def test_a_command_says_that_the_disk_is_full_or_closed_to_it(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, sentence in (
        (errno.ENOSPC, "The disk is full"),
        (errno.EROFS, "is not allowed to write there"),
        (errno.EIO, "The disk reported"),
    ):

        def fails(*_: object, code: int = code, **__: object) -> None:
            raise OSError(code, os.strerror(code), "ledger.jsonl")

        monkeypatch.setattr(Pipeline, "run", fails)
        output = run("build", folder.root, "--site", tmp_path / "s", code=1)
        assert sentence in output
        assert "Traceback" not in output


def test_a_read_only_folder_is_named_and_nothing_is_touched(small_disk: Path) -> None:
    folder = event_in(small_disk / "friday")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    for words in (["build"], ["watch"], ["status"]):
        site = ["--site", str(small_disk / "site")] if words != ["status"] else []
        done = ran(*words, folder.root, *site)
        assert "Traceback" not in done.output
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        if words != ["status"]:
            assert done.exit_code == 1
            assert "Runner is not allowed to write there" in done.output, done.output
    assert (folder.root / "friday.xlsx").read_bytes() == asked_for_round_1()


# --- the watch -----------------------------------------------------------------------------------


class Watch:
    """A watch on an event, what it says, and what the desk said at each of those moments."""

    def __init__(
        self, folder: EventFolder, site: Path, workbook: Path | None = None,
        after_a_round: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        self.said: list[str] = []
        self.desk: dict[str, str] = {}
        self._page = folder.root / "desk.html"
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=watch_event,
            args=(Pipeline(folder, site), workbook or folder.root / "friday.xlsx",
                  self._hear, after_a_round, self._stop), daemon=True,
        )  # fmt: skip

    def _hear(self, event: Event) -> None:
        line = reporting.text(event)
        self.desk[line] = self._page.read_text() if self._page.exists() else ""
        self.said.append(line)

    def start(self) -> None:
        self._thread.start()

    def __enter__(self) -> "Watch":
        if not self.alive:
            self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def until(self, words: str) -> str:
        until(lambda: any(words in line for line in list(self.said)), (words, self.said))
        return next(line for line in self.said if words in line)

    def until_desk(self, holds: Callable[[str], bool]) -> None:
        until(lambda: self._page.exists() and holds(self._page.read_text()), self.said)

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()


def test_a_linked_folder_and_a_linked_workbook_are_followed(tmp_path: Path) -> None:
    real = event_in(tmp_path / "disk" / "friday")
    (tmp_path / "link").symlink_to(real.root)
    (tmp_path / "desk").mkdir()
    fresh = event_in(tmp_path / "other disk" / "friday")
    (tmp_path / "desk" / "friday.xlsx").symlink_to(fresh.root / "friday.xlsx")
    with Watch(EventFolder(tmp_path / "link"), tmp_path / "site") as watch:
        watch.until("Wrote 8")
    assert (tmp_path / "link").is_symlink()
    with Watch(EventFolder(tmp_path / "desk"), tmp_path / "site2") as watch:
        watch.until("Round 1 is out")
    assert (tmp_path / "desk" / "friday.xlsx").is_symlink()


def test_a_second_watch_says_who_watches_already_and_stops(
    folder: EventFolder, tmp_path: Path
) -> None:
    with Watch(folder, tmp_path / "site") as first:
        first.until("Round 1 is out")
        output = run("watch", folder.root, "--site", tmp_path / "x", code=1)
        said = f"on {socket.gethostname()}, process {os.getpid()}, since 20"
        assert "This event is being watched already: by" in output
        assert said in output.replace("\n", " ")
        assert not (tmp_path / "x").exists()
    with Watch(folder, tmp_path / "site") as again:
        again.until("The desk")


def test_what_a_killed_watch_leaves_behind_is_taken_over(tmp_path: Path) -> None:
    lock = tmp_path / "watching.lock"
    program = processes.start("hold_a_lock", lock)
    assert processes.hear(program) == "''"
    with named_lock(lock) as other:
        assert f"process {program.pid}, since" in other
    program.send_signal(signal.SIGKILL)
    program.communicate()
    with named_lock(lock) as other:
        assert other == ""
    with named_lock(lock) as other:
        assert other == ""


def test_a_disk_without_locks_still_keeps_two_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, real = tmp_path / "a.lock", fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        if Path(f"/proc/self/fd/{descriptor}").readlink() == lock:
            raise OSError(errno.ENOLCK, "no locks available")
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    with try_lock(lock) as ours, try_lock(lock) as second:
        assert (ours, second) == (True, False)
    with try_lock(lock) as ours:
        assert ours


def test_a_renamed_workbook_is_named_and_the_watch_goes_on(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runner.app.file_watch.MISSING_FOR", 0.5)
    book = folder.root / "friday.xlsx"
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
        book.rename(folder.root / "final.xlsx")
        said = watch.until("friday.xlsx is missing.")
        assert "It is called final.xlsx now" in said
        assert "It is called final.xlsx now" in watch.desk[said]
        (folder.root / "final.xlsx").rename(tmp_path / "elsewhere.xlsx")
        watch.said.clear()
        book.write_bytes(asked_for_round_1())
        watch.until("Wrote")
        book.unlink()
        watch.until("Put friday.xlsx back into")


@pytest.mark.parametrize("good", [True, False], ids=["good", "bad"])
def test_a_workbook_that_was_missing_is_looked_at_again_when_it_is_back_as_it_was(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, good: bool
) -> None:
    monkeypatch.setattr("runner.app.file_watch.MISSING_FOR", 0.5)
    monkeypatch.setattr(watching, "BEAT", 3600)
    book, aside = folder.root / "friday.xlsx", tmp_path / "aside.xlsx"
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
        if not good:
            book.write_bytes(b"no workbook")
            watch.until_desk(lambda desk: "cannot be used since" in desk)
        assert good == ("cannot be used since" not in (folder.root / "desk.html").read_text())
        for _ in range(2):
            book.rename(aside)
            watch.until_desk(lambda desk: "friday.xlsx is missing" in desk)
            aside.rename(book)
            watch.until_desk(lambda desk: "friday.xlsx is missing" not in desk)
            watch.until_desk(lambda desk: ("cannot be used since" not in desk) == good)
        assert sum("friday.xlsx is missing" in line for line in watch.said) == 2


def test_a_save_that_meets_another_runner_is_dealt_with_once_that_is_done(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runner.app.file_watch.ASK_AFTER_TROUBLE", 0.2)
    monkeypatch.setattr(pipelines, "wait_for_lock", functools.partial(wait_for_lock, patience=0.1))
    with try_lock(folder.lock) as ours:
        assert ours
        watch = Watch(folder, tmp_path / "site")
        watch.start()
        said = watch.until("Another Runner is publishing")
        assert "Another Runner is publishing" in watch.desk[said]
        time.sleep(1)
        assert sum("Another Runner" in line for line in watch.said) == 1
        desk = (folder.root / "desk.html").read_text()
        assert desk.count('<li class="mend error">') == 1, "the problem stands there once"
    with watch:
        watch.until("Wrote")
        watch.until_desk(lambda desk: "Another Runner" not in desk)


def test_a_command_that_meets_another_runner_says_so(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipelines, "wait_for_lock", functools.partial(wait_for_lock, patience=0.1))
    site = ["--site", str(tmp_path / "site")]
    with try_lock(folder.lock):
        for words in (["build"], ["next"], ["rehearse"]):
            output = run(*words, folder.root, *site, code=1)
            assert output.startswith("Error: Another Runner is publishing")
            assert output.count("\n") == 1
    assert not folder.ledger.exists()


def test_a_mistake_in_a_doubt_or_a_step_does_not_end_the_watch(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> Iterator[Problem]:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(watching, "BEAT", 0.05)
    monkeypatch.setattr("runner.render.desk.oddities.QUESTIONS", (mistaken,))
    slips: list[str] = []
    alive = folder.root / ".runner" / "desk-alive.js"
    with Watch(folder, tmp_path / "site", after_a_round=lambda: slips.append("R1")) as watch:
        assert "ZeroDivisionError: oh" in watch.until("The desk, desk.html, cannot be brought up")
        watch.until("Wrote")
        until(lambda: slips == ["R1"], watch.said)
        alive.unlink()
        until(alive.exists, "a sign of life")
        assert watch.alive
        assert not any("The last good site" in line for line in watch.said), watch.said


def test_a_conflict_that_comes_during_the_watch_is_named_and_the_watch_goes_on(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runner.app.file_watch.LOOK_AROUND_EVERY", 0.2)
    other = folder.root / "friday (conflicted copy 2026-11-21).xlsx"
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
        other.write_bytes(asked_for_round_1())
        assert "Runner reads friday.xlsx alone" in watch.until(other.name)
        desk = folder.root / "desk.html"
        until(lambda: other.name in desk.read_text("utf-8"), "the desk names it")
        (folder.root / "friday.ods").write_bytes(b"x")
        watch.until("what is typed into friday.ods does not count")
        until(lambda: "friday.ods" in desk.read_text("utf-8"), "the desk names it")
        (folder.root / "another.xlsx").write_bytes(asked_for_round_1())
        watch.until("There are 3 workbooks")


def test_the_clock_may_jump_as_it_likes(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, real = random.Random(1), time.time
    monkeypatch.setattr(time, "time", lambda: real() + chance.uniform(-1e6, 1e6))
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
    all_is_right(folder, tmp_path / "site", tmp_path / "clean")


def test_displaced_files_are_not_looked_at_for_ever_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(BASE)
    follow(path)
    (note,) = (tmp_path / ".runner" / "displaced").glob("*.json")
    os.utime(note, (time.time() + 86_400,) * 2)
    assert recover(path).again
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + swap_recovery.WATCHED_FOR + 1)
    assert not recover(path).again


def test_a_folder_that_has_workbooks_gets_no_new_one(folder: EventFolder) -> None:
    for other, said in (
        (None, f"{folder.root} has a workbook already: friday.xlsx."),
        ("saturday.xlsx", f"{folder.root} has workbooks already: friday.xlsx and saturday.xlsx."),
        ("~$friday.xlsx", f"{folder.root} has workbooks already: friday.xlsx and saturday.xlsx."),
    ):
        if other:
            (folder.root / other).write_bytes(asked_for_round_1())
        before = files_in(folder.root)
        assert run("new", folder.root, code=1) == f"Error: {said} Nothing was changed.\n"
        assert files_in(folder.root) == before


def test_names_wait_with_the_reason_while_two_workbooks_are_there(
    folder: EventFolder, tmp_path: Path
) -> None:
    pipeline = Pipeline(folder, tmp_path / "site")
    pipeline.run(asked_for_round_1())
    other = folder.root / "saturday.xlsx"
    other.write_bytes(asked_for_round_1())
    done = pipeline.write_names(unlocked_for=0)
    assert done.outcome is Outcome.WAITING
    assert "friday.xlsx and saturday.xlsx" in done.why
    other.unlink()
    assert pipeline.write_names(unlocked_for=0).outcome is Outcome.WRITTEN


def test_a_copy_of_what_runner_wrote_counts_where_something_else_was_there_between(
    folder: EventFolder, tmp_path: Path
) -> None:
    def kinds() -> list[EntryKind]:
        return [entry.kind for entry in parse(folder.ledger.read_bytes())[0].entries]

    book = folder.root / "friday.xlsx"
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
        written = book.read_bytes()
        results = opened(folder, written).layout.rounds[RoundId(1, 1)]
        cell = results.cell("result", min(results.rows.values()))
        book.write_bytes(edit(written, [CellChange("Round 1", cell or "", "A")]))
        until(lambda: EntryKind.RESULTS in kinds(), "the result is in")
        book.write_bytes(written)
        until(lambda: EntryKind.CORRECTED in kinds(), "the result is gone again")


def test_edits_that_were_rescued_stand_on_the_desk_until_somebody_takes_them_away(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = folder.root / "friday.xlsx"
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Wrote")
        written = book.read_bytes()
        (old,) = (folder.root / ".runner" / "displaced").glob("*.xlsx")
        book.write_bytes(edit(written, [CellChange("Event", "C30", "newer")]))
        old.write_bytes(edit(asked_for_round_1(), [CellChange("Event", "C30", "late")]))
        line = watch.until("Edits that may be missing from friday.xlsx are in")
        assert "kept-000001.xlsx" in line
        watch.until_desk(lambda desk: "kept-000001.xlsx" in desk)
        book.write_bytes(edit(written, [CellChange("Event", "C30", "newest")]))
        watch.until_desk(lambda desk: "kept-000001.xlsx" in desk)
    assert "kept-000001.xlsx" in " ".join(map(str, opened(folder).problems))
    (folder.root / ".runner" / "displaced" / "kept-000001.xlsx").unlink()
    assert not opened(folder).problems


@pytest.mark.parametrize("left", ["", "friday.xlsm"])
def test_a_lost_workbook_is_put_back_and_no_new_one_advised(
    folder: EventFolder, tmp_path: Path, left: str
) -> None:
    book, site = folder.root / "friday.xlsx", ["--site", str(tmp_path / "site")]

    def run(*words: str) -> tuple[int, str]:
        done = ran(words[0], folder.root, *words[1:])
        return done.exit_code, done.output

    book.unlink()
    assert "Make a new event: runner new" in run("build", *site)[1]
    book.write_bytes(asked_for_round_1())
    Pipeline(folder, tmp_path / "site").run(asked_for_round_1())
    book.unlink()
    if left:
        (folder.root / left).write_bytes(asked_for_round_1())
    code, said = run("build", *site)
    assert code == 1
    assert f"Put back what is lost: runner restore {folder.root}\n" in said
    assert "runner new" not in said
    assert ("save it as an Excel workbook" in said) == bool(left)
    code, said = run("restore", *site)
    assert code == 0, said
    assert f"{book} is back, as it was in save 1, of 20" in said
    assert "Round 1 is out" in said or "Round 1 of 2" in said
    assert run("restore", *site)[0] == 1, "nothing is missing any more"
    book.unlink()
    assert run("restore", "--to", str(folder.root / "final.xlsx"), *site)[0] == 0
    assert (folder.root / "final.xlsx").exists()


def test_a_folder_that_cannot_be_seen_is_not_called_empty(
    folder: EventFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(self: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "iterdir", closed)
    said = str(folder.workbook())
    assert "Runner is not allowed to write there" not in said
    assert "Runner is not allowed to look into" in said
    assert "runner new" not in said


# --- second versions and locks, by their names ---------------------------------------------------

CONFLICTS = [
    "event (conflicted copy 2026-11-21).xlsx", "event (Ann's conflicted copy 2026-11-21).xlsx",
    "event (LAPTOP-7's conflicted copy 2026-11-21).xlsx",
    "event (conflicted copy 2026-11-21 140501).xlsx", "event (Case Conflict 1).xlsx",
    "event-LAPTOP.xlsx", "event-DESKTOP-4F7K2QX.xlsx", "event-LAPTOP-2.xlsx",
    "event.sync-conflict-20261121-140501-ABCDEFG.xlsx", "event_conflict-20261121-140501.xlsx",
    "event.Conflict.xlsx",
]  # fmt: skip
COPIES = ["event (1).xlsx", "event - Copy.xlsx", "event - Copy (2).xlsx", "event copy.xlsx",
          "Copy of event.xlsx"]  # fmt: skip
OTHERS = ["event2.xlsx", "event-final.xlsx", "events.xlsx", "saturday.xlsx", "event-.xlsx",
          "event-2027.xlsx", "event (playoff).xlsx"]  # fmt: skip


def beside(root: Path, name: str) -> EventFolder:
    for each in ("event.xlsx", name):
        (root / each).write_bytes(b"x")
    return EventFolder(root)


@pytest.mark.parametrize("name", [*CONFLICTS, *COPIES])
def test_a_second_version_is_named_with_its_fix_and_the_workbook_is_used(
    tmp_path: Path, name: str
) -> None:
    folder = beside(tmp_path, name)
    assert folder.workbook() == tmp_path / "event.xlsx"
    (problem,) = folder.second_versions()
    assert name in problem.text
    assert f"move {name} elsewhere" in fix_text(problem.fix)
    assert ("sync folder" in problem.text) == (name in CONFLICTS)


@pytest.mark.parametrize("name", OTHERS)
def test_another_workbook_is_no_second_version(tmp_path: Path, name: str) -> None:
    folder = beside(tmp_path, name)
    found = folder.workbook()
    assert isinstance(found, Problem)
    assert found.fatal
    assert folder.second_versions() == []


@pytest.mark.parametrize(
    "name",
    ["event.ods", "event.csv", "Event.XLS", "event (1).ods", "event-Players.csv",
     "Copy of event.ods", "event.xlsm", "event.xlsb", "event.fods", "event.numbers"],
)  # fmt: skip
def test_the_workbook_in_another_format_is_named_with_both_names_and_the_fix(
    tmp_path: Path, name: str
) -> None:
    folder = beside(tmp_path, name)
    assert folder.workbook() == tmp_path / "event.xlsx"
    (problem,) = folder.second_versions()
    assert f"Runner reads event.xlsx alone: what is typed into {name} does not" in problem.text
    assert f"keep the Excel format. Then move {name} elsewhere" in fix_text(problem.fix)
    (tmp_path / "event.xlsx").unlink()
    found = folder.workbook()
    assert isinstance(found, Problem)
    assert f"but {name}, which Runner does not read" in found.text
    assert "save it as an Excel workbook (.xlsx)" in fix_text(found.fix)


@pytest.mark.parametrize(
    "name", ["players.csv", "events.csv", ".~lock.event.ods#", "~$event.xls", "event.html", "e.ods"]
)
def test_other_files_are_nobodys_business(tmp_path: Path, name: str) -> None:
    assert beside(tmp_path, name).second_versions() == []


def test_several_second_versions_are_all_named() -> None:
    paths = [Path(name) for name in ["event.xlsx", CONFLICTS[0], COPIES[0], CONFLICTS[5]]]
    found = second_versions(paths)
    assert (found[0], sorted(found[1].values())) == (paths[0], ["conflict", "conflict", "copy"])


@pytest.mark.parametrize(
    ("host", "runs", "stale"),
    [(socket.gethostname(), False, True), (socket.gethostname(), True, False),
     (socket.gethostname(), None, False), ("another-computer", False, False)],
)  # fmt: skip
def test_a_lock_left_by_a_crash_is_told_from_a_live_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, runs: bool | None, stale: bool
) -> None:
    monkeypatch.setattr(locks, "office_runs", lambda: runs)
    path = tmp_path / "event.xlsx"
    path.write_bytes(BASE)
    lock = path.with_name(".~lock.event.xlsx#")
    lock.write_text(f"Ann Lee,ann,{host},21.11.2026 14:05,file:///home/ann;")
    said = locks.left_behind(path)
    assert bool(said) == stale
    assert not stale or f"Delete it, or open {path.name} once more" in said
    assert follow(path).outcome is Outcome.WAITING  # told of, and never passed over
    lock.unlink()
    assert follow(path).outcome is Outcome.WRITTEN
    assert text(path.read_bytes(), "B2") == "Ann"


def test_the_watch_tells_of_a_lock_that_was_left_behind_and_goes_on(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "office_runs", lambda: False)
    lock = folder.root / ".~lock.friday.xlsx#"
    lock.write_text(f"Ann,ann,{socket.gethostname()},21.11.2026 14:05,file:///home/ann;")
    with Watch(folder, tmp_path / "site") as watch:
        watch.until("Round 1 is out")
        words = "was left behind by a LibreOffice that is no longer running"
        assert words in watch.desk[watch.until(words)]
        watch.said.clear()
        book = folder.root / "friday.xlsx"
        book.write_bytes(edit(book.read_bytes(), [CellChange("Round 1", "J5", "a note")]))
        watch.until(words)  # said again after each save
        lock.unlink()
        watch.until("Wrote")


def owner_file(name: str, length: int | None = None) -> bytes:
    """As Excel writes it: the name in Windows' old letters, and once more in UTF-16."""
    size = len(name) if length is None else length
    old = name.encode("cp1252", "replace").ljust(54)
    full = name.encode("utf-16-le") + " ".encode("utf-16-le") * (54 - len(name))
    return bytes([size]) + old + size.to_bytes(2, "little") + full


@pytest.mark.parametrize(
    ("content", "name"),
    [(owner_file("Ann Lee"), "Ann Lee"), (owner_file("Łucja Żak"), "Łucja Żak"),
     (owner_file("Zoë")[:55], "Zoë"), (b"", ""), (b"\x90", ""), (bytes(165), "")],
)  # fmt: skip
@pytest.mark.parametrize("held", [True, False, None], ids=["held", "left behind", "not to be seen"])
def test_excels_owner_file_is_named_with_who_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, name: str, held: bool | None
) -> None:
    monkeypatch.setattr(locks, "held", lambda lock: held)
    path = tmp_path / "event.xlsx"
    path.write_bytes(BASE)
    lock = path.with_name("~$event.xlsx")
    lock.write_bytes(content)
    os.utime(lock, (1_700_000_000, 1_700_000_000))
    said = locks.left_behind(path)
    if held is False:
        whose = f", in the name of {name}," if name else ""
        assert said.startswith(f"~$event.xlsx{whose} was left behind by an Excel that no longer")
        assert "Delete that hidden file" in said
    else:
        assert said == ""
    waits = locks.locked_by(path)
    by = f" by {name}" if name else ""
    assert waits.startswith(f"event.xlsx is open in Excel{by}: save and close it there. If nobody")
    assert "delete the hidden file ~$event.xlsx beside it, of 2023-11-1" in waits
    assert follow(path).outcome is Outcome.WAITING
    lock.unlink()
    assert follow(path).outcome is Outcome.WRITTEN


def test_windows_tells_a_held_owner_file_from_one_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "~$event.xlsx"
    lock.write_bytes(owner_file("Ann"))
    assert sys.platform == "win32" or locks.held(lock) is None
    monkeypatch.setattr(locks.sys, "platform", "win32")
    assert locks.held(lock) is False
    assert lock.read_bytes() == owner_file("Ann")
    assert locks.held(tmp_path / "gone") is None

    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "sharing violation")

    monkeypatch.setattr(Path, "open", refused)
    assert locks.held(lock) is True


@pytest.mark.parametrize("old", [True, False], ids=["of another day", "for long"])
def test_after_long_the_watch_and_the_desk_say_for_whose_file_names_wait(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bool
) -> None:
    """Not at once: most who have it open are at work in it."""
    patience = 5.0
    monkeypatch.setattr(watch_handlers, "PATIENCE", 3600.0 if old else patience)
    lock = folder.root / "~$friday.xlsx"
    lock.write_bytes(owner_file("Ann Lee"))
    if old:
        os.utime(lock, (1_700_000_000, 1_700_000_000))
    began = time.monotonic()
    with Watch(folder, tmp_path / "site") as watch:
        said = watch.until("Names wait. friday.xlsx is open in Excel by Ann Lee: save")
        assert old or time.monotonic() - began >= patience
        assert "delete the hidden file ~$friday.xlsx beside it" in watch.desk[said]
        lock.unlink()
        assert "Ann Lee" not in watch.desk[watch.until("Wrote")]
        assert sum("Ann Lee" in line for line in watch.said) == 1
