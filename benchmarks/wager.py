"""How long wager scores take: the best of three, for made-up events of pods.

    python benchmarks/wager.py

The second figure of a mean over all orders is the orders that were thereby averaged.
"""

from __future__ import annotations

import time
from math import factorial

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.scoring.wager import Wager

EVENTS = (
    ("hareruya", 2048, 9, ()),
    ("hareruya-shop", 2048, 9, ()),
    ("hareruya-averaged", 118, 5, (1.32, 1.05, 0.91, 0.72)),
    ("hareruya-averaged", 2048, 9, ()),
    ("hareruya-averaged", 256, 12, ()),
    ("hareruya-averaged", 256, 12, (1.32, 1.05, 0.91, 0.72)),
)
DRAWS_IN_TEN = 2


def main() -> None:
    """Print a table of seconds."""
    print(f"{'preset':20}{'factors':>8}{'players':>8}{'rounds':>7}{'seconds':>9}{'orders':>14}")
    for preset, players, rounds, factors in EVENTS:
        settings = {"seat_factors": list(factors)} if factors else {}
        rules, _ = ruleset(Phase(1, "", Mode.MULTIPLAYER, "swiss", preset, settings=settings), {})
        seconds = min(timed(rules, players, rounds) for _ in range(3))
        orders = factorial(rounds) if rules.order_average else 1
        print(
            f"{preset:20}{'yes' if factors else 'no':>8}{players:8}{rounds:7}"
            f"{seconds:9.3f}{orders:14}"
        )


def timed(rules: Ruleset, count: int, number: int) -> float:
    """The seconds that the scores of one event take."""
    players = [Player(f"P{at:04}", f"P{at:04}") for at in range(count)]
    rounds = [_round(players, each) for each in range(1, number + 1)]
    begun = time.perf_counter()
    Wager().histories(rules, rounds, players, 0)
    return time.perf_counter() - begun


def _round(players: list[Player], number: int) -> Round:
    """A round whose pods and results are chance."""
    chance = Stream("benchmark wagers", len(players), number)
    drawn = chance.shuffled([each.id for each in players])
    tables = []
    for at in range(0, len(drawn) - 3, 4):
        outcomes = [Outcome.LOSS] * 4
        if chance.below(10) < DRAWS_IN_TEN:
            outcomes = [Outcome.DRAW] * 4
        else:
            outcomes[chance.below(4)] = Outcome.WIN
        seats = (Seat(*each) for each in zip(drawn[at : at + 4], outcomes, strict=True))
        tables.append(Table(len(tables) + 1, tuple(seats)))
    return Round(RoundId(1, number), tuple(tables), tuple(drawn[len(drawn) // 4 * 4 :]))


if __name__ == "__main__":
    main()
