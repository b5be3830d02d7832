"""How long exact standings take, beside a plain version in floats, in one run.

    python benchmarks/standings.py

Each preset ranks the same made-up events; medians of seven, the two versions turn about. The float
version does what the preset asks for and nothing more: no working, no names of equals, no seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.ranking import standings

FIELDS = ((118, 5), (1024, 7), (2048, 9))
PRESETS = (("mamtr", Mode.MULTIPLAYER), ("mtr", Mode.HEAD_TO_HEAD))
TIMES = 7
DRAWS_IN_TEN = 2


def main() -> None:
    """Print a table of seconds and the ratio of the two."""
    print(f"{'preset':8}{'players':>8}{'rounds':>7}{'exact':>9}{'floats':>9}{'ratio':>7}")
    for preset, mode in PRESETS:
        rules, _ = ruleset(Phase(1, "", mode, "swiss", preset), {})
        for count, number in FIELDS:
            players = [Player(f"P{at:04}", f"P{at:04}") for at in range(count)]
            rounds = [_round(players, each, rules.pod_size) for each in range(1, number + 1)]
            in_floats = _pods if mode is Mode.MULTIPLAYER else _duels
            slow, fast = _turn_about(
                partial(
                    standings, rules, rounds, players,
                    after=RoundId(1, number), complete=True, seed="benchmark",
                ),
                partial(in_floats, rules, rounds),
            )  # fmt: skip
            print(f"{preset:8}{count:8}{number:7}{slow:9.3f}{fast:9.3f}{slow / fast:7.1f}")


def _turn_about(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """The median seconds of both, measured alternately."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TIMES):
        for times, work in zip(taken, (one, other), strict=True):
            begun = time.perf_counter()
            work()
            times.append(time.perf_counter() - begun)
    return median(taken[0]), median(taken[1])


def _pods(rules: Ruleset, rounds: Sequence[Round]) -> list[str]:
    """Match points, MW%, OAMP and OMW% of pods in floats; players in the order of the ranking."""
    win, draw, floor = float(rules.win), float(rules.draw), float(rules.opponent_floor)
    points: dict[str, float] = {}
    played: dict[str, int] = {}
    met: dict[str, list[str]] = {}
    for each in rounds:
        for table in each.tables:
            for seat in table.seats:
                worth = {Outcome.WIN: win, Outcome.DRAW: draw}.get(seat.outcome or Outcome.LOSS, 0)
                points[seat.player] = points.get(seat.player, 0) + worth
                played[seat.player] = played.get(seat.player, 0) + 1
                others = (other.player for other in table.seats if other is not seat)
                met.setdefault(seat.player, []).extend(others)
    share = {player: points[player] / (played[player] * win) for player in points}
    floored = {player: max(each, floor) for player, each in share.items()}
    merits = {
        player: (
            points[player],
            share[player],
            sum(points[other] for other in met[player]) / len(met[player]),
            sum(floored[other] for other in met[player]) / len(met[player]),
        )
        for player in points
    }
    return sorted(merits, key=merits.__getitem__, reverse=True)


def _duels(rules: Ruleset, rounds: Sequence[Round]) -> list[str]:
    """Match points, OMW%, GW% and OGW% of head-to-head in floats."""
    points: dict[str, float] = {}
    played: dict[str, int] = {}
    games: dict[str, int] = {}
    won: dict[str, int] = {}
    met: dict[str, list[str]] = {}
    worths = {Outcome.WIN: float(rules.win), Outcome.DRAW: float(rules.draw)}
    for each in rounds:
        for table in each.tables:
            total = sum(seat.games_won or 0 for seat in table.seats)
            for seat in table.seats:
                worth = worths.get(seat.outcome or Outcome.LOSS, 0)
                points[seat.player] = points.get(seat.player, 0) + worth
                played[seat.player] = played.get(seat.player, 0) + 1
                games[seat.player] = games.get(seat.player, 0) + total
                won[seat.player] = won.get(seat.player, 0) + (seat.games_won or 0)
                others = (other.player for other in table.seats if other is not seat)
                met.setdefault(seat.player, []).extend(others)
    match = {each: max(points[each] / (3 * played[each]), 0.33) for each in points}
    game = {each: max(won[each] / max(games[each], 1), 0.33) for each in points}
    merits = {
        player: (
            points[player],
            sum(match[other] for other in met[player]) / len(met[player]),
            game[player],
            sum(game[other] for other in met[player]) / len(met[player]),
        )
        for player in points
    }
    return sorted(merits, key=merits.__getitem__, reverse=True)


def _round(players: Sequence[Player], number: int, size: int) -> Round:
    """A round whose tables and results are chance."""
    chance = Stream("benchmark standings", len(players), number, size)
    drawn = chance.shuffled([each.id for each in players])
    tables = []
    for at in range(0, len(drawn) - size + 1, size):
        outcomes, games = [Outcome.LOSS] * size, [0] * size
        if chance.below(10) < DRAWS_IN_TEN:
            outcomes, games = [Outcome.DRAW] * size, [1] * size
        else:
            winner = chance.below(size)
            outcomes[winner], games[winner] = Outcome.WIN, 2
            games[winner - 1] = chance.below(2) if size == 2 else 0
        seats = zip(drawn[at : at + size], outcomes, games, strict=True)
        tables.append(Table(at // size + 1, tuple(Seat(*each) for each in seats)))
    return Round(RoundId(1, number), tuple(tables))


if __name__ == "__main__":
    main()
