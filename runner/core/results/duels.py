"""A match of two teams whose members play a match each, seat against seat: "2-1, 0-2, 2-1".

Each group are the games of one seat, those of the first team first, then drawn ones if any; who has
more of them wins that seat, and the team with more seats wins. Of a seat that was not played out,
once the match was decided, stands 0-0: it counts for nobody.
"""

import re
from collections.abc import Sequence

from runner.core.results.seated import SEATS, ResultError

Duel = tuple[int, int, int]
"""The games that the first team's player won, the other's, and drawn ones."""

_GROUP = r"\d{1,2}(?:\s*[-–—−:]\s*\d{1,2}){1,2}"
_DUELS = re.compile(rf"\s*{_GROUP}(?:\s*[,;/\s]\s*{_GROUP})+\s*")


def are_duels(text: str) -> bool:
    """Whether a text gives the games of several seats."""
    return _DUELS.fullmatch(text) is not None


def read_duels(text: str, column: str) -> tuple[Duel, ...]:
    """The games of each seat; raises ResultError where they are not those of three seats."""
    groups = [list(map(int, re.findall(r"\d+", each))) for each in re.findall(_GROUP, text)]
    if len(groups) != SEATS:
        raise ResultError(
            f"“{text.strip()}” gives the games of {len(groups)} seats; a team has {SEATS}.",
            "Type one group for each seat, A first; 0-0 for a seat that was not played out.",
            column,
        )
    return tuple((group[0], group[1], sum(group[2:])) for group in groups)


def score(duels: Sequence[Duel]) -> tuple[tuple[int, int], int]:
    """The seats that each team won, and drawn ones."""
    won = sum(one > two for one, two, _ in duels), sum(two > one for one, two, _ in duels)
    return won, sum(one == two and any((one, drawn)) for one, two, drawn in duels)


def duels_text(duels: Sequence[Duel]) -> str:
    """What to type, in one word: "2-1/0-2/2-1"."""
    groups = ((one, two, *((drawn,) if drawn else ())) for one, two, drawn in duels)
    return "/".join("-".join(map(str, group)) for group in groups)
