"""What the dropdown of results offers; everything else may be typed as well."""

from runner.core.event import SEAT_LETTERS

POD_RESULTS = ("draw",)
GAME_RESULTS = ("2-0", "2-1", "1-2", "0-2", "1-0", "0-1", "1-1", "1-1-1", "0-0-3")


def offered(seats: int) -> str:
    """The list for tables with so many seats, as a dropdown has it."""
    usual = GAME_RESULTS if seats == 2 else (*SEAT_LETTERS[:seats], *POD_RESULTS)
    return ",".join(usual)
