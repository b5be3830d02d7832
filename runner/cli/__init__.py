"""The command line: each command is a few lines that call what does the work.

In come words of a terminal, out go lines of text and an exit code. A command is a function under
`@main.command()` in the file of its idea, and a line of `COMMANDS` in group.py, from which
`runner --help` is written: a file is loaded when one of its commands is called. No rule of
tournaments is known here.
"""

from runner.cli.group import main

__all__ = ["main"]
