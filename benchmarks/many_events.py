"""How long an archive of events takes to build: by one process, by two, by two Dask workers; again
with nothing changed, and with one result changed. Dask is measured where it is installed
(`pip install runner-tournaments[cluster]`). The last line is how many times as fast two processes
of this machine do work that shares nothing at all: nothing can gain more here.

    PYTHONPATH=. python -m benchmarks.many_events [EVENTS]

Events of 8 to 512 players, each size as often as any other; their results are made up. Copies of
the same few events: what a build costs does not depend on whose names it writes.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from datetime import date
from itertools import cycle, islice
from pathlib import Path

from click.testing import CliRunner

from runner.app.collection.build import Outcome, build_events
from runner.app.collection.index import write_index
from runner.app.find_events import events_in
from runner.cli import main as command
from runner.ledger.ledger import NAME
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit

ROWS = 2_000_000
SIZES = (8, 16, 32, 64, 128, 256, 512)
ROUNDS = 3


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        events = archive(root, many)
        one = built(events, root / "one", 1)
        two = built(events, root / "two", 2)
        dask = 0.0
        with suppress(ImportError), two_workers() as workers:
            dask = built(events, root / "dask", 2, workers)
        again = built(events, root / "two", 1)
        alone, changed = one_result(events, root / "two")
    print(f"{many} events of {SIZES[0]} to {SIZES[-1]} players, {ROUNDS} rounds each")
    print(f"one process {one:.1f} s, two {two:.1f} s ({one / two:.2f} times as fast)")
    if dask:
        print(f"two Dask workers {dask:.1f} s ({one / dask:.2f})")
    print(f"nothing changed {again:.2f} s; one result changed {changed:.2f} s, of which the event "
          f"itself {alone:.2f} s")  # fmt: skip
    print(
        f"work that shares nothing, in two processes of this machine: {machine():.2f} times as fast"
    )


def archive(root: Path, many: int) -> Path:
    """A folder of so many events."""
    models = []
    for size in SIZES:
        model = root / f"model {size}"
        run("new", model, "--sample", size, "--players", size, "--rounds", ROUNDS)
        run("rehearse", model, "--rounds", ROUNDS, "--site", root / "models" / str(size))
        models.append(model)
    events = root / "events"
    for number, model in enumerate(islice(cycle(models), many)):
        folder = events / f"event-{number:05}"
        folder.mkdir(parents=True)
        shutil.copy(model / f"{model.name}.xlsx", folder / "event.xlsx")
        shutil.copy(model / NAME, folder)
    return events


def built(events: Path, site: Path, jobs: int, executor: Executor | None = None) -> float:
    """The seconds that it takes to bring all events and the index up to date."""
    began = time.perf_counter()
    outcomes = [each.outcome for each in build_events(events_in(events), site, jobs, executor)]
    assert Outcome.FAILED not in outcomes
    write_index(events, site, date.today())
    return time.perf_counter() - began


def one_result(events: Path, site: Path) -> tuple[float, float]:
    """The seconds of one event whose result changed, alone and with all others beside it."""
    folder = events_in(events)[3]
    seconds = []
    for result in "BC":
        workbook = folder / "event.xlsx"
        data = workbook.read_bytes()
        head = Book(data).grid("Round 3").rows[4]
        column = next(at for at, text in head.items() if str(text) == "Result")
        workbook.write_bytes(edit(data, [CellChange("Round 3", f"{chr(64 + column)}5", result)]))
        began = time.perf_counter()
        if result == "B":
            assert [each.outcome for each in build_events([folder], site, 1)] == [Outcome.BUILT]
            seconds.append(time.perf_counter() - began)
        else:
            seconds.append(built(events, site, 1))
    return seconds[0], seconds[1]


def machine() -> float:
    """How many times as fast two processes do a plain calculation twice: the median of nine."""
    ratios = []
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(calculation, (1, 1)))
        for _ in range(9):
            began = time.perf_counter()
            calculation(ROWS)
            calculation(ROWS)
            half = time.perf_counter()
            list(pool.map(calculation, (ROWS, ROWS)))
            ratios.append((half - began) / (time.perf_counter() - half))
    return statistics.median(ratios)


def calculation(rows: int) -> int:
    return len({str(row): row for row in range(rows)})


@contextmanager
def two_workers() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with LocalCluster(2, threads_per_worker=1) as cluster, Client(cluster) as client:
        yield client.get_executor()


def run(*words: object) -> None:
    done = CliRunner().invoke(command, [str(each) for each in words])
    assert done.exit_code == 0, done.output


if __name__ == "__main__":
    main()
