"""The events in the folder of events, with the state of each.

A process of its own reads the changed ones (`runner status --json`), so that no page waits for a
workbook, and no workbook can harm the local page.
"""

import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from threading import Condition, Thread, Timer
from typing import Any

from runner.app.background_job import APART, reporting
from runner.app.door.programs import environment
from runner.app.event_folder import OWN, EventFolder
from runner.app.events import Document, decode, of_problem
from runner.app.find_events import events_in
from runner.core.actions import Parts
from runner.core.problems import Problem
from runner.disk import AWAY_FOR, fingerprint_if_there, read_regular_file, replace_content
from runner.ledger.ledger import NAME
from runner.process_locks import try_lock

MOST = 400
"""So many events are shown, the ones saved last first."""
_TOGETHER = 12  # events that one program looks at
_PATIENCE = 120.0
_UNREADABLE: Mapping[str, Any] = {
    "state": "The workbook could not be looked at",
    "steps": [["Open the workbook, and see whether it opens.", "", ""]],
    "mood": "bad",
    "share": None,
}

Mark = tuple[object, ...]
"""What changes when an event does: the fingerprints of its files, first that of the workbook."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the index. `card` is what `runner.render.desk.card` says of it, as JSON has it,
    and `fresh` whether it is of the files as they are. `trouble` is why there is no workbook, and
    `site` the folder of its pages."""

    id: str
    root: Path
    site: Path
    workbook: Path | None
    trouble: Parts = ()
    card: Mapping[str, Any] = field(default_factory=dict)
    fresh: bool = False
    saved: float = 0.0

    @property
    def name(self) -> str:
        """The event's name; the folder's name until the workbook has been read."""
        return str(self.card.get("name") or self.root.name)


class EventIndex:
    """The events of one folder, for any thread."""

    def __init__(self, folder: Path, common: Callable[[], Path | None] = lambda: None) -> None:
        """`common` returns the site in which all events have their pages while they have one."""
        self.folder, self._common = folder, common
        self._known: dict[Path, tuple[Mark, Mapping[str, Any]]] = {}
        self._wanted: dict[Path, Mark] = {}
        self._at_work: dict[Path, Mark] = {}
        self._workbooks: dict[Path, Path] = {}
        self._away_since: dict[Path, float] = {}
        self._condition = Condition()
        self._looker: Thread | None = None
        self._program: subprocess.Popen[str] | None = None
        self._over = False

    def entries(self, wait: float = 0.0) -> list[Entry]:
        """Return all events, last saved first; if few are new, wait up to so many seconds for
        them."""
        entries = sorted(
            map(self._entry, events_in(self.folder)), key=lambda each: (-each.saved, each.id)
        )
        if wait and len(entries) <= _TOGETHER and any(not each.fresh for each in entries):
            with self._condition:
                self._condition.wait_for(lambda: not (self._wanted or self._at_work), wait)
            return self.entries()
        return entries[:MOST]

    def find(self, id_: str, wait: float = 0.0) -> Entry | None:
        """Return the event with that id, or None if it does not exist (any more)."""
        root = next((each for each in events_in(self.folder) if _id(each) == id_), None)
        if root is None:
            return None
        entry = self._entry(root)
        if wait and not entry.fresh:
            with self._condition:
                self._condition.wait_for(lambda: root not in {*self._wanted, *self._at_work}, wait)
            return self._entry(root)
        return entry

    def end(self) -> None:
        """Stop reading events."""
        with self._condition:
            self._over = True
            if self._program is not None:
                self._program.kill()
            self._condition.notify_all()

    # --- finding ------------------------------------------------------------------------------

    def _entry(self, root: Path) -> Entry:
        place = self._workbook(root)
        workbook = None if isinstance(place, Problem) else place
        trouble = of_problem(place).parts if isinstance(place, Problem) else ()
        files = (workbook, root / NAME, root / OWN / "rehearsal.json")
        mark = tuple(fingerprint_if_there(each) if each else None for each in files)
        with self._condition:
            known, card = self._known.get(root, ((), {}))
            fresh = known == mark or workbook is None
            if not fresh:
                self._want(root, mark)
        common = self._common()
        site = common / root.name if common else root / "site"
        return Entry(_id(root), root, site, workbook, trouble, card, fresh, _saved(mark))

    def _workbook(self, root: Path) -> Path | Problem:
        """Return the workbook, or the one of before, or of the last kept save, while it may be in
        the middle of a save."""
        folder, now = EventFolder(root), time.monotonic()
        workbook = folder.workbook(patience=0)
        with self._condition:
            if isinstance(workbook, Path):
                self._workbooks[root] = workbook
                self._away_since.pop(root, None)
                return workbook
            away = self._workbooks.get(root) or root / folder.followed
            waits = now < self._away_since.setdefault(root, now) + AWAY_FOR
        return away if waits and away != root else workbook

    # --- looking ------------------------------------------------------------------------------

    def _want(self, root: Path, mark: Mark) -> None:
        if self._over or self._at_work.get(root) == mark:
            return
        self._wanted[root] = mark
        if self._looker is None:
            self._looker = Thread(target=self._look, daemon=True)
            self._looker.start()
        self._condition.notify_all()

    def _look(self) -> None:
        while True:
            with self._condition:
                self._at_work = {}
                self._condition.notify_all()
                self._condition.wait_for(lambda: self._wanted or self._over)
                if self._over:
                    return
                latest = sorted(self._wanted, key=lambda root: -_saved(self._wanted[root]))
                batch = {root: self._wanted.pop(root) for root in latest[:_TOGETHER]}
                self._at_work = dict(batch)
            self._look_at(batch)

    def _look_at(self, batch: dict[Path, Mark]) -> None:
        """Have a process read events, one line of output each; those without a line are
        unreadable."""
        with suppress(OSError, ValueError):
            self._program = program = subprocess.Popen(  # noqa: S603 - our own program
                reporting("status", "--json", "--", *map(str, batch)), creationflags=APART,
                env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
            late = Timer(_PATIENCE, program.kill)
            late.daemon = True
            late.start()
            for root, line in zip([*batch], program.stdout or (), strict=False):
                event = decode(line)
                card = event.content if isinstance(event, Document) else _UNREADABLE
                self._keep(root, batch.pop(root), card)
            program.wait()
            late.cancel()
        for root, mark in batch.items():
            self._keep(root, mark, _UNREADABLE)

    def _keep(self, root: Path, mark: Mark, card: Mapping[str, Any]) -> None:
        """Keep a card, with the facts that stay true of an event whose workbook cannot be
        used now."""
        with self._condition:
            before = self._known.get(root, ((), {}))[1]
            stays = {key: before[key] for key in ("name", "date", "venue") if key in before}
            self._known[root] = (mark, {**stays, **card})
            self._at_work.pop(root, None)
            self._condition.notify_all()


def _saved(mark: Mark) -> float:
    """Return when the workbook was changed, in seconds since 1970."""
    workbook = mark[0]
    changed = workbook[2] if isinstance(workbook, tuple) else 0
    return changed / 1e9 if isinstance(changed, int) else 0.0


def _id(root: Path) -> str:
    name = root.name.encode("utf-8", "surrogatepass")
    return blake2b(name, digest_size=6).hexdigest()


def watched_elsewhere(root: Path) -> str:
    """Return who watches an event in another window or on another computer, and since when; ""
    where nobody does. The lock is tried only where it has a name in it, so that no watch that
    begins just now finds it held."""
    lock = EventFolder(root).lock.with_name("watching.lock")
    try:
        name = read_regular_file(lock).decode("utf-8", "replace").strip()
        if not name:
            return ""
        with try_lock(lock) as free:
            if free:  # of a watch that was killed
                replace_content(lock, b"")
                return ""
    except OSError:
        return ""
    return name
