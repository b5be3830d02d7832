"""Checks of this computer: Runner, its packages, and the programs and system it works with."""

import platform
import re
import socket
import sys
from collections.abc import Iterator
from html import escape
from importlib import metadata
from pathlib import Path

import runner
from runner import resources
from runner.app.doctor.report import Finding, Target
from runner.core.actions import InstallPackages, InstallRequirements, OpenPorts, Serve
from runner.core.language import listed
from runner.workbook.live.office import libreoffice

_NAME = "runner-tournaments"
EXCEL = (
    r"C:\Program Files\Microsoft Office\root\Office16\EXCEL.EXE",
    "/Applications/Microsoft Excel.app",
)
UFW, FIREWALLD = Path("/etc/ufw/ufw.conf"), Path("/run/firewalld")
FIREWALLS = {
    "win32": "Windows may have one. If telephones do not reach the page: Settings, Network & "
    "internet, the hall’s network: choose Private.",
    "darwin": "macOS may have one. If telephones do not reach the page: System Settings, Network, "
    "Firewall, Options: allow Python.",
}
SCRIPTS = {
    "Latin": "Łşñ", "Cyrillic": "ЖяЇ", "Greek": "Ωήξ", "Vietnamese": "ễđờ", "Chinese": "汉漢们",
    "Japanese": "のカ駅", "Korean": "한글", "Arabic": "عربي", "Hebrew": "שלום", "Thai": "กขไ",
    "emoji": "😀🏆",
}  # fmt: skip
"""Some letters of each script that a name may need."""
_LOCKED = re.compile(
    r"^([a-z0-9-]+)==([^\s;\\]+)(?: ; python_full_version (<|>=) '3\.([0-9]+)')?", re.MULTILINE
)
"""A line of the lock: package, version and, where that version is for some Pythons only, which."""


def program(_: Target) -> Iterator[Finding]:
    """Yield the version and folder of Runner, Python's version, and the system."""
    frozen = getattr(sys, "frozen", False)
    place = Path(sys.executable).parent if frozen else Path(runner.__file__).parents[1]
    kind = "the program that needs no Python, " if frozen else ""
    yield Finding("Runner", f"{runner.__version__}, {kind}in {place}")
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    yield Finding("Python", f"{platform.python_version()} on {system}")


def packages(_: Target) -> Iterator[Finding]:
    """Yield the versions of the needed packages, and a problem for missing and untested ones."""
    versions: dict[str, str] = {}
    for each in metadata.distributions():  # of several the first is imported
        versions.setdefault(re.sub("[-_.]+", "-", each.name).lower(), each.version)
    needed = metadata.requires(_NAME) or [] if _NAME in versions else []
    names = {re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in needed if "extra ==" not in each}
    missing = sorted(names - versions.keys())
    if missing and not getattr(sys, "frozen", False):
        action = InstallRequirements(tuple(missing))
        text = f"missing: {', '.join(missing)}"
        yield Finding("Packages", text, "Install Runner again.", action, broken=True)
    if there := sorted(names & versions.keys()):
        yield Finding("Packages", ", ".join(f"{name} {versions[name]}" for name in there))
    lock = resources.folder("_requirements", "packaging/requirements") / "runtime.txt"
    if untested := ", ".join(_untested(lock.read_text(encoding="utf-8"), versions)):
        text = f"other versions than Runner was tested with: {untested}"
        fix = "That is usually fine. If something fails, install the tested ones."
        yield Finding("Packages", text, fix, InstallRequirements(lock=str(lock)))


def _untested(lock: str, versions: dict[str, str]) -> Iterator[str]:
    """Yield each installed package whose version is not in the lock, with those that are."""
    locked: dict[str, list[str]] = {}
    for name, version, than, minor in _LOCKED.findall(lock):
        if not than or (sys.version_info[:2] >= (3, int(minor))) == (than == ">="):
            locked.setdefault(name, []).append(version)
    for name, tested in locked.items():
        if name in versions and versions[name] not in tested:
            yield f"{name} {versions[name]} ({' or '.join(tested)})"


def paper(_: Target) -> Iterator[Finding]:
    """Yield a problem where Pango, or a font for some script, is missing; prints all to see it."""
    from runner.render.documents.pdf import PangoMissing, how_to_install, render
    from runner.render.fonts import for_paper

    letters = "".join(f"<p>{escape(each)}</p>" for each in SCRIPTS.values())
    style = f'{for_paper(inside=False)} p {{ font-family: "Runner Sans", sans-serif }}'
    try:
        missing = render(f"<html lang=en><style>{style}</style>{letters}").missing
    except PangoMissing:
        text = "Pango is missing: paper comes out as HTML, to print from a browser"
        yield Finding("Paper", text, how_to_install())
        return
    yield Finding("Paper", "PDF, by WeasyPrint and Pango")
    lacking = [script for script, letters in SCRIPTS.items() if missing & set(letters)]
    text = listed([script for script in SCRIPTS if script not in lacking])
    text += f"; on paper no font has {listed(lacking)}" * bool(lacking)
    fix, action = "Install the Noto fonts for it (fonts.google.com/noto).", None
    if sys.platform == "win32":
        fix = "Settings, Time & language, Language: add the language, which brings its fonts."
    elif sys.platform != "darwin":
        action = InstallPackages(("fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji"))
    yield Finding("Letters", text, fix if lacking else "", action if lacking else None)


def office(_: Target) -> Iterator[Finding]:
    """Yield a problem where no program that edits workbooks is found."""
    excel = any(Path(each).exists() for each in EXCEL)
    programs = [name for name, there in (("LibreOffice", libreoffice()), ("Excel", excel)) if there]
    fix = "Install LibreOffice (libreoffice.org), or open the workbook in any program for .xlsx."
    text = " and ".join(programs) or "neither LibreOffice nor Excel"
    yield Finding("Office", f"{text} found", "" if programs else fix)


def network(target: Target) -> Iterator[Finding]:
    """Yield the address of `runner serve`; a problem for no network or a port that is taken."""
    from runner.app.serve.announce import addresses
    from runner.app.serve.ports import FIRST, expected

    port = expected(target.site) if target.site else FIRST
    if not (hosts := addresses()):
        fix = "Join the hall’s network, or open a hotspot on a telephone and join that."
        yield Finding("Network", "none was found: telephones cannot reach this computer", fix)
        return
    try:
        socket.create_server(("", port)).close()
        yield Finding("Network", f"the pages would be at http://{hosts[0]}:{port}/")
    except OSError:
        text = f"http://{hosts[0]}, but port {port} is taken"
        yield Finding("Network", text, "Nothing to do if it is shown already.", Serve())


def firewall(_: Target) -> Iterator[Finding]:
    """Yield how to open the firewall of Windows and macOS, and a problem for one of Linux."""
    if sys.platform in FIREWALLS:
        yield Finding("Firewall", FIREWALLS[sys.platform])
    elif UFW.is_file() and "ENABLED=yes" in UFW.read_text("utf-8", "replace").split():
        yield Finding("Firewall", "ufw is on", action=OpenPorts("ufw", 8000, 8099))
    elif FIREWALLD.exists():
        yield Finding("Firewall", "firewalld is on", action=OpenPorts("firewalld", 8000, 8099))
    else:
        text = "none was seen on this computer; the hall’s network may have its own"
        yield Finding("Firewall", text)
