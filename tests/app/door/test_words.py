"""What commands say is read at the door without a word for a terminal in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import runner
from runner.app.door.words import COMMANDS, TERMINAL, page_without_commands, without_commands
from runner.cli import main


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (
            "✗ Round 1 is out, so this event is real, and nothing was made up in it. Try things "
            "out in a separate event: runner demo /a b/friday-tryout",
            "Round 1 is out, so this event is real, and nothing was made up in it.",
        ),
        (
            "There is no .xlsx workbook in /a b. Put it back there, or take the latest save: "
            "runner restore /a b",
            "There is no .xlsx workbook in /a b. Put it back there, or take the latest save: on "
            "the page History, “Put back”.",
        ),
        (
            "There is no .xlsx workbook in /a. Put it back there, or make a new one with: "
            "runner new /a",
            "There is no .xlsx workbook in /a. Put it back there.",
        ),
        ("Save 9 is lost. Try an earlier one: runner history /a", "Save 9 is lost. Try an earlier "
         "one: on the page History."),
        ("Save the workbook, or type runner build, and Runner goes on.",
         "Save the workbook and Runner goes on."),
        ("Watching /a/b.xlsx. The site is in /a/site. Ctrl-C ends it.",
         "Watching /a/b.xlsx. The site is in /a/site."),
        ("Round 1 is out: 2 tables.", "Round 1 is out: 2 tables."),
        ("The runner restores …", "The runner restores …"),
    ],
)  # fmt: skip
def test_a_sentence_names_no_command(said: str, read: str) -> None:
    assert without_commands(said) == read


ELSEWHERE = ("app/door/words.py", "cli/group.py", "render/site/bracket/", "render/brand/")
"""Files without a sentence for the door: the help of the terminal, and styles."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every text of the sources that names a command, with something at each gap, and where."""
    root = Path(runner.__file__).parent
    for file in sorted(root.rglob("*.py")):
        name = file.relative_to(root).as_posix()
        if name.startswith(ELSEWHERE):
            continue
        tree = ast.parse(file.read_text("utf-8"))
        docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        parts = {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr)
                 for part in ast.walk(each) if part is not each}  # fmt: skip
        for each in ast.walk(tree):
            if id(each) not in docs | parts and (text := text_of(each)):
                yield f"{name}:{getattr(each, 'lineno', 0)}", text


def text_of(node: ast.AST) -> str:
    """A text of more than one word that only somebody with a terminal can use; "" otherwise."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    elif isinstance(node, ast.JoinedStr):
        text = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "/a b/Friday"
            for part in node.values
        )
    else:
        return ""
    return text if " " in text.strip() and TERMINAL.search(text) else ""


@pytest.mark.thorough
def test_every_sentence_of_the_sources_is_read_without_a_command() -> None:
    found = list(sentences())
    assert len(found) > 30
    bad = [
        (where, text, read)
        for where, text in found
        for read in map(without_commands, text.splitlines())
        if TERMINAL.search(read)
    ]
    assert bad == []


def test_all_commands_are_known() -> None:
    assert {*main.list_commands(click.Context(main))} == {*COMMANDS}


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Runner is watching this event. Stop it first: Ctrl-C there.",
         "Runner is watching this event. Stop it first."),
        ("It is open. They go in as soon as it is closed; Ctrl-C gives up.",
         "It is open. They go in as soon as it is closed."),
        ("Or put the last good save back; “runner history” lists them, and “runner restore” writes "
         "one into a new file.",
         "Or put the last good save back; the page History lists them, and “Bring back” there "
         "writes one into a new file."),
        ("Nothing new is published until it is whole again: “runner restore”, with the event’s "
         "folder, puts back what Runner has kept of it.",
         "Nothing new is published until it is whole again: “Put back what is lost” on the page "
         "History puts back what Runner has kept of it."),
        ("Copy the sheet from a workbook that `runner new` has made.",
         "Copy the sheet from a workbook that “New event” has made."),
        ("/a holds the site of another event. Give this event a folder of its own: --site /a/b.c. "
         "Or delete /a, if those pages are not needed any more.",
         "/a holds the site of another event. Delete /a, if those pages are not needed any more."),
        ("  and 3 more: runner check shows them all", "and 3 more."),
        ("3 rows wait until Runner writes them (runner build)",
         "3 rows wait until Runner writes them."),
        ("It was ended by Ctrl-C", "It was ended."),
        ("Give the link again: --from LINK", ""),
    ],
)  # fmt: skip
def test_the_page_stands_in_place_of_the_command(said: str, read: str) -> None:
    assert without_commands(said) == read


def test_a_page_is_changed_in_its_texts_alone() -> None:
    page = (
        "<html><head><style>a{--row:1} b::after{content:'runner build'}</style><script>"
        "'Ctrl-C'</script></head><p class='x --y'>3 rows wait (runner build)</p>"
        "<p>“runner history” lists Bo &amp; Co</p></html>"
    )
    assert page_without_commands(page) == page.replace(
        "3 rows wait (runner build)", "3 rows wait."
    ).replace("“runner history” lists Bo &amp; Co", "the page History lists Bo &amp; Co.")
