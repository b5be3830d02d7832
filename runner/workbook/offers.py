"""What the dropdown of results offers; everything else may be typed as well."""

from runner.core.event import SEAT_LETTERS
from runner.core.results import Order, ParseContext, usual_games

_POD_RESULTS = ("draw",)


def offered(seats: int, best_of: int = 3, order: Order | None = None) -> str:
    """The list for tables with so many seats, as a dropdown has it; the games of two as a match in
    the best of so many ends."""
    usual = usual_games(ParseContext(("", ""), best_of, order=order))
    return ",".join(usual if seats == 2 else (*SEAT_LETTERS[:seats], *_POD_RESULTS))
