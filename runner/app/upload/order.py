"""In which order files are sent, so that no visitor meets a page that leads nowhere.

What pages load comes first, then pages that are new, then those that lead to them, then the files
by which an open page notices that something is new. What no page leads to any more goes last.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

NOTICES = frozenset({"version.js", "pulse.js"})
"""The names of files by which open pages and screens notice that something is new."""
_PAGES = frozenset({".html", ".htm"})
_LINKED = "cards/"  # pictures that only other programs show, beside a link
_LISTS = frozenset({".xml", ".ics"})  # feed, map of the site and calendar, which lead to pages


@dataclass(frozen=True, slots=True)
class Plan:
    """What an upload does: `stages` of names to be written, one after the other, then the names
    that are `removed`."""

    stages: tuple[tuple[str, ...], ...]
    removed: tuple[str, ...]

    @property
    def written(self) -> tuple[str, ...]:
        """All names to be written."""
        return tuple(name for stage in self.stages for name in stage)

    @property
    def empty(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.stages or self.removed)


def plan(here: Mapping[str, str], there: Mapping[str, str], unknown: Iterable[str]) -> Plan:
    """Return what makes a target hold the files of `here`: hashes by name. `there` are those that
    the target is known to hold, and `unknown` names of which an interrupted upload may have written
    anything."""
    doubtful = set(unknown)
    changed = [n for n, checksum in here.items() if there.get(n) != checksum or n in doubtful]
    removed = sorted((there.keys() | doubtful) - here.keys())
    stages: dict[int, list[str]] = {}
    for name in sorted(changed):
        stages.setdefault(_stage(name, is_new=name not in there), []).append(name)
    return Plan(tuple(tuple(stages[at]) for at in sorted(stages)), tuple(removed))


def _stage(name: str, *, is_new: bool) -> int:
    path = PurePosixPath(name)
    if path.name in NOTICES:
        return 5
    if name.startswith(_LINKED) or path.suffix in _LISTS:
        return 4
    if path.suffix in _PAGES:
        return 2 if is_new else 3
    return 1 if name.startswith("data/") else 0
