"""What a certificate says of causes: each sentence where it is true, and none where it is not."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings

from runner.core.phase import Mode
from runner.pairing.audit.conflicts import fewest_pairs
from runner.pairing.certificate import certify
from runner.pairing.state import Entrant
from tests.support.seatings import Arrangement, Seated, rounds, seated

pytestmark = pytest.mark.thorough  # left out of make quick

TWO = Mode.HEAD_TO_HEAD


def notes(now: Seated) -> list[str]:
    return list(certify(now.state, now.tables, now.byes, proved=False).notes)


def players(ids: str, *met: str, points: str = "") -> tuple[Entrant, ...]:
    """Players by letters, each of `met` having all met; `points` has a digit for each player."""
    return tuple(
        Entrant(
            each,
            Fraction(points[at]) if points else Fraction(0),
            opponents=tuple(b for group in met if each in group for b in group if b != each),
        )
        for at, each in enumerate(ids)
    )


RING = ("AD", "AE", "AF", "BD", "BE", "BF", "CD", "CE", "CF")
"""Six players who have met in a ring, so that only two threes of every other one are new; two
matches are thus no way out of an odd three."""


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (seated(players("ABCD", "AB", "AC", "AD"), "A B", "C D", mode=TWO),
         ["A and B meet again: A has met everybody else who is paired."]),
        (seated(players("ABCDEFGH", "AB", "AC", "AD", "AE", "AF"), "A B G H", "C D E F"),
         ["A and B meet again: A has yet to meet only G and H, and every table seats at least 3 "
          "others."]),
        (seated(players("ABCDEFGH", "ABC"), "A B D E", "C F G H"),
         ["A and B meet again: A, B and C have all met one another, and there are only 2 tables."]),
        (seated(players("ABCDEF", *RING), "A D", "B C", "E F", mode=TWO),
         ["A and D meet again: in every arrangement of the 6 players at these tables, at least 1 "
          "pair meets again."]),
        (seated(players("ABCD", "AB", "CD"), "A B", "C D", mode=TWO),
         ["2 pairs meet again: A and B, C and D.",
          "There is an arrangement of the 4 players at these tables in which no pair meets again."]
         ),
        (seated(players("ABCD", "AB"), "A B", "C D", mode=TWO, placed=(1,)),
         ["A and B meet again: the organiser filled table 1 by hand."]),
        (seated(tuple(Entrant(each, small_pods=each == "E") for each in "ABCDEFG"), "A B C D",
                "E F G"),
         ["1 player sits in a small pod again: E."]),
        (seated(tuple(Entrant(each, club="Red" if each in "ABC" else "") for each in "ABCDEFGH"),
                "A B D E", "C F G H"),
         ["A and B were to be kept apart and sit at one table: Red has 3 of the 8 players, more "
          "than there are tables."]),
        (seated((Entrant("A", keep_apart=("B", "C", "D")), *map(Entrant, "BCD")), "A B", "C D",
                mode=TWO),
         ["A and B were to be kept apart and sit at one table: A is to be kept apart from "
          "everybody else who is paired."]),
        (seated((Entrant("A", keep_apart=("B",), opponents=("C", "D")), Entrant("B"),
                 Entrant("C", opponents=("A",)), Entrant("D", opponents=("A",))),
                "A B", "C D", mode=TWO),
         ["A and B were to be kept apart and sit at one table: A has met, or is to be kept apart "
          "from, everybody."]),
        (seated(players("ABCD", "AB", points="9966"), "A C", "B D", mode=TWO),
         ["C (6 points) is paired up to 9 points: A has met everybody else on 9 points.",
          "D (6 points) is paired up to 9 points: B has met everybody else on 9 points."]),
        (seated(tuple(Entrant(each, Fraction(9 if each in "AB" else 6),
                              club="Red" if each in "AB" else "") for each in "ABCD"),
                "A C", "B D", mode=TWO),
         ["C (6 points) is paired up to 9 points: A has met, or is to be kept apart from, all "
          "others on 9 points.",
          "D (6 points) is paired up to 9 points: B has met, or is to be kept apart from, all "
          "others on 9 points."]),
    ],
    ids=["has met everybody", "has too few left to meet", "more have all met than tables",
         "counted over all arrangements", "a repeat that could be avoided", "a table by hand",
         "a small pod that could be avoided", "a club with more players than tables",
         "kept apart from too many", "a clash that only a repeat could avoid",
         "has met all of equal points", "is to be kept apart from all of equal points"],
)  # fmt: skip
def test_a_fault_has_its_reason_and_one_that_could_be_avoided_none(
    now: Seated, said: list[str]
) -> None:
    assert notes(now) == said


def test_many_repeats_are_a_few_sentences_and_a_random_round_looks_at_none() -> None:
    now = seated(players("ABCD", "AB"), "A B", "C D", mode=TWO, method="random")
    assert "Tables are drawn at random, whoever has met before." in notes(now)
    ids = "ABCDEFGHIJKL"
    now = seated(players(ids, ids), "A B C D", "E F G H", "I J K L")
    assert notes(now) == [
        "18 pairs meet again: A and B, A and C, A and D, B and C, B and D, C and D, and 12 more.",
        *(f"{each} has met everybody else who is paired." for each in "ABC"),
        "In every arrangement of the 12 players at these tables, at least 18 pairs meet again.",
    ]


def test_a_second_small_pod_or_bye_says_whether_everybody_has_had_one() -> None:
    fresh, old = Entrant("A"), [Entrant(each, small_pods=1) for each in "BCDEF"]
    now = seated((fresh, *old), "A B C", "D E F")
    assert notes(now) == [
        "5 players sit in a small pod again: B, C, D, E, F.",
        "Small pods have 6 seats, and only 1 of the 6 players who are paired has not sat in one "
        "before.",
    ]
    everybody = seated((replace(fresh, small_pods=2), *old), "A B C", "D E F")
    assert notes(everybody)[1] == "Everybody who is paired has sat in a small pod before."
    had = tuple(Entrant(each, byes=1) for each in "ABC")
    assert notes(seated(had, "A B", mode=TWO, byes=("C",))) == [
        "1 player has another bye: C.",
        "Everybody who is paired has had a bye as well.",
    ]
    some = (replace(had[0], byes=0), *had[1:])
    assert notes(seated(some, "A B", mode=TWO, byes=("C",))) == ["1 player has another bye: C."]


def test_a_fixed_table_that_is_taken_says_by_whom() -> None:
    fixed = tuple(Entrant(each, fixed_table=2 if each in "ABE" else None) for each in "ABCDEF")
    now = seated(fixed, "A C", "B E", "D F", mode=TWO)
    assert notes(now) == [
        "A cannot sit at table 2, which is taken.",
        "3 players need table 2, which seats 2.",
    ]
    by_hand = seated(fixed, "A C", "D F", "B E", mode=TWO, placed=(2,))
    assert notes(by_hand) == [
        "A cannot sit at table 2, which is taken.", "B cannot sit at table 2, which is taken.",
        "E cannot sit at table 2, which is taken.", "The organiser filled table 2 by hand.",
    ]  # fmt: skip


@pytest.mark.parametrize(("points", "tables", "said"), [
    ("90000000", ("A B C D", "E F G H"), [
        "A (9 points) is paired down to 0 points: nobody else who is paired has 9 points.",
    ]),
    ("99000000", ("A B C D", "E F G H"), [
        "C and D (0 points) are paired up to 9 points: only 2 paired players have 9 points, "
        "and every table seats 4 or more.",
    ]),
    ("999990000000", ("A B C D", "E F G H", "I J K L"), [
        "E (9 points) is paired down to 0 points: 5 players have 9 points, 1 more than 1 table "
        "of 4 holds.",
    ]),
    ("99999666666", ("A B C D", "E F G H", "I J K"), [
        "E (9 points) is paired down to 6 points: 5 players have 9 points, and no set of these "
        "tables has exactly 5 seats.",
    ]),
    ("99996666", ("A B C E", "D F G H"), [
        "D (9 points) is paired down to 6 points.",
        "E (6 points) is paired up to 9 points.",
    ]),
])  # fmt: skip
def test_a_move_is_named_with_the_count_that_forces_it(
    points: str, tables: tuple[str, ...], said: list[str]
) -> None:
    ids = "ABCDEFGHIJKL"[: len(points)]
    assert notes(seated(players(ids, points=points), *tables)) == said


def test_matches_name_the_lower_as_paired_up_in_a_few_sentences_and_wagers_nobody() -> None:
    now = seated(players("AB", points="96"), "A B", mode=TWO)
    made = certify(now.state, now.tables, (), proved=False)
    assert (made.moved_up, made.moved_down) == (("B",), ())
    now = seated(players("ABCD", points="9876"), "A B C D")
    wager = replace(now.state, ruleset=replace(now.state.ruleset, scoring="wager"))
    made = certify(wager, now.tables, (), proved=False)
    assert made.moved_up == made.moved_down == made.notes == ()
    ids = "ABCDEFGHIJKLMNOP"
    now = seated(
        players(ids, points="9876543298765432"),
        "A B", "C D", "E F", "G H", "I J", "K L", "M N", "O P", mode=TWO,
    )  # fmt: skip
    said = notes(now)
    assert len(said) == 4
    assert said[-1] == "2 more players are paired up."


def test_a_repeat_that_had_to_be_is_proved_optimal_and_an_endless_search_proves_nothing() -> None:
    now = seated(players("ABCD", "AB", "AC", "AD"), "A B", "C D", mode=TWO)
    assert certify(now.state, now.tables, (), proved=False).proved_optimal
    avoidable = seated(players("ABCD", "AB", "CD"), "A B", "C D", mode=TWO)
    assert not certify(avoidable.state, avoidable.tables, (), proved=False).proved_optimal
    everybody_but_neighbours = [
        sum(1 << b for b in range(32) if (a - b) % 32 not in (0, 1, 31)) for a in range(32)
    ]
    found = fewest_pairs(everybody_but_neighbours, [4] * 8, 40)
    assert found.pairs <= 40
    assert not found.proved


def test_a_bound_from_outside_proves_what_the_audit_cannot_unless_the_round_is_below_it() -> None:
    now = seated(players("ABCD", "AB", "CD", points="9966"), "A C", "B D", mode=TWO)
    alone = certify(now.state, now.tables, (), proved=False)
    assert (alone.points_mismatch, alone.lower_bound, alone.proved_optimal) == (6, 0, False)
    helped = certify(now.state, now.tables, (), proved=False, bound=Fraction(6))
    assert (helped.lower_bound, helped.proved_optimal) == (6, True)
    weak = certify(now.state, now.tables, (), proved=False, bound=Fraction(5))
    assert (weak.lower_bound, weak.proved_optimal) == (5, False)
    now = seated(players("ABCD", points="9966"), "A B", "C D", mode=TWO)
    assert certify(now.state, now.tables, (), proved=False, bound=Fraction(1)).lower_bound == 0


@settings(max_examples=500, deadline=None)
@given(rounds(most=8))
def test_no_reason_is_ever_given_that_does_not_hold_for_every_arrangement(now: Seated) -> None:
    every = list(now.arrangements())
    for note in notes(now):
        for pattern, holds in CLAIMS:
            if found := re.search(pattern, note):
                assert holds(now, every, found), note


Claim = Callable[[Seated, Sequence[Arrangement], re.Match[str]], bool]


def _named(text: str) -> list[str]:
    """The ids in a list; those that stand for more are left out, which only asks for less."""
    return re.findall(r"P\d", text)


def _met(a: Entrant, b: Entrant) -> bool:
    return a.id in b.opponents or b.id in a.opponents


def _apart(a: Entrant, b: Entrant) -> bool:
    club = a.club != "" and a.club == b.club
    return club or a.id in b.keep_apart or b.id in a.keep_apart


def _always(
    every: Sequence[Arrangement], of: Sequence[str], bad: Callable[[Entrant, Entrant], bool]
) -> bool:
    """Whether in every arrangement one of these players sits with somebody they should not."""
    return all(
        any(bad(a, b) for at in tables for a, b in combinations(at, 2) if a.id in of or b.id in of)
        for tables in every
    )


def _pairs(
    now: Seated, every: Sequence[Arrangement], bad: Callable[[Entrant, Entrant], bool]
) -> int:
    return min(sum(bad(a, b) for at in tables for a, b in combinations(at, 2)) for tables in every)


def _bad(note: str) -> Callable[[Entrant, Entrant], bool]:
    return _apart if "kept apart" in note else _met


def _met_all(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return _always(every, [found[1]], _met)


def _apart_from_all(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return _always(every, [found[1]], _apart)


def _either(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return _always(every, [found[1]], lambda a, b: _met(a, b) or _apart(a, b))


def _circle(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    bad = _bad(found.string)
    who = _named(found[1])
    met = all(bad(now.players[a], now.players[b]) for a, b in combinations(who, 2))
    return met and _pairs(now, every, bad) > 0


def _club(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    members = [each.id for at in now.free for each in at if each.club == found[1]]
    counts = len(members) == int(found[2]) and sum(map(len, now.free)) == int(found[3])
    return counts and _always(every, members, lambda a, b: a.club == b.club == found[1])


def _at_least(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return _pairs(now, every, _bad(found.string)) == int(found[1])


def _exists(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    number = 0 if found[1] == "no" else int(found[1].split()[-1])
    return _pairs(now, every, _bad(found.string)) <= number


def _small(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    def again(tables: Sequence[Sequence[Entrant]]) -> int:
        small = (at for at in tables if len(at) < now.state.table_seats)
        return sum(player.small_pods > 0 for at in small for player in at)

    return again(now.free) == min(map(again, every))


def _byes(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return all(player.byes for at in now.free for player in at)


def _met_equals(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    """The player must sit with other points, or with somebody they have met."""
    return _always(every, [found[1]], lambda a, b: a.points != b.points or _met(a, b))


def _either_of_equals(
    now: Seated, every: Sequence[Arrangement], found: re.Match[str]
) -> bool:  # fmt: skip
    return _always(
        every, [found[1]], lambda a, b: a.points != b.points or _met(a, b) or _apart(a, b)
    )


def _alone(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    return [each.points for at in now.free for each in at].count(Fraction(found[1])) == 1


def _few(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    """So many have these points, and always sit with others."""
    those = [each.id for at in now.free for each in at if each.points == Fraction(found[2])]
    return len(those) == int(found[1]) and all(
        _always(every, [each], lambda a, b: a.points != b.points) for each in those
    )


def _crosses(now: Seated, every: Sequence[Arrangement], found: re.Match[str]) -> bool:
    """Some table always mixes those with so many points or more and those with fewer."""
    least = Fraction(found[2])
    above = [each.id for at in now.free for each in at if each.points >= least]
    return len(above) == int(found[1]) and _always(
        every, above, lambda a, b: (a.points >= least) != (b.points >= least)
    )


CLAIMS: tuple[tuple[str, Claim], ...] = (
    (r"(P\d) has met everybody else who is paired", _met_all),
    (r"(P\d) has yet to meet only", _met_all),
    (r"(P\d) is to be kept apart from (?:everybody|all but)", _apart_from_all),
    (r"(P\d) has met, or is to be kept apart from, everybody", _either),
    (r"(?:: |^)([^:]*) (?:have all met|are all to be kept apart)", _circle),
    (r"(Red|Blue) has (\d) of the (\d) players", _club),
    (r"n every arrangement of .*, at least (\d) pair", _at_least),
    (r"There is an arrangement .* in which (no|only \d) pair", _exists),
    (r"Small pods have|Everybody who is paired has sat", _small),
    (r"Everybody who is paired has had a bye", _byes),
    (r"(P\d) has met everybody else on", _met_equals),
    (r"(P\d) has met, or is to be kept apart from, all others on", _either_of_equals),
    (r"nobody else who is paired has ([\d.]+) points?", _alone),
    (r"only (\d) paired players? (?:has|have) ([\d.]+) points?,", _few),
    (r"(\d) players have ([\d.]+) points?(?: or more)?, (?:\d more than|and no set)", _crosses),
    (r"only (\d) paired players? (?:has|have) ([\d.]+) points? or more", _crosses),
)
