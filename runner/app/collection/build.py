"""Bring the events of a folder up to date, each as a task of its own that needs no other event.

A task is the same in this process, in others of this computer, and on other computers with the same
files. An event of which nothing has changed since its last task is not opened.
"""

import json
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import cache
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from runner import __file__ as package
from runner import __version__
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.publish.folder import MANIFEST
from runner.core.actions import Build
from runner.core.problems import Place, Problem, Severity, error
from runner.disk import (
    contents_once_there,
    disk_problem,
    fingerprint,
    make_own,
    read_regular_file,
    replace_synced,
)
from runner.ledger.ledger import NAME
from runner.ledger.seal import digest
from runner.workbook.write.write_back import Outcome as Names

_MADE = frozenset({".html", ".txt", ".pdf"})  # what Runner writes beside the workbook
_MOST_SAVES = 5  # while an event is built
_MOST_ENDED = 3  # processes that ended while they built the same event


class Outcome(StrEnum):
    """What became of an event."""

    BUILT = "built"
    UNCHANGED = "unchanged"
    FAILED = "failed"


class Built(NamedTuple):
    """An event's folder, what became of it, and its errors."""

    root: Path
    outcome: Outcome
    problems: tuple[Problem, ...] = ()


class Task(NamedTuple):
    """An event's folder, the folder of its site, and what identifies the program."""

    root: Path
    site: Path
    program: str


def build_events(
    roots: Iterable[Path], site: Path, jobs: int, executor: Executor | None = None
) -> Iterator[Built]:
    """Yield what becomes of each event, as soon as it is known. Each has its pages in the folder of
    its own name in `site`. `jobs` processes work at once; one is this process. An `executor` of
    other computers replaces them."""
    tasks = list[Task]()
    for task in (Task(root, site / root.name, program()) for root in roots):
        if _Memory(task).fits():
            yield Built(task.root, Outcome.UNCHANGED)
        else:
            tasks.append(task)
    if executor is not None:
        begun = [executor.submit(build_event, each) for each in tasks]
        yield from (future.result() for future in as_completed(begun))
    elif jobs == 1:
        yield from map(build_event, tasks)
    else:
        yield from _in_processes(tasks, jobs)


def build_event(task: Task) -> Built:
    """Bring one event up to date: pages, ledger, and names in its workbook. Never raises, so that
    no event ends the others."""
    folder, memory = EventFolder(task.root), _Memory(task)
    try:
        beside = memory.beside_the_workbook()
        workbook = folder.workbook()
        if isinstance(workbook, Problem):
            return Built(task.root, Outcome.FAILED, (workbook,))
        pipeline = Pipeline(folder, task.site)
        for _ in range(_MOST_SAVES):
            data = contents_once_there(workbook)
            report, names = pipeline.run(data), pipeline.write_names()
            if names.outcome is not Names.STALE:
                break
        errors = tuple(each for each in report.problems if each.severity is Severity.ERROR)
        if report.snapshot is None:
            return Built(task.root, Outcome.FAILED, errors)
        written = names.digest if names.outcome is Names.WRITTEN else digest(data)
        if memory.beside_the_workbook() == beside:
            memory.remember(workbook, written)
    except OSError as reason:
        return Built(task.root, Outcome.FAILED, (disk_problem(reason),))
    except Exception as reason:
        what = f"{type(reason).__name__}: {reason}."
        failed = error("event.failed", Place(), what, Build(str(task.root)))
        return Built(task.root, Outcome.FAILED, (failed,))
    return Built(task.root, Outcome.BUILT, errors)


def _in_processes(tasks: Sequence[Task], jobs: int) -> Iterator[Built]:
    """Yield results of processes, each of which builds one event after another."""
    idle: SimpleQueue[_Process | None] = SimpleQueue()
    for _ in range(min(jobs, len(tasks))):
        idle.put(None)

    def built(task: Task) -> Built:
        """Build in an idle process; if it is killed, in another one."""
        process = idle.get()
        try:
            for _ in range(_MOST_ENDED):
                process = process or _Process()
                try:
                    return process.build(task)
                except (EOFError, OSError):
                    process.end()
                    process = None
        finally:
            idle.put(process)
        what = "The process that built this event was ended three times."
        fix = "See whether this computer has enough memory."
        ended = error("event.ended", Place(), what, fix, Build(str(task.root)))
        return Built(task.root, Outcome.FAILED, (ended,))

    threads = ThreadPoolExecutor(min(jobs, len(tasks)) or 1, initializer=_spared_from_ctrl_c)
    try:
        futures = [threads.submit(built, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()
    finally:  # after Ctrl-C what is being built is finished, and nothing more is begun
        threads.shutdown(cancel_futures=True)
        while not idle.empty():
            if process := idle.get():
                process.end()


def _spared_from_ctrl_c() -> None:
    """Keep Ctrl-C from this thread, and from the processes that it starts."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class _Process:
    """A process that builds events, with a pipe of its own: with a queue that several share, one
    that is killed could leave the others waiting for ever."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there,), daemon=True)
        self._process.start()
        there.close()

    def build(self, task: Task) -> Built:
        """Return what becomes of an event. Raises EOFError or OSError if the process has ended."""
        self._pipe.send(task)
        built: Built = self._pipe.recv()
        return built

    def end(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _work(pipe: Connection) -> None:
    """Build the events that come, until there are no more; Ctrl-C is for the program that sends
    them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, where threads cannot block it
    with suppress(EOFError, OSError):
        while True:
            pipe.send(build_event(pipe.recv()))


class _Memory:
    """What an event was last built from, so that nothing is done where it is the same."""

    def __init__(self, task: Task) -> None:
        self._folder, self._task = EventFolder(task.root), task

    def fits(self) -> bool:
        """Return whether nothing has changed since: by size and time of all files or, where these
        are others, by their content."""
        try:
            known = json.loads(read_regular_file(self._folder.built))
            if known["program"] != self._task.program:
                return False
            marks, same = self._marks(), dict[str, list[int]](known["files"])
            if marks == same:
                return True
            if marks.keys() != same.keys() or self._content() != known["content"]:
                return False
        except (OSError, ValueError, TypeError, KeyError):
            return False
        self._write(marks, known["content"])
        return True

    def beside_the_workbook(self) -> dict[str, list[int]]:
        """Return what changes with files that only the organiser writes, such as pictures."""
        own = (NAME, str(self._task.site))
        marks = self._marks().items()
        return {
            name: mark for name, mark in marks if not name.endswith(".xlsx") and name not in own
        }

    def remember(self, workbook: Path, sha256: str) -> None:
        """Note what the event was built from, if its workbook still has the content with that
        hash."""
        marks, content = self._marks(), self._content()
        if digest(read_regular_file(workbook)) == sha256 and self._marks() == marks:
            self._write(marks, content)

    def _write(self, marks: dict[str, list[int]], content: str) -> None:
        facts = {"program": self._task.program, "files": marks, "content": content}
        make_own(self._folder.built.parent)
        replace_synced(self._folder.built, json.dumps(facts).encode())

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Yield what counts for an event, each with a name: what lies in its folder, but for what
        Runner writes there for the organiser, and what says which pages there are."""
        for path in sorted(self._folder.root.iterdir()):
            if path.name[0] not in ".~" and path.suffix not in _MADE and path.is_file():
                yield path.name, path
        others = {
            "phones": self._folder.phone_reports, str(self._task.site): self._task.site / MANIFEST
        }  # fmt: skip
        yield from ((name, path) for name, path in others.items() if path.exists())

    def _marks(self) -> dict[str, list[int]]:
        return {name: [*fingerprint(path)] for name, path in self._files()}

    def _content(self) -> str:
        total = blake2b(digest_size=16)
        for name, path in self._files():
            content = read_regular_file(path)
            total.update(f"{len(name)} {name} {len(content)} ".encode("utf-8", "surrogatepass"))
            total.update(content)
        return total.hexdigest()


@cache
def program() -> str:
    """Return what identifies this version of Runner, with changes that a developer makes."""
    inside = Path(package).parent
    total = blake2b(__version__.encode(), digest_size=8)
    for folder in (inside, inside.parent / "templates"):
        for path in sorted(folder.rglob("*")):
            if path.suffix != ".pyc" and path.is_file():
                total.update(repr(fingerprint(path)[1:]).encode())
    return total.hexdigest()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor of the Dask cluster whose scheduler has that address. Raises ImportError where
    the extra package is missing, and ClusterError where there is no cluster."""
    from distributed import Client

    try:
        client = Client(address)
    except (OSError, ValueError) as reason:
        raise ClusterError(address) from reason
    with client:
        yield client.get_executor()


class ClusterError(Exception):
    """There is no scheduler at an address."""
