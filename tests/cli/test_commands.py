"""The commands as a whole: their groups and old names, suggestions, JSON, completion, progress."""

import io
import json
import subprocess
import sys
import time
from datetime import date
from itertools import count
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import Result

from runner.app.pipeline import Pipeline
from runner.cli import main
from runner.cli.common import working
from runner.cli.group import COMMANDS, GROUPS, OLD_NAMES
from runner.rules import presets
from runner.workbook.write.write_back import Outcome, WriteBack
from tests.support.commands import ran, run
from tests.support.doors import an_event
from tests.support.workbooks import event_in


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    run("demo", "friday", "--players", "8", "--rounds", "1")
    return "friday"


def test_next_says_what_went_out_though_somebody_saved_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_event(tmp_path / "friday")
    write, calls = Pipeline.write_names, count()

    def saved_meanwhile(pipeline: Pipeline, **more: float) -> WriteBack:
        return WriteBack(Outcome.STALE) if next(calls) == 0 else write(pipeline, **more)

    monkeypatch.setattr(Pipeline, "write_names", saved_meanwhile)
    said = run("next", tmp_path / "friday", "--site", tmp_path / "site")
    assert "Round 1 is out: 2 tables." in said
    assert next(calls) > 1


def test_help_has_every_command_once_in_groups_and_no_old_name() -> None:
    lines = ran("--help").output.splitlines()
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    for heading, names in GROUPS.items():
        assert lines[lines.index(f"{heading}:") + 1].split()[0] == names[0]
    starts = {line.split()[0] for line in lines if line.startswith("  ")}
    assert starts.isdisjoint(OLD_NAMES)


@pytest.mark.parametrize(
    ("words", "text"),
    [(["verfy"], "Did you mean 'verify'?"), (["pirnt"], "Did you mean 'print'?"),
     (["slip"], "Did you mean 'slips'?"), (["help", "stauts"], "Did you mean 'status'?"),
     (["build", "--sits"], "Did you mean"), (["new", "x", "--preset", "mamrt"], "mamtr")],
)  # fmt: skip
def test_what_is_nearly_right_is_suggested(words: list[str], text: str) -> None:
    assert text in run(*words, code=2)


def test_a_word_like_nothing_is_refused_without_a_suggestion() -> None:
    assert "Did you mean" not in run("xyzzy", code=2)


def test_help_of_a_command_is_that_of_its_option() -> None:
    assert ran("help").output == ran("--help").output
    for name in COMMANDS:
        assert ran("help", name).output == ran(name, "--help").output


@pytest.mark.thorough
def test_documents_may_stand_before_the_event_as_well(played: str) -> None:
    after = ran("print", played, "tables", "certificate", "--round", "1")
    before = ran("print", "tables", "certificate", played, "--round", "1")
    assert before.exit_code == 0, before.output
    assert before.output == after.output
    assert "DOCUMENT is one of slips" in ran("print", "--help").output


@pytest.mark.thorough
@pytest.mark.parametrize("old", OLD_NAMES)
def test_an_old_name_still_works_and_says_the_new_one_on_standard_error(
    old: str, played: str
) -> None:
    now, options, words = OLD_NAMES[old]
    more = ["1"] if old == "diff" else []
    done = ran(old, played, *more)
    assert done.stderr.splitlines()[0].startswith(f"runner {old} has a new name: runner {now}")
    new = ran(now, *options, played, *more, *words)
    assert (done.exit_code, done.stdout) == (new.exit_code, new.stdout)
    assert new.exit_code == 0, new.output


def from_process(*words: str) -> dict[str, object]:
    command = [sys.executable, "-m", "runner", *words]
    done = subprocess.run(command, capture_output=True, check=True)
    loaded = json.loads(done.stdout)
    assert isinstance(loaded, dict)
    return loaded


@pytest.mark.thorough
def test_json_of_each_command_can_be_parsed(played: str) -> None:
    assert from_process("status", played, "--json")["problems"] == []
    assert from_process("history", played, "--json").keys() == {
        "format",
        "saves",
        "lost",
        "previews",
    }
    changed = from_process("history", played, "1", "--json")
    assert changed.keys() == {"format", "before", "after", "changes"}
    assert changed["changes"]
    ranks = from_process("compare", played, "--json")
    assert {"format", "rules", "cut", "players", "changes"} == ranks.keys()
    verified = from_process("verify", played, "--json")
    assert (verified["format"], verified["result"]) == ("runner-verify/1", "ok")


def offered(words: list[str], incomplete: str) -> list[str]:
    found = ShellComplete(main, {}, "runner", "_RUNNER_COMPLETE").get_completions(words, incomplete)
    return [item.value for item in found]


@pytest.mark.thorough
def test_the_shell_offers_commands_presets_players_and_saves(played: str) -> None:
    assert offered([], "re") == ["rehearse", "restore"]
    assert offered(["help"], "pa") == ["pair"]
    assert "mamtr" in offered(["rules"], "m")
    assert "mamtr" in offered(["new", "x", "--preset"], "m")
    assert len(offered(["erase", played], "")) == 8
    document = json.loads(ran("export", played).stdout)
    first = document["players"][0]
    assert offered(["erase", played], first["name"][:4].lower()) == [
        each["id"] for each in document["players"] if each["name"].startswith(first["name"][:4])
    ]
    assert offered(["restore", played], "")[-1] == "1"
    assert offered(["history", played], "1")[-1] == "1"
    assert offered(["erase", "nowhere"], "") == []
    assert offered(["restore", "nowhere"], "") == []


@pytest.mark.thorough
def test_what_takes_longer_than_a_second_shows_it_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with working("Counting"):
        pass
    assert "Counting" not in shown.getvalue()
    with working("Counting"):
        time.sleep(1.3)
    assert "Counting: 1 s" in shown.getvalue()
    assert shown.getvalue().endswith("\r")
    monkeypatch.setattr(sys, "stderr", quiet := io.StringIO())
    with working("Counting"):
        time.sleep(1.1)
    assert quiet.getvalue() == ""


def test_options_are_suggested_by_click() -> None:
    with pytest.raises(click.NoSuchOption) as reason:
        main.main(["status", "--jsn"], standalone_mode=False)
    assert reason.value.possibilities == ["--json"]


def new(root: Path, *words: str) -> Result:
    return ran("new", root, *words)


@pytest.mark.parametrize(("words", "said"), [
    (["--preset", "mamrt"], "'mamrt' is not one of"),
    (["--preset", ""], "is not one of"),
    (["--date", "2026-13-45"], "“2026-13-45” is no day. Type one such as 2026-11-21."),
    (["--date", "2026-02-29"], "“2026-02-29” is no day."),
    (["--date", "tomorrow"], "“tomorrow” is no day."),
    (["--date", "21.11.2026"], "“21.11.2026” is no day."),
    (["--date", "0001-01-01"], "“0001-01-01” is no day"),
    (["--players", "0"], "0 is not in the range"),
    (["--players", "-5"], "-5 is not in the range"),
    (["--players", "1"], "1 is not in the range"),
    (["--players", "100000"], "100000 is not in the range"),
    (["--players", "many"], "not a valid integer"),
    (["--sample", "0"], "0 is not in the range"),
    (["--mode", "chess"], "is not one of"),
    (["--pod-size", "60"], "“60” does not fit under “Pod size”: it should be at most 5."),
    (["--mode", "star", "--pod-size", "4"], "Two-Color Star is for 5 players at a table"),
    (["--language", "Elvish"], "There is no “Elvish”"),
])  # fmt: skip
def test_what_cannot_be_meant_is_refused_and_nothing_is_made(
    tmp_path: Path, words: list[str], said: str
) -> None:
    answer = new(tmp_path / "friday", *words)
    assert answer.exit_code == 2
    assert said in answer.output
    assert not (tmp_path / "friday").exists()


def test_what_can_be_meant_is_taken(tmp_path: Path) -> None:
    words = ["--preset", "topdeck", "--date", "2026-11-21", "--players", "2", "--rounds", "1"]
    words += ["--pod-size", "5"]
    answer = new(tmp_path / "friday", *words)
    assert answer.exit_code == 0, answer.output
    event = event_in((tmp_path / "friday" / "friday.xlsx").read_bytes())
    assert (event.date, event.phases[0].preset) == ("2026-11-21", "topdeck")
    assert "topdeck" in presets.names()


def test_without_a_date_it_is_today(tmp_path: Path) -> None:
    assert new(tmp_path / "friday", "--rounds", "1", "--players", "8").exit_code == 0
    event = event_in((tmp_path / "friday" / "friday.xlsx").read_bytes())
    assert event.date == date.today().isoformat()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words",
    ["phones renew {}", "phones free {} 1", "history {}", "history {} 1", "restore {}", "verify {}",
     "restore {} 1", "erase {} Ana", "print {} slips", "status {}", "next {}", "export {}",
     "compare {}", "rehearse {}"],
)  # fmt: skip
@pytest.mark.parametrize("inside", [("friday", "sunday"), ()])
def test_a_folder_that_is_no_event_is_refused_and_stays_as_it_is(
    tmp_path: Path, inside: tuple[str, ...], words: str
) -> None:
    folder = tmp_path / "events"
    folder.mkdir()
    for name in inside:
        run("new", folder / name, "--name", name)
    before = sorted(tmp_path.rglob("*"))
    said = run(*(each.format(folder) for each in words.split()), code=1)
    several = f"{folder} is a folder of events. Name one of them, such as {folder / 'friday'}."
    assert (several if inside else f"There is no .xlsx workbook in {folder}.") in said
    assert sorted(tmp_path.rglob("*")) == before
