"""The result of a run as events and lines for the organiser, most urgent first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runner.app.events import Event, Level, Message, Published, message, of_problem
from runner.compute.snapshot import Snapshot
from runner.core.actions import Status
from runner.core.event import Event as Tournament
from runner.core.language import count, plural
from runner.core.problems import Problem, Severity, worst_first
from runner.ledger.entries import DRAWN
from runner.render.desk.facts import Facts
from runner.render.desk.oddities import oddities
from runner.render.desk.status import results_in, state_line
from runner.render.desk.steps import steps

if TYPE_CHECKING:  # so that a look at an event need not load what publishes it
    from runner.app.pipeline import Report
    from runner.workbook.write.write_back import WriteBack

_MOST_PROBLEMS = 25


def problem_messages(problems: Sequence[Problem], most: int = _MOST_PROBLEMS) -> list[Message]:
    """Return a message for each problem, errors first; at most `most`, and how many more."""
    ranked = worst_first(problems)
    messages = [of_problem(problem) for problem in ranked[:most]]
    if len(ranked) > most:
        messages.append(message(f"  and {len(ranked) - most} more.", Status()))
    return messages


def summary(problems: Iterable[Problem]) -> str:
    """Return "2 errors, 1 warning", or "no problems found"."""
    counts = dict.fromkeys(Severity, 0)
    for problem in problems:
        counts[problem.severity] += 1
    parts = [
        count(number, severity.value)
        for severity, number in counts.items()
        if number and severity is not Severity.NOTE
    ]
    return ", ".join(parts) or "no problems found"


def status_line(snapshot: Snapshot | None, facts: Facts) -> str:
    """Return the status in one line: "Round 3 of 5: 12/16 in | 2 errors | Type the results ..."."""
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


def status_messages(snapshot: Snapshot | None, facts: Facts) -> list[Message]:
    """Return the whole desk: where the event stands, what to do, what to fix, what looks odd."""
    odd = oddities(snapshot, facts)
    messages = [message(f"{_where(snapshot, facts)}.")]
    for number, step in enumerate(steps(snapshot, facts, odd), 1):
        words = f"{'Next:' if number == 1 else 'Then:'} {step.words} {step.detail}".rstrip()
        messages.append(message(words, *step.fix))
    if snapshot is not None and snapshot.current_round is not None:
        for table in results_in(snapshot, snapshot.current_round).playing:
            names = ", ".join(snapshot.players[id_].name for id_ in table.players)
            messages.append(message(f"  table {table.number} plays: {names}"))
    if any(problem.severity is not Severity.NOTE for problem in facts.problems):
        messages.append(message(f"To fix: {summary(facts.problems)}."))
    after = [message(f"? {oddity}") for oddity in odd]
    waiting = [Message(rows.words(open_=facts.open_), Level.NOTE) for rows in facts.waiting]
    return [*messages, *problem_messages(facts.problems, len(facts.problems)), *after, *waiting]


def certificate_line(certificate: Mapping[str, Any]) -> str:
    """Return how good a round's pairing is: "Best possible pairing (proved)."."""
    if certificate["proved_optimal"]:
        return "Best possible pairing (proved)."
    return (
        f"Points differ by {certificate['points_mismatch']}; no pairing that follows the rules as "
        f"well can have less than {certificate['lower_bound']}."
    )


def _published(report: Report) -> list[Event]:
    title = report.snapshot.event.title if report.snapshot else Tournament("").title
    return [
        Published(title(entry.round), len(entry.data["tables"]))
        for entry in report.entries
        if entry.kind in DRAWN
    ]


def changes_since(report: Report, before: Iterable[Problem]) -> list[Event]:
    """Return what is new since the problems `before`: new and solved problems, published rounds."""
    known, now = set(before), set(report.problems)
    messages: list[Event] = [
        *problem_messages([problem for problem in report.problems if problem not in known])
    ]
    places = {problem.place for problem in now}
    solved = [
        problem
        for problem in known - now
        if problem.severity is not Severity.NOTE and problem.place not in places
    ]
    if report.snapshot is not None and solved:
        where = sorted({str(problem.place) for problem in solved if problem.place.sheet})
        text = f"Gone: {', '.join(where) or summary(solved)}."
        messages.append(message(text, level=Level.GOOD))
    if report.snapshot is None and not any(problem.fatal for problem in known):
        messages.append(message("The last good site stays up until this is fixed."))
    return [*messages, *_published(report)]


def of_report(report: Report) -> list[Event]:
    """Return what one run came to: problems, published rounds, where the event stands."""
    messages = [*problem_messages(report.problems), *_published(report)]
    if report.snapshot is not None:
        messages.append(message(state_line(report.snapshot)))
    if report.published is not None:
        seconds = sum(report.seconds.values())
        changed = len(report.published.written) + len(report.published.removed)
        fixes = summary(report.problems).capitalize()
        messages.append(message(f"{count(changed, 'page')} changed, in {seconds:.2f} s. {fixes}."))
    return messages


def kept_cells(done: WriteBack) -> list[Message]:
    """Return a message for each cell in which a text of the user was kept."""
    return [
        message(
            f"{kept.change.sheet}!{kept.change.cell}: “{kept.found}” stays; Runner would have "
            f"written “{kept.change.text}”.",
            level=Level.NOTE,
        )
        for kept in done.kept
    ]
