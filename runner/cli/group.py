"""The group that every command belongs to, and the arguments that many commands take."""

import gc
import os
import sys
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from runner import __version__
from runner.cli.standard_output import reserve_standard_output

EVENT = click.argument("event_dir", type=click.Path(path_type=Path))


def _site(context: click.Context, _: click.Parameter, given: Path | None) -> Path:
    from runner.app.publish import usual

    return given or usual(context.params["event_dir"])


SITE = click.option(
    "--site",
    "site_out",
    type=click.Path(path_type=Path),
    callback=_site,
    help="The folder to put the site into.  [default: site in the event’s; or site_out, where the "
    "working folder has that and the event lies in it]",
)
WITH_INPUT = click.option(
    "--with-input", is_flag=True, hidden=True, help="End when the standard input ends."
)


_LISTED = """
build    day       Bring pages, ledger, workbook and slips up to date, once.
check    looking   List everything to fix in the workbook; changes nothing.
compare  looking   Rank the event by every preset, and say who would move; changes nothing.
demo     rehearsal Make an event with made-up players, and rehearse it.
diff     past      Say what changed from save BEFORE to save AFTER, or to the workbook as it is NOW.
doctor   doctor    Diagnose problems of this computer or an event, as text to copy into a question.
door     door      Run everything from a page in the browser; the same as runner alone.
erase    erasing   Take a player’s name (NAME, or the Id) out of everything, for good.
export   documents Write the event as a runner-event/1 document to standard output.
history  past      List the saves of the workbook, newest last: number, time, what changed.
import   making    Make an event from a runner-event/1 document (FILE, or - for standard input).
new      making    Write a new event’s workbook.
next     day       Pair and publish the next round, like yes under Go on Decisions.
pair     pairing   Pair one round: a state on standard input, the pairing on standard output.
players  players   Add the players of a list (FILE, or - for standard input) to the workbook.
print    rounds    Print documents of a round: those that are named, or what each has.
prove    rounds    Try to prove that the latest round could not be paired better.
rehearse rehearsal Fill in made-up results, marked as a rehearsal everywhere.
restore  past      Put back a lost workbook or ledger, or write save NUMBER into a new file.
rules    looking   List the presets, or explain one (PRESET) in plain words with its sources.
serve    watching  Show the site on the local network, with a QR code for phones.
slips    rounds    Print a round’s match slips into the event’s slips folder.
status   status    Say where the event stands, and what to do next; changes nothing.
verify   verifying Draw every published round again, and show what was changed by hand.
watch    watching  Follow the workbook: every save brings everything up to date, until Ctrl-C.
"""
COMMANDS = {
    name: (module, says)
    for name, module, says in (line.split(maxsplit=2) for line in _LISTED.strip().splitlines())
}
"""By the name of each command: the module of this room that has it, and the first line it says."""


def _in_utf8() -> None:
    """Start over where the system's own letters are others, and names typed after a command would
    be read as broken ones; Windows gives them as they are."""
    if sys.platform != "win32" and sys.getfilesystemencoding() != "utf-8":
        if os.environ.get("PYTHONUTF8") != "1" and not getattr(sys, "frozen", False):
            os.environ["PYTHONUTF8"] = "1"
            os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - this very program


def _load(module: str) -> None:
    """Import it, and search nothing that comes with the first for garbage, then or later: there is
    none, and to look for it takes a tenth of a start."""
    if module not in sys.modules:
        gc.disable()
        try:
            import_module(module)
        finally:
            _nothing_is_garbage_yet()
            gc.enable()


@cache
def _nothing_is_garbage_yet() -> None:
    gc.freeze()


class _Commands(click.Group):
    """Loads a command when it is called, and says what a disk would not do in a sentence."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run what was typed; texts come in and go out as UTF-8, whatever the console says, and
        standard output holds what commands print alone."""
        _in_utf8()
        reserve_standard_output()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                strict = stream is sys.stdin
                stream.reconfigure(
                    encoding="utf-8", errors="strict" if strict else "backslashreplace"
                )
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, loaded or not."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, from its module; None where there is none of that name."""
        if cmd_name in COMMANDS:
            _load(f"runner.cli.{COMMANDS[cmd_name][0]}")
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of `runner --help`, for which nothing is loaded."""
        lines = [click.Command(name, help=says) for name, (_, says) in COMMANDS.items()]
        click.Group(commands=lines).format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a broken pipe is click's to deal with."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as reason:
            from runner.disk import disk_problem

            raise click.ClickException(str(disk_problem(reason))) from None


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="runner")
@click.pass_context
def main(context: click.Context) -> None:
    """Tournaments run from a spreadsheet.

    \b
    Without a terminal:   runner                            (all of it on a page in the browser)
    The evening before:   runner new events/friday --name "Friday cEDH"
                          runner rehearse events/friday --rounds 3, then --end
    On the day:           runner watch events/friday      (leave it running)
                          runner serve events/friday      (shows the site in the hall)
    In the workbook:      type players, then yes under Go on the Decisions sheet,
                          then results; every save brings the pages up to date.
    """
    if context.invoked_subcommand is None and (door := main.get_command(context, "door")):
        context.invoke(door)
