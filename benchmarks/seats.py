"""How much luck seats bring: whole events of pods played by chance, for each way to seat them.

    python benchmarks/seats.py [PLAYERS ...]

Six rounds, three seeds. A player's expected wins are the sum of the published win rates of the
seats taken; the spread is their standard deviation after the last round, in wins. Players who have
sat in a pod of three are counted as if it had four seats. Seats are even where nobody has had one
seat two turns more often than another.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping

from pairing import SEEDS, Paired, played

from runner.core.phase import SettingValue
from runner.rules.ruleset import WIN_RATES

FIELDS = (64, 118, 256)
ROUNDS = 6
WAYS: dict[str, Mapping[str, SettingValue]] = {
    "random": {"seats": "random"},
    "balanced, all seats as good": {"seat_strengths": [1, 1, 1, 1]},
    "balanced": {},
}


def main() -> None:
    """Print a row for each field and way."""
    print(f"{'players':>8}  {'seats':28}{'spread of wins':>15}{'even seats':>12}")
    for players in [int(each) for each in sys.argv[1:]] or FIELDS:
        for name, settings in WAYS.items():
            last = [list(played("mamtr", players, ROUNDS, seed, settings))[-1] for seed in SEEDS]
            spread = statistics.mean(map(spread_of_wins, last))
            uneven = sum(each.result.certificate.uneven_seats or 0 for each in last)
            even = 1 - uneven / players / len(last)
            print(f"{players:8}  {name:28}{spread:15.3f}{even:12.1%}", flush=True)


def spread_of_wins(paired: Paired) -> float:
    """The standard deviation of everybody's expected wins after the round."""
    seats = {player.id: list(player.seats) for player in paired.state.players}
    for table in paired.result.tables:
        for seat, player in enumerate(table.seats, start=1):
            seats[player].append(seat)
    return statistics.pstdev(
        float(sum(WIN_RATES[seat - 1] for seat in taken)) for taken in seats.values()
    )


if __name__ == "__main__":
    main()
