"""Emperor from a new workbook to the last result: single elimination, unless something else is
asked for."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.cli import main
from runner.core.event import Event
from runner.workbook.read.read import read
from tests.support.folders import data_of


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


def made(folder: Path, *more: str) -> Event:
    run("new", str(folder), "--mode", "emperor", *more)
    event, _, _ = read(data_of(EventFolder(folder)))
    assert event is not None
    return event


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("more", "types"),
    [
        ((), ["single_elimination"]),
        (("--rounds", "4"), ["swiss"]),
        (("--cut", "4"), ["swiss", "single_elimination"]),
    ],
)
def test_what_is_offered(more: tuple[str, ...], types: list[str], tmp_path: Path) -> None:
    assert [phase.type for phase in made(tmp_path / "cup", *more).phases] == types


@pytest.mark.thorough
@pytest.mark.parametrize(("teams", "rounds"), [(4, 2), (6, 3)])
def test_it_is_played_to_the_end(teams: int, rounds: int, tmp_path: Path) -> None:
    """As many rounds as the rules have for so few teams (MTR Appendix E)."""
    event, site = tmp_path / "cup", str(tmp_path / "site")
    made(event, "--sample", str(teams))
    run("rehearse", str(event), "--site", site, "--rounds", str(rounds))
    document = json.loads(run("export", str(event)))
    assert len(document["rounds"]) == rounds
    assert len(document["rounds"][-1]["tables"]) == 1
    assert "The ledger is whole." in run("verify", str(event))
