"""How long pairing takes: median seconds after simulated rounds, pods and head-to-head.

    python benchmarks/pairing.py [PLAYERS ...]

Each row pairs rounds 2 to 5 of a made-up event; the certificate's figures are those of round 5.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from runner.model import Mode, Phase
from runner.pairing import Result, pair
from runner.pairing.state import Entrant, State
from runner.randomness import Stream
from runner.rules.ruleset import ruleset

FIELDS = (32, 118, 256, 1024, 2048)
ROUNDS = 5
DRAWS_IN_TEN = 1


def main() -> None:
    """Print a table of seconds."""
    fields = [int(each) for each in sys.argv[1:]] or FIELDS
    print(f"{'':14}{'players':>8}{'median s':>10}{'worst s':>9}  certificate of round {ROUNDS}")
    for mode, preset in ((Mode.MULTIPLAYER, "mamtr"), (Mode.HEAD_TO_HEAD, "mtr")):
        for players in fields:
            seconds, last = timed(mode, preset, players)
            made = last.certificate
            print(
                f"{mode.value:14}{players:8}{statistics.median(seconds):10.3f}{max(seconds):9.3f}"
                f"  {made.repeated_pairs} repeats, points {made.points_mismatch}"
                f" (bound {made.lower_bound})"
            )


def timed(mode: Mode, preset: str, players: int) -> tuple[list[float], Result]:
    """The seconds that each round from the second took, and the last round."""
    seconds: list[float] = []
    rounds = played(mode, preset, players)
    next(rounds)
    for _ in range(ROUNDS - 1):
        begun = time.perf_counter()
        last = next(rounds)
        seconds.append(time.perf_counter() - begun)
    return seconds, last


def played(mode: Mode, preset: str, players: int) -> Iterator[Result]:
    """Round after round of an event whose results are chance."""
    rules, _ = ruleset(Phase(1, "Swiss", mode, "swiss", preset), {})
    entrants = {f"P{at:04}": Entrant(f"P{at:04}") for at in range(1, players + 1)}
    round_number = 1
    while True:
        state = State(
            mode, preset, "benchmark", 1, round_number, None, {}, rules, tuple(entrants.values())
        )
        result = pair(state)
        yield result
        chance = Stream("benchmark results", players, round_number)
        for table in result.tables:
            winner = chance.choice(table.seats) if chance.below(10) >= DRAWS_IN_TEN else None
            for seat, player in enumerate(table.seats, start=1):
                before = entrants[player]
                gained = rules.draw if winner is None else rules.win * (player == winner)
                entrants[player] = replace(
                    before,
                    points=before.points + gained,
                    opponents=(*before.opponents, *(x for x in table.seats if x != player)),
                    seats=(*before.seats, seat),
                    small_pods=before.small_pods + (len(table.seats) < rules.pod_size),
                )
        for player in result.byes:
            before = entrants[player]
            entrants[player] = replace(
                before, points=before.points + rules.bye, byes=before.byes + 1
            )
        round_number += 1


if __name__ == "__main__":
    main()
