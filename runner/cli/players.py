"""The command that adds a list of players to an event."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from runner.app import add_players
from runner.app.add_players import Added
from runner.app.event_folder import EventFolder
from runner.app.events import Document
from runner.cli.group import EVENT, main
from runner.cli.reporting import Failed, report, say
from runner.core.language import count
from runner.disk import read_regular_file
from runner.interchange.player_import.player_list import (
    NEEDS_A_LOOK,
    Entrant,
    LineStatus,
    PlayerList,
)

_PATIENCE = 600.0
"""Seconds to wait for an open workbook."""


@main.command()
@EVENT
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--dry-run", is_flag=True, help="Only say what was understood; changes nothing.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option("--all", "every", is_flag=True, help="Tell what became of every line.")
@click.option(
    "--site", type=click.Path(path_type=Path),
    help="For a series: the site of its events.  [default: where runner build puts it]",
)  # fmt: skip
@click.option("--wait", default=_PATIENCE, help="Seconds to wait for a workbook that is open.")
@click.option("--name", default="", hidden=True, help="Of the file that comes in through a pipe.")
@click.option("--json", "as_json", is_flag=True, hidden=True, help="Only say what was understood.")
def players(
    event_dir: Path, file: Path, dry_run: bool, yes: bool, every: bool, site: Path | None,
    wait: float, name: str, as_json: bool,
) -> None:  # fmt: skip
    """Add the players of a list (FILE, or - for standard input) to the workbook.

    Any list will do: pasted names, CSV, .xlsx, Melee, TopDeck, EventLink, EDH_matchmaker. First
    it says what it understood, and of every line that gives no player why. FILE may be the folder
    of a series: then those whom it invites, with their byes.
    """
    folder, piped = EventFolder(event_dir), str(file) == "-"
    try:
        if file.is_dir():
            list_ = _invited(file, site)
        else:
            data = sys.stdin.buffer.read() if piped else read_regular_file(file)
            list_ = add_players.read_list(data, name if piped else file.name)
    except OSError as reason:
        raise Failed(f"{file} cannot be read: {reason.strerror}.") from None
    if as_json:
        report(Document(_document(folder, list_)))
        return
    if list_.problem:
        raise Failed(f"This is {list_.format}. {list_.problem}")
    planned = add_players.preview(folder, list_)
    for line in _lines(planned, every=every):
        say(line)
    if planned.why:
        raise Failed(*planned.why)
    many = count(len(planned.names), "player")
    ask = not (dry_run or yes) and bool(planned.names)
    if ask and (piped or not sys.stdin.isatty()):
        raise Failed("Nothing was changed. Add --yes to write them.")
    if dry_run or not planned.names or (ask and not click.confirm(f"Add {many}?")):
        say("Nothing was changed.")
        return
    try:
        done = add_players.add(folder, list_, wait=wait, say=_waits)
    except KeyboardInterrupt:
        raise Failed("Nothing was written.") from None
    if not done.done and done.why:
        raise Failed("Nothing was written.", *done.why)
    say(f"Added {count(len(done.names), 'player')}.")


def _invited(root: Path, site: Path | None) -> PlayerList:
    from runner.app.collection.invited import invited
    from runner.app.publish import usual

    return invited(root.absolute(), site or usual(root.absolute().parent))


def _waits(why: str) -> None:
    click.echo(f"{why} They go in as soon as it is closed; Ctrl-C gives up.", err=True)


def _document(folder: EventFolder, list_: PlayerList) -> dict[str, object]:
    """Return the interpretation of the list, line by line, as JSON data."""
    if list_.problem:
        nothing = {"notes": [], "waiting": False, "summary": "", "many": 0, "lines": []}
        return {"format": list_.format, "why": (list_.problem,), **nothing}
    planned = add_players.preview(folder, list_)
    rows = {row.name: row for row in planned.found.rows}
    return {
        "format": list_.format,
        "notes": [*planned.found.notes, *planned.notes],
        "why": planned.why,
        "waiting": planned.waiting,
        "summary": _summary(planned.found),
        "many": len(planned.names),
        "lines": [
            {
                "number": line.number,
                "text": line.text,
                "players": [[name, _beside(rows.get(name))] for name in line.names],
                "why": "" if line.names else line.why or line.status.value,
                "look": line.status in NEEDS_A_LOOK,
            }
            for line in planned.found.lines
            if line.status not in (LineStatus.BLANK, LineStatus.HEADING)
        ],
    }


def _beside(row: Entrant | None) -> str:
    """Return what is shown beside a player's name: club, commander and notes."""
    return ", ".join(filter(None, (row.club, row.commander, *row.notes))) if row else ""


def _lines(planned: Added, *, every: bool) -> Iterator[str]:
    """Yield the interpretation of the list: new players, and each line without a player."""
    list_ = planned.found
    yield f"Taken for {list_.format}."
    yield from list_.notes
    yield ""
    rows = {row.name: row for row in list_.rows}
    for line in list_.lines:
        for name in line.names:
            beside = _beside(rows.get(name))
            yield f"{line.number:>5}  + {name}{f'  ({beside})' if beside else ''}"
        if not line.names and (every or line.status is not LineStatus.BLANK):
            mark = "-" if line.status in NEEDS_A_LOOK else " "
            yield f"{line.number:>5}  {mark} {line.text}  ({line.why or line.status.value})"
    yield ""
    yield _summary(list_)
    yield from planned.notes


def _summary(list_: PlayerList) -> str:
    """Return "24 players are new, 3 play already; 2 lines gave no player."."""
    new = len(list_.rows)
    parts = [f"{count(new, 'player')} {'is' if new == 1 else 'are'} new"]
    if there := list_.count(LineStatus.ENTERED):
        parts.append(f"{there} {'plays' if there == 1 else 'play'} already")
    if rejected := list_.count(*NEEDS_A_LOOK):
        parts.append(f"{count(rejected, 'line')} gave no player")
    return f"{'; '.join(parts)}."
