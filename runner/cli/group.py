"""The group of all commands, and arguments shared by many of them."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runner import __version__
from runner.cli import completion
from runner.cli.standard_output import reserve_standard_output

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

EVENT = click.argument(
    "event_dir", type=click.Path(path_type=Path), shell_complete=completion.folders
)


def _site(context: click.Context, _: click.Parameter, given: Path | None) -> Path | None:
    from runner.app.publish import usual

    event = None if given else context.params["event_dir"]
    return given or (usual(event) if isinstance(event, Path) else None)


SITE = click.option(
    "--site", "site_out", type=click.Path(path_type=Path), callback=_site,
    help="The folder to put the site into.  [default: site in the event’s; or site_out, where the "
    "working folder has that and the event lies in it]",
)  # fmt: skip
WITH_INPUT = click.option(
    "--with-input", is_flag=True, hidden=True, help="End when the standard input ends."
)
JSON = click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
PHASE = click.option("--phase", default=1, show_default=True)


_LISTED = """
Set up
new      making    Write a new event’s workbook.
players  players   Add the players of a list (FILE, or - for standard input) to the workbook.
rules    looking   List the presets, or explain one (PRESET) in plain words with its sources.
demo     rehearsal Make an event with made-up players, and rehearse it.
rehearse rehearsal Fill in made-up results, marked as a rehearsal everywhere.
doctor   doctor    Diagnose problems of this computer or an event, as text to copy into a question.

On the day
door     door      Run everything from a page in the browser; the same as runner alone.
watch    watching  Follow the workbook: every save brings everything up to date, until Ctrl-C.
serve    watching  Show the site on the local network, with a QR code for phones.
status   status    Show where the event stands, what to do next, and everything to fix.
next     building  Pair and publish the next round, like yes under Go on Decisions.
build    building  Rebuild pages, ledger, workbook and slips once.
publish  publishing Publish the pages on the internet; while watch runs, every save follows.
phones   phones    Renew all codes of results by phone, or free the seats of a table (TABLE).
print    rounds    Print a round’s documents: the ones you name, or the default set.

Afterwards
history  past      List the saves of the workbook, or what changed from save BEFORE to AFTER.
restore  past      Put back a lost workbook or ledger, or write save NUMBER into a new file.
verify   verifying Re-run every published pairing and list manual changes.
compare  looking   Rank the event by every preset, and list who would move.
erase    erasing   Take a player’s name (NAME, or the Id) out of everything, for good.

For programs
export   documents Write the event as a runner-event/1 document to standard output.
import   making    Make an event from a document of this or another program (FILE, or -).
standings pairing  Rank an event: a document on standard input, the standings on standard output.
pair     pairing   Pair one round: a state on standard input, the pairing on standard output.
audit    auditing  Ask the rounds of any program (FILE, or -) the questions of the checklist.
generate auditing  Make a random tournament for any pairing program, on standard output.
help     group     Show the help of Runner, or of one command (COMMAND).
"""
COMMANDS: dict[str, tuple[str, str]] = {}
"""For each command, its module in this package and the first sentence of its help."""
GROUPS: dict[str, list[str]] = {}
"""The names of commands under each heading of `runner --help`."""
for _heading, *_lines in (block.splitlines() for block in _LISTED.strip().split("\n\n")):
    GROUPS[_heading] = [line.split()[0] for line in _lines]
    COMMANDS.update((name, (module, says)) for name, module, says in
                    (line.split(maxsplit=2) for line in _lines))  # fmt: skip
OLD_NAMES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "check": ("status", (), ()),
    "diff": ("history", (), ()),
    "prove": ("verify", ("--prove",), ()),
    "slips": ("print", (), ("slips",)),
}
"""Former commands, which work until the next release: the new command, options before its
arguments, and words after them."""


def _offered(
    _: click.Context, __: click.Parameter | None, incomplete: str
) -> "list[CompletionItem]":
    """Return the commands that begin with `incomplete` as completions."""
    return completion.beginning(incomplete, [(name, says) for name, (_, says) in COMMANDS.items()])


def _in_utf8() -> None:
    """Restart Runner in UTF-8 mode if the system's encoding would damage typed names."""
    other = sys.platform != "win32" and sys.getfilesystemencoding() != "utf-8"
    if other and os.environ.get("PYTHONUTF8") != "1" and not getattr(sys, "frozen", False):
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - this very program


class _Commands(click.Group):
    """Imports a command when it is called, and turns disk errors into one-line messages."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command, with UTF-8 for input and output whatever the console's encoding, and
        with only Runner's own text on standard output."""
        _in_utf8()
        reserve_standard_output()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                errors = "strict" if stream is sys.stdin else "backslashreplace"
                stream.reconfigure(encoding="utf-8", errors=errors)
        return super().main(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names, imported or not."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, imported from its module, or None if there is no such command."""
        if cmd_name in COMMANDS:
            import_module(f"runner.cli.{COMMANDS[cmd_name][0]}")
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command with its arguments, replacing a former name. Raises UsageError."""
        name = args[0]
        if name in OLD_NAMES:
            now, options, words = OLD_NAMES[name]
            new = " ".join(["runner", now, *options, "EVENT_DIR", *words])
            click.echo(f"runner {name} has a new name: {new}. It works until the next release.",
                       err=True)  # fmt: skip
            args = [now, *options, *args[1:], *words]
        elif name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, [*COMMANDS, *OLD_NAMES], n=1)
            ctx.fail(f"No such command '{name}'." + f" Did you mean '{''.join(near)}'?" * len(near))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return matching commands and options, without importing any command."""
        commands = _offered(ctx, None, incomplete)
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of `runner --help`, without importing any command."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:8}", COMMANDS[name][1]) for name in names])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and report failures. A disk error ends the command with the reason;
        broken pipes are left to click."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (OSError, click.ClickException) as reason:
            from runner.app.events import Ended, encode
            from runner.cli.reporting import Failed
            from runner.disk import disk_problem

            ended = Failed(disk_problem(reason)) if isinstance(reason, OSError) else reason
            if not ctx.params["events"]:
                raise ended from None
            parts = getattr(ended, "parts", (ended.format_message(),))
            click.echo(encode(Ended(ended.exit_code, parts)))
            ctx.exit(ended.exit_code)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="runner")
@click.option("--events", is_flag=True, hidden=True, help="Report as runner.app.events says.")
@click.pass_context
def main(context: click.Context, events: bool) -> None:
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


@main.command("help")
@click.argument("command", required=False, shell_complete=_offered)
@click.pass_context
def help_(context: click.Context, command: str | None) -> None:
    """Show the help of Runner, or of one command (COMMAND)."""
    parent = context.find_root()
    if command is None:
        click.echo(main.get_help(parent))
        return
    name, chosen, _ = main.resolve_command(parent, [command])
    if chosen is not None:
        with click.Context(chosen, parent=parent, info_name=name) as inner:
            click.echo(chosen.get_help(inner))
