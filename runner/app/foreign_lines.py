"""Find lines of a ledger that Runner did not write, although their seals are right.

Anybody can append a line with the right seal. Such a line is missing from the ledger's backup, and
a result in it is neither in the workbook nor in the latest kept save.
"""

from collections.abc import Iterator
from typing import NamedTuple

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.history import look_back
from runner.compute.compute import compute
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count, plural
from runner.core.problems import Problem
from runner.disk import contents_once_there
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.workbook.read.read import read


class Difference(NamedTuple):
    """A result that differs in the ledger from both the workbook and the latest save."""

    round: RoundId
    table: int
    ledger: str
    workbook: str


def not_kept(folder: EventFolder, ledger: Ledger) -> str:
    """Return which lines at the ledger's end its backup lacks; "" for none or without a backup."""
    kept, _ = parse(kept_ledger.kept_lines(folder))
    more = ledger.head.lines - kept.head.lines
    if not kept.entries or more <= 0 or not ledger.holds(kept.head):
        return ""
    lines = plural(more, f"line {ledger.head.lines} is", f"the last {count(more, 'line')} are")
    return (
        f"{lines} not in the copy that Runner keeps of the ledger: another program or another "
        "computer wrote there, or Runner was stopped just then."
    )


def differences(folder: EventFolder, ledger: Ledger) -> Iterator[Difference]:
    """Yield the results that differ from both the workbook and the latest save that counted."""
    events = [each for each in (_workbook(folder), look_back.counted(folder)) if each]
    corrected = [
        [
            Difference(entry.round, int(entry.data["table"]), entry.data["old"], entry.data["new"])
            for entry in compute(event, ledger).entries
            if entry.kind is EntryKind.CORRECTED
        ]
        for event in events
    ]
    if corrected:
        yield from (each for each in corrected[0] if all(each in other for other in corrected))


def _workbook(folder: EventFolder) -> Event | None:
    """Return the content of the workbook; None if there is none that can be read."""
    workbook = folder.workbook()
    try:
        return None if isinstance(workbook, Problem) else read(contents_once_there(workbook))[0]
    except OSError:
        return None
