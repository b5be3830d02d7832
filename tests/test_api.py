"""The public API: its documented examples run, and it says what the pages and commands say."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import runner
from runner.app.import_event import import_event
from runner.compute.decisions.pair import PairRound
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.interchange.event_out import event_document
from tests.support.commands import ran, run
from tests.support.day import Day
from tests.support.events import ask, lower_id_wins, played_on, swiss, swiss_and_playoff, up_to
from tests.support.folders import files_in

pytestmark = pytest.mark.thorough  # left out of make quick

DOCS = Path(__file__).parents[1] / "docs" / "api.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of events; on Friday two rounds are played, and the next can be paired."""
    friday = tmp_path_factory.mktemp("made") / "events" / "friday"
    friday.parent.mkdir()
    now = ask(replace(swiss(13), names_shown=Shown.INITIAL), PairRound.KEY, 2)
    now, snapshot, ledger = up_to(now, 1, 2)
    _, snapshot, ledger = played_on(now, snapshot, ledger, lower_id_wins)
    assert not import_event(event_document(snapshot, ledger), friday)
    return friday.parents[1]


@pytest.fixture
def folder(made_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it."""
    shutil.copytree(made_once, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "events" / "friday"


@pytest.mark.parametrize("example", EXAMPLES, ids=["standings", "pairing", "many events"])
def test_an_example_of_the_docs_runs_as_a_program(folder: Path, example: str) -> None:
    before = files_in(folder.parent, hidden=True)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert files_in(folder.parent, hidden=True) == before


def test_importing_it_imports_nothing_else() -> None:
    asked = "import runner, sys; assert not [m for m in sys.modules if m.startswith('runner.')]"
    subprocess.run([sys.executable, "-c", asked], check=True)
    assert all(hasattr(runner, name) for name in runner.__all__)
    assert {*runner.__all__} <= {*dir(runner)}
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        runner.reed  # noqa: B018


def test_it_is_the_same_event_from_folder_workbook_and_document(folder: Path) -> None:
    event = runner.read(folder)
    assert (event.name, event.over, len(event.names)) == ("Friday", False, 13)
    _, played = event.rounds
    assert {*played.byes, *(each for table in played.tables for each in table.players)} == {
        *event.names
    }
    file = folder.with_name("friday.json")
    run("export", folder, "--to", file)
    others = [folder / "friday.xlsx", str(file), event.document()]
    for other in map(runner.read, others):
        assert other.standings() == event.standings()
        assert other.rounds == event.rounds
        assert other.next_round() == event.next_round()
        assert [each.sound for each in other.verify()] == [each.sound for each in event.verify()]


def test_standings_are_exact_and_by_round(folder: Path) -> None:
    event = runner.read(folder)
    rows = event.standings()
    assert [row.rank for row in rows] == [*range(1, 14)]
    assert rows == event.standings(1) == event.standings(phase=1, after=2)
    points = {row.player: row.points for row in event.standings(after=1)}
    seats = [seat for table in event.rounds[0].tables
             for seat in zip(table.players, table.outcomes, strict=True)]  # fmt: skip
    won = {player for player, outcome in seats if outcome == "win"}
    assert won
    assert all(points[player] == max(points.values()) for player in won)
    assert all(isinstance(value, Fraction) for value in rows[0].tiebreakers.values())
    with pytest.raises(LookupError):
        event.standings(after=3)


def test_places_are_those_of_the_whole_event() -> None:
    day = Day(swiss_and_playoff(13, Mode.MULTIPLAYER, swiss=2, cut=4))
    day.play_out()
    event = runner.read(event_document(day.snapshot, day.ledger))
    assert event.over
    assert event.places() == {each.player: (each.first, each.last) for each in day.snapshot.final}
    assert len(event.places()) == 13
    assert len(event.standings()) == 4
    assert len(event.standings(phase=1)) == 13


def test_the_next_round_is_the_one_that_is_then_published(folder: Path) -> None:
    upcoming = runner.read(folder).next_round()
    run("next", folder)
    event = runner.read(folder)
    published = event.rounds[-1]
    assert upcoming == published
    assert event.next_round() is None
    assert [check.sound for check in event.verify()] == [None, None, True]


def test_the_site_is_the_one_that_a_build_writes(folder: Path, tmp_path: Path) -> None:
    run("build", folder, "--site", tmp_path / "built", "--no-slips")
    event = runner.read(folder)
    event.write_site(tmp_path / "written")
    assert files_in(tmp_path / "written") == files_in(tmp_path / "built")
    event.write_site(str(tmp_path / "written"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    for taken in ("mine", "built"):
        before = files_in(tmp_path / taken)
        with pytest.raises(FileExistsError):
            event.write_site(tmp_path / taken)
        assert files_in(tmp_path / taken) == before


def test_what_cannot_be_used_says_why(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "no.xlsx").write_bytes(b"no workbook")
    (tmp_path / "empty").mkdir()
    for wrong in (tmp_path / "no.xlsx", tmp_path / "empty", {"format": "?"}, [1]):
        with pytest.raises(runner.EventError) as raised:
            runner.read(wrong)  # type: ignore[arg-type]
        assert all(isinstance(each, runner.Problem) for each in raised.value.problems)
        assert str(raised.value)
    with pytest.raises(FileNotFoundError):
        runner.read(tmp_path / "nowhere.xlsx")
    (tmp_path / "no.json").write_text("{")
    with pytest.raises(ValueError, match="line 1"):
        runner.read(tmp_path / "no.json")
    (tmp_path / "no.json").write_text("[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        runner.read(tmp_path / "no.json")


def test_a_state_alone_is_paired() -> None:
    assert runner.pair_state({"players": 3})["problems"]
    needed = ("mode", "preset", "players", "seed", "round")
    assert runner.pair_state({}) == {"problems": [f'"{key}" is missing.' for key in needed]}


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_what_is_no_document_is_answered_with_one_sentence(command: str, folder: Path) -> None:
    for wrong in ("", "{", "nobody", "1" * 5000, "[" * 100_000):
        done = ran(command, input=wrong)
        assert (done.exit_code, len(done.output.splitlines())) == (1, 1)
        assert done.output.startswith("Error: That ")
    named = ran(command, input=json.dumps(str(folder)))  # the path of an event is no document
    assert named.exit_code == 1
    assert "The document must be an object with named values." in named.output
    arguments = [sys.executable, "-m", "runner", command]
    for sent in (b"\xff\xfe{}", None):  # None: the standard input is closed
        close = () if sent is not None else ("sh", "-c", 'exec "$0" "$@" <&-')
        done_outside = subprocess.run([*close, *arguments], input=sent, capture_output=True)
        assert done_outside.returncode == 1
        assert done_outside.stderr.startswith(b"Error: ")
        assert len(done_outside.stderr.splitlines()) == 1


def test_the_command_ranks_from_json_to_json(folder: Path) -> None:
    event, document = runner.read(folder), run("export", folder)
    said = json.loads(run("standings", input=document))
    assert said == json.loads(run("standings", folder))
    assert said["players"] == event.names
    (ranking,) = said["standings"]
    assert [row["player"] for row in ranking["rows"]] == [row.player for row in event.standings()]
    for wrong in ("[]", "{", "3"):
        done = ran("standings", input=wrong)
        assert (done.exit_code, done.stdout) == (1, "")
    assert ran("standings", folder / "nowhere").exit_code == 1


def test_the_command_pairs_the_next_round_of_an_event(folder: Path, tmp_path: Path) -> None:
    upcoming = runner.read(folder).next_round()
    assert upcoming
    answer = json.loads(run("pair", input=run("export", folder)))
    assert [tuple(table["seats"]) for table in answer["tables"]] == [
        table.players for table in upcoming.tables
    ]
    assert answer["certificate"]
    run("next", folder)
    during = ran("pair", input=run("export", folder))
    assert during.exit_code == 1
    assert list(json.loads(during.stdout)) == ["problems"]
    assert not import_event(json.loads(run("export", folder)), tmp_path / "again")
