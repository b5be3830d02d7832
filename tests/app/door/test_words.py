"""What commands say is read at the door without a word for a terminal in it."""

import pytest

from runner.app.door.words import without_commands


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
