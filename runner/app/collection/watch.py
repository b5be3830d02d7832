"""All workbooks of a folder watched in one process, one thing at a time: whatever is done for an
event is over before the next event's turn, and the index follows."""

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Event, Thread

from runner.app.collection.index import summaries, write_index
from runner.app.collection.series import series_workbooks
from runner.app.event_folder import WHO, EventFolder
from runner.app.events import Emit, Level, Message, Published, State, message, of_problem
from runner.app.events import Event as Reported
from runner.app.file_watch import LOOK_EVERY, Watcher, observe
from runner.app.find_events import events_in
from runner.app.pipeline import Pipeline
from runner.app.serve.announce import addresses
from runner.app.serve.ports import expected
from runner.app.shutdown import ended_by_signals, why_ended
from runner.app.watch import BEAT, callbacks
from runner.app.watch_handlers import WatchHandlers
from runner.app.watch_jobs import WatchJobs
from runner.circuit.hall import clashes, played_now
from runner.circuit.summary import FILE
from runner.core.actions import Part, Serve
from runner.core.problems import Place, Problem, note
from runner.disk import disk_problem, fingerprint_if_there
from runner.process_locks import named_lock
from runner.render.collection.hall import CODE

LOOK_FOR_EVENTS = 2.0
"""Seconds between two looks for events that have come or gone."""


Jobs = Callable[[EventFolder, Path, Emit], WatchJobs]
"""Makes the processes beside an event, from its folder, its site and what gets their reports."""


def watch_events(folder: Path, site: Path, emit: Emit, jobs: Jobs, stop: Event) -> Problem | None:
    """Follow every workbook in `folder` until `stop` is set, also of events that come later. Each
    has its pages in a folder of its name in `site`. `jobs` makes the processes beside an event.
    Returns why nothing can be shown in `site`. Raises OSError where the disk fails."""
    if why := write_index(folder, site, date.today()):
        return why
    with ended_by_signals(stop) as signals:
        every = _Every(folder, site, emit, jobs)
        heart, over = Thread(target=every.beat, args=(stop,), daemon=True), "it was ended"
        heart.start()
        try:
            while not stop.is_set():
                every.woken.wait(every.look())
                every.woken.clear()
        except BaseException as reason:
            over = why_ended(signals, reason)
            raise
        finally:
            stop.set()
            every.woken.set()
            heart.join()
            every.end(why_ended(signals, None) if signals else over)
    return None


class _Every:
    """The events that are watched, by their folders."""

    def __init__(self, folder: Path, site: Path, emit: Emit, jobs: Jobs) -> None:
        self.woken = Event()
        self._folder, self._site, self._emit, self._jobs = folder, site, emit, jobs
        self._watched: dict[Path, _Watched] = {}
        self._refused: dict[Path, str] = {}
        self._told: set[str] = set()
        self._look_at = 0.0
        self._series: list[Path] = []
        self._listed: object = None

    def look(self) -> float:
        """Give every event its turn; return the seconds until the next."""
        if time.monotonic() >= self._look_at:
            self._look_for_events()
            self._look_at = time.monotonic() + LOOK_FOR_EVENTS
        pause = min([LOOK_EVERY, *(each.look() for each in self._watched.values())])
        self._list()
        return pause

    def beat(self, stop: Event) -> None:
        """Show open desks that the watch lives."""
        while not stop.wait(BEAT):
            for each in [*self._watched.values()]:
                each.beat()

    def end(self, why: str) -> None:
        """Stop watching all events."""
        for each in self._watched.values():
            each.end(why)
        self._watched.clear()

    def _look_for_events(self) -> None:
        roots = events_in(self._folder)
        self._series = [path for path, _ in series_workbooks(self._folder)]
        for root in self._watched.keys() - {*roots}:
            self._watched.pop(root).end("its folder is gone")
            self._emit(message(f"{root.name} is not watched any more: its folder is gone."))
        for root in roots:
            if root not in self._watched:
                self._begin(root)

    def _begin(self, root: Path) -> None:
        """Watch an event, unless it cannot be: that is told once, and tried again."""
        emit, workbook = _named(self._emit, root), EventFolder(root).workbook(patience=0)
        if isinstance(workbook, Problem):
            self._refuse(root, of_problem(workbook))
            return
        try:
            watched = _Watched(root, self._site / root.name, workbook, emit, self._jobs, self.woken)
        except OSError as reason:
            self._refuse(root, of_problem(disk_problem(reason)))
            return
        if watched.by_another:
            text = f"It is watched already: by {watched.by_another}."
            self._refuse(root, message(text, level=Level.WARNING))
            return
        self._watched[root] = watched
        self._refused.pop(root, None)

    def _refuse(self, about: Path, why: Reported) -> None:
        """Report once why an event, or the index in the site, cannot be brought up to date."""
        if self._refused.get(about) != str(why):
            self._refused[about] = str(why)
            _named(self._emit, about)(why)

    def _list(self) -> None:
        """Bring the index up to date, if an event says something else of itself, the organiser has
        saved who is the same person or a series, or on a new day."""
        files = [self._site / root.name / FILE for root in [*self._watched, *self._refused]]
        files += (self._folder / WHO, *self._series)
        now = (date.today(), *map(fingerprint_if_there, files))
        if now == self._listed:
            return
        self._tell_of_clashes()
        try:
            problems = list[Problem]()
            why = write_index(self._folder, self._site, date.today(), tell=problems.append)
            self._tell(problems)
        except OSError as reason:
            why = disk_problem(reason)
        if why:  # and tried again
            self._refuse(self._site, of_problem(why))
            return
        self._listed = now
        self._refused.pop(self._site, None)

    def _tell_of_clashes(self) -> None:
        """Show on the desks what is wrong between events that are played at the same time."""
        events, today = summaries(self._folder, self._site), date.today()
        found, played = [*clashes(events, today)], played_now(events, today)
        code = _code(self._folder, self._site) if len(played) > 1 else ()
        for root, watched in self._watched.items():
            problems = (each.problem for each in found if each.event == root.name)
            watched.tell((*(code if root.name in played else ()), *problems))

    def _tell(self, problems: Iterable[Problem]) -> None:
        """Report what is wrong with players over all events, unless it was so before."""
        now = {str(each): each for each in problems}
        for each in now.keys() - self._told:
            self._emit(of_problem(now[each]))
        self._told = {*now}


def _code(folder: Path, site: Path) -> tuple[Problem, ...]:
    """Return what desks say of the one code for the hall; () without a network."""
    return tuple(
        note(
            "hall.code", Place(),
            f"Several events are being played. One QR code leads to all of them: it is on the page "
            f"http://{host}:{expected(site)}/{CODE} and on their common screen.",
            "It works while their pages are shown in the hall:", Serve(str(folder)),
        )
        for host in addresses()[:1]
    )  # fmt: skip


class _Watched:
    """One event that is watched; `by_another`, unless "", says who watches it already. Raises
    OSError if nothing can be written into its folder."""

    def __init__(
        self, root: Path, site: Path, workbook: Path, emit: Emit, jobs: Jobs, woken: Event
    ) -> None:
        folder, self._touched = EventFolder(root), _Touched(woken)
        with ExitStack() as held:
            lock = folder.lock.with_name("watching.lock")
            self.by_another = held.enter_context(named_lock(lock))
            if self.by_another:
                return
            self._jobs = jobs(folder, site, emit)
            self._handlers = WatchHandlers(
                Pipeline(folder, site), workbook, emit, self._jobs.new_seats,
                publish=self._jobs.publish,
            )  # fmt: skip
            self._watcher = Watcher(workbook, callbacks(self._handlers))
            self._handlers.pipeline.desk.beat(watching=True)
            self._handlers.rescue()
            self._observer = observe(workbook, self._touched)
            self._held = held.pop_all()

    def look(self) -> float:
        """Look for a save and deal with it; return the seconds until the next look."""
        touched = self._touched.is_set()
        self._touched.clear()
        return self._watcher.look_safely(touched=touched)

    def tell(self, problems: tuple[Problem, ...]) -> None:
        """Show problems with other events on the desk."""
        self._handlers.pipeline.beside = problems

    def beat(self) -> None:
        """Show the open desk that the watch lives."""
        try:
            self._handlers.on_beat()
        except Exception as reason:
            self._handlers.on_trouble(reason)

    def end(self, why: str) -> None:
        """Stop watching, and leave no process behind."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
        self._jobs.end()
        with suppress(OSError), self._held:  # the folder may be gone
            self._handlers.pipeline.desk.beat(watching=False, why=why)


class _Touched(Event):
    """Notes that something has happened to one event, and wakes the loop."""

    def __init__(self, woken: Event) -> None:
        super().__init__()
        self._woken = woken

    def set(self) -> None:
        """Note it."""
        super().set()
        self._woken.set()


def _named(emit: Emit, root: Path) -> Emit:
    """Return what reports an event's messages with its name, and no state; what they offer to do
    is about this event."""
    name = root.name

    def about(part: Part) -> Part:
        own = not isinstance(part, str) and getattr(part, "event", None) == ""
        return replace(part, event=str(root)) if own else part  # type: ignore[type-var]

    def told(event: Reported) -> None:
        if isinstance(event, Message):
            place = f"{name}, {event.place}" if event.place else name
            event = replace(event, place=place, parts=tuple(map(about, event.parts)))
        elif isinstance(event, Published):
            event = replace(event, round=f"{name}, {event.round}")
        if not isinstance(event, State):
            emit(event)

    return told
