"""Load an event: read its workbook and its ledger, and compute what follows from both.

Nothing is published here, and no module is imported that only publishing needs.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from runner.app import kept_ledger, time_zone
from runner.app.event_folder import EventFolder
from runner.app.history import look_back
from runner.app.history.lost import with_saves
from runner.app.history.older import elsewhere
from runner.app.history.saves import Store
from runner.app.identity import Save
from runner.app.save_guards import guarded, stopped
from runner.app.synced import advice
from runner.app.upload.destination import unusable
from runner.compute.compute import compute, once_recorded
from runner.compute.phones import overwritten
from runner.compute.save_guards import held_back, meant, nothing_kept
from runner.compute.snapshot import Snapshot
from runner.core import decks, names
from runner.core.event import Event
from runner.core.problems import Place, Problem, warning
from runner.disk import NotAFileError, read_regular_file
from runner.ledger.entries import Entry
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.ledger.seal import digest
from runner.standings.ranking import Rankings
from runner.workbook.layout import Layout
from runner.workbook.read.read import read
from runner.workbook.write.created_sheets import UnusedSheet
from runner.workbook.write.merge import PairingMark, RightCell
from runner.workbook.write.pending_cells import (
    missing_sheets,
    right_cells,
    unused_sheets,
    wanted_cells,
    wanted_marks,
)
from runner.workbook.write.rulings import Change, wanted_rulings
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.sheets import NewSheet

_EARLY_RESULT = "result.before-pairing"
_CLEARED_BY_HAND = (
    "In the workbook on the web, clear the cell; type the result when it is in. If it is the same, "
    "wait until this warning is gone."
)

_LARGEST_LOGO = 300_000  # bytes: it is loaded with every page
COMMANDERS = "commanders.txt"
"""The name of an optional file beside the workbook, with known commanders."""
_MOST_NAMES = 50_000  # of commanders
_ENDINGS = {".jpeg": ".jpg"}


class Stopwatch:
    """How long each stage took, in seconds."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def time(self, stage: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + perf_counter() - start


@dataclass(frozen=True, slots=True)
class Loaded:
    """A workbook as it was read, its ledger, and the snapshot computed from both.

    `digest` is the SHA-256 of the workbook's bytes, and `pictures` are files of the site that lay
    beside it. Nothing is written into the copy of a workbook `on_the_web`. `first` are entries for
    the ledger before anything is decided.
    """

    digest: str
    event: Event
    layout: Layout
    ledger: Ledger
    snapshot: Snapshot
    problems: tuple[Problem, ...]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    on_the_web: bool = False
    first: tuple[Entry, ...] = ()

    @property
    def _known(self) -> tuple[Event, Snapshot, Ledger, Layout]:
        """What the cells follow from."""
        return self.event, self.snapshot, self.ledger, self.layout

    @property
    def wanted_cells(self) -> list[CellChange]:
        """The cells that Runner has to write into the workbook."""
        return [] if self.on_the_web else wanted_cells(*self._known)

    @property
    def rulings(self) -> list[Change]:
        """Those of the cells that are about rulings of judges, each with its ruling."""
        given = self.event, self.snapshot.players, self.ledger, self.layout
        return [] if self.on_the_web else wanted_rulings(*given)

    @property
    def marks(self) -> list[PairingMark]:
        """The marks that Runner writes on the sheets of rounds together with the names."""
        return wanted_marks(self.wanted_cells, self.ledger, self.layout)

    @property
    def right_cells(self) -> list[RightCell]:
        """The cells that need no change in the workbook as it was read, but may in an open one."""
        return [] if self.on_the_web else right_cells(*self._known)

    @property
    def open_marks(self) -> list[PairingMark]:
        """The marks for an open workbook, in which right cells may need a change too."""
        changes = [*self.wanted_cells, *(right.change for right in self.right_cells)]
        return wanted_marks(changes, self.ledger, self.layout)

    @property
    def missing_sheets(self) -> list[NewSheet]:
        """The sheets that the workbook lacks for rounds to come."""
        given = self.event, self.snapshot.phases, self.layout
        return [] if self.on_the_web else missing_sheets(*given)

    @property
    def unused_sheets(self) -> list[UnusedSheet]:
        """The sheets of rounds that are neither out nor planned."""
        given = self.event, self.snapshot.phases, self.ledger, self.layout
        return [] if self.on_the_web else unused_sheets(*given)


class Memory:
    """A cache of results computed for one save that are still valid at the next."""

    def __init__(self) -> None:
        self.rankings = Rankings()
        self._lines = b""
        self._ledger: tuple[Ledger, tuple[Problem, ...]] = (Ledger(), ())
        self._counted: Event | None = None
        self._store: Store | None = None
        self.last: Loaded | None = None
        """What the last run came to, with all that it decided."""

    def ledger(self, lines: bytes) -> tuple[Ledger, tuple[Problem, ...]]:
        """Return the ledger in these bytes; only those that were added since are parsed."""
        known, begun = self._lines, self._ledger[0]
        if lines != known:
            goes_on = begun.length == len(known) and lines.startswith(known)
            self._ledger = parse(lines[len(known) :], begun) if goes_on else parse(lines)
            self._lines = lines
        return self._ledger

    def store(self, folder: EventFolder) -> Store:
        """Return the kept saves."""
        self._store = self._store or Store(folder.saves)
        return self._store

    def counted(self, folder: EventFolder) -> Event | None:
        """Return the workbook as it last counted, from memory or from the kept saves."""
        self._counted = self._counted or look_back.counted(folder)
        return self._counted

    def counts(self, event: Event) -> None:
        """Remember the workbook that counts now."""
        self._counted = event

    def computed(self, event: Event, ledger: Ledger, *, on_the_web: bool) -> Snapshot:
        """Return what `computed` does; where only the time of the save differs from the last run,
        that run's snapshot with the new time."""
        last = self.last
        if (
            last is not None
            and not last.snapshot.entries
            and (ledger.seal, on_the_web) == (last.ledger.seal, last.on_the_web)
            and _same(event, last.event)
        ):
            known = last.snapshot
            if event.saved == known.event.saved:
                return known
            read = replace(known.event, saved=event.saved)
            return once_recorded(replace(known, event=read), ledger) or known
        return computed(event, ledger, self.rankings, on_the_web=on_the_web)


def _same(event: Event, before: Event) -> bool:
    """Return whether two workbooks have the same content in the same cells; of a time only the date
    is compared."""
    if event.date:
        before = replace(before, saved=event.saved)
    return event == before and [*_not_compared(event)] == [*_not_compared(before)]


def _not_compared(event: Event) -> Iterator[object]:
    """Yield what `==` ignores in an event: cells, and the marks of the workbook."""
    lines: tuple[Any, ...] = (*event.phases, *event.players, *event.decisions, *event.draft)
    lines += event.previews
    for each in (event, *lines):
        yield from (getattr(each, field.name) for field in fields(each) if not field.compare)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Disable the garbage collector: a quarter of the time to the pages of 1,024 players."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def load(
    folder: EventFolder,
    data: bytes,
    watch: Stopwatch | None = None,
    memory: Memory | None = None,
    site: Path | None = None,
) -> tuple[Loaded | None, tuple[Problem, ...]]:
    """Read the workbook's bytes and the ledger, and compute; nothing is published.

    None where the workbook or the ledger cannot be used; the problems say why. Where `site`, the
    folder that the event is published in, has what the ledger lacks, they say so.
    """
    watch, memory = watch or Stopwatch(), memory or Memory()
    with watch.time("read"):
        event, problems, layout = read(data)
        if event and (known := folder.root / COMMANDERS).exists():
            event = replace(event, commanders=_commanders(known))
        lines, odd = kept_ledger.read(folder)
        ledger, broken = memory.ledger(lines)
    problems = (*problems, *odd, *broken, *folder.second_versions(), *folder.rescued())
    store = memory.store(folder)
    problems = with_saves(problems, folder, store)
    if event is None:
        return None, problems
    before, name = memory.counted(folder), digest(data)
    again = (*overwritten(event, ledger),)
    seen = ledger.extended(again)[0] if again else ledger
    save = Save(folder, event, name, seen, before, store, layout.parts, lines, site)
    problems = guarded(save, problems, broken=bool(broken))
    if any(problem.fatal for problem in problems):
        return None, problems
    web = folder.web.exists()
    with watch.time("compute"):
        snapshot = memory.computed(event, seen, on_the_web=web)
    held, first = held_back(snapshot, seen, before), again
    if meant(event, seen):
        first += () if held or stopped(save) else nothing_kept(event, seen)
    elif held:
        by_content = elsewhere(event, held[0].place, folder, store)
        return None, (*problems, *((by_content,) if by_content else held))
    memory.counts(event)
    pictures, amiss = logo(folder.root, event)
    problems = (
        *problems,
        *amiss,
        *filter(None, [advice(folder.root), unusable(event, folder.root)]),
    )
    if web:
        problems = (*problems, *_to_make(missing_sheets(event, snapshot.phases, layout)))
    loaded = Loaded(name, event, layout, ledger, snapshot, problems, pictures, web, first=first)
    return loaded, problems


def computed(
    event: Event, ledger: Ledger, known: Rankings | None = None, *, on_the_web: bool
) -> Snapshot:
    """Return what follows from both. Where the workbook is on the web, into which Runner cannot
    write, the organiser is asked to clear a result that was typed too early."""
    snapshot = compute(event, ledger, known)
    if not (on_the_web and any(each.code == _EARLY_RESULT for each in snapshot.problems)):
        return snapshot
    problems = (
        replace(each, fix=(_CLEARED_BY_HAND,)) if each.code == _EARLY_RESULT else each
        for each in snapshot.problems
    )
    return replace(snapshot, problems=tuple(problems))


def _to_make(sheets: Sequence[NewSheet]) -> Iterator[Problem]:
    for sheet in reversed(sheets):
        yield warning(
            "web.sheet-missing",
            Place(),
            f"The workbook on the web has no sheet {sheet.name}.",
            f"There, duplicate {sheet.like}, name the copy {sheet.name}, and clear in it what "
            "stands under Key, Result, Games and Note.",
        )


def logo(root: Path, event: Event) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    """Return the event's logo as a file of the site, and what is wrong with it."""
    if not event.logo:
        return {}, ()
    path = root / event.logo
    try:
        size = path.stat().st_size
        content = read_regular_file(path) if size <= _LARGEST_LOGO else b""
    except (OSError, NotAFileError):
        what = f"There is no picture “{event.logo}” beside the workbook, so pages have no logo."
        return {}, (
            warning(
                "event.logo-missing", event.at("logo"), what, "Put it there, or type another name."
            ),
        )
    if size > _LARGEST_LOGO:
        what = f"“{event.logo}” has {size // 1000} kB, too many for every page to load."
        fix = f"Make it smaller: {_LARGEST_LOGO // 1000} kB at most."
        return {}, (warning("event.logo-unusable", event.at("logo"), what, fix),)
    ending = path.suffix.lower()
    return {f"static/logo{_ENDINGS.get(ending, ending)}": content}, ()


def _commanders(path: Path) -> tuple[str, ...]:
    """Return the names in the file of commanders, one a line; "A // B" is a card of two sides."""
    try:
        lines = read_regular_file(path).decode("utf-8-sig", "replace").splitlines()
    except (OSError, NotAFileError):
        return ()
    sides = (side for line in lines[:_MOST_NAMES] for side in decks.partners(names.clean(line)))
    return tuple(dict.fromkeys(sides))


def extended(ledger: Ledger, entries: Iterable[Entry], zone: str) -> tuple[Ledger, bytes]:
    """Return the ledger with these lines, stamped with the time in the hall's `zone`, and their
    bytes."""
    at = time_zone.now(zone)
    return ledger.extended(replace(entry, at=at) for entry in entries)


def record(folder: EventFolder, ledger: Ledger, entries: Iterable[Entry], zone: str) -> Ledger:
    """Append to the ledger, of which `ledger` is all; on return the lines are on the disk and in
    the backup."""
    longer, lines = extended(ledger, entries, zone)
    kept_ledger.append(folder, lines, after=ledger.length)
    return longer
