"""How long the late rounds of long events take, and whether more work would make them better.

    PYTHONPATH=. python -m benchmarks.long_events [FIRST LAST [TIMES]]

Events of 25 to 64 players, rounds 5 to 12, with clubs and wishes, by several methods;
those from number FIRST up to LAST. Seconds are the processor's.
With TIMES each round is paired a second time with so many times the work: printed is where that
has fewer repeats or second small pods.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from runner.core.phase import SettingValue
from runner.core.randomness import Stream
from runner.pairing import engine
from runner.pairing.bounds.effort import PAIRING, Work
from runner.pairing.field import field_of
from runner.pairing.methods import bye_turns, byes_due, method_in_force
from runner.pairing.pods import split_into_pods
from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import pod_sizes
from tests.support.states import state_of


def main() -> None:
    """Print a line for each event, and what all of them come to."""
    first, last, times = (*map(int, sys.argv[1:4]), *(0, 63, 0)[len(sys.argv) - 1 :])[:3]
    engine.load()
    seconds: list[float] = []
    worse = [0, 0]
    for number in range(first, last):
        of_event: list[float] = []
        for state in long_event(number):
            begun = time.process_time()
            made = engine.pair(state).certificate
            of_event.append(time.process_time() - begun)
            if times:
                engine.PAIRING = PAIRING * times
                more = engine.pair(state).certificate
                engine.PAIRING = PAIRING
                worse[0] += made.repeated_pairs > more.repeated_pairs
                worse[1] += made.repeated_pairs == more.repeated_pairs and (
                    made.small_pod_repeats > more.small_pod_repeats
                )
        seconds += of_event
        print(f"event {number}: median {statistics.median(of_event):.2f}, {max(of_event):.2f}")
    print(f"{len(seconds)} rounds: median {statistics.median(seconds):.2f}, {max(seconds):.2f}")
    if times:
        print(
            f"fewer repeats with {times} times the work: {worse[0]}, second small pods: {worse[1]}"
        )


FIRST, LAST = 5, 12


def long_event(number: int) -> Iterator[PairingInput]:
    """The later rounds of the event of that number: by `swiss`, `bubble` or `power`, with clubs and
    wishes, and now and then somebody who leaves. Its pods are those of a short search."""
    chance = random.Random(f"long event {number}")
    count, standard = chance.randint(25, 64), chance.choice([4, 4, 4, 4, 3, 5])
    clubs = chance.choice([(), (), ("", "", "Ems", "Lahn"), ("Ems", "Lahn", "Isar")])
    settings: dict[str, SettingValue] = {
        "pod_size": standard,
        "method": chance.choice(["swiss", "swiss", "bubble", "power"]),
        "uneven": chance.choice(["small_pods", "small_pods", "byes", "small_pods_then_byes"]),
        "keep_clubs_apart": bool(clubs),
    }
    players = {
        f"P{at:02}": Entrant(
            f"P{at:02}",
            club=chance.choice(clubs) if clubs else "",
            keep_apart=(f"P{chance.randrange(count):02}",) if chance.random() < 0.1 else (),
        )
        for at in range(count)
    }
    rounds = chance.choice([None, LAST])
    for round_ in range(1, LAST + 1):
        people = tuple(players.values())
        state = state_of(people, number=round_, seed=f"{number}", settings=settings, rounds=rounds)
        if round_ >= FIRST:
            yield state
        _play(players, state, chance)
        if chance.random() < 0.15 and len(players) > 25:
            del players[chance.choice(sorted(players))]


def _play(players: dict[str, Entrant], state: PairingInput, chance: random.Random) -> None:
    rules, everybody = state.ruleset, chance.sample(state.players, len(state.players))
    sizes = pod_sizes(len(everybody), rules.pod_size, rules.uneven, rules.max_byes)
    resting = next(iter(byes_due(bye_turns(everybody, state.round), sizes.byes)))
    aims, order = method_in_force(state).aims, method_in_force(state).order(everybody)
    field = field_of([each for each in order if each not in resting])
    stream = Stream(state.seed, state.round, "played")
    split = split_into_pods(
        field, sizes.tables, rules.pod_size, aims, stream, work=Work(10_000_000)
    )
    for pod in split.pods:
        _won([field.players[at] for at in pod], players, state, chance)
    for each in resting:
        players[each.id] = replace(each, points=each.points + rules.bye, byes=each.byes + 1)


def _won(
    pod: Sequence[Entrant], players: dict[str, Entrant], state: PairingInput, chance: random.Random
) -> None:
    winner = chance.choice([*pod, *pod, None])
    for seat, each in enumerate(chance.sample(pod, len(pod)), start=1):
        gained = state.ruleset.win * (each == winner) if winner else state.ruleset.draw
        players[each.id] = replace(
            each,
            points=each.points + gained,
            opponents=(*each.opponents, *(other.id for other in pod if other != each)),
            seats=(*each.seats, seat),
            small_pods=each.small_pods + (len(pod) < state.table_seats),
        )


if __name__ == "__main__":
    main()
