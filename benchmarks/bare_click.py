"""The least that a command line with click can be: what `start_up.py` compares with."""

import click


@click.group()
def main() -> None:
    """A group without commands."""


main()
