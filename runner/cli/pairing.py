"""The command that pairs a round for other programs without touching any file."""

import json
import sys
from pathlib import Path

import click

from runner.cli.common import read_json
from runner.cli.group import main
from runner.pairing import engine


@main.command()
def pair() -> None:
    """Pair one round: a state on standard input, the pairing on standard output."""
    answer = engine.pair_document(read_json(Path("-")))
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    if "problems" in answer:
        sys.exit(1)
