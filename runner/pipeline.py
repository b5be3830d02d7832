"""From a save to everything that follows from it, in one readable page.

read -> compute -> ledger -> pages -> names into the workbook; slips come last, on their own.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from time import perf_counter

from runner import ledger as ledgers
from runner import output, site
from runner.compute import compute
from runner.durable import BusyError, alone
from runner.event_folder import EventFolder
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger import Entry, EntryKind, Ledger, canonical, digest
from runner.model import Decision, DecisionKind, Event
from runner.problems import Place, Problem, error
from runner.snapshot import Snapshot
from runner.standings import Rankings
from runner.workbook.filling import missing_sheets, rounds_rid_of_old_names, wishes
from runner.workbook.layout import Layout
from runner.workbook.locks import UNLOCKED_FOR
from runner.workbook.new_sheet import NewSheet
from runner.workbook.read import read
from runner.workbook.wishes import Wish
from runner.workbook.write_back import Outcome, WriteBack, write_back

_MOST_PASSES = 8  # each pass publishes at least one thing; a save asks for one or two


@dataclass(frozen=True, slots=True)
class Report:
    """What one run did. `snapshot` is None where the workbook could not be used at all: then
    the last good site stays. `seconds` gives the time of each stage; `waiting` are the cells that
    Runner has still to write into the workbook."""

    problems: tuple[Problem, ...]
    snapshot: Snapshot | None = None
    published: output.Published | None = None
    entries: tuple[Entry, ...] = ()
    waiting: tuple[Wish, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


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
    """A workbook as it was read, the ledger beside it, and what follows from both.

    `digest` is the SHA-256 of the workbook's bytes.
    """

    digest: str
    event: Event
    layout: Layout
    ledger: Ledger
    snapshot: Snapshot
    problems: tuple[Problem, ...]

    @property
    def wishes(self) -> list[Wish]:
        """What Runner has to write into the workbook."""
        return wishes(self.event, self.snapshot, self.ledger, self.layout)

    @property
    def missing_sheets(self) -> list[NewSheet]:
        """The sheets that the workbook lacks for rounds to come."""
        return missing_sheets(self.event, self.snapshot.phases, self.layout)


class Memory:
    """What was worked out for one save and still holds at the next; it changes no result."""

    def __init__(self) -> None:
        self.rankings = Rankings()
        self._lines: bytes | None = None
        self._ledger: tuple[Ledger, tuple[Problem, ...]] = (Ledger(), ())

    def ledger(self, lines: bytes) -> tuple[Ledger, tuple[Problem, ...]]:
        """The ledger in these bytes, parsed only where they are not those of last time."""
        if lines != self._lines:
            self._lines, self._ledger = lines, ledgers.parse(lines)
        return self._ledger


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keep the garbage collector away: it would look through a whole event again and again."""
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
) -> tuple[Loaded | None, tuple[Problem, ...]]:
    """Read the workbook's bytes and the ledger, and compute; nothing is published.

    None where the workbook or the ledger cannot be used; the problems say why.
    """
    watch, memory = watch or Stopwatch(), memory or Memory()
    with watch.time("read"):
        event, problems, layout = read(data)
        ledger, broken = memory.ledger(output.read(folder.ledger).complete)
    problems = (*problems, *broken)
    if event is None or any(each.fatal for each in problems):
        return None, problems
    with watch.time("compute"):
        snapshot = compute(event, ledger, memory.rankings)
    return Loaded(digest(data), event, layout, ledger, snapshot, problems), problems


def record(folder: EventFolder, ledger: Ledger, entries: Iterable[Entry]) -> Ledger:
    """Append to the event's ledger, of which `ledger` is all there is; on the disk when this
    returns."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    longer, lines = ledger.extended(replace(each, at=now) for each in entries)
    output.append(folder.ledger, lines, after=ledger.length)
    return longer


class Pipeline:
    """One event and the folder its site goes to; keeps what makes the next run quicker."""

    def __init__(self, folder: EventFolder, site_out: Path) -> None:
        self.folder = folder
        self.site_out = site_out
        self._renderer = site.Renderer()
        self._memory = Memory()
        self._last: Loaded | None = None

    def run(self, data: bytes, *, publish_next: bool = False) -> Report:
        """Bring ledger and pages up to date with a workbook's bytes.

        `publish_next` asks for the next round as a line on the Decisions sheet would.
        """
        watch = Stopwatch()
        try:
            with alone(self.folder.lock), uninterrupted():
                return self._run(data, watch, publish_next=publish_next)
        except BusyError:
            return Report((_ANOTHER,))

    def _run(self, data: bytes, watch: Stopwatch, *, publish_next: bool) -> Report:
        loaded, problems = load(self.folder, data, watch, self._memory)
        if loaded is None:
            return Report(problems, seconds=watch.seconds)
        if publish_next:
            loaded = _asking_for_next(loaded)
        loaded, entries = self._decide(loaded, watch)
        snapshot = loaded.snapshot
        with watch.time("render"):
            pages = self._renderer.render(snapshot, {"data/snapshot.json": _public(snapshot)})
        with watch.time("write"):
            published = output.publish(pages.files, self.site_out)
        self._last = loaded
        return Report(
            (*problems, *snapshot.problems),
            snapshot,
            published,
            entries,
            tuple(loaded.wishes),
            watch.seconds,
        )

    def _decide(self, loaded: Loaded, watch: Stopwatch) -> tuple[Loaded, tuple[Entry, ...]]:
        """Write down what is decided, and compute again, until nothing more is."""
        made: tuple[Entry, ...] = ()
        for _ in range(_MOST_PASSES):
            if not loaded.snapshot.entries:
                break
            made += loaded.snapshot.entries
            with watch.time("ledger"):
                ledger = record(self.folder, loaded.ledger, loaded.snapshot.entries)
            with watch.time("compute"):
                snapshot = compute(loaded.event, ledger, self._memory.rankings)
            loaded = replace(loaded, ledger=ledger, snapshot=snapshot)
        return loaded, made

    def write_names(self, *, unlocked_for: float = UNLOCKED_FOR) -> WriteBack:
        """Write the names of the last run into the workbook, if nobody has it open.

        `unlocked_for` is how many seconds nobody may have had it open; a caller that has seen to
        that itself gives 0.
        """
        workbook, last = self.folder.workbook(), self._last
        if last is None or isinstance(workbook, Problem):
            return WriteBack(Outcome.NOTHING)
        wanted, sheets = last.wishes, last.missing_sheets
        done = WriteBack(Outcome.NOTHING)
        if wanted or sheets:
            done = write_back(
                workbook, last.digest, wanted, sheets=sheets, unlocked_for=unlocked_for
            )
        if done.outcome in (Outcome.NOTHING, Outcome.WRITTEN):
            self._last = None  # what it says of the workbook is of yesterday now
            rid = rounds_rid_of_old_names(last.ledger, done.waiting, last.layout)
            if rid:
                record(
                    self.folder, last.ledger, [Entry(EntryKind.WRITTEN, each, {}) for each in rid]
                )
        fresh = {each.name for each in sheets} if done.outcome is Outcome.WRITTEN else set()
        if any(id_.sheet in fresh for id_ in last.ledger.rounds):
            return self._names_into_new_sheets(workbook, done)
        return done

    def _names_into_new_sheets(self, workbook: Path, done: WriteBack) -> WriteBack:
        """A round that was out before it had a sheet: now that it has one, its names go in too."""
        self.run(workbook.read_bytes())
        more = self.write_names(unlocked_for=0)
        if more.outcome is not Outcome.WRITTEN:
            return done
        return replace(more, written=(*done.written, *more.written))


def _asking_for_next(loaded: Loaded) -> Loaded:
    """The same as if the Decisions sheet asked for the round that is proposed."""
    proposed = next((each for each in loaded.snapshot.pairings if each.proposed), None)
    if proposed is None:
        return loaded
    asked = Decision(DecisionKind.PAIR, proposed.round)
    event = replace(loaded.event, decisions=(*loaded.event.decisions, asked))
    return replace(loaded, event=event, snapshot=compute(event, loaded.ledger))


def _public(snapshot: Snapshot) -> bytes:
    return canonical(snapshot_document(snapshot, public=True)).encode() + b"\n"


_ANOTHER = error(
    Place(),
    "Another Runner is publishing this event just now.",
    "Close the other window, or wait a moment.",
)
