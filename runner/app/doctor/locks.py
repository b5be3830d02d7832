"""Who has the event in hand just now: a watch, or a program that has the workbook open."""

import re
from collections.abc import Iterator
from pathlib import Path

from runner.app.doctor.findings import Finding, Patient, look, ok
from runner.core.problems import Problem
from runner.disk import exclusive, signature
from runner.workbook.write.locks import left_behind, locked_by, open_in

_SIGNED = re.compile(r"process \d+, since [\d: -]+")


def locks(patient: Patient) -> Iterator[Finding]:
    """The watch's lock, and those that editors leave beside the workbook."""
    event = patient.event
    if event is None or not event.root.is_dir():
        return
    if who := _held(event.lock.with_name("watching.lock")):
        yield ok("Watch", f"one is running: {who}")
    else:
        yield ok("Watch", "none is running")
    workbook = event.workbook()
    if isinstance(workbook, Problem):
        return
    if old := left_behind(workbook):
        yield look("Open", old, "Names go in once that file is gone.")
    elif by := locked_by(workbook):
        said, _, fix = by.partition(": ")
        yield look("Open", said, f"While it is open names wait. To let them in: {fix}")
    elif by := open_in(workbook):
        said = f"{workbook.name} is open in {by}"
        yield look("Open", said, "While it is open names wait: close it there.")
    else:
        yield ok("Open", f"nobody has {workbook.name} open, as far as can be seen")


def _held(lock: Path) -> str:
    """Which process holds a lock, and since when; "" where none does."""
    if not lock.is_file():
        return ""
    with exclusive(lock) as ours:
        if ours:
            return ""
        found = _SIGNED.search(signature(lock))
        return found[0] if found else "another process"
