"""The event's folder and its site's: what they lie on, and whether that does what Runner needs.

Everything is tried in a folder that is made there for it, and is gone afterwards.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from runner.app.doctor.disks import disk_of
from runner.app.doctor.findings import Finding, Patient, broken, look, ok
from runner.app.event_folder import EventFolder
from runner.app.publish import cannot_be, others
from runner.app.typed import typed
from runner.core.phrases import listed
from runner.disk import contents, locks_hold, real, replace_synced, write_synced
from runner.workbook.write.exchange import Exchange, exchange

_LITTLE, _TOO_LITTLE = 1024**3, 50 * 1024**2  # bytes
_LONG = 180  # characters of a path, where Windows takes 260 of a file's
_ELSEWHERE = "Move the event to a disk of this computer."


def folders(patient: Patient) -> Iterator[Finding]:
    """Both folders."""
    if patient.event is None:
        return
    root = patient.event.root
    if not root.is_dir():
        yield _no_folder(root)
        return
    yield from _folder("Folder", real(root))
    yield from _synced(real(root))
    if patient.site is not None:
        yield from _site(patient.event, patient.site)


def _no_folder(root: Path) -> Finding:
    if root.exists():
        fix = f"The event is the folder that it lies in: runner doctor {typed(root.parent)}"
        return broken("Folder", f"{root} is a file", fix)
    fix = "Give the folder of an event, as in: runner doctor events/friday"
    return broken("Folder", f"{root} is not there", fix)


def _site(event: EventFolder, site: Path) -> Iterator[Finding]:
    if why := cannot_be(event, site):
        fix = "Move away what is there, or give the site another folder with --site."
        yield broken("Site", why, fix)
    elif other := others(event, site):
        fix = "Give this event’s site another folder with --site, or delete that one."
        yield broken("Site", f"{site} holds the site of another event, “{other}”", fix)
    else:
        there = next(path for path in (site, *site.absolute().parents) if path.exists())
        if not real(there).is_relative_to(real(event.root)) or os.path.ismount(there):
            yield from _folder("Site", real(there))
        elif why := _unwritable(real(there)):
            yield broken("Site", why, "Change who may write to it.")
        else:
            yield ok("Site", f"{site}{'' if site.exists() else ', once it is made'}")


def _folder(about: str, root: Path) -> Iterator[Finding]:
    disk = disk_of(root)
    where = f"{root}, on {disk.words}"
    if why := _unwritable(root):
        fix = "Change who may write to it, or move it to a folder of your own."
        if disk.read_only:
            fix = f"The disk can only be read. {_ELSEWHERE}"
        yield broken(about, why, fix)
        return
    if disk.vanishes:
        yield look(about, f"{where}, which is empty after a restart", _ELSEWHERE)
    else:
        yield ok(about, where)
    yield _space(f"{about}: space", root)
    yield _does(f"{about}: disk", root)
    if sys.platform == "win32" and len(str(root)) > _LONG:
        said = f"its path has {len(str(root))} characters, and Windows may refuse longer ones"
        yield look(about, said, "Move it up, as to C:\\Runner.")


def _unwritable(root: Path) -> str:
    """Why nothing can be made in a folder; "" where it can."""
    try:
        with TemporaryDirectory(prefix=".runner-doctor-", dir=root) as name:
            write_synced(Path(name) / "a", b"a")
    except OSError as reason:
        return f"Runner cannot write into {root}: {reason.strerror}"
    return ""


def _space(about: str, root: Path) -> Finding:
    free = shutil.disk_usage(root).free
    said = f"{free / 1024**3:.1f} GB free" if free >= _LITTLE else f"{free // 1024**2} MB free"
    if free < _TOO_LITTLE:
        return broken(about, said, "Make room, for instance by emptying the trash.")
    if free < _LITTLE:
        return look(about, said, "Make room before the event.")
    return ok(about, said)


def _does(about: str, root: Path) -> Finding:
    """What the disk can do of what Runner uses, by doing it."""
    with TemporaryDirectory(prefix=".runner-doctor-", dir=root) as name:
        there = Path(name)
        lacks = [what for what, works in _TRIED if not works(there)]
    if not lacks:
        return ok(about, f"does all that Runner needs ({listed([what for what, _ in _TRIED])})")
    if "replacing a file" in lacks or "waiting until it is written" in lacks:
        return broken(about, f"no {listed(lacks)}", _ELSEWHERE)
    said = f"no {listed(lacks)}; Runner has other ways, which are less sure"
    return look(about, said, _ELSEWHERE)


def _exchanges(there: Path) -> bool:
    first, second = there / "first", there / "second"
    first.write_bytes(b"1")
    second.write_bytes(b"2")
    try:
        return exchange(first, second) is Exchange.DONE and contents(first) == b"2"
    except OSError:
        return False


def _replaces(there: Path) -> bool:
    path = there / "replaced é"
    try:
        replace_synced(path, b"1")
        replace_synced(path, b"2")
        return contents(path) == b"2"
    except OSError:
        return False


def _syncs(there: Path) -> bool:
    try:
        write_synced(there / "synced", b"1")
    except OSError:
        return False
    return True


def _locks(there: Path) -> bool:
    try:
        return locks_hold(there / "lock")
    except OSError:
        return False


def _links(there: Path) -> bool:
    path = there / "one"
    try:
        path.write_bytes(b"1")
        os.link(path, there / "two")
    except OSError:
        return False
    return (there / "two").samefile(path)


_TRIED = (
    ("exchange of two files", _exchanges),
    ("replacing a file", _replaces),
    ("waiting until it is written", _syncs),
    ("locks", _locks),
    ("hard links", _links),
)


def _synced(root: Path) -> Iterator[Finding]:
    from runner.app.synced import advice, synced

    found, service = advice(root), synced(root)
    if found and service:
        yield look("Sync", f"the folder is kept by {service}", found.fix)
    else:
        yield ok("Sync", "no sync service keeps the folder, as far as can be seen")
