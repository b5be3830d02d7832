"""The texts of an empty form, and how large they may be where there is little room.

They are never cut and break at spaces only, for they are Runner's own and known to be short."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from runner.core.language import _, pgettext
from runner.render.documents.fitting import Widths

USUAL = 3.2
"""Millimetres that letters are large: 9 points."""
HEADING = (1.0, 0.68)
"""How large one line may be, and each of two: a share of the largest size."""
ALONE = (1.0,)
BLOCK = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Label:
    """Lines, and how large their letters are, in millimetres."""

    size: float
    lines: tuple[str, ...]
    width: float


def label(
    text: str,
    room: float,
    widths: Widths,
    shares: Sequence[float] = HEADING,
    largest: float = USUAL,
) -> Label:
    """The text as large as it can be in so many millimetres, in as few lines as that takes;
    `shares` has the largest size for each number of lines."""
    best = Label(0.0, (), 0.0)
    for lines, share in enumerate(shares, start=1):
        for broken in _broken(text, lines):
            wide = max(map(widths.of, broken)) or 1.0
            size = round(min(largest * share, room / wide), 2)
            if size > best.size:
                best = Label(size, broken, round(wide * size, 2))
    return best


def _broken(text: str, lines: int) -> Iterator[tuple[str, ...]]:
    """Every way to break the text at its spaces into so many lines."""
    words = text.split()
    for cuts in combinations(range(1, len(words)), lines - 1):
        places = (0, *cuts, len(words))
        yield tuple(" ".join(words[start:end]) for start, end in pairwise(places))


def words() -> dict[str, str]:
    """Return every text that a form may have, whatever the table, as it is said now."""
    return {
        # Note: in small letters above the number of the table.
        "table": pgettext("on a slip", "TABLE"),
        # Note: beside a QR code: what is to be found there.
        "invitation": _("Pairings, standings and tiebreakers"),
        "rehearsal": pgettext("on a slip", "REHEARSAL"),
        "seats": _("Seats in turn order"),
        # Note: above the names of a table of three or more, where seat A has the first turn.
        "starts": _("Seats in turn order: A begins"),
        "players": _("Players"),
        "points": _("Points"),
        # Note: beside a box to tick where somebody gave up.
        "conceded": pgettext("on a slip", "Conceded"),
        "win": pgettext("result", "Win"),
        # Note: above a box for a number: as how many a player went out of the game.
        "out": pgettext("on a slip", "Out"),
        "place": _("Place"),
        "draw": pgettext("result", "Draw"),
        "games_won": _("Games won"),
        "games_drawn": _("Games drawn"),
        # Note: above a box to tick by who leaves the event.
        "drop": pgettext("on a slip", "Drop"),
        "penalty": _("Penalty"),
        "signature": _("Signature"),
        # Note: along a box that is for all players of the table, who have drawn.
        "whole_table": _("whole table"),
        "time_extension": _("Time extension"),
        "minutes": pgettext("minutes", "min"),
        "notes": pgettext("on a slip", "Notes"),
        "judge": _("Judge"),
        "player": _("Player"),
        "infraction": _("Infraction"),
    }
