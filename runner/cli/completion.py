"""What the shell's Tab key offers for arguments: folders, presets, players and saves.

Each function takes click's context, the parameter and the beginning that was typed, and returns
what to offer; nothing is offered for an event that cannot be read.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def folders(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell offer folders."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="dir")]


def presets(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the presets."""
    from runner.rules import presets

    return beginning(incomplete, [(name, "") for name in presets.names()])


def players(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the Ids of players who begin so, by name or Id; shells split names at spaces."""
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
    """Offer the numbers of the event's saves, newest first, with their times and changes."""
    from runner.app.event_folder import EventFolder
    from runner.app.history.saves import Store

    offers: list[tuple[str, str]] = []
    with suppress(OSError):
        kept = Store(EventFolder(Path(context.params["event_dir"])).saves).all()
        offers = [(str(each.number), " ".join([each.at, *each.words[:1]])) for each in kept]
    return beginning(incomplete, offers[::-1])


def beginning(incomplete: str, offers: list[tuple[str, str]]) -> list[CompletionItem]:
    """Return those of the values, each with its description, that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(value, help=help_) for value, help_ in offers
            if value.startswith(incomplete)]  # fmt: skip
