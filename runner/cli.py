"""The command line: each command is a few lines that call what does the work."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import threading
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import click

from runner import __version__, comparing, desk, explaining, pairing
from runner.comparison import compare as compare_presets
from runner.durable import write_synced
from runner.event_folder import EventFolder
from runner.importing import import_event, plan_for
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.model import Event, Mode, Phase, RoundId
from runner.pipeline import Loaded, Pipeline, Report, load
from runner.problems import Problem, Severity
from runner.rehearsing import end_rehearsal, play
from runner.sample import players as sample_players
from runner.slipping import print_slips
from runner.verification import verify as verify_ledger
from runner.watching import watch_event
from runner.workbook.template import template
from runner.workbook.write_back import Outcome

_SAVES_MEANWHILE = 5  # how often a save in the middle of a command makes it start over

EVENT = click.argument("event_dir", type=click.Path(path_type=Path))
SITE = click.option(
    "--site",
    "site_out",
    type=click.Path(path_type=Path),
    default=Path("site_out"),
    show_default=True,
    help="The folder to put the site into.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96})
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


# --- making an event --------------------------------------------------------------------------


@main.command()
@EVENT
@click.option("--name", help="The event's name.  [default: the folder's]")
@click.option("--date", "day", default=lambda: date.today().isoformat(), help="Default: today.")
@click.option("--venue", default="", help="Where it takes place.")
@click.option(
    "--mode",
    type=click.Choice(["multiplayer", "head_to_head"]),
    default="multiplayer",
    show_default=True,
    help="Pods, or matches of two.",
)
@click.option("--preset", help="The rules.  [default: mamtr for pods, mtr for two]")
@click.option("--pod-size", type=click.IntRange(3, 5), help="Standard seats at a table.")
@click.option("--rounds", type=click.IntRange(1, 20), help="Default: as advised for the field.")
@click.option("--players", default=128, show_default=True, help="How many to make room for.")
@click.option("--sample", type=click.IntRange(1, 5000), help="Enter so many made-up players.")
def new(
    event_dir: Path,
    name: str | None,
    day: str,
    venue: str,
    mode: str,
    preset: str | None,
    pod_size: int | None,
    rounds: int | None,
    players: int,
    sample: int | None,
) -> None:
    """Write a new event's workbook."""
    folder = EventFolder(event_dir)
    if not isinstance(folder.workbook(), Problem):
        raise click.ClickException(f"{event_dir} has a workbook already; nothing was changed.")
    phase = Phase(1, "Swiss", Mode(mode), "swiss", preset, rounds, pod_size)
    event = Event(
        name=name or folder.slug.replace("-", " ").replace("_", " ").title(),
        date=day,
        venue=venue,
        seed=secrets.token_hex(8),
        phases=(phase,),
        players=sample_players(sample) if sample else (),
    )
    plan = plan_for(event, max(players, sample or 0))
    event_dir.mkdir(parents=True, exist_ok=True)
    workbook = event_dir / f"{folder.slug}.xlsx"
    write_synced(workbook, template(plan))
    click.echo(f"Made {workbook}. Open it: its first sheet explains the day.")


@main.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@EVENT
def import_(file: Path, event_dir: Path) -> None:
    """Make an event from a runner-event/1 document (FILE, or - for standard input)."""
    document = _document(sys.stdin.read() if str(file) == "-" else _text(file))
    problems = import_event(document, event_dir)
    _show(problems)
    if any(each.severity is Severity.ERROR for each in problems):
        sys.exit(1)
    click.echo(f"Made {event_dir}.", err=True)


# --- running it -------------------------------------------------------------------------------


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print the current round's slips too.")
def build(event_dir: Path, site_out: Path, slips: bool) -> None:
    """Bring pages, ledger, workbook and slips up to date, once."""
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    _finish(pipeline, _run(pipeline), slips=slips)


@main.command("next")
@EVENT
@SITE
def next_(event_dir: Path, site_out: Path) -> None:
    """Pair and publish the next round, as yes under Go on Decisions does."""
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    report = _run(pipeline, publish_next=True)
    if report.snapshot is not None and not report.entries:
        _show(report.problems)
        raise click.ClickException(desk.state_line(report.snapshot))
    _finish(pipeline, report, slips=True)


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print each new round's slips.")
@click.option("--proof/--no-proof", default=True, help="Look for the proof that a round is best.")
def watch(event_dir: Path, site_out: Path, slips: bool, proof: bool) -> None:
    """Follow the workbook: every save brings everything up to date, until Ctrl-C."""
    folder = EventFolder(event_dir)
    workbook = _workbook(folder)
    folders, site = str(folder.root), str(site_out)
    after_a_round = [["slips", folders]] * slips + [["prove", folders, "--site", site]] * proof
    stop = threading.Event()
    click.echo(f"Watching {workbook}. The site is in {site_out}. Ctrl-C ends it.")

    def in_background() -> None:
        for words in after_a_round:
            _in_background(words)

    try:
        watch_event(Pipeline(folder, site_out), workbook, click.echo, in_background, stop)
    except KeyboardInterrupt:
        stop.set()
        click.echo("Stopped. Everything that was published stays.")


@main.command()
@click.argument("site_out", type=click.Path(path_type=Path), default=Path("site_out"))
@click.option("--port", default=8000, show_default=True, help="The next free one is taken.")
def serve(site_out: Path, port: int) -> None:
    """Show the site on the local network, with a QR code for phones."""
    from runner.serve import serve as serve_site

    serve_site(site_out, port)


@main.command()
@EVENT
@click.option("--round", "number", type=int, help="Default: the round that is out.")
@click.option("--phase", default=1, show_default=True)
def slips(event_dir: Path, number: int | None, phase: int) -> None:
    """Print a round's match slips into the event's slips folder."""
    folder = EventFolder(event_dir)
    loaded = _loaded(folder)
    current = loaded.snapshot.current_round
    wanted = RoundId(phase, number) if number else current.id if current else None
    if wanted is None or wanted not in {each.id for each in loaded.snapshot.rounds}:
        raise click.ClickException("That round is not out yet, so it has no slips.")
    printed = print_slips(folder, loaded.snapshot, wanted)
    _show(printed.problems)
    for path in printed.files:
        click.echo(f"Slips: {path}")


@main.command()
@EVENT
@SITE
def prove(event_dir: Path, site_out: Path) -> None:
    """Look for the proof that the latest round could not be paired better.

    `runner watch` does so by itself once a round is out; it may take a minute.
    """
    from runner.proving import give_way, prove_latest

    folder = EventFolder(event_dir)
    give_way()
    found = prove_latest(folder)
    if found is None:
        click.echo("There is nothing left to prove of the latest round.")
        return
    _run(Pipeline(folder, site_out))
    certificate = _loaded(folder).ledger.rounds[found].certificate or {}
    click.echo(f"{found.sheet}: {desk.certificate_line(certificate)}")


@main.command()
@EVENT
@SITE
@click.option("--rounds", type=click.IntRange(0), help="Play all rounds up to this one.")
@click.option("--end", is_flag=True, help="Take everything made up out again.")
def rehearse(event_dir: Path, site_out: Path, rounds: int | None, end: bool) -> None:
    """Fill in made-up results, marked as a rehearsal everywhere.

    Without --rounds: those that the current round lacks.
    """
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    if end:
        _end(pipeline)
        return
    if rounds is None:
        rounds = max(1, len(_loaded(pipeline.folder).snapshot.rounds))
    played = play(pipeline, rounds)
    if played.why:
        raise click.ClickException(played.why)
    click.echo(f"Made up {played.results} results.")
    _finish(pipeline, played.report, slips=True)


def _end(pipeline: Pipeline) -> None:
    done = end_rehearsal(pipeline)
    if isinstance(done, Problem):
        raise click.ClickException(str(done))
    if done.waiting:
        raise click.ClickException(done.why)
    _run(pipeline)
    click.echo("The rehearsal is over: what was made up is gone, what you typed is still there.")


# --- looking at it ----------------------------------------------------------------------------


@main.command()
@EVENT
def check(event_dir: Path) -> None:
    """Say everything there is to mend in the workbook; changes nothing."""
    folder = EventFolder(event_dir)
    loaded, problems = load(folder, _workbook(folder).read_bytes())
    if loaded is not None:
        problems = (*problems, *loaded.snapshot.problems)
    for line in desk.problem_lines(problems, most=len(problems)):
        click.echo(line)
    if loaded is not None:
        click.echo(desk.state_line(loaded.snapshot))
    click.echo(f"{desk.summary(problems)}.".capitalize())
    if any(each.severity is Severity.ERROR for each in problems):
        sys.exit(1)


@main.command()
@click.argument("preset", required=False)
def rules(preset: str | None) -> None:
    """List the presets, or tell one (PRESET) in plain language with its sources."""
    told = explaining.preset_lines(preset) if preset else list(explaining.list_lines())
    if isinstance(told, Problem):
        raise click.ClickException(str(told))
    for line in told:
        click.echo(line)


@main.command()
@EVENT
@click.option("--phase", default=1, show_default=True)
@click.option("--top", type=click.IntRange(0), default=16, show_default=True, help="0 for all.")
def compare(event_dir: Path, phase: int, top: int) -> None:
    """Rank the event by every preset, and say who would move; changes nothing.

    A page for the staff, compare.html, is put beside the workbook.
    """
    folder = EventFolder(event_dir)
    snapshot = _loaded(folder).snapshot
    found = compare_presets(snapshot, phase) if 1 <= phase <= len(snapshot.phases) else None
    if found is None:
        raise click.ClickException("There is nothing to compare before the first result.")
    for line in comparing.lines(snapshot, found, top):
        click.echo(line)
    click.echo(f"The same for the staff: {comparing.write_page(folder, snapshot, found)}")


@main.command()
@EVENT
@click.option("--snapshot", is_flag=True, help="What follows from the event instead.")
def export(event_dir: Path, snapshot: bool) -> None:
    """Write the event as a runner-event/1 document to standard output."""
    loaded = _loaded(EventFolder(event_dir))
    document = (
        snapshot_document(loaded.snapshot, loaded.problems)
        if snapshot
        else event_document(loaded.snapshot, loaded.ledger)
    )
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


@main.command()
def pair() -> None:
    """Pair one round: a state on standard input, the pairing on standard output."""
    answer = pairing.pair_document(_document(sys.stdin.read()))
    click.echo(json.dumps(answer, ensure_ascii=False, indent=1))
    if "problems" in answer:
        sys.exit(1)


@main.command()
@EVENT
def verify(event_dir: Path) -> None:
    """Draw every pairing of the ledger again, and show what was changed by hand."""
    loaded = _loaded(EventFolder(event_dir))
    findings = verify_ledger(loaded.ledger)
    for each in findings:
        mark = {True: "✓", False: "✗", None: "·"}[each.sound]
        click.echo(f"{mark} line {each.number}: {each.round.sheet} {each.what}")
    if any(each.sound is False for each in findings):
        sys.exit(1)
    click.echo("The ledger is whole.")


@main.command()
@click.argument("event_dir", type=click.Path(path_type=Path), default=Path("events/demo"))
@SITE
@click.option("--players", default=118, show_default=True)
@click.option("--rounds", default=4, show_default=True, help="How many are played.")
@click.pass_context
def demo(
    context: click.Context, event_dir: Path, site_out: Path, players: int, rounds: int
) -> None:
    """Make an event with made-up players, and rehearse it."""
    folder = EventFolder(event_dir)
    if isinstance(folder.workbook(), Problem):
        context.invoke(
            new, event_dir=event_dir, name="Runner Demo Cup", venue="Your hall", sample=players,
            day="2026-11-21", mode="multiplayer", players=players,
        )  # fmt: skip
    context.invoke(rehearse, event_dir=event_dir, site_out=site_out, rounds=rounds)
    click.echo(
        f"\nLook at\n  the workbook  {_workbook(folder)}\n  the site      "
        f"{(site_out / 'index.html').resolve()}\n  the slips     {folder.slips}\n"
        f"Show it in the hall with: runner serve {site_out}"
    )


# --- what the commands share ------------------------------------------------------------------


def _workbook(folder: EventFolder) -> Path:
    found = folder.workbook()
    if isinstance(found, Problem):
        raise click.ClickException(str(found))
    return found


def _loaded(folder: EventFolder) -> Loaded:
    loaded, problems = load(folder, _workbook(folder).read_bytes())
    if loaded is None:
        _show(problems)
        raise click.ClickException("The workbook cannot be used as it is.")
    return loaded


def _run(pipeline: Pipeline, *, publish_next: bool = False) -> Report:
    return pipeline.run(_workbook(pipeline.folder).read_bytes(), publish_next=publish_next)


def _finish(pipeline: Pipeline, report: Report, *, slips: bool) -> None:
    """Names into the workbook, slips, and a word on all of it."""
    names = pipeline.write_names()
    for _ in range(_SAVES_MEANWHILE):
        if names.outcome is not Outcome.STALE:
            break
        report = _run(pipeline)
        names = pipeline.write_names()
    if report.snapshot is None:
        _show(report.problems)
        raise click.ClickException("Nothing was published; the last good site stays.")
    for line in filter(None, (names.why, *desk.kept_lines(names))):
        click.echo(line)
    for line in desk.report_lines(report, names_wait=False):
        click.echo(line)
    current = report.snapshot.current_round
    if slips and current is not None:
        printed = print_slips(pipeline.folder, report.snapshot, current.id)
        _show(printed.problems)


def _in_background(words: list[str]) -> None:
    """A command of Runner's in a process of its own, so that no page ever waits for it."""
    command = [sys.executable, "-m", "runner", *words]
    subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - our own program


def _show(problems: Iterable[Problem]) -> None:
    for line in desk.problem_lines(tuple(problems)):
        click.echo(line, err=True)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise click.ClickException(f"{path} cannot be read: {reason}") from None


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as reason:
        raise click.ClickException(f"That is not JSON: {reason}.") from None
