"""Commands that bring everything up to date once, and functions that other commands share."""

from collections import Counter
from concurrent.futures import Executor
from dataclasses import replace
from datetime import date
from itertools import groupby
from pathlib import Path

import click

from runner.app import outcomes
from runner.app.collection.chosen import Chosen
from runner.app.door.event_index import watched_elsewhere
from runner.app.event_folder import EventFolder
from runner.app.find_events import events_in, holds_events
from runner.app.pipeline import Pipeline, Report
from runner.app.print import print_round
from runner.cli.common import progress, show, workbook_of, working
from runner.cli.group import EVENT, SITE, main
from runner.cli.reporting import Failed, say
from runner.cli.reporting import report as tell
from runner.core.actions import InstallRequirements
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.problems import Problem, Severity
from runner.disk import contents_once_there
from runner.ledger.entries import EntryKind
from runner.render.desk.status import state_line
from runner.render.documents.registry import DRAFT, with_every_round
from runner.workbook.write.locks import locked_by
from runner.workbook.write.write_back import Outcome, removed_words, waiting_rows

_TYPED = (EntryKind.RESULTS, EntryKind.CORRECTED)  # typed results, which do not publish a round
_SAVES_MEANWHILE = 5  # how many times a save during a command restarts it
_NOT_YET = "The workbook is being saved all the time: names follow at the next run."
_WATCHED = (
    "{} is open. The watch of this event writes names into it: at once where it reaches the open "
    "workbook, otherwise when it is closed."
)


@main.command()
@EVENT
@SITE
@click.option("--slips/--no-slips", default=True, help="Print the current round’s slips too.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True,
    help="For a folder of events: the number of processes.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="ADDRESS",
    help="For a folder of events: a Dask scheduler whose workers have the same files.",
)  # fmt: skip
@click.option("--name", default="", help="For a folder of events: their common name; remembered.")
@click.option(
    "--id-column", metavar="HEADING",
    help="For a folder of events: the column that says who is who in several events, such as a "
    "membership number; remembered.",
)  # fmt: skip
@click.option(
    "--ratings/--no-ratings", default=None,
    help="For a folder of events: show ratings over all of them; remembered.",
)  # fmt: skip
def build(
    event_dir: Path, site_out: Path, slips: bool, jobs: int, cluster: str | None, name: str,
    id_column: str | None, ratings: bool | None,
) -> None:  # fmt: skip
    """Rebuild pages, ledger, workbook and slips once.

    EVENT_DIR may be a folder of events: then all that have changed are built, without slips, each
    in a folder of its name in the site, and the site’s front page leads to all of them.
    """
    if holds_events(event_dir):
        chosen = Chosen(name, id_column, ratings)
        _build_all(event_dir, site_out, jobs, cluster, chosen)
        return
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    finish(pipeline, run_once(pipeline), documents=slips)


def _build_all(folder: Path, site: Path, jobs: int, cluster: str | None, chosen: Chosen) -> None:
    """Build all events of a folder, and the index over them. Raises Failed."""
    from runner.app.collection.build import ClusterError, build_events
    from runner.app.collection.build import Outcome as Became
    from runner.app.collection.build import cluster as connected
    from runner.app.collection.index import summaries, write_index
    from runner.circuit.hall import clashes

    if why := write_index(folder, site, date.today(), chosen):
        raise Failed(why)
    roots, became = events_in(folder), Counter[Became]()

    def every(executor: Executor | None = None) -> None:
        for number, built in enumerate(build_events(roots, site, jobs, executor), 1):
            progress(f"Building: {number} of {len(roots)}")
            became[built.outcome] += 1
            if built.problems:
                progress("")
                click.echo(f"{built.root.name}:", err=True)
                show(built.problems)
        progress("")

    if cluster:
        try:
            with connected(cluster) as executor:
                every(executor)
        except ImportError:
            extra = InstallRequirements(("runner-tournaments[cluster]",))
            raise Failed("Dask is missing.", extra) from None
        except ClusterError:
            raise Failed(f"There is no Dask scheduler at {cluster}.") from None
    else:
        every()
    problems = list[Problem]()
    write_index(folder, site, date.today(), tell=problems.append)
    show(problems)
    clashing = sorted(clashes(summaries(folder, site), date.today()), key=lambda each: each.event)
    for event, those in groupby(clashing, key=lambda each: each.event):
        click.echo(f"{event}:", err=True)
        show(each.problem for each in those)
    counts = ", ".join(f"{became[each]} {each}" for each in Became if became[each])
    say(f"{count(len(roots), 'event')}: {counts}. The site is in {site}.")
    if became[Became.FAILED]:
        raise Failed("The events that failed keep their last good pages.")
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise Failed("Not everything could be used: see the lines with ✗.")


@main.command("next")
@EVENT
@SITE
@click.option("--preview", is_flag=True, help="Show it on the desk, and publish nothing.")
def next_(event_dir: Path, site_out: Path, preview: bool) -> None:
    """Pair and publish the next round, like yes under Go on Decisions."""
    pipeline = Pipeline(EventFolder(event_dir), site_out)
    report = run_once(pipeline, publish_next=not preview, preview_next=preview)
    if preview and report.snapshot is not None and report.snapshot.preview:
        finish(pipeline, report, documents=False)
        return
    if report.snapshot is not None and all(entry.kind in _TYPED for entry in report.entries):
        show(report.problems)
        raise Failed(state_line(report.snapshot))
    finish(pipeline, report, documents=True)


def run_once(
    pipeline: Pipeline, *, publish_next: bool = False, preview_next: bool = False
) -> Report:
    """Bring ledger and pages up to date with the workbook on disk."""
    data = contents_once_there(workbook_of(pipeline.folder))
    with working("Updating the pages"):
        return pipeline.run(data, publish_next=publish_next, preview_next=preview_next)


def finish(pipeline: Pipeline, report: Report, *, documents: bool) -> None:
    """Write names into the workbook, print `documents`, and report the results of the run."""
    names = pipeline.write_names()
    for _ in range(_SAVES_MEANWHILE):
        if names.outcome is not Outcome.STALE:
            break
        again = run_once(pipeline)
        report = replace(again, entries=(*report.entries, *again.entries))
        names = pipeline.write_names()
    snapshot = report.snapshot
    if snapshot is None:
        show(report.problems)
        raise Failed("Nothing was published; the last good site stays.")
    why = names.why or (_NOT_YET if names.outcome is Outcome.STALE else "")
    workbook = workbook_of(pipeline.folder)
    waits = names.outcome is Outcome.WAITING and locked_by(workbook)
    if waits and watched_elsewhere(pipeline.folder.root):
        why = f"{waiting_rows(names.waiting)} {_WATCHED.format(workbook.name)}"
    for sentence in filter(None, (removed_words(names), why)):
        say(sentence)
    for event in (*outcomes.kept_cells(names), *outcomes.of_report(report)):
        tell(event)
    drafts = [RoundId(draft.phase.number, 0) for draft in snapshot.drafts if not draft.over]
    wanted = [(id_, [DRAFT]) for id_ in drafts]
    if snapshot.current_round is not None and not drafts:
        wanted = [(snapshot.current_round.id, with_every_round())]
    printed = [
        paper
        for id_, which in wanted
        if documents
        for paper in print_round(pipeline.folder, snapshot, id_, which, tell=progress)
    ]
    if printed:
        pipeline.desk.refresh()
        show(problem for paper in printed for problem in paper.problems)
