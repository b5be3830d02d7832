"""Whether somebody has the workbook open, as far as that can be seen from outside."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

UNLOCKED_FOR = 1.0
"""Seconds for which no lock may be seen: LibreOffice's vanishes for up to 11 ms at each save."""

_LOOK_EVERY = 0.05


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the workbook may be written to; `why` is a sentence where it may not."""

    free: bool
    why: str = ""


def lock_files(workbook: Path) -> tuple[Path, ...]:
    """Where LibreOffice and Excel leave word that they have the workbook open.

    Beside the file as it was opened, and beside the real one where it is a link.
    """
    places = dict.fromkeys((workbook, workbook.resolve()))
    names = (".~lock.{}#", "~${}")
    return tuple(place.with_name(form.format(place.name)) for place in places for form in names)


def locked_by(workbook: Path) -> str:
    """A sentence that says who has the workbook open, or "" where no lock is there."""
    for lock in lock_files(workbook):
        try:
            content = lock.read_bytes()
        except FileNotFoundError:
            continue
        except OSError:  # Excel may keep others from reading its owner file
            content = b""
        if lock.name.startswith("~$"):
            return _excel_sentence(workbook, content)
        return _libreoffice_sentence(workbook, lock, content)
    return ""


def left_behind(workbook: Path) -> str:
    """A sentence on a lock that a crash left behind, or "" where there is none, as far as that
    can be seen: LibreOffice's names this computer, and no LibreOffice runs on it."""
    for lock in lock_files(workbook):
        if lock.name.startswith("~$"):
            continue
        try:
            host = (lock.read_text("utf-8", "replace").split(",") + [""] * 3)[2].strip()
        except OSError:
            continue
        if host and host.casefold() == socket.gethostname().casefold() and _office_runs() is False:
            return (
                f"{lock.name} was left behind by a LibreOffice that is not running any more, so "
                f"names wait. Delete it, or open {workbook.name} once more and close it."
            )
    return ""


def _office_runs() -> bool | None:
    """Whether a LibreOffice runs here, whoever's it is; None where that can't be seen."""
    if sys.platform != "linux":
        return None
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                if (process / "comm").read_text(errors="replace").startswith("soffice"):
                    return True
            except OSError:
                continue
    return False


def _libreoffice_sentence(workbook: Path, lock: Path, content: bytes) -> str:
    """From the lock's content: full name, login, host, time, profile, separated by commas."""
    fields = [field.strip() for field in content.decode("utf-8", "replace").split(",")]
    name, login, host, since = (fields + [""] * 4)[:4]
    who = f"{name or login}".strip()
    by = f" by {who}" if who else ""
    where = f" on {host}" if host else ""
    when = f" since {since}" if since else ""
    return (
        f"{workbook.name} is open in LibreOffice{by}{where}{when}: save and close it there. "
        f"If LibreOffice is not running any more, delete the file {lock.name} beside it."
    )


def _excel_sentence(workbook: Path, content: bytes) -> str:
    """From the owner file: one byte that tells the length, then the user's name."""
    length = content[0] if content else 0
    who = content[1 : 1 + length].decode("cp1252", "replace").strip()
    by = f" by {who}" if who else ""
    return (
        f"{workbook.name} is open in Excel{by}: save and close it there. "
        f"If Excel is not running any more, delete the hidden file ~${workbook.name} beside it."
    )


def open_in(workbook: Path) -> str:
    """The name of another program that holds the file open, or "" where none can be seen.

    Looks through /proc, so on Linux only, and only at programs of the same user.
    """
    if sys.platform != "linux":
        return ""
    real = workbook.resolve()
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid() and _holds(process, real):
            try:
                return (process / "comm").read_text(errors="replace").strip()
            except OSError:
                continue
    return ""


def _holds(process: Path, real: Path) -> bool:
    try:
        return any(handle.readlink() == real for handle in (process / "fd").iterdir())
    except OSError:  # it ended meanwhile, or belongs to somebody else
        return False


def may_write(
    workbook: Path, sleep: Callable[[float], None], *, unlocked_for: float = UNLOCKED_FOR
) -> Status:
    """Whether nobody has had the workbook open for so many seconds.

    Says no at once where somebody has; takes `unlocked_for` seconds to say yes.
    """
    looks = max(1, round(unlocked_for / _LOOK_EVERY) + 1)
    for look in range(looks):
        if look:
            sleep(_LOOK_EVERY)
        if why := locked_by(workbook):
            return Status(False, why)
    if program := open_in(workbook):
        return Status(False, f"{workbook.name} is open in {program}: close it there.")
    return Status(True)
