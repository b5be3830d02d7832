"""In which order files are sent, so that no visitor meets a page that leads nowhere.

What pages load comes first, then all that is new, then the pages that lead to it, then the files by
which an open page notices that something is new. What no page leads to any more goes last.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

NOTICES = frozenset({"version.js", "pulse.js"})
"""The names of files by which open pages and screens notice that something is new."""
_HOME = "index.html"  # at which visitors begin, whether anything leads to it or not
_PAGES = frozenset({".html", ".htm"})
_LINKED = "cards/"  # pictures that only other programs show, beside a link
_LISTS = frozenset({".xml", ".ics"})  # feed, map of the site and calendar, which lead to pages
Stages = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an upload does: stages of names to be written, one stage after the other, then the names
    that are `removed`. All that is `new`, and may be missing until then, is among the stages of
    `before`; the pages that may lead to it are among those of `after`."""

    before: Stages
    after: Stages
    removed: tuple[str, ...]
    new: frozenset[str]

    @property
    def written(self) -> tuple[str, ...]:
        """All names to be written."""
        return tuple(name for stage in (*self.before, *self.after) for name in stage)

    @property
    def empty(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.before or self.after or self.removed)


def plan(
    here: Mapping[str, str],
    there: Mapping[str, str],
    unknown: Collection[str] = (),
    missing: Collection[str] = (),
) -> Plan:
    """Return what makes a target hold the files of `here`: hashes by name. `there` are those that
    the target is known to hold, and `unknown` names of which an interrupted upload may have written
    anything, but for those in `missing`, which may not be there."""
    doubtful, present = set(unknown), {*there, *unknown} - {*missing}
    changed = [n for n, checksum in here.items() if there.get(n) != checksum or n in doubtful]
    removed = sorted((there.keys() | doubtful) - here.keys())
    stages: dict[int, list[str]] = {}
    for name in sorted(changed):
        stages.setdefault(_stage(name, is_new=name not in present), []).append(name)
    before, after = (
        tuple(tuple(stages[at]) for at in sorted(stages) if (at > _NEW) is late)
        for late in (False, True)
    )
    return Plan(before, after, tuple(removed), frozenset(changed) - present - {_HOME})


_NEW = 2  # the stage of what is new, if others do not load it


def _stage(name: str, *, is_new: bool) -> int:
    path = PurePosixPath(name)
    stage = 1 if name.startswith("data/") else 0
    if path.suffix in _PAGES:
        stage = 3
    elif name.startswith(_LINKED) or path.suffix in _LISTS:
        stage = 4
    elif path.name in NOTICES:
        stage = 5
    return min(stage, _NEW) if is_new and name != _HOME else stage
