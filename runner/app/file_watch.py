"""File watcher: calls back when the workbook is saved, and when its editor closes it.

Events of the folder come at once; polling the file twice a second finds what they miss (network
shares, containers, the Windows Subsystem for Linux). Both only wake one loop, so that all work
after a save is done in order, one thing at a time.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import TypeVar

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from runner.disk import UnreadableError, fingerprint, read_settled, real
from runner.workbook.write.copies import is_other_format
from runner.workbook.write.locks import UNLOCKED_FOR, lock_files

Answer = TypeVar("Answer")

# What it has to say is no organiser's business: it complains of an event that comes while it is
# being stopped, and of too many at once. Looking at the file finds whatever it misses.
logging.getLogger("watchdog").addHandler(logging.NullHandler())

QUIET = 0.2
"""Seconds without a change after which a save counts as finished."""

LOOK_EVERY, LOOK_CLOSELY_EVERY, LOOK_AROUND_EVERY = 0.5, 0.1, 2.0
"""Seconds between looks at the file: as a rule, while a callback is due, and at its neighbours."""

ASK_AGAIN, ASK_OPEN_AGAIN, ASK_AFTER_TROUBLE = 1.0, 3.0, 10.0
"""Seconds until `on_free`, `on_open`, and a callback that raised OSError are called again."""

MISSING_FOR = 5.0
"""Seconds after which a workbook that is away counts as missing."""

_UNSEEN_AFTER = 0.3
_OF_INTEREST = frozenset({"created", "moved", "modified", "closed", "deleted"})


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What is done about what was seen.

    `on_save` gets all bytes of the workbook: first those that are there at the start, then those
    of each save; the same bytes come twice in a row only where the workbook was missing between.
    `on_free` is called when a save has been dealt with or an editor has closed the workbook, and no
    lock has been seen for a full second; it returns whether all is done, and is asked again a
    second later where it isn't. `on_open` is called when a save has been dealt with, or a lock
    appears, and somebody has the workbook open; it returns whether there is nothing to do until the
    next save, and is asked again some seconds later where there is. `on_neighbours` is called at
    the start, and when other workbooks come into its folder or go. `again` is asked every few
    seconds whether the last save is to come once more, as it is where another Runner has changed
    what belongs to it, and `at_once` the same at every look. `on_trouble` gets what one of the
    others raised, or what keeps the workbook from being read, once it has for some seconds:
    FileNotFoundError, NotAFileError, UnreadableError; watching goes on. After an OSError, such as a
    full disk, the same save comes again some seconds later.
    """

    on_save: Callable[[bytes], None]
    on_free: Callable[[], bool] = lambda: True
    on_trouble: Callable[[Exception], None] = lambda reason: None
    on_open: Callable[[], bool] = lambda: True
    on_neighbours: Callable[[], None] = lambda: None
    again: Callable[[], bool] = lambda: False
    at_once: Callable[[], bool] = lambda: False


def watch(path: Path, callbacks: Callbacks, *, stop: Event) -> None:
    """Watch the workbook at `path` until `stop` is set; return within half a second of that."""
    woken = Event()
    observer = observe(path, woken)
    try:
        watcher = Watcher(path, callbacks)
        while not stop.is_set():
            touched = woken.is_set()
            woken.clear()
            woken.wait(watcher.look_safely(touched=touched))
    finally:
        if observer is not None:
            observer.stop()
            observer.join()


class _Waker(FileSystemEventHandler):
    """Wakes the loop for events about the workbook or its locks; it does no work itself."""

    def __init__(self, names: frozenset[str], woken: Event) -> None:
        self._names = names
        self._woken = woken

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take what may be a save; opening and reading are none, and we do that ourselves."""
        ends = {_name(event.src_path), _name(event.dest_path)}
        if event.event_type in _OF_INTEREST and ends & self._names:
            self._woken.set()


def _is_there(lock: Path) -> bool:
    try:
        return lock.exists()
    except OSError:
        return False


def _name(path: bytes | str) -> str:
    return Path(path.decode() if isinstance(path, bytes) else path).name


def observe(path: Path, woken: Event) -> BaseObserver | None:
    """Ask the system for events of the file's folder, and of the link's folder if it is a link."""
    locks = lock_files(path)
    observer = Observer()
    try:
        names = frozenset({path.name, real(path).name, *(lock.name for lock in locks)})
        for folder in {lock.parent for lock in locks}:
            observer.schedule(_Waker(names, woken), str(folder))
        observer.start()
    except (OSError, RuntimeError):  # no more watches to be had, or a folder that knows none:
        # looking will do
        return None
    return observer


@dataclass(slots=True)
class Watcher:
    """The state of the watch; `look` is one turn of the loop. Times are monotonic seconds."""

    path: Path
    callbacks: Callbacks
    seen: tuple[int, int, int] | None = None
    handled: tuple[int, int, int] | None = None
    digest: bytes = b""
    quiet_since: float = float("-inf")
    lost: OSError | None = None
    lost_since: float | None = None
    unlocked_since: float | None = None
    looked_at: float = float("-inf")
    ask_at: float = float("inf")
    ask_open_at: float = float("inf")
    take_again_at: float = float("inf")
    around_at: float = float("-inf")
    around: frozenset[str] | None = None
    locks: tuple[Path, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.locks = lock_files(self.path)
        self.seen = self._fingerprint()

    def look_safely(self, *, touched: bool) -> float:
        """Call `look`; report an exception instead of raising it."""
        try:
            return self.look(touched=touched)
        except Exception as reason:
            self._tell(reason)
            return LOOK_EVERY

    def look(self, *, touched: bool) -> float:
        """Look for changes and handle them; return the seconds until the next look."""
        now = time.monotonic()
        current = self._fingerprint()
        if touched or current != self.seen:
            self.seen, self.quiet_since = current, now
        self._look_for_locks(now)
        self._look_for_loss(now)
        self._look_around(now)
        if self._result_of(self.callbacks.at_once) is True:
            self.take_again_at = now
        if now >= self.take_again_at:
            self.handled, self.digest, self.take_again_at = None, b"", float("inf")
        if current is not None and current != self.handled:
            left = self.quiet_since + QUIET - now
            if left > 0:
                return left
            self._take(current)
        elif self.unlocked_since is None:
            if now >= self.ask_open_at:
                self.ask_open_at = self._next(self.callbacks.on_open, ASK_OPEN_AGAIN)
        elif now - self.unlocked_since >= UNLOCKED_FOR and now >= self.ask_at:
            self.ask_at = self._next(self.callbacks.on_free, ASK_AGAIN)
        return LOOK_EVERY if self.ask_at == float("inf") else LOOK_CLOSELY_EVERY

    def _fingerprint(self) -> tuple[int, int, int] | None:
        try:
            mark = fingerprint(self.path)
        except OSError as reason:  # in the middle of a save
            self.lost = reason
            return None
        if not isinstance(self.lost, UnreadableError):
            self.lost = None
        return mark

    def _look_for_locks(self, now: float) -> None:
        """Remember since when no lock was seen; time in which nobody looked does not count."""
        if any(map(_is_there, self.locks)):
            if self.unlocked_since is not None:
                self.ask_open_at = now
            self.unlocked_since = None
            self.ask_at = min(self.ask_at, now)
        elif self.unlocked_since is None or now - self.looked_at > _UNSEEN_AFTER:
            self.unlocked_since = now
        self.looked_at = now

    def _look_for_loss(self, now: float) -> None:
        """Report once that the workbook has been missing for longer than any save takes."""
        if self.lost is None:
            self.lost_since = None
        elif self.lost_since is None:
            self.lost_since = now
        elif now - self.lost_since > MISSING_FOR:
            self.lost_since = float("inf")
            self.handled, self.digest = None, b""
            self._tell(self.lost)

    def _look_around(self, now: float) -> None:
        """Look for other workbooks in the folder, and for what the last save has waited for."""
        if now < self.around_at + LOOK_AROUND_EVERY:
            return
        self.around_at = now
        if self._result_of(self.callbacks.again) is True:
            self.take_again_at = now
        try:
            names = frozenset(
                path.name
                for path in self.path.parent.iterdir()
                if path.suffix.lower() == ".xlsx" or is_other_format(path)
            )
        except OSError:
            return
        others = names - {self.path.name}
        if others != self.around:
            self.around = others
            self._result_of(self.callbacks.on_neighbours)

    def _take(self, current: tuple[int, int, int]) -> None:
        try:
            data = read_settled(self.path, time.sleep)
        except UnreadableError as reason:
            self.lost = reason
            return
        if data is None:
            return
        self.lost = None
        self.handled = current
        digest = sha256(data).digest()
        if digest == self.digest:
            return
        self.digest = digest
        self.ask_at = min(self.ask_at, time.monotonic())
        self.ask_open_at = time.monotonic()
        failed = isinstance(self._result_of(lambda: self.callbacks.on_save(data)), OSError)
        self.take_again_at = time.monotonic() + ASK_AFTER_TROUBLE if failed else float("inf")

    def _next(self, callback: Callable[[], bool], again: float) -> float:
        """Call a callback; return when to call it again: never once it returns True."""
        answer = self._result_of(callback)
        if isinstance(answer, Exception):
            return time.monotonic() + ASK_AFTER_TROUBLE
        return float("inf") if answer else time.monotonic() + again

    def _result_of(self, callback: Callable[[], Answer]) -> Answer | Exception:
        """Call a callback; return its result, or report what it raised."""
        try:
            return callback()
        except Exception as reason:
            self._tell(reason)
            return reason

    def _tell(self, reason: Exception) -> None:
        """Report an error; if that fails too, the next look will meet it again."""
        with suppress(Exception):
            self.callbacks.on_trouble(reason)
