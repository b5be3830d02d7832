"""Event handlers of the watch: what is done at a save, at opening and closing, and beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from runner.app import outcomes
from runner.app.desk_facts import waiting_by_sheet
from runner.app.event_folder import kept_aside
from runner.app.events import Emit, Event, Level, State, message, of_problem
from runner.app.load import Loaded
from runner.app.phones.codes import printed_codes
from runner.app.pipeline import Pipeline
from runner.core import names
from runner.core.event import Event as Tournament
from runner.core.language import count, listed
from runner.core.problems import Place, Problem, error
from runner.disk import NotAFileError, disk_problem, fingerprint_if_there, read_regular_file
from runner.ledger.ledger import NAME
from runner.ledger.seal import digest
from runner.workbook.live import Addition, Live, LiveWriteResult
from runner.workbook.live import State as LiveState
from runner.workbook.write.created_sheets import remember
from runner.workbook.write.locks import left_behind, locked_by, locked_since
from runner.workbook.write.write_back import Outcome, recover, removed_words
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.zip import ArchiveError

PATIENCE = 600.0
"""Seconds without a save, after which an open workbook may be a forgotten one."""

_LOOK_AGAIN = "Let Runner read and write there; it looks again by itself."
_OLD = 12 * 3600.0  # seconds after which a lock is likely of another day

_LOST = (FileNotFoundError, NotADirectoryError, NotAFileError)


class WatchHandlers:
    """The handlers of one watch, and what they have reported already.

    The desk is brought up to date before anything is reported of it. `emit` gets every event;
    `on_new_seats` is called whenever somebody sits elsewhere than before, or reports by another
    code: documents are to be printed. `publish` gets the event of each save that counts. `live`
    writes names into a workbook that is open."""

    def __init__(
        self,
        pipeline: Pipeline,
        workbook: Path,
        emit: Emit,
        on_new_seats: Callable[[], None] | None,
        live: Live | None = None,
        publish: Callable[[Tournament], None] | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.workbook = workbook
        self.emit = emit
        self._on_new_seats = on_new_seats
        self._publish = publish
        self._state = ""
        self._reported: set[Event] = set()
        self._problems: tuple[Problem, ...] = ()
        self._written = ""
        self._seated: object = None
        self._live = live
        self._data = b""
        self._inode = 0
        self._saves = 0
        self._saved_at = 0.0
        self._troubled: Event | None = None
        self._stopped = False
        self._told_beside: tuple[Problem, ...] = ()
        self._ledger_seen = fingerprint_if_there(self.pipeline.folder.ledger)

    def on_save(self, data: bytes) -> None:
        """Publish what a save comes to; Runner's own writing is none."""
        self._inode = _inode(self.workbook)
        self._saves, self._saved_at = self._saves + 1, time.monotonic()
        if digest(data) == self._written:
            return
        self._written = ""
        self._ledger_seen = fingerprint_if_there(self.pipeline.folder.ledger)
        report = self.pipeline.run(data)
        self._stopped = any(each.fatal and each.place.sheet == NAME for each in report.problems)
        self._reported.clear()
        self._data, self._troubled = data, None
        for event in outcomes.changes_since(report, self._problems):
            self.emit(event)
        self._problems = report.problems
        self._report_state()
        snapshot = report.snapshot
        if snapshot is not None and self._publish is not None:
            self._publish(snapshot.event)
        if snapshot is None or self._on_new_seats is None:
            return
        now = snapshot.current_round
        seats = now and (now.id, tuple((table.number, table.players) for table in now.tables))
        pods = tuple(draft.pods for draft in snapshot.drafts if not draft.over)
        codes = printed_codes(self.pipeline.folder, now.id) if now else ()
        if (seats or pods) and (seats, pods, codes) != self._seated:
            self._seated = (seats, pods, codes)
            self._on_new_seats()

    def ledger_is_another(self) -> bool:
        """Return whether somebody else has written the ledger since this was last asked: another
        Runner has paired a round, a sync folder has caught up, or somebody has put back a ledger
        that kept the last save from counting. The last save is to be dealt with again then."""
        ledger = fingerprint_if_there(self.pipeline.folder.ledger)
        if ledger == self._ledger_seen:
            return False
        self._ledger_seen = ledger
        known = ledger is not None and ledger[1] == self.pipeline.ledger_length
        if known and not self._stopped:
            return False
        self._written = ""
        return True

    def reports_came(self) -> bool:
        """Return whether phones have reported something, or there is news of other events in the
        same hall: the last save is to be dealt with again then."""
        told, self._told_beside = self._told_beside, self.pipeline.beside
        if not self.pipeline.inbox.has_more() and told == self.pipeline.beside:
            return False
        self._written = ""
        return True

    def on_unlocked(self) -> bool:
        """Write waiting names into the closed workbook; return whether nothing is left to write."""
        if self._live is not None:
            self._live.closed()
        done = self.pipeline.write_names(unlocked_for=0)
        if done.outcome is Outcome.WRITTEN:
            self._written = done.digest
            self._inode = _inode(self.workbook)
            if done.written or not done.removed:
                self._say(f"Wrote {count(len(done.written), 'cell')} into {self.workbook.name}.")
            self._say_once(removed_words(done))
        self._say_once(done.why)
        for kept in outcomes.kept_cells(done):
            self._emit_once(kept)
        self._report_state()
        return self.rescue() and done.outcome in (Outcome.NOTHING, Outcome.WRITTEN)

    def on_opened(self) -> bool:
        """Write names into the open workbook; return whether none is left until the next save."""
        last = self.pipeline.last
        if why := left_behind(self.workbook):
            if last is not None:
                self.pipeline.desk.names(last.wanted_cells, why)
            self._say_once(why, Level.WARNING)
            return True
        if last is None or digest(self._data) != last.digest:
            return True
        additions = _additions(last)
        if self._live is None:
            self._say_missing(additions)
            return self._told_for_whom(last)
        layout = last.layout
        ranking = layout.standings and layout.standings.sheet  # it would stop whoever types
        rulings = {(each.sheet, each.cell) for _, each in last.rulings}  # a judge may undo them
        known = self.pipeline.open_cells
        cells = [
            each
            for each in last.wanted_cells
            if each.sheet != ranking and (each.sheet, each.cell) not in rulings
            if each not in known
        ]
        sheets = (*layout.rounds.values(), *filter(None, (layout.players, layout.decisions)))
        headers = {sheet.sheet: sheet.header for sheet in sheets}
        marks, right = last.open_marks, last.right_cells
        given = self._live.write(self.workbook, self._data, cells, headers, additions, marks, right)
        if given.added:
            with suppress(OSError, ArchiveError):  # what is not noted stays, however unused
                remember(self.workbook, self._data, [each.sheet for each in additions])
        self._note_reports(last, cells, given)
        self._say_given(given)
        if given.state is not LiveState.DONE:
            self._say_missing(additions)
            self._told_for_whom(last)
        return given.state is LiveState.DONE and not given.typing

    def _note_reports(
        self, last: Loaded, cells: Sequence[CellChange], given: LiveWriteResult
    ) -> None:
        """Note which results from phones are in the open workbook now, unless it may have been
        saved just before."""
        if given.state is not LiveState.DONE or not last.ledger.phone_results:
            return
        left = {*given.moved, *(kept.change for kept in given.kept)}
        with suppress(OSError):
            if digest(read_regular_file(self.workbook)) == last.digest:
                self.pipeline.open_cells.written(last, (each for each in cells if each not in left))

    def _say_given(self, given: LiveWriteResult) -> None:
        """What went into the open workbook, and what waits and for what."""
        name = self.workbook.name
        if given.written:
            self.pipeline.desk.names(given.moved, given.why)
        if given.added:
            sheets = listed(given.added[::-1])
            self._say(f"Added {sheets} to the open {name}: save it, and names follow.")
        if given.written:
            self._say(f"Wrote {count(len(given.written), 'cell')} into the open {name}: save it.")
        if given.why:
            start = () if given.action is None else (given.action,)
            self._emit_once(message(given.why, *start))
        if given.moved or given.unlike:
            self._say_once(
                "Some names wait: rows or columns have moved since the last save. "
                "Save the workbook."
            )
        if given.typing:
            sheets = listed(given.typing[::-1])
            self._say_once(f"{sheets}: as soon as nobody is typing in a cell. Press Enter there.")

    def _told_for_whom(self, last: Loaded) -> bool:
        """Report names that have waited for long; return whether there is no more to report."""
        since = locked_since(self.workbook)
        old = self._saves < 2 and since is not None and time.time() - since > _OLD
        if not old and time.monotonic() - self._saved_at < PATIENCE:
            return False
        why = locked_by(self.workbook)
        if why and any(rows.names for rows in waiting_by_sheet(last.wanted_cells)):
            self.pipeline.desk.names(last.wanted_cells, why)
            self._say_once(f"Names wait. {why}", Level.WARNING)
        return True

    def _say_missing(self, additions: Sequence[Addition]) -> None:
        names = [addition.sheet.name for addition in reversed(additions)]
        if names:
            has, comes = ("has", "It comes") if len(names) == 1 else ("have", "They come")
            self._say_once(
                f"{listed(names)} {has} no sheet yet. {comes} when {self.workbook.name} is closed."
            )

    def on_neighbours(self) -> None:
        """Report other workbooks that have come into the folder."""
        book = self.pipeline.folder.workbook()
        second = [book] if isinstance(book, Problem) else self.pipeline.folder.second_versions()
        _, facts = self.pipeline.desk.shown
        for problem in second:
            if facts is not None and problem not in facts.problems:
                self.pipeline.desk.trouble(problem)
        for event in outcomes.problem_messages(second):
            self._emit_once(event)

    def rescue(self) -> bool:
        """Put edits back that were saved while Runner wrote. Returns whether that is finished."""
        recovery = recover(self.workbook)
        if recovery.restored:
            self._say(
                f"Edits that were saved while Runner wrote are in {self.workbook.name} again."
            )
        problems = [kept_aside(self.workbook, path) for path in recovery.kept]
        if recovery.why:
            problems.append(error("workbook.locked", Place(), recovery.why, _LOOK_AGAIN))
        for problem in problems:
            if (event := of_problem(problem)) not in self._reported:
                self.pipeline.desk.trouble(problem)
                self._emit_once(event)
        return not recovery.again

    def on_beat(self) -> None:
        """Show open desks that the watch lives, and what has changed beside the workbook."""
        self.pipeline.desk.beat(watching=True)
        self.pipeline.desk.refresh()
        self._report_state()

    def _report_state(self) -> None:
        snapshot, facts = self.pipeline.desk.shown
        if facts is None:
            return
        try:
            line = outcomes.status_line(snapshot, facts)
        except Exception:  # a mistake of ours, which the run has told of
            return
        if line != self._state:
            self._state = line
            self.emit(State(line))

    def _say(self, text: str) -> None:
        self.emit(message(text))

    def _say_once(self, text: str, level: Level = Level.INFO) -> None:
        if text:
            self._emit_once(message(text, level=level))

    def _emit_once(self, event: Event) -> None:
        """Report what has not been reported since the last save."""
        if event not in self._reported:
            self.emit(event)
            self._reported.add(event)

    def on_trouble(self, reason: Exception) -> None:
        """Report an exception that a handler has raised, and keep the last good site."""
        if isinstance(reason, _LOST) and not self.workbook.is_file():
            problem = self._gone(reason)
            self._written = ""  # what comes back is looked at, whatever it is
            self.pipeline.desk.unusable((problem,), "")
        else:
            what = names.prose(f"{type(reason).__name__}: {reason}.")
            fix = "The last good pages stay up. Save again; if that does not help, restart it."
            failed = error("watch.failed", Place(), what, fix)
            problem = disk_problem(reason) if isinstance(reason, OSError) else failed
            self.pipeline.desk.trouble(problem)
        event = of_problem(problem)
        if event != self._troubled:  # once for as long as it stays the same
            self._troubled = event
            parts = event.parts if isinstance(reason, OSError) else (problem.text,)
            parts = (*parts, "The last good site stays up.")
            self.emit(replace(event, level=Level.ERROR, parts=parts))
        self._report_state()

    def _gone(self, reason: OSError) -> Problem:
        """Return the problem that the workbook is missing, with where it went to, if it is still in
        its folder."""
        name, folder = self.workbook.name, self.workbook.parent
        if not folder.is_dir():
            fix = "Put it back where it was, and Runner goes on."
            return error("folder.gone", Place(), f"The folder {folder} is gone.", fix, fatal=True)
        if isinstance(reason, NotAFileError):
            return replace(disk_problem(reason), fatal=True)
        again = self.pipeline.folder.put_back_as(name)
        fix = f"Put {name} back into {folder}{', or take the latest save' if again else ''}."
        for path in sorted(folder.glob("*.xlsx")):
            if self._inode and _inode(path) == self._inode:
                again, fix = (), f"It is called {path.name} now: give it its old name, or start "
                fix += "the watch again."
        more, other = "", self.pipeline.folder.workbook(patience=0)
        if isinstance(other, Path) and other.name not in (name, *fix.split()):
            more = f"Or, to go on in {other.name}, which lies there, start the watch again."
        return error("workbook.gone", Place(), f"{name} is missing.", fix, *again, more, fatal=True)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _additions(last: Loaded) -> list[Addition]:
    """Return the sheets that the workbook lacks, with where things stand on their models."""
    models = {model.sheet: model for model in last.layout.rounds.values()}
    return [Addition(sheet, models[sheet.like]) for sheet in last.missing_sheets]
