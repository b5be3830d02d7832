"""The registry: every check, in the order of the page."""

from collections.abc import Callable, Iterable, Iterator

from runner.app.doctor.event import clock, workbook
from runner.app.doctor.findings import Finding, Patient, broken
from runner.app.doctor.folders import folders
from runner.app.doctor.locks import locks
from runner.app.doctor.network import firewall, network
from runner.app.doctor.paper import paper
from runner.app.doctor.program import console, dependencies, office, program, saves_heard

Check = Callable[[Patient], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    program, dependencies, paper, office, console, saves_heard, network, firewall, clock,
    folders, locks, workbook,
)  # fmt: skip


def examined(patient: Patient, checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """What all checks have found; one that fails itself is a finding too."""
    for check in checks:
        try:
            yield from check(patient)
        except Exception as reason:
            about = check.__name__.replace("_", " ").capitalize()
            said = f"it cannot be looked at: {type(reason).__name__}: {reason}"
            yield broken(about, said, "Copy this line into your question.")
