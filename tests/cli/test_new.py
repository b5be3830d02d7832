"""What `runner new` refuses before it writes anything."""

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from runner.cli import main
from runner.rules import presets
from tests.support.workbooks import event_in


def new(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["new", str(root), *words])


@pytest.mark.parametrize(
    ("words", "said"),
    [
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
        (["--language", "Elvish"], "There is no “Elvish”"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_made(
    tmp_path: Path, words: list[str], said: str
) -> None:
    answer = new(tmp_path / "friday", *words)
    assert answer.exit_code == 2
    assert said in answer.output
    assert not (tmp_path / "friday").exists()


def test_what_can_be_meant_is_taken(tmp_path: Path) -> None:
    words = ["--preset", "topdeck", "--date", "2026-11-21", "--players", "2", "--rounds", "1"]
    answer = new(tmp_path / "friday", *words)
    assert answer.exit_code == 0, answer.output
    event = event_in((tmp_path / "friday" / "friday.xlsx").read_bytes())
    assert (event.date, event.phases[0].preset) == ("2026-11-21", "topdeck")
    assert "topdeck" in presets.names()


def test_without_a_date_it_is_today(tmp_path: Path) -> None:
    assert new(tmp_path / "friday", "--rounds", "1", "--players", "8").exit_code == 0
    event = event_in((tmp_path / "friday" / "friday.xlsx").read_bytes())
    assert event.date == date.today().isoformat()
