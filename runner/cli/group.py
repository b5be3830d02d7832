"""The group that every command belongs to, and the arguments that many commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from runner import __version__
from runner.disk import disk_problem

EVENT = click.argument("event_dir", type=click.Path(path_type=Path))
SITE = click.option(
    "--site",
    "site_out",
    type=click.Path(path_type=Path),
    default=Path("site_out"),
    show_default=True,
    help="The folder to put the site into.",
)


class _Commands(click.Group):
    """Says what a disk would not do in a sentence, whichever command it was."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a broken pipe is click's to deal with."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as reason:
            raise click.ClickException(str(disk_problem(reason))) from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="runner")
def main() -> None:
    """Tournaments run from a spreadsheet.

    \b
    The evening before:   runner new events/friday --name "Friday cEDH"
                          runner rehearse events/friday --rounds 3, then --end
    On the day:           runner watch events/friday      (leave it running)
                          runner serve                    (shows the site in the hall)
    In the workbook:      type players, then yes under Go on the Decisions sheet,
                          then results; every save brings the pages up to date.
    """
