"""A member of a team is taken out of everything, and the team plays on."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook

from runner.app.erase.erase import still_holding
from runner.app.erase.whom import erased, found
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.cli import main
from runner.core.event import Event
from tests.support.folders import event_folder, opened, workbook_of
from tests.support.teams import team_event
from tests.support.workbooks import edited

pytestmark = pytest.mark.thorough  # left out of make quick

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


def run(root: Path, name: str) -> Result:
    words = ["erase", str(root / "event"), name, "--site", str(root / "site")]
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("name", [NAME, "NUNEZ-GROSS, Zoe", LATE, NEW])
def test_nothing_has_the_name_any_more_and_everything_else_stays(root: Path, name: str) -> None:
    folder = EventFolder(root / "event")
    before = opened(folder)
    whom = found(name, before, {})
    who = erased(whom, before)  # type: ignore[arg-type]
    assert still_holding(folder, root / "site", who)
    done = run(root, name)
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
    run(root, NAME)
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
    assert run(root, "P001").exit_code == 0
    for who in everybody:
        assert not still_holding(folder, root / "site", who), who.names


def test_a_name_that_nobody_has_is_told_with_the_nearest(root: Path) -> None:
    done = run(root, "Xenia Quartermain")
    assert "Did you mean “Xenia Quartermaine”?" in done.output
