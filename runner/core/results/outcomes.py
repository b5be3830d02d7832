"""Results that state outcomes: the winner, a draw, or one outcome or number of points per seat.

At a table of Two-Color Star, a player wins when both opponents are out, so two can win together:

    A                  seat A won
    A & B, A, B win    both won together: neighbours, who have an opponent in common
    C, D               C went out, then D: both opponents of A, who has won
    C, A, D            ... but A was out already: with D out nobody has won, and the table plays on
    C+D                C and D went out together

The seats are a circle of five. Neighbours are neutral; the opponents are the two across.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from runner.core import numbers as fractions
from runner.core.identifiers import seat_letter
from runner.core.language import listed
from runner.core.results.context import (
    ALL_DRAW,
    BOTH,
    DASHES,
    EVERYBODY,
    GIVEN_UP,
    NOBODY,
    PARTS,
    SEVERAL,
    SPELLED,
    ParseContext,
    ResultError,
    StarWin,
    outcome,
    points_each,
    seat_of,
    unknown,
)
from runner.core.rounds import Outcome

SIDES = 5
_NEXT = re.compile(r"\s*(?:[,;]|-*>|→)\s*")
_AT_ONCE = re.compile(r"\s*[+=&]\s*|\s+and\s+", re.I)
_WIN = re.compile(r"(.+?)\s+(?:both\s+)?(?:wins?|won)", re.I)
_HOW = (
    "Type the winner’s letter; where two won at once, both: “A & B”; or who went out, in order, "
    "up to the win: “C, D”."
)


def opponents(seat: int) -> tuple[int, int]:
    """Return the two seats across from a seat."""
    return (seat + 2) % SIDES, (seat + 3) % SIDES


def star_ended(text: str, context: ParseContext) -> tuple[Outcome | None, ...] | None:
    """Return the outcome of each seat if the result names two winners, or who went out, in order.
    Outcomes are None if that makes no winner yet; for any other result return None."""
    if len(context.names) != SIDES or seat_of(text, context) is not None:
        return None
    if (both := _both(text, context)) is not None:
        return _with_winners(both)
    groups = _groups_out(text, context)
    return None if groups is None else _after(text, groups)


def may_both_win(winners: Sequence[int]) -> bool:
    """Return whether these seats have an opponent in common, whose elimination made both win."""
    one, two, *more = winners
    return not more and bool({*opponents(one)} & {*opponents(two)})


def impossible(winners: Sequence[int]) -> ResultError:
    """Return the error for winners other than two neighbours."""
    letters = listed([seat_letter(at) for at in winners])
    if len(winners) > 2:
        return ResultError("result.too-many-winners",
            f"{letters} cannot all have won: two can, at the most.", _HOW)  # fmt: skip
    return ResultError("result.opponents-won",
        f"{letters} are opponents, so they cannot both have won: only neighbours can.",
        _HOW)  # fmt: skip


def _both(text: str, context: ParseContext) -> tuple[int, ...] | None:
    """Return the seats of "A & B", "A and B win"; None for any other text."""
    match = _WIN.fullmatch(text)
    parts = SEVERAL.split(match[1] if match else text)
    if len(parts) < 2 or ("+" in text and not match):
        return None
    seats = tuple(at for part in parts if (at := seat_of(part, context)) is not None)
    if len(seats) < len(parts):
        return None
    if len(set(seats)) < 2 or not may_both_win(seats):
        raise impossible(seats)
    return seats


def _groups_out(text: str, context: ParseContext) -> list[tuple[int, ...]] | None:
    """Return the seats that went out, in order; None if the text says anything else."""
    groups = []
    for token in filter(None, _NEXT.split(text)):
        parts = _AT_ONCE.split(token)
        groups.append(tuple(at for each in parts if (at := seat_of(each, context)) is not None))
        if len(groups[-1]) < len(parts):
            return None
    out = [seat for group in groups for seat in group]
    if len(out) < 2:
        return None
    twice = next((seat for seat in out if out.count(seat) > 1), None)
    if twice is not None:
        raise ResultError("result.seat-out-twice",
            f"“{text}” has {seat_letter(twice)} go out twice.", _HOW)  # fmt: skip
    return groups


def _after(text: str, groups: Sequence[tuple[int, ...]]) -> tuple[Outcome | None, ...]:
    out: set[int] = set()
    for at, group in enumerate(groups, 1):
        out |= {*group}
        won = [seat for seat in range(SIDES) if seat not in out and {*opponents(seat)} <= out]
        if won and at < len(groups):
            letters = listed([seat_letter(seat) for seat in won])
            raise ResultError(
                "result.goes-on-after-win", f"“{text}” goes on after {letters} had won.", _HOW
            )
        if won:
            return _with_winners(won)
    return (Outcome.DRAW,) * SIDES if len(out) == SIDES else (None,) * SIDES


def _with_winners(won: Sequence[int]) -> tuple[Outcome, ...]:
    return tuple(Outcome.WIN if seat in won else Outcome.LOSS for seat in range(SIDES))


# --- one outcome a seat -------------------------------------------------------------------------


def stated(
    text: str, context: ParseContext
) -> tuple[tuple[Outcome, ...], tuple[Fraction | None, ...] | None]:
    """Return the outcome of each seat, and the points if the text gives points."""
    count = len(context.names)
    outcomes: list[Outcome | None] = [None] * count
    points: list[Fraction | None] = [None] * count
    usual: Outcome | None = None
    won: set[int] = set()
    # A name may hold a comma ("Example, Ana"), so the whole text is tried as one seat first.
    tokens = [text] if seat_of(text, context) is not None else PARTS.split(text)
    if isinstance(context.order, StarWin):
        tokens = [
            part  # two winners may stand in one: "A & B, C penalty"
            for token in tokens
            for part in ([token] if seat_of(token, context) is not None else SEVERAL.split(token))
        ]
    tokens = [part for token in tokens for part in _each(token, context)]
    for token in filter(None, tokens):
        if token.casefold() in ALL_DRAW:
            usual = Outcome.DRAW
        elif token.casefold() in NOBODY:
            usual = Outcome.LOSS
        elif (winner := seat_of(token, context)) is not None:
            won.add(winner)
            usual = usual or Outcome.LOSS
        else:
            at, taken, amount = one_seat(token, context)
            if taken is Outcome.WIN:
                won.add(at)
            else:
                outcomes[at], points[at] = taken, amount
    usual = _won(text, won, outcomes, context) or usual
    if usual is None and Outcome.WIN in outcomes:
        usual = Outcome.LOSS
    if usual is None and count == 2 and not set(outcomes).isdisjoint(GIVEN_UP):
        usual = Outcome.WIN
    missing = [seat_letter(at) for at, outcome in enumerate(outcomes) if outcome is None]
    if missing and usual is None:
        raise ResultError(
            "result.seat-without-outcome", f"“{text}” says nothing about seat {', '.join(missing)}."
        )
    complete = tuple(outcome or usual or Outcome.LOSS for outcome in outcomes)
    _possible(text, complete, context)
    return complete, tuple(points) if Outcome.POINTS in complete else None


def _won(
    text: str, won: Iterable[int], outcomes: list[Outcome | None], context: ParseContext
) -> Outcome | None:
    """Enter the winners among the other outcomes. A winner who lost the match by a penalty or a
    concession has not won: between two the other one has, and Outcome.WIN is returned for it. In a
    pod with no other winner, and for any other contradiction, raise ResultError."""
    lost = {at: outcomes[at] for at in won if outcomes[at] is not None}
    for at in won:
        outcomes[at] = outcomes[at] or Outcome.WIN
    if not lost or (Outcome.WIN in outcomes and lost.keys() < {*won}):
        return None
    at, how = next(iter(lost.items()))
    if context.head_to_head and how in (Outcome.PENALTY_LOSS, Outcome.CONCESSION):
        return Outcome.WIN
    other, letter = seat_letter(0 if at else 1), seat_letter(at)
    loss = f", {letter} {SPELLED[how]}" if how in GIVEN_UP else ""
    ended = "drew" if how is Outcome.DRAW else "lost"
    raise ResultError("result.winner-without-win",
        f"“{text}” says that seat {letter} won and {ended}, so nobody has won.",
        f"Type who won instead, such as “{other}{loss}”, or “draw{loss}”.")  # fmt: skip


def _each(token: str, context: ParseContext) -> list[str]:
    """Return a part about several seats as one part each: "both no-show", "A & B conceded"; else as
    it is."""
    words = token.split()
    for split in range(1, len(words)):
        who, how = " ".join(words[:split]), " ".join(words[split:])
        if outcome(how) not in GIVEN_UP or seat_of(who, context) is not None:
            continue
        seats = [seat_of(part, context) for part in SEVERAL.split(who)]
        if who.casefold() in EVERYBODY or (who.casefold() in BOTH and context.head_to_head):
            seats = [*range(len(context.names))]
        if None not in seats:
            return [f"{seat_letter(seat)} {how}" for seat in seats if seat is not None]
    return [token]


def one_seat(token: str, context: ParseContext) -> tuple[int, Outcome, Fraction | None]:
    """Return seat, outcome and points of "C conceded", "no-show Ana", "B 3". Raise ResultError if
    unclear."""
    words = token.split()
    for split in range(len(words) - 1, 0, -1):
        before, after = " ".join(words[:split]), " ".join(words[split:])
        at = seat_of(before, context)
        if at is None and outcome(after):  # "A - no show"
            at = seat_of(before.rstrip(DASHES), context)
        if at is None:
            first, who = outcome(before.rstrip(DASHES)), seat_of(after, context)
            if who is not None and first in GIVEN_UP:
                return who, first, None
            continue
        if ended := outcome(after):
            return at, ended, None
        try:
            amount = fractions.exact(after)
        except ValueError:
            continue
        _sensible(token, amount, context)
        return at, Outcome.POINTS, amount
    raise unknown(token, context)


def _possible(text: str, outcomes: Sequence[Outcome], context: ParseContext) -> None:
    winners = [at for at, outcome in enumerate(outcomes) if outcome is Outcome.WIN]
    if len(winners) > 1 and isinstance(context.order, StarWin):
        if not may_both_win(winners):
            raise impossible(winners)
    elif len(winners) > 1:
        raise ResultError("result.several-winners", f"“{text}” makes more than one seat win.")
    if Outcome.WIN in outcomes and Outcome.DRAW in outcomes:
        raise ResultError("result.winner-and-draw",
            f"“{text}” has a winner and a draw at one table.")  # fmt: skip
    if Outcome.POINTS in outcomes and any(outcome is not Outcome.POINTS for outcome in outcomes):
        raise ResultError("result.points-of-some-seats",
            f"“{text}” gives points to some seats only.",
            f"Give every seat its points: “{points_each(context)}”.")  # fmt: skip


def _sensible(token: str, points: Fraction, context: ParseContext) -> None:
    """Raise ResultError if points are out of range, or more precise than anybody would type."""
    most = fractions.MOST_POINTS
    if abs(points) > most:
        raise ResultError("result.points-out-of-range",
            f"“{token}” is more than a match can bring: points go up to {most}.",
            f"Type each seat’s points: “{points_each(context)}”.")  # fmt: skip
    if not fractions.plain_fraction(points):
        why = f"“{token}” is too fine: points have six decimals at most."
        some = " or ".join(f"“{points_each(context, first)}”" for first in ("2.5", "1/3"))
        raise ResultError("result.points-too-fine", why, f"Type each seat’s points: {some}.")
