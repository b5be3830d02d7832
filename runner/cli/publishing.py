"""The command that publishes the pages on the internet."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from runner.app.event_folder import EventFolder
from runner.app.find_events import holds_events
from runner.app.priority import give_way
from runner.app.publish.folder import read_manifest
from runner.app.shutdown import ended_by_signals, with_the_input
from runner.app.upload import state
from runner.app.upload.destination import FORMS, Destination, DestinationError, destination
from runner.app.upload.errors import FIXES, Trouble, UploadError
from runner.app.upload.follow import follow, in_words, ledger_of, publish_once, size
from runner.app.upload.secrets import VARIABLE, keep, secret_for
from runner.app.upload.targets import REGISTRY, Access
from runner.app.upload.upload import Uploaded, take_down, upload
from runner.cli.common import at_a_terminal, progress
from runner.cli.group import EVENT, SITE, WITH_INPUT, main
from runner.cli.reporting import Failed, Reporter, say
from runner.core.actions import Build, InstallRequirements
from runner.core.language import count
from runner.core.problems import Problem
from runner.disk import contents_once_there
from runner.ledger.ledger import Ledger
from runner.workbook.read.read import read


@main.command()
@EVENT
@SITE
@click.option("--to", "typed", metavar="ADDRESS", help="Where to; remembered for the next time.")
@click.option("--dry-run", is_flag=True, help="Only say what would be sent, and how much.")
@click.option("--take-down", "down", is_flag=True, help="Remove the pages from there again.")
@click.option("--follow", "followed", is_flag=True, hidden=True, help="Go on after every save.")
@WITH_INPUT
def publish(
    event_dir: Path, site_out: Path, typed: str | None, dry_run: bool, down: bool,
    followed: bool, with_input: bool,
) -> None:  # fmt: skip
    """Publish the pages on the internet; while watch runs, every save follows.

    ADDRESS is a folder, a git repository (https://… or git@…, ending in .git, and #branch),
    sftp://user@host/folder, s3://bucket/folder?endpoint=https://…, or webdavs://host/folder.
    Without --to it is what the Event sheet has under Publish to, or the one of the last time.
    Only what has changed is sent. EVENT_DIR may be a folder of events: then their common site goes
    there, once.
    """
    folder, several = EventFolder(event_dir), holds_events(event_dir)
    to = _of_several(event_dir, typed or "") if several else _destination(folder, typed)
    if not down and read_manifest(site_out) is None:
        raise Failed(f"There are no pages in {site_out} yet.", Build(str(event_dir)))
    if followed and not several:
        _follow(folder, site_out, to, with_input=with_input)
        return
    with TemporaryDirectory(prefix="runner-upload-") as own:

        def step() -> Uploaded:
            access = Access(Path(own), secret_for(to))
            if down:
                return take_down(site_out, to, access)
            if dry_run or several:
                ledger = Ledger() if several else ledger_of(folder)
                return upload(site_out, to, access, ledger, _shown, dry_run=dry_run)
            return publish_once(folder, site_out, to, access.own, _shown)

        done = _with_secret(to, step)
    if down:
        say(f"Removed {count(len(done.removed), 'file')} from {to.text}.")
        if not several:
            _forget(folder)
    elif dry_run:
        _show_plan(done)
    else:
        say(in_words(done, to))


def _destination(folder: EventFolder, typed: str | None) -> Destination:
    """Return where the event is published to. Raises Failed."""
    known = state.read(folder)
    return _to(typed or _on_sheet(folder) or (known.to if known else ""), folder.root)


def _forget(folder: EventFolder) -> None:
    """Publish the event nowhere from now on, as far as that is not on its sheet."""
    state.write(folder, None)
    if _on_sheet(folder):
        say("Clear Publish to on the Event sheet too: with it a watch publishes again.")


def _of_several(folder: Path, typed: str) -> Destination:
    """Return where the events of a folder are published to, and remember it. Raises Failed."""
    from runner.app.collection.index import address

    to = _to(typed or address(folder, ""), folder)
    address(folder, typed)
    return to


def _to(text: str, root: Path) -> Destination:
    """Return the destination of an address. Raises Failed."""
    if not text:
        raise Failed("Where to? Give an address with --to, or type it under Publish to.", FORMS)
    try:
        return destination(text, root)
    except DestinationError as reason:
        raise Failed(reason.what, reason.fix) from None


def _on_sheet(folder: EventFolder) -> str:
    """Return what the Event sheet has under Publish to; "" without a usable workbook."""
    workbook = folder.workbook()
    event = None if isinstance(workbook, Problem) else read(contents_once_there(workbook))[0]
    return event.publish_to if event else ""


def _with_secret(to: Destination, step: Callable[[], Uploaded]) -> Uploaded:
    """Return what a step comes to; where a password is refused it is asked for once. Raises
    Failed."""
    kind = REGISTRY[to.kind]
    try:
        try:
            return step()
        except UploadError as reason:
            if reason.trouble is not Trouble.REFUSED or not (kind.asks and at_a_terminal()):
                raise
            given = [click.prompt(f"The {label} for {to.text}", hide_input=True, err=True)
                     for label in kind.asks]  # fmt: skip
            if not keep(to, ":".join(given)):
                raise Failed(
                    "This computer has no keyring to keep it in.",
                    f"Put it into the environment variable {VARIABLE}, and call again.",
                ) from None
            return step()
    except UploadError as reason:
        missing = InstallRequirements((f"runner-tournaments[{kind.extra}]",))
        more = (missing,) if reason.trouble is Trouble.PACKAGE and kind.extra else ()
        raise Failed(str(reason), FIXES[reason.trouble], *more) from None
    finally:
        progress("")


def _follow(folder: EventFolder, site: Path, to: Destination, *, with_input: bool) -> None:
    """Publish after every save, until the end of the input."""
    stop, emit = threading.Event(), Reporter(sys.stdout)
    if with_input:
        with_the_input(stop.set)
    give_way()
    with ended_by_signals(stop):
        follow(folder, site, to, emit, stop)
    emit.close()


def _show_plan(done: Uploaded) -> None:
    for name in done.written:
        say(f"would send    {name}")
    for name in done.removed:
        say(f"would remove  {name}")
    files, removed = count(len(done.written), "file"), count(len(done.removed), "file")
    say(f"{files} to send, {size(done)}; {removed} to remove. Nothing was changed.")


def _shown(arrived: int, size: int) -> None:
    progress(f"Publishing: {100 * arrived // max(size, 1)} %")
