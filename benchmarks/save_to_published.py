"""Seconds from a save in round 5 to the last page written, by stage.

Three kinds of save, each on an event of pods in which four rounds are played and half of the fifth
(of 8 tables 2, so that five more results can come in before the last one): one more result typed;
nothing known yet (a fresh start of Runner); all that was left typed, so that round 6 is paired and
published. Medians of several runs.

    python benchmarks/save_to_published.py [players ...]
    python benchmarks/save_to_published.py paper [players ...]
    python benchmarks/save_to_published.py phones [players ...]
    python benchmarks/save_to_published.py publishing [players ...]

The second shows one more result, with nothing else to do and while paper is being made by the
process that `runner watch` has for it: a save that comes right after a round went out. The third
shows how many times as long one more result takes where results by phone are on and none has come,
in CPU seconds and in seconds: medians of the ratios of saves made in turn. The fourth shows the
same where another process publishes every save to a folder, or tries to without a connection.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.app.sample_players import players as sample_players
from runner.app.upload.follow import Beside
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
MOST_SAVES = 40
PAUSE = 1.0
"""Seconds between two saves while something is published beside them, so that each is sent."""
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
    ways = {"no": {"phones": Phones.NO}, "by phone": {"phones": Phones.TWO}}
    with tempfile.TemporaryDirectory() as folder:
        _in_turn(count, Path(folder), ways)


def beside_publishing(count: int) -> None:
    """The same save without publishing, and with a process that publishes it, in turn."""
    with tempfile.TemporaryDirectory() as folder:
        ways = {"no": "", "to a folder": f"{folder}/out", "offline": "webdav://127.0.0.1:9/pages"}
        _in_turn(count, Path(folder), {name: {"publish_to": to} for name, to in ways.items()})


def _in_turn(count: int, root: Path, ways: Mapping[str, Mapping[str, Any]]) -> None:
    """Save an event in several ways, which are changes of it, in turn; print how many times as long
    the others take as the first."""
    event, ledger, rows = event_in_round_5(count)
    half, pairs = len(rows) // 4, min(len(rows) // 2, MOST_SAVES)
    lines = Ledger().extended(ledger.entries)[1]
    events = {name: replace(event, **changes) for name, changes in ways.items()}
    saves = {
        name: [workbook(way, rows, half + at) for at in range(pairs)]
        for name, way in events.items()
    }
    pipelines = {name: _pipeline(root / name, lines) for name in ways}
    beside = {
        name: Beside(pipelines[name].folder, pipelines[name].site_out, lambda _: None)
        for name in ways
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for at in range(pairs):
        for name in sorted(ways, reverse=at % 2 == 1):
            began, cpu = time.perf_counter(), time.process_time()
            pipelines[name].run(saves[name][at])
            taken[name].append((time.process_time() - cpu, time.perf_counter() - began))
            beside[name].publish(events[name])
            if any(way.publish_to for way in events.values()):
                time.sleep(PAUSE)
    for each in beside.values():
        each.end()
    first, *others = ways
    for name in others:
        cpu, seconds = (
            statistics.median(
                on[of] / off[of] for off, on in zip(taken[first][1:], taken[name][1:], strict=True)
            )
            for of in (0, 1)
        )
        print(
            f"{count:7} {name:12} {pairs - 1:5} saves: {cpu:.3f} of CPU, {seconds:.3f} of seconds"
        )


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
    for word, run in (("phones", beside_phones), ("publishing", beside_publishing)):
        if asked[:1] == [word]:
            for size in map(int, asked[1:] or (118, 256, 1024)):
                run(size)
            raise SystemExit
    heads = "".join(f"{stage:>9}" for stage in STAGES)
    print(f"{'players':>7} {'save':12} {'seconds':>7} {'first':>9} {heads} {'pages':>7}")
    beside = asked[:1] == ["paper"]
    for size in map(int, asked[beside:] or SIZES):
        (beside_paper if beside else measure)(size)
