"""Sends finished documents to a printer through CUPS, where it is there."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import click


def send(printer: str, files: Sequence[Path]) -> None:
    """Give the PDFs to `lp`; what lp says against it ends the command."""
    ready = [file for file in files if file.suffix == ".pdf"]
    program = shutil.which("lp")
    if program is None:
        raise click.ClickException(
            "This computer has no CUPS (the program lp), so nothing was sent. "
            "Open the files and print them from there."
        )
    for file in ready:
        done = subprocess.run(  # noqa: S603 - nothing of it is a shell's
            [program, "-d", printer, "--", str(file)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise click.ClickException(f"{file.name} was not sent: {done.stderr.strip()}")
    click.echo(f"Sent to {printer}: {len(ready)} of {len(files)} files.")
