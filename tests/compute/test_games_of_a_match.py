"""Games that no match can have: refused when typed, told and counted where they are on record."""

from dataclasses import replace

import pytest

from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.phase import Mode
from runner.core.problems import Place, Problem
from runner.core.round_sheet import RoundSheet
from runner.interchange.event_in import event_from
from runner.interchange.event_out import plain_document
from runner.ledger.ledger import Ledger
from tests.support.data import HEAD_TO_HEAD, document, needs_data, snapshot
from tests.support.events import published, swiss, typed
from tests.support.problems import fix_text

PAIRS, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER


def reported(mode: Mode, best_of: int, result: str, games: str = "") -> tuple[Event, Ledger]:
    now = swiss(8, mode=mode, best_of=best_of)
    before, ledger = published(now)
    (sheet,) = typed(now, before, result).rounds
    places = {"result": Place("Round 1", "F6"), "games": Place("Round 1", "G6")}
    rows = tuple(replace(row, games=games, places=places) for row in sheet.rows)
    return replace(now, rounds=(RoundSheet(sheet.id, rows),)), ledger


def told(found: Snapshot) -> list[Problem]:
    return [each for each in found.problems if "a match in the best of" in each.text]


@pytest.mark.parametrize(("mode", "best_of", "text", "needed"), [
    (PAIRS, 3, "3-0", "2 games"), (PAIRS, 3, "2-2", "2 games"), (PAIRS, 1, "2-0", "1 game"),
    (PAIRS, 1, "1-1", "1 game"), (PAIRS, 5, "4-1", "3 games"), (PAIRS, 3, "A 3-0", "2 games"),
    (PODS, 1, "2-0-0-0", "1 game"), (PODS, 3, "2-2-0-0", "2 games"),
])  # fmt: skip
@pytest.mark.parametrize("column", ["result", "games"])
def test_more_games_than_a_match_has_are_refused_with_the_cell(
    mode: Mode, best_of: int, text: str, needed: str, column: str
) -> None:
    if column == "games" and text[0] == "A":
        text = text[2:]
    now, ledger = reported(mode, best_of, *((text, "") if column == "result" else ("", text)))
    after = compute(now, ledger)
    problem, *others = told(after)
    assert len(others) == len(after.rounds[0].tables) - 1
    assert problem.severity == "error"
    assert problem.place == Place("Round 1", "F6" if column == "result" else "G6")
    assert f"is won with {needed}, and ends there." in problem.text
    assert "Accepted here: “" in fix_text(problem.fix)
    assert not any(table.finished for table in after.rounds[0].tables)
    assert not after.entries
    assert not [each for each in after.pairings if each.proposed]


@pytest.mark.parametrize(("mode", "best_of", "text"), [
    (PAIRS, 3, "1-1-1"), (PAIRS, 3, "1-0-0"), (PAIRS, 3, "2-0-1"), (PAIRS, 3, "0-0-3"),
    (PAIRS, 1, "1-0"), (PAIRS, 1, "0-0-1"), (PODS, 3, "1-1-0-0"), (PODS, 1, "0-1-0-0"),
])  # fmt: skip
def test_what_time_leaves_of_a_match_counts(mode: Mode, best_of: int, text: str) -> None:
    after = compute(*reported(mode, best_of, text))
    assert not told(after)
    assert after.rounds[0].finished


def test_games_on_record_count_and_are_told_where_the_match_has_become_shorter() -> None:
    now, ledger = reported(PAIRS, 5, "3-1")
    _, ledger = published(now, ledger)
    shorter = replace(now, phases=(replace(now.phases[0], settings={"best_of": 3}),))
    after = compute(shorter, ledger)
    assert after.rounds[0].finished
    assert {each.severity for each in told(after)} == {"warning"}
    assert not after.entries


def test_an_imported_document_with_such_games_is_told_of_them_and_loses_nothing() -> None:
    snapshot_, ledger = published(*reported(PAIRS, 5, "3-1"))
    made = plain_document(snapshot_)
    made["phases"][0]["settings"] = {**made["phases"][0].get("settings", {}), "best_of": 3}
    imported, problems = event_from(made)
    assert imported is not None, problems
    ledger, _ = Ledger().extended(imported.entries)
    after = compute(imported.event, ledger)
    assert after.rounds[0].finished
    assert [each.severity for each in told(after)] == ["warning"] * 4
    assert plain_document(after)["rounds"] == made["rounds"]


@needs_data
@pytest.mark.thorough
@pytest.mark.parametrize("name", HEAD_TO_HEAD)
def test_real_tournaments_with_such_games_keep_them(name: str) -> None:
    found = snapshot(document(name))
    assert all(round_.finished for round_ in found.rounds)
    assert not [each for each in found.problems if each.severity == "error"]
