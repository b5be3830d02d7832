"""The command line: each command is a few lines that call other packages.

In: words typed in a terminal. Out: lines of text and an exit code. A command is a function under
`@main.command()` in the module of its topic, and a line of `COMMANDS` in group.py, from which
`runner --help` is written: a module is imported when one of its commands is called. No tournament
rule is known here.
"""

from runner.cli.group import main

__all__ = ["main"]
