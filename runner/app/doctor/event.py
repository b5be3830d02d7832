"""The event: what its workbook says, and whether its clock is this computer's."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from runner.app.doctor.findings import Finding, Patient, broken, look, ok
from runner.app.load import Loaded, load
from runner.app.time_zone import of_this_computer
from runner.app.typed import typed
from runner.core.dates import zone
from runner.core.phrases import count
from runner.core.problems import Problem, Severity
from runner.disk import contents_once_there

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_AHEAD = 120.0  # seconds that a file's time may be ahead, on a share


def workbook(patient: Patient) -> Iterator[Finding]:
    """How many problems there are, and none of their words, which may have names in them."""
    if patient.event is None or not patient.event.root.is_dir():
        return
    found = patient.event.workbook()
    if isinstance(found, Problem):
        yield broken("Workbook", found.message.rstrip("."), found.fix)
        return
    loaded, problems = _loaded(patient)
    snapshot = loaded.snapshot if loaded else None
    every = (*problems, *(snapshot.problems if snapshot else ()))
    numbers = Counter(problem.severity for problem in every)
    said = (
        f"{count(numbers[Severity.ERROR], 'error')}, {count(numbers[Severity.WARNING], 'warning')}"
    )
    command = f"runner check {typed(patient.event.root)}"
    if snapshot is None:
        yield broken(
            "Workbook",
            f"{said}; it cannot be used as it is",
            f"What is wrong is listed by: {command}",
        )
        return
    size = f"{count(len(snapshot.players), 'player')}, {count(len(snapshot.rounds), 'round')} out"
    if numbers[Severity.ERROR]:
        yield look("Workbook", f"{size}; {said}", f"They are listed by: {command}")
    else:
        yield ok("Workbook", f"{size}; {said}")


def clock(patient: Patient) -> Iterator[Finding]:
    """The time, and the zone of the event beside this computer's."""
    now, here = datetime.now(UTC), of_this_computer()
    said = f"{now.astimezone():%Y-%m-%d %H:%M}, {here}"
    if now < _FIRST:
        yield look("Clock", said, "The date is wrong: set the computer’s clock.")
    elif _ahead(patient):
        fix = "Compare this clock with a telephone’s; or that of the share is ahead."
        yield look("Clock", f"{said}; the workbook was saved in the future", fix)
    else:
        yield _zones(patient, said, here, now)


def _zones(patient: Patient, said: str, here: str, now: datetime) -> Finding:
    loaded = _loaded(patient)[0]
    if loaded is None:
        return ok("Clock", said)
    there = loaded.event.time_zone
    known = zone(there)
    if known is None:
        fix = "Type the hall’s next to Time zone on the Event sheet, as Europe/Lisbon."
        return look("Clock", f"{said}; the event has no time zone", fix)
    if now.astimezone(known).utcoffset() != now.astimezone(zone(here)).utcoffset():
        fix = "Pages show the event’s time. If that is wrong, change Time zone on the Event sheet."
        return look("Clock", f"{said}; the event’s is {there}", fix)
    return ok("Clock", f"{said}; the event’s is the same")


def _ahead(patient: Patient) -> bool:
    found = patient.event.workbook() if patient.event else None
    if found is None or isinstance(found, Problem):
        return False
    return found.stat().st_mtime > time.time() + _AHEAD


def _loaded(patient: Patient) -> tuple[Loaded | None, tuple[Problem, ...]]:
    found = patient.event.workbook() if patient.event else None
    if patient.event is None or found is None or isinstance(found, Problem):
        return None, ()
    loaded, problems = load(patient.event, contents_once_there(found))
    return loaded, tuple(problems)
