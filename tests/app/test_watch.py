"""Every save is noticed, once and whole; and so is the moment when the editor lets go."""

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runner.app import file_watch as watching
from runner.app.file_watch import Callbacks, Watcher, watch
from runner.app.shutdown import ended_by_signals, with_the_input
from tests.support import processes
from tests.support.asked import asked_for_round_1
from tests.support.processes.watch_in_noise import keep_busy
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough


class Day:
    """A watched workbook, and what the watcher has said about it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.saves: list[bytes] = []
        self.asked: list[float] = []
        self.troubles: list[Exception] = []
        self.done = True
        self.stop = threading.Event()
        self.lock = path.with_name(f".~lock.{path.name}#")
        self.react: Callable[[bytes], None] = lambda data: None
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        callbacks = Callbacks(self._saved, self._free, self.troubles.append)
        watch(self.path, callbacks, stop=self.stop)

    def _saved(self, data: bytes) -> None:
        self.saves.append(data)
        self.react(data)

    def _free(self) -> bool:
        self.asked.append(time.monotonic())
        return self.done

    def begin(self) -> None:
        self.thread.start()
        self.until(lambda: len(self.saves) == 1)

    def until(self, holds: Callable[[], bool]) -> None:
        until(holds, (self.saves, self.asked, self.troubles))

    def end(self) -> None:
        self.stop.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def save_by_rename(self, data: bytes) -> None:
        new = self.path.with_name("lu1.tmp")
        new.write_bytes(data)
        new.replace(self.path)


@pytest.fixture(params=["events", "looking"])
def day(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
        ) -> Iterator[Day]:  # fmt: skip
    if request.param == "looking":
        monkeypatch.setattr(watching, "observe", lambda *_: None)
    monkeypatch.setattr(watching, "UNLOCKED_FOR", 0.4)
    monkeypatch.setattr(watching, "ASK_AGAIN", 0.3)
    path = tmp_path / "event.xlsx"
    path.write_bytes(b"at the start")
    day = Day(path)
    yield day
    day.end()


def test_what_is_there_at_the_start_comes_first(day: Day) -> None:
    day.begin()
    assert day.saves == [b"at the start"]


def test_saves_by_rename_in_place_and_after_deleting_each_come_once(day: Day) -> None:
    day.begin()
    day.save_by_rename(b"renamed")
    day.until(lambda: day.saves[1:] == [b"renamed"])
    day.path.write_bytes(b"in place")
    day.until(lambda: day.saves[2:] == [b"in place"])
    day.path.unlink()
    time.sleep(0.3)
    day.path.write_bytes(b"after deleting")
    day.until(lambda: day.saves[3:] == [b"after deleting"])
    time.sleep(0.6)
    assert len(day.saves) == 4
    assert day.troubles == []


def test_a_slow_save_comes_when_it_is_finished(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "QUIET", 1.0)  # more than any pause between two pieces
    day.begin()
    with day.path.open("wb", buffering=0) as file:
        for piece in (b"one ", b"two ", b"three ", b"four"):
            file.write(piece)
            time.sleep(0.1)
    day.until(lambda: len(day.saves) > 1)
    assert day.saves[1:] == [b"one two three four"]


def test_the_same_bytes_saved_again_are_no_news(day: Day) -> None:
    day.begin()
    day.save_by_rename(b"at the start")
    day.save_by_rename(b"at the start")
    time.sleep(0.9)
    assert day.saves == [b"at the start"]


def test_reading_and_other_files_are_no_news(day: Day) -> None:
    day.begin()
    for number in range(5):
        day.path.read_bytes()
        day.path.with_name("other.xlsx").write_bytes(b"%d" % number)
        time.sleep(0.1)
    time.sleep(0.5)
    assert day.saves == [b"at the start"]


def test_trouble_with_one_save_does_not_end_the_watch(day: Day) -> None:
    def react(data: bytes) -> None:
        if data == b"bad":
            raise RuntimeError("bug")

    day.react = react
    day.begin()
    day.save_by_rename(b"bad")
    day.until(lambda: len(day.troubles) == 1)
    day.save_by_rename(b"good")
    day.until(lambda: day.saves[-1] == b"good")
    assert [str(trouble) for trouble in day.troubles] == ["bug"]


class Clock:
    """Takes the place of the clock: time goes on only as the watcher waits."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(watching, "time", clock)
    return clock


def turn(clock: Clock, watcher: Watcher, seconds: float) -> None:
    end = clock.now + seconds
    while clock.now < end:
        clock.now += watcher.look(touched=False)


def test_a_save_that_met_a_full_disk_comes_again_and_the_next_one_only_once(
    tmp_path: Path, clock: Clock
) -> None:
    path, came = tmp_path / "event.xlsx", list[bytes]()
    path.write_bytes(b"full")

    def on_save(data: bytes) -> None:
        came.append(data)
        if data == b"full":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    watcher = Watcher(path, Callbacks(on_save))
    turn(clock, watcher, 25)
    assert came == [b"full"] * 3, "some seconds later, as long as it is so"
    path.write_bytes(b"there is room again")
    turn(clock, watcher, 60)
    assert came == [b"full"] * 3 + [b"there is room again"]


def test_a_workbook_that_comes_back_as_it_was_is_taken_for_a_save(
    tmp_path: Path, clock: Clock
) -> None:
    path, came, lost = tmp_path / "event.xlsx", list[bytes](), list[Exception]()
    path.write_bytes(b"the same")
    watcher = Watcher(path, Callbacks(came.append, on_trouble=lost.append))
    turn(clock, watcher, 5)
    for seconds, many in ((1, 1), (30, 2), (1, 2), (30, 3)):
        path.rename(tmp_path / "aside")
        turn(clock, watcher, seconds)
        (tmp_path / "aside").rename(path)
        turn(clock, watcher, 5)
        assert came == [b"the same"] * many, "a save may take a moment"
    assert [type(each) for each in lost] == [FileNotFoundError] * 2


def test_a_save_during_the_work_on_another_comes_after_it(day: Day) -> None:
    running = threading.Lock()

    def react(data: bytes) -> None:
        assert running.acquire(blocking=False)
        if data == b"first":
            day.save_by_rename(b"second")
            time.sleep(0.4)
        running.release()

    day.react = react
    day.begin()
    day.save_by_rename(b"first")
    day.until(lambda: day.saves[1:] == [b"first", b"second"])
    assert day.troubles == []


def test_the_end_of_a_lock_is_noticed_when_it_has_been_away_for_long_enough(day: Day) -> None:
    day.lock.touch()
    day.begin()
    time.sleep(0.6)
    assert day.asked == []
    closed = time.monotonic()
    day.lock.unlink()
    day.until(lambda: len(day.asked) == 1)
    assert day.asked[0] - closed >= 0.39
    time.sleep(0.6)
    assert len(day.asked) == 1


def test_a_lock_has_to_be_away_for_a_full_second_and_names_come_within_two(
    tmp_path: Path, clock: Clock
) -> None:
    path, asked = tmp_path / "event.xlsx", list[float]()
    path.write_bytes(b"one")
    lock = path.with_name(f".~lock.{path.name}#")

    def on_free() -> bool:
        asked.append(clock.now)
        return True

    for before in (0.1, 0.3, 5, 60):
        lock.touch()
        asked.clear()
        watcher = Watcher(path, Callbacks(lambda data: None, on_free))
        turn(clock, watcher, before)
        assert asked == []
        closed = clock.now
        lock.unlink()
        turn(clock, watcher, 60)
        (at,) = asked
        assert 1 <= at - closed < 2


def test_whoever_opens_the_workbook_is_noticed_each_time(tmp_path: Path, clock: Clock) -> None:
    path, opened = tmp_path / "event.xlsx", list[float]()
    path.write_bytes(b"one")
    lock = path.with_name(f".~lock.{path.name}#")

    def on_open() -> bool:
        opened.append(clock.now)
        return True

    watcher = Watcher(path, Callbacks(lambda data: None, on_open=on_open))
    turn(clock, watcher, 5)
    assert opened == []
    for many in (1, 2):
        lock.touch()
        turn(clock, watcher, 30)
        assert len(opened) == many
        lock.unlink()
        turn(clock, watcher, 30)
        assert len(opened) == many


def test_a_lock_that_flickers_at_a_save_is_still_a_lock(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "UNLOCKED_FOR", 1.0)
    day.lock.touch()
    day.begin()
    for number in range(4):
        day.lock.unlink()
        day.save_by_rename(b"%d" % number)
        time.sleep(0.011)
        day.lock.touch()
        time.sleep(0.45)
    assert day.asked == []


def test_who_is_not_done_is_asked_again(day: Day) -> None:
    day.done = False
    day.begin()
    day.until(lambda: len(day.asked) >= 2)
    assert day.asked[1] - day.asked[0] >= 0.29
    day.done = True
    day.until(lambda: len(day.asked) >= 3)
    time.sleep(0.9)
    many = len(day.asked)
    time.sleep(0.9)
    assert len(day.asked) == many


def test_a_workbook_that_stays_away_is_reported_once_and_waited_for(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MISSING_FOR", 0.6)
    day.begin()
    day.path.unlink()
    day.until(lambda: len(day.troubles) == 1)
    time.sleep(1)
    assert [type(trouble) for trouble in day.troubles] == [FileNotFoundError]
    day.path.write_bytes(b"back")
    day.until(lambda: day.saves[-1] == b"back")


def test_the_real_file_behind_a_link_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "book.xlsx"
    real.write_bytes(b"one")
    link = tmp_path / "event.xlsx"
    link.symlink_to(real)
    day = Day(link)
    day.begin()
    day.until(lambda: len(day.asked) == 1)
    monkeypatch.setattr(watching, "LOOK_EVERY", 3600)  # so that the folder's events alone count
    time.sleep(0.7)
    new = real.with_name("new")
    new.write_bytes(b"two")
    new.replace(real)
    day.until(lambda: day.saves == [b"one", b"two"])
    monkeypatch.undo()
    day.stop.set()
    real.write_bytes(b"three")  # wakes it
    day.end()


def test_a_watch_that_stops_in_the_midst_of_events_complains_of_nothing(tmp_path: Path) -> None:
    """In a process of its own: pytest takes for itself what nobody else listens to."""
    workbook = tmp_path / "event.xlsx"
    workbook.write_bytes(b"x")
    ran = processes.run("watch_in_noise", workbook, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_input_that_is_closed_at_the_start_is_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    ended = threading.Event()
    with_the_input(ended.set)
    assert ended.is_set()


def hear_signals() -> None:
    """As a program does in a terminal, also where the tests were started with nohup."""
    for way in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(way, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_the_command_ends_quietly_by_whatever_it_is_ended(tmp_path: Path) -> None:
    ways = ["SIGINT", "SIGTERM", "SIGHUP", "folder deleted, then SIGINT"]
    runner = [sys.executable, "-m", "runner", "watch"]
    over = threading.Event()
    programs = {}
    for number, way in enumerate(ways):
        event = tmp_path / str(number)
        event.mkdir()
        (event / "friday.xlsx").write_bytes(asked_for_round_1())
        site = tmp_path / f"site {number}"
        said = tmp_path / f"said {number}"
        with said.open("wb") as heard:
            programs[way] = event, said, subprocess.Popen(
                [*runner, str(event), "--site", str(site), "--no-slips", "--no-proof"],
                stdout=heard, stderr=subprocess.PIPE, text=True, preexec_fn=hear_signals,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        threading.Thread(target=keep_busy, args=(event, over), daemon=True).start()
    for way, (_, said, _) in programs.items():
        until(lambda said=said: "Round 1 is out" in said.read_text(), way)  # type: ignore[misc]
    for way, (event, _, program) in programs.items():
        if way.startswith("folder"):
            shutil.rmtree(event, ignore_errors=True)
            program.send_signal(signal.SIGINT)
        else:
            program.send_signal(getattr(signal, way))
        _, complaints = program.communicate(timeout=PATIENCE)
        assert (complaints, program.returncode) == ("", 0), way
        if event.exists() and not way.startswith("folder"):
            assert '"watching": false' in (event / ".runner" / "desk-alive.js").read_text(), way
            assert (event / ".runner" / "watching.lock").read_bytes() == b"", way
    over.set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_watch_started_with_nohup_goes_on_when_its_terminal_is_closed() -> None:
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = threading.Event()
    try:
        with ended_by_signals(stop):
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stop.is_set()
            os.kill(os.getpid(), signal.SIGTERM)
            assert stop.wait(PATIENCE)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, ignored)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_signal_takes_no_lock_that_the_interrupted_thread_may_hold() -> None:
    class Stop(threading.Event):
        by: threading.Thread | None = None

        def set(self) -> None:
            self.by = threading.current_thread()
            super().set()

    stop = Stop()
    with ended_by_signals(stop):
        signal.raise_signal(signal.SIGTERM)
        assert stop.wait(PATIENCE)
    assert stop.by is not threading.main_thread()


def test_a_signal_that_another_than_python_sees_to_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda kind: None)
    taken: list[int] = []
    monkeypatch.setattr(signal, "signal", lambda kind, handler: taken.append(kind))
    with ended_by_signals(threading.Event()):
        assert taken == []
    assert taken == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_what_is_done_beside_the_watch_is_said_on_lines_of_its_own(tmp_path: Path) -> None:
    import pty

    (tmp_path / "friday.xlsx").write_bytes(asked_for_round_1())
    window, end = pty.openpty()
    command = [sys.executable, "-m", "runner", "watch", str(tmp_path), "--no-proof"]
    program = subprocess.Popen(
        [*command, "--site", str(tmp_path / "site")], stdin=end, stdout=end, stderr=end
    )
    os.close(end)
    seen = bytearray()
    reader = threading.Thread(target=read_all, args=(window, seen), daemon=True)
    reader.start()
    try:
        until(lambda: re.search(rb"Slips: [^\r\n]+\r\n", bytes(seen)) is not None, seen)
    finally:
        program.terminate()
        program.wait(PATIENCE)
        reader.join(PATIENCE)
        os.close(window)
    lines = re.split(rb"[\r\n]+", bytes(seen).replace(b"\x1b[2K", b""))
    assert [each for each in lines if b"Slips: " in each and not each.startswith(b"Slips: ")] == []


def read_all(window: int, seen: bytearray) -> None:
    """All that comes on a terminal, until its last program has ended."""
    try:
        while more := os.read(window, 65536):
            seen += more
    except OSError:  # so says Linux
        return
