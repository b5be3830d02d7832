"""Write names into the workbook file: only while nobody has it open, and never over user input."""

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from hashlib import sha256
from pathlib import Path

from runner.core.language import listed
from runner.disk import make_own, read_settled, real
from runner.process_locks import try_lock
from runner.workbook.write.created_sheets import UnusedSheet, remember, without_unused
from runner.workbook.write.exchange import Exchange
from runner.workbook.write.locks import UNLOCKED_FOR, locked_by, why_not_write
from runner.workbook.write.merge import Kept, Merge, PairingMark, merge
from runner.workbook.write.swap_recovery import Recovery, exchange_in, folder, rescue, unseen
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.mark import Mark, with_mark
from runner.workbook.xlsx.parts import cell_position
from runner.workbook.xlsx.sheets import NewSheet, with_new_sheets
from runner.workbook.xlsx.zip import ArchiveError

_UNMARKED = Mark()


class Outcome(Enum):
    """The outcome of a write-back. `NOTHING`: the workbook has it all already. `WRITTEN`: it has
    now. `WAITING`: not now, try again when the workbook is closed. `STALE`: it was saved since it
    was read, so read it first."""

    NOTHING = auto()
    WRITTEN = auto()
    WAITING = auto()
    STALE = auto()


@dataclass(frozen=True, slots=True)
class WriteBack:
    """What was written, what stayed the organiser's, and what waits for which reason; `removed` are
    the sheets that nobody used, and that are gone. `digest` is the SHA-256 of the workbook as it is
    now, where it is known: a watcher that reads just that has nothing to do. `why` is one or more
    sentences for the organiser."""

    outcome: Outcome
    written: tuple[CellChange, ...] = ()
    kept: tuple[Kept, ...] = ()
    missing: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    waiting: tuple[CellChange, ...] = ()
    why: str = ""
    digest: str = ""


def write_back(
    path: Path,
    read: str,
    changes: Sequence[CellChange],
    *,
    sheets: Sequence[NewSheet] = (),
    unused: Sequence[UnusedSheet] = (),
    marks: Sequence[PairingMark] = (),
    mark: Mark = _UNMARKED,
    unlocked_for: float = UNLOCKED_FOR,
    sleep: Callable[[float], None] = time.sleep,
) -> WriteBack:
    """Write what is wanted into the workbook at `path` whose bytes have the SHA-256 `read`.

    The changes are made for exactly those bytes: where the workbook holds others by now, it is left
    alone. `sheets` are made first where they are missing, and of those that are `unused` the ones
    go that Runner has made and nobody has touched. `marks` are written with the changes, and not
    counted; whatever is written, the event's `mark` goes with it. `unlocked_for` is how many
    seconds nobody may have had it open; a caller that has waited for that itself gives 0. Never
    raises for what an organiser, an editor or a disk can do.
    """
    try:
        workbook = real(path)
        with try_lock(folder(workbook).with_name("writing.lock")) as ours:
            if not ours:
                return _waiting(changes, "Another Runner is writing into the workbook.")
            if (recovery := _rescue(path)).restored:
                return WriteBack(Outcome.STALE, why="Edits saved late were found and given back.")
            if recovery.why:
                return _waiting(changes, recovery.why)
            data = read_settled(path, sleep)
            if data is None or sha256(data).hexdigest() != read:
                return WriteBack(Outcome.STALE, waiting=tuple(changes))
            left, removed = without_unused(path, with_new_sheets(data, sheets), unused)
            more = [change for sheet in removed for change in sheet.changes]
            content, merged = merge(left, [*changes, *more])
            content, _ = merge(content, [each.change for each in marks if each.change])
            if content is data:
                return WriteBack(Outcome.NOTHING, (), merged.kept, merged.missing, digest=read)
            content = with_mark(content, mark) if mark.event else content
            if why := _why_not(path, sleep, unlocked_for):
                return _waiting(merged.written, why, merged)
            make_own(folder(real(path)))
            remember(path, data, sheets)
            match exchange_in(real(path), read, content, lambda: not locked_by(path)):
                case Exchange.DONE:
                    names, now = tuple(each.name for each in removed), sha256(content).hexdigest()
                    parts = merged.written, merged.kept, merged.missing, names
                    return WriteBack(Outcome.WRITTEN, *parts, digest=now)
                case Exchange.GONE:
                    return WriteBack(Outcome.STALE, waiting=merged.written)
                case Exchange.UNSUPPORTED:
                    return _waiting(merged.written, _CANNOT_EXCHANGE, merged)
    except ArchiveError as reason:
        return _waiting(changes, f"{path.name} cannot be written to. {reason}")
    except OSError as reason:
        if isinstance(reason, FileNotFoundError) and reason.filename in map(str, (path, workbook)):
            return WriteBack(Outcome.STALE, waiting=tuple(changes))  # in the middle of a save
        return _waiting(changes, f"{path.name} cannot be written to: {reason.strerror}.")


def recover(path: Path) -> Recovery:
    """Finish what an interrupted run began, and look for late saves.

    To be called before the workbook is read for the first time, and again as long as the result
    says so. While it is open, or another Runner is writing, nothing is done yet.
    """
    try:
        place = folder(real(path))
        if not place.is_dir():
            return Recovery()
        with try_lock(place.with_name("writing.lock")) as ours:
            return _rescue(path) if ours else Recovery(again=True)
    except OSError as reason:
        return Recovery(again=True, why=unseen(reason))


def _rescue(path: Path) -> Recovery:
    return rescue(real(path), locked=bool(locked_by(path)))


def _why_not(path: Path, sleep: Callable[[float], None], unlocked_for: float) -> str:
    if path.stat().st_nlink > 1:  # a new file in its place would part the two
        return f"{path.name} {_TWO_NAMES}"
    if not os.access(path, os.W_OK):
        return f"{path.name} is write-protected."
    return why_not_write(path, sleep, unlocked_for=unlocked_for)


_TWO_NAMES = (
    "is one file under two names (a hard link), and writing would separate them. Copy it, and put "
    "the copy in its place."
)
_CANNOT_EXCHANGE = (
    "This disk cannot exchange two files in one step, so writing could destroy an edit. "
    "Keep the event’s folder on a disk of this computer, and the names will follow."
)


def _waiting(changes: Sequence[CellChange], why: str, merged: Merge | None = None) -> WriteBack:
    merged = merged or Merge()
    reason = f"{waiting_rows(changes)} {why}".strip()
    return WriteBack(
        Outcome.WAITING, (), merged.kept, merged.missing, waiting=tuple(changes), why=reason
    )


def removed_words(done: WriteBack) -> str:
    """ "The sheets Round 6 and Round 7 are gone again: …"; "" where none went."""
    if not done.removed:
        return ""
    if len(done.removed) == 1:
        form = "The sheet {} is gone again: its round is not planned, and nobody has used it."
    else:
        form = (
            "The sheets {} are gone again: their rounds are not planned, and nobody has used them."
        )
    return form.format(listed(done.removed))


def waiting_rows(changes: Sequence[CellChange]) -> str:
    """Return "Round 3: 16 rows wait.", for each sheet in turn; "" if nothing waits."""
    rows = {(change.sheet, cell_position(change.cell)[0]): None for change in changes}
    counts = Counter(sheet for sheet, _ in rows)
    return " ".join(
        f"{sheet}: {count} rows wait." if count != 1 else f"{sheet}: 1 row waits."
        for sheet, count in counts.items()
    )
