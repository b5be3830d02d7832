"""How long paper takes, each time by a process of its own that has loaded nothing yet.

    python -m benchmarks.paper           slips of 64, 250 and 512 pods, lists of 1,000 names, backs
    python -m benchmarks.paper others    beside it the same slips by other programs

CPU seconds with all that is loaded (medians of 5; templates are compiled once before), megabytes of
memory at most, kilobytes of the file. "Unchanged" is what a save costs that finds paper as it was.
The other programs are fetched from PyPI into a folder of their own.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

PODS, SEATS, TIMES, NAMES = (64, 250, 512), 4, 5, 1000
LISTS = ("pairings", "tables", "players", "standings")
_CSS = """html { font-family: "DejaVu Serif", serif; color: #222 }
.table, .round { color: navy; font-family: "DejaVu Sans" }
.name { color: darkgreen; font-style: italic }"""
OTHERS = ("table", "typst", "reportlab", "fpdf2")


def slips(pods: int) -> list:
    """So many pods; the last three have three players, as in a field of 997."""
    from runner.render.documents.slips.slip import Slip

    return [
        Slip(
            table=table,
            event="Benchmark Open",
            round="Round 5",
            seats=tuple(
                f"Surname{table * SEATS + seat}, Firstname"
                for seat in range(SEATS if table <= pods - 3 else SEATS - 1)
            ),
            best_of=1,
            address=f"https://example.org/benchmark/rounds/R5.html#t{table}",
            rehearsal=False,
            points=("12", "9", "9", "4")[: SEATS if table <= pods - 3 else SEATS - 1],
        )
        for table in range(1, pods + 1)
    ]


def once(what: str, size: int) -> tuple[float, float, float]:
    """Seconds, megabytes and kilobytes of one kind of work, in a process that does nothing else."""
    command = [sys.executable, "-m", "benchmarks.paper", "once", what, str(size)]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    seconds, megabytes, kilobytes = map(float, told.split())
    return seconds, megabytes, kilobytes


def work(what: str, size: int) -> None:
    """Do it, and say what it took."""
    if what in LISTS or what == "unchanged lists":
        size_of = _list(what, size)
    else:
        made = slips(size)
        started = time.process_time()
        from runner.render.documents.layout import OwnLook, PageSetup
        from runner.render.documents.slips.document import inputs_hash, to_pdf

        if what == "unchanged":
            started = time.process_time()
            done = inputs_hash(made).encode()
        else:
            own = OwnLook(_CSS) if what == "own" else OwnLook()
            done = to_pdf(made, PageSetup(back=what == "backs", own=own))
        size_of = time.process_time() - started, len(done)
    seconds, length = size_of
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000, length / 1000)


def _list(what: str, size: int) -> tuple[float, int]:
    from runner.core.phase import Mode
    from runner.render.documents.registry import REGISTRY
    from tests.support.day import Day, drawn_results
    from tests.support.events import swiss_and_playoff

    day = Day(swiss_and_playoff(size, Mode.MULTIPLAYER, swiss=3, cut=4))
    day.play_until(1, 2, drawn_results("paper"))
    snapshot, round_id = day.snapshot, day.snapshot.rounds[-1].id
    started = time.process_time()
    if what == "unchanged lists":
        for _ in range(2):  # the first time loads the classes of the documents
            started = time.process_time()
            for key in LISTS:
                REGISTRY[key].inputs(snapshot, round_id)
        return time.process_time() - started, 0
    (data,) = REGISTRY[what].render(snapshot, round_id).files.values()
    return time.process_time() - started, len(data)


def show(name: str, taken: list[tuple[float, float, float]]) -> None:
    """A line of the table."""
    seconds, megabytes, kilobytes = (statistics.median(each) for each in zip(*taken, strict=True))
    print(f"{name:28} {seconds:7.3f} s {megabytes:5.0f} MB {kilobytes:6.0f} kB", flush=True)


def ours() -> None:
    """Everything that Runner makes itself."""
    once("slips", 1), once("standings", 10)  # after which templates are kept
    for pods in PODS:
        show(f"slips of {pods} pods", [once("slips", pods) for _ in range(TIMES)])
    show("250 pods, with backs", [once("backs", 250) for _ in range(TIMES)])
    show("250 pods, own CSS", [once("own", 250) for _ in range(TIMES)])
    show("250 pods, unchanged", [once("unchanged", 250) for _ in range(TIMES)])
    for key in LISTS:
        show(f"{key} of {NAMES} names", [once(key, NAMES) for _ in range(TIMES)])
    show("these lists, unchanged", [once("unchanged lists", NAMES) for _ in range(TIMES)])


def others(pods: int = 250) -> None:
    """The same slips by other programs, and how many times longer or shorter they take."""
    folder = Path(tempfile.gettempdir()) / "runner-benchmark-paper"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        wanted = ("typst", "reportlab", "fpdf2", "weasyprint")
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
    given = json.dumps([asdict(slip) for slip in slips(pods)]).encode()
    script = Path(__file__).with_name("paper_elsewhere.py")
    mine = statistics.median(once("slips", pods)[0] for _ in range(TIMES))
    print(f"{'Runner':12} {mine:7.3f} s")
    for name in OTHERS:
        taken = []
        for _ in range(TIMES):
            command = [python, script, name]
            done = subprocess.run(command, input=given, capture_output=True, check=True)
            taken.append(tuple(map(float, done.stdout.split())))
        seconds, kilobytes = (statistics.median(each) for each in zip(*taken, strict=True))
        print(f"{name:12} {seconds:7.3f} s {kilobytes:6.0f} kB, {seconds / mine:5.2f} times ours")


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["once"]:
        work(asked[1], int(asked[2]))
    elif asked == ["others"]:
        others()
    else:
        ours()
