"""The findings of `runner doctor`, and the report made of them."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from runner.app.event_folder import EventFolder
from runner.core import names
from runner.core.actions import Action, Parts
from runner.render.wording import in_terminal


class Target(NamedTuple):
    """What to examine: an event, if any, and the folder of its site."""

    event: EventFolder | None = None
    site: Path | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: about what, how it is, and what to do, if anything."""

    about: str
    text: str
    fix: str = ""
    action: Action | None = None
    broken: bool = False

    @property
    def parts(self) -> Parts:
        """What to do; () where all is well."""
        return tuple(filter(None, (_shown(self.fix), self.action)))

    @property
    def grade(self) -> str:
        """How it is: "ok", "look" (it may fail, or is slower) or "broken"."""
        return "broken" if self.broken else "look" if self.parts else "ok"


def document(
    findings: Iterable[Finding], at: str, words: Callable[..., Any] = in_terminal
) -> dict[str, Any]:
    """Return the report as JSON has it, with what to do as `words` returns its parts."""
    lines = [
        {"about": each.about, "grade": each.grade, "text": _shown(each.text),
         "fix": words(*each.parts)}
        for each in findings
    ]  # fmt: skip
    counts = {grade: sum(line["grade"] == grade for line in lines) for grade in ("broken", "look")}
    return {"format": "runner-doctor/1", "at": at, **counts, "findings": lines}


def page(report: Mapping[str, Any], title: str = "runner doctor") -> str:
    """Return the report as aligned lines of text; the last one counts what needs attention."""
    width = max(len(line["about"]) for line in report["findings"])
    lines = [f"{title}, {report['at']}"]
    for line in report["findings"]:
        lines.append(f"{line['grade']:<6}  {line['about']:<{width}}  {line['text']}")
        if line["fix"]:
            lines.append(f"{'':<6}  {'':<{width}}  -> {line['fix']}")
    look = f"{report['look']} to look at."
    total = f"Nothing is broken; {look}" if report["look"] else "All is well."
    return "\n".join([*lines, f"{report['broken']} broken, {look}" if report["broken"] else total])


def _shown(text: str) -> str:
    """Return a text as one line without escape codes, which a folder's name may hold, and with "~"
    in place of the home folder, which holds somebody's name."""
    text = names.prose(" ".join(text.splitlines()))
    try:
        homes = {str(Path.home()), os.path.realpath(Path.home())} - {Path.home().anchor}
    except RuntimeError:  # this user has none
        return text
    flags = re.IGNORECASE if os.name == "nt" else 0
    for home in sorted(homes, key=len, reverse=True):
        text = re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text, flags=flags)
    return text
