"""The language of results: what an organiser types for a table, and what each seat took from it.

    A                      seat A won, everybody else lost
    Ana Example            the same, by name; a part of the name does where it is clear
    draw                   everybody drew
    draw, C conceded       everybody drew but C, who gets nothing (MAMTR 2.1A)
    ID                     everybody drew because they agreed to: an intentional draw
    ID, playing on         a drawn game of a match that is still played: no result yet
    A conceded             head-to-head: B won
    none                   nobody won: everybody lost (a double loss)
    2-1, 1-1-1, 0-0-3      head-to-head games: won by A, won by B, drawn
    B 2-1                  head-to-head, the winner's games first: the same as 1-2
    A no-show, both ns     head-to-head: who did not come; in a pod "B, A no-show"
    A 3, B 1, C 0, D 0     points per seat
    B win, A penalty, ...  any mixture, one outcome a seat
    2-1, 0-2, 2-1          two teams, seat against seat: the games of each (`games`)
    A, D drop              seat A won, and D leaves the event after this round

At a table that is decided by who goes out, in order, letters mean something else (`order`), and at
one of Two-Color Star two can win (`outcomes`).
`parse` and `spell` are inverses for every result that can occur (docs/rules.md 2).
"""

from runner.core.results.context import GIVEN_UP as GIVEN_UP
from runner.core.results.context import WORDS as WORDS
from runner.core.results.context import ByOrder as ByOrder
from runner.core.results.context import BySeat as BySeat
from runner.core.results.context import Order as Order
from runner.core.results.context import ParseContext as ParseContext
from runner.core.results.context import ResultError as ResultError
from runner.core.results.context import StarWin as StarWin
from runner.core.results.context import Taken as Taken
from runner.core.results.context import games_forms as games_forms
from runner.core.results.context import result_forms as result_forms
from runner.core.results.context import usual_games as usual_games
from runner.core.results.context import with_forms as with_forms
from runner.core.results.games import beyond as beyond
from runner.core.results.games import from_games as from_games
from runner.core.results.games import implied_games as implied_games
from runner.core.results.notation import parse as parse
from runner.core.results.notation import says_drop as says_drop
from runner.core.results.notation import spell as spell
