"""A result that states outcomes: the winner, a draw, or one outcome or number of points a seat."""

from collections.abc import Sequence
from fractions import Fraction

from runner.core import numbers as fractions
from runner.core.event import Outcome, seat_letter
from runner.core.results import star
from runner.core.results.seated import Across, ResultError, Setting, seat_of, unknown
from runner.core.results.words import ALL_DRAW, GIVEN_UP, NOBODY, OUTCOMES, PARTS


def stated(
    text: str, setting: Setting
) -> tuple[tuple[Outcome, ...], tuple[Fraction | None, ...] | None]:
    """The outcome of each seat, and points where the text gives points."""
    count = len(setting.names)
    outcomes: list[Outcome | None] = [None] * count
    points: list[Fraction | None] = [None] * count
    usual: Outcome | None = None
    # A name may hold a comma ("Example, Ana"), so the whole text is tried as one seat first.
    tokens = [text] if seat_of(text, setting) is not None else PARTS.split(text)
    if isinstance(setting.order, Across):
        tokens = star.apart(tokens, setting)
    for token in filter(None, tokens):
        if token.casefold() in ALL_DRAW:
            usual = Outcome.DRAW
        elif token.casefold() in NOBODY:
            usual = Outcome.LOSS
        elif (winner := seat_of(token, setting)) is not None:
            outcomes[winner], usual = Outcome.WIN, usual or Outcome.LOSS
        else:
            at, outcome, amount = one_seat(token, setting)
            outcomes[at], points[at] = outcome, amount
    if usual is None and Outcome.WIN in outcomes:
        usual = Outcome.LOSS
    if usual is None and count == 2 and not set(outcomes).isdisjoint(GIVEN_UP):
        usual = Outcome.WIN
    missing = [seat_letter(at) for at, outcome in enumerate(outcomes) if outcome is None]
    if missing and usual is None:
        raise ResultError(f"“{text}” says nothing about seat {', '.join(missing)}.")
    found = tuple(outcome or usual or Outcome.LOSS for outcome in outcomes)
    _possible(text, found, setting)
    return found, tuple(points) if Outcome.POINTS in found else None


def one_seat(token: str, setting: Setting) -> tuple[int, Outcome, Fraction | None]:
    """ "C conceded", "Ana no-show", "B 3"."""
    words = token.split()
    for split in range(len(words) - 1, 0, -1):
        said = " ".join(words[split:]).casefold()
        at = seat_of(" ".join(words[:split]), setting)
        if at is None:
            continue
        if said in OUTCOMES:
            return at, OUTCOMES[said], None
        try:
            amount = fractions.exact(said)
        except ValueError:
            continue
        _sensible(token, amount)
        return at, Outcome.POINTS, amount
    raise unknown(token, setting)


def _possible(text: str, outcomes: Sequence[Outcome], setting: Setting) -> None:
    winners = [at for at, outcome in enumerate(outcomes) if outcome is Outcome.WIN]
    if len(winners) > 1 and isinstance(setting.order, Across):
        if not star.may_both_win(winners):
            raise star.impossible(winners)
    elif len(winners) > 1:
        raise ResultError(f"“{text}” makes more than one seat win.")
    if Outcome.WIN in outcomes and Outcome.DRAW in outcomes:
        raise ResultError(f"“{text}” has a winner and a draw at one table.")
    if Outcome.POINTS in outcomes and any(outcome is not Outcome.POINTS for outcome in outcomes):
        raise ResultError(
            f"“{text}” gives points to some seats only.", "Give every seat its points: A 3, B 1."
        )


def _sensible(token: str, points: Fraction) -> None:
    """Refuse points that no match brings, and those that nobody can have meant so exactly."""
    most = fractions.MOST_POINTS
    if abs(points) > most:
        why = f"“{token}” is more than a match can bring: points go up to {most}."
        raise ResultError(why, "Type each seat’s points, such as A 3, B 1.")
    if not fractions.plain_fraction(points):
        why = f"“{token}” is too fine: points have six decimals at most."
        raise ResultError(why, "Type each seat’s points, such as A 2.5, or A 1/3.")
