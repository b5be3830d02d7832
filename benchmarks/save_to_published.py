"""Seconds from a save in round 5 to the last page written, by stage.

Three kinds of save, each on an event of pods in which four rounds are played and half of the fifth
(of 8 tables 2, so that five more results can come in before the last one): one more result typed;
nothing known yet (a fresh start of Runner); all that was left typed, so that round 6 is paired and
published. Medians of several runs.

    python benchmarks/save_to_published.py [players ...]
    python benchmarks/save_to_published.py paper [players ...]
    python benchmarks/save_to_published.py phones [players ...]

The second shows one more result, with nothing else to do and while paper is being made by the
process that `runner watch` has for it: a save that comes right after a round went out. The third
shows how many times as long one more result takes where results by phone are on and none has come,
in CPU seconds and in seconds: medians of the ratios of saves made in turn.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.app.sample_players import players as sample_players
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.rehearsal import rehearse
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.phone_reports import Phones
from runner.core.round_sheet import RoundSheet, Row
from runner.ledger.ledger import Ledger
from runner.workbook.template.template import Plan, template

SIZES = (32, 118, 256, 1024, 2048)
RUNS = 5
STAGES = ("read", "compute", "ledger", "render", "write")
STAMP = "2026-11-21T10:00:00+00:00"


def event_in_round_5(count: int) -> tuple[Event, Ledger, list[Row]]:
    """The event, its ledger, and the rows of round 5 with every result made up."""
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=6)
    event = Event("Benchmark", seed="benchmark", phases=(phase,), players=sample_players(count))
    event = replace(event, automatic=True, date="2026-11-21")
    ledger = Ledger()
    rows: list[Row] = []
    for number in range(1, 6):
        snapshot = compute(event, ledger)
        proposed = snapshot.pairings[-1].round
        asked = replace(event, decisions=(Decision(PairRound.KEY, proposed),))
        entries = compute(asked, ledger).entries
        ledger, _ = ledger.extended(replace(each, at=STAMP) for each in entries)
        rows = _rows(event, ledger, proposed)
        if number < 5:
            event = replace(event, rounds=(*event.rounds, RoundSheet(proposed, tuple(rows))))
    return event, ledger, rows


def _rows(event: Event, ledger: Ledger, round_id: RoundId) -> list[Row]:
    snapshot = compute(event, ledger)
    made = rehearse(snapshot)
    assert made is not None
    results = made.results
    names = {player.id: player.name for player in snapshot.players.values()}
    return [
        Row(
            RowKey(round_id, RowKind.TABLE, table.number),
            table.number,
            tuple(names[each] for each in table.seats),
            results[table.number],
        )
        for table in ledger.rounds[round_id].seating.tables
    ]


def workbook(event: Event, rows: list[Row], known: int) -> bytes:
    """The workbook with the first so many results of round 5."""
    shown = [row if at < known else replace(row, result="") for at, row in enumerate(rows)]
    rounds = (*event.rounds, RoundSheet(rows[0].key.round, tuple(shown)))
    return template(Plan(replace(event, rounds=rounds), 6))


def measure(count: int) -> None:
    event, ledger, rows = event_in_round_5(count)
    half = min(len(rows) // 2, len(rows) - RUNS - 1)
    assert half > 0, "there are too few tables for one more result in every run"
    one, *more = (workbook(event, rows, half + at) for at in range(RUNS + 1))
    last = workbook(event, rows, len(rows))
    lines = Ledger().extended(ledger.entries)[1]
    with tempfile.TemporaryDirectory() as folder:
        warm = _pipeline(Path(folder) / "one", lines)
        warm.run(one)
        _show(count, "one result", [_timed(warm, each) for each in more])
        fresh, following = [], []
        for run in range(RUNS):  # a folder each: a save that was there before is held back
            root = Path(folder) / str(run)
            _pipeline(root, lines).run(one)
            again = _pipeline(root)
            fresh.append(_timed(again, one))
            following.append(_timed(again, last))
        _show(count, "fresh start", fresh)
        _show(count, "next round", following)


def beside_paper(count: int) -> None:
    """The same save without paper and with it, in turn."""
    event, ledger, rows = event_in_round_5(count)
    half = min(len(rows) // 2, len(rows) - 2 * RUNS - 1)
    assert half > 0, "there are too few tables for one more result in every run"
    one, *more = (workbook(event, rows, half + at) for at in range(2 * RUNS + 1))
    lines = Ledger().extended(ledger.entries)[1]
    with tempfile.TemporaryDirectory() as folder:
        pipeline = _pipeline(Path(folder) / "one", lines)
        root = pipeline.folder.root
        pipeline.run(one)
        taken: dict[str, list[tuple[Report, float]]] = {"alone": [], "beside paper": []}
        for at, data in enumerate(more):
            root.joinpath("one.xlsx").write_bytes(data)
            shutil.rmtree(root / "lists", ignore_errors=True)
            shutil.rmtree(root / "slips", ignore_errors=True)
            printing = _printing(root) if at % 2 else None
            taken["beside paper" if printing else "alone"].append(_timed(pipeline, data))
            if printing:
                still = printing.poll() is None
                assert printing.wait() == 0
                print("paper was being made until after the save" if still else "paper was quicker")
        for what, runs in taken.items():
            _show(count, what, runs)


def beside_phones(count: int) -> None:
    """The same save with results by phone and without, in turn."""
    event, ledger, rows = event_in_round_5(count)
    half, pairs = len(rows) // 4, len(rows) // 2
    lines = Ledger().extended(ledger.entries)[1]
    with tempfile.TemporaryDirectory() as folder:
        ways = [replace(event, phones=Phones.NO), replace(event, phones=Phones.TWO)]
        saves = [[workbook(way, rows, half + at) for at in range(pairs)] for way in ways]
        pipelines = [_pipeline(Path(folder) / way.phones, lines) for way in ways]
        for pipeline, data in zip(pipelines, saves, strict=True):
            pipeline.run(data[0])
        taken: list[list[tuple[float, float]]] = [[], []]
        for at in range(1, pairs):
            for way in (0, 1) if at % 2 else (1, 0):
                began, cpu = time.perf_counter(), time.process_time()
                pipelines[way].run(saves[way][at])
                spent = time.process_time() - cpu, time.perf_counter() - began
                taken[way].append(spent)
        ratios = [
            statistics.median(on[of] / off[of] for off, on in zip(*taken, strict=True))
            for of in (0, 1)
        ]
        print(f"{count:7} {pairs - 1:5} saves: {ratios[0]:.3f} of CPU, {ratios[1]:.3f} of seconds")


def _printing(root: Path) -> subprocess.Popen[bytes]:
    """Paper being made, once it has loaded what it needs."""
    command = [sys.executable, "-m", "runner", "print", str(root), "--beside"]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    return started


def _pipeline(root: Path, lines: bytes = b"") -> Pipeline:
    """One of an event whose ledger has these lines, or what it had before."""
    root.mkdir(exist_ok=True)
    if lines:
        root.joinpath("ledger.jsonl").write_bytes(lines)
    return Pipeline(EventFolder(root), root / "site")


def _timed(pipeline: Pipeline, data: bytes) -> tuple[Report, float]:
    """A run, and the seconds until the last page was out that everybody looks at."""
    start = time.time()
    report = pipeline.run(data)
    site = pipeline.site_out
    pages = (path for path in site.rglob("*.html") if path.parent.name != "players")
    return report, max(0.0, max(path.stat().st_mtime for path in pages) - start)


def _show(count: int, what: str, runs: list[tuple[Report, float]]) -> None:
    reports = [report for report, _ in runs]
    first = statistics.median(seconds for _, seconds in runs)
    totals = [sum(report.seconds.values()) for report in reports]
    stages = "".join(
        f"{statistics.median(report.seconds.get(stage, 0.0) for report in reports):9.3f}"
        for stage in STAGES
    )
    written = len(reports[-1].published.written) if reports[-1].published else 0
    print(f"{count:7} {what:12} {statistics.median(totals):7.3f} {first:9.3f} {stages} {written:7}")


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["phones"]:
        for size in map(int, asked[1:] or (118, 256, 1024)):
            beside_phones(size)
        raise SystemExit
    heads = "".join(f"{stage:>9}" for stage in STAGES)
    print(f"{'players':>7} {'save':12} {'seconds':>7} {'first':>9} {heads} {'pages':>7}")
    beside = asked[:1] == ["paper"]
    for size in map(int, asked[beside:] or SIZES):
        (beside_paper if beside else measure)(size)
