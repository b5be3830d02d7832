"""Events and actions as the local page shows them: sentences and buttons, never a command."""

from typing import get_args

import pytest

from runner.app.door.wording import in_words, offered, on_page
from runner.app.events import Ended, Level, Message, Published, State, Watching, Written
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
