"""Why a program beside the door has ended: only what it has said of that, and nothing else."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

import pytest

from runner.app.door import programs
from runner.app.door.programs import Program
from tests.support.waiting import until


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> type[object]:
    """A program of Python's own in place of a command."""
    monkeypatch.setattr(programs, "runner", lambda *words: [sys.executable, "-c", *words])
    return object


def after(code: str, kill: int | None = None) -> Program:
    heard: list[str] = []
    program = Program((code,), heard.append)
    if kill is not None:
        until(lambda: len(heard) > 1)
        program._process.send_signal(kill)
    until(lambda: not program.on)
    return program


SAYS = "print('Watching /a/b.xlsx.'); print('Round 1 of 3 is played: 2 of 4 tables are in')"


@pytest.mark.parametrize(
    ("code", "kill"),
    [
        (f"{SAYS}; import time; time.sleep(60)", signal.SIGKILL),
        (f"{SAYS}; print('✗ Players!B26: twice'); import time; time.sleep(60)", signal.SIGKILL),
        (f"{SAYS}; import sys; sys.exit(0)", None),
        (f"{SAYS}; import sys; sys.exit(1)", None),
        (f"{SAYS}; print('✗ Players!B26: twice'); print('Round 1 is played')", None),
        ("", None),
    ],
)
def test_an_ordinary_line_is_no_reason(ended: object, code: str, kill: int | None) -> None:
    program = after(code, kill)
    assert program.failed
    assert program.why.startswith("It did not say why")
    assert "Nothing is lost" in program.why


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (f"{SAYS}; print('✗ The folder is gone.'); exit(1)", "The folder is gone."),
        (f"{SAYS}; print('Error: No port is free.'); exit(1)", "No port is free."),
        (f"{SAYS}; raise ValueError('oh')", "ValueError: oh"),
    ],
)
def test_the_last_line_is_the_reason_where_it_says_what_went_wrong(
    ended: Sequence[str], code: str, why: str
) -> None:
    assert after(code).why == why


def test_one_that_was_asked_to_end_has_no_reason(ended: object) -> None:
    program = Program((f"{SAYS}; input()",), lambda _: None)
    program.end()
    program.ended()
    assert program.why == ""
