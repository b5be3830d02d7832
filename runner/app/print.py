"""Prints documents into an event's folder, and only where they would come out differently."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from runner.app.event_folder import EventFolder
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.problems import Problem
from runner.disk import contents, make_own, replace_synced
from runner.render.documents.document import Document, stem
from runner.render.documents.layout import PAPERS, USUAL, PageSetup

_SETUP = "setup"
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Printed:
    """The files of a document of a round, new or as they were, and what the organiser should
    know."""

    document: Document
    files: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()


def print_round(
    folder: EventFolder,
    snapshot: Snapshot,
    round_id: RoundId,
    wanted: Iterable[Document],
    said: Mapping[str, Any] = _NOTHING,
) -> list[Printed]:
    """Bring documents of a round up to date. Nothing heavy is loaded where nothing changed. What is
    `said` of their `PageSetup` stays that of each until something else is, but for how many are
    wanted."""
    return [_print(folder, snapshot, round_id, document, said) for document in wanted]


def _print(
    folder: EventFolder,
    snapshot: Snapshot,
    round_id: RoundId,
    document: Document,
    said: Mapping[str, Any],
) -> Printed:
    place, name = folder.root / document.FOLDER, stem(document, round_id)
    memory = folder.memory(document.KEY)
    known = _remembered(memory)
    setup = replace(_setup(known.get(_SETUP, "")), **said)
    there = tuple(sorted(place.glob(f"{name}.*")))
    if there and known.get(round_id.prefix) == document.inputs(snapshot, round_id, setup):
        return Printed(document, there)
    made = document.render(snapshot, round_id, setup)
    place.mkdir(exist_ok=True)
    for file, data in made.files.items():
        replace_synced(place / file, data)
    for path in there:
        if path.name not in made.files:  # the HTML of a day without Pango, or the other way round
            path.unlink()
    make_own(memory.parent)
    known[round_id.prefix] = made.inputs
    if setup != USUAL or _SETUP in known:
        known[_SETUP] = f"{setup.paper.name} {setup.most} {setup.back:d} {setup.second}".strip()
    replace_synced(memory, json.dumps(known, indent=1, sort_keys=True).encode())
    return Printed(document, tuple(place / file for file in made.files), made.problems)


def _setup(words: str) -> PageSetup:
    """How a document was printed last."""
    try:
        paper, most, back, *second = words.split()
        return PageSetup(PAPERS[paper], back == "1", int(most), "".join(second))
    except (ValueError, KeyError):
        return USUAL


def _remembered(memory: Path) -> dict[str, str]:
    """For each round the hash of what its files were made from."""
    try:
        known = json.loads(contents(memory))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
