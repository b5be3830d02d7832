"""Two files change places on Windows in two steps; wherever that ends, nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.history.saves import Store
from runner.app.put_back import put_back_workbook
from runner.disk import HeldError, disk_problem, replace_synced
from runner.workbook.write import exchange as exchange_module
from runner.workbook.write import swap_recovery, write_back
from runner.workbook.write.exchange import Exchange, exchange, third_name
from runner.workbook.write.write_back import Outcome, recover
from tests.support.one_sheet import BASE, TYPED, TYPED_MORE, digest, follow, parked, text
from tests.support.pretend_windows import CODES, Faults, held, pretended
from tests.support.problems import fix_text


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    monkeypatch.setattr(exchange_module, "PAUSES", (0.0, 0.0))
    with pretended() as faults:
        yield faults


@pytest.fixture
def path(tmp_path: Path, faults: Faults) -> Path:
    file = tmp_path / "event.xlsx"
    file.write_bytes(BASE)
    return file


def thirds(path: Path) -> list[Path]:
    return list(path.parent.rglob("*.third"))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("times", [1, 3, 9])
def test_after_any_error_the_workbook_is_there_and_the_names_follow(
    path: Path, faults: Faults, code: int, times: int
) -> None:
    faults.next_codes = [code] * times
    first = follow(path)
    assert first.outcome is (Outcome.WRITTEN if times < 3 else Outcome.WAITING)
    if times >= 3:
        assert (path.read_bytes(), parked(path)) == (BASE, [])
        assert "cannot be written to: another program holds it" in first.why
    faults.next_codes.clear()
    follow(path, path.read_bytes())
    assert (text(path.read_bytes(), "B2"), thirds(path)) == ("Ann", [])


def test_a_disk_that_cannot_do_it_is_no_passing_trouble(path: Path, faults: Faults) -> None:
    faults.next_codes = [50]
    other = path.with_name("other")
    other.write_bytes(b"1")
    assert exchange(other, path) is Exchange.UNSUPPORTED
    assert exchange(other, path) is Exchange.DONE


def test_a_workbook_that_a_program_holds_waits(path: Path) -> None:
    with held(path):
        report = follow(path)
    assert (report.outcome, path.read_bytes()) == (Outcome.WAITING, BASE)
    assert follow(path).outcome is Outcome.WRITTEN


def cut_off(path: Path, monkeypatch: pytest.MonkeyPatch, *, between: bool) -> None:
    """Runner is ended at 1177, or between the two steps of an exchange that works."""

    class Ended(BaseException):
        pass

    def end(*_: object) -> None:
        raise Ended

    with monkeypatch.context() as patched:
        patched.setattr(exchange_module, "retry_while_locked" if between else "finish", end)
        with pytest.raises(Ended):
            follow(path)
    assert path.exists() is between
    assert len(thirds(path)) == 1


def test_a_workbook_under_another_name_is_found_by_whoever_opens_the_event(
    path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.next_codes = [1177]
    cut_off(path, monkeypatch, between=False)
    assert EventFolder(path.parent).workbook() == path
    assert (path.read_bytes(), thirds(path)) == (BASE, [])
    assert follow(path).outcome is Outcome.WRITTEN


def test_it_is_found_before_an_older_save_is_put_back(
    path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults.next_codes = [1177]
    cut_off(path, monkeypatch, between=False)
    folder = EventFolder(path.parent)
    Store(folder.saves).keep(TYPED, "2026-11-23T10:00:00+00:00", ("older",), 1, path.name)
    said = put_back_workbook(folder)
    assert said == (
        f"{path} is back, as it was when Runner was stopped in the middle of writing to it."
    )
    assert path.read_bytes() == BASE


def test_an_exchange_ended_between_its_steps_is_finished(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_off(path, monkeypatch, between=True)
    assert text(path.read_bytes(), "B2") == "Ann"
    assert recover(path).kept == ()
    assert [file.read_bytes() for file in parked(path)] == [BASE]
    assert thirds(path) == []


def test_a_save_made_while_the_workbook_was_away_stays(
    path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what had been there is kept where it was more than what Runner had read."""
    write_back_of = swap_recovery.exchange

    def saved_before(first: Path, second: Path) -> Exchange:
        second.write_bytes(TYPED)
        return write_back_of(first, second)

    faults.next_codes = [1177]
    monkeypatch.setattr(swap_recovery, "exchange", saved_before)
    cut_off(path, monkeypatch, between=False)
    path.write_bytes(TYPED_MORE)
    found = recover(path)
    assert [file.read_bytes() for file in found.kept] == [TYPED]
    assert (path.read_bytes(), thirds(path)) == (TYPED_MORE, [])


def test_nothing_is_written_over_what_waits_under_the_third_name(
    path: Path, faults: Faults
) -> None:
    other = path.with_name("other")
    other.write_bytes(b"ours")
    third_name(other).write_bytes(b"somebody's")
    with pytest.raises(HeldError):
        exchange(other, path)
    assert third_name(other).read_bytes() == b"somebody's"
    assert path.read_bytes() == BASE


@pytest.mark.parametrize("name", ["slips-R1.pdf", "table.csv"])
def test_a_file_in_a_viewer_stays_and_the_organiser_is_told_to_close_it(
    tmp_path: Path, faults: Faults, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(b"old")
    with held(path), pytest.raises(HeldError) as caught:
        replace_synced(path, b"new")
    said = disk_problem(caught.value)
    assert said.text == f"{path} is open in another program, so it stays as it was."
    assert fix_text(said.fix).startswith(
        "Close the PDF;" if name.endswith("pdf") else "Close it there;"
    )
    assert [file.name for file in tmp_path.iterdir()] == [name]
    replace_synced(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_held_workbook_is_never_in_the_way_of_looking(path: Path) -> None:
    assert follow(path).outcome is Outcome.WRITTEN
    with held(parked(path)[0]):
        assert recover(path).why == ""
    assert write_back.recover(path).kept == ()
    assert digest(path.read_bytes()) != digest(BASE)
