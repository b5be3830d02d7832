"""What the organiser reads in the terminal: the desk in a few lines, most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.language import count, plural
from runner.core.problems import Problem, Severity, worst_first
from runner.ledger.entries import DRAWN
from runner.render.desk.facts import Facts
from runner.render.desk.oddities import oddities
from runner.render.desk.status import results_in, state_line
from runner.render.desk.steps import steps
from runner.render.wording import in_full, in_terminal

if TYPE_CHECKING:  # so that a look at an event need not load what publishes it
    from runner.app.pipeline import Report
    from runner.workbook.write.write_back import WriteBack

_MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}
_MOST_PROBLEMS = 25


def problem_lines(problems: Sequence[Problem], most: int = _MOST_PROBLEMS) -> list[str]:
    """One line a problem, errors first; the first ones only where there are very many."""
    ranked = worst_first(problems)
    lines = [f"{_MARKS[problem.severity]} {in_full(problem)}" for problem in ranked[:most]]
    if len(ranked) > most:
        lines.append(f"  and {len(ranked) - most} more: runner status lists them all")
    return lines


def summary(problems: Iterable[Problem]) -> str:
    """ "2 errors, 1 warning", or "no problems found"."""
    counts = dict.fromkeys(Severity, 0)
    for problem in problems:
        counts[problem.severity] += 1
    said = [
        count(number, severity.value)
        for severity, number in counts.items()
        if number and severity is not Severity.NOTE
    ]
    return ", ".join(said) or "no problems found"


def status_line(snapshot: Snapshot | None, facts: Facts) -> str:
    """Everything at one glance: "Round 3 of 5: 12/16 in | 2 errors | Type the results of ..."."""
    odd = oddities(snapshot, facts)
    parts = [_where(snapshot, facts)]
    if any(problem.severity is not Severity.NOTE for problem in facts.problems):
        parts.append(summary(facts.problems))
    if odd:
        parts.append(f"{len(odd)} {plural(len(odd), 'looks', 'look')} odd")
    if facts.names_wait:
        parts.append(facts.names_words)
    return " | ".join([*parts, steps(snapshot, facts, odd)[0].words])


def _where(snapshot: Snapshot | None, facts: Facts) -> str:
    if facts.bad_since:
        return f"The {facts.unusable} cannot be used"
    if snapshot is None:
        return "The workbook has not been read yet"
    current = snapshot.current_round
    if current is None:
        return f"{count(len(snapshot.players), snapshot.entrant)}, no round out yet"
    now = results_in(snapshot, current)
    return f"{snapshot.title(current.id)}: {now.done}/{now.total} in"


def status_lines(snapshot: Snapshot | None, facts: Facts) -> list[str]:
    """The whole desk, once: where it stands, what to do, what to fix, what looks odd."""
    odd = oddities(snapshot, facts)
    lines = [f"{_where(snapshot, facts)}."]
    for number, step in enumerate(steps(snapshot, facts, odd), 1):
        more = in_terminal(*filter(None, [step.detail]), *step.fix)
        lines.append(f"{'Next:' if number == 1 else 'Then:'} {step.words} {more}".rstrip())
    if snapshot is not None and snapshot.current_round is not None:
        for table in results_in(snapshot, snapshot.current_round).playing:
            names = ", ".join(snapshot.players[id_].name for id_ in table.players)
            lines.append(f"  table {table.number} plays: {names}")
    if any(problem.severity is not Severity.NOTE for problem in facts.problems):
        lines.append(f"To fix: {summary(facts.problems)}.")
    lines += problem_lines(facts.problems, len(facts.problems))
    lines += [f"? {oddity}" for oddity in odd]
    lines += [f"· {in_terminal(*rows.words(open_=facts.open_))}" for rows in facts.waiting]
    return lines


def certificate_line(certificate: Mapping[str, Any]) -> str:
    """How good a round's pairing is: "Best possible pairing (proved)"."""
    if certificate["proved_optimal"]:
        return "Best possible pairing (proved)."
    return (
        f"Points differ by {certificate['points_mismatch']}; no pairing that follows the rules as "
        f"well can have less than {certificate['lower_bound']}."
    )


def out_lines(report: Report) -> list[str]:
    """A line for each round that went out or was drawn anew in this run."""
    title = report.snapshot.event.title if report.snapshot else Event("").title
    return [
        f"{title(entry.round)} is out: {count(len(entry.data['tables']), 'table')}."
        for entry in report.entries
        if entry.kind in DRAWN
    ]


def new_lines(report: Report, before: Iterable[Problem]) -> list[str]:
    """What there is to say of a run after an earlier one: the problems that are new, and those
    that are gone; nothing twice."""
    known, now = set(before), set(report.problems)
    lines = problem_lines([problem for problem in report.problems if problem not in known])
    there = {problem.place for problem in now}
    gone = [
        problem
        for problem in known - now
        if problem.severity is not Severity.NOTE and problem.place not in there
    ]
    if report.snapshot is not None and gone:
        places = sorted({str(problem.place) for problem in gone if problem.place.sheet})
        lines.append(f"✓ Gone: {', '.join(places) or summary(gone)}.")
    if report.snapshot is None and not any(problem.fatal for problem in known):
        lines.append("The last good site stays up until this is fixed.")
    return lines + out_lines(report)


def report_lines(report: Report) -> list[str]:
    """What one run came to that could use the workbook, in a few lines."""
    lines = [*problem_lines(report.problems), *out_lines(report)]
    if report.snapshot is not None:
        lines.append(state_line(report.snapshot))
    if report.published is not None:
        seconds = sum(report.seconds.values())
        changed = len(report.published.written) + len(report.published.removed)
        fixes = summary(report.problems).capitalize()
        lines.append(f"{count(changed, 'page')} changed, in {seconds:.2f} s. {fixes}.")
    return lines


def kept_lines(done: WriteBack) -> list[str]:
    """Where something else stood in the workbook than Runner would have written."""
    return [
        f"· {kept.change.sheet}!{kept.change.cell}: “{kept.found}” stays; Runner would have "
        f"written “{kept.change.text}”."
        for kept in done.kept
    ]
