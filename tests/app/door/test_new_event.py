"""Each format makes a new event that can be used as it is, in a folder that every disk accepts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runner
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
from runner.app.door.wording import in_words as event_in_words
from runner.app.door.wording import offered, on_page
from runner.app.event_folder import EventFolder
from runner.app.events import Ended, Level, Message, Published, State, Watching, Written
from runner.app.http.forms import Form
from runner.cli.group import COMMANDS
from runner.core.actions import (
    Action,
    Diagnose,
    FollowFolder,
    History,
    InstallPackages,
    OpenPorts,
    Restore,
    Serve,
    StartReachable,
)
from runner.core.problems import Severity
from runner.render.door.views import Ask
from runner.rules import presets, variants
from runner.workbook.read.read import read
from runner.workbook.schema import MODES
from tests.support.folders import data_of
from tests.support.soak import some


def typed(**fields: str) -> Form:
    usual = {"name": "Cup", "date": "2026-11-21", "format": "commander", "players": "40"}
    return Form({name: (value,) for name, value in {**usual, **fields}.items()})


def test_everything_that_can_be_played_can_be_chosen() -> None:
    assert {each.mode for each in formats()} == {str(each.value) for each in MODES}
    assert {each.key for each in formats()} >= set(variants.REGISTRY)
    assert {each.preset for each in formats()} - {""} <= set(presets.names())


@pytest.mark.thorough
@pytest.mark.soak
@pytest.mark.parametrize("chosen", some(formats(), 2), ids=lambda each: each.key)
def test_each_makes_an_event_without_an_error(chosen: Format, tmp_path: Path) -> None:
    made = make(EventIndex(tmp_path / "events"), typed(format=chosen.key, name=chosen.name))
    assert made.folder, made.why
    event, problems, _ = read(data_of(EventFolder(Path(made.folder))))
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


@pytest.mark.parametrize(("wrong", "said"), [
    ({"name": " "}, "Give the event a name"), ({"format": "chess"}, "Choose what is played"),
    ({"players": "many"}, "in figures"), ({"players": ""}, "in figures"),
    ({"date": "21.11."}, "Type the date as"),
])  # fmt: skip
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


@pytest.mark.thorough
@pytest.mark.parametrize(("rounds", "type_"), [("", "single_elimination"), ("4", "swiss")])
def test_emperor_is_single_elimination_where_no_rounds_are_typed(
    rounds: str, type_: str, tmp_path: Path
) -> None:
    made = make(EventIndex(tmp_path), typed(format="emperor", players="6", rounds=rounds))
    event, _, _ = read(data_of(EventFolder(Path(made.folder))))
    assert event
    assert [phase.type for phase in event.phases] == [type_]


def test_what_is_usually_single_elimination_says_so_with_its_rounds() -> None:
    emperor = find("emperor")
    assert emperor
    for teams, rounds in ((2, "1 round"), (4, "2 rounds"), (6, "3 rounds"), (9, "4 rounds")):
        said = in_words(emperor, teams)
        assert said.startswith(f"Single elimination: {rounds} for {teams} teams.")
        assert "to play Swiss instead" in said


# --- the folder

RESERVED = {
    "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "folder"), [
    ("Friday cEDH", "Friday cEDH"), ("Friday: cEDH?", "Friday cEDH"), ("a/b\\c", "a b c"),
    ("CON", "CON event"), ("nul", "nul event"), ("com1.x", "event com1.x"), ("Cup...", "Cup"),
    ("  ", "Event"), ("...", "Event"), ("../../etc", "etc"), (".hidden", "hidden"),
    ("~$lock", "lock"), ("--help", "help"), ("Żółw 🎲 “Ü”", "Żółw 🎲 “Ü”"),
    ("tab\tand\nline", "tab and line"), ("a\x00b\u202ec", "a bc"),
    ("Con Artists", "Con Artists"),
])  # fmt: skip
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


# --- wording --------------------------------------------------------------------------------------


EXAMPLES = {
    OpenPorts: OpenPorts("ufw", 8000, 8019),
    StartReachable: StartReachable("LibreOffice", "soffice --accept=x"),
    InstallPackages: InstallPackages(("fonts-noto", "fonts-cjk")),
}


@pytest.mark.parametrize("kind", get_args(Action), ids=lambda each: each.__name__)
def test_every_action_has_a_sentence_without_a_command(kind: type[Action]) -> None:
    sentence = on_page(EXAMPLES.get(kind) or kind())  # type: ignore[call-arg]
    assert "runner" not in sentence
    assert "--" not in sentence
    assert "{" not in sentence


@pytest.mark.parametrize(("action", "to", "fields"), [
    (Restore("/a"), "restore", ()), (Restore("/a", save=3), "restore", (("number", "3"),)),
    (Serve("/a/site", new_port=True), "show", (("anew", "yes"),)),
    (FollowFolder("/a"), "follow", (("link", "here"),)), (Diagnose(), "check", ()),
])  # fmt: skip
def test_the_first_action_that_has_a_button_is_offered(
    action: Action, to: str, fields: tuple[tuple[str, str], ...]
) -> None:
    ask = offered("ab12", ("It is lost.", History(), action, Restore("/b", save=9)))
    assert isinstance(ask, Ask)
    assert (ask.to, ask.fields) == (f"/event/ab12/do/{to}", fields)
    assert offered("ab12", ("It is lost.", History())) is None


def test_what_is_filled_in_stands_in_the_sentence() -> None:
    assert "save 12 into" in on_page("It is gone.", Restore("/a", save=12))
    assert "fonts-noto, fonts-cjk" in on_page(EXAMPLES[InstallPackages])


@pytest.mark.parametrize(("event", "words"), [
    (Message(("Twice.", "Correct one."), Level.ERROR, "Players!B4"),
     "Players!B4: Twice. Correct one."),
    (State("Round 1: 1/2 in"), "Round 1: 1/2 in"),
    (Published("Round 1", 2), "Round 1 is out: 2 tables."),
    (Written("Slips", "/a/slips.pdf"), "Slips: /a/slips.pdf"),
    (Watching("/a/b.xlsx", "/a/site"), "Watching /a/b.xlsx. The site is in /a/site."),
    (Ended(1, ("No port is free.",)), "No port is free."),
])  # fmt: skip
def test_an_event_is_shown_in_words(event: object, words: str) -> None:
    assert event_in_words(event) == words  # type: ignore[arg-type]


# --- the sources: a sentence holds in every user interface ----------------------------------------

TERMINAL = re.compile(
    rf"\brunner (?:{'|'.join(COMMANDS)})\b|\bCtrl[-+]C\b|(?<!\S)--[a-z]|\bsoffice -|\bpip install\b"
    r"|\bsudo "
)
"""What only somebody with a terminal can do anything with."""
FOR_THE_TERMINAL = (
    "cli/", "render/wording.py", "app/doctor/report.py", "app/serve/announce.py",
    "workbook/live/excel.py", "workbook/live/office.py",
)  # fmt: skip
"""Files with texts that only a terminal shows, or with commands that an action carries."""
ELSEWHERE = ("workbook/schema.py", "workbook/template/front.py", "render/site/bracket/",
             "render/brand/")  # fmt: skip
"""Files with hints in the workbook, which name both ways, and with styles."""


def texts(file: Path) -> Iterator[str]:
    """Every text of a source of more than one word, with something at each gap; no docstring."""
    tree = ast.parse(file.read_text("utf-8"))
    docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    gaps = {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr)
            for part in ast.walk(each) if part is not each}  # fmt: skip
    for each in ast.walk(tree):
        if id(each) in docs | gaps:
            continue
        if isinstance(each, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "/a" for part in each.values
            )
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


@pytest.mark.thorough
def test_no_sentence_of_the_sources_is_for_the_terminal_alone() -> None:
    root = Path(runner.__file__).parent
    named = [
        (file.name, text)
        for file in sorted(root.rglob("*.py"))
        if not file.relative_to(root).as_posix().startswith((*FOR_THE_TERMINAL, *ELSEWHERE))
        for text in texts(file)
        if " " in text.strip() and TERMINAL.search(text)
    ]
    assert named == []
