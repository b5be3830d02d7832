"""Forty events watched by one process, with ten saves a minute: how late each save's pages are,
beside those of an event that is watched alone, and how much memory it takes.

    PYTHONPATH=. python -m benchmarks.many_watched [SAVES] [SECONDS BETWEEN TWO]

A save changes one result of round 2; events have 8 to 128 players. An hour is 600 saves, 6 seconds
apart; they may come faster. No save waits in line: each comes when the watch has computed nothing
for a tenth of a second. But every tenth time three events are saved at once, so that two wait. A
page is late by the seconds from the save to `version.js`, which is written when all pages are.
Before each save of the forty, one of an event of that size is measured that is watched alone.
Memory is that of the watch (Rss), without the processes that print and prove.
"""

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.many_events import run
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit

SIZES = (8, 16, 32, 64, 128)
EVENTS = 40
LONGEST = 60.0


@dataclass(frozen=True)
class Watch:
    """The process of a watch."""

    pid: int

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))

    def idle(self) -> None:
        """Return as soon as it has computed nothing for a tenth of a second."""
        before = -1
        while (now := self._ticks()) > before:
            before = now
            time.sleep(0.1)

    def _ticks(self) -> int:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


@dataclass
class Saved:
    """A folder of an event in round 2, whose results are typed and saved under a watch."""

    folder: Path
    site: Path
    size: int
    watch: Watch = Watch(0)
    count: int = 0
    before: bytes = b""
    began: float = 0.0

    def save(self) -> None:
        """Type another result at a table."""
        workbook = self.folder / "event.xlsx"
        data = workbook.read_bytes()
        grid = Book(data).grid("Round 2").rows
        column = next(at for at, text in grid[4].items() if str(text) == "Result")
        times, table = divmod(self.count, self.size // 4)
        change = CellChange("Round 2", f"{chr(64 + column)}{5 + table}", "ABC"[times % 3])
        self.count += 1
        self.before = self.version.read_bytes()
        aside = workbook.with_name("saved")
        aside.write_bytes(edit(data, [change]))
        self.began = time.perf_counter()
        aside.replace(workbook)

    @property
    def version(self) -> Path:
        return self.site / "version.js"

    def wait(self) -> float:
        """Return the seconds until all pages are there."""
        while self.version.read_bytes() == self.before:
            assert time.perf_counter() - self.began < LONGEST, self.folder
            time.sleep(0.002)
        return time.perf_counter() - self.began


def main() -> None:
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    pause = float(sys.argv[2]) if len(sys.argv) > 2 else 6.0
    with tempfile.TemporaryDirectory() as name, ExitStack() as ends:
        root = Path(name)
        models = {size: model(root / f"model {size}", size) for size in SIZES}
        alone = {
            size: copied(models[size], root / "alone" / str(size), root / f"site {size}", size)
            for size in SIZES
        }
        for each in alone.values():
            each.watch = ends.enter_context(watching(each.folder, each.site))
        events = root / "events"
        all_ = [
            copied(models[size], events / f"e{at:02}", root / "site" / f"e{at:02}", size)
            for at, size in enumerate((*SIZES,) * (EVENTS // len(SIZES)))
        ]
        watch = ends.enter_context(watching(events, root / "site"))
        until_there([*alone.values(), *all_])
        for each in all_:
            each.watch = watch
        report(watched(alone, all_, saves, pause))


@dataclass
class Measured:
    """For each size, the seconds from each save to its pages: `alone` of events watched alone, and
    `turn` of the forty, saved one at a time. `together` are the seconds until the last of three
    that were saved at once, with their sizes; `memory` is in megabytes, after each save."""

    alone: dict[int, list[float]]
    turn: dict[int, list[float]]
    together: list[tuple[float, list[int]]]
    memory: list[float]


def report(measured: Measured) -> None:
    usual = {size: statistics.median(late) for size, late in measured.alone.items()}
    print("alone, median s: " + ", ".join(f"{size}: {s:.3f}" for size, s in usual.items()))
    for name, late in (("alone", measured.alone), ("in turn", measured.turn)):
        ratios = sorted(each / usual[size] for size in SIZES for each in late[size])
        high = ratios[len(ratios) * 99 // 100]
        above = sum(each > 1.3 for each in ratios)
        print(f"{len(ratios)} saves {name}: {statistics.median(ratios):.2f} times as late, "
              f"99 %: {high:.2f}, at most {ratios[-1]:.2f}; {above} above 1.3")  # fmt: skip
    beyond = [late - sum(usual[size] for size in sizes) for late, sizes in measured.together]
    print(f"{len(beyond)} times three at once: at most {max(beyond):.2f} s later than alone and "
          "their wait")  # fmt: skip
    memory, half = measured.memory, len(measured.memory) // 2
    print(f"memory: {memory[0]:.0f} MB after the start, {memory[half]:.0f} at half time, "
          f"{memory[-1]:.0f} at the end, at most {max(memory):.0f}")  # fmt: skip


def model(folder: Path, size: int) -> Path:
    run("new", folder, "--sample", size, "--rounds", 3)
    site = folder.with_name(f"{folder.name} site")
    run("rehearse", folder, "--rounds", 1, "--site", site)
    folder.joinpath(f"{folder.name}.xlsx").rename(folder / "event.xlsx")
    return folder


def copied(model_: Path, folder: Path, site: Path, size: int) -> Saved:
    folder.mkdir(parents=True)
    for each in ("event.xlsx", "ledger.jsonl"):
        shutil.copy(model_ / each, folder)
    return Saved(folder, site, size)


@contextmanager
def watching(folder: Path, site: Path) -> Iterator[Watch]:
    words = ["watch", folder, "--site", site, "--no-slips", "--no-proof"]
    command = [sys.executable, "-m", "runner", *map(str, words)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield Watch(process.pid)
    finally:
        process.terminate()
        process.wait()


def until_there(events: list[Saved]) -> None:
    while not all(each.version.exists() for each in events):
        time.sleep(0.1)
    time.sleep(2)


def watched(alone: dict[int, Saved], all_: list[Saved], saves: int, pause: float) -> Measured:
    rng = random.Random(1)
    measured = Measured({size: [] for size in SIZES}, {size: [] for size in SIZES}, [], [])
    for number in range(saves):
        until = time.perf_counter() + pause
        if number % 10 == 9:
            three = rng.sample(all_, 3)
            late = max(saved(three))
            measured.together.append((late, [each.size for each in three]))
        else:
            one = rng.choice(all_)
            measured.alone[one.size] += saved([alone[one.size]])
            measured.turn[one.size] += saved([one])
        measured.memory.append(all_[0].watch.megabytes())
        time.sleep(max(0.0, until - time.perf_counter()))
    return measured


def saved(events: list[Saved]) -> list[float]:
    """Save the events at once when their watch has nothing to do; return how late each was."""
    events[0].watch.idle()
    for each in events:
        each.save()
    return [each.wait() for each in events]


if __name__ == "__main__":
    main()
