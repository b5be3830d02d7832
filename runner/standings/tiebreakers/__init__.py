"""The tiebreakers: one file each, found by the keys that a preset or the organiser lists."""

from runner.rules import settings
from runner.standings.tiebreakers.buchholz import Buchholz
from runner.standings.tiebreakers.cumulative import Cumulative
from runner.standings.tiebreakers.game_win import GameWin
from runner.standings.tiebreakers.head_to_head import HeadToHead
from runner.standings.tiebreakers.match_win import MatchWin
from runner.standings.tiebreakers.median_buchholz import MedianBuchholz
from runner.standings.tiebreakers.opponents_average_points import OpponentsAveragePoints
from runner.standings.tiebreakers.opponents_game_win import OpponentsGameWin
from runner.standings.tiebreakers.opponents_match_win import OpponentsMatchWin
from runner.standings.tiebreakers.random_draw import RandomDraw
from runner.standings.tiebreakers.sonneborn_berger import SonnebornBerger
from runner.standings.tiebreakers.tiebreaker import Tiebreaker
from runner.standings.tiebreakers.wins import Wins
from runner.standings.tiebreakers.wins_last import WinsLast

__all__ = ["REGISTRY", "Tiebreaker"]

REGISTRY: dict[str, Tiebreaker] = settings.TIEBREAKERS
"""Every tiebreaker, by its key; what a setting or a preset may name is what stands here."""

for _tiebreaker in (
    MatchWin(), OpponentsAveragePoints(), OpponentsMatchWin(), GameWin(), OpponentsGameWin(),
    HeadToHead(), Wins(), WinsLast(), Buchholz(), MedianBuchholz(), SonnebornBerger(),
    Cumulative(), RandomDraw(),
):  # fmt: skip
    REGISTRY[_tiebreaker.KEY] = _tiebreaker
