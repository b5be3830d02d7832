"""Berger tables: who meets whom in each round where everybody meets everybody (FIDE C.05 Annex 1).

Number n, the highest, stays where it is, and the others go round it. In round r the player x meets
n for whom 2x and r + 1 are the same number modulo n - 1; on x's sides, x + 1 meets x - 1, x + 2
meets x - 2, and so on round the circle.
"""


def rounds(players: int) -> list[list[tuple[int, int]]]:
    """Every round of one cycle, as pairs of numbers from 1; the first of a pair goes first.

    The pairs of a round stand in the order of the published tables. With an odd number of players
    the last number, `players` + 1, is nobody: who is paired with it sits out. Fewer than two
    players have no rounds. Of six, and of five without whoever meets 6:

        round 1   1 v 6   2 v 5   3 v 4
        round 2   6 v 4   5 v 3   1 v 2
        round 3   2 v 6   3 v 1   4 v 5
        round 4   6 v 5   1 v 4   2 v 3
        round 5   3 v 6   4 v 2   5 v 1
    """
    if players < 2:
        return []
    last = players + players % 2
    return [_round(number, last) for number in range(1, last)]


def cycles(players: int, times: int, *, exchanged: bool = False) -> list[list[tuple[int, int]]]:
    """Every round of so many cycles; with each new one the two of every pair change over.

    `exchanged`: the last two rounds of the first cycle change places, as FIDE advises where there
    are two, so that nobody goes first, or second, three times running (C.05 Annex 1).
    """
    first = rounds(players)
    over = [[(other, one) for one, other in pairs] for pairs in first]
    found = [pairs for cycle in range(times) for pairs in (over if cycle % 2 else first)]
    if exchanged and len(first) > 1:
        last = len(first) - 1
        found[last - 1], found[last] = found[last], found[last - 1]
    return found


def _round(number: int, last: int) -> list[tuple[int, int]]:
    """The pairs of one round, for the numbers 1 to `last`, which is even."""
    circle = last - 1
    if number % 2:
        middle = (number + 1) // 2
        top = (middle, last)
    else:
        middle = (number + last) // 2
        top = (last, middle)

    def on_circle(place: int) -> int:
        return (place - 1) % circle + 1

    sides = range(1, last // 2)
    return [top, *((on_circle(middle + step), on_circle(middle - step)) for step in sides)]
