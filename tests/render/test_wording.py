"""Every action has a wording in the terminal and on the local page."""

from typing import get_args

import pytest

from runner.app.door.wording import on_page
from runner.core.actions import Action, InstallPackages, OpenPorts, Restore, StartReachable
from runner.render.wording import command_line, in_terminal

EXAMPLES = [
    OpenPorts("ufw", 8000, 8019) if kind is OpenPorts
    else InstallPackages(("fonts-noto",)) if kind is InstallPackages
    else StartReachable("LibreOffice", "soffice --accept=x") if kind is StartReachable
    else kind()
    for kind in get_args(Action)
]  # fmt: skip


@pytest.mark.parametrize("action", EXAMPLES, ids=lambda each: type(each).__name__)
def test_every_action_has_a_wording_everywhere(action: Action) -> None:
    assert command_line(action) in in_terminal("It is lost.", action, "Or wait.")
    assert "runner " not in on_page("It is lost.", action)
    assert " --" not in on_page(action)


def test_a_text_is_made_of_sentences_and_command_lines() -> None:
    text = in_terminal("It is gone.", Restore("/a b/c", save=3), "Or wait.")
    assert text == 'It is gone. Write save 3 into a new file: “runner restore "/a b/c" 3”. Or wait.'
    assert on_page("It is gone.", Restore("/a")).startswith("It is gone. “Put back what is lost”")
