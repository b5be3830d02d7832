"""Results typed before anybody knew who would sit there: set aside, told, and asked for."""

from dataclasses import replace
from pathlib import Path

import pytest

from runner.core.event import Event, Mode, RoundId
from runner.ledger.entries import EntryKind
from tests.support.events import phase, planned
from tests.support.scribe import Scribe, go, result, results, say

pytestmark = pytest.mark.thorough  # left out of make quick

R1, R2 = RoundId(1, 1), RoundId(1, 2)
TOO_EARLY = "was typed before the round was paired, so it does not count."


def out(me: Scribe) -> dict[int, bool]:
    """Whether each table of the latest round has its result."""
    return {table.number: table.finished for table in me.round.tables}


def scribe(root: Path, **more: object) -> Scribe:
    """Fourteen players; round 1 is played but for table 1."""
    me = Scribe(root, planned(14, rounds=3, **more))
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda table: "A" if table > 1 else None))
    return me


@pytest.mark.parametrize("by_itself", [False, True])
def test_an_early_result_does_not_count_when_its_round_goes_out(
    tmp_path: Path, by_itself: bool
) -> None:
    me = scribe(tmp_path / "friday", automatic=by_itself)
    early = (result(R2, 1, "B"), result(R2, 3, "C"), result(R2, 5, "A"))
    if by_itself:
        me.change(result(R1, 1, "D"), *early)
    else:
        me.change(result(R1, 1, "D"), *early)
        assert "is not paired yet, so this result does not count." in me.told("Round 2!G5")
        me.change(go(2))
    assert me.round.id == R2
    assert not any(out(me).values())
    assert TOO_EARLY in me.told("Round 2!G5")
    assert "at table 5" in me.told("Round 2!G9")
    assert "set aside: table 1 (B), table 3 (C), table 5 (A)" in me.desk
    me.close()  # Runner clears what was set aside
    me.saved()
    assert me.told("set aside").endswith("Type them again when they are in.")
    assert not any(out(me).values())
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1]
    assert "table 3 (C)" in me.told("set aside")
    assert "table 1" not in me.told("set aside")


def test_the_same_result_counts_once_it_was_cleared(tmp_path: Path) -> None:
    """The workbook stays open all the time."""
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    me.change(result(R2, 2, "A"))
    assert [table for table, done in out(me).items() if done] == [2]
    me.change(result(R2, 1, None))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1, 2]
    kinds = [each.kind for each in me.ledger.entries]
    assert kinds.count(EntryKind.RETYPED) == 1
    me.change(result(R2, 1, "A"), result(R2, 2, "B"))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1, 2]


def test_another_result_counts_at_once(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    me.change(result(R2, 1, "C"))
    assert out(me)[1]
    me.change(result(R2, 1, "B"))  # a correction
    assert out(me)[1]
    assert me.round.tables[0].seats[1].outcome is not None


def test_results_of_a_round_taken_back_do_not_count_for_the_next_seating(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 3, "C"), go(2))
    me.close()
    me.change(result(R2, 1, "A"), result(R2, 2, "B"))
    me.change(say("Delete round", 2))
    me.change(result(R2, 3, "A"))

    def again(book: object) -> None:
        go(2)(book)  # type: ignore[arg-type]

    def cleared(book: object) -> None:
        sheet = book["Decisions"]  # type: ignore[index]
        for line in sheet.iter_rows(min_row=5):
            line[5].value = None if line[2].value == 2 else line[5].value

    me.change(cleared)
    me.change(again)
    assert me.round.id == R2
    assert not any(out(me).values())


def test_a_round_that_is_back_keeps_its_early_results_aside(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 3, "C"), go(2))
    me.change(result(R2, 1, "A"))
    me.change(say("Delete round", 2))
    me.change(say("Undo the last decision"))
    assert me.round.id == R2
    assert [table for table, done in out(me).items() if done] == [1]


def test_names_typed_beside_it_make_it_a_match(tmp_path: Path) -> None:
    """A round that the organiser has written down in whole is taken as it stands."""
    me = scribe(tmp_path / "friday")
    names = [
        f"{me.report.snapshot.players[each].name}" for each in ("P001", "P002", "P003", "P004")
    ]  # type: ignore[union-attr]

    def by_hand(book: object) -> None:
        for at, name in enumerate(names):
            book["Round 2"].cell(5, 3 + at).value = name  # type: ignore[index]

    me.change(result(R1, 1, "D"), by_hand, result(R2, 1, "B"), result(R2, 2, "A"), go(2))
    assert [table for table, done in out(me).items() if done] == [1]


@pytest.mark.parametrize("type_", ["round_robin", "single_elimination"])
def test_other_phases_do_the_same(tmp_path: Path, type_: str) -> None:
    first = phase(1, type_, Mode.HEAD_TO_HEAD, name="Duel")
    event: Event = replace(planned(4, first), automatic=True)
    me = Scribe(tmp_path / "duel", event)
    me.change(go(1))
    me.close()
    me.change(results(me.round, lambda _: "2-0"), result(R2, 1, "2-1"))
    assert me.round.id == R2
    assert not any(out(me).values())
    assert TOO_EARLY in me.told("Round 2!")


def test_nobody_is_told_that_runner_clears_a_cell_of_a_workbook_on_the_web(tmp_path: Path) -> None:
    me = scribe(tmp_path / "friday")
    me.change(result(R1, 1, "D"), result(R2, 1, "B"), go(2))
    assert "Runner clears it when the workbook is closed." in me.told("Round 2!G5")
    me.pipeline.folder.web.parent.mkdir(exist_ok=True)
    me.pipeline.folder.web.write_text("{}")
    me.saved()
    told = me.told("Round 2!G5")
    assert TOO_EARLY in told
    assert "In the workbook on the web, clear the cell" in told
    assert "Runner clears" not in told
    me.change(result(R2, 1, None))
    me.change(result(R2, 1, "B"))
    assert [table for table, done in out(me).items() if done] == [1]
