"""Forty events watched by one process, with ten saves a minute: how late each save's pages are,
beside those of an event that is watched alone, and how much memory it takes.

    PYTHONPATH=. python -m benchmarks.many_watched [SAVES] [SECONDS BETWEEN TWO]

A save changes one result of round 2; events have 8 to 128 players. An hour is 600 saves, 6 seconds
apart; they may come faster. Every eighth time three events are saved at once, so that two wait for
their turn. A page is late by the seconds from the save to `version.js`, which is written when all
pages are. Memory is that of the watch (Rss), without the processes that print and prove.
"""

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.many_events import run
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit

SIZES = (8, 16, 32, 64, 128)
EVENTS = 40
LONGEST = 60.0


@dataclass
class Saved:
    """A folder of an event in round 2, and what its saves gave, in seconds."""

    folder: Path
    site: Path
    size: int
    count: int = 0
    before: bytes = b""
    began: float = 0.0
    late: list[float] = field(default_factory=list)

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
        self.late.append(time.perf_counter() - self.began)
        return self.late[-1]


def main() -> None:
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    pause = float(sys.argv[2]) if len(sys.argv) > 2 else 6.0
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        models = {size: model(root / f"model {size}", size) for size in SIZES}
        alone = {size: watched_alone(root / "alone", models[size], size) for size in SIZES}
        events = root / "events"
        all_ = [
            copied(models[size], events / f"e{at:02}", root / "site" / f"e{at:02}", size)
            for at, size in enumerate((*SIZES,) * (EVENTS // len(SIZES)))
        ]
        report(alone, *watched_together(events, root / "site", all_, alone, saves, pause))


def report(
    alone: dict[int, float], ratios: list[float], beyond: list[float], memory: list[float]
) -> None:
    print("alone, median s: " + ", ".join(f"{size}: {s:.3f}" for size, s in alone.items()))
    ratios.sort()
    at = len(ratios) * 99 // 100
    print(f"{len(ratios)} saves in turn: {statistics.median(ratios):.2f} times as late as alone, "
          f"99 %: {ratios[at]:.2f}; {len(beyond)} of three at once: at most {max(beyond):.2f} s "
          "later than alone and their wait")  # fmt: skip
    half = len(memory) // 2
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


def watching(folder: Path, site: Path) -> subprocess.Popen[bytes]:
    words = ["watch", folder, "--site", site, "--no-slips", "--no-proof"]
    command = [sys.executable, "-m", "runner", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def megabytes(process: subprocess.Popen[bytes]) -> float:
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def until_there(events: list[Saved]) -> None:
    while not all(each.version.exists() for each in events):
        time.sleep(0.1)
    time.sleep(2)


def watched_alone(root: Path, model_: Path, size: int) -> float:
    one = copied(model_, root / str(size), root / f"{size} site", size)
    process = watching(one.folder, one.site)
    try:
        until_there([one])
        for _ in range(12):
            one.save()
            one.wait()
            time.sleep(1)
    finally:
        process.terminate()
        process.wait()
    return statistics.median(one.late[2:])


def watched_together(
    events: Path, site: Path, all_: list[Saved], alone: dict[int, float], saves: int, pause: float
) -> tuple[list[float], list[float], list[float]]:
    """Return how many times as late as alone each save was that came by itself; by how many seconds
    those that came together were later than alone and their wait; and the memory after each."""
    rng, ratios, beyond = random.Random(1), list[float](), list[float]()
    process = watching(events, site)
    try:
        until_there(all_)
        memory = [megabytes(process)]
        while len(ratios) + len(beyond) < saves:
            together = rng.sample(all_, 3 if len(memory) % 8 == 0 else 1)
            for each in together:
                each.save()
            until = time.perf_counter() + pause * len(together)
            late = [each.wait() for each in together]
            if len(together) == 1:
                ratios.append(late[0] / alone[together[0].size])
            else:
                beyond.append(max(late) - sum(alone[each.size] for each in together))
            memory.append(megabytes(process))
            time.sleep(max(0.0, until - time.perf_counter()))
    finally:
        process.terminate()
        process.wait()
    return ratios, beyond, memory


if __name__ == "__main__":
    main()
