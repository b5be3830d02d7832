"""The command that renews the codes of results by phone, and frees the seats of a table."""

from pathlib import Path

import click

from runner.app.phones import codes
from runner.app.phones.seats import free_seats
from runner.cli.common import event_of
from runner.cli.group import EVENT, main
from runner.cli.reporting import Failed, Misused, say


@main.command("phones")
@click.argument("what", type=click.Choice(["renew", "free"]))
@EVENT
@click.argument("table", type=click.IntRange(1), required=False)
def phones_(what: str, event_dir: Path, table: int | None) -> None:
    """Renew all codes of results by phone, or free the seats of a table (TABLE).

    After renew the former codes open nothing, those of scorekeepers included: print the slips
    again. After free any phone with the table’s code can take a seat there again, and what phones
    have reported there counts only where a result counts already.
    """
    folder = event_of(event_dir)
    if what == "renew":
        codes.renew(folder)
        say(
            "All codes are new. Print the slips again: those on paper open nothing any more. A "
            f"watch makes them anew by itself; else: runner print {event_dir} slips"
        )
    elif table is None:
        raise Misused("Which table? Type its number behind the folder.")
    elif free_seats(folder, table):
        say(f"The seats of table {table} are free: whoever plays there takes theirs again.")
    else:
        raise Failed(f"Nobody reports for a table {table} by phone just now.")
