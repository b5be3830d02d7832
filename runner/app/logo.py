"""The picture beside the workbook that pages show beside the event's name."""

from pathlib import Path

from runner.core.event import Event
from runner.core.problems import Problem, warning
from runner.disk import NotAFileError, read_regular_file

_MOST = 300_000  # bytes: it is loaded with every page
_NAMES = {".jpeg": ".jpg"}


def logo(root: Path, event: Event) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    """The file of the site that it becomes, and what is wrong with it; nothing where none is
    asked for."""
    if not event.logo:
        return {}, ()
    path = root / event.logo
    try:
        size = path.stat().st_size
        content = read_regular_file(path) if size <= _MOST else b""
    except (OSError, NotAFileError):
        what = f"There is no picture “{event.logo}” beside the workbook, so pages have no logo."
        return {}, (
            warning(
                "event.logo-missing", event.at("logo"), what, "Put it there, or type another name."
            ),
        )
    if size > _MOST:
        what = f"“{event.logo}” has {size // 1000} kB, too many for every page to load."
        fix = f"Make it smaller: {_MOST // 1000} kB at most."
        return {}, (warning("event.logo-unusable", event.at("logo"), what, fix),)
    ending = path.suffix.lower()
    return {f"static/logo{_NAMES.get(ending, ending)}": content}, ()
