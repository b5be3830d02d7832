"""The games of a match: how many each seat won, and what follows from them."""

import re
from collections.abc import Sequence

from runner.core.event import SEAT_LETTERS, Outcome
from runner.core.results.seated import ResultError, Setting

GAMES = re.compile(r"\d{1,2}(?:\s*[-–—−:/]\s*\d{1,2})+")


def implied_games(
    outcomes: Sequence[Outcome | None], setting: Setting
) -> tuple[tuple[int, ...], int]:
    """Games won by each seat, and games drawn, where only the match result was given.

    The winner has as many games as it takes to win; a drawn head-to-head match counts as
    intentional, 0-0-3 in a best of three (MTR 2.4); a drawn pod has no games.
    """
    needed = setting.best_of // 2 + 1
    won = tuple(needed if outcome is Outcome.WIN else 0 for outcome in outcomes)
    all_drew = bool(outcomes) and all(outcome is Outcome.DRAW for outcome in outcomes)
    return won, setting.best_of if all_drew and setting.head_to_head else 0


def from_games(won: Sequence[int]) -> tuple[Outcome, ...]:
    """How a match ends by the games that each seat won: most win it, equals draw (MTR 2.1)."""
    most = max(won)
    if list(won).count(most) > 1:
        return tuple(Outcome.DRAW for _ in won)
    return tuple(Outcome.WIN if games == most else Outcome.LOSS for games in won)


def numbers(text: str) -> list[int]:
    """The numbers in a text."""
    return list(map(int, re.findall(r"\d+", text)))


def games_of(text: str, seats: int, column: str) -> tuple[tuple[int, ...], int]:
    """Games won by each seat and games drawn, from "2-1", "1-1-1" or "1-0-0-0"."""
    if not GAMES.fullmatch(text.strip()):
        raise ResultError(
            f"“{text}” is not a number of games for each seat.",
            "Type the games each seat won, then the drawn ones if any: 2-1 or 1-1-1.",
            column,
        )
    found = numbers(text)
    if len(found) not in (seats, seats + 1):
        raise ResultError(
            f"“{text}” gives {len(found)} numbers for {seats} seats.",
            f"Type {seats} numbers, one a seat, and one more for drawn games if there were any.",
            column,
        )
    return tuple(found[:seats]), found[seats] if len(found) > seats else 0


def agree(outcomes: Sequence[Outcome | None], won: Sequence[int], result: str, games: str) -> None:
    """Refuse a winner who has fewer games than a loser, unless that one gave the match up or lost
    it by a penalty (MTR 2.5; MAMTR App. C)."""
    lost = [games_ for games_, outcome in zip(won, outcomes, strict=True)
            if outcome is Outcome.LOSS]  # fmt: skip
    if Outcome.WIN in outcomes and won[outcomes.index(Outcome.WIN)] < max(lost, default=0):
        at = max(range(len(won)), key=lambda seat: (outcomes[seat] is Outcome.LOSS, won[seat]))
        who = "the other player" if len(won) == 2 else f"seat {SEAT_LETTERS[at]}"
        raise ResultError(
            f"Result says “{result}”, but by Games ({games}) {who} won more games.",
            "Correct the one that is wrong; Games counts seat A first.",
        )
