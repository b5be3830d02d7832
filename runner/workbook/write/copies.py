"""Second versions of a workbook that sync folders and people put beside it, told by their names."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

_CONFLICT = re.compile(
    r" ?\((?:[^()]*[ -])?(?:conflicted|conflict|case conflict)(?: copy)?[^()]*\)"  # Dropbox, ...
    r"| ?\([^()]*(?:in konflikt|(?:en|in|em) confli\w+|競合)[^()]*\)"  # in other languages
    r"|\.sync-conflict-[0-9]{8}-[0-9]{6}(?:-\w+)?"  # Syncthing
    r"|[._ -]conflict(?:[._ -]?\w+)*"  # Resilio, ownCloud and others
    r"|-(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]*(?:-[0-9]+)?",  # OneDrive: the computer's name
    re.IGNORECASE,
)
_OTHER_FORMATS = frozenset(
    {".ods", ".fods", ".xls", ".xlsm", ".xlsb", ".xltx", ".numbers", ".csv", ".tsv"}
)
_SAYS_SO = re.compile(r"conflict|konflikt|conflit|競合", re.IGNORECASE)
_COMPUTER = re.compile(r"-[A-Z0-9-]*[A-Z][A-Z0-9-]*$")
_COPY = re.compile(r" ?\([0-9]{1,3}\)| - [Cc]opy(?: ?\([0-9]{1,3}\))?| copy(?: [0-9]{1,3})?")


def second_versions(workbooks: Sequence[Path]) -> tuple[Path, dict[Path, str]] | None:
    """Return the workbook that all the others are second versions of, and how each came about:
    "conflict" or "copy". None if they are separate workbooks."""
    if len(workbooks) == 1:
        return workbooks[0], {}
    for first in sorted(workbooks, key=lambda path: len(path.name)):
        others = {path: _kind(first.stem, path.stem) for path in workbooks if path != first}
        if all(others.values()):
            return first, others
    return None


def alone_as_second(stem: str) -> str:
    """Return what the workbook is called of which this, by its name without ".xlsx", is a second
    version; "" where it may well be the only one. A computer's name behind a dash is no sign:
    somebody may have chosen it."""
    for at in range(1, len(stem)):
        rest = stem[at:]
        if _CONFLICT.fullmatch(rest) and _SAYS_SO.search(rest):
            return stem[:at]
    return ""


def in_other_formats(workbook: str, files: Iterable[Path]) -> list[Path]:
    """Return spreadsheets in other formats that are named like the workbook (or it and a sheet):
    what is typed there does not count."""
    own = re.compile(rf"(?:copy of )?{re.escape(workbook)}(?:[\W_].*)?", re.IGNORECASE)
    return sorted(
        path for path in files if is_other_format(path) and own.fullmatch(path.stem) is not None
    )


def is_other_format(path: Path) -> bool:
    """Return whether that is a spreadsheet that is not read, by its name; an editor's lock is
    none."""
    return path.suffix.lower() in _OTHER_FORMATS and not path.name.startswith(("~$", "."))


def _kind(stem: str, other: str) -> str:
    if other == f"Copy of {stem}":
        return "copy"
    if not other.startswith(stem):
        return ""
    rest = other[len(stem) :]
    if _COPY.fullmatch(rest):
        return "copy"
    computer = rest.startswith("-") and not rest.lower().startswith("-conflict")
    if _CONFLICT.fullmatch(rest) and (not computer or _COMPUTER.match(rest)):
        return "conflict"
    return ""
