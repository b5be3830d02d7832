"""What commands share that publish: one run, then names, slips and a word on all of it."""

from collections.abc import Iterator

from runner.app import outcomes
from runner.app.pipeline import Pipeline, Report
from runner.app.print import Printed, print_round
from runner.cli.common import progress, show, workbook_of, working
from runner.cli.reporting import Failed, say
from runner.cli.reporting import report as tell
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.disk import contents_once_there
from runner.render.documents.registry import DRAFT, with_every_round
from runner.workbook.write.write_back import Outcome, removed_words

_SAVES_MEANWHILE = 5  # how often a save in the middle of a command makes it start over
_NOT_YET = "The workbook is being saved all the time: names follow at the next run."


def run_once(pipeline: Pipeline, *, publish_next: bool = False) -> Report:
    """Bring ledger and pages up to date with the workbook as it is on the disk."""
    data = contents_once_there(workbook_of(pipeline.folder))
    with working("Updating the pages"):
        return pipeline.run(data, publish_next=publish_next)


def finish(pipeline: Pipeline, report: Report, *, documents: bool) -> None:
    """Names into the workbook, documents, and a word on all of it."""
    names = pipeline.write_names()
    for _ in range(_SAVES_MEANWHILE):
        if names.outcome is not Outcome.STALE:
            break
        report = run_once(pipeline)
        names = pipeline.write_names()
    if report.snapshot is None:
        show(report.problems)
        raise Failed("Nothing was published; the last good site stays.")
    why = names.why or (_NOT_YET if names.outcome is Outcome.STALE else "")
    for sentence in filter(None, (removed_words(names), why)):
        say(sentence)
    for event in (*outcomes.kept_cells(names), *outcomes.of_report(report)):
        tell(event)
    if documents and (printed := [*_printed(pipeline, report.snapshot)]):
        pipeline.desk.refresh()
        show(dict.fromkeys(problem for paper in printed for problem in paper.problems))


def _printed(pipeline: Pipeline, snapshot: Snapshot) -> Iterator[Printed]:
    """The documents of the draft that is under way, or of the round that is out."""
    current = snapshot.current_round
    drafts = [RoundId(draft.phase.number, 0) for draft in snapshot.drafts if not draft.over]
    for id_ in drafts:
        yield from print_round(pipeline.folder, snapshot, id_, [DRAFT], tell=progress)
    if current is not None and not drafts:
        yield from print_round(
            pipeline.folder, snapshot, current.id, with_every_round(), tell=progress
        )
