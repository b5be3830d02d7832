"""The games of a match: how many each seat won, and what follows from them.

A match of two teams whose members play a match each, seat against seat, is reported as "2-1, 0-2,
2-1": each group has the games of one seat, those of the first team first, then the drawn ones if
any. The player with more games wins the seat, and the team with more seats wins. A seat that was
not finished because the match was decided is reported as 0-0 and counts for neither team.
"""

import re
from collections.abc import Sequence

from runner.core.identifiers import SEAT_LETTERS, seat_letter
from runner.core.language import count
from runner.core.results.context import SEATS, BySeat, ParseContext, ResultError, seat_of
from runner.core.rounds import Outcome, Table

GAMES = re.compile(r"\d{1,2}(?:\s*[-–—−:/]\s*\d{1,2})+")
_WINNER_FIRST = re.compile(rf"(.+?)(?:\s+(?:wins?|won))?\s*[\s:,]\s*({GAMES.pattern})", re.I)


def implied_games(
    outcomes: Sequence[Outcome | None], context: ParseContext
) -> tuple[tuple[int, ...], int]:
    """Return games won by each seat, and games drawn, if only the result of the match was given.
    The winner has the games needed to win; a drawn head-to-head match counts as intentional, 0-0-3
    in a best of three (MTR 2.4); a drawn pod has no games."""
    needed = context.best_of // 2 + 1
    won = tuple(needed if outcome is Outcome.WIN else 0 for outcome in outcomes)
    all_drew = bool(outcomes) and all(outcome is Outcome.DRAW for outcome in outcomes)
    return won, context.best_of if all_drew and context.head_to_head else 0


def from_games(won: Sequence[int]) -> tuple[Outcome, ...]:
    """Return the outcomes, given the games won by each seat: most games win, equal is a draw (MTR
    2.1)."""
    most = max(won)
    if list(won).count(most) > 1:
        return tuple(Outcome.DRAW for _ in won)
    return tuple(Outcome.WIN if games == most else Outcome.LOSS for games in won)


def games_text(won: Sequence[int], drawn: int = 0) -> str:
    """Return games won by each seat, and drawn ones if any: "2-1", "1-1-1"."""
    return "-".join(map(str, (*won, *([drawn] if drawn else []))))


def numbers(text: str) -> list[int]:
    """Return the numbers in a text."""
    return list(map(int, re.findall(r"\d+", text)))


def games_of(text: str, seats: int, column: str) -> tuple[tuple[int, ...], int]:
    """Return games won by each seat and games drawn, from "2-1", "1-1-1" or "1-0-0-0". Raise
    ResultError if the text has another form."""
    if not GAMES.fullmatch(text.strip()):
        raise ResultError("result.games-not-numbers",
            f"“{text}” is not a number of games for each seat.",
            "Type the games each seat won, then the drawn ones if there were any.",
            column)  # fmt: skip
    counts = numbers(text)
    if len(counts) not in (seats, seats + 1):
        raise ResultError("result.games-of-wrong-seats",
            f"“{text}” gives {len(counts)} numbers for {seats} seats.",
            f"Type {seats} numbers, one a seat, and one more for drawn games if there were any.",
            column)  # fmt: skip
    return tuple(counts[:seats]), counts[seats] if len(counts) > seats else 0


def beyond(table: Table, context: ParseContext) -> str:
    """Return a sentence about what is impossible in the games of a table, or "". Drawn games are
    not limited (MTR 2.1), and time may end a match early."""
    won = [seat.games_won or 0 for seat in table.seats]
    if isinstance(context.order, BySeat):
        return _beyond_seats(table, won, context)
    winners = sum(seat.outcome is Outcome.WIN for seat in table.seats)
    needed = context.games_to_win
    if context.ordered or table.duels or not _too_many(won, needed, max(winners, 1)):
        return ""
    return (
        f"Table {table.number} has {games_text(won)} games; a match in the best of "
        f"{context.best_of} is won with {count(needed, 'game')}, and ends there."
    )


def _beyond_seats(table: Table, won: Sequence[int], context: ParseContext) -> str:
    """Return the same for two teams that play seat against seat."""
    if not table.duels and sum(won) > SEATS:
        return f"Table {table.number} has {won[0]} and {won[1]} seats won; a team has {SEATS}."
    needed = context.best_of // 2 + 1
    for at, (one, two, _) in enumerate(table.duels):
        if _too_many((one, two), needed):
            return (
                f"Seat {SEAT_LETTERS[at]} of table {table.number} has {one}-{two} games; a match "
                f"there is won with {needed}."
            )
    return ""


def _too_many(won: Sequence[int], needed: int, winners: int = 1) -> bool:
    """Return whether a seat has more games than needed to win, or more seats have that many than
    `winners`."""
    return max(won, default=0) > needed or list(won).count(needed) > winners


def winner_first(text: str, context: ParseContext) -> str:
    """Return the games by seat if a winner is typed with the games of a match of two, the winner's
    first: "1-2" for "B 2-1"; "" for any other text. Raise ResultError if the winner does not have
    more games."""
    match = _WINNER_FIRST.fullmatch(text)
    at = seat_of(match[1], context) if match and context.head_to_head else None
    if match is None or at is None:
        return ""
    games = numbers(match[2])
    if len(games) > 3 or games[0] <= games[1]:
        raise ResultError("result.winner-with-fewer-games",
            f"“{text}” says that {seat_letter(at)} won, but not with more games.",
            "Type the games that the winner won first, or the games alone, those of seat A first.",
        )  # fmt: skip
    one, two, *drawn = games
    return games_text([*((two, one) if at else (one, two)), *drawn])


def agree(outcomes: Sequence[Outcome | None], won: Sequence[int], result: str, games: str) -> None:
    """Raise ResultError if the winner has fewer games than a loser by play (MTR 2.5; MAMTR App.
    C)."""
    lost = [games_ for games_, outcome in zip(won, outcomes, strict=True)
            if outcome is Outcome.LOSS]  # fmt: skip
    if Outcome.WIN in outcomes and won[outcomes.index(Outcome.WIN)] < max(lost, default=0):
        at = max(range(len(won)), key=lambda seat: (outcomes[seat] is Outcome.LOSS, won[seat]))
        who = "the other player" if len(won) == 2 else f"seat {SEAT_LETTERS[at]}"
        raise ResultError("result.winner-not-by-games",
            f"Result says “{result}”, but by Games ({games}) {who} won more games.",
            "Correct the one that is wrong; Games counts seat A first.")  # fmt: skip


# --- two teams, seat against seat ---------------------------------------------------------------


Duel = tuple[int, int, int]
"""The games that the first team's player won, the other's, and drawn ones."""

_GROUP = r"\d{1,2}(?:\s*[-–—−:]\s*\d{1,2}){1,2}"
_DUELS = re.compile(rf"\s*{_GROUP}(?:\s*[,;/\s]\s*{_GROUP})+\s*")


def are_duels(text: str) -> bool:
    """Return whether a text has the games of several seats."""
    return _DUELS.fullmatch(text) is not None


def read_duels(text: str, column: str) -> tuple[Duel, ...]:
    """Return the games of each seat. Raise ResultError if there are not three seats."""
    groups = [list(map(int, re.findall(r"\d+", each))) for each in re.findall(_GROUP, text)]
    if len(groups) != SEATS:
        raise ResultError("result.seats-of-wrong-team",
            f"“{text.strip()}” gives the games of {len(groups)} seats; a team has {SEATS}.",
            "Type one group for each seat, A first; 0-0 for a seat that was not played out.",
            column)  # fmt: skip
    return tuple((group[0], group[1], sum(group[2:])) for group in groups)


def score(duels: Sequence[Duel]) -> tuple[tuple[int, int], int]:
    """Return the seats won by each team, and drawn ones."""
    won = sum(one > two for one, two, _ in duels), sum(two > one for one, two, _ in duels)
    return won, sum(one == two and any((one, drawn)) for one, two, drawn in duels)


def duels_text(duels: Sequence[Duel]) -> str:
    """Return the games of each seat as one word to type: "2-1/0-2/2-1"."""
    return "/".join(games_text((one, two), drawn) for one, two, drawn in duels)
