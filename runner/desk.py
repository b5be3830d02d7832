"""What the organiser reads while it runs: a few lines after each save, most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runner.ledger import EntryKind
from runner.pipeline import Report
from runner.problems import Problem, Severity
from runner.snapshot import Snapshot
from runner.workbook.write_back import WriteBack, waiting_rows

_MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}
_MOST_PROBLEMS = 25
_MOST_TABLES = 15


def problem_lines(problems: Sequence[Problem], most: int = _MOST_PROBLEMS) -> list[str]:
    """One line a problem, errors first; the first ones only where there are very many."""
    order = list(Severity)
    ranked = sorted(problems, key=lambda each: order.index(each.severity))
    lines = [f"{_MARKS[each.severity]} {each}" for each in ranked[:most]]
    if len(ranked) > most:
        lines.append(f"  and {len(ranked) - most} more: runner check shows them all")
    return lines


def summary(problems: Iterable[Problem]) -> str:
    """ "2 errors, 1 warning", or "nothing to mend"."""
    counts = dict.fromkeys(Severity, 0)
    for each in problems:
        counts[each.severity] += 1
    said = [
        f"{count} {severity.value}{'s' if count != 1 else ''}"
        for severity, count in counts.items()
        if count and severity is not Severity.NOTE
    ]
    return ", ".join(said) or "nothing to mend"


def state_line(snapshot: Snapshot) -> str:
    """Where the event stands: "Round 3 of 5: 12 of 29 tables still play (2, 5, 7, ...)"."""
    now = snapshot.current_round
    if now is None:
        return _before_round_1(snapshot)
    planned = snapshot.phases[now.id.phase - 1].planned
    head = f"{now.id.sheet}{f' of {planned}' if planned else ''}"
    playing = [table.number for table in now.tables if not table.finished]
    if playing:
        tables = ", ".join(map(str, playing[:_MOST_TABLES]))
        more = ", …" if len(playing) > _MOST_TABLES else ""
        return f"{head}: {len(playing)} of {len(now.tables)} tables still play ({tables}{more})."
    proposed = next((each for each in snapshot.pairings if each.proposed), None)
    if proposed is None:
        return f"{head}: all results are in. The event has no further round."
    return (
        f"{head}: all results are in. {proposed.round.sheet} is ready: "
        f"say yes under Go on the Decisions sheet."
    )


def _before_round_1(snapshot: Snapshot) -> str:
    """How many are there, and what the rules recommend for those who play in round 1."""
    count = len(snapshot.players)
    if not count:
        return "No players yet."
    head = f"{count} player{'s' if count != 1 else ''}, no round out yet."
    return f"{head} {snapshot.recommendation}".strip()


def certificate_line(certificate: Mapping[str, Any]) -> str:
    """How good a round's pairing is: "points differ by 51, proved to be the least"."""
    said = f"points differ by {certificate['points_mismatch']}"
    if certificate["proved_optimal"]:
        return f"{said}; proved: no pairing keeps to the rules better."
    return f"{said}; no pairing that keeps to the rules as well has less than \
{certificate['lower_bound']}."


def report_lines(report: Report, *, names_wait: bool = True) -> list[str]:
    """What one run came to, in a few lines; `names_wait` where nothing was written into the
    workbook since."""
    if report.snapshot is None:
        return [
            *problem_lines(report.problems),
            "The last good site stays up until this is mended.",
        ]
    lines = problem_lines(report.problems)
    for entry in report.entries:
        if entry.kind in (EntryKind.PAIRED, EntryKind.REPAIRED):
            tables = len(entry.data["tables"])
            lines.append(f"{entry.round.sheet} is out: {tables} tables.")
    if report.waiting and names_wait:
        lines.append(
            f"{waiting_rows(report.waiting)} They are written when the workbook is closed."
        )
    lines.append(state_line(report.snapshot))
    if report.published is not None:
        seconds = sum(report.seconds.values())
        changed = len(report.published.written) + len(report.published.removed)
        mend = summary(report.problems).capitalize()
        lines.append(f"{changed} pages changed, in {seconds:.2f} s. {mend}.")
    return lines


def kept_lines(done: WriteBack) -> list[str]:
    """Where something else stood in the workbook than Runner would have written."""
    return [
        f"· {each.wish.sheet}!{each.wish.cell}: “{each.found}” stays; Runner would have written "
        f"“{each.wish.text}”."
        for each in done.kept
    ]
