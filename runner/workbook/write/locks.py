"""Detect whether somebody has the workbook open, as far as that is visible from outside."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from runner.core import names
from runner.disk import NotAFileError, read_regular_file, real

UNLOCKED_FOR = 1.0
"""Seconds for which no lock may be seen: LibreOffice's vanishes for up to 11 ms at each save."""

_LOOK_EVERY = 0.05


def lock_files(workbook: Path) -> tuple[Path, ...]:
    """Return the lock files of LibreOffice and Excel: beside the file as it was opened, and beside
    the real one if it is a link."""
    try:
        places = dict.fromkeys((workbook, real(workbook)))
    except NotAFileError:
        places = {workbook: None}
    names = (".~lock.{}#", "~${}")
    return tuple(place.with_name(form.format(place.name)) for place in places for form in names)


def _locks(workbook: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the existing locks with their content; "" where Excel keeps others from reading its
    own."""
    for lock in lock_files(workbook):
        try:
            yield lock, read_regular_file(lock)
        except FileNotFoundError:
            continue
        except OSError:
            yield lock, b""


def _is_excels(lock: Path) -> bool:
    return lock.name.startswith("~$")


def locked_by(workbook: Path) -> str:
    """Return a sentence that says who has the workbook open, where, and since when, as far as a
    lock tells; "" if there is no lock."""
    lock, content = next(_locks(workbook), (None, b""))
    if lock is None:
        return ""
    if _is_excels(lock):
        who = _excel_user(content)
        by = f" by {who}" if who else ""
        return (
            f"{workbook.name} is open in Excel{by}: save and close it there. If nobody has it "
            f"open, delete the hidden file {lock.name} beside it{_of(lock)}."
        )
    name, login, host, since = _libreoffice_user(content)
    details = (("by", name or login), ("on", host), ("since", since))
    who = "".join(f" {word} {text}" for word, text in details if text)
    return (
        f"{workbook.name} is open in LibreOffice{who}: save and close it there. If "
        f"LibreOffice is no longer running, delete the file {lock.name} beside it."
    )


def left_behind(workbook: Path) -> str:
    """Return a sentence on a lock that a crash left, or "" if there is none, as far as that is
    visible: LibreOffice's names this computer, and no LibreOffice runs on it; or it is Excel's, and
    no program holds it."""
    here = socket.gethostname().casefold()
    for lock, content in _locks(workbook):
        if _is_excels(lock) and held(lock) is False:
            who = _excel_user(content)
            named = f", in the name of {who}," if who else ""
            return (
                f"{lock.name}{named} was left behind by an Excel that no longer has "
                f"{workbook.name} open, so names wait. Delete that hidden file, or open "
                f"{workbook.name} once more and close it."
            )
        local = not _is_excels(lock) and _libreoffice_user(content)[2].casefold() == here
        if local and office_runs() is False:
            return (
                f"{lock.name} was left behind by a LibreOffice that is no longer running, so names "
                f"wait. Delete it, or open {workbook.name} once more and close it."
            )
    return ""


def locked_since(workbook: Path) -> float | None:
    """Return the time of the lock, in seconds since 1970; None if there is none."""
    for lock in lock_files(workbook):
        with suppress(OSError):
            return lock.stat().st_mtime
    return None


def held(lock: Path) -> bool | None:
    """Return whether some program holds an owner file; None if that is not visible. Excel keeps its
    own open, and Windows lets nobody else write to it meanwhile, also on a network share. Elsewhere
    the computer that has it open may be another one."""
    if sys.platform != "win32":
        return None
    try:
        with lock.open("r+b"):
            return False
    except FileNotFoundError:
        return None
    except OSError:
        return True


def office_runs() -> bool | None:
    """Return whether a LibreOffice of any user runs here; None if that is not visible."""
    if sys.platform != "linux":
        return None
    return any(_program(process).startswith("soffice") for process in _processes())


def open_in(workbook: Path) -> str:
    """Return the name of another program that holds the file open, or "" where none can be seen.
    Looks through /proc, so on Linux only, and only at programs of the same user."""
    if sys.platform != "linux":
        return ""
    where = real(workbook)
    others = (process for process in _processes() if int(process.name) != os.getpid())
    return next(filter(None, (_program(each) for each in others if _holds(each, where))), "")


def _processes() -> Iterator[Path]:
    return (process for process in Path("/proc").iterdir() if process.name.isdigit())


def _program(process: Path) -> str:
    """Return the name of its program; "" where it has ended meanwhile."""
    try:
        return (process / "comm").read_text(errors="replace").strip()
    except OSError:
        return ""


def _holds(process: Path, real: Path) -> bool:
    try:
        return any(handle.readlink() == real for handle in (process / "fd").iterdir())
    except OSError:  # it ended meanwhile, or belongs to somebody else
        return False


def _libreoffice_user(content: bytes) -> list[str]:
    """Return the full name, the login, the host and the time in a lock of LibreOffice's, which
    separates them by commas; "" for what is not there."""
    fields = [names.clean(field) for field in content.decode("utf-8", "replace").split(",")]
    return (fields + [""] * 4)[:4]


def _excel_user(content: bytes) -> str:
    """Return the user's name in an owner file: a byte with its length, the name in 54 bytes of
    Windows' old letters, and the same once more, in full, in UTF-16."""
    length = content[0] if content else 0
    full = content[57 : 57 + 2 * length].decode("utf-16-le", "replace")
    if length and int.from_bytes(content[55:57], "little") == length and len(full) == length:
        return names.clean(full)
    return names.clean(content[1 : 1 + length].decode("cp1252", "replace"))


def _of(lock: Path) -> str:
    """ ", of 14:05", with the day where it is not today's."""
    try:
        at = datetime.fromtimestamp(lock.stat().st_mtime)
    except (OSError, ValueError, OverflowError):
        return ""
    today = at.date() == datetime.now().date()
    return f", of {at:%H:%M}" if today else f", of {at:%Y-%m-%d %H:%M}"


def why_not_write(
    workbook: Path, sleep: Callable[[float], None], *, unlocked_for: float = UNLOCKED_FOR
) -> str:
    """Return a sentence on who has the workbook open, or "" where nobody has had for so many
    seconds. Answers at once where somebody has; takes `unlocked_for` seconds to say that nobody
    has."""
    for look in range(max(1, round(unlocked_for / _LOOK_EVERY) + 1)):
        if look:
            sleep(_LOOK_EVERY)
        if why := locked_by(workbook):
            return why
    program = open_in(workbook)
    return f"{workbook.name} is open in {program}: close it there." if program else ""
