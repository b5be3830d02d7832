"""The page itself: aligned lines, and nobody's home folder."""

import os
import re
from collections.abc import Collection
from pathlib import Path

from runner.app.doctor.findings import Finding, Grade

_FLAGS = re.IGNORECASE if os.name == "nt" else 0


def page(findings: Collection[Finding], at: str) -> str:
    """All lines under a heading, and in the last one how many need something."""
    width = max(len(each.about) for each in findings)
    lines = [f"runner doctor, {at}"]
    for each in findings:
        lines.append(f"{each.grade:<6}  {each.about:<{width}}  {each.said}")
        if each.fix:
            lines.append(f"{'':<6}  {'':<{width}}  -> {each.fix}")
    return without_home("\n".join([*lines, _sum(findings)]))


def _sum(findings: Collection[Finding]) -> str:
    numbers = {grade: sum(each.grade is grade for each in findings) for grade in Grade}
    if numbers[Grade.BROKEN]:
        return f"{numbers[Grade.BROKEN]} broken, {numbers[Grade.LOOK]} to look at."
    if numbers[Grade.LOOK]:
        return f"Nothing is broken; {numbers[Grade.LOOK]} to look at."
    return "All is well."


def without_home(text: str) -> str:
    """The text with ~ for the home folder, which has somebody's name in it."""
    try:
        homes = {str(Path.home()), os.path.realpath(Path.home())}
    except RuntimeError:  # this user has none
        return text
    for home in sorted(homes, key=len, reverse=True):
        if home != Path(home).anchor:
            text = re.sub(rf"{re.escape(home)}(?![\w.-])", "~", text, flags=_FLAGS)
    return text
