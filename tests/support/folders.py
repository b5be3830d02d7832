"""The folder of an event: its new workbook, and what is read from it."""

import json
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.load import Loaded, load
from runner.core.event import Event
from runner.workbook.template.template import template


def new_workbook(now: Event) -> bytes:
    """The workbook of an event, as new."""
    return template(plan_for(now, len(now.players)))


def event_folder(root: Path, now: Event) -> EventFolder:
    """A new folder, with the event's workbook, called as the folder is."""
    root.mkdir()
    (root / f"{root.name}.xlsx").write_bytes(new_workbook(now))
    return EventFolder(root)


def workbook_of(folder: EventFolder) -> Path:
    """The workbook that is called as its folder is, or else the only one."""
    named = folder.root / f"{folder.root.name}.xlsx"
    found = named if named.exists() else folder.workbook()
    assert isinstance(found, Path), found
    return found


def data_of(folder: EventFolder) -> bytes:
    """What is in it."""
    return workbook_of(folder).read_bytes()


def set_back(folder: EventFolder, ledger: bytes, *sites: Path) -> None:
    """Let the ledger be as it was, and nobody know that it went on."""
    folder.ledger.write_bytes(ledger)
    folder.kept_ledger.unlink(missing_ok=True)
    for manifest in (site / ".manifest.json" for site in sites):
        if manifest.exists():
            said = json.loads(manifest.read_bytes())
            said.pop("ledger", None)
            manifest.write_text(json.dumps(said))


def opened(folder: EventFolder, data: bytes | None = None) -> Loaded:
    """What the workbook, as it lies there or as given, and the ledger come to."""
    found, problems = load(folder, data or data_of(folder))
    assert found is not None, problems
    return found
