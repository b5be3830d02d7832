"""How a match of two counts that one player conceded or lost by a penalty (docs/rules.md 2).

The result stays as it was reported. The other player has won the match and the games needed for it;
the one who gave it up keeps the games they had won, but for the last: after 1-0 or 2-0 in a best of
three a concession counts 2-1 (MTR 2.5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from runner.core.event import Outcome, Round, RoundId, Table
from runner.core.results import GIVEN_UP
from runner.rules.ruleset import BestOf, games_in


def apply_concessions(
    rounds: Mapping[RoundId, Round], best_of: Mapping[int, BestOf]
) -> dict[RoundId, Round]:
    """Every round with the matches that one player gave up as they count."""
    return {
        id_: replace(
            now,
            tables=tuple(
                _counted(table, games_in(best_of.get(id_.phase, 1), id_.number))
                for table in now.tables
            ),
        )
        for id_, now in rounds.items()
    }


def _counted(table: Table, best_of: int) -> Table:
    gone = [seat.outcome in GIVEN_UP for seat in table.seats]
    if len(gone) != 2 or not any(gone):
        return table
    won, needed = [seat.games_won or 0 for seat in table.seats], best_of // 2 + 1
    if all(gone):
        return _with(table, won)
    other = gone.index(False)
    if table.seats[other].outcome not in (Outcome.WIN, Outcome.DRAW):
        return table
    nothing_played = not any(won) and table.games_drawn == best_of
    won = [min(games, needed - 1) if lost else max(games, needed)
           for games, lost in zip(won, gone, strict=True)]  # fmt: skip
    counted = replace(table, games_drawn=0 if nothing_played else table.games_drawn)
    return _with(counted, won, winner=other)


def _with(table: Table, won: Sequence[int], winner: int | None = None) -> Table:
    """The table with the games that each seat has won, and who has won the match."""
    seats = (
        replace(seat, games_won=games, outcome=Outcome.WIN if at == winner else seat.outcome)
        for at, (seat, games) in enumerate(zip(table.seats, won, strict=True))
    )
    return replace(table, seats=tuple(seats))
