"""What runs beside a watch: one proof at a time, the old one ended, and none outlives the watch."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from runner.app.background_job import BackgroundJob, group
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.prove import prove_latest, waiting
from runner.app.rehearse import play
from runner.compute.verify import verify
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.pairing import engine
from runner.pairing.engine import Result
from runner.process_locks import named_lock
from tests.support.asked import asked_for_round_1
from tests.support.commands import run
from tests.support.events import planned, swiss_and_playoff
from tests.support.folders import data_of, event_folder, opened
from tests.support.reported import into
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.thorough


STAYS = """
import os, sys, time
from pathlib import Path
Path(sys.argv[1], str(os.getpid())).touch()
print("ready", flush=True)
time.sleep(float(sys.argv[2]))
print("done", flush=True)
"""
HOLDS = """
import sys, time
from pathlib import Path
from runner.process_locks import wait_for_lock
with wait_for_lock(Path(sys.argv[1], ".runner", "lock")):
    Path(sys.argv[1], "pages").write_text("half")
    time.sleep(1)
    Path(sys.argv[1], "pages").write_text("whole")
time.sleep(600)
"""
WATCHES = """
import sys, time
from pathlib import Path
from runner.app.background_job import BackgroundJob
words = [sys.executable, "-c", sys.argv[2], sys.argv[1], sys.argv[3]]
beside = BackgroundJob(words, print, Path(sys.argv[1], ".runner", "lock"), restart=True)
beside.start()
time.sleep(600)
"""
WAITS = """
import os, sys, time
from pathlib import Path
from runner.app.shutdown import end_with_input
end_with_input()
Path(sys.argv[1], str(os.getpid())).touch()
time.sleep(float(sys.argv[2]))
"""
TALKS = """
import sys, time
from runner.app.terminal import Terminal
terminal = Terminal(sys.stdout)
for line in range(900):
    terminal.say("x" * 300)
time.sleep(0.2)
terminal.close()
"""


def work(place: Path, program: str, *words: str, anew: bool) -> tuple[BackgroundJob, list[str]]:
    said: list[str] = []
    command = [sys.executable, "-c", program, str(place), *words]
    (place / ".runner").mkdir(exist_ok=True)
    return BackgroundJob(command, into(said), place / ".runner" / "lock", restart=anew), said


@pytest.mark.skipif(os.name == "nt", reason="groups of processes are other there")
def test_ctrl_c_is_for_the_watch_alone(tmp_path: Path) -> None:
    """A terminal's Ctrl-C reaches all of its foreground group: no "Aborted!" for each of them."""
    tells = "import os; print(os.getpgrp(), flush=True)"
    beside, said = work(tmp_path, tells, anew=False)
    beside.start()
    until(lambda: said)
    beside.end()
    assert said != [str(os.getpgrp())]


@pytest.mark.parametrize(("has_groups", "given"), [(True, 0), (False, None)])
def test_a_process_group_is_only_asked_for_where_there_are_any(
    has_groups: bool, given: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "setpgid", raising=False)
    if has_groups:
        monkeypatch.setattr(os, "setpgid", lambda *_: None, raising=False)
    assert group() == given


def started(place: Path) -> list[int]:
    return [int(path.name) for path in place.iterdir() if path.name.isdigit()]


def alive(program: int) -> bool:
    try:
        os.kill(program, 0)
    except ProcessLookupError:
        return False
    return True


def test_what_starts_over_runs_once_and_the_old_one_is_ended(tmp_path: Path) -> None:
    proofs, said = work(tmp_path, STAYS, "600", anew=True)
    for many in range(1, 5):
        proofs.start()
        until(lambda many=many: len(started(tmp_path)) == many, said)  # type: ignore[misc]
        assert sum(map(alive, started(tmp_path))) == 1
    proofs.end()
    assert not any(map(alive, started(tmp_path)))
    proofs.start()
    time.sleep(0.3)
    assert len(started(tmp_path)) == 4, "nothing begins after the end"


def test_what_is_finished_is_done_once_more_however_often_it_is_asked_for(tmp_path: Path) -> None:
    documents, said = work(tmp_path, STAYS, "1", anew=False)
    for _ in range(5):
        documents.start()
        until(lambda: "ready" in said, said)
        assert sum(map(alive, started(tmp_path))) == 1
    until(lambda: said == ["ready", "done"] * 2, said)
    documents.start()
    until(lambda: said.count("ready") == 3, said)
    documents.end()
    assert not any(map(alive, started(tmp_path)))
    until(lambda: said == ["ready", "done"] * 3, said)


def test_nothing_is_ended_while_it_publishes(tmp_path: Path) -> None:
    proofs, said = work(tmp_path, HOLDS, anew=True)
    pages = tmp_path / "pages"
    proofs.start()
    until(pages.exists, said)
    proofs.end()
    assert pages.read_text() == "whole"


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process as this system does")
def test_it_ends_with_a_watch_that_is_killed(tmp_path: Path) -> None:
    watch = subprocess.Popen([sys.executable, "-c", WATCHES, str(tmp_path), WAITS, "600"])
    until(lambda: len(started(tmp_path)) == 1, "a proof")
    (proof,) = started(tmp_path)
    assert alive(proof)
    watch.send_signal(signal.SIGKILL)
    watch.wait()
    until(lambda: not alive(proof) or zombie(proof), "its end")


def test_it_comes_to_its_end_in_good_order_while_the_watch_goes_on(tmp_path: Path) -> None:
    proof = subprocess.Popen(
        [sys.executable, "-c", WAITS, str(tmp_path), "0.3"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    with proof:
        assert proof.wait(PATIENCE) == 0
        assert proof.stdout.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="fills a pipe as this system does")
@pytest.mark.parametrize("flags", [[], ["-u"]], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("reader", ["stands still", "is gone"])
def test_a_terminal_that_nobody_reads_keeps_no_program_from_its_end(
    flags: list[str], reader: str
) -> None:
    unread, out = os.pipe()
    if reader == "is gone":
        os.close(unread)
    program = subprocess.Popen(
        [sys.executable, *flags, "-c", TALKS],
        stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(out)
    with program:
        assert program.wait(PATIENCE) == 0
        assert program.stderr.read() == b""
    if reader == "stands still":
        os.close(unread)


def zombie(program: int) -> bool:
    """One that has ended, and whose end nobody here is told of."""
    try:
        return Path(f"/proc/{program}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_second_proof_of_an_event_says_who_looks_for_one_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday").mkdir()
    Path("friday/friday.xlsx").write_bytes(asked_for_round_1())
    run("build", "friday", "--no-slips")
    with named_lock(Path("friday/.runner/proving.lock")):
        said = run("verify", "--prove", "friday", code=1)
    assert "Another Runner is looking for the proof already:" in said
    assert f"process {os.getpid()}, since" in said.replace("\n", " ")
    run("verify", "--prove", "friday")


def test_a_watch_that_asks_for_the_proof_of_a_playoff_is_told_nothing(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", swiss_and_playoff(8, Mode.HEAD_TO_HEAD, cut=4))
    play(Pipeline(folder, tmp_path / "site"), 3)
    assert opened(folder).snapshot.rounds[-1].id.phase == 2
    words = ("verify", "--prove", str(folder.root), "--site", str(tmp_path / "site"))
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-m", "runner", *words, "--with-input"], **pipes) as it:
        assert it.stdout
        assert it.stderr
        assert (it.stdout.read(), it.stderr.read(), it.wait(PATIENCE)) == (b"", b"", 0)
    assert "has not drawn the latest round" in run(*words, code=1)


# --- a watch on which a round is paired again and again -------------------------------------------


def proving(watch: int) -> Iterator[int]:
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if b"--prove" in words and parent == watch:
                yield int(process.name)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_rounds_that_are_paired_again_leave_one_proof_and_then_none(tmp_path: Path) -> None:
    event, many = tmp_path / "friday", 8 if SOAKING else 3
    words = ["new", str(event), "--players", "150", "--sample", "150"]
    run(*words)
    book, ledger = event / "friday.xlsx", event / "ledger.jsonl"
    watch = subprocess.Popen(
        [sys.executable, "-m", "runner", "watch", str(event), "--site", str(tmp_path / "site"),
         "--no-slips"],
        stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    seen: set[int] = set()
    try:
        say(book, "Pair round", 0)
        until(lambda: b'"paired"' in ledger.read_bytes(), "round 1")
        for at in range(many):
            say(book, "Re-pair round", at + 1)
            until(lambda at=at: ledger.read_bytes().count(b'"repaired"') > at, "again")  # type: ignore[misc]
            until(lambda known=frozenset(seen): bool({*proving(watch.pid)} - known), "a proof")  # type: ignore[misc]
            seen |= {*proving(watch.pid)}
            assert len([*proving(watch.pid)]) <= 1
    finally:
        watch.terminate()
        watch.wait(PATIENCE)
    assert len(seen) >= many
    assert not any(map(alive, seen))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_a_watch_says_what_was_proved_and_nothing_of_how_its_program_ended(tmp_path: Path) -> None:
    event = tmp_path / "friday"
    words = ["new", str(event), "--players", "16", "--sample", "16"]
    run(*words)
    said = tmp_path / "said.txt"
    with said.open("wb") as out:
        watch = subprocess.Popen(
            [sys.executable, "-m", "runner", "watch", str(event), "--site", str(tmp_path / "site")],
            stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    try:
        say(event / "friday.xlsx", "Pair round", 0)
        until(lambda: b"Best possible pairing (proved)." in said.read_bytes(), "a proof")
        until(lambda: not [*proving(watch.pid)], "its end")
        time.sleep(0.3)  # for its last words
    finally:
        watch.terminate()
        assert watch.wait(PATIENCE) == 0
    assert b"Fatal Python error" not in said.read_bytes(), said.read_text()


def say(book: Path, decision: str, at: int) -> None:
    loaded = load_workbook(BytesIO(book.read_bytes()))
    sheet = loaded["Decisions"]
    go = next(cell for row in sheet.iter_rows() for cell in row if cell.value == "Go")
    first = go.row + 1
    while at and sheet.cell(first, 1).value:
        first += 1
    sheet.cell(first, 1, decision)
    sheet.cell(first, 2, 1)
    sheet.cell(first, 3, 1)
    sheet.cell(first, go.column, "yes")
    saved = BytesIO()
    loaded.save(saved)
    aside = book.with_suffix(".new")
    aside.write_bytes(saved.getvalue())
    aside.replace(book)


# --- proving --------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(61, rounds=5))


@pytest.fixture
def pipeline(folder: EventFolder, tmp_path: Path) -> Pipeline:
    made = Pipeline(folder, tmp_path / "site")
    play(made, 2)
    return made


def ledger(folder: EventFolder) -> Ledger:
    return parse(folder.ledger.read_bytes())[0]


def test_a_round_s_proof_comes_after_it_and_stays(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    before = ledger(folder)
    assert not before.rounds[RoundId(1, 3)].certificate["proved_optimal"]
    assert prove_latest(folder) == RoundId(1, 3)
    after = ledger(folder)
    certificate = after.rounds[RoundId(1, 3)].certificate
    assert certificate["lower_bound"] > before.rounds[RoundId(1, 3)].certificate["lower_bound"]
    assert after.rounds[RoundId(1, 3)].seating == before.rounds[RoundId(1, 3)].seating
    assert prove_latest(folder) is None
    assert len(ledger(folder).entries) == len(after.entries)
    assert all(finding.sound is not False for finding in verify(after))


def test_the_pages_show_it(folder: EventFolder, pipeline: Pipeline, tmp_path: Path) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    page = tmp_path / "site" / "rounds" / "R3.html"
    before = page.read_text()
    prove_latest(folder)
    pipeline.run(data_of(folder))
    assert page.read_text() != before
    assert opened(folder).snapshot.pairings[2].certificate.lower_bound > 0


def test_a_round_drawn_anew_meanwhile_gets_no_proof_of_the_old_one(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    assert waiting(ledger(folder)) is not None
    proved = engine.with_bound

    def drawn_anew(*arguments: object) -> Result:
        folder.ledger.write_bytes(b"")
        return proved(*arguments)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(engine, "with_bound", drawn_anew)
    assert prove_latest(folder) is None
    assert all(each.kind is not EntryKind.PROVED for each in ledger(folder).entries)


def test_nothing_is_looked_for_before_a_round_is_out(folder: EventFolder) -> None:
    assert waiting(Ledger()) is None
    assert prove_latest(folder) is None
