"""Commands that run all day: the watch, and the local server of the site."""

from __future__ import annotations

import os
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.app.background_job import runner
from runner.app.event_folder import EventFolder
from runner.app.events import Level, Watching, message
from runner.app.find_events import holds_events
from runner.app.pipeline import Pipeline
from runner.app.publish import private, shown_by
from runner.app.shutdown import end_with_input, with_the_input
from runner.app.watch import watch_event
from runner.app.watch_jobs import WatchJobs
from runner.app.web_workbook import EVERY, LEAST, LINK
from runner.cli.common import workbook_of
from runner.cli.group import EVENT, SITE, WITH_INPUT, main
from runner.cli.reporting import Failed, Misused, Reporter, wants_events
from runner.cli.standard_output import restart
from runner.core.actions import FollowFolder, FollowLink, Serve
from runner.core.problems import Problem
from runner.workbook.live import Excel, LibreOffice, Live
from runner.workbook.live.office import open_in_libreoffice

if TYPE_CHECKING:  # imported only for an online workbook
    from runner.app.web_workbook.follow import Follower


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print each new round’s slips.")
@click.option(
    "--proof/--no-proof", default=True, help="Try to prove that each round is the best there is."
)
@click.option("--live", is_flag=True, help="Names go into the workbook while it is open, too.")
@click.option("--open", "open_", is_flag=True, help="Open the workbook too; names appear in it.")
@click.option(
    "--from", "link", metavar="LINK", envvar=LINK,
    help="Follow an online workbook; “here” switches back to the local copy.",
)  # fmt: skip
@click.option(
    "--every", type=click.FloatRange(LEAST, 3600), default=EVERY, show_default=True,
    help="Polling interval in seconds.",
)  # fmt: skip
@WITH_INPUT
def watch(
    event_dir: Path, site_out: Path, slips: bool, proof: bool, live: bool, open_: bool,
    link: str | None, every: float, with_input: bool,
) -> None:  # fmt: skip
    """Follow the workbook: every save brings everything up to date, until Ctrl-C.

    With --open the workbook is opened as well, in LibreOffice where there is one, and the names of
    a round appear in it while it is open.

    With --live names appear in a workbook that is open, if LibreOffice was started
    like this:

        soffice --accept="pipe,name=runner;urp"

    Excel, on Windows and macOS, needs the extra package xlwings (pip install
    'runner-tournaments[live]'); it has been tested only against a simulated Excel.

    With --from LINK the workbook is one on the web, in Google Sheets for instance, of which a copy
    is kept in the event’s folder. Names do not go back there.

    EVENT_DIR may be a folder of events: all of them are followed, also those that come later, and
    shown as one site.
    """
    _keep_out_of_arguments(link)
    if holds_events(event_dir):
        if link or live or open_:
            raise Misused("--from, --live and --open are for one event.")
        _watch_all(event_dir, site_out, slips=slips, proof=proof, with_input=with_input)
        return
    folder = EventFolder(event_dir)
    stop = threading.Event()
    if with_input:
        with_the_input(stop.set)
    emit = Reporter(sys.stdout)
    pipeline = Pipeline(folder, site_out)
    web = _follower(folder, link, every, pipeline, emit)
    if web is not None and (live or open_):
        raise Misused("The workbook is on the web.", FollowFolder())
    workbook = workbook_of(folder)
    emit(Watching(str(workbook), str(site_out)))
    if open_:
        emit(message(_open(workbook)))

    jobs = WatchJobs(folder, site_out, emit, slips=slips, proof=proof)
    try:
        other = watch_event(
            pipeline, workbook, emit, jobs.new_seats, stop,
            Live([LibreOffice(), Excel()]) if live or open_ else None, web.run if web else None,
            jobs.publish,
        )  # fmt: skip
    except KeyboardInterrupt:
        stop.set()
        emit.close("Stopped. Everything that was published stays.")
    else:
        emit.close()
        if other:
            raise Failed(
                f"This event is being watched already: by {other}. Use that window, or end it."
            )
    finally:
        jobs.end()


def _watch_all(folder: Path, site: Path, *, slips: bool, proof: bool, with_input: bool) -> None:
    """Follow all events of a folder. Raises Failed."""
    from runner.app.collection.watch import watch_events

    stop, emit = threading.Event(), Reporter(sys.stdout)
    if with_input:
        with_the_input(stop.set)
    jobs = partial(WatchJobs, slips=slips, proof=proof)
    emit(Watching(str(folder), str(site)))
    try:
        why = watch_events(folder, site, emit, jobs, stop)
    except KeyboardInterrupt:
        emit.close("Stopped. Everything that was published stays.")
    else:
        emit.close()
        if why:
            raise Failed(why)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--port", type=click.IntRange(0, 65535), help="If it is taken, the next free one.")
@click.option("--new-port", "anew", is_flag=True, help="Another one than before, for good.")
@click.option(
    "--event", "event_dir", type=click.Path(path_type=Path),
    help="Take results by phone for this event, or for all in this folder, if FOLDER is only the "
    "site.",
)  # fmt: skip
@WITH_INPUT
def serve(
    folder: Path | None, port: int | None, anew: bool, event_dir: Path | None, with_input: bool
) -> None:
    """Show the site on the local network, with a QR code for phones.

    FOLDER is that of the event or of several, or of their site; without it, site_out or the
    working folder. An event has the same port each time, from 8000 on, and no
    other event ever has it: a QR code that is printed goes on leading to it.
    """
    from runner.app.serve import PortTakenError, announcement, open_server, reached_at

    site = shown_by(folder)
    if isinstance(site, tuple):
        raise Failed(*site)
    is_event = folder and (private(folder) or holds_events(folder))
    root = event_dir or (folder if is_event else None)
    of_event = EventFolder(root) if root else None
    emit = Reporter(sys.stdout)
    if with_input:
        end_with_input()
    try:
        server = open_server(site, port, anew=anew, reports_of=of_event)
    except PortTakenError as reason:
        raise Failed(str(reason), Serve(str(site), new_port=True)) from None
    with server:
        as_events = wants_events()
        addresses = reached_at(server) if as_events else [message(announcement(server, sys.stdout))]
        for event in addresses:
            emit(event)
        server.run(lambda line: emit(message(line, level=Level.ERROR)))
    emit.close()


def _keep_out_of_arguments(link: str | None) -> None:
    """Restart with the link in an environment variable, which only this user can read; all users of
    a computer can list the arguments of programs (except on Windows)."""
    given = [word for word in sys.argv[1:] if link and word.removeprefix("--from=") == link]
    if given and "://" in given[0] and sys.platform != "win32":
        os.environ[LINK] = given[0].removeprefix("--from=")
        restart(*runner(*(word for word in sys.argv[1:] if word not in (*given, "--from"))))


def _follower(
    folder: EventFolder, link: str | None, every: float, pipeline: Pipeline, emit: Reporter
) -> Follower | None:
    """Return the follower of an online workbook, fetched once, or None. Raises Failed."""
    if link is None and not folder.web.exists():
        return None
    from runner.app.web_workbook import copy
    from runner.app.web_workbook.fetch import FetchError
    from runner.app.web_workbook.follow import Follower, introduction
    from runner.app.web_workbook.links import LinkError

    web = copy.followed(folder)
    if link == "here":
        copy.forget(folder)
        if web:
            emit(
                message("The workbook here counts again. Withdraw the link to the one on the web.")
            )
        return None
    if link is not None and (web is None or web.link != link):
        web = copy.Web(link, copy=web.copy if web else "")
    if web is not None and link is None:
        copy.follow(folder, web)  # an earlier version may have left it readable for others
    if web is None:
        raise Failed(f"{folder.web} cannot be read.", FollowLink())
    try:
        desk = pipeline.desk
        follower = Follower(folder, web, emit, desk.trouble, desk.over, every=every)
        if isinstance(folder.workbook(), Problem) or not web.content:
            follower.get()
        else:
            follower.look()
    except (LinkError, FetchError) as reason:
        raise Failed(str(reason)) from None
    for event in introduction(folder, follower):
        emit(event)
    return follower


def _open(workbook: Path) -> str:
    """Open the workbook in LibreOffice or another program; return what to tell the user."""
    if open_in_libreoffice(workbook):
        return f"{workbook.name} opens in LibreOffice; names appear in it while it is open."
    if click.launch(str(workbook)) == 0:
        return (
            f"{workbook.name} opens. There is no LibreOffice here, so names wait for an Excel that "
            "Runner can reach, or until the workbook is closed."
        )
    return f"Open {workbook} yourself: there is no LibreOffice here."
