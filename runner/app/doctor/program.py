"""Runner itself, what it stands on, and what it works beside."""

import ctypes
import locale
import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import runner
from runner import resources
from runner.app.doctor.findings import Finding, Patient, broken, look, ok
from runner.workbook.live.start import libreoffice

_DISTRIBUTION = "runner-tournaments"
OLDEST = (3, 11)
_LOCKED = re.compile(
    r"^([a-z0-9-]+)==([^\s;\\]+)(?: ; python_full_version (<|>=) '3\.([0-9]+)')?", re.MULTILINE
)
"""A package and its version in the lock, a file of requirements with hashes; and where that is the
version for some Pythons alone, which."""
_EXCEL_ON_MAC = Path("/Applications/Microsoft Excel.app")


def program(_: Patient) -> Iterator[Finding]:
    """Runner, Python and the system."""
    yield ok("Runner", f"{runner.__version__}, {_installed()}")
    system = f"{platform.system()} {platform.release()} {platform.machine()}".strip()
    said = f"{platform.python_version()} on {system}"
    if sys.version_info[:2] < OLDEST:
        yield broken("Python", said, "Runner needs Python 3.11 or newer: install one.")
    else:
        yield ok("Python", said)


def _installed() -> str:
    """How it came here."""
    home = Path(runner.__file__).parents[1]
    if getattr(sys, "frozen", False):
        return f"the program that needs no Python, in {Path(sys.executable).parent}"
    if (home / "pyproject.toml").is_file():
        return f"a copy of the repository, in {home}"
    for tool in ("pipx", "uv"):
        if tool in Path(sys.prefix).parts:
            return f"installed by {tool}, in {sys.prefix}"
    return f"an installed package, in {home}"


def dependencies(_: Patient) -> Iterator[Finding]:
    """The packages that Runner needs, with their versions."""
    versions, missing = [], []
    for name in _needed():
        if version := _version(name):
            versions.append(f"{name} {version}")
        else:
            missing.append(name)
    if missing and not getattr(sys, "frozen", False):
        fix = f"Install Runner again; or: {Path(sys.executable).name} -m pip install "
        yield broken("Packages", f"missing: {', '.join(missing)}", fix + " ".join(missing))
    if versions:
        yield ok("Packages", ", ".join(versions))
    lock = resources.folder("_requirements", "packaging/requirements") / "runtime.txt"
    if differing := _differing(lock.read_text(encoding="utf-8")):
        fix = (
            "That is usually fine. If something fails, install the tested ones: "
            f"{Path(sys.executable).name} -m pip install --require-hashes -r {lock}"
        )
        yield look("Packages", f"other versions than Runner was tested with: {differing}", fix)


def _differing(lock: str) -> str:
    """The installed packages whose version is not in the lock, each with those that are."""
    locked: dict[str, list[str]] = {}
    for name, version, than, minor in _LOCKED.findall(lock):
        if not than or (sys.version_info[:2] >= (3, int(minor))) == (than == ">="):
            locked.setdefault(name, []).append(version)
    installed = {name: _version(name) for name in locked}
    return ", ".join(
        f"{name} {version} ({' or '.join(locked[name])})"
        for name, version in installed.items()
        if version and version not in locked[name]
    )


def _version(name: str) -> str | None:
    """The installed version of a package; None where it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _needed() -> list[str]:
    try:
        needed = metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return []
    plain = (each.split(";")[0] for each in needed if "extra ==" not in each)
    return sorted({each.split("[")[0].split("<")[0].split(">")[0].split("=")[0].split("!")[0]
                   .split("~")[0].strip() for each in plain})  # fmt: skip


def office(_: Patient) -> Iterator[Finding]:
    """Which programs for workbooks are here."""
    found = [name for name, there in (("LibreOffice", libreoffice()), ("Excel", excel())) if there]
    if found:
        yield ok("Office", f"{' and '.join(found)} found")
    else:
        fix = (
            "Install LibreOffice (libreoffice.org), or open the workbook in any program that keeps "
            "it as .xlsx."
        )
        yield look("Office", "neither LibreOffice nor Excel found", fix)


def excel() -> bool:
    """Whether Excel is installed, as far as can be seen."""
    if sys.platform == "win32":
        import winreg

        try:
            winreg.CloseKey(winreg.OpenKey(winreg.HKEY_CLASSES_ROOT, "Excel.Application"))
        except OSError:
            return False
        return True
    return sys.platform == "darwin" and _EXCEL_ON_MAC.exists()


def console(_: Patient) -> Iterator[Finding]:
    """What the terminal can show."""
    if not sys.stdout or not sys.stdout.isatty():
        yield ok("Console", f"none; texts are written as {_encoding()}")
        return
    code, ansi = console_code(), os.environ.get("TERM") != "dumb"
    said = f"{_encoding()}{f', code page {code}' if code else ''}, {'' if ansi else 'no '}ANSI"
    if code not in (0, 65001):
        fix = "If letters look wrong, type chcp 65001 first, or use Windows Terminal."
        yield look("Console", said, fix)
    elif not ansi:
        yield look("Console", said, "Lines are not written over; nothing else is different.")
    else:
        yield ok("Console", said)


def _encoding() -> str:
    return f"{getattr(sys.stdout, 'encoding', None)} (system: {locale.getpreferredencoding(False)})"


def console_code() -> int:
    """The console's code page on Windows; 0 elsewhere."""
    if sys.platform == "win32":
        return int(ctypes.windll.kernel32.GetConsoleOutputCP())
    return 0


def saves_heard(_: Patient) -> Iterator[Finding]:
    """Whether the system still has a place for a program that wants to hear of saves (Linux)."""
    if sys.platform != "linux":
        return
    if (descriptor := inotify()) >= 0:
        os.close(descriptor)
        yield ok("Saves", "the system tells of them at once")
    else:
        yield look(
            "Saves",
            "the system has no place left for a watch (inotify); Runner looks twice a second",
            "Nothing is lost. For more places: sudo sysctl fs.inotify.max_user_instances=512",
        )


def inotify() -> int:
    """A new instance, to be closed; -1 where there is no place for one."""
    return int(ctypes.CDLL(None).inotify_init1(0))
