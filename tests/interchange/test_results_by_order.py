"""Who went out of a game, in order, in and out of documents, the workbook, the ledger, and with a
name taken out."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from runner.app.event_folder import EventFolder
from runner.app.load import Loaded
from runner.cli import main
from runner.interchange.event_in import event_from
from runner.interchange.event_out import event_document
from tests.support.folders import data_of, opened, workbook_of

MELEE = ("C", "F", "A", "G", "B", "D")
POINTS = {"A": 0, "B": 1, "C": 0, "D": 0, "E": 6, "F": 0, "G": 1}
Seats = Sequence[Mapping[str, object]]


def table(number: int, seats: Seats, *out: str) -> dict[str, Any]:
    said = {"out": [list(group) for group in out]} if out else {}
    return {"table": number, "seats": list(seats), "games_drawn": 0} | said


def melee(**other: object) -> list[dict[str, object]]:
    """Seven seats of a Melee that E has won, some of them otherwise."""
    return [
        {"player": each, "outcome": "win" if each == "E" else "points",
         "games_won": 1 if each == "E" else 0, "points": points}
        if other.get(each, each) == each
        else {"player": each, "outcome": other[each], "games_won": 0}
        for each, points in POINTS.items()
    ]  # fmt: skip


def playing(seats: str) -> list[dict[str, object]]:
    return [{"player": each, "outcome": None} for each in seats]


def won(seats: str, winner: str) -> list[dict[str, object]]:
    """Seats of a free-for-all."""
    return [
        {"player": each, "outcome": "win" if each == winner else "loss",
         "games_won": int(each == winner)}
        for each in seats
    ]  # fmt: skip


def document(variant: str, *tables: dict[str, Any]) -> dict[str, Any]:
    ids = [seat["player"] for each in tables for seat in each["seats"]]
    return {
        "format": "runner-event/1",
        "event": {"name": "Friday", "date": "2026-11-21", "enforcement": "regular", "seed": "s",
                  "settings": {}},
        "phases": [{"name": "Melee", "mode": "multiplayer", "type": "swiss", "variant": variant,
                    "rounds": 1, "settings": {}}],
        "players": [
            {"id": each, "name": f"Player {each * 3}", "club": "", "enters": 1,
             "drops_after": None, "returns": None, "awarded_byes": 0, "fixed_table": None,
             "extra": {}}
            for each in ids
        ],
        "rounds": [{"phase": 1, "number": 1, "tables": list(tables), "byes": [], "absent": []}],
        "penalties": [],
    }  # fmt: skip


def imported(what: Any, root: Path) -> Loaded:
    (root / "in.json").write_text(json.dumps(what), encoding="utf-8")
    done = CliRunner().invoke(main, ["import", str(root / "in.json"), str(root / "event")])
    assert done.exit_code == 0, done.output
    return opened(EventFolder(root / "event"))


DOCUMENTS = {
    "a melee": document("melee", table(1, melee(), *MELEE)),
    "a melee with a penalty": document("melee", table(1, melee(B="penalty_loss"), *MELEE)),
    "a melee under way": document("melee", table(1, playing("ABCDEFG"), "C", "FA")),
    "nobody is out yet": document("melee", table(1, playing("ABCDEFG"))),
    "a free-for-all": document("free_for_all", table(1, won("ABCD", "B"), "C", "AD")),
    "a winner and no order": document("free_for_all", table(1, won("ABCD", "B"))),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_with_an_order_is_exported_as_it_was(name: str, tmp_path: Path) -> None:
    loaded = imported(DOCUMENTS[name], tmp_path)
    assert event_document(loaded.snapshot, loaded.ledger) == DOCUMENTS[name]
    assert not loaded.snapshot.entries


def test_a_melee_that_was_imported_has_its_points(tmp_path: Path) -> None:
    loaded = imported(DOCUMENTS["a melee"], tmp_path)
    rows = loaded.snapshot.phases[0].standings[-1].rows
    assert {row.player: row.match_points for row in rows} == POINTS
    assert rows[0].record.wins == 1


def test_a_melee_under_way_tells_who_is_out_and_records_nothing(tmp_path: Path) -> None:
    loaded = imported(DOCUMENTS["a melee under way"], tmp_path)
    now = loaded.snapshot.reported[0].tables[0]
    assert now.out == (("C",), ("F", "A"))
    assert now.still_in == ("B", "D", "E", "G")
    assert not now.finished
    assert not any(loaded.ledger.results.values())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (document("melee", table(1, melee(), *MELEE, "X")), "goes out, but does not sit there"),
        (document("melee", table(1, playing("ABCDEFG"), "C", "C")), "goes out twice"),
        (document("melee", table(1, playing("ABCDEFG"), *MELEE)), "no match can have this result"),
        (document("melee", table(1, won("ABCDEFG", "B"))), "need the order"),
        (document("star", table(1, won("ABCDE", "B"), "A")), "not played by who goes out"),
    ],
)
def test_an_order_that_cannot_be_is_refused(wrong: Any, words: str) -> None:
    found, problems = event_from(wrong)
    assert found is None
    assert words in " ".join(map(str, problems))


def result_typed(folder: EventFolder, text: str) -> None:
    """What is typed for table 1."""
    loaded = load_workbook(BytesIO(data_of(folder)))
    head = {cell.value: cell.column for cell in loaded["Round 1"][4]}
    loaded["Round 1"].cell(5, head["Result"]).value = text
    loaded.save(workbook_of(folder))


def recorded(folder: EventFolder) -> list[tuple[str, object]]:
    """The lines of the ledger that a save leads to."""
    snapshot = opened(folder).snapshot
    return [
        (entry.kind.value, entry.data.get("results") or entry.data.get("new"))
        for entry in snapshot.entries
    ]


@pytest.mark.thorough
def test_the_ledger_has_the_order_once_the_game_is_over(tmp_path: Path) -> None:
    imported(DOCUMENTS["nobody is out yet"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "Player CCC, f")
    assert recorded(folder) == []
    result_typed(folder, "Player CCC, f, A+g, B, D")
    assert recorded(folder) == [("results", {"1": "C, F, A+G, B, D"})]


@pytest.mark.thorough
def test_another_order_is_a_correction(tmp_path: Path) -> None:
    imported(DOCUMENTS["a melee"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "c f a g b d")
    assert recorded(folder) == []
    result_typed(folder, "C, F, A, G, D, B")
    assert recorded(folder) == [("corrected", "C, F, A, G, D, B")]


@pytest.mark.thorough
def test_a_name_typed_in_an_order_goes_with_the_player(tmp_path: Path) -> None:
    imported(DOCUMENTS["nobody is out yet"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "C, fff, AAA")
    before = opened(folder).snapshot.reported[0].tables[0].out
    site = tmp_path / "site"
    CliRunner().invoke(main, ["build", str(folder.root), "--site", str(site)])
    done = CliRunner().invoke(
        main, ["erase", str(folder.root), "Player FFF", "--site", str(site)], input="y\n"
    )
    assert done.exit_code == 0, done.output
    again = opened(folder)
    assert again.snapshot.reported[0].tables[0].out == before
    assert again.event.rounds[0].rows[0].result == "C, F, A"
