"""What places are given: "1: 200 €; 2-4: 50 €", as an organiser types it."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runner.core import names

_LINE = re.compile(r"([0-9]{1,5})\s*(?:(?:[-–—]|\bto\b)\s*([0-9]{1,5})\s*)?[:=]\s*(.*\S)", re.ASCII)


class Prize(NamedTuple):
    """What each of these places is given."""

    first: int
    last: int
    what: str

    def __str__(self) -> str:
        places = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{places}: {self.what}"


class Understood(NamedTuple):
    """The prizes by place, and each text that is none, with why."""

    prizes: tuple[Prize, ...]
    wrong: tuple[tuple[str, str], ...]


def prizes(typed: str) -> Understood:
    """Those that are typed, parted by semicolons or line ends; of two for one place the first."""
    found, wrong = list[Prize](), list[tuple[str, str]]()
    for text in filter(None, map(names.clean, re.split(r"[;；\n]", typed))):
        if (read := _LINE.fullmatch(text)) is None:
            wrong.append((text, "is no place with a prize"))
            continue
        prize = Prize(int(read[1]), int(read[2] or read[1]), read[3])
        if not 1 <= prize.first <= prize.last:
            wrong.append((text, "has no such places"))
        elif taken := next((each for each in found if _shares(each, prize)), None):
            wrong.append((text, f"is for a place that “{taken}” is for already"))
        else:
            found.append(prize)
    return Understood(tuple(sorted(found)), tuple(wrong))


def spelled(found: Iterable[Prize]) -> str:
    """The same as an organiser types it."""
    return "; ".join(map(str, found))


def for_places(found: Sequence[Prize], first: int, last: int) -> tuple[Prize, ...]:
    """The prizes of places that are shared, or of one, as far as they are for these."""
    return tuple(
        Prize(max(each.first, first), min(each.last, last), each.what)
        for each in found
        if each.first <= last and first <= each.last
    )


def _shares(one: Prize, other: Prize) -> bool:
    return one.first <= other.last and other.first <= one.last
