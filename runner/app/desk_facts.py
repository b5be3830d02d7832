"""Facts for the desk that are not in the snapshot: what lies in the event's folder."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.print import LACKING, remembered
from runner.app.upload import state
from runner.render.desk.facts import Facts, WaitingRows
from runner.render.documents.registry import REGISTRY
from runner.workbook.round_schema import round_of_sheet
from runner.workbook.write.locks import locked_by
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_position


def beside(facts: Facts, root: Path, workbook: Path | None) -> Facts:
    """Return the facts, with what is in the event's folder now."""
    folder = EventFolder(root)
    others = (each for each in facts.problems if each.code not in state.CODES)
    return replace(
        facts,
        problems=(*others, *state.problems(folder)),
        printed=tuple(_printed(root)),
        open_=bool(workbook and locked_by(workbook)),
        lacking=tuple(sorted(set(_lacking(folder)))),
    )


def _lacking(folder: EventFolder) -> Iterator[str]:
    """Return the scripts for which no font was found when documents were last printed."""
    for key in REGISTRY:
        yield from filter(None, remembered(folder.memory(key)).get(LACKING, "").split(", "))


def _printed(root: Path) -> Iterator[str]:
    """Return the files in the folders of documents."""
    for folder in dict.fromkeys(document.FOLDER for document in REGISTRY.values()):
        try:
            yield from sorted(f"{folder}/{path.name}" for path in (root / folder).iterdir())
        except OSError:
            continue


def waiting_by_sheet(changes: Iterable[CellChange]) -> tuple[WaitingRows, ...]:
    """Count the rows of each sheet that contain these cells."""
    places = dict.fromkeys((change.sheet, cell_position(change.cell)[0]) for change in changes)
    many = Counter(sheet for sheet, _ in places)
    return tuple(
        WaitingRows(sheet, rows, round_of_sheet(sheet) is not None) for sheet, rows in many.items()
    )
