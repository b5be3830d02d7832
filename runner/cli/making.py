"""Commands that create an event: a new workbook, or one from a document."""

import secrets
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from runner.app import sample_players
from runner.app.event_folder import EventFolder
from runner.app.identity import new_mark
from runner.app.import_event import import_event, plan_for
from runner.app.kept_ledger import begin
from runner.app.load import record
from runner.app.synced import advice
from runner.app.time_zone import of_this_computer
from runner.cli.common import read_json, show, working
from runner.cli.group import EVENT, main
from runner.cli.reporting import Failed, say
from runner.compute.seeds import line_due
from runner.core.actions import Build
from runner.core.decks import Decklists
from runner.core.event import Event
from runner.core.language import listed
from runner.core.phase import Mode, Phase
from runner.core.problems import Severity
from runner.disk import write_synced
from runner.languages import LANGUAGES, find
from runner.ledger.ledger import Ledger, of_workbook
from runner.rules import limited, presets, variants
from runner.rules.ruleset import ruleset
from runner.workbook.schema import MODES
from runner.workbook.template.template import template

_MOST_PLAYERS = 5000
_FIRST_YEAR = 1901
_OF_A_DRAFT = 3
"""Rounds after which a pod of eight has a winner."""


@main.command()
@EVENT
@click.option("--name", help="The event’s name.  [default: the folder’s]")
@click.option("--date", "day", metavar="DAY", help="Such as 2026-11-21.  [default: today]")
@click.option("--venue", default="", help="Where it takes place.")
@click.option(
    "--mode", type=click.Choice([str(choice.value) for choice in MODES]), metavar="MODE",
    default="multiplayer", show_default=True,
    help="What is played at a table: multiplayer, head_to_head; with decks that are made here: "
    f"{', '.join(limited.REGISTRY)}; or a variant: {', '.join(variants.REGISTRY)}.",
)  # fmt: skip
@click.option(
    "--preset", type=click.Choice(presets.names()), metavar="PRESET",
    help=f"The rules: {', '.join(presets.names())}.  [default: mamtr for pods, mtr for two]",
)  # fmt: skip
@click.option("--pod-size", type=click.IntRange(3, 60), help="Standard seats at a table.")
@click.option("--rounds", type=click.IntRange(1, 20), help="Default: as advised for the field.")
@click.option("--cut", type=click.IntRange(2, 512), help="A playoff of so many after the rounds.")
@click.option(
    "--language", default="", help="Language of everything players see.  [default: English]"
)
@click.option(
    "--players", type=click.IntRange(2, _MOST_PLAYERS), default=128, show_default=True,
    help="How many to make room for.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(1, _MOST_PLAYERS),
    help="Add this many made-up players or teams.",
)  # fmt: skip
@click.option(
    "--decklists", type=click.Choice([str(each.value) for each in Decklists]), default="no",
    help="Whether lists are asked for; required ones hold round 1 back.  [default: no]",
)  # fmt: skip
@click.option(
    "--series", is_flag=True, help="Instead: the workbook of a series over the events beside it."
)
@click.option("--door", is_flag=True, hidden=True, help="Explain the day as it goes at the door.")
def new(
    event_dir: Path, name: str | None, day: str | None, venue: str, mode: str, preset: str | None,
    pod_size: int | None, rounds: int | None, cut: int | None, language: str, players: int,
    sample: int | None, decklists: str, series: bool, door: bool,
) -> None:  # fmt: skip
    """Write a new event’s workbook."""
    folder = EventFolder(event_dir)
    named = name or folder.slug.replace("-", " ").replace("_", " ").title()
    if there := [workbook.name for workbook in folder.workbooks()]:
        has = "a workbook" if len(there) == 1 else "workbooks"
        raise Failed(f"{event_dir} has {has} already: {listed(there)}. Nothing was changed.")
    if series:
        _new_series(event_dir, named)
        return
    phase = _first_phase(mode, preset, rounds, pod_size, cut)
    size, sample = variants.team_size((phase,)), sample or 0
    made_up = sample_players.teams(sample, size) if size else sample_players.players(sample)
    playoff = Phase(
        2, f"Top {cut}", phase.mode, "single_elimination", preset, pod_size=pod_size, cut=cut,
        drafted=phase.drafted, variant=phase.variant,
    )  # fmt: skip
    event = Event(
        name=named,
        date=_day(day),
        venue=venue,
        seed=secrets.token_hex(8),
        mark=new_mark(),
        time_zone=of_this_computer(),
        language=_language(language),
        phases=(phase, playoff) if cut else (phase,),
        players=made_up,
        decklists=Decklists(decklists),
    )
    plan = replace(plan_for(event, max(players, sample)), door=door)
    if why := begin(folder):
        raise Failed(why)
    event_dir.mkdir(parents=True, exist_ok=True)
    workbook = event_dir / f"{folder.slug}.xlsx"
    write_synced(workbook, template(plan))
    first = of_workbook(line_due(event, Ledger(), {}), event.mark)
    ledger = record(folder, Ledger(), first, event.time_zone)
    promised = ledger.seeds[-1].data["sha256"]
    say(f"Made {workbook}. Open it: its first sheet explains the day.")
    say(f"All draws follow from a seed with the SHA-256 {promised}.")
    show(filter(None, [advice(event_dir)]))


def _day(typed: str | None) -> str:
    """Return the date of the event in ISO 8601, today by default. Raises click.BadParameter."""
    try:
        day = date.today() if typed is None else date.fromisoformat(typed.strip())
    except ValueError:
        day = date.min
    if day.year < _FIRST_YEAR:
        raise click.BadParameter(f"“{typed}” is no day. Type one such as 2026-11-21.")
    return day.isoformat()


def _new_series(root: Path, name: str) -> None:
    from runner.workbook import series

    root.mkdir(parents=True, exist_ok=True)
    workbook = root / f"{root.absolute().name}.xlsx"
    write_synced(workbook, series.template(name))
    say(f"Made {workbook}. Fill it in, then build the folder of events.", Build(str(root.parent)))


def _language(typed: str) -> str:
    """Return the code of a language in any spelling, "" for English. Raises click.BadParameter."""
    code = find(typed) if typed else ""
    if typed and not code:
        known = ", ".join(each.english for each in LANGUAGES)
        raise click.BadParameter(f"There is no “{typed}”; choose {known}.")
    return "" if code == "en" else code


def _first_phase(
    mode: str, preset: str | None, rounds: int | None, pod_size: int | None, cut: int | None
) -> Phase:
    """Return the first phase of a new event. A circle of all players plays a single game; variants
    that are usually single elimination are so unless rounds or a playoff are requested. Raises
    click.BadParameter where no table of that mode has such a size."""
    format_ = limited.REGISTRY.get(mode)
    variant = variants.find(format_.variant if format_ else mode)
    drafted = format_ is not None and not format_.sealed
    named, usual = ("Draft", _OF_A_DRAFT) if drafted else ("Swiss", None)
    if variant and variant.circle:
        named, usual = variant.name, 1
    type_ = "swiss"
    if variant and variant.elimination and rounds is None and cut is None:
        named, type_ = variant.name, "single_elimination"
    played = format_.mode if format_ else variant.mode if variant else Mode(mode)
    phase = Phase(
        1, named, played, type_, preset, rounds or usual, pod_size,
        drafted=bool(format_ and format_.drafted), limited=format_.limited if format_ else "",
        variant=variant.key if variant else "",
    )  # fmt: skip
    errors = [each for each in ruleset(phase, {})[1] if each.severity is Severity.ERROR]
    if errors:
        raise click.BadParameter(errors[0].text)
    return phase


@main.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@EVENT
def import_(file: Path, event_dir: Path) -> None:
    """Make an event from a document of this or another program (FILE, or -).

    It is in the open format runner-event/1, a tournament as TopDeck’s interface answers (version
    2), or a log of EDH_matchmaker.
    """
    document = read_json(file)
    with working("Making the event"):
        problems = import_event(document, event_dir)
    show(problems)
    if any(problem.severity is Severity.ERROR for problem in problems):
        sys.exit(1)
    click.echo(f"Made {event_dir}.", err=True)
