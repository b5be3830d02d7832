"""The two brackets of a double elimination: their shape, and how far rematches are put off.

Measured (`python -m tests.phases.test_double_bracket`): the first round of the losers' bracket in
which two who have met can meet again, of how many; and the rematches before the grand final to
expect where every match is even, crossed as it is and not crossed at all.

    players   first   of   crossed   as they come
          8       3    4     0.625          1.375
         16       4    6     0.750          3.094
         32       5    8     0.746          6.523
         64       7   10     0.706         13.381
        128       8   12     0.723         27.095
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from runner.core.randomness import Stream
from runner.phases.elimination.tree import Fixture, From, Side, Source, crossed, fixtures

pytestmark = pytest.mark.thorough  # left out of make quick

FIRST = {8: 3, 16: 4, 32: 5, 64: 7, 128: 8}


def dropped(size: int) -> Iterator[tuple[Fixture, list[dict[str, int]]]]:
    """Each match of the losers' bracket, and for both places the matches of the winners' bracket
    whose losers can come there, with the matches that they have won since."""
    found: dict[str, dict[str, int]] = {}
    for each in fixtures(size):
        if each.side is Side.WINNERS:
            found[each.key] = {each.key: 0}
        elif each.side is Side.LOSERS:
            places = [
                {key: won + (place.kind is From.WINNER) for key, won in found[place.match].items()}
                for place in each.places
            ]
            found[each.key] = places[0] | places[1]
            yield each, places


def after(size: int) -> dict[str, dict[str, int]]:
    """For each match of the winners' bracket those that its winner can come to, and how far on."""
    leads = {
        place.match: each.key for each in fixtures(size) for place in each.places
        if each.side is Side.WINNERS and place.match
    }  # fmt: skip

    @cache
    def chain(key: str) -> tuple[str, ...]:
        return (leads[key], *chain(leads[key])) if key in leads else ()

    keys = [each.key for each in fixtures(size) if each.side is Side.WINNERS]
    return {key: {later: on for on, later in enumerate(chain(key), 1)} for key in keys}


def rematches(size: int) -> Iterator[tuple[int, Fraction]]:
    """The rematches that can be: the round of the losers' bracket, and how probable where every
    match is even. Whoever lost a match may meet the one who won it and then lost a later one."""
    later = after(size)
    for match, (left, right) in dropped(size):
        for one, other in ((left, right), (right, left)):
            for key, won in one.items():
                for above in later[key].keys() & other.keys():
                    even = later[key][above] + won + other[above]
                    yield match.stage, Fraction(1, 2**even)


@pytest.mark.parametrize("players", [4, 8, 16, 32, 64, 128])
def test_full_brackets_have_two_matches_for_each_player_but_one(players: int) -> None:
    made = fixtures(players)
    assert len(made) == 2 * players - 1
    stages = [each.stage for each in made if each.side is Side.LOSERS]
    assert max(stages) == 2 * (players.bit_length() - 1) - 2
    assert made[-1].places[0].match == made[-1].places[1].match == "F1"


@pytest.mark.parametrize("losers", range(12))
@pytest.mark.parametrize("winners", range(12))
def test_everybody_has_one_place_and_every_match_leads_on(winners: int, losers: int) -> None:
    made = fixtures(winners, losers)
    keys = [each.key for each in made]
    assert len({*keys}) == len(keys)
    seen: set[str] = set()
    for each in made:
        assert all(not place.match or place.match in seen for place in each.places)
        seen.add(each.key)
    sources = [place for each in made for place in each.places if place != Source(From.SEED, 0)]
    assert len({*sources}) == len(sources)
    if winners + losers > 1:
        seeds = sorted(place.number for place in sources if place.kind is From.SEED)
        assert seeds == list(range(1, winners + losers + 1))
        lost = {place.match for place in sources if place.kind is From.LOSER}
        assert {each.key for each in made if each.side is Side.WINNERS} <= lost


@pytest.mark.parametrize("players", FIRST)
def test_the_first_round_in_which_two_can_meet_again(players: int) -> None:
    assert min(stage for stage, _ in rematches(players)) == FIRST[players]


def test_mirrored_digits_change_over_halves_then_quarters_then_both() -> None:
    row = [Source(From.SEED, at) for at in range(8)]
    for stage, order in enumerate(["01234567", "45670123", "23016745", "67452301", "10325476"], 1):
        assert [each.number for each in crossed(row, stage)] == [int(each) for each in order]


Place = Callable[[int], int]
"""Where the loser of each match of one round of the winners' bracket comes to."""


def meetings(
    rounds: int, places: Sequence[Place], matches: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Every two rounds of the winners' bracket and the round of the losers' bracket in which the
    loser of a match of the first can meet its winner, who has lost in the second; `places` are
    those of rounds 1, 2, ... For so many matches of each round, or for all."""
    for low in range(1, rounds):
        for high in range(low + 1, rounds + 1):
            for at in range(matches or 2 ** (rounds - low)):
                one, other, stage = places[low - 1](at), places[high - 1](at >> high - low), high
                while one >> stage - low != other >> stage - high:
                    stage += 1
                yield low, high, 2 * (high - 1) if stage == high else 2 * stage - 3


def first(rounds: int, places: Sequence[Place], matches: int | None = None) -> int:
    return min(stage for _, _, stage in meetings(rounds, places, matches))


def expected(rounds: int, places: Sequence[Place]) -> Fraction:
    enters = [1, *(2 * (each - 1) for each in range(2, rounds + 1))]
    return sum(
        (
            Fraction(1, 2 ** (high - low + 2 * stage - enters[low - 1] - enters[high - 1]))
            for low, high, stage in meetings(rounds, places)
        ),
        Fraction(0),
    )


def masks(given: Sequence[int]) -> list[Place]:
    """Losers changed over by these numbers in rounds 2, 3, ... of the winners' bracket: the same
    for every match, so that the first of a round stands for all."""
    return [lambda at, mask=mask: at ^ mask for mask in (0, *given, 0)]  # type: ignore[misc]


@pytest.mark.parametrize("players", [8, 16, 32, 64, 128])
def test_no_changing_over_of_halves_quarters_and_so_on_puts_it_off_further(players: int) -> None:
    rounds = players.bit_length() - 1
    sizes = [range(2 ** (rounds - stage)) for stage in range(2, rounds)]
    best = max(first(rounds, masks(given), matches=1) for given in product(*sizes))
    assert best == FIRST[players]


@pytest.mark.parametrize("players", FIRST)
def test_two_ways_of_counting_rematches_agree(players: int) -> None:
    rounds = players.bit_length() - 1
    mirrored = [
        int(f"{stage - 1:07b}"[::-1][: rounds - stage] or "0", 2) for stage in range(2, rounds)
    ]
    assert first(rounds, masks(mirrored)) == FIRST[players]
    assert expected(rounds, masks(mirrored)) == sum(even for _, even in rematches(players))


def test_no_order_puts_it_off_further_for_sixteen_nor_one_that_is_drawn_for_thirty_two() -> None:
    orders = product(permutations(range(4)), permutations(range(2)))
    listed = ([*map(tuple, each)] for each in orders)
    every = [first(4, [int, a.__getitem__, b.__getitem__, int]) for a, b in listed]
    assert len(every) == 48
    assert max(every) == FIRST[16]
    chance = Stream("orders")
    for _ in range(200):
        orders = [tuple(chance.shuffled(range(size))) for size in (8, 4, 2)]
        places: list[Place] = [int, *(each.__getitem__ for each in orders), int]
        assert first(5, places) <= FIRST[32]


if __name__ == "__main__":
    for size in FIRST:
        rounds = size.bit_length() - 1
        least, most = min(stage for stage, _ in rematches(size)), 2 * rounds - 2
        made = float(sum(even for _, even in rematches(size)))
        plain = float(expected(rounds, masks([0] * (rounds - 2))))
        print(f"{size:11} {least:7} {most:4} {made:9.3f} {plain:14.3f}")  # noqa: T201
