"""Create an event, from a plan or from a document of another program."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.identity import new_mark
from runner.app.time_zone import now
from runner.compute.compute import compute
from runner.compute.seeds import line_due
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.problems import Place, Problem, Severity, error
from runner.disk import write_synced
from runner.interchange import foreign_in
from runner.interchange.event_in import event_from
from runner.interchange.event_out import plain_document
from runner.interchange.form import differences
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger, of_workbook
from runner.rules.advice import advice
from runner.rules.ruleset import ruleset
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template

_BEFORE_THE_FIRST = RoundId(1, 0)


def plan_for(event: Event, players: int) -> Plan:
    """Return a workbook for so many players: the advised number of rounds, and some spare
    tables."""
    phase = event.phases[0]
    rules, _ = ruleset(phase, event.settings, event.enforcement)
    rounds = phase.rounds or advice(rules, players).rounds
    return Plan(event, rounds, players // (rules.pod_size - 1 if rules.pod_size > 2 else 2) + 2)


class Prepared(NamedTuple):
    """An event made from a document: what its workbook and its ledger say, the bytes of both, and
    what is noteworthy."""

    event: Event
    ledger: Ledger
    workbook: bytes
    lines: bytes
    problems: tuple[Problem, ...] = ()


def prepared(document: Any) -> Prepared | tuple[Problem, ...]:
    """Return the event in a document (`runner-event/1`, or that of a program that `foreign_in`
    knows), or what is wrong with it."""
    try:
        document = foreign_in.event_of(document)
    except ValueError as reason:
        return (error("import.foreign", Place(), str(reason), "Export it there once more."),)
    imported, problems = event_from(document)
    if imported is None:
        return tuple(problems)
    mark = new_mark() if imported.entries or imported.event.seed else ""
    workbook = template(Plan(replace(imported.event, mark=mark)))
    first = of_workbook(imported.entries, mark)
    ledger, lines = Ledger().extended(_stamped(first, imported.event.time_zone))
    event, wrong, _ = read(workbook)
    if event is None or any(problem.severity is Severity.ERROR for problem in wrong):
        return tuple(wrong)
    kept = differences(plain_document(compute(event, ledger)), imported.document)
    more: Iterable[Entry] = () if lines else line_due(event, ledger, {})
    if kept:
        more = (*more, Entry(EntryKind.DOCUMENT, _BEFORE_THE_FIRST, {"differences": kept}))
    more = more if lines else of_workbook(more, mark)
    ledger, rest = ledger.extended(_stamped(more, event.time_zone))
    return Prepared(event, ledger, workbook, lines + rest, tuple(wrong))


def import_event(document: Any, root: Path) -> list[Problem]:
    """Make the event's folder from a document; if something in it is wrong, nothing is made."""
    event = prepared(document)
    if not isinstance(event, Prepared):
        return list(event)
    folder = EventFolder(root)
    if folder.workbooks() or folder.ledger.exists():
        return [
            error(
                "import.holds-an-event",
                Place(),
                f"{root} already holds an event.",
                "Import into another folder; nothing is ever overwritten.",
            )
        ]
    if why := kept_ledger.begin(folder):
        return [why]
    _settle(folder, event.workbook, event.lines)
    return list(event.problems)


def _settle(folder: EventFolder, workbook: bytes, lines: bytes) -> None:
    """All files in the event's folder, or none: they are made beside it, and moved in."""
    folder.root.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.slug}-", dir=folder.root.parent) as name:
        draft = EventFolder(Path(name) / "event")
        draft.root.mkdir()
        write_synced(draft.root / f"{folder.slug}.xlsx", workbook)
        if lines:
            kept_ledger.append(draft, lines, after=0)
        if not folder.root.exists():
            draft.root.rename(folder.root)
            return
        files = (path for path in draft.root.rglob("*") if path.is_file())
        for path in sorted(files, key=lambda path: path.suffix == ".xlsx"):  # the workbook last
            place = folder.root / path.relative_to(draft.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            path.rename(place)


def _stamped(entries: Iterable[Entry], zone: str) -> list[Entry]:
    at = now(zone)
    return [Entry(entry.kind, entry.round, entry.data, at) for entry in entries]
