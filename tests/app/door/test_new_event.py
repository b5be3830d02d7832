"""A new event: each format makes one that can be used as it is, with what the rules advise, in a
folder of a name that every disk accepts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.app.door.event_index import EventIndex
from runner.app.door.new_event import (
    Format,
    find,
    folder_name,
    formats,
    free_folder,
    in_words,
    make,
)
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
    made = make(EventIndex(tmp_path / "events"), typed(format=chosen.key, name=chosen.name))
    assert made.folder, made.why
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
    made = make(EventIndex(tmp_path), typed(cut=cut, rounds="4", language="de", venue="-Halle"))
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
    made = make(EventIndex(tmp_path / "events"), typed(**wrong))
    assert made.folder == ""
    assert said in made.why
    assert not (tmp_path / "events").exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "events").write_text("a file")
    made = make(EventIndex(tmp_path / "events"), typed())
    assert (made.folder, made.why) == ("", f"{tmp_path / 'events'} is a file. Choose a folder.")


def test_the_advice_is_that_of_the_rules() -> None:
    said = {each.key: in_words(each, 60) for each in formats()}
    assert said["commander"] == "For 60 players the rules suggest 5 rounds and a Top 16."
    assert said["duel"] == "For 60 players the rules suggest 6 rounds and a Top 8."
    assert "3 rounds are usual" in said["draft"]
    assert "teams" in said["two_headed_giant"]
    assert find("chess") is None


# --- the folder

RESERVED = {
    "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Friday cEDH", "Friday cEDH"), ("Friday: cEDH?", "Friday cEDH"), ("a/b\\c", "a b c"),
        ("CON", "CON event"), ("nul", "nul event"), ("com1.x", "event com1.x"), ("Cup...", "Cup"),
        ("  ", "Event"), ("...", "Event"), ("../../etc", "etc"), (".hidden", "hidden"),
        ("~$lock", "lock"), ("--help", "help"), ("Żółw 🎲 “Ü”", "Żółw 🎲 “Ü”"),
        ("tab\tand\nline", "tab and line"), ("a\x00b\u202ec", "a bc"),
        ("Con Artists", "Con Artists"),
    ],
)  # fmt: skip
def test_a_name_becomes_a_folder_s(name: str, folder: str) -> None:
    assert folder_name(name) == folder


@pytest.mark.thorough
@given(st.text(max_size=300))
def test_every_name_gives_one_that_every_system_takes(name: str) -> None:
    found = folder_name(name)
    assert 0 < len(found.encode()) <= 130
    assert not set(found) & set('<>:"/\\|?*')
    assert found.isprintable()
    assert found[-1] not in ". "
    assert found[0] not in ".~$- "
    assert found.split(".")[0].strip().upper() not in RESERVED


def test_a_second_event_of_that_name_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for expected in ("Cup", "Cup 2", "Cup 3"):
        found = free_folder(tmp_path, "Cup")
        assert found.name == expected
        found.mkdir()
    (tmp_path / "Ghost").symlink_to(tmp_path / "nowhere")
    assert free_folder(tmp_path, "Ghost").name == "Ghost 2"
