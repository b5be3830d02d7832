"""Events and actions as the local page shows them: sentences and buttons, never a command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import runner
from runner.app.door.wording import in_words, offered, on_page
from runner.app.events import Ended, Level, Message, Published, State, Watching, Written
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
from runner.render.door.views import Ask

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


@pytest.mark.parametrize(
    ("action", "to", "fields"),
    [
        (Restore("/a"), "restore", ()),
        (Restore("/a", save=3), "restore", (("number", "3"),)),
        (Serve("/a/site", new_port=True), "show", (("anew", "yes"),)),
        (FollowFolder("/a"), "follow", (("link", "here"),)),
        (Diagnose(), "check", ()),
    ],
)
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


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Message(("Twice.", "Correct one."), Level.ERROR, "Players!B4"),
         "Players!B4: Twice. Correct one."),
        (State("Round 1: 1/2 in"), "Round 1: 1/2 in"),
        (Published("Round 1", 2), "Round 1 is out: 2 tables."),
        (Written("Slips", "/a/slips.pdf"), "Slips: /a/slips.pdf"),
        (Watching("/a/b.xlsx", "/a/site"), "Watching /a/b.xlsx. The site is in /a/site."),
        (Ended(1, ("No port is free.",)), "No port is free."),
    ],
)  # fmt: skip
def test_an_event_is_shown_in_words(event: object, words: str) -> None:
    assert in_words(event) == words  # type: ignore[arg-type]


# --- the sources: a sentence holds in every user interface ----------------------------------------

TERMINAL = re.compile(
    rf"\brunner (?:{'|'.join(COMMANDS)})\b|\bCtrl[-+]C\b|(?<!\S)--[a-z]|\bsoffice -|\bpip install\b"
    r"|\bsudo ",
)
"""What only somebody with a terminal can do anything with."""
FOR_THE_TERMINAL = (
    "cli/", "render/wording.py", "render/rules_text/console.py", "app/doctor/report.py",
    "app/serve/announce.py", "workbook/live/excel.py", "workbook/live/office.py",
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
