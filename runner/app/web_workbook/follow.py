"""Asks for the workbook on the web again and again, and says once what keeps it from coming."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from secrets import SystemRandom
from threading import Event

from runner.app.event_folder import EventFolder
from runner.app.events import Emit, Following, Level, message, of_problem
from runner.app.events import Event as Report
from runner.app.web_workbook import EVERY
from runner.app.web_workbook.copy import Web, seen, take
from runner.app.web_workbook.fetch import ALL, EACH, FetchError, fetch
from runner.app.web_workbook.links import source
from runner.core.problems import Place, Problem, warning
from runner.disk import disk_problem

_LONGEST, _LONGEST_OFFLINE, _LONGEST_ASKED = 300.0, 60.0, 900.0
_QUIETLY = 2  # failures of a network before anybody is told: one is soon over


def introduction(folder: EventFolder, follower: Follower) -> Iterator[Report]:
    """Yield what an organiser should know from the start."""
    service, host = follower.source.service, follower.source.host
    where = host if service == host else f"{service} ({host})"
    yield Following(where, str(folder.root), published="/pub?" in follower.source.address)
    yield message(
        "Names do not go back there: data/round-now.csv on the site has the round, and "
        "docs/web-workbook.md the formula."
    )
    yield message(
        "Whoever has the link reads everything in the workbook: e-mails, notes and names that "
        "the pages hide. Share it with viewers only, and withdraw the link after the event.",
        level=Level.WARNING,
    )


class Follower:
    """Keeps the copy in an event's folder like the workbook on the web.

    `emit` gets each event once. `trouble` and `over` get the problem for the desk when it comes
    and when it is gone.
    """

    def __init__(
        self,
        folder: EventFolder,
        web: Web,
        emit: Emit,
        trouble: Callable[[Problem], object] = lambda problem: None,
        over: Callable[[Problem], object] = lambda problem: None,
        *,
        every: float = EVERY,
        each: float = EACH,
        most: float = ALL,
    ) -> None:
        self.folder, self.web = folder, web
        self.source = source(web.link)
        self._emit, self._trouble, self._over = emit, trouble, over
        self._every, self._each, self._most = every, each, most
        self._chance = SystemRandom()
        self._failures = 0
        self._told: Problem | None = None
        self._good_at = ""

    def run(self, stop: Event) -> None:
        """Ask until `stop` is set."""
        pause = self._every
        while not stop.wait(pause):
            pause = self.look()

    def look(self) -> float:
        """Ask once, and say what came of it; seconds until the next time."""
        try:
            self.get()
        except FetchError as reason:
            return self._failed(str(reason), later=reason.later, offline=reason.offline)
        except OSError as reason:
            return self._failed(str(disk_problem(reason)))
        except Exception as reason:  # a mistake of ours: the watch goes on
            return self._failed(f"{type(reason).__name__}: {reason}.")
        self._well()
        return self._every * self._chance.uniform(0.9, 1.1)

    def get(self) -> bool:
        """Ask once; whether the copy is another now. Raises FetchError and OSError."""
        known = seen(self.folder, self.web)
        fetched = fetch(self.source.address, known, each=self._each, most=self._most)
        if fetched is None:
            return False
        self.web, taken = take(self.folder, self.web, fetched)
        if taken.aside:
            kept = message(
                "The workbook was changed on this computer; the one on the web counts. What was "
                f"here is kept: {taken.aside}. Type on the web what only it has.",
                level=Level.WARNING,
            )
            self._emit(kept)
        return taken.changed

    def _failed(self, why: str, *, later: float = 0.0, offline: bool = False) -> float:
        self._failures += 1
        if not offline or self._failures >= _QUIETLY:
            self._tell(why)
        longest = _LONGEST_OFFLINE if offline else _LONGEST
        pause = min(self._every * 2.0 ** min(self._failures - 1, 6), max(longest, self._every))
        return max(pause * self._chance.uniform(0.75, 1.25), min(later, _LONGEST_ASKED))

    def _tell(self, why: str) -> None:
        last = f"the one of {self._good_at}" if self._good_at else "the last one"
        problem = warning(
            "web.not-fetched",
            Place(),
            f"The workbook on the web cannot be fetched from {self.source.host}. {why}",
            f"Runner goes on with {last}, and fetches again by itself.",
        )
        if self._told is not None:
            if problem == self._told:
                self._trouble(self._told)  # a run in between may have taken it off the desk
                return
            self._over(self._told)
        self._told = problem
        self._trouble(problem)
        self._emit(of_problem(problem))

    def _well(self) -> None:
        self._failures, self._good_at = 0, f"{datetime.now().astimezone():%H:%M}"
        if self._told is not None:
            self._over(self._told)
            self._told = None
            again = "The workbook on the web can be fetched again."
            self._emit(message(again, level=Level.GOOD))
