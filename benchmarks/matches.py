"""How long matches of two take to pair, how many rounds are proved best, and repeats.

    python benchmarks/matches.py [PLAYERS ...]

Each row pairs one round of several made-up events whose results are chance, one in ten a draw:
seconds are of the whole `pair(state)`, in process, after imports.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from runner.core.phase import Mode, Phase
from runner.core.randomness import Stream
from runner.pairing.engine import Result, pair
from runner.pairing.state import Entrant, PairingInput
from runner.rules.ruleset import ruleset

FIELDS = (32, 64, 65, 118, 255, 256, 512, 1023, 1024, 4096)
ROUNDS = (2, 6, 9)
EVENTS = 5
DRAWS_IN_TEN = 1


def main() -> None:
    """Print a table, a row for each size of field and round."""
    fields = [int(each) for each in sys.argv[1:]] or FIELDS
    print(f"{'players':>8}{'round':>7}{'median s':>10}{'worst s':>9}{'proved':>8}{'repeats':>9}")
    for players in fields:
        events = [played(players, f"benchmark {number}") for number in range(EVENTS)]
        for number in range(1, max(ROUNDS) + 1):
            rounds = [timed(event) for event in events]
            if number in ROUNDS:
                seconds = [each for each, _ in rounds]
                proved = sum(result.certificate.proved_optimal for _, result in rounds)
                repeats = sum(result.certificate.repeated_pairs for _, result in rounds)
                print(
                    f"{players:8}{number:7}{statistics.median(seconds):10.3f}{max(seconds):9.3f}"
                    f"{proved:5}/{EVENTS}{repeats:9}"
                )


def timed(rounds: Iterator[PairingInput]) -> tuple[float, Result]:
    """The seconds that the next round takes, and the round."""
    state = next(rounds)
    begun = time.perf_counter()
    result = pair(state)
    return time.perf_counter() - begun, result


def played(players: int, seed: str) -> Iterator[PairingInput]:
    """The state before each round of an event whose results are chance."""
    rules, _ = ruleset(Phase(1, "Swiss", Mode.HEAD_TO_HEAD, "swiss", "mtr"), {})
    entrants = {f"P{at:04}": Entrant(f"P{at:04}") for at in range(1, players + 1)}
    number = 1
    while True:
        state = PairingInput(
            Mode.HEAD_TO_HEAD, "mtr", seed, 1, number, None, {}, rules, tuple(entrants.values())
        )
        yield state
        chance = Stream(seed, players, number, "results")
        result = pair(state)
        for table in result.tables:
            winner = None if chance.below(10) < DRAWS_IN_TEN else chance.choice(table.seats)
            for player, other in (table.seats, table.seats[::-1]):
                before = entrants[player]
                gained = rules.draw if winner is None else rules.win * (player == winner)
                opponents = (*before.opponents, other)
                entrants[player] = replace(
                    before, points=before.points + gained, opponents=opponents
                )
        for player in result.byes:
            before = entrants[player]
            points = before.points + rules.bye
            entrants[player] = replace(before, points=points, byes=before.byes + 1)
        number += 1


if __name__ == "__main__":
    main()
