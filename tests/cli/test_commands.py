"""The commands as a whole: their groups and old names, suggestions, JSON, completion, progress."""

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from runner.cli import main
from runner.cli.common import working
from runner.cli.group import COMMANDS, GROUPS, OLD_NAMES


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An event with one round played, and two saves."""
    monkeypatch.chdir(tmp_path)
    done = run("demo", "friday", "--players", "8", "--rounds", "1")
    assert done.exit_code == 0, done.output
    return "friday"


def test_help_has_every_command_once_in_groups_and_no_old_name() -> None:
    lines = run("--help").output.splitlines()
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    for heading, names in GROUPS.items():
        at = lines.index(f"{heading}:")
        assert lines[at + 1].split()[0] == names[0]
    starts = {line.split()[0] for line in lines if line.startswith("  ")}
    assert starts.isdisjoint(OLD_NAMES)


@pytest.mark.parametrize(
    ("words", "text"),
    [(["verfy"], "Did you mean 'verify'?"), (["pirnt"], "Did you mean 'print'?"),
     (["slip"], "Did you mean 'slips'?"), (["help", "stauts"], "Did you mean 'status'?"),
     (["build", "--sits"], "Did you mean"), (["new", "x", "--preset", "mamrt"], "mamtr")],
)  # fmt: skip
def test_what_is_nearly_right_is_suggested(words: list[str], text: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert text in done.output


def test_a_word_like_nothing_is_refused_without_a_suggestion() -> None:
    done = run("xyzzy")
    assert done.exit_code == 2
    assert "Did you mean" not in done.output


def test_help_of_a_command_is_that_of_its_option() -> None:
    assert run("help").output == run("--help").output
    for name in COMMANDS:
        assert run("help", name).output == run(name, "--help").output


@pytest.mark.parametrize("old", OLD_NAMES)
def test_an_old_name_still_works_and_says_the_new_one_on_standard_error(
    old: str, played: str
) -> None:
    now, options, words = OLD_NAMES[old]
    more = ["1"] if old == "diff" else []
    done = run(old, played, *more)
    assert done.stderr.splitlines()[0].startswith(f"runner {old} has a new name: runner {now}")
    new = run(now, *options, played, *more, *words)
    assert (done.exit_code, done.stdout) == (new.exit_code, new.stdout)
    assert new.exit_code == 0, new.output


def from_process(*words: str) -> dict[str, object]:
    command = [sys.executable, "-m", "runner", *words]
    done = subprocess.run(command, capture_output=True, check=True)
    loaded = json.loads(done.stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_json_of_each_command_can_be_parsed(played: str) -> None:
    status = from_process("status", played, "--json")
    assert status["problems"] == []
    listed = from_process("history", played, "--json")
    assert listed.keys() == {"format", "saves", "lost"}
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


def test_the_shell_offers_commands_presets_players_and_saves(played: str) -> None:
    assert offered([], "re") == ["rehearse", "restore"]
    assert offered(["help"], "pa") == ["pair"]
    assert "mamtr" in offered(["rules"], "m")
    assert "mamtr" in offered(["new", "x", "--preset"], "m")
    ids = offered(["erase", played], "")
    assert len(ids) == 8
    document = json.loads(run("export", played).stdout)
    first = document["players"][0]
    assert offered(["erase", played], first["name"][:4].lower()) == [
        each["id"] for each in document["players"] if each["name"].startswith(first["name"][:4])
    ]
    assert offered(["restore", played], "")[-1] == "1"
    assert offered(["history", played], "1")[-1] == "1"
    assert offered(["erase", "nowhere"], "") == []
    assert offered(["restore", "nowhere"], "") == []


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
