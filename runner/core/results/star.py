"""Results of Two-Color Star, where whoever sees both opponents out has won, and two can at once.

    A                  seat A won
    A & B, A, B win    both won at once: neighbours, who have an opponent in common
    C, D               C went out, then D: both opponents of A, who has won
    C, A, D            ... but A was out already: with D out nobody has won, and the table plays on
    C+D                C and D went out at once

The seats are a circle of five, neighbours neutral: the opponents are the two across.
"""

import re
from collections.abc import Sequence

from runner.core.event import Outcome, seat_letter
from runner.core.phrases import listed
from runner.core.results.seated import ResultError, Setting, seat_of
from runner.core.results.words import SEVERAL

SIDES = 5
_NEXT = re.compile(r"\s*(?:[,;]|-*>|→)\s*")
_AT_ONCE = re.compile(r"\s*[+=&]\s*|\s+and\s+", re.I)
_WIN = re.compile(r"(.+?)\s+(?:both\s+)?(?:wins?|won)", re.I)
_HOW = (
    "Type the winner’s letter; where two won at once, both: “A & B”; or who went out, in order, "
    "up to the win: “C, D”."
)


def opponents(seat: int) -> tuple[int, int]:
    """The seats across from one."""
    return (seat + 2) % SIDES, (seat + 3) % SIDES


def ended(text: str, setting: Setting) -> tuple[Outcome | None, ...] | None:
    """The outcome of each seat where the result says that two have won at once, or who went out,
    in order; None each while that makes no winner, and None for any other result."""
    if len(setting.names) != SIDES or seat_of(text, setting) is not None:
        return None
    if (both := _both(text, setting)) is not None:
        return _outcomes(both)
    groups = _order(text, setting)
    return None if groups is None else _after(text, groups)


def apart(tokens: Sequence[str], setting: Setting) -> list[str]:
    """The parts of a result, two winners in one of them taken apart: "A & B, C penalty"."""
    return [
        part
        for token in tokens
        for part in ([token] if seat_of(token, setting) is not None else SEVERAL.split(token))
    ]


def may_both_win(winners: Sequence[int]) -> bool:
    """Whether these have an opponent in common, whose end made both win."""
    one, two, *more = winners
    return not more and bool({*opponents(one)} & {*opponents(two)})


def impossible(winners: Sequence[int]) -> ResultError:
    """What is wrong where others than two neighbours are to have won."""
    letters = listed([seat_letter(at) for at in winners])
    if len(winners) > 2:
        return ResultError(f"{letters} cannot all have won: two can, at the most.", _HOW)
    return ResultError(
        f"{letters} are opponents, so they cannot both have won: only neighbours can.", _HOW
    )


def _both(text: str, setting: Setting) -> tuple[int, ...] | None:
    """The seats of "A & B", "A and B win"."""
    said = _WIN.fullmatch(text)
    parts = SEVERAL.split(said[1] if said else text)
    if len(parts) < 2 or ("+" in text and not said):
        return None
    seats = [seat_of(part, setting) for part in parts]
    found = tuple(seat for seat in seats if seat is not None)
    if len(found) < len(parts):
        return None
    if len(set(found)) < 2 or not may_both_win(found):
        raise impossible(found)
    return found


def _order(text: str, setting: Setting) -> list[tuple[int, ...]] | None:
    """Who went out, in order; None where that is not all that is said."""
    tokens = [token for token in _NEXT.split(text) if token]
    groups = []
    for token in tokens:
        seats = [seat_of(part, setting) for part in _AT_ONCE.split(token)]
        if None in seats:
            return None
        groups.append(tuple(seat for seat in seats if seat is not None))
    out = [seat for group in groups for seat in group]
    if len(out) < 2:
        return None
    twice = next((seat for seat in out if out.count(seat) > 1), None)
    if twice is not None:
        raise ResultError(f"“{text}” has {seat_letter(twice)} go out twice.", _HOW)
    return groups


def _after(text: str, groups: Sequence[tuple[int, ...]]) -> tuple[Outcome | None, ...]:
    """How the game stands after these went out."""
    gone: set[int] = set()
    for at, group in enumerate(groups, 1):
        gone |= {*group}
        won = [seat for seat in range(SIDES) if seat not in gone and {*opponents(seat)} <= gone]
        if won and at < len(groups):
            letters = listed([seat_letter(seat) for seat in won])
            raise ResultError(f"“{text}” goes on after {letters} had won.", _HOW)
        if won:
            return _outcomes(won)
    if len(gone) == SIDES:
        return (Outcome.DRAW,) * SIDES
    return (None,) * SIDES


def _outcomes(won: Sequence[int]) -> tuple[Outcome, ...]:
    return tuple(Outcome.WIN if seat in won else Outcome.LOSS for seat in range(SIDES))
