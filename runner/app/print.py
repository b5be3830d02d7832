"""Prints slips into an event's folder, and only where they would come out differently."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.problems import Problem
from runner.disk import replace_synced
from runner.render.documents import slips


@dataclass(frozen=True, slots=True)
class Printed:
    """The files of a round, new or as they were, and what the organiser should know."""

    files: tuple[Path, ...] = ()
    problems: tuple[Problem, ...] = ()


def print_slips(folder: EventFolder, snapshot: Snapshot, round_id: RoundId) -> Printed:
    """Bring the slips of a round up to date. Nothing heavy is loaded where nothing changed."""
    known = folder.remembered_slips()
    inputs = slips.inputs_hash(slips.slips_for(snapshot, round_id))
    file = folder.slips / f"slips-{round_id.prefix}.pdf"
    if known.get(round_id.prefix) == inputs and file.exists():
        return Printed((file,))
    made = slips.documents(snapshot, round_id)
    folder.slips.mkdir(parents=True, exist_ok=True)
    for name, data in made.files.items():
        replace_synced(folder.slips / name, data)
    for other in folder.slips.glob(f"slips-{round_id.prefix}.*"):
        if other.name not in made.files:  # the HTML of a day without Pango, or the other way round
            other.unlink()
    folder.slips_memory.parent.mkdir(parents=True, exist_ok=True)
    replace_synced(
        folder.slips_memory, folder.remember_slips({**known, round_id.prefix: made.inputs})
    )
    return Printed(tuple(folder.slips / name for name in made.files), made.problems)
