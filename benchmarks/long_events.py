"""How long the late rounds of long events take, and whether more work would make them better.

    PYTHONPATH=. python -m benchmarks.long_events [FIRST LAST [TIMES]]

Events of 25 to 64 players, rounds 5 to 12, with clubs and wishes, by several methods
(`tests/support/long_events.py`); those from number FIRST up to LAST. Seconds are the processor's.
With TIMES each round is paired a second time with so many times the work: printed is where that
has fewer repeats or second small pods.
"""

from __future__ import annotations

import statistics
import sys
import time

from runner.pairing import engine
from runner.pairing.bounds.effort import PAIRING
from tests.support.long_events import long_event


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


if __name__ == "__main__":
    main()
