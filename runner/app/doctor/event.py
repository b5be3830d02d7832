"""Checks of an event: its folder, site, locks, workbook and clock."""

import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from runner import disk, process_locks
from runner.app.doctor.report import Finding, Target
from runner.app.load import load
from runner.app.outcomes import summary
from runner.app.publish import cannot_be, others
from runner.app.synced import advice, synced
from runner.app.time_zone import of_this_computer
from runner.core.actions import Diagnose, MoveSite, Status
from runner.core.dates import zone
from runner.core.language import count, listed
from runner.core.problems import Problem, Severity, plain
from runner.workbook.write.exchange import Exchange, exchange
from runner.workbook.write.locks import left_behind, locked_by, open_in

_LITTLE, _TOO_LITTLE = 1024**3, 50 * 1024**2  # bytes
_LONG = 180  # characters of a path, where Windows takes 260 of a file's
_AHEAD = 120.0  # seconds that a file's time may be ahead, on a share
_ELSEWHERE = "Move the event to a disk of this computer."


def folder(target: Target) -> Iterator[Finding]:
    """Yield problems of the event's folder, of its disk, and of a service that synchronises it."""
    root = target.event.root if target.event else Path()
    if not root.exists():
        yield Finding("Folder", f"{root} is not there", "Give the folder of an event.", broken=True)
    elif not root.is_dir():
        fix, action = "The event is the folder that it lies in.", Diagnose(str(root.parent))
        yield Finding("Folder", f"{root} is a file", fix, action, broken=True)
    elif target.event:
        root = disk.real(root)
        yield from _disk("Folder", root)
        if problem := advice(root):
            yield Finding("Sync", f"the folder is kept by {synced(root)}", plain(problem.fix))
        else:
            yield Finding("Sync", "no sync service keeps the folder, as far as can be seen")


def site(target: Target) -> Iterator[Finding]:
    """Yield problems of the site's folder; of its disk only where that is not the event's."""
    event, site = target.event, target.site
    if event is None or site is None or not event.root.is_dir():
        return
    if why := cannot_be(event, site):
        fix = "Move away what is there, or give the site another folder."
        yield Finding("Site", why, fix, MoveSite(), broken=True)
    elif other := others(event, site):
        text = f"{site} holds the site of another event, “{other}”"
        fix = "Give this event’s site another folder, or delete that one."
        yield Finding("Site", text, fix, MoveSite(), broken=True)
    else:
        there = next(path for path in (site, *site.absolute().parents) if path.exists())
        findings = _disk("Site", disk.real(there))
        inside = disk.real(there).is_relative_to(disk.real(event.root))
        yield from [next(findings)] if inside and not os.path.ismount(there) else findings


def _disk(about: str, root: Path) -> Iterator[Finding]:
    """Yield problems of the disk of a folder, by doing there what Runner does."""
    lacks = []
    try:
        with TemporaryDirectory(prefix=".runner-doctor-", dir=root) as name:
            disk.write_synced(Path(name) / "written", b"1")
            for what, can in _TRIED.items():
                with suppress(OSError):
                    if can(Path(name) / "first é", Path(name) / "second"):
                        continue
                lacks.append(what)
    except OSError as reason:
        fix = "Change who may write to it, or move it to a folder of your own."
        fix = f"The disk can only be read. {_ELSEWHERE}" if reason.errno == errno.EROFS else fix
        text = f"Runner cannot write into {root}: {reason.strerror}"
        yield Finding(about, text, fix, broken=True)
        return
    text, fix = str(root), ""
    if root.is_relative_to(disk.real(Path(gettempdir()))):
        text, fix = f"{root}, among temporary files, which the system deletes", _ELSEWHERE
    elif sys.platform == "win32" and len(text) > _LONG:
        text = f"its path has {len(text)} characters, and Windows may refuse longer ones"
        fix = "Move it up, as to C:\\Runner."
    yield Finding(about, text, fix)
    free = shutil.disk_usage(root).free
    text = f"{free / 1024**3:.1f} GB free" if free >= _LITTLE else f"{free // 1024**2} MB free"
    fix = "Make room before the event, for instance by emptying the trash."
    yield Finding(f"{about}: space", text, fix if free < _LITTLE else "", broken=free < _TOO_LITTLE)
    text = f"no {listed(lacks)}" if lacks else f"does all that Runner needs ({listed([*_TRIED])})"
    needed = "replacing a file" in lacks
    text += "; Runner has other ways, which are less sure" if lacks and not needed else ""
    yield Finding(f"{about}: disk", text, _ELSEWHERE if lacks else "", broken=needed)


def _replaces(first: Path, _: Path) -> bool:
    disk.replace_synced(first, b"1")
    disk.replace_synced(first, b"2")
    return disk.read_regular_file(first) == b"2"


def _exchanges(first: Path, second: Path) -> bool:
    second.write_bytes(b"3")
    return exchange(first, second) is Exchange.DONE and disk.read_regular_file(first) == b"3"


_TRIED: dict[str, Callable[[Path, Path], bool]] = {
    "replacing a file": _replaces,
    "exchange of two files": _exchanges,
    "locks": lambda first, _: process_locks.locks_hold(first),
}
"""What a disk has to do for Runner: each tried on two files in this order."""


def watch(target: Target) -> Iterator[Finding]:
    """Yield whether a watch runs, and since when; its lock is left as it is."""
    if target.event is None or not target.event.root.is_dir():
        return
    lock, text = target.event.lock.with_name("watching.lock"), "none is running"
    if lock.is_file():
        with process_locks.try_lock(lock) as ours:
            signed = re.search(r"process \d+, since [\d: -]+", process_locks.signature(lock))
        text = text if ours else f"one is running: {signed[0] if signed else 'another process'}"
    yield Finding("Watch", text)


def editors(target: Target) -> Iterator[Finding]:
    """Yield a problem for a program that has the workbook open, or left its lock beside it."""
    path = target.event.workbook() if target.event else None
    if not isinstance(path, Path):
        return
    text, fix = f"nobody has {path.name} open, as far as can be seen", ""
    if old := left_behind(path):
        text, fix = old, "Names go in once that file is gone."
    elif by := locked_by(path):
        text, fix = by, "While it is open names wait."
    elif by := open_in(path):
        text, fix = f"{path.name} is open in {by}", "While it is open names wait: close it there."
    yield Finding("Open", text, fix)


def workbook(target: Target) -> Iterator[Finding]:
    """Yield how many errors the workbook has; not their texts, which may contain names."""
    if target.event is None or not target.event.root.is_dir():
        return
    path = target.event.workbook()
    if isinstance(path, Problem):
        fix = plain(path.fix)
        action = next((each for each in path.fix if not isinstance(each, str)), None)
        yield Finding("Workbook", path.text.rstrip("."), fix, action, broken=True)
        return
    loaded, problems = load(target.event, disk.contents_once_there(path))
    text = "it cannot be used as it is"
    if loaded:
        problems = (*problems, *loaded.snapshot.problems)
        text = f"{count(len(loaded.snapshot.players), 'player')}, "
        text += f"{count(len(loaded.snapshot.rounds), 'round')} out"
    errors = any(problem.severity is Severity.ERROR for problem in problems)
    action = Status(str(target.event.root)) if errors else None
    yield Finding("Workbook", f"{text}; {summary(problems)}", action=action, broken=loaded is None)


def clock(target: Target) -> Iterator[Finding]:
    """Yield the time, and a problem where the clock or the event's time zone seem wrong."""
    now, here = datetime.now(UTC), of_this_computer()
    text, fix = f"{now.astimezone():%Y-%m-%d %H:%M}, {here}", ""
    path = target.event.workbook() if target.event else None
    if now.year < 2026:
        fix = "The date is wrong: set the computer’s clock."
    elif target.event and isinstance(path, Path):
        loaded, _ = load(target.event, disk.contents_once_there(path))
        there = zone(loaded.event.time_zone) if loaded else None
        ahead = False
        with suppress(OSError):  # while a save has it away
            ahead = path.stat().st_mtime > time.time() + _AHEAD
        if ahead:
            text += "; the workbook was saved in the future"
            fix = "Compare this clock with a telephone’s; or that of the share is ahead."
        elif loaded and there is None:
            text += "; the event has no time zone"
            fix = "Type the hall’s next to Time zone on the Event sheet, as Europe/Lisbon."
        elif loaded and now.astimezone(there).utcoffset() != now.astimezone(zone(here)).utcoffset():
            text += f"; the event’s is {loaded.event.time_zone}"
            fix = "Pages show the event’s time. If it is wrong, change it on the Event sheet."
    yield Finding("Clock", text, fix)
