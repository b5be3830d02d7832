"""Every save is noticed, once and whole; and so is the moment when the editor lets go."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runner import watch as watching
from runner.watch import Callbacks, watch


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

    def until(self, holds: Callable[[], bool], within: float = 3.0) -> None:
        end = time.monotonic() + within
        while not holds():
            assert time.monotonic() < end, (self.saves, self.asked, self.troubles)
            time.sleep(0.005)

    def save_by_rename(self, data: bytes) -> None:
        new = self.path.with_name("lu1.tmp")
        new.write_bytes(data)
        new.replace(self.path)


@pytest.fixture(params=["events", "looking"])
def day(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
        ) -> Iterator[Day]:  # fmt: skip
    if request.param == "looking":
        monkeypatch.setattr(watching, "_observe", lambda *_: None)
    monkeypatch.setattr(watching, "UNLOCKED_FOR", 0.4)
    monkeypatch.setattr(watching, "_ASK_AGAIN", 0.3)
    path = tmp_path / "event.xlsx"
    path.write_bytes(b"at the start")
    day = Day(path)
    yield day
    day.stop.set()
    day.thread.join(3)
    assert not day.thread.is_alive()


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


def test_a_slow_save_comes_when_it_is_finished(day: Day) -> None:
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
    assert 0.39 <= day.asked[0] - closed < 1.6
    time.sleep(0.6)
    assert len(day.asked) == 1


def test_a_lock_has_to_be_away_for_a_full_second_and_names_come_within_three(
    tmp_path: Path,
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(b"one")
    day = Day(path)
    day.lock.touch()
    day.begin()
    closed = time.monotonic()
    day.lock.unlink()
    day.until(lambda: len(day.asked) == 1)
    assert 0.99 <= day.asked[0] - closed < 2
    day.stop.set()
    day.thread.join(3)


def test_a_lock_that_flickers_at_a_save_is_still_a_lock(day: Day) -> None:
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
    day.until(lambda: len(day.asked) == 2)
    assert day.asked[1] - day.asked[0] >= 0.29
    day.done = True
    day.until(lambda: len(day.asked) == 3)
    time.sleep(0.6)
    assert len(day.asked) == 3


def test_a_workbook_that_stays_away_is_reported_once_and_waited_for(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_MISSING_FOR", 0.6)
    day.begin()
    day.path.unlink()
    day.until(lambda: len(day.troubles) == 1)
    time.sleep(1)
    assert [type(trouble) for trouble in day.troubles] == [FileNotFoundError]
    day.path.write_bytes(b"back")
    day.until(lambda: day.saves[-1] == b"back")


def test_the_real_file_behind_a_link_is_watched(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "book.xlsx"
    real.write_bytes(b"one")
    link = tmp_path / "event.xlsx"
    link.symlink_to(real)
    day = Day(link)
    day.begin()
    started = time.monotonic()
    new = real.with_name("new")
    new.write_bytes(b"two")
    new.replace(real)
    day.until(lambda: day.saves == [b"one", b"two"])
    assert time.monotonic() - started < 1
    day.stop.set()
    day.thread.join(3)
