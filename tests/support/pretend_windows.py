"""Windows as far as Runner can meet it, on Linux: what a file that somebody has open does not let
others do, with the errors that Python raises there.

Within `pretended` no file can be replaced, renamed or removed that this program, its parent or
their children have open (Python opens without sharing the right to delete); a rename goes over
nothing; folders are not opened; the names of devices are no files; letters are the same, large and
small, for names that are there already; locks are those of msvcrt; and two files change places by a
`ReplaceFileW` that fails as told, at each of its steps.

    python -m tests.support.pretend_windows MODULE ARGUMENTS    runs a program so

with `PRETENDED_FAULTS` as the share of calls that fail, and `PRETENDED_SEED`.

What is modelled is what Microsoft's pages and reports of others say; it was never compared with a
Windows. `ReplaceFileW` that finds a new file in its way at its last step is taken to say 1177.
"""

import builtins
import errno
import fcntl
import io
import os
import random
import re
import runpy
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from runner import process_locks
from runner.workbook.write import exchange, locks

CODES = (5, 32, 1175, 1176, 1177)
"""What a `ReplaceFileW` says that did not work."""

_OFD_SETLK = 37
_real = {name: getattr(os, name) for name in ("open", "replace", "rename", "unlink", "remove")}
_lexists = os.path.lexists


class WindowsError(PermissionError):
    """As Python raises it there, with the number of Windows."""

    def __init__(self, winerror: int, path: object) -> None:
        super().__init__(errno.EACCES, "Access is denied", str(path))
        self.winerror = winerror


class Faults:
    """Which calls fail, and how: `next_codes` first, and then a share of them by chance."""

    def __init__(self, share: float = 0.0, seed: int = 0) -> None:
        self.share, self.next_codes = share, list[int]()
        self.met = Counter[int | str]()
        self._chance = random.Random(seed)

    def code(self) -> int:
        """The error for the next ReplaceFileW; 0 where it is to work."""
        code = 0
        if self.next_codes:
            code = self.next_codes.pop(0)
        elif self._chance.random() < self.share:
            code = self._chance.choice(CODES)
        if code:
            self.met[code] += 1
        return code

    def passing(self, path: object) -> None:
        """What looks for viruses holds a file, now and then, while it is renamed or removed."""
        if self._chance.random() < self.share / 4 and _of_runner():
            self.met["passing"] += 1
            raise WindowsError(self._chance.choice((5, 32)), path)


def _of_runner() -> bool:
    """Whether Runner makes the call, and no test or package."""
    frame = sys._getframe(3)
    while frame.f_back and frame.f_globals["__name__"] == "pathlib":
        frame = frame.f_back
    return str(frame.f_globals["__name__"]).startswith("runner.")


def _family() -> Iterator[str]:
    """This program, its parent, and the children of both."""
    for pid in {str(os.getpid()), str(os.getppid())}:
        yield pid
        with suppress(OSError):
            yield from Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def opened(path: Any) -> bool:
    """Whether some of them have the file open."""
    try:
        wanted = os.stat(path)
    except OSError:
        return False
    for pid in set(_family()):
        with suppress(OSError):
            for handle in os.scandir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    if os.path.samestat(handle.stat(), wanted):
                        return True
    return False


def _refuse(path: Any, winerror: int = 32) -> None:
    if opened(path):
        raise WindowsError(winerror, path)


class _Calls:
    """What stands in for the calls of the system."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def replace(self, source: Any, target: Any, **where: Any) -> None:
        self.faults.passing(target)
        _refuse(source)
        _refuse(target, 5)
        _real["replace"](source, target, **where)

    def rename(self, source: Any, target: Any, **where: Any) -> None:
        self.faults.passing(source)
        _refuse(source)
        if os.path.isdir(source):
            for folder, _, files in os.walk(source):
                for file in files:
                    _refuse(Path(folder, file), 5)
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, "exists", str(source), 183, str(target))
            _real["rename"](source, target, **where)
            return
        _rename_over_nothing(source, target)

    def unlink(self, path: Any, **where: Any) -> None:
        if not where:
            self.faults.passing(path)
            _refuse(path)
        _real["unlink"](path, **where)

    def open(self, path: Any, flags: int, *more: Any, **where: Any) -> int:
        if not where and isinstance(path, str | os.PathLike):
            path = meant(path)
            if os.path.isdir(path) and not flags & getattr(os, "O_DIRECTORY", 0):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
        descriptor = int(_real["open"](path, flags, *more, **where))
        return _shared(descriptor, path)


def _rename_over_nothing(source: Any, target: Any) -> None:
    try:
        os.link(source, target)
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "exists", str(source), 183, str(target)) from None
    _real["unlink"](source)


def _shared(descriptor: int, path: Any) -> int:
    """The open file, but where somebody shares it with nobody (`held`, exclusively)."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise PermissionError(errno.EACCES, "Permission denied", str(path)) from None
    except OSError:
        return descriptor
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return descriptor


def _open(calls: _Calls, real: Callable[..., Any], path: Any, *more: Any, **how: Any) -> Any:
    if not isinstance(path, str | os.PathLike) or "opener" in how:
        return real(path, *more, **how)
    return real(path, *more, opener=lambda name, flags: calls.open(name, flags, 0o666), **how)


@contextmanager
def held(path: Path, *, exclusively: bool = False) -> Iterator[None]:
    """A program has the file open; `exclusively`, so that nobody may read it either."""
    descriptor = _real["open"](path, os.O_RDONLY)
    if exclusively:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def lock(descriptor: int) -> None:
    """msvcrt.locking of a byte that nobody reads: a lock of the open file, not of the program."""
    far = os.lseek(descriptor, 1 << 30, os.SEEK_SET)
    assert far > os.fstat(descriptor).st_size, "what is locked cannot be read by others"
    wanted = struct.pack("hhlli4x", fcntl.F_WRLCK, os.SEEK_SET, far, 1, 0)
    try:
        fcntl.fcntl(descriptor, _OFD_SETLK, wanted)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def replacing(faults: Faults, replaced: Path, replacement: Path, backup: Path) -> int:
    """A `ReplaceFileW`, step by step: 0, or what it says."""
    code = faults.code()
    if code and code != 1177:
        return code
    if not _lexists(replaced) or not _lexists(replacement):
        return 2
    if opened(replaced) or opened(replacement):
        return 32
    try:
        _real["replace"](replaced, backup)
    except FileNotFoundError:
        return 2
    if code == 1177:
        return code
    try:
        _rename_over_nothing(replacement, replaced)
    except FileExistsError:
        return 1177
    return 0


class _Platform:
    platform = "win32"


@contextmanager
def pretended(faults: Faults | None = None, *, told: bool = False) -> Iterator[Faults]:
    """Everything within is on Windows; `told`, also the programs that tests start."""
    faults = faults or Faults()
    calls = _Calls(faults)
    windows = partial(exchange.exchange_by_replacing, replace_file=partial(replacing, faults))
    with ExitStack() as stack:
        for name in ("replace", "rename", "unlink", "open"):
            stack.enter_context(patch.object(os, name, getattr(calls, name)))
        stack.enter_context(patch.object(os, "remove", calls.unlink))
        for module in (builtins, io):
            stack.enter_context(patch.object(module, "open", partial(_open, calls, io.open)))
        stack.enter_context(patch.object(exchange, "_exchange", windows))
        stack.enter_context(patch.object(exchange, "put_where_nothing_is", Path.rename))
        stack.enter_context(patch.object(process_locks, "_lock", lock))
        stack.enter_context(patch.object(locks, "sys", _Platform))
        if told:
            share = {"PRETENDED_FAULTS": str(faults.share)}
            stack.enter_context(patch.dict(os.environ, share))
        yield faults


def main() -> None:
    """Run a program as if on Windows."""
    share = float(os.environ.get("PRETENDED_FAULTS", "0"))
    seed = int(os.environ.get("PRETENDED_SEED", str(os.getpid())))
    sys.argv = sys.argv[1:]
    with pretended(Faults(share, seed)):
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


# --- names: devices are no files, and large and small letters are the same ------------------------


_DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)", re.IGNORECASE)
_NEVER = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]$')


def meant(path: Any) -> Any:
    """The path of what is there under this name; raises OSError for what is no name."""
    name = os.path.basename(os.fspath(path))
    if isinstance(name, bytes) or os.path.lexists(path) or name in ("", ".", ".."):
        return path
    if _DEVICE.match(name) or _NEVER.search(name):
        raise OSError(errno.EINVAL, "Invalid argument", str(path))
    folder = Path(path).parent
    try:
        same = (each for each in os.listdir(folder) if each.casefold() == name.casefold())
        return folder / next(same, name)
    except OSError:
        return path


if __name__ == "__main__":
    main()
