"""The command line: each command is a few lines that call what does the work.

A command is a function under `@main.command()` in the file of its idea; the file is named below,
which is what makes the command known.
"""

from runner.cli import (  # noqa: F401
    day,
    documents,
    looking,
    making,
    past,
    rehearsal,
    rounds,
    status,
    verifying,
)
from runner.cli.group import main

__all__ = ["main"]
