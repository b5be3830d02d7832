"""The command that opens the local web interface."""

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runner.cli.group import main
from runner.cli.reporting import Failed

if TYPE_CHECKING:
    from runner.app.door.server import DoorServer
    from runner.app.terminal import Terminal

_PORT = 7788
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@main.command()
@click.option(
    "--folder", type=click.Path(path_type=Path), help="Folder of events, for this run only."
)
@click.option("--port", default=_PORT, show_default=True, help="If it is taken, the next free one.")
@click.option("--browser/--no-browser", default=True, help="Open the browser.")
def door(folder: Path | None, port: int, browser: bool) -> None:
    """Run everything from a page in the browser; the same as runner alone.

    The page is for this computer only. Runner runs as long as this window is open.
    """
    from runner.app.door.instance import running_address, single_instance
    from runner.app.door.spreadsheet_apps import open_page
    from runner.app.own_folder import own_folder

    own = own_folder()
    with single_instance(own) as first:
        if first:
            _open(own, folder, port, browser=browser)
            return
    address = running_address(own)
    if not address:
        raise Failed(
            "Runner runs already, and gives no answer. Close its other window, and start it again."
        )
    click.echo("Runner runs already, in another window. Its page comes up in the browser.")
    if not browser or not open_page(address):
        click.echo(f"Open it yourself: {address}")


def _open(own: Path, folder: Path | None, port: int, *, browser: bool) -> None:
    from runner.app.door.server import DoorServer
    from runner.app.shutdown import on_signals
    from runner.app.terminal import Terminal

    terminal = Terminal(sys.stdout)
    server = DoorServer(port, folder.absolute() if folder else None, terminal.say)
    with on_signals(_SIGNALS, lambda _: server.app.over.set()):
        _say_where(own, server, terminal, browser=browser)
        try:
            server.run()
        finally:
            terminal.close("Runner has ended. Everything that was published stays.")


def _say_where(own: Path, server: "DoorServer", terminal: "Terminal", *, browser: bool) -> None:
    from runner.app.door.instance import write_address
    from runner.app.door.spreadsheet_apps import open_page

    sessions, events = server.app.sessions, server.app.events
    write_address(own, sessions.port, sessions.secret)
    terminal.say(_WELCOME.format(folder=events.folder, address=sessions.address(sessions.lasting)))

    def show() -> None:
        if not open_page(sessions.address(sessions.key())):
            terminal.say("No browser opens by itself here: copy the address into one.")

    if browser:
        threading.Thread(target=show, daemon=True).start()  # some browsers block


_WELCOME = """Runner is open. You work on its page in the browser; this window has to stay open.

  The page     {address}
  Your events  {folder}

Closing the page in the browser stops nothing. Closing this window ends Runner.
"""
