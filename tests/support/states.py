"""Made-up events for the tests of pairing: states, and whole events played by chance."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from runner.core.phase import Mode, Phase, SettingValue
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable
from runner.pairing.engine import Result, pair
from runner.pairing.state import Entrant, PairingInput
from runner.rules.ruleset import ruleset

PRESETS = {Mode.MULTIPLAYER: "mamtr", Mode.HEAD_TO_HEAD: "mtr"}


def state_of(
    players: tuple[Entrant, ...],
    mode: Mode = Mode.MULTIPLAYER,
    number: int = 2,
    seed: str = "a seed",
    settings: Mapping[str, SettingValue] | None = None,
    rounds: int | None = None,
    placed: tuple[SeatedTable, ...] = (),
    byes: tuple[str, ...] = (),
) -> PairingInput:
    """A state under the usual preset of its mode, with some settings changed."""
    changed = dict(settings or {})
    rules, problems = ruleset(Phase(1, "", mode, "swiss", PRESETS[mode], settings=changed), {})
    assert not problems
    return PairingInput(
        mode, PRESETS[mode], seed, 1, number, rounds, changed, rules, players, placed, byes
    )


def newcomers(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(f"P{at:03}") for at in range(1, count + 1))


def one_in_ten_draws(chance: Stream, seats: tuple[str, ...]) -> str:
    """Anybody, and now and then nobody."""
    return chance.choice(seats) if chance.below(10) else ""


def event(
    count: int,
    mode: Mode = Mode.MULTIPLAYER,
    seed: str = "a seed",
    settings: Mapping[str, SettingValue] | None = None,
    rounds: int | None = None,
    winner_of: Callable[[Stream, tuple[str, ...]], str] = one_in_ten_draws,
) -> Iterator[tuple[PairingInput, Result]]:
    """Round after round of an event whose results are chance; "" for a winner is a draw. `rounds`
    is how many it knows of."""
    entrants = {player.id: player for player in newcomers(count)}
    number = 1
    while True:
        state = state_of(tuple(entrants.values()), mode, number, seed, settings, rounds)
        result = pair(state)
        yield state, result
        chance = Stream(seed, number, "results")
        for table in result.tables:
            winner = winner_of(chance, table.seats)
            for seat, player in enumerate(table.seats, start=1):
                gained = state.ruleset.win * (player == winner) if winner else state.ruleset.draw
                before = entrants[player]
                entrants[player] = replace(
                    before,
                    points=before.points + gained,
                    opponents=(*before.opponents, *(x for x in table.seats if x != player)),
                    seats=(*before.seats, seat),
                    small_pods=before.small_pods + (len(table.seats) < state.table_seats),
                )
        for player in result.byes:
            before = entrants[player]
            points = before.points + state.ruleset.bye
            entrants[player] = replace(before, points=points, byes=before.byes + 1)
        number += 1


def pairs(result: Result) -> set[frozenset[str]]:
    return {frozenset(pair) for table in result.tables for pair in combinations(table.seats, 2)}


def everybody(result: Result) -> list[str]:
    """Everyone with a seat or a bye, sorted, as often as they have one."""
    return sorted([*(each for table in result.tables for each in table.seats), *result.byes])
