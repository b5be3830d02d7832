"""Formats in words: each makes an event that can be used as it is, with what the rules advise."""

from pathlib import Path

import pytest

from runner.app.door.formats import Format, find, formats, in_words
from runner.app.door.making import make
from runner.app.door.shelf import Shelf
from runner.app.event_folder import EventFolder
from runner.app.http.forms import Form
from runner.core.problems import Severity
from runner.rules import presets, variants
from runner.workbook.read.read import read
from runner.workbook.schema import MODES
from tests.support.folders import data_of


def typed(**fields: str) -> Form:
    usual = {"name": "Cup", "date": "2026-11-21", "format": "commander", "players": "40"}
    return Form({name: (value,) for name, value in {**usual, **fields}.items()})


def test_everything_that_can_be_played_can_be_chosen() -> None:
    assert {each.mode for each in formats()} == {str(each.value) for each in MODES}
    assert {each.key for each in formats()} >= set(variants.REGISTRY)
    assert {each.preset for each in formats()} - {""} <= set(presets.names())


@pytest.mark.thorough
@pytest.mark.parametrize("chosen", formats(), ids=lambda each: each.key)
def test_each_makes_an_event_without_an_error(chosen: Format, tmp_path: Path) -> None:
    made = make(Shelf(tmp_path / "events"), typed(format=chosen.key, name=chosen.name))
    assert made.folder, made.words
    event, problems, _ = read(data_of(EventFolder(Path(made.folder))))
    assert event is not None
    assert not [each for each in problems if each.severity is Severity.ERROR]
    assert event.name == chosen.name
    assert event.date == "2026-11-21"
    assert bool(event.phases[1:]) == chosen.playoff


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("cut", "found"), [("none", None), ("advised", 16), ("8", 8), ("x", 16), ("64", 64)]
)
def test_the_playoff_is_as_chosen(cut: str, found: int | None, tmp_path: Path) -> None:
    made = make(Shelf(tmp_path), typed(cut=cut, rounds="4", language="de", venue="-Halle"))
    event, _, _ = read(data_of(EventFolder(Path(made.folder))))
    assert event
    assert (event.language, event.venue, event.phases[0].rounds) == ("de", "-Halle", 4)
    assert (event.phases[1].cut if event.phases[1:] else None) == found


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "Give the event a name"), ({"format": "chess"}, "Choose what is played"),
        ({"players": "many"}, "in figures"), ({"players": ""}, "in figures"),
        ({"date": "21.11."}, "Type the date as"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_form_is_said(
    wrong: dict[str, str], said: str, tmp_path: Path
) -> None:
    made = make(Shelf(tmp_path / "events"), typed(**wrong))
    assert made.folder == ""
    assert said in made.words
    assert not (tmp_path / "events").exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "events").write_text("a file")
    made = make(Shelf(tmp_path / "events"), typed())
    assert (made.folder, made.words) == ("", f"{tmp_path / 'events'} is a file. Choose a folder.")


def test_the_advice_is_that_of_the_rules() -> None:
    said = {each.key: in_words(each, 60) for each in formats()}
    assert said["commander"] == "For 60 players the rules suggest 5 rounds and a Top 16."
    assert said["duel"] == "For 60 players the rules suggest 6 rounds and a Top 8."
    assert "3 rounds are usual" in said["draft"]
    assert "teams" in said["two_headed_giant"]
    assert find("chess") is None
