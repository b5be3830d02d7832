"""Commands that run all day: the watch, and the hall's own server."""

import sys
import threading
from pathlib import Path

import click

from runner.app.beside import Beside, runner
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.publish import shown_by
from runner.app.terminal import Terminal
from runner.app.watch import watch_event
from runner.cli.common import workbook_of
from runner.cli.group import EVENT, SITE, main
from runner.workbook.live import Excel, LibreOffice, Live
from runner.workbook.live.start import open_in_libreoffice


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print each new round’s slips.")
@click.option(
    "--proof/--no-proof", default=True, help="Try to prove that each round is the best there is."
)
@click.option("--live", is_flag=True, help="Names go into the workbook while it is open, too.")
@click.option("--open", "open_", is_flag=True, help="Open the workbook too; names appear in it.")
def watch(
    event_dir: Path, site_out: Path, slips: bool, proof: bool, live: bool, open_: bool
) -> None:
    """Follow the workbook: every save brings everything up to date, until Ctrl-C.

    With --open the workbook is opened as well, in LibreOffice where there is one, and the names of
    a round appear in it while it is open.

    With --live names appear in a workbook that is open, if LibreOffice was started
    like this:

        soffice --accept="pipe,name=runner;urp"

    Excel, on Windows and macOS, needs the extra package xlwings (pip install
    'runner-tournaments[live]'); it has only been tried with a stand-in for Excel.
    """
    folder = EventFolder(event_dir)
    workbook = workbook_of(folder)
    stop = threading.Event()
    terminal = Terminal(sys.stdout)
    terminal.say(f"Watching {workbook}. The site is in {site_out}. Ctrl-C ends it.")
    if open_:
        terminal.say(_open(workbook))

    event, site = str(folder.root), str(site_out)
    documents = Beside(runner("print", event, "--beside"), terminal.say, folder.lock, anew=False)
    prove = runner("prove", event, "--site", site, "--with-input")
    proofs = Beside(prove, terminal.say, folder.lock, anew=True)
    work = [documents] * slips + [proofs] * proof

    def documents_and_proof() -> None:
        for each in work:
            each.start()

    try:
        watched = watch_event(
            Pipeline(folder, site_out), workbook, terminal.say, documents_and_proof, stop,
            terminal.state, Live([LibreOffice(), Excel()]) if live or open_ else None,
        )  # fmt: skip
    except KeyboardInterrupt:
        stop.set()
        terminal.close("Stopped. Everything that was published stays.")
    else:
        terminal.close()
        sys.exit(not watched)
    finally:
        for each in work:
            each.end()


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--port", default=8000, show_default=True, help="If it is taken, the next free one.")
def serve(folder: Path | None, port: int) -> None:
    """Show the site on the local network, with a QR code for phones.

    FOLDER is that of the event, or of its site; without it, site_out or the
    working folder.
    """
    from runner.app.serve import Server, announcement

    site = shown_by(folder)
    if isinstance(site, str):
        raise click.ClickException(site)
    terminal = Terminal(sys.stdout)
    with Server(site, port=port) as server:
        terminal.say(announcement(server, sys.stdout))
        server.run(terminal.say)
    terminal.close()


def _open(workbook: Path) -> str:
    """Open the workbook in LibreOffice, or else in whatever opens workbooks here; what to say."""
    if open_in_libreoffice(workbook):
        return f"{workbook.name} opens in LibreOffice; names appear in it while it is open."
    if click.launch(str(workbook)) == 0:
        return (
            f"{workbook.name} opens. There is no LibreOffice here, so names wait for an Excel that "
            "Runner can reach, or until the workbook is closed."
        )
    return f"Open {workbook} yourself: there is no LibreOffice here."
