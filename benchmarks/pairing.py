"""How good pods are, and how long they take: whole events played by chance, in process.

    python benchmarks/pairing.py [events | bounds | annealing | small] [PLAYERS ...]

Seconds are the processor's.

`events`: six rounds, a quarter of the pods drawn, 5 points a win, three seeds. Seconds are those of
`pair`; the spread is the sum over pods of the highest less the lowest points, rounds 2 to 6 of one
event, the mean of the three; seats are even where nobody's turns differ by more than one.

`bounds`: the same with 7 points a win and one player in 25 dropping after each round; how far the
points differences, summed over all rounds, are above what is proved to be the least, with the
thorough effort.

`annealing`: rounds 7 to 9 of such events, beside a million moves of simulated annealing that swap
two players each, from the standings cut from top to bottom. Both leave small pods where they cost
least, as annealing knows no other aim.

`small`: rounds 2 to 6 of the first kind under `mamtr`; what part of the seats in small pods the
first quarter of the standings has, and all points differences, small pods last and otherwise.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

from runner.core.phase import Mode, Phase, SettingValue
from runner.core.randomness import Stream
from runner.pairing.bounds.effort import THOROUGH
from runner.pairing.engine import Result, pair, with_bound
from runner.pairing.state import Entrant, PairingInput
from runner.rules.ruleset import ruleset

EVENTS = (64, 256, 1024, 4096)
BOUNDS = ((64, 9), (128, 9), (256, 9), (512, 6))
SEEDS = ("one", "two", "three")
DRAWS_IN_FOUR = 1
DROPS = 25  # one player in so many leaves after each round


@dataclass(frozen=True)
class Paired:
    """A round as it was paired, and the seconds that it took."""

    state: PairingInput
    result: Result
    seconds: float

    @property
    def spread(self) -> int:
        """The sum over pods of the highest less the lowest points."""
        points = {player.id: player.points for player in self.state.players}
        tables = ([points[each] for each in table.seats] for table in self.result.tables)
        return int(sum(max(each) - min(each) for each in tables))


def main() -> None:
    """Print one of the two tables, or both."""
    what = [each for each in sys.argv[1:] if not each.isdigit()] or ["events", "bounds"]
    fields = [int(each) for each in sys.argv[1:] if each.isdigit()]
    list(played("topdeck", 32, 2, "warm up"))  # loads what is loaded when first needed
    if "events" in what:
        events(fields or EVENTS)
    if "bounds" in what:
        bounds([each for each in BOUNDS if not fields or each[0] in fields])
    if "small" in what:
        small(fields or (61, 62, 118))
    if "annealing" in what:
        annealing(fields or (64, 128, 256))


def events(fields: Sequence[int]) -> None:
    """Seconds, repeats, spread and even seats of whole events."""
    print(
        f"{'players':>8}{'s median':>10}{'s worst':>9}{'repeats':>9}{'spread':>8}{'even seats':>12}"
    )
    for players in fields:
        rounds = [list(played("topdeck", players, 6, seed)) for seed in SEEDS]
        every = [each for event in rounds for each in event]
        seconds = [each.seconds for each in every]
        spread = statistics.mean(sum(each.spread for each in event[1:]) for event in rounds)
        uneven = sum(event[-1].result.certificate.uneven_seats or 0 for event in rounds)
        print(
            f"{players:8}{statistics.median(seconds):10.3f}{max(seconds):9.3f}"
            f"{sum(each.result.certificate.repeated_pairs for each in every):9}"
            f"{spread:8.1f}{1 - uneven / players / len(SEEDS):12.1%}",
            flush=True,
        )


def small(fields: Sequence[int]) -> None:
    """Who sits in small pods, and the differences of points, by where small pods are."""
    print(f"{'players':>8}{'small pods last':>17}{'top quarter':>13}{'differences':>13}")
    for players in fields:
        for last in (True, False):
            rows = [
                each
                for seed in SEEDS
                for each in played("mamtr", players, 6, seed, {"small_pods_last": last})
                if each.state.round > 1
            ]
            top = [whether for each in rows for whether in _in_top_quarter(each)]
            differ = int(sum(each.result.certificate.points_mismatch for each in rows))
            print(f"{players:8}{last!s:>17}{statistics.mean(top):13.1%}{differ:13}", flush=True)


def _in_top_quarter(paired: Paired) -> list[bool]:
    """Of each seat in a small pod, whether who has it is in the first quarter of the standings."""
    order = sorted(paired.state.players, key=lambda player: -player.points)
    top = {player.id for player in order[: len(order) // 4]}
    full = paired.state.ruleset.pod_size
    seats = (table.seats for table in paired.result.tables if len(table.seats) < full)
    return [player in top for at in seats for player in at]


def bounds(fields: Sequence[tuple[int, int]]) -> None:
    """How far the differences of points are above the bound, by rounds."""
    print(
        f"{'players':>8}{'rounds':>8}{'above the bound':>17}{'proved':>10}"
        f"{'s median':>10}{'worst':>8}"
    )
    for players, last in fields:
        found = [
            proved(each)
            for seed in SEEDS
            for each in played("mamtr", players, last, seed, drops=True)
            if each.state.round > 1
        ]
        for first, until in ((2, 6), (7, 9)):
            rows = [each for each in found if first <= each.state.round <= until]
            if rows:
                _print_bounds(players, f"{first}-{until}", rows)


def proved(paired: Paired) -> Paired:
    """The round with the thorough certificate, and the seconds that took."""
    begun = time.process_time()
    result = with_bound(paired.state, paired.result, THOROUGH)
    return Paired(paired.state, result, time.process_time() - begun)


def _print_bounds(players: int, rounds: str, rows: Sequence[Paired]) -> None:
    made = [each.result.certificate for each in rows]
    least = sum(each.lower_bound for each in made)
    above = float(sum(each.points_mismatch for each in made) / least - 1)
    seconds = [each.seconds for each in rows]
    print(
        f"{players:8}{rounds:>8}{above:17.2%}"
        f"{sum(each.proved_optimal for each in made):5} of {len(made):2}"
        f"{statistics.median(seconds):10.2f}{max(seconds):8.1f}",
        flush=True,
    )


def annealing(fields: Sequence[int]) -> None:
    """Points differences (a repeat counts as 1,000) beside those of a long annealing."""
    print(f"{'players':>8}{'round':>7}{'runner':>9}{'annealed':>10}{'seconds':>9}")
    for players in fields:
        anywhere = {"small_pods_last": False}
        for each in list(played("mamtr", players, 9, SEEDS[0], anywhere, drops=True))[6:]:
            made = each.result.certificate
            begun = time.process_time()
            other = annealed(each.state, [len(table.seats) for table in each.result.tables])
            seconds = time.process_time() - begun
            own = int(made.points_mismatch) + 1000 * (made.repeated_pairs + made.small_pod_repeats)
            print(f"{players:8}{each.state.round:7}{own:9}{other:10}{seconds:9.1f}", flush=True)


def annealed(state: PairingInput, sizes: Sequence[int], moves: int = 1_000_000) -> int:
    """What pods cost after so many moves, the heat falling from 20 points to a tenth of one."""
    chance = random.Random(state.seed)
    order = sorted(state.players, key=lambda each: -each.points)
    where = {each.id: at for at, each in enumerate(order)}
    points = [int(each.points) for each in order]
    met = [{where[x] for x in each.opponents if x in where} for each in order]
    again = [1000 * (each.small_pods > 0) for each in order]
    places = iter(range(len(order)))
    pods = [[next(places) for _ in range(size)] for size in sorted(sizes, reverse=True)]

    def one(player: int, pod: list[int], leaving: int) -> int:
        small = again[player] if len(pod) < state.ruleset.pod_size else 0
        own, known = points[player], met[player]
        return small + sum(
            abs(own - points[x]) + 1000 * (x in known) for x in pod if x not in (leaving, player)
        )

    small = [each for pod in pods if len(pod) < state.ruleset.pod_size for each in pod]
    twice = sum(one(each, pod, -1) for pod in pods for each in pod)
    total = best = (twice + sum(again[each] for each in small)) // 2
    for move in range(moves):
        heat = 20 * (0.1 / 20) ** (move / moves)
        first, second = chance.sample(pods, 2)
        a, b = chance.randrange(len(first)), chance.randrange(len(second))
        x, y = first[a], second[b]
        change = one(y, first, x) + one(x, second, y) - one(x, first, -1) - one(y, second, -1)
        if change <= 0 or chance.random() < exp(-change / heat):
            first[a], second[b] = y, x
            total += change
            best = min(best, total)
    return best


def played(
    preset: str,
    players: int,
    rounds: int,
    seed: str,
    settings: Mapping[str, SettingValue] | None = None,
    *,
    drops: bool = False,
) -> Iterator[Paired]:
    """Round after round of an event whose results are chance."""
    rules, _ = ruleset(Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", preset), settings or {})
    entrants = {f"P{at:04}": Entrant(f"P{at:04}") for at in range(1, players + 1)}
    for number in range(1, rounds + 1):
        there = tuple(entrants.values())
        state = PairingInput(
            Mode.MULTIPLAYER, preset, f"benchmark {seed}", 1, number, None, {}, rules, there
        )
        begun = time.process_time()
        result = pair(state)
        yield Paired(state, result, time.process_time() - begun)
        chance = Stream("benchmark results", players, seed, number)
        _play(entrants, state, result, chance)
        for player in there if drops else ():
            if not chance.below(DROPS):
                del entrants[player.id]


def _play(
    entrants: dict[str, Entrant], state: PairingInput, result: Result, chance: Stream
) -> None:
    """Enter what everybody did in the round."""
    rules = state.ruleset
    for table in result.tables:
        winner = chance.choice(table.seats) if chance.below(4) >= DRAWS_IN_FOUR else None
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
        entrants[player] = replace(before, points=before.points + rules.bye, byes=before.byes + 1)


if __name__ == "__main__":
    main()
