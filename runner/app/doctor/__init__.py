"""`runner doctor`: diagnose problems of this computer and of an event's folder.

Findings say what to do, as text or JSON, and contain no player's name. Nothing is changed but in a
temporary folder. A check is a function that yields findings, and its name in `CHECKS`.
"""

from collections.abc import Callable, Iterable, Iterator

from runner.app.doctor import computer, event
from runner.app.doctor.report import Finding, Target

CHECKS: tuple[Callable[[Target], Iterable[Finding]], ...] = (
    computer.program, computer.packages, computer.paper, computer.office, computer.network,
    computer.firewall,
    event.clock, event.folder, event.site, event.watch, event.editors, event.workbook,
)  # fmt: skip
"""All checks, in the order of the report."""


def examine(target: Target) -> Iterator[Finding]:
    """Yield the findings of all checks; a check that raises an exception is a finding too."""
    for check in CHECKS:
        try:
            yield from check(target)
        except Exception as reason:
            text = f"it cannot be looked at: {type(reason).__name__}: {reason}"
            fix = "Copy this line into your question."
            yield Finding(check.__name__.replace("_", " ").capitalize(), text, fix, broken=True)
