"""From what each seat took back to what is typed for it."""

from fractions import Fraction

from runner.core import numbers as fractions
from runner.core.event import Outcome, Table, seat_letter
from runner.core.results.duels import duels_text
from runner.core.results.games import implied_games
from runner.core.results.order import order_of
from runner.core.results.seated import Setting
from runner.core.results.words import SPELLED


def spell(table: Table, best_of: int = 1) -> tuple[str, str]:
    """What to type into Result and Games so that `parse` gives this table again."""
    outcomes = tuple(seat.outcome for seat in table.seats)
    if table.out is not None and (table.out or not _states(table)):
        return order_of(table), ""
    if not any(outcomes):
        return "", ""
    won = tuple(seat.games_won or 0 for seat in table.seats)
    games = "-".join(map(str, won))
    if table.games_drawn:
        games += f"-{table.games_drawn}"
    if table.duels:
        return (_spelled(table) if table.outcome_stated else ""), duels_text(table.duels)
    if not table.outcome_stated:
        return games, ""
    setting = Setting(("",) * len(outcomes), best_of)
    implied = (won, table.games_drawn) == implied_games(outcomes, setting)
    return _spelled(table), "" if implied else games


def _states(table: Table) -> bool:
    """Whether a table without an order has a result that is stated seat by seat: points that are
    not all nothing, or that nobody has won."""
    outcomes = {seat.outcome for seat in table.seats}
    if outcomes == {Outcome.POINTS}:
        return any(seat.points for seat in table.seats)
    return bool(outcomes) and outcomes.isdisjoint({None, Outcome.WIN, Outcome.DRAW})


def _spelled(table: Table) -> str:
    outcomes = [seat.outcome for seat in table.seats]
    if all(outcome is Outcome.POINTS for outcome in outcomes):
        return ", ".join(
            f"{seat_letter(at)} {fractions.as_text(seat.points or Fraction(0))}"
            for at, seat in enumerate(table.seats)
        )
    won = [seat_letter(at) for at, each in enumerate(outcomes) if each is Outcome.WIN]
    if won and Outcome.DRAW not in outcomes:
        main, usual = " & ".join(won), Outcome.LOSS
    elif Outcome.DRAW in outcomes:
        main, usual = "draw", Outcome.DRAW
    else:
        main, usual = "none", Outcome.LOSS
    others = [
        f"{seat_letter(at)} {SPELLED[outcome]}"
        for at, outcome in enumerate(outcomes)
        if outcome is not None and outcome not in (usual, Outcome.WIN)
    ]
    return ", ".join([main, *others])
