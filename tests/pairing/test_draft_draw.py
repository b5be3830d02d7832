"""Draft pods as they are drawn: again on every machine, and with those apart who are to be."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import chain, combinations, permutations
from typing import Any

import pytest
from hypothesis import given as whatever
from hypothesis import settings
from hypothesis import strategies as st

from runner.core.randomness import Stream
from runner.pairing.draft import apart
from runner.pairing.draft.draw import (
    ALGORITHM,
    Drafter,
    DraftState,
    Drawn,
    draw,
    from_document,
    shuffled,
    to_document,
)
from runner.pairing.draft.sizes import pod_sizes


def state(
    players: Sequence[Drafter], sizes: Sequence[int] = (), method: str = "random", drawing: int = 0
) -> DraftState:
    sizes = tuple(sizes) or pod_sizes(len(players))
    return DraftState("heron", 1, drawing, method, sizes, tuple(players))


def clubs(*sizes: int) -> list[Drafter]:
    """Players P001 ... of clubs of these sizes."""
    names = chain(*([f"club {at}"] * size for at, size in enumerate(sizes)))
    return [Drafter(f"P{at:03}", club) for at, club in enumerate(names, 1)]


def nobody(players: int) -> list[Drafter]:
    return [Drafter(f"P{at:03}") for at in range(1, players + 1)]


def foes(players: Sequence[Drafter]) -> set[frozenset[str]]:
    same = {
        frozenset((one.id, other.id))
        for one, other in combinations(players, 2)
        if one.club and one.club == other.club
    }
    ids = {player.id for player in players}
    return same | {frozenset((p.id, each)) for p in players for each in {*p.keep_apart} & ids}


def in_one_pod(drawn: Drawn, against: set[frozenset[str]]) -> int:
    return sum(frozenset(pair) in against for pod in drawn.pods for pair in combinations(pod, 2))


def beside(pod: Sequence[str], against: set[frozenset[str]]) -> int:
    return len({frozenset((pod[at - 1], pod[at])) for at in range(len(pod))} & against)


def is_told_truly(given: DraftState, drawn: Drawn) -> None:
    against = foes(given.players)
    assert Counter(chain(*drawn.pods)) == Counter(player.id for player in given.players)
    assert tuple(map(len, drawn.pods)) == given.sizes
    assert drawn.together == in_one_pod(drawn, against) >= drawn.least
    assert drawn.neighbours == sum(beside(pod, against) for pod in drawn.pods)


def test_without_wishes_it_is_a_shuffle_whatever_the_list_and_new_with_each_drawing() -> None:
    order = Stream("heron", 1, "draft pods", 3).shuffled([f"P{at:03}" for at in range(1, 18)])
    drawn = draw(state(nobody(17), drawing=3))
    assert drawn == Drawn((tuple(order[:9]), tuple(order[9:])))
    assert drawn.proved
    players = clubs(4, 3, 2, 1, 1, 1, 1, 1, 1, 1)
    assert draw(state(players)) == draw(state(players[::-1]))
    first, second = draw(state(players)), draw(state(players, drawing=1))
    assert first.pods != second.pods
    assert draw(replace(state(players), phase=2)).pods != first.pods


DRAWN: dict[str, dict[str, str]] = {
    "draft pods 1": {
        "nobody apart": "bc801cbc816a678c", "clubs": "bbfe49a7773af531",
        "names": "da835bebac7e1523", "standing": "5d45c42f04a4a710",
    }
}  # fmt: skip
"""For each way of drawing: the beginning of the SHA-256 of the pods. Where the same states are to
give other pods, `ALGORITHM` goes up, and what it draws then is written down here."""


def known_states() -> dict[str, DraftState]:
    wishes = [
        replace(each, keep_apart=(f"P{at * 7 % 40 + 1:03}", f"P{at * 3 % 40 + 1:03}"))
        for at, each in enumerate(clubs(9, 8, 5, *[1] * 18))
    ]
    return {
        "nobody apart": state(nobody(30)),
        "clubs": state(clubs(12, 9, 6, 5, 5, *[1] * 20), drawing=2),
        "names": state(wishes),
        "standing": state(clubs(4, 4, 4, 4, 4), method="standing"),
    }


@pytest.mark.parametrize("name", ["nobody apart", "clubs", "names", "standing"])
def test_what_was_drawn_by_this_way_is_drawn_again(name: str) -> None:
    given = known_states()[name]
    drawn = draw(given)
    is_told_truly(given, drawn)
    text = json.dumps(drawn.pods)
    assert sha256(text.encode()).hexdigest()[:16] == DRAWN[ALGORITHM][name]


def fewest(sizes: tuple[int, ...], members: tuple[int, ...]) -> int:
    """Of all ways to deal clubs to pods, club by club."""

    @cache
    def of(at: int, room: tuple[int, ...]) -> int:
        if at == len(members):
            return 0
        return min(
            sum(n * (n - 1) // 2 for n in dealt)
            + of(at + 1, tuple(r - n for r, n in zip(room, dealt, strict=True)))
            for dealt in deals(members[at], room)
        )

    return of(0, sizes)


def deals(players: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not room:
        if not players:
            yield ()
        return
    for here in range(min(players, room[0]) + 1):
        for more in deals(players - here, room[1:]):
            yield (here, *more)


@pytest.mark.thorough
@whatever(st.lists(st.integers(1, 7), min_size=1, max_size=6), st.data())
@settings(max_examples=60)
def test_of_a_club_as_few_as_can_be_share_a_pod(members: list[int], data: Any) -> None:
    left, sizes = sum(members), []
    while left:
        sizes.append(data.draw(st.integers(1, left)))
        left -= sizes[-1]
        if len(sizes) == 3 and left:
            sizes.append(left)
            break
    given = state(clubs(*members), sizes)
    drawn = draw(given)
    is_told_truly(given, drawn)
    assert drawn.together == drawn.least == fewest(tuple(sizes), tuple(members))


def test_where_no_two_can_change_with_profit_three_do_and_the_largest_pods_end() -> None:
    club = (4, 1, 3, 5, 0, 4, 1, 5, 5, 4, 2, 2, 4)
    against = [
        frozenset(other for other in range(13) if other != one and club[other] == club[one])
        for one in range(13)
    ]
    pods = [[0, 1], [2, 3, 4, 5], [6, 7], [8, 9, 10, 11, 12]]
    assert apart.together(apart.spread(pods, against), against) == 0
    given = state(clubs(10, 9), (19,))
    drawn = draw(given)
    is_told_truly(given, drawn)
    assert drawn.neighbours == 1


@pytest.mark.parametrize("players", [12, 19, 28, 45, 100])
def test_a_club_is_dealt_evenly(players: int) -> None:
    drawn = draw(state(clubs(9, *[1] * (players - 9))))
    first = {f"P{at:03}" for at in range(1, 10)}
    counts = [len(first & {*pod}) for pod in drawn.pods]
    assert max(counts) - min(counts) <= 1
    assert drawn.proved


@pytest.mark.thorough
@whatever(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=14))
@settings(max_examples=40)
def test_names_are_kept_apart_as_well_as_the_bound_says(pairs: list[tuple[int, int]]) -> None:
    wishes: dict[int, list[str]] = {}
    for one, other in pairs:
        wishes.setdefault(one, []).append(f"P{other + 1:03}")
    players = [
        replace(each, keep_apart=tuple(wishes.get(at, ()))) for at, each in enumerate(clubs(2, 2))
    ] + [Drafter(f"P{at + 1:03}", "", tuple(wishes.get(at, ()))) for at in range(4, 9)]
    players = [
        replace(each, keep_apart=tuple(one for one in each.keep_apart if one != each.id))
        for each in players
    ]
    given = state(players, (5, 4))
    drawn = draw(given)
    is_told_truly(given, drawn)
    against, ids = foes(players), [each.id for each in players]
    best = min(
        in_one_pod(Drawn((pod, tuple({*ids} - {*pod}))), against) for pod in combinations(ids, 5)
    )
    assert drawn.least <= best == drawn.together


def test_all_to_be_apart_may_be_too_many_and_a_name_is_heard_from_either_side_once() -> None:
    ids = ["P001", "P002", "P003", "P004"]
    players = nobody(24)
    for at in range(4):
        players[at] = replace(players[at], keep_apart=tuple(ids[at + 1 :]))
    drawn = draw(state(players))
    assert (drawn.together, drawn.least) == (1, 1)
    players = nobody(12)
    players[0] = replace(players[0], keep_apart=("P012", "P012", "X"))
    players[11] = replace(players[11], keep_apart=("P001",))
    given = state(players, (12,))
    drawn = draw(given)
    assert (drawn.together, drawn.least, drawn.neighbours) == (1, 1, 0)


def test_hundreds_with_clubs_and_names() -> None:
    players = [
        replace(each, keep_apart=(f"P{at * 11 % 300 + 1:03}",))
        for at, each in enumerate(clubs(60, 50, 40, 30, 20, 10, *[1] * 90))
        if f"P{at * 11 % 300 + 1:03}" != each.id
    ]
    given = state(players)
    drawn = draw(given)
    is_told_truly(given, drawn)
    assert drawn.proved
    assert not drawn.neighbours


@whatever(
    st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))), st.integers(1, 7), st.integers(0)
)
@settings(max_examples=60)
def test_as_few_as_can_be_sit_side_by_side(
    pairs: set[tuple[int, int]], size: int, drawing: int
) -> None:
    players = [
        Drafter(
            f"P{at:03}",
            "",
            tuple(f"P{other:03}" for one, other in pairs if one == at and one != other),
        )
        for at in range(size)
    ]
    given = state(players, (size,), drawing=drawing)
    drawn = draw(given)
    is_told_truly(given, drawn)
    against, ids = foes(players), [each.id for each in players]
    plain = Stream("heron", 1, "draft pods", drawing).shuffled(ids)
    circles = [(plain[0], *rest) for rest in permutations(plain[1:])]
    best = min(beside(each, against) for each in circles)
    assert drawn.neighbours == best
    if beside(plain, against) == best:
        assert drawn.pods == (tuple(plain),)
    assert drawn.pods[0] == next(each for each in circles if beside(each, against) == best)


@pytest.mark.parametrize(("of_a_club", "meet"), [(5, 0), (6, 2), (7, 4), (8, 6), (10, 10)])
def test_more_than_half_a_pod_of_one_club(of_a_club: int, meet: int) -> None:
    players = clubs(of_a_club, *[1] * (10 - of_a_club))
    assert draw(state(players, (10,))).neighbours == meet


def test_by_standing_the_best_sit_together_in_a_draw_of_their_own_and_clubs_apart() -> None:
    players = clubs(8, 6)
    given = state(players[::-1], method="standing")
    drawn = draw(given)
    is_told_truly(given, drawn)
    ids = [each.id for each in players[::-1]]
    assert [{*pod} for pod in drawn.pods] == [{*ids[:8]}, {*ids[8:]}]
    assert drawn.together == drawn.least == (15 + 1) + 15
    drawn = draw(state(nobody(16), method="standing", drawing=5))
    ids = [f"P{at:03}" for at in range(1, 17)]
    for number, pod in enumerate(drawn.pods, 1):
        here = ids[8 * number - 8 : 8 * number]
        assert [*pod] == Stream("heron", 1, "draft pods", 5, number).shuffled(here)
    for drawing in range(20):
        assert not draw(state(clubs(4, 4), (8,), "standing", drawing)).neighbours


def test_a_pod_is_shuffled_whatever_its_seats_and_can_keep_clubs_apart() -> None:
    pod = ("P003", "P001", "P002", "P004")
    drawn = Stream("heron", 1, "draft seats", 2, 7).shuffled(sorted(pod))
    assert shuffled(pod, "heron", 1, "draft seats", 2, 7) == tuple(drawn)
    assert shuffled(pod[::-1], "heron", 1, "draft seats", 2, 7) == tuple(drawn)
    players = clubs(4, 4)
    ids = [each.id for each in players[:7]]
    plain, parted = (
        [beside(shuffled(ids, "heron", at, players=known), foes(players)) for at in range(20)]
        for known in ((), players)
    )
    assert max(plain) > 1
    assert {*parted} == {1}  # four of seven seats


def test_the_document_gives_the_state_back() -> None:
    for given in known_states().values():
        assert from_document(json.loads(json.dumps(to_document(given)))) == given


@pytest.mark.parametrize(("change", "sentence"), [
    ({"seed": None}, '"seed" is missing.'),
    ({"phase": 0}, '"phase" must be a whole number from 1, not 0.'),
    ({"phase": None}, '"phase" is missing.'),
    ({"drawing": -1}, '"drawing" must be a whole number from 0, not -1.'),
    ({"drawing": None}, '"drawing" is missing.'),
    ({"method": "best"}, '"method" must be one of random, standing, not "best".'),
    ({"sizes": [8, 0]}, '"sizes" must be a list of whole numbers from 1,'),
    ({"sizes": [8, 6]}, '"sizes" seats 14, but "players" has 16.'),
    ({"players": None}, '"players" is missing.'),
    ({"players": [{"id": "A"}] * 16}, '"A" stands in "players" more than once.'),
    ({"players": [{"club": "A"}]}, '"id" of entry 1 of "players" is missing.'),
    ({"players": [{"id": "A", "keep_apart": "B"}]}, '"keep_apart" of entry 1 of "players"'),
])  # fmt: skip
def test_what_is_wrong_with_a_document_is_said(change: dict[str, Any], sentence: str) -> None:
    problems = from_document({**to_document(state(nobody(16))), **change})
    assert isinstance(problems, tuple)
    assert [each.text for each in problems if each.text.startswith(sentence)]
    for document in (None, 3, [], "draft", {}):
        assert isinstance(from_document(document), tuple)
