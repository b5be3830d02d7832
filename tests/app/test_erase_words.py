"""Players who are called by a word of Runner's own, and players who share a name."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook, load_workbook

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.cli import main
from runner.workbook.read.read import read
from tests.support.events import event, phase
from tests.support.folders import data_of, event_folder, opened, workbook_of

pytestmark = pytest.mark.thorough  # left out of make quick

WORDS = ("May", "A", "draw", "Win", "Points", "Absent", "s")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def played(root: Path, *called: str) -> EventFolder:
    """Eight players, the first of them called so; one round is played, with a draw in it."""
    now = event(8, phase(rounds=2), decisions=())
    mine = [replace(each, name=name) for each, name in zip(now.players, called, strict=False)]
    folder = event_folder(root / "friday", replace(now, players=(*mine, *now.players[len(mine) :])))
    play(Pipeline(folder, root / "site"), 1)
    loaded = load_workbook(BytesIO(data_of(folder)))
    head = {cell.value: cell.column for cell in loaded["Round 1"][4]}
    loaded["Round 1"].cell(5, head["Result"]).value = "draw"
    loaded["Round 1"].cell(6, head["Result"]).value = "A"
    notes = {cell.value: cell.column for cell in loaded["Players"][4]}["Notes"]
    other = next(cell.row for cell in loaded["Players"]["B"][4:] if cell.value != called[0])
    loaded["Players"].cell(other, notes).value = f"he {called[0].lower()} pay"
    loaded.save(workbook_of(folder))
    assert run("build", folder.root, "--site", root / "site").exit_code == 0
    return folder


def cells(data: bytes) -> Iterator[tuple[str, str, object]]:
    """Every cell with what is in it, and every hint."""
    for sheet in load_workbook(BytesIO(data)):
        for row in sheet.iter_rows():
            yield from ((sheet.title, cell.coordinate, cell.value) for cell in row if cell.value)
        for rule in sheet.data_validations.dataValidation:
            yield sheet.title, str(rule.sqref), (rule.prompt, rule.promptTitle, rule.error)


@pytest.mark.parametrize("name", WORDS)
def test_a_name_that_is_a_word_leaves_runners_words_and_the_results(
    name: str, tmp_path: Path
) -> None:
    folder = played(tmp_path, name)
    was, before = opened(folder), set(cells(data_of(folder)))
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert done.exit_code == 0, done.output
    assert "longer texts stay" in done.output
    now, after = opened(folder), set(cells(data_of(folder)))
    assert {said for _, _, said in before - after} <= {name, "Full names"}
    assert {said for _, _, said in after - before} <= {"Player 1", "erase"}
    assert now.snapshot.rounds == was.snapshot.rounds
    assert now.snapshot.players["P001"].name == "Player 1"
    assert [each.text for each in now.problems] == [
        each.text for each in was.problems if f"“{name}” means something else" not in each.text
    ]
    assert not any(name in entry.data.get("names", {}).values() for entry in now.ledger.entries)
    verified = run("verify", folder.root)
    assert verified.exit_code == 0, verified.output
    to = tmp_path / "save.xlsx"
    assert run("restore", folder.root, 1, "--to", to).exit_code == 0
    back, *_ = read(to.read_bytes())
    assert back is not None
    assert "Player 1" in {player.name for player in back.players}


def test_what_is_left_in_running_texts_is_listed(tmp_path: Path) -> None:
    folder = played(tmp_path, "May")
    loaded = load_workbook(BytesIO(data_of(folder)))
    loaded["Penalties"]["H1"] = "Ask May for it"
    loaded.save(workbook_of(folder))
    done = run("erase", folder.root, "May", "--site", tmp_path / "site")
    assert "they may mean the player: Penalties!H1." in done.output


def column_of(book: Workbook, tab: str, heading: str) -> int:
    found = {cell.value: cell.column for cell in book[tab][4]}[heading]
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["A", "draw", "May", "Absent"])
def test_a_column_of_names_holds_no_word(name: str, tmp_path: Path) -> None:
    """Penalties, Decisions, Standings and Keep apart; what stands on a sheet that Runner does not
    know is listed."""
    folder = played(tmp_path, name, f"Bob {name}")
    loaded = load_workbook(BytesIO(data_of(folder)))
    apart = column_of(loaded, "Players", "Keep apart")
    for row, text in enumerate((f"{name}, P003", f"P003; {name}", f"{name}, Bob", name), 8):
        loaded["Players"].cell(row, apart).value = text
    for tab, heading in (("Penalties", "Player"), ("Decisions", "Player")):
        loaded[tab].cell(30, column_of(loaded, tab, heading)).value = name
    loaded["Standings"]["B40"] = name
    loaded.create_sheet("Ours")["B2"] = name
    loaded.save(workbook_of(folder))
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert done.exit_code == 0, done.output
    now = load_workbook(BytesIO(data_of(folder)))
    assert [now["Players"].cell(row, apart).value for row in range(8, 12)] == [
        "Player 1, P003", "P003; Player 1", f"{name}, Bob", "Player 1"
    ]  # fmt: skip
    assert now["Players"].cell(6, 2).value == f"Bob {name}"
    for tab in ("Penalties", "Decisions", "Standings"):
        assert name not in {cell.value for row in now[tab]["A5:Z60"] for cell in row}, tab
    left = now["Ours"]["B2"].value
    assert left == "Player 1" or "Ours!B2" in done.output


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [("José Núñez", "Núñez, José", True), ("José Núñez", "Jose Nunez", True),
     ("Ana Maria Example", "Ana Maria Example (Leeds)", False)],
)  # fmt: skip
def test_another_players_own_name_is_no_trace(
    name: str, other: str, same: bool, tmp_path: Path
) -> None:
    folder = played(tmp_path, name, other)
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert done.exit_code == 0, done.output
    assert ("P002 has the same name, and stays." in done.output) is same
    assert "still in" not in done.output
    assert opened(folder).snapshot.players["P002"].name == other


def test_no_file_that_runner_needs_is_to_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = played(tmp_path, "Zaphod Quill")
    kept = folder.ledger
    monkeypatch.setattr("runner.app.erase.erase.holding",
                        lambda root, who: [kept] if root == folder.root else [])  # fmt: skip
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert f"The name is still in {kept}. Keep that file" in done.output
    assert "delete it" not in done.output
