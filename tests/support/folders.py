"""The folder of an event: its new workbook, and what is read from it."""

import json
from collections.abc import Mapping
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.load import Loaded, load
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.render.site import render
from runner.workbook.template.template import template


def new_workbook(now: Event) -> bytes:
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
    return workbook_of(folder).read_bytes()


def files_in(root: Path, *, hidden: bool = False) -> dict[str, bytes]:
    """Every file below a folder, by its path there; whatever a dot hides only where asked for."""
    found = {path.relative_to(root): path for path in sorted(root.rglob("*")) if path.is_file()}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in found.items()
        if hidden or not any(part.startswith(".") for part in name.parts)
    }


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


def write_site(snapshot: Snapshot, folder: Path, data: Mapping[str, bytes] | None = None) -> Path:
    """All its files below the folder, with `data` that somebody else has made."""
    return write_files(render(snapshot, data or {}).files, folder)


def write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder
