"""The commands that rank and pair for other programs: JSON in, JSON out, and no file is touched."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from runner.cli.common import read_json, show, working
from runner.cli.group import main
from runner.cli.reporting import Failed

_EVENT = "runner-event/1"


@main.command()
def pair() -> None:
    """Pair one round: a state on standard input, the pairing on standard output.

    A runner-event/1 document will do too: then it is the next round of that event.
    """
    document = read_json(Path("-"))
    answer = _next_round(document) if _is_event(document) else _paired(document)
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    if "problems" in answer:
        sys.exit(1)


@main.command()
@click.argument("source", default="-", type=click.Path(path_type=Path, allow_dash=True))
def standings(source: Path) -> None:
    """Rank an event: a document on standard input, the standings on standard output.

    SOURCE may be the event’s folder, its workbook, or the file of a runner-event/1 document.
    """
    from runner import api

    in_json = str(source) == "-" or source.suffix.lower() == ".json"
    document = read_json(source) if in_json else source
    if in_json and isinstance(document, str):  # not a path, though the API takes one for that
        raise Failed("The document must be an object with named values.")
    try:
        with working("Reading the event"):
            event = api.read(document)
    except api.EventError as reason:
        show(reason.problems)
        raise Failed("The event cannot be used as it is.") from None
    except OSError as reason:
        raise Failed(f"{source} cannot be read: {reason.strerror}.") from None
    ranked = {each["phase"]: each for each in event.results()["standings"]}
    answer = {
        "format": "runner-standings/1",
        "event": {"name": event.name, "date": event.date, "over": event.over},
        "players": event.names,
        "standings": [*ranked.values()],
    }
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))


def _is_event(document: Any) -> bool:
    return isinstance(document, dict) and document.get("format") == _EVENT


def _paired(state: Any) -> dict[str, Any]:
    from runner.pairing import engine

    return engine.pair_document(state)


def _next_round(document: Any) -> dict[str, Any]:
    """Return how the next round of an event is paired, or why it cannot be."""
    from runner import api

    try:
        event = api.read(document)
    except api.EventError as reason:
        return {"problems": [str(problem) for problem in reason.problems]}
    proposed = (each for each in event.results()["pairings"] if each.get("proposed"))
    never = {"problems": ["No round can be paired now: one is being played, or all are."]}
    return next(proposed, never)
