"""Results by order of elimination (docs/rules.md 9), and the infractions that policy names.

The infractions are those of the Magic Infraction Procedure Guide and of the multiplayer addendum
(MAMTR 5.4A).
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from runner.core.results import ByOrder, BySeat, Order, StarWin, Taken
from runner.core.rounds import Elimination, Outcome
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import ResultForm

INFRACTIONS: dict[str, tuple[str, ...]] = {
    "Game play error": (
        "Missed trigger", "Looking at extra cards", "Hidden card error", "Mulligan procedure error",
        "Game rule violation", "Failure to maintain game state",
    ),
    "Tournament error": (
        "Tardiness", "Outside assistance", "Slow play", "Insufficient shuffling",
        "Decklist problem", "Deck problem", "Limited procedure violation",
        "Communication policy violation", "Marked cards",
    ),
    "Unsporting conduct": (
        "Minor", "Major", "Improperly determining a winner", "Bribery and wagering",
        "Aggressive behavior", "Theft of tournament material", "Stalling", "Cheating", "Collusion",
        "Spite play",
    ),
}  # fmt: skip


_LEFT, _LAST = Fraction(1), Fraction(2)


def neighbour_points(game: Elimination, last: Fraction = _LAST) -> tuple[Fraction, ...]:
    """Return the points of each seat in a Melee: 1 each time the player to the left goes out, even
    if the player goes out at the same time; `last` for the last one in. Turns pass to the left, so
    the next seat of the row is the one to the left; seats close up behind players who are out."""
    points = [Fraction(0)] * game.seats
    still_in = list(range(game.seats))
    for group in game.out:
        for at, seat in enumerate(still_in):
            left = still_in[(at + 1) % len(still_in)]
            points[seat] += _LEFT if left in group and left != seat else 0
        still_in = [seat for seat in still_in if seat not in group]
    if game.last is not None:
        points[game.last] += last
    return tuple(points)


def places(game: Elimination) -> tuple[int, ...]:
    """Return the place of each seat in a finished game: those still in are first, and the later a
    player went out, the better. Players who went out together share a place."""
    result = [1] * game.seats
    better = len(game.left)
    for group in reversed(game.out):
        for seat in group:
            result[seat] = better + 1
        better += len(group)
    return tuple(result)


def won_by(rules: Ruleset) -> Order | None:
    """Return how a table is won if neither a game nor the games of a match decide it, else None."""
    variant = rules.played_as
    if variant is None:
        return None
    if variant.form is ResultForm.DUELS:
        return BySeat()
    if variant.across:
        return StarWin()
    if variant.form is not ResultForm.ORDER:
        return None
    if variant.neighbours and rules.scoring != "placement":
        return ByOrder(partial(_neighbours, rules.win), by_winner=False)
    return LAST_ONE


def _neighbours(last: Fraction, game: Elimination) -> Sequence[Taken]:
    """Return the points of each seat, with a win for the last one in."""
    return [
        (Outcome.WIN if seat == game.last else Outcome.POINTS, points)
        for seat, points in enumerate(neighbour_points(game, last))
    ]


def _winner(game: Elimination) -> Sequence[Taken]:
    """Return a win for the last one in and losses for the others; a draw of all if several are
    still in, as in any pod (MAMTR 2.1A)."""
    if game.last is None:
        return [(Outcome.DRAW, None)] * game.seats
    return [(Outcome.WIN if at == game.last else Outcome.LOSS, None) for at in range(game.seats)]


NEIGHBOURS = ByOrder(partial(_neighbours, _LAST), by_winner=False)
"""A Melee with the usual points for the elimination of neighbours."""
LAST_ONE = ByOrder(_winner, by_winner=True)
"""A free-for-all, won by the last one in; placement scoring uses the order."""
