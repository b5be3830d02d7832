"""Why a program beside the door has ended: only what it has reported of that, and nothing else."""

import signal
import sys
from collections.abc import Sequence

import pytest

from runner.app.door import programs
from runner.app.door.programs import Program
from runner.app.door.wording import on_page
from runner.app.events import Ended, Level, Published, State, Watching, encode, message
from tests.support.waiting import PATIENCE, until


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> type[object]:
    """A program of Python's own in place of a command."""
    monkeypatch.setattr(programs, "reporting", lambda *words: [sys.executable, "-c", *words])
    return object


def after(code: str, kill: int | None = None) -> Program:
    heard: list[str] = []
    program = Program((code,), heard.append)
    if kill is not None:
        until(lambda: len(heard) > 1)
        program._process.send_signal(kill)
    until(lambda: not program.on)
    return program


def says(*events: object) -> str:
    return ";".join(f"print({encode(each)!r})" for each in events)  # type: ignore[arg-type]


SAYS = says(Watching("/a/b.xlsx", "/a/site"), State("Round 1 of 3: 2/4 in"))
TWICE = says(message("Twice.", level=Level.ERROR))


@pytest.mark.parametrize(("code", "kill"), [
    (f"{SAYS}; import time; time.sleep(60)", signal.SIGKILL),
    (f"{SAYS}; {TWICE}; import time; time.sleep(60)", signal.SIGKILL),
    (f"{SAYS}; print('Warning: of a library', file=__import__('sys').stderr)", None),
    (f"{SAYS}; import sys; sys.exit(0)", None),
    (f"{SAYS}; import sys; sys.exit(1)", None),
    (f"{SAYS}; {TWICE}; {says(Published('Round 1', 2))}", None),
    ("", None),
])  # fmt: skip
def test_an_ordinary_line_is_no_reason(ended: object, code: str, kill: int | None) -> None:
    program = after(code, kill)
    assert program.failed
    assert on_page(*program.reason).startswith("It did not say why")
    assert "Nothing is lost" in on_page(*program.reason)


@pytest.mark.parametrize(("code", "why"), [
    (f"{SAYS}; {says(Ended(1, ('The folder is gone.',)))}; exit(1)", "The folder is gone."),
    (f"{says(Ended(1, ('No port is free.',)))}; exit(1)", "No port is free."),
    (f"{SAYS}; raise ValueError('oh')", "ValueError: oh"),
])  # fmt: skip
def test_the_reason_is_what_it_ended_with(ended: Sequence[str], code: str, why: str) -> None:
    assert on_page(*after(code).reason) == why


def test_what_it_has_begun_is_heard_however_much_follows(ended: object) -> None:
    program = after(f"{SAYS}; [print(each) for each in range(500)]")
    assert program.began(Watching, PATIENCE)
    program._reader.join(PATIENCE)
    assert program.began(Watching)
    assert len(program.lines) == 200


def test_one_that_was_asked_to_end_has_no_reason(ended: object) -> None:
    program = Program((f"{SAYS}; input()",), lambda _: None)
    program.end()
    program.ended()
    assert program.reason == ()
