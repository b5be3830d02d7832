"""Prizes by place, as an organiser types them: "1: 200 €; 2-4: 50 €"."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runner.core import names

_LINE = re.compile(r"([0-9]{1,5})\s*(?:(?:[-–—]|\bto\b)\s*([0-9]{1,5})\s*)?[:=]\s*(.*\S)", re.ASCII)


class Prize(NamedTuple):
    """The prize of each place from `first` to `last`."""

    first: int
    last: int
    what: str

    def __str__(self) -> str:
        places = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{places}: {self.what}"


class Understood(NamedTuple):
    """The prizes by place, and each text that is not a prize, with the reason."""

    prizes: tuple[Prize, ...]
    wrong: tuple[tuple[str, str], ...]


def prizes(typed: str) -> Understood:
    """Return the prizes in a text, separated by semicolons or line ends; the first of two for one
    place counts."""
    understood, wrong = list[Prize](), list[tuple[str, str]]()
    for text in filter(None, map(names.clean, re.split(r"[;；\n]", typed))):
        if (match := _LINE.fullmatch(text)) is None:
            wrong.append((text, "is no place with a prize"))
            continue
        prize = Prize(int(match[1]), int(match[2] or match[1]), match[3])
        if not 1 <= prize.first <= prize.last:
            wrong.append((text, "has no such places"))
        elif taken := next((each for each in understood if _shares(each, prize)), None):
            wrong.append((text, f"is for a place that “{taken}” is for already"))
        else:
            understood.append(prize)
    return Understood(tuple(sorted(understood)), tuple(wrong))


def spelled(given: Iterable[Prize]) -> str:
    """Return the prizes as an organiser types them."""
    return "; ".join(map(str, given))


def for_places(given: Sequence[Prize], first: int, last: int) -> tuple[Prize, ...]:
    """Return the prizes of these places, which one player has or several share."""
    return tuple(
        Prize(max(each.first, first), min(each.last, last), each.what)
        for each in given
        if each.first <= last and first <= each.last
    )


def _shares(one: Prize, other: Prize) -> bool:
    return one.first <= other.last and other.first <= one.last
