"""Shell completion for arguments: folders, presets, players and saves.

Each function takes click's context, the parameter and the incomplete word, and returns the
completions; there are none for an event that cannot be read.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def folders(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return a completion that makes the shell offer folders."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="dir")]


def presets(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the matching presets."""
    from runner.rules import presets

    return beginning(incomplete, [(name, "") for name in presets.names()])


def players(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the Ids of players whose Id or name begins like this; shells split names at spaces."""
    from runner.app.event_folder import EventFolder
    from runner.disk import read_regular_file
    from runner.workbook.read.read import read

    people: list[tuple[str, str]] = []
    workbook = EventFolder(Path(context.params["event_dir"])).workbook()
    with suppress(OSError):
        event = read(read_regular_file(workbook))[0] if isinstance(workbook, Path) else None
        people = [(player.id, player.name) for player in (event.players if event else ())]
    named = [each for each in people if each[1].casefold().startswith(incomplete.casefold())]
    return beginning(incomplete, people) or beginning("", named)


def saves(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the numbers of the event's saves, newest first, with times and changes."""
    from runner.app.event_folder import EventFolder
    from runner.app.history.saves import Store

    offers: list[tuple[str, str]] = []
    with suppress(OSError):
        kept = Store(EventFolder(Path(context.params["event_dir"])).saves).all()
        offers = [(str(each.number), " ".join([each.at, *each.words[:1]])) for each in kept]
    return beginning(incomplete, offers[::-1])


def beginning(incomplete: str, offers: list[tuple[str, str]]) -> list[CompletionItem]:
    """Return the `offers`, pairs of value and description, whose value begins with `incomplete`."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(value, help=help_) for value, help_ in offers
            if value.startswith(incomplete)]  # fmt: skip
