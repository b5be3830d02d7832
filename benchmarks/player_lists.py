"""How the time to read a list of players grows with the length of a line.

    python benchmarks/player_lists.py [CHARACTERS]

Patterns of one to four characters are repeated between two names, CHARACTERS long and twice as
long (8,000; the bound is 20,000). Where that takes more than a twentieth of a second and more than
three times as long, the pattern is printed with both times in processor seconds.
"""

from __future__ import annotations

import itertools
import random
import sys
import time

from runner.interchange.player_import.reader import read_players

LETTERS = ' ,a"-(1@#.:;|<[\t/é&+*~_'
LONG_PATTERNS = 400


def main() -> None:
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 8_000
    chance = random.Random(1)
    patterns = [
        "".join(each) for count in (1, 2) for each in itertools.product(LETTERS, repeat=count)
    ]
    patterns += ["".join(chance.choices(LETTERS, k=3 + at % 2)) for at in range(LONG_PATTERNS)]
    worst = 0.0
    for pattern in patterns:
        once, twice = (seconds(pattern, count) for count in (length, 2 * length))
        worst = max(worst, twice)
        if twice > 0.05 and twice > 3 * once:
            print(f"{pattern!r:>12} {once:6.2f} {twice:6.2f}")
    print(f"{len(patterns)} patterns, the longest took {worst:.2f} seconds")


def seconds(pattern: str, length: int) -> float:
    """The processor time for one line of that length."""
    line = f"Ana{(pattern * length)[:length]}Bo"
    begun = time.process_time()
    read_players(line)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
