"""The matches of a double elimination: winners' bracket, losers' bracket, final (docs/rules.md 5).

Losers are dropped crossed, so that those who have met in the winners' bracket meet again as late
as can be. Who lost in its round j comes to the place whose number differs in the mirrored digits
of j - 1, in base two: round 2 changes the halves over, round 3 the quarters of each half, round 4
both, and so on with eighths. With these two who met can meet again in the losers' bracket from
its round 3 of 4 with 8 players, 4 of 6 with 16, 5 of 8 with 32, 7 of 10 with 64 and 8 of 12 with
128; no other way of changing them over puts it off any further
(tests/phases/test_double_bracket.py).
"""

from collections.abc import Sequence
from functools import lru_cache

from runner.phases import bracket
from runner.phases.elimination.fixtures import NOBODY, Fixture
from runner.phases.elimination.tree import From, Side, Source

FINAL, RESET = "F1", "F2"

Row = list[Source]


@lru_cache(maxsize=64)
def fixtures(winners: int, losers: int = 0) -> tuple[Fixture, ...]:
    """The matches of so many in the winners' bracket and so many who have lost once, each after
    those that it waits for; the seeds of the losers follow those of the winners.

    Where there is nobody to drop in, places of the losers' bracket stay empty. Nobody is to win
    the losers' bracket where there is only one player.
    """
    made: list[Fixture] = []
    upper = _row(1, winners)
    lower = _row(winners + 1, losers)
    stage, below = 1, 0
    while len(upper) > 1:
        upper, dropped = _stage(made, Side.WINNERS, stage, upper)
        while len(lower) > len(dropped):
            below += 1
            lower, _ = _stage(made, Side.LOSERS, below, lower)
        if lower:
            below += 1
            lower += [NOBODY] * (len(dropped) - len(lower))
            lower, _ = _stage(made, Side.LOSERS, below, _merged(crossed(dropped, stage), lower))
        else:
            lower = dropped
        stage += 1
    while len(lower) > 1:
        below += 1
        lower, _ = _stage(made, Side.LOSERS, below, lower)
    if upper and lower:
        made.append(Fixture(FINAL, Side.FINAL, 1, (upper[0], lower[0])))
        again = (Source(From.WINNER, match=FINAL), Source(From.LOSER, match=FINAL))
        made.append(Fixture(RESET, Side.FINAL, 2, again))
    return tuple(made)


def crossed(dropped: Row, stage: int) -> Row:
    """Those who drop out of that stage of the winners' bracket, in the order in which they come
    into the losers' bracket."""
    digits = len(dropped).bit_length() - 1
    mirrored = sum((stage - 1 >> at & 1) << (digits - 1 - at) for at in range(digits))
    return [dropped[at ^ mirrored] for at in range(len(dropped))]


def _row(first: int, players: int) -> Row:
    """The standard bracket of seeds from `first` on."""
    if not players:
        return []
    seeds = bracket.standard([str(first + at) for at in range(players)])
    return [Source(From.SEED, int(seed)) if seed else NOBODY for seed in seeds]


def _merged(dropped: Row, lower: Row) -> Row:
    return [source for pair in zip(dropped, lower, strict=True) for source in pair]


def _stage(made: list[Fixture], side: Side, stage: int, row: Sequence[Source]) -> tuple[Row, Row]:
    """Adds the matches of neighbours; their winners and their losers."""
    letter = side.value[0].upper()
    keys = [f"{letter}{stage}M{at}" for at in range(1, len(row) // 2 + 1)]
    pairs = zip(keys, row[::2], row[1::2], strict=True)
    made += [Fixture(key, side, stage, (one, other)) for key, one, other in pairs]
    return (
        [Source(From.WINNER, match=key) for key in keys],
        [Source(From.LOSER, match=key) for key in keys],
    )
