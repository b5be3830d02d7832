"""Keeps the desk's files up to date in an event's folder, whatever happens to the run."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock

from runner.app.desk_facts import beside, waiting_by_sheet
from runner.compute.snapshot import Snapshot
from runner.core.problems import Place, Problem, warning
from runner.disk import make_own, replace_unsynced
from runner.ledger.entries import Entry
from runner.render.desk import desk_page
from runner.render.desk.facts import Facts
from runner.render.desk.oddities import oddities, past
from runner.workbook.write.write_back import waiting_rows
from runner.workbook.xlsx.edit import CellChange

Now = Callable[[], datetime]
_TOLD_ANEW = timedelta(minutes=5)


def _now() -> datetime:
    return datetime.now().astimezone()


class DeskFiles:
    """The desk of one event: `root` is its folder, `own` the one that Runner keeps for itself.

    Every call returns what kept the desk from being written, or None. Calls may come from more
    than one thread.
    """

    def __init__(self, root: Path, own: Path, now: Now = _now) -> None:
        self._root, self._own, self._now = root, own, now
        self._lock = Lock()
        self._snapshot: Snapshot | None = None
        self._facts: Facts | None = None
        self._workbook: Path | None = None
        self._behind = False  # whether what is known is not in the files

    def show(
        self,
        snapshot: Snapshot,
        problems: Iterable[Problem],
        entries: Sequence[Entry],
        waiting: Iterable[CellChange],
        changes: Iterable[str],
        workbook: Path | None,
    ) -> Problem | None:
        """Show the result of a run that succeeded."""
        at = self._moment()
        facts = Facts(
            at=at,
            problems=tuple(problems),
            entries=tuple(entries),
            waiting=waiting_by_sheet(waiting),
            changes=tuple(changes),
            workbook=workbook.name if workbook else "",
            good_at=at,
        )
        self._workbook = workbook
        return self._take(snapshot, facts)

    def unusable(self, problems: Iterable[Problem], published: str) -> Problem | None:
        """Show the result of a run that could not use or reach the workbook; `published` is the
        time of the last publication (ISO 8601), or ""."""
        at, before = self._moment(), self._facts
        good = before.good_at if before else published
        since = (before.bad_since if before else "") or at
        facts = replace(before or Facts(at), at=at, bad_since=since, good_at=good)
        return self._take(self._snapshot, replace(facts, problems=tuple(problems), changes=()))

    def names(self, waiting: Iterable[CellChange], why: str, changed: str = "") -> Problem | None:
        """Show whether names were written into the workbook; `changed` is what else Runner changed
        there."""
        if self._facts is None or self._snapshot is None:
            return None
        left = tuple(waiting)
        reason = why.removeprefix(waiting_rows(left)).strip()
        changes = (*self._facts.changes, *filter(None, [changed]))
        facts = replace(
            self._facts, waiting=waiting_by_sheet(left), why=reason if left else "", changes=changes
        )
        same = replace(facts, at="") == replace(self._facts, at="")
        return None if same else self._take(self._snapshot, replace(facts, at=self._moment()))

    def refresh(self) -> Problem | None:
        """Show changes that come without a save: printed documents, an opened editor, late
        tables."""
        with self._lock:
            facts = self._facts
            if facts is None:
                return None
            fresh = beside(facts, self._root, self._workbook)
            later = replace(fresh, at=self._moment())
            same = fresh == facts and not _outdated(self._snapshot, facts, later)
            return None if same and not self._behind else self._write(self._snapshot, later)

    def trouble(self, problem: Problem) -> Problem | None:
        """Show an unexpected error until the next run."""
        facts = self._facts or Facts(self._moment())
        others = tuple(other for other in facts.problems if other != problem)
        facts = replace(facts, at=self._moment(), problems=(problem, *others))
        return self._take(self._snapshot, facts)

    def over(self, problem: Problem) -> Problem | None:
        """Remove an error that `trouble` has shown, once it is resolved."""
        facts = self._facts
        if facts is None or problem not in facts.problems:
            return None
        others = tuple(other for other in facts.problems if other != problem)
        return self._take(self._snapshot, replace(facts, at=self._moment(), problems=others))

    @property
    def shown(self) -> tuple[Snapshot | None, Facts | None]:
        """Return what the desk shows now."""
        return self._snapshot, self._facts

    def beat(self, *, watching: bool, why: str = "") -> None:
        """Tell open desks that somebody is watching, or has just stopped, and why."""
        try:
            script = desk_page.alive_script(self._moment(), watching=watching, why=why)
            make_own(self._own)
            replace_unsynced(self._own / desk_page.ALIVE, script)
        except OSError:  # the disk is full, say: the desk will be seen to grow old
            return

    def _moment(self) -> str:
        return self._now().isoformat(timespec="seconds")

    def _take(self, snapshot: Snapshot | None, facts: Facts) -> Problem | None:
        with self._lock:
            try:
                return self._write(snapshot, beside(facts, self._root, self._workbook))
            finally:
                self._snapshot = snapshot

    def _write(self, snapshot: Snapshot | None, facts: Facts) -> Problem | None:
        """Write the desk; errors are returned and never raised, so that they stop nothing else."""
        self._facts, self._behind = facts, True
        try:
            content, version = desk_page.page(snapshot, facts)
            make_own(self._own)
            replace_unsynced(self._root / desk_page.FILE, content, mode=0o600)  # codes of the staff
            if circle := desk_page.circle_page(snapshot, facts, version):
                replace_unsynced(self._root / desk_page.CIRCLE, circle)
            replace_unsynced(self._own / desk_page.VERSION, desk_page.version_script(version))
            alive = self._own / desk_page.ALIVE
            if not alive.exists():  # an open desk asks for it all the time
                replace_unsynced(alive, desk_page.alive_script(facts.at, watching=None))
        except OSError as reason:
            return _unwritten(str(reason.strerror or reason))
        except Exception as reason:  # a mistake of ours must not keep a round from going out
            return _unwritten(f"{type(reason).__name__}: {reason}")
        self._behind = False
        return None


def _outdated(snapshot: Snapshot | None, facts: Facts, later: Facts) -> bool:
    """Return whether the passing of time alone has changed the list of oddities: another table is
    late. Delays are updated every few minutes, so that pages do not reload all the time."""
    if snapshot is None:
        return False
    try:
        before, now = oddities(snapshot, facts), oddities(snapshot, later)
    except Exception:  # a mistake of ours, which the run has told of
        return False
    if before == now:
        return False
    same = [oddity.place for oddity in before] == [oddity.place for oddity in now]
    return not same or past(facts.at, later.at) >= _TOLD_ANEW


def _unwritten(why: str) -> Problem:
    return warning(
        "desk.not-written",
        Place(),
        f"The desk, {desk_page.FILE}, cannot be brought up to date: {why}.",
        "Pages, slips and ledger are up to date. Make sure that the event’s folder has room and "
        "can be written to.",
    )
