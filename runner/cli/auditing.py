"""The commands of the checklist: audit rounds of any program, and make tournaments for them."""

import json
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from runner.cli.common import read_json, working
from runner.cli.group import JSON, main
from runner.cli.reporting import Failed
from runner.core.phase import Mode
from runner.interchange import schema
from runner.rules import presets

_OF_PODS = [each for each in presets.names() if presets.load(each).mode is Mode.MULTIPLAYER]


@main.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@JSON
def audit(file: Path, as_json: bool) -> None:
    """Ask the rounds of any program (FILE, or -) the questions of the checklist.

    FILE is a runner-audit/1 or a runner-event/1 document. The exit code is 1 where there is a hard
    failure.
    """
    from runner.audit import audit as auditing

    document = read_json(file)
    if wrong := schema.problems(document, "runner-audit/1"):
        raise Failed(*wrong[:1])
    with working("Asking every question"):
        answers = auditing.audit(document)
    failed = [each for each in answers if each.failed]
    counts = {
        "hard_failures": len(failed),
        **{word: sum(each.word == word for each in answers) for word in ("yes", "no", "not asked")},
    }
    if as_json:
        listed = [each.to_document() for each in answers]
        whole = {"format": "runner-checklist/1", **counts, "answers": listed}
        click.echo(json.dumps(whole, ensure_ascii=False))
    else:
        lines = [line for each in failed for line in each.lines()]
        for group, members in groupby(answers, lambda each: each.question.group):
            lines += ["", group] if lines else [group]
            lines += [line for each in members if not each.failed for line in each.lines()]
        click.echo("\n".join(lines))
        click.echo(
            f"\n{len(failed)} hard failures; {counts['yes']} yes, {counts['no']} no, "
            f"{counts['not asked']} not asked."
        )
    sys.exit(bool(failed))


@main.command()
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same bytes.")
@click.option("--players", type=click.IntRange(4, 5000), help="Default: 8 to 64, by the seed.")
@click.option("--rounds", type=click.IntRange(1, 20), help="Default: 3 to 6, by the seed.")
@click.option("--draws", type=click.IntRange(0, 100), help="Per cent of tables. Default: 0 to 35.")
@click.option("--drops", type=click.IntRange(0, 100), help="Per cent a round. Default: 0 to 8.")
@click.option("--late", type=click.IntRange(0, 100), help="Per cent that enter in round 2.")
@click.option("--clubs", type=click.IntRange(0, 1000), help="Clubs, kept apart; half are in one.")
@click.option("--byes", type=click.IntRange(0, 100), help="Byes awarded for round 1.")
@click.option("--cut", type=click.IntRange(4, 64), help="A playoff of so many after the rounds.")
@click.option("--preset", type=click.Choice(_OF_PODS), default="mamtr", show_default=True,
              help="The rules.")  # fmt: skip
@click.option("--play", is_flag=True, help="Play it: paired by Runner, with standings.")
def generate(seed: str, play: bool, **wanted: Any) -> None:
    """Make a random tournament for any pairing program, on standard output.

    It says who plays and how strong they are, who comes late, leaves, has a bye and belongs to
    which club. With --play all rounds are in it, as Runner pairs them.
    """
    from runner.audit import scenario

    document = scenario.scenario(seed, scenario.Wanted(**wanted))
    if play:
        from runner import api

        with working("Playing all rounds"):
            document = scenario.play(document, paired_by_runner)
            document["standings"] = api.read(document).results()["standings"]
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


def paired_by_runner(document: dict[str, Any]) -> dict[str, Any] | None:
    """Return the next round of an event document as Runner pairs it; None if there is none."""
    from runner import api

    paired = api.read(document).next_round()
    if paired is None:
        return None
    tables = [{"table": table.number, "seats": table.players} for table in paired.tables]
    return {"phase": paired.phase, "tables": tables, "byes": paired.byes}
