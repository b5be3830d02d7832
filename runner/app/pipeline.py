"""The steps from a save to its results: read, compute, ledger, pages, names into the workbook.

Slips are printed last, by a process of their own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from runner.app import kept_ledger
from runner.app.desk_files import DeskFiles
from runner.app.event_folder import EventFolder
from runner.app.history.keep import Saves
from runner.app.identity import begun
from runner.app.load import (
    Loaded,
    Memory,
    Stopwatch,
    computed,
    extended,
    load,
    record,
    uninterrupted,
)
from runner.app.phones import desk, open_round
from runner.app.phones.inbox import Inbox
from runner.app.phones.open_cells import OpenCells
from runner.app.previews import outdated, with_changes
from runner.app.publish import Published, claimed, publish
from runner.app.publish.data_files import data_files
from runner.compute import phone_drops, phones
from runner.compute.compute import once_recorded
from runner.compute.decisions.draft import MakePods
from runner.compute.decisions.pair import PairRound
from runner.compute.draft import awaiting_pods
from runner.compute.reconcile.decisions import NOT_TYPED
from runner.compute.rulings.due import to_record
from runner.compute.seeds import basis, line_due
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.phone_reports import Phones
from runner.core.problems import Problem
from runner.disk import contents_once_there, held_problem
from runner.interchange.snapshot_out import PublicSnapshots
from runner.ledger.entries import Entry, EntryKind
from runner.process_locks import wait_for_lock
from runner.render import site
from runner.render.screens import PULSE, Screens
from runner.workbook.write.created_sheets import known
from runner.workbook.write.locks import UNLOCKED_FOR
from runner.workbook.write.pending_cells import reports_arrived, rounds_rid_of_old_names
from runner.workbook.write.rulings import recorded
from runner.workbook.write.write_back import (
    Outcome,
    WriteBack,
    removed_words,
    waiting_rows,
    write_back,
)
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.mark import Mark

# What open pages and screens ask for: when all else is there.
_LAST = ("version.js", "pulse.js", PULSE)
_MOST_PASSES = 9  # each pass publishes at least one thing; a save asks for one or two


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run.

    `snapshot` is None if the workbook could not be used at all; the last good site stays then.
    `seconds` gives the time of each stage, and `waiting` are the cells that Runner has still to
    write into the workbook.
    """

    problems: tuple[Problem, ...]
    snapshot: Snapshot | None = None
    published: Published | None = None
    entries: tuple[Entry, ...] = ()
    waiting: tuple[CellChange, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


class Pipeline:
    """Publishes one event into its site's folder, with caches that speed up the next run."""

    def __init__(self, folder: EventFolder, site_out: Path) -> None:
        self.folder = folder
        self.site_out = site_out
        self._renderer = site.Renderer()
        self._last_rendered: tuple[Snapshot, Mapping[str, bytes], Mapping[str, bytes]] | None = None
        self._whole = False  # whether all that was rendered last is out
        self._screens = Screens()
        self._snapshots = PublicSnapshots()
        self._memory = Memory()
        self.last: Loaded | None = None
        """What the last run made of the workbook, until it holds all that Runner has to write."""
        self.ledger_length = 0
        """How many bytes the ledger has, as far as this pipeline has read and written it."""
        self.beside: tuple[Problem, ...] = ()
        """Problems with other events of the same hall, for the desk."""
        self.inbox = Inbox(folder.phone_reports)
        self.open_cells = OpenCells()
        self._saves = Saves(folder)
        self._changes: tuple[str, ...] = ()
        self.desk = DeskFiles(folder.root, folder.lock.parent)

    def run(self, data: bytes, *, publish_next: bool = False, preview_next: bool = False) -> Report:
        """Bring ledger and pages up to date with a workbook's bytes.

        `publish_next` asks for the next round as a line on the Decisions sheet would, and
        `preview_next` for its preview. Raises BusyError where another Runner publishes the event
        for very long: nothing was done then.
        """
        with wait_for_lock(self.folder.lock), uninterrupted():
            asking = _asking_for_next if publish_next else _previewing if preview_next else None
            return self._run(data, Stopwatch(), asking)

    def _run(
        self, data: bytes, watch: Stopwatch, asking: Callable[[Loaded], Loaded] | None
    ) -> Report:
        loaded, problems = load(self.folder, data, watch, self._memory, self.site_out)
        read = loaded
        if loaded and (why := self._refused(loaded)):
            loaded, problems = None, (*problems, why)
        try:
            now = asking(loaded) if loaded and asking else loaded
            report = self._published(now, problems, watch)
        finally:  # the pages come first, and whatever becomes of them the save is kept
            with watch.time("history"):
                kept = self._saves.keep(data, read.event if read else None, problems)
                self._changes = (kept.words if loaded else ()) or self._changes
        report = replace(report, problems=(*report.problems, *kept.problems))
        return self._on_desk(report, self.last if loaded else None, watch)

    def _refused(self, loaded: Loaded) -> Problem | None:
        """Return why nothing may be published into the site's folder."""
        event, ledger = loaded.snapshot.for_players.event, loaded.ledger
        other = claimed(self.folder, event, ledger, self.site_out)
        return other or kept_ledger.behind(self.folder, loaded.ledger, loaded.event, self.site_out)

    def _published(
        self, loaded: Loaded | None, problems: tuple[Problem, ...], watch: Stopwatch
    ) -> Report:
        """Record the decisions in the ledger, and publish the pages.

        The pages that everybody looks at, and the page of one player, are rendered before the first
        line is written: nothing is decided that cannot be shown. If the page of another player
        fails, all players' pages stay as they were, and nothing more is decided until all can be
        rendered.
        """
        if loaded is None:
            return Report(problems, seconds=watch.seconds)
        kept_ledger.settle(self.folder)
        known = loaded.ledger
        self.ledger_length = known.length
        loaded, entries, lines = self._decide(loaded, watch)
        snapshot = loaded.snapshot
        with watch.time("render"):
            files, first = self._files(loaded)
            waiting = tuple(loaded.wanted_cells)
        if lines:
            with watch.time("ledger"):
                kept_ledger.append(self.folder, lines, after=known.length)
            self.ledger_length = loaded.ledger.length
        with watch.time("write"):
            head, self._whole = loaded.ledger.head, False
            published = publish(
                files, self.site_out, _LAST, first=first, head=head, sums=snapshot.over
            )
            self._whole = True
        now = open_round.open_round(snapshot, loaded.ledger)
        of_phones = desk.problems(self.folder, loaded, now, self.inbox.last)
        if now:
            now = replace(now, desk=desk.beside_the_hall(of_phones), heard=self.inbox.length)
        open_round.write(self.folder.phone_round, now)
        self.last = self._memory.last = loaded
        store = self._memory.store(self.folder)
        since = outdated(loaded, store) if loaded.ledger.previews else ()
        waits = [*(held_problem(self.site_out / name) for name in published.held), *of_phones]
        return Report(
            (*problems, *snapshot.problems, *self.beside, *waits, *since),
            snapshot,
            published,
            entries,
            waiting,
            watch.seconds,
        )

    def _files(self, loaded: Loaded) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
        """Return the site's files, and those of pages that everybody looks at, rendered first."""
        snapshot, pictures, last = loaded.snapshot, loaded.pictures, self._last_rendered
        if self._whole and last and last[0] is snapshot and last[1] == pictures:
            return last[2], {}
        data = data_files(snapshot, loaded.ledger, self._snapshots)
        data |= self._screens.render(snapshot)
        pages = self._renderer.render(snapshot, {**data, **pictures})
        self._last_rendered = snapshot, pictures, pages.files
        return (pages.files, pages.first) if self._whole else ({**pages.files}, {})

    def _on_desk(self, report: Report, loaded: Loaded | None, watch: Stopwatch) -> Report:
        """Show the report on the desk. Return it with the problem, if any, of writing the desk."""
        with watch.time("desk"):
            if loaded is None or report.snapshot is None:
                ledger, _ = self._memory.ledger(kept_ledger.read(self.folder)[0])
                wrong = self.desk.unusable(report.problems, ledger.last_at)
            else:
                workbook = self.folder.workbook()
                wrong = self.desk.show(
                    report.snapshot,
                    report.problems,
                    loaded.ledger.lines,
                    report.waiting,
                    self._changes,
                    None if isinstance(workbook, Problem) else workbook,
                )
        return replace(report, problems=(*report.problems, wrong)) if wrong else report

    def _decide(self, loaded: Loaded, watch: Stopwatch) -> tuple[Loaded, tuple[Entry, ...], bytes]:
        """Compute until nothing more is decided. Return the result, the new entries, and their
        lines for the ledger."""
        zone, decided, lines = loaded.event.time_zone, tuple[Entry, ...](), b""
        first = next(iter(loaded.snapshot.phases), None)
        from_now = basis(loaded.snapshot.players, first.phase, first.ruleset) if first else {}
        due = (*line_due(loaded.event, loaded.ledger, from_now), *loaded.first)
        due += (*self.open_cells.arrived(loaded),)
        if loaded.event.phones is not Phones.NO:
            reports = self.inbox.reports()
            due += (*phones.counted(reports, loaded.ledger, loaded.event.phones),)
            wished = any(each.after for each in reports)
            if wished and (now := open_round.open_round(loaded.snapshot, loaded.ledger)):
                reports += (*phone_drops.drops(reports, now, loaded.ledger),)
            due += (*to_record(reports, loaded.event, loaded.ledger),)
        for _ in range(_MOST_PASSES):
            entries = due or loaded.snapshot.entries
            if not entries:
                break
            entries = with_changes(entries, loaded, self._memory.store(self.folder))
            new = entries if loaded.ledger.entries else begun(entries, loaded.event)
            ledger, more = extended(loaded.ledger, new, zone)
            with watch.time("compute"):
                known = None if due else once_recorded(loaded.snapshot, ledger)
                snapshot = known or computed(
                    loaded.event, ledger, self._memory.rankings, on_the_web=loaded.on_the_web
                )
            loaded = replace(loaded, ledger=ledger, snapshot=snapshot)
            decided, lines, due = (*decided, *entries), lines + more, ()
        return loaded, decided, lines

    def write_names(self, *, unlocked_for: float = UNLOCKED_FOR) -> WriteBack:
        """Write the names of the last run into the workbook, if nobody has it open.

        `unlocked_for` is how many seconds nobody may have had it open; a caller that has seen to
        that itself gives 0.
        """
        workbook, last = self.folder.workbook(), self.last
        if last is None or last.on_the_web:
            return WriteBack(Outcome.NOTHING)
        if isinstance(workbook, Problem):
            waiting = tuple(last.wanted_cells)
            why = f"{waiting_rows(waiting)} {workbook}".strip()
            return WriteBack(Outcome.WAITING, waiting=waiting, why=why)
        wanted, sheets, created = last.wanted_cells, last.missing_sheets, known(workbook)
        unused = [sheet for sheet in last.unused_sheets if sheet.name in created]
        done = WriteBack(Outcome.NOTHING)
        if wanted or sheets or unused:
            done = write_back(
                workbook, last.digest, wanted, sheets=sheets, unused=unused,
                marks=last.marks, mark=Mark(last.ledger.mark, (last.ledger.head.short,)),
                unlocked_for=unlocked_for,
            )  # fmt: skip
        if done.outcome is not Outcome.STALE:
            self.open_cells.closed()
            self.desk.names(done.waiting, done.why, removed_words(done))
        if done.outcome in (Outcome.NOTHING, Outcome.WRITTEN):
            self.last = None  # it no longer matches the workbook
            rid = rounds_rid_of_old_names(last.ledger, done.waiting, last.layout)
            there = (*done.written, *(kept.change for kept in done.kept))
            lines = [Entry(EntryKind.WRITTEN, id_, {}) for id_ in rid]
            lines += reports_arrived(last.ledger, there, last.layout)
            lines += recorded(last.rulings, there)
            if lines:
                written = record(self.folder, last.ledger, lines, last.event.time_zone)
                self.ledger_length = written.length
        fresh = {sheet.name for sheet in sheets} if done.outcome is Outcome.WRITTEN else set()
        if any(id_.sheet in fresh for id_ in last.ledger.rounds):
            return self._names_into_new_sheets(workbook, done)
        return done

    def _names_into_new_sheets(self, workbook: Path, done: WriteBack) -> WriteBack:
        """Write the names of rounds that were published before they had a sheet."""
        self.run(contents_once_there(workbook))
        more = self.write_names(unlocked_for=0)
        if more.outcome is not Outcome.WRITTEN:
            return done
        removed = (*done.removed, *more.removed)
        return replace(more, written=(*done.written, *more.written), removed=removed)


def _asking_for_next(loaded: Loaded) -> Loaded:
    """Return the same as if the Decisions sheet asked for the draft or round that comes next."""
    undrafted = awaiting_pods(loaded.snapshot.phases)
    proposed = next((pairing for pairing in loaded.snapshot.pairings if pairing.proposed), None)
    if undrafted:
        asked = Decision(MakePods.KEY, RoundId(undrafted.phase.number, 0))
    elif proposed:
        asked = Decision(PairRound.KEY, proposed.round, place=NOT_TYPED)
    else:
        return loaded
    event = replace(loaded.event, decisions=(*loaded.event.decisions, asked))
    return _with(loaded, event)


def _previewing(loaded: Loaded) -> Loaded:
    """Return the same as if the Decisions sheet asked for a preview of the round that comes
    next."""
    typed = {line.round for line in loaded.snapshot.event.previews}
    proposed = {pairing.round for pairing in loaded.snapshot.pairings if pairing.proposed}
    asked = tuple(Decision(PairRound.KEY, id_, place=NOT_TYPED) for id_ in proposed - typed)
    return _with(loaded, replace(loaded.event, previews=(*loaded.event.previews, *asked)))


def _with(loaded: Loaded, event: Event) -> Loaded:
    snapshot = computed(event, loaded.ledger, on_the_web=loaded.on_the_web)
    return replace(loaded, event=event, snapshot=snapshot)
