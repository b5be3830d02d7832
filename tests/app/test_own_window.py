"""Why a start has failed can be read where a double-click has opened the window."""

import sys

import pytest

from runner.app import own_window
from runner.app.own_window import kept_open


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked, on a Windows where Runner has a window to itself."""
    found: list[str] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", ["runner.exe"])
    monkeypatch.setattr(own_window, "programs_in_this_window", lambda: 1)
    monkeypatch.setattr("builtins.input", found.append)
    return found


def ended(reason: BaseException) -> object:
    """How a start ends that fails for that reason."""
    try:
        with kept_open():
            raise reason
    except SystemExit as end:
        return end.code


def test_a_start_that_failed_waits_until_it_is_read(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(SystemExit(1)) == 1
    assert ended(RuntimeError("the disk says no")) == 1
    assert len(asked) == 2
    assert "the disk says no" in capsys.readouterr().err


def test_an_end_that_was_asked_for_closes_the_window(asked: list[str]) -> None:
    assert ended(SystemExit(0)) == 0
    assert asked == []


@pytest.mark.parametrize(
    ("name", "value"), [("platform", "linux"), ("argv", ["runner.exe", "status"])]
)
def test_it_waits_for_nobody_elsewhere(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    monkeypatch.setattr(sys, name, value)
    assert ended(SystemExit(2)) == 2
    assert asked == []


@pytest.mark.parametrize("programs", [0, 2])
def test_a_window_that_was_open_before_stays_anyway(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, programs: int
) -> None:
    monkeypatch.setattr(own_window, "programs_in_this_window", lambda: programs)
    assert ended(SystemExit(1)) == 1
    assert asked == []


def test_a_window_without_a_keyboard_ends(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: str) -> None:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    assert ended(SystemExit(1)) == 1
