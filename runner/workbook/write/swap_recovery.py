"""Recovery copies of workbooks that were replaced by an atomic exchange; none of them is ever
lost.

Each exchange has a number and two files in `.runner/displaced` beside the workbook:

- `000012.xlsx` holds our new workbook before the exchange and the displaced one after it. It stays
  the same inode that an editor may still have open.
- `000012.json` says what was read ("before") and what we wrote ("after"), as SHA-256. It is on the
  disk before the exchange.

So after a crash at any instant the content of the first tells what had happened: "after" means
that nothing was exchanged, "before" that all went well, and anything else that it holds edits
which nobody else may have. `kept-000012.xlsx` are such edits that could not be given back.
`000012.xlsx.third` is there on Windows between the two steps of an exchange, and is the workbook
where that was cut off.
"""

import errno
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from runner.disk import (
    read_regular_file,
    replace_synced,
    retry_while_locked,
    sync_directory,
    write_synced,
)
from runner.process_locks import try_lock
from runner.workbook.write.exchange import (
    Exchange,
    exchange,
    finish,
    put_where_nothing_is,
    third_name,
)
from runner.workbook.xlsx.parts import sheet_parts
from runner.workbook.xlsx.zip import Archive, ArchiveError

WATCHED_FOR = 10.0
"""Seconds for which a displaced file is looked at again, for somebody who still writes to it."""

_KEEP = 5
_KEEP_FOR = 60.0
_TURNS = 20
_KEPT = "kept-"
_NUMBER = re.compile(r"[0-9]{6,}$")


@dataclass(frozen=True, slots=True)
class Recovery:
    """The result of looking through the replaced files.

    `restored`: newer edits were given back to the workbook, which is to be read again. `kept`:
    files with edits that the workbook may not have, because it was saved again since. `again`: more
    may come, so look again in some seconds. `why`: what prevented looking at all of them, for the
    organiser.
    """

    restored: bool = False
    kept: tuple[Path, ...] = ()
    again: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Record:
    """One exchange: its two files, and the digests of what was read and what we wrote."""

    parked: Path
    note: Path
    before: str
    after: str

    def write(self, workbook: Path) -> None:
        facts = {"workbook": workbook.name, "before": self.before, "after": self.after}
        replace_synced(self.note, json.dumps(facts).encode())

    def forget(self) -> None:
        """Remove both files, the note last: what cannot be removed now is tried again."""
        with suppress(PermissionError):
            self.parked.unlink(missing_ok=True)
            self.note.unlink(missing_ok=True)

    @property
    def age(self) -> float:
        """Seconds since the exchange, counted anew if the clock has been set back."""
        passed = time.time() - self.note.stat().st_mtime
        if passed < 0:
            os.utime(self.note)
        return max(passed, 0.0)


def folder(workbook: Path) -> Path:
    """Return the folder of displaced files, which is on the workbook's own file system, as an
    exchange needs. `workbook` is the real path."""
    return workbook.parent / ".runner" / "displaced"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal, or "" if it is missing."""
    try:
        return sha256(read_regular_file(path)).hexdigest()
    except FileNotFoundError:
        return ""


def exchange_in(
    workbook: Path, before: str, content: bytes, still_free: Callable[[], bool]
) -> Exchange:
    """Put `content` in the place of the workbook, if what is there has the digest `before`.
    Anything else that turns out to have been there is given back at once: the result is GONE then,
    as it is where `still_free` says no when all is ready. After an OSError `rescue` finishes what
    was begun."""
    record = _park(workbook, before, content)
    if not still_free():
        record.forget()
        return Exchange.GONE
    try:
        result = exchange(record.parked, workbook)
    except OSError:
        if not third_name(record.parked).exists() and digest(record.parked) == record.after:
            record.forget()  # nothing has changed places
        raise
    if result is not Exchange.DONE:
        record.forget()
        return result
    put = _give_back_newer(record.parked, workbook, before, record.after)
    sync_directory(workbook.parent)
    return Exchange.DONE if put == record.after else Exchange.GONE


def _park(workbook: Path, before: str, content: bytes) -> _Record:
    """Write the new workbook and its note, both synced to the disk."""
    place = folder(workbook)
    numbers = (_NUMBER.search(file.stem) for file in place.iterdir())
    number = max((int(match[0]) for match in numbers if match), default=0) + 1
    parked = place / f"{number:06}{workbook.suffix}"
    write_synced(parked, content, mode=0o600)
    _copy_attributes(workbook, parked)
    record = _Record(parked, parked.with_suffix(".json"), before, sha256(content).hexdigest())
    record.write(workbook)
    return record


def _copy_attributes(workbook: Path, parked: Path) -> None:
    """What the disk knows of the file beside its bytes: mode, owner and group where we may say so,
    tags, comments, who else may read it. Windows keeps that by itself. Raises OSError where what
    somebody has put there cannot be kept."""
    shutil.copymode(workbook, parked)
    if hasattr(os, "chown"):
        stat = workbook.stat()
        with suppress(PermissionError):
            os.chown(parked, stat.st_uid, stat.st_gid)
    if sys.platform != "linux":
        return
    for name in os.listxattr(workbook):
        try:
            os.setxattr(parked, name, os.getxattr(workbook, name))
        except OSError as reason:
            known = reason.errno in {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.ENODATA}
            if not (known and name.startswith(("security.", "trusted."))):  # the system's own
                raise


def _give_back_newer(parked: Path, workbook: Path, expected: str, put: str) -> str:
    """After an exchange: as long as something unexpected came out, it goes in again. What comes out
    unexpectedly was saved after what we knew of, so it is the newer one. Returns the digest of what
    was put in last."""
    for _ in range(_TURNS):
        current = digest(parked)
        if current == expected:
            break
        if exchange(parked, workbook) is Exchange.DONE:
            put, expected = current, put
        elif _put_back(parked, workbook):
            return current
    return put


def _put_back(parked: Path, workbook: Path) -> bool:
    """Restore the workbook from the parked one, if it has been missing for longer than a save
    takes."""
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline:
        if workbook.exists():
            return False
        time.sleep(0.01)
    try:
        put_where_nothing_is(parked, workbook)
    except OSError:
        return False
    return True


def rescue(workbook: Path, *, locked: bool) -> Recovery:
    """Look through the displaced files: finish what was cut off, give back what came late. For one
    process at a time. While the workbook is `locked` nothing is given back; `again` says so. Old
    files that hold nothing new are cleared away. Raises OSError where the folder itself is closed
    to us."""
    place = folder(workbook)
    if not place.is_dir():
        return Recovery()
    _clear_unfinished(place)
    recovery, resting = Recovery(), list[_Record]()
    records = list(_records(workbook))
    for index, record in enumerate(records):
        try:
            _finish(record, workbook)
            if digest(record.parked) in {record.before, record.after}:
                resting.append(record)
            else:
                recovery = _rescued(recovery, records[index:], workbook, locked=locked)
        except OSError as reason:  # the others are looked at all the same
            recovery = replace(recovery, again=True, why=unseen(reason))
    young = [record for record in resting if record.age < WATCHED_FOR]
    for record in resting[:-_KEEP]:
        if record.age > _KEEP_FOR:
            record.forget()
    return replace(recovery, again=recovery.again or bool(young))


def _finish(record: _Record, workbook: Path) -> None:
    """End an exchange that was cut off between its two steps. Where the workbook has been saved in
    between, what had been there is a displaced file like others."""
    parked, third = record.parked, third_name(record.parked)
    if finish(parked, workbook):
        return
    if digest(parked) in {record.before, record.after}:
        retry_while_locked(lambda: third.replace(parked))
    elif digest(third) in {record.before, record.after}:
        third.unlink()
    else:
        third.replace(parked.with_name(f"{_KEPT}{parked.stem}-2{parked.suffix}"))


def bring_back(root: Path) -> Path | None:
    """Restore the workbook of a folder that has none, if an interrupted exchange on Windows left it
    under another name; None otherwise. Raises OSError."""
    place = folder(root / "any")
    if not any(place.glob("*.third")):
        return None
    with try_lock(place.with_name("writing.lock")) as ours:
        for note in sorted(place.glob("*.json"), reverse=True) if ours else ():
            name = str(_facts(note).get("workbook", ""))
            parked, workbook = note.with_suffix(Path(name).suffix), root / Path(name).name
            there = name and third_name(parked).exists()
            if there and finish(parked, workbook) and workbook.exists():
                return workbook
    return None


def _facts(note: Path) -> dict[str, str]:
    """Return what a note says; {} where the disk has lost it, which a crash does not."""
    with suppress(ValueError):
        facts = json.loads(read_regular_file(note))
        if isinstance(facts, dict) and facts.keys() >= {"workbook", "before", "after"}:
            return facts
    return {}


def _rescued(
    recovery: Recovery, records: list[_Record], workbook: Path, *, locked: bool
) -> Recovery:
    """Return what was found, and what becomes of the first record, whose file is another by now."""
    record, now = records[0], digest(workbook)
    if digest(record.parked) in {"", now}:
        record.forget()
        return recovery
    if locked or not _whole(record.parked):
        return replace(recovery, again=True)
    if now not in _ours(records):
        return replace(recovery, kept=(*recovery.kept, _set_aside(record)))
    return replace(recovery, restored=_restore(record, workbook) or recovery.restored, again=True)


def unseen(reason: OSError) -> str:
    """Return a sentence on why late edits could not be looked for."""
    cause = reason.strerror or type(reason).__name__
    return (
        f"Edits saved at the very moment that Runner wrote cannot be looked for: {cause} "
        f"({reason.filename})."
    )


def set_aside(workbook: Path) -> list[Path]:
    """Return the edits that could not be given back to a workbook and are kept beside it. Raises
    OSError if that folder cannot be read."""
    place = folder(workbook)
    return sorted(place.glob(f"{_KEPT}*{workbook.suffix}")) if place.is_dir() else []


def _records(workbook: Path) -> Iterator[_Record]:
    """Yield all exchanges that are on record, oldest first."""
    for note in sorted(folder(workbook).glob("*.json")):
        facts = _facts(note)
        if facts.get("workbook", workbook.name) == workbook.name:
            before, after = facts.get("before", "unknown"), facts.get("after", "unknown")
            yield _Record(note.with_suffix(workbook.suffix), note, before, after)


def _clear_unfinished(place: Path) -> None:
    """Remove what a run wrote that ended before its exchange was on record: only our own work."""
    for file in place.iterdir():
        unrecorded = file.stem.isdigit() and not file.with_suffix(".json").exists()
        if unrecorded or file.name.endswith(".new"):
            with suppress(PermissionError):  # read by somebody just now (Windows)
                file.unlink()


def _ours(records: list[_Record]) -> set[str]:
    """Return what the workbook holds if nobody but us has written it since the first of the
    records."""
    digests = {records[0].after}
    for record in records[1:]:
        if record.before in digests:
            digests.add(record.after)
    return digests


def _restore(record: _Record, workbook: Path) -> bool:
    """Give newer edits back to a workbook that holds nothing but what we wrote."""
    current, newer = digest(workbook), digest(record.parked)
    if exchange(record.parked, workbook) is not Exchange.DONE:
        return False
    put = _give_back_newer(record.parked, workbook, current, newer)
    replace(record, before=newer, after=current).write(workbook)
    sync_directory(workbook.parent)
    return put == newer


def _set_aside(record: _Record) -> Path:
    """Keep edits that can't be given back, under a name that nothing clears away."""
    kept = record.parked.with_name(f"{_KEPT}{record.parked.name}")
    record.parked.replace(kept)
    record.note.unlink(missing_ok=True)
    return kept


def _whole(path: Path) -> bool:
    """Return whether the file is a workbook from beginning to end, and not one half written."""
    try:
        archive = Archive(read_regular_file(path))
        for name in sheet_parts(archive).values():
            archive.read(name)
    except (ArchiveError, OSError):
        return False
    return True
