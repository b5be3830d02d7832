"""The command that exports an event for other programs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from runner.app.event_folder import EventFolder
from runner.cli.common import load_event, working
from runner.cli.group import EVENT, main
from runner.cli.reporting import Failed
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.disk import replace_synced
from runner.interchange.event_out import event_document
from runner.interchange.matchmaker_out import matchmaker_log
from runner.interchange.sheets_out import pairings_csv
from runner.interchange.snapshot_out import snapshot_document
from runner.interchange.topdeck_out import topdeck_document
from runner.render.chat import chat_text
from runner.render.wording import in_terminal

_WHOLE: dict[str | None, Callable[[Snapshot], Any]] = {
    "edh-matchmaker": matchmaker_log, "topdeck-v2": topdeck_document,
}  # fmt: skip


@main.command()
@EVENT
@click.option("--snapshot", is_flag=True, help="Write all that is computed from the event instead.")
@click.option(
    "--for", "whom", type=click.Choice(["topdeck", "topdeck-v2", "edh-matchmaker", "chat"]),
    help="Instead: the pairings of a round as TopDeck takes them, the whole event as TopDeck’s "
    "interface answers (version 2), EDH_matchmaker’s log, or a round as a text for a chat. Names "
    "are those of the pages.",
)  # fmt: skip
@click.option(
    "--to", type=click.Path(path_type=Path, dir_okay=False), help="Write it into this file."
)
@click.option("--round", "number", type=int, help="With --for.  [default: the round that is out]")
@click.option("--phase", default=1, show_default=True, help="With --round.")
def export(
    event_dir: Path, snapshot: bool, whom: str | None, to: Path | None, number: int | None,
    phase: int,
) -> None:  # fmt: skip
    """Write the event as a runner-event/1 document to standard output.

    With --to into a file, as UTF-8: the > of a Windows PowerShell writes another encoding.
    """
    with working("Reading the event"):
        loaded = load_event(EventFolder(event_dir))
    document: Any
    if whom in _WHOLE:
        document = _WHOLE[whom](loaded.snapshot)
    elif whom:
        write = pairings_csv if whom == "topdeck" else chat_text
        document = write(loaded.snapshot, _round(loaded.snapshot, number, phase))
    elif snapshot:
        document = snapshot_document(
            loaded.snapshot, loaded.problems, words=lambda fix: in_terminal(*fix)
        )
    else:
        document = event_document(loaded.snapshot, loaded.ledger)
    as_it_is = isinstance(document, str)
    text = document if as_it_is else json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if to is None:
        click.echo(text, nl=False)
        return
    replace_synced(to, text.encode())
    click.echo(f"Wrote {to}.")


def _round(snapshot: Snapshot, number: int | None, phase: int) -> RoundId:
    """Return the requested round, or the current one. Raises Failed if it is not published."""
    if snapshot.current_round is None:
        raise Failed("No round is out yet.")
    wanted = RoundId(phase, number) if number else snapshot.current_round.id
    if wanted not in {round_.id for round_ in snapshot.rounds}:
        raise Failed(f"{wanted.sheet} is not out yet.")
    return wanted
