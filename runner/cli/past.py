"""Commands for the history: list saves and changes, restore a save."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.events import Document, Level, message
from runner.app.history.changes import changes
from runner.app.history.saves import DamagedError, Kept, Store
from runner.app.publish.folder import read_manifest
from runner.cli import completion
from runner.cli.common import event_of, workbook_of
from runner.cli.group import EVENT, JSON, SITE, main
from runner.cli.reporting import Failed, event_dir, report, say
from runner.core.actions import Build, History
from runner.core.event import Event
from runner.core.language import listed
from runner.core.player import Shown
from runner.core.problems import Problem
from runner.disk import contents_once_there, write_synced
from runner.ledger.parsing import parse
from runner.ledger.words import previewed
from runner.render.wording import command_line
from runner.workbook.read.read import read

_MOST_WORDS = 4  # lines per save in the list
_NOTHING = "nothing that counts"
_NOW = "now"


@main.command()
@EVENT
@click.argument("before", required=False, shell_complete=completion.saves)
@click.argument("after", default=_NOW, shell_complete=completion.saves)
@click.option("--last", default=20, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--all", "everything", is_flag=True, help="All saves, however many.")
@JSON
def history(
    event_dir: Path, before: str | None, after: str, last: int, everything: bool, as_json: bool
) -> None:
    """List the saves of the workbook, or what changed from save BEFORE to AFTER.

    The list has the newest save last: number, time, what changed; then all previews of rounds.
    Without AFTER the save is compared with the workbook as it is now.
    """
    folder = event_of(event_dir)
    store = Store(folder.saves)
    if before is not None:
        lines = changes(_read(folder, store, before), _read(folder, store, after))
        if as_json:
            _report(before=before, after=after, changes=[*lines])
            return
        for line in lines or (f"{_NOTHING.capitalize()} changed.",):
            click.echo(line)
        return
    saves = _saves(store)
    shown = saves if everything else saves[-last:]
    if as_json:
        kept = [{"number": each.number, "at": each.at, "changes": [*each.words]} for each in shown]
        lost = {str(key): why for key, why in store.damaged().items()}
        _report(saves=kept, lost=lost, previews=[*_previews(folder)])
        return
    if not saves:
        raise Failed(f"No save of {event_dir} has been kept yet.")
    if len(shown) < len(saves):
        click.echo(f"{len(saves) - len(shown)} earlier saves: --all lists them.")
    for line in (*_listed(shown), *_previews(folder)):
        click.echo(line)
    for number, why in store.damaged().items():
        click.echo(f"! Save {number} is lost: {why}.", err=True)


def _report(**parts: Any) -> None:
    report(Document({"format": "runner-history/1", **parts}))


@main.command()
@EVENT
@click.argument("number", type=int, required=False, shell_complete=completion.saves)
@click.option("--to", "wanted", type=click.Path(path_type=Path), help="The new file’s name.")
@SITE
@click.option(
    "--as-it-is", is_flag=True, help="Accept the loss and continue with the current ledger."
)
def restore(
    event_dir: Path, number: int | None, wanted: Path | None, site_out: Path, as_it_is: bool
) -> None:
    """Put back a lost workbook or ledger, or write save NUMBER into a new file.

    Without NUMBER: a lost workbook comes back from the latest save, and a ledger that is lost,
    damaged or older from what Runner has kept of it, or from the site. What was in its place is set
    aside. With NUMBER the workbook itself stays as it is.
    """
    folder = event_of(event_dir)
    if number is None:
        _put_back(folder, wanted, site_out, as_it_is=as_it_is)
    else:
        _write_save(folder, number, wanted)


def _put_back(folder: EventFolder, wanted: Path | None, site: Path, *, as_it_is: bool) -> None:
    from runner.app.pipeline import Pipeline
    from runner.app.put_back import put_back_ledger, put_back_workbook
    from runner.cli.building import finish, run_once

    done = [put_back_workbook(folder, wanted), put_back_ledger(folder, site, as_it_is=as_it_is)]
    for words in done:
        if isinstance(words, Problem):
            raise Failed(words)
        if words:
            say(words)
    if not any(done):
        raise Failed(f"Nothing is missing in {folder.root}.", History())
    if read_manifest(site) is None:
        say("Save the workbook, and Runner goes on.", Build())
        return
    pipeline = Pipeline(folder, site)
    finish(pipeline, run_once(pipeline), documents=False)


def _write_save(folder: EventFolder, number: int, wanted: Path | None) -> None:
    path = wanted or folder.restored(number)
    data = _data(Store(folder.saves), str(number))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_synced(path, data)
    except FileExistsError:
        raise Failed(f"{path} exists already; nothing was changed.") from None
    except OSError as reason:
        raise Failed(f"{path} cannot be written: {reason.strerror}.") from None
    say(f"Save {number} is in {path}.")
    workbook = folder.workbook()
    _warn_of_names(data, workbook)
    if not isinstance(workbook, Problem):
        say(
            f"To go on from it: close {workbook.name}, move it out of {folder.root}, and put this "
            f"file there under its name, {workbook.name}. What was published stays published."
        )


def _warn_of_names(data: bytes, workbook: Path | Problem) -> None:
    """Warn about players hidden or erased since a save, whose names are in it."""
    then = read(data)[0]
    now = None if isinstance(workbook, Problem) else read(contents_once_there(workbook))[0]
    kept_back = {Shown.HIDDEN, Shown.ERASED}
    since = {player.id: player.shown for player in (now.players if now else ())}
    names = [
        player.name
        for player in (then.players if then else ())
        if since.get(player.id) in kept_back and player.shown not in kept_back
    ]
    if names:
        was, are = ("was", "name is") if len(names) == 1 else ("were", "names are")
        text = (
            f"It is from before {listed(names)} {was} hidden or erased: the {are} in it again, and "
            "would be on the pages. Hide or erase again before you publish from it, or delete the "
            "file."
        )
        report(message(text, level=Level.WARNING), err=True)


def _listed(saves: Sequence[Kept]) -> Iterator[str]:
    """Yield one or more lines for each save, and a line before each new day."""
    day, width = "", len(str(saves[-1].number))
    for save in saves:
        moment = datetime.fromisoformat(save.at)
        if f"{moment:%Y-%m-%d}" != day:
            day = f"{moment:%Y-%m-%d}"
            yield day
        words, indent = save.words or (_NOTHING,), " " * (width + 12)
        yield f"{save.number:>{width}}  {moment:%H:%M:%S}  {words[0]}"
        yield from (f"{indent}{line}" for line in words[1:_MOST_WORDS])
        if len(words) > _MOST_WORDS:
            command = f"{command_line(History(event_dir()))} BEFORE AFTER"
            yield f"{indent}and {len(words) - _MOST_WORDS} more: {command} lists them"


def _previews(folder: EventFolder) -> Iterator[str]:
    """Yield a line for each preview, and for each round published after one."""
    ledger, _ = parse(kept_ledger.read(folder)[0])
    for _, entry in ledger.previews:
        at = f"{datetime.fromisoformat(entry.at):%Y-%m-%d %H:%M:%S}"
        yield f"{at}  {previewed(entry, Event('').title)}"


def _saves(store: Store) -> list[Kept]:
    try:
        return store.all()
    except OSError as reason:
        raise Failed(f"The history cannot be read: {reason.strerror}.") from None


def _data(store: Store, number: str) -> bytes:
    """Return the save with this number. Raises Failed if it is lost or does not exist."""
    saves = {str(save.number): save for save in _saves(store)}
    if number in saves:
        try:
            return store.data(saves[number])
        except (DamagedError, OSError) as reason:
            raise Failed(f"Save {number} cannot be restored: {reason}.") from None
    lost = {str(number): why for number, why in store.damaged().items()}
    if number in lost:
        raise Failed(f"Save {number} is lost: {lost[number]}.")
    there = f"There are saves 1 to {max(map(int, saves))}" if saves else "No save has been kept yet"
    raise Failed(f"There is no save {number}. {there}.", History())


def _read(folder: EventFolder, store: Store, text: str) -> Event:
    """Return the event in a save, or for "now" in the workbook. Raises Failed."""
    if text.casefold() == _NOW:
        data, what = contents_once_there(workbook_of(folder)), "The workbook"
    else:
        data, what = _data(store, text), f"Save {text}"
    event, problems, _ = read(data)
    if event is None:
        raise Failed(f"{what} is not a workbook that can be read.", *problems[:1])
    return event
