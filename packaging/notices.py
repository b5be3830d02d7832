"""The licences of everything that the standalone program brings along, as one text.

Of a Python package it is what its own metadata holds; of a library what the system keeps beside it:
Debian in /usr/share/doc, Homebrew in the library's folder, MSYS2 in share/licenses.
"""

import ctypes.util
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path

Entry = tuple[str, str, str]  # as PyInstaller lists a file: where it goes, where it is, what it is

_LICENCE = re.compile(r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|OFL)[^/]*$", re.IGNORECASE)
_COMMON = Path("/usr/share/common-licenses")
_NAMED = re.compile(r"/usr/share/common-licenses/([\w.-]*\w)")
_LINE = "=" * 78


def library(name: str) -> str | None:
    """The file of a shared library of this machine."""
    if sys.platform == "win32":
        found = [path for folder in _windows() for path in sorted(folder.glob(f"lib{name}-*.dll"))]
    else:
        found = [path for folder in _folders() for path in sorted(folder.glob(f"lib{name}.*"))]
        found = [path for path in found if re.search(r"\.so\.\d+$|\.\d+\.dylib$", path.name)]
    return str(found[0]) if found else ctypes.util.find_library(name)


def _windows() -> list[Path]:
    return [Path("C:/msys64/ucrt64/bin")]


def _folders() -> list[Path]:
    kind = sysconfig.get_config_var("MULTIARCH") or ""
    named = ["/opt/homebrew/lib", "/usr/local/lib"] if sys.platform == "darwin" else []
    return [
        Path(each)
        for each in (*named, f"/usr/lib/{kind}", f"/lib/{kind}", "/usr/lib64", "/usr/lib")
    ]


def notices(pure: Iterable[Entry], binaries: Iterable[Entry]) -> str:
    """The text; raises SystemExit where something is brought along whose licence is not found."""
    pure, binaries = list(pure), list(binaries)
    parts = {
        "Python " + sys.version.split()[0]: [_python()],
        **_of_packages({source for _, source, _ in (*pure, *binaries) if source}),
        **_of_libraries({source for _, source, _ in binaries}),
    }
    bare = [name for name, texts in parts.items() if not texts]
    if bare:
        raise SystemExit("No licence was found of: " + ", ".join(sorted(bare)))
    whole = "\n\n".join(
        f"{_LINE}\n{name}\n{_LINE}\n\n" + "\n\n".join(texts)
        for name, texts in sorted(parts.items(), key=lambda part: part[0].casefold())
    )
    return (
        f"{_HEAD}\n\n"
        + "\n".join(sorted(parts, key=str.casefold))
        + f"\n\n{whole}\n{_shared(whole)}"
    )


_HEAD = """Runner brings along the programs and libraries below, each under its own licence. The
shared libraries lie as files in the folder _internal: whoever wants to can put others there."""


def _python() -> str:
    places = (
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"),
    )
    return next(_text(path) for path in places if path.is_file())


def _of_packages(sources: set[str]) -> Mapping[str, list[str]]:
    """By the name of each package that one of the files belongs to."""
    found = {}
    real = {str(Path(source).resolve()) for source in sources}
    for package in distributions():
        files = package.files or []
        mine = {str(Path(str(package.locate_file(file))).resolve()) for file in files}
        name = package.metadata["Name"]
        if (mine & real or name.lower() == "pyinstaller") and not name.startswith("runner-"):
            found[f"{name} {package.version}"] = [*_texts(package)]
    return found


def _texts(package: Distribution) -> Iterator[str]:
    for file in package.files or []:
        if _LICENCE.search(str(file).replace("\\", "/")) and not str(file).endswith(
            (".py", ".pyc")
        ):
            path = Path(str(package.locate_file(file)))
            if path.is_file():
                yield _text(path)
                continue
    said = package.metadata.get("License-Expression") or package.metadata.get("License")
    kinds = [each for each in package.metadata.get_all("Classifier") or [] if "License ::" in each]
    if said or kinds:
        yield f"{package.metadata['Name']}: {said or kinds[0].rpartition(':: ')[2]}"


def _of_libraries(sources: set[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for source in sorted(sources):
        for real in {Path(source), Path(source).resolve()}:
            for name, texts in _of_library(real):
                found.setdefault(name, [*texts])
    return found


def _of_library(file: Path) -> Iterator[tuple[str, list[str]]]:
    parts = file.parts
    if "Cellar" in parts:  # /opt/homebrew/Cellar/pango/1.56.4/lib/...
        at = parts.index("Cellar")
        keg = Path(*parts[: at + 3])
        yield (
            " ".join(parts[at + 1 : at + 3]),
            [_text(path) for path in keg.glob("*") if _is_licence(path)],
        )
    elif "msys64" in parts:
        yield from _of_msys(file)
    elif sys.platform == "linux" and (package := _debian(str(file))):
        folder = Path("/usr/share/doc", package.partition(":")[0])
        yield (
            f"{package} (Debian)",
            [_text(folder / "copyright")] if (folder / "copyright").is_file() else [],
        )


def _is_licence(path: Path) -> bool:
    return path.is_file() and _LICENCE.search(path.name) is not None


def _of_msys(file: Path) -> Iterator[tuple[str, list[str]]]:
    asked = subprocess.run(
        ["C:/msys64/usr/bin/pacman", "-Qqo", file.as_posix()], capture_output=True, text=True
    )
    package = asked.stdout.strip()
    folder = Path("C:/msys64/ucrt64/share/licenses", package.removeprefix("mingw-w64-ucrt-x86_64-"))
    if package:
        yield package, [_text(path) for path in sorted(folder.rglob("*")) if path.is_file()]


@cache
def _debian(file: str) -> str:
    asked = subprocess.run(["dpkg", "-S", file], capture_output=True, text=True)
    return asked.stdout.partition(": ")[0].split(",")[0] if asked.returncode == 0 else ""


def _shared(whole: str) -> str:
    """The licences that Debian's texts only name."""
    names = sorted(set(_NAMED.findall(whole)))
    return "".join(
        f"\n{_LINE}\n{name}\n{_LINE}\n\n{_text(_COMMON / name)}\n"
        for name in names
        if (_COMMON / name).is_file()
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip()
