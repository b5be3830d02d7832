"""A member of a team is taken out of everything, and the team plays on."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import Result
from openpyxl import Workbook, load_workbook

from runner.app.erase.erase import still_holding
from runner.app.erase.places import holding
from runner.app.erase.whom import erased, found
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.core.event import Event
from runner.workbook.read.read import read
from tests.support.commands import ran, run
from tests.support.events import event, phase
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.soak import some
from tests.support.teams import team_event
from tests.support.workbooks import edited

pytestmark = pytest.mark.thorough


NAME, NEW, LATE = "Zoë Núñez-Groß", "Xenia Quartermaine", "Wim Vandersteen"


def evening() -> Event:
    """Six teams; one has no name of its own."""
    now = team_event(6, "two_headed_giant", rounds=3)
    first, second, *rest = now.players
    one = replace(first, members=(first.members[0], NAME), substitutes=(LATE,))
    two = replace(second, name=f"{NEW} / {second.members[0]}", members=(NEW, second.members[0]))
    return replace(now, players=(one, two, *rest), automatic=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening that has been played, with a member who came in for another after round 2."""
    root = tmp_path_factory.mktemp("teams")
    folder = event_folder(root / "event", evening())
    pipeline = Pipeline(folder, root / "site")
    play(pipeline, 1)
    book = workbook_of(folder)

    def substitute(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        columns = {cell.value: cell.column for cell in sheet[4]}
        sheet.cell(5, columns["Member B"]).value = LATE
        sheet.cell(5, columns["Substitutes"]).value = NAME

    book.write_bytes(edited(substitute, book.read_bytes()))
    play(pipeline, 3)
    return root


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path / "all")
    return tmp_path / "all"


def erase(root: Path, name: str) -> Result:
    words = ["erase", str(root / "event"), name, "--site", str(root / "site")]
    return ran(*words)


@pytest.mark.soak
@pytest.mark.parametrize("name", some([NAME, "NUNEZ-GROSS, Zoe", LATE, NEW], 2))
def test_nothing_has_the_name_any_more_and_everything_else_stays(root: Path, name: str) -> None:
    folder = EventFolder(root / "event")
    before = opened(folder)
    whom = found(name, before, {})
    who = erased(whom, before)  # type: ignore[arg-type]
    assert still_holding(folder, root / "site", who)
    done = erase(root, name)
    assert done.exit_code == 0, done.output
    assert not still_holding(folder, root / "site", who)
    after = opened(folder)
    assert [each.id for each in after.snapshot.players.values()] == [*before.snapshot.players]
    assert after.snapshot.phases[0].standings == before.snapshot.phases[0].standings
    assert [*after.snapshot.teams] == [*before.snapshot.teams]
    assert not [problem for problem in after.snapshot.problems if problem.fatal]


def test_the_others_of_the_team_and_its_rounds_stay(root: Path) -> None:
    folder = EventFolder(root / "event")
    before = opened(folder).snapshot.teams["P001"]
    assert [each.name for each in before.members][1:] == [NAME, LATE]
    erase(root, NAME)
    after = opened(folder).snapshot.teams["P001"]
    assert [each.name for each in after.members] == [before.members[0].name, "Player 1B", LATE]
    assert (after.now, after.rounds) == (before.now, before.rounds)


def test_a_team_that_is_erased_takes_all_its_people_along(root: Path) -> None:
    folder = EventFolder(root / "event")
    before = opened(folder)
    everybody = [
        erased(whom, before)  # type: ignore[arg-type]
        for name in (NAME, LATE, before.snapshot.players["P001"].members[0])
        if (whom := found(name, before, {}))
    ]
    assert erase(root, "P001").exit_code == 0
    for who in everybody:
        assert not still_holding(folder, root / "site", who), who.names


def test_a_name_that_nobody_has_is_told_with_the_nearest(root: Path) -> None:
    assert "Did you mean “Xenia Quartermaine”?" in erase(root, "Xenia Quartermain").output


WORDS = ("May", "A", "draw", "Win", "Points", "Absent", "s")


def played_by(root: Path, *called: str) -> EventFolder:
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
    run("build", folder.root, "--site", root / "site")
    return folder


def cells(data: bytes) -> Iterator[tuple[str, str, object]]:
    for sheet in load_workbook(BytesIO(data)):
        for row in sheet.iter_rows():
            yield from ((sheet.title, cell.coordinate, cell.value) for cell in row if cell.value)
        for rule in sheet.data_validations.dataValidation:
            yield sheet.title, str(rule.sqref), (rule.prompt, rule.promptTitle, rule.error)


@pytest.mark.soak
@pytest.mark.parametrize("name", some(WORDS, 2))
def test_a_name_that_is_a_word_leaves_runners_words_and_the_results(
    name: str, tmp_path: Path
) -> None:
    folder = played_by(tmp_path, name)
    was, before = opened(folder), set(cells(data_of(folder)))
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert "longer texts stay" in done
    now, after = opened(folder), set(cells(data_of(folder)))
    assert {said for _, _, said in before - after} <= {name, "Full names"}
    assert {said for _, _, said in after - before} <= {"Player 1", "erase"}
    assert now.snapshot.rounds == was.snapshot.rounds
    assert now.snapshot.players["P001"].name == "Player 1"
    assert [each.text for each in now.problems] == [
        each.text for each in was.problems if f"“{name}” means something else" not in each.text
    ]
    assert not any(name in entry.data.get("names", {}).values() for entry in now.ledger.entries)
    run("verify", folder.root)
    to = tmp_path / "save.xlsx"
    run("restore", folder.root, 1, "--to", to)
    back, *_ = read(to.read_bytes())
    assert "Player 1" in {player.name for player in back.players}


def test_what_is_left_in_running_texts_is_listed(tmp_path: Path) -> None:
    folder = played_by(tmp_path, "May")
    loaded = load_workbook(BytesIO(data_of(folder)))
    loaded["Penalties"]["H1"] = "Ask May for it"
    loaded.save(workbook_of(folder))
    done = ran("erase", folder.root, "May", "--site", tmp_path / "site")
    assert "they may mean the player: Penalties!H1." in done.output


def column_of(book: Workbook, tab: str, heading: str) -> int:
    found = {cell.value: cell.column for cell in book[tab][4]}[heading]
    assert found is not None
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", some(["A", "draw", "May", "Absent"], 2))
def test_a_column_of_names_holds_no_word(name: str, tmp_path: Path) -> None:
    """What stands on a sheet that Runner does not know is listed."""
    folder = played_by(tmp_path, name, f"Bob {name}")
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
    now = load_workbook(BytesIO(data_of(folder)))
    assert [now["Players"].cell(row, apart).value for row in range(8, 12)] == [
        "Player 1, P003", "P003; Player 1", f"{name}, Bob", "Player 1"
    ]  # fmt: skip
    assert now["Players"].cell(6, 2).value == f"Bob {name}"
    for tab in ("Penalties", "Decisions", "Standings"):
        assert name not in {cell.value for row in now[tab]["A5:Z60"] for cell in row}, tab
    assert now["Ours"]["B2"].value == "Player 1" or "Ours!B2" in done


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [("José Núñez", "Núñez, José", True), ("José Núñez", "Jose Nunez", True),
     ("Ana Maria Example", "Ana Maria Example (Leeds)", False)],
)  # fmt: skip
def test_another_players_own_name_is_no_trace(
    name: str, other: str, same: bool, tmp_path: Path
) -> None:
    folder = played_by(tmp_path, name, other)
    done = run("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert ("P002 has the same name, and stays." in done) is same
    assert "still in" not in done
    assert opened(folder).snapshot.players["P002"].name == other


def test_letters_of_a_checksum_are_no_name(tmp_path: Path) -> None:
    folder = played_by(tmp_path, "Player Bea")
    loaded = opened(folder)
    who = erased(found("P001", loaded, {}), loaded)  # type: ignore[arg-type]
    notes = tmp_path / "notes"
    notes.mkdir()
    for name, text in (("sum", "7f3b8e93f0f4e2a67ca0c0c0c0c01bea"), ("hers", "Bea")):
        (notes / name).write_text(f'["{text}",6547],"players.js":[')
    assert holding(notes, who) == [notes / "hers"]


def test_no_file_that_runner_needs_is_to_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = played_by(tmp_path, "Zaphod Quill")
    kept = folder.ledger
    monkeypatch.setattr("runner.app.erase.erase.holding",
                        lambda root, who: [kept] if root == folder.root else [])  # fmt: skip
    done = ran("erase", folder.root, "P001", "--site", tmp_path / "site")
    assert f"The name is still in {kept}. Keep that file" in done.output
    assert "delete it" not in done.output
