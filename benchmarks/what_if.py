"""Processor milliseconds of what-if for one snapshot, by how much of the last round is open.

    python benchmarks/what_if.py [players ...]

Pods paired by points, every fifth one drawn, five rounds of up to 118 players and seven of more,
before a Top 16. *Two left*: two rounds are still to be paired. Medians of five. *Sure* counts those
of whom something is certain, *open* the others.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from statistics import median

from runner.compute.outlook.outlook import of_phases
from runner.compute.outlook.stage import Outlooks, Verdict
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases.model import PhaseResult, Results
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.ranking import standings

SIZES = (32, 118, 1024)
OPEN = (1.0, 0.5, 0.1, 0.0)
TIMES = 5


def main() -> None:
    """Print a line for each size and each state of the last round."""
    print(f"{'players':>7} {'last round':>12} {'ms':>7} {'sure':>5} {'open':>5}")
    for size in map(int, sys.argv[1:] or SIZES):
        rounds = 5 if size <= 118 else 7
        _show(size, "two left", _event(size, rounds, 0.0, 2))
        for share in OPEN:
            _show(size, f"{share:.0%} open", _event(size, rounds, share, 0))


def _show(size: int, what: str, results: Results) -> None:
    taken = []
    for _ in range(TIMES):
        begun = time.process_time()
        found = of_phases(results, "benchmark")
        taken.append(time.process_time() - begun)
    assert isinstance(found, Outlooks)
    verdicts = Counter(each.verdict for each in found.players.values())
    sure = verdicts[Verdict.IN] + verdicts[Verdict.OUT]
    print(f"{size:7} {what:>12} {1000 * median(taken):7.1f} {sure:5} {verdicts[Verdict.OPEN]:5}")


def _event(size: int, number: int, share: float, more: int) -> Results:
    """So many rounds, of which that share of the last one is open, and so many more to come."""
    before, after = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss"), _top_16()
    rules, _ = ruleset(before, {})
    players = tuple(Player(f"P{at:04}", f"P{at:04}") for at in range(size))
    points = Counter({player.id: 0 for player in players})
    rounds = []
    for each in range(1, number + 1):
        rounds.append(_round(points, each, rules, share if each == number else 0.0))
    ranking = standings(
        rules, rounds, players, after=rounds[-1].id, complete=rounds[-1].finished, seed="benchmark"
    )
    planned = number + more
    return (
        PhaseResult(before, rules, players, tuple(rounds), (ranking,), planned=planned),
        PhaseResult(after, ruleset(after, {})[0], planned=2),
    )


def _top_16() -> Phase:
    return Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination", cut=16)


def _round(points: Counter[str], number: int, rules: Ruleset, share: float) -> Round:
    """A round paired by points, whose last tables are still open."""
    chance = Stream("benchmark what-if", len(points), number)
    order = sorted(chance.shuffled(sorted(points)), key=lambda player: -points[player])
    tables = []
    for at in range(0, len(order), 4):
        outcomes: list[Outcome | None] = [Outcome.LOSS] * len(order[at : at + 4])
        if chance.below(5) == 0:
            outcomes = [Outcome.DRAW] * len(outcomes)
        else:
            outcomes[chance.below(len(outcomes))] = Outcome.WIN
        if chance.below(1000) < 1000 * share:
            outcomes = [None] * len(outcomes)
        for player, outcome in zip(order[at : at + 4], outcomes, strict=True):
            points[player] += {Outcome.WIN: int(rules.win), Outcome.DRAW: 1}.get(outcome or "", 0)  # type: ignore[call-overload] # "" is no outcome
        seats = tuple(map(Seat, order[at : at + 4], outcomes))
        tables.append(Table(at // 4 + 1, seats))
    return Round(RoundId(1, number), tuple(tables))


if __name__ == "__main__":
    main()
