"""The bye is chosen with the pairing: with nobody else's bye, of those who are as much entitled to
it, is an odd field better. Held against a matching that is built and weighed here alone."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import pytest
import rustworkx

from runner.core.phase import Mode, SettingValue
from runner.core.seating import SeatedTable
from runner.pairing import pods as searched
from runner.pairing.certificate import certify
from runner.pairing.engine import pair, with_bound
from runner.pairing.field import Field
from runner.pairing.model import LIMITED
from runner.pairing.pods import Split, split_into_pods
from runner.pairing.state import Entrant, PairingInput
from tests.support.soak import SOAKING
from tests.support.states import event, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

FIELDS = 6_000 if SOAKING else 222
PARTS = 6
Aims = tuple[int, ...]


def odd_field(number: int) -> PairingInput:
    """An odd field in the middle of an event: some have met, some are kept apart, some have had a
    bye. Many are equal in points and tiebreakers, and the seed has ranked them."""
    chance = random.Random(number)
    count = 2 * chance.randrange(1, chance.choice((5, 12, 60))) + 1
    rounds = chance.randrange(1, 7)
    ids = [f"P{at:03}" for at in range(count)]
    met: dict[str, set[str]] = {player: set() for player in ids}
    points = dict.fromkeys(ids, 0)
    for _ in range(rounds):
        near = chance.choice((2, count))
        order = sorted(ids, key=lambda each: (-points[each], chance.randrange(near), each))
        for one, two in zip(order[::2], order[1::2], strict=False):
            met[one].add(two)
            met[two].add(one)
            winner = chance.choice((one, two, ""))
            for player in (one, two):
                points[player] += 3 if player == winner else 0 if winner else 1
    some = chance.choice((0, 0, 4))
    spread = chance.choice((1, 1, 2, 9))
    players = [
        Entrant(
            player,
            Fraction(points[player]),
            (Fraction(chance.randrange(spread), 9), Fraction(1, 3)),
            tuple(sorted(met[player])) * chance.choice((1, 1, 1, 2)),
            byes=int(chance.random() < 0.2),
            club=chance.choice(("", "Ems", "Isar")) if some else "",
            keep_apart=(chance.choice(ids),) if some and chance.randrange(some) == 0 else (),
        )
        for player in ids
    ]
    chance.shuffle(players)
    players.sort(key=lambda each: (each.points, each.tiebreakers), reverse=True)
    ranked = tuple(replace(each, rank=at) for at, each in enumerate(players, 1))
    return state_of(ranked, Mode.HEAD_TO_HEAD, rounds + 1, f"odd {number}")


def match(one: Entrant, two: Entrant) -> Aims:
    """What it costs that two meet: a second bye, a rematch, kept apart, turn, points."""
    again = two.id in one.opponents or one.id in two.opponents
    asked = two.id in one.keep_apart or one.id in two.keep_apart
    apart = asked or one.club == two.club != ""
    return (0, int(again), int(apart), 0, int(abs(one.points - two.points)))


def byes(players: Sequence[Entrant]) -> dict[str, Aims]:
    """What anybody's bye costs: those with as many byes, points and tiebreakers have one turn."""
    entitled = {each.id: (each.byes, each.points, each.tiebreakers) for each in players}
    turns = sorted(set(entitled.values()))
    return {each.id: (each.byes, 0, 0, turns.index(entitled[each.id]), 0) for each in players}


def total(aims: Sequence[Aims]) -> Aims:
    return tuple(map(sum, zip(*aims, strict=True)))


def least(players: Sequence[Entrant]) -> Aims:
    """The least that any way to pair the field costs, over every possible match and bye."""
    edges = {(a.id, b.id): match(a, b) for a, b in combinations(players, 2)}
    edges |= {(player, "bye"): aims for player, aims in byes(players).items()}
    base = 1 + len(players) * max(map(max, edges.values()))
    node = {name: at for at, name in enumerate((*(each.id for each in players), "bye"))}
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(node)
    for (one, two), aims in edges.items():
        cost = 0
        for aim in aims:
            cost = cost * base + aim
        graph.add_edge(node[one], node[two], (base**5 - cost, aims))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda x: x[0])
    assert 2 * len(found) == len(node)
    return total([graph.get_edge_data(*pair)[1] for pair in found])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_no_odd_field_is_better_with_the_bye_of_another(part: int) -> None:
    proved = 0
    for number in range(part, FIELDS, PARTS):
        state = odd_field(number)
        result = pair(state)
        known = {player.id: player for player in state.players}
        matches = [match(*(known[each] for each in table.seats)) for table in result.tables]
        made = total([*matches, *(byes(state.players)[each] for each in result.byes)])
        best = least(state.players)
        if result.certificate.proved_optimal:
            assert made == best, number
        assert result.certificate.repeated_pairs == made[1]
        assert result.certificate.points_mismatch == made[-1]
        proved += result.certificate.proved_optimal
    assert proved > 0.9 * FIELDS / PARTS


def test_of_equals_the_one_whose_bye_spares_a_rematch_has_it_and_else_by_lot() -> None:
    """A to E have no points; only C and D have met: others can play when one of these rests."""
    players = [
        Entrant(name, Fraction(0), (Fraction(1, 2),), rank=at) for at, name in enumerate("ABCDE", 1)
    ]
    players[2:] = [replace(each, opponents=("A", "B")) for each in players[2:]]
    for seed in "abcdef":
        result = pair(state_of(tuple(players), Mode.HEAD_TO_HEAD, 3, seed))
        assert result.byes[0] in "CDE"
        assert result.certificate.repeated_pairs == 0
    players = tuple(
        Entrant(f"P{at}", Fraction(3), (Fraction(1, 2),), rank=at) for at in range(1, 8)
    )
    rested = {pair(state_of(players, Mode.HEAD_TO_HEAD, 2, str(seed))).byes for seed in range(80)}
    assert rested == {(player.id,) for player in players}


def pods_with_byes(number: int) -> PairingInput:
    """A few players after some rounds of pods of four, who are paired with byes."""
    chance = random.Random(number)
    count = chance.choice((5, 6, 7, 9, 10, 11))
    ids = [f"P{at:02}" for at in range(count)]
    met: dict[str, set[str]] = {player: set() for player in ids}
    for _ in range(chance.randrange(3)):
        for one, two in combinations(chance.sample(ids, 4), 2):
            met[one].add(two)
            met[two].add(one)
    clubs = chance.choice((("",), ("", "Ems", "Isar")))
    players = tuple(
        Entrant(
            player, Fraction(chance.choice((0, 0, 1, 5))), (Fraction(1, 3),),
            tuple(sorted(met[player])), byes=int(chance.random() < 0.2), club=chance.choice(clubs),
            rank=at,
        )
        for at, player in enumerate(ids, 1)
    )  # fmt: skip
    return state_of(players, number=3, seed=f"pods {number}", settings={"uneven": "byes"})


def pods(players: Sequence[Entrant]) -> Aims:
    """What pods cost: rematches, kept apart, points."""
    found = [match(*sorted(two, key=lambda each: -each.points)) for two in combinations(players, 2)]
    return tuple(sum(each[at] for each in found) for at in (1, 2, 4))


def least_pods(players: tuple[Entrant, ...]) -> Aims:
    """The least that any way to put everybody into pods of four costs."""
    if not players:
        return (0, 0, 0)
    first, others = players[0], players[1:]
    return min(
        total((pods((first, *mates)), least_pods(tuple(p for p in others if p not in mates))))
        for mates in combinations(others, 3)
    )


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_no_field_of_pods_is_better_with_the_byes_of_others_as_much_entitled(part: int) -> None:
    proved = 0
    for number in range(part, 600 if SOAKING else 60, PARTS):
        state = pods_with_byes(number)
        result = pair(state)
        known = {player.id: player for player in state.players}
        made = total([pods([known[each] for each in table.seats]) for table in result.tables])
        entitled = {each.id: (each.byes, each.points) for each in state.players}
        wanted = sorted(entitled.values())[: len(result.byes)]
        assert sorted(entitled[each] for each in result.byes) == wanted
        best = min(
            least_pods(tuple(each for each in state.players if each.id not in resting))
            for resting in combinations(known, len(result.byes))
            if sorted(entitled[each] for each in resting) == wanted
        )
        if result.certificate.proved_optimal:
            assert made == best, number
        proved += result.certificate.proved_optimal
        assert with_bound(state, result).certificate.proved_optimal <= (made == best)
    assert proved


def test_fields_that_are_surely_worse_are_not_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    """14 players in pods of four: some ways to give two byes leave a rematch more than others. The
    round is the same as if all had been paired."""
    paired = []

    def counted(players: Field, *more: Any) -> Split:
        paired.append(players)
        return split_into_pods(players, *more)

    monkeypatch.setattr(searched, "split_into_pods", counted)
    _, second, third = (state for state, _ in islice(event(14, settings={"uneven": "byes"}), 3))
    for state, few, ways in ((second, 8, 12), (third, 3, 6)):
        paired.clear()
        quick = pair(state)
        assert len(paired) == few
        with monkeypatch.context() as every:
            every.setattr(searched, "surely_worse", lambda *_: False)
            paired.clear()
            assert pair(state) == quick
            assert len(paired) == ways


def pods_played(count: int, size: int, rounds: int, number: int) -> tuple[Entrant, ...]:
    """Players after rounds of pods by chance, in each of which one has won, or had a bye."""
    chance = random.Random(number)
    players = {f"P{at:02}": Entrant(f"P{at:02}") for at in range(count)}
    for _ in range(rounds):
        order = chance.sample(sorted(players), count)
        pods = [order[at : at + size] for at in range(0, count - size + 1, size)]
        for pod in pods:
            for each in pod:
                others = tuple(other for other in pod if other != each)
                had = players[each]
                points = had.points + 5 * (each == pod[0])
                players[each] = replace(had, points=points, opponents=had.opponents + others)
        for each in order[len(pods) * size :]:
            had = players[each]
            players[each] = replace(had, points=had.points + 5, byes=had.byes + 1)
    return tuple(players.values())


def round_of_pods(players: Sequence[Entrant], size: int, number: int, rounds: int) -> PairingInput:
    settings: dict[str, SettingValue] = {"pod_size": size, "uneven": "byes"}
    return state_of(tuple(players), number=number, rounds=rounds, settings=settings)


def test_nobody_meets_again_for_want_of_the_bye_of_another() -> None:
    """Fifteen players after three pods of four: nine of them are as much entitled to the three
    byes, and only with one from each pod do the three tables of round 2 have room for all."""
    for number in range(40):
        found = pair(round_of_pods(pods_played(15, 4, 1, number), 4, 2, 3))
        assert not found.certificate.repeated_pairs, number


def test_a_bye_that_keeps_the_next_round_free_of_repeats_says_so() -> None:
    """With another bye points would differ less: nothing is called a bound that this is below."""
    told = 0
    for number in range(60):
        state = round_of_pods(pods_played(10, 3, 2, number), 3, 3, 4)
        found = pair(state)
        here = found.certificate
        for bye in sorted(player.id for player in state.players):
            mine = next(player for player in state.players if player.id == bye)
            given = next(player for player in state.players if player.id in found.byes)
            if (mine.byes, mine.points) != (given.byes, given.points):
                continue
            there = pair(replace(state, byes=(bye,), rounds=None)).certificate
            if (there.repeated_pairs, there.club_clashes) == (0, 0) and not here.repeated_pairs:
                assert here.lower_bound <= there.points_mismatch, number
                if here.proved_optimal and there.points_mismatch < here.points_mismatch:
                    assert any(", to keep the round after it free" in note for note in here.notes)
        told += any("the bye is for" in note for note in here.notes)
    assert told


def test_repeats_that_other_byes_might_spare_are_said_to_be_open() -> None:
    """Byes of others, as much entitled, might spare some; a search that left any out says so."""
    players = pods_played(15, 4, 1, 0)
    state = round_of_pods(players, 4, 2, 3)
    known = {player.id: player for player in players}
    low = sorted(player.id for player in players if not player.points)
    pod = next(each for each in low if len(set(known[each].opponents) & set(low)) == 2)
    together = sorted({pod, *known[pod].opponents} & set(low))
    byes = [each for each in low if each not in together][:3]
    rest = [player.id for player in players if player.id not in byes]
    tables = [SeatedTable(at, tuple(rest[at - 1 :: 3])) for at in (1, 2, 3)]
    found = certify(state, tables, byes, proved=False, searched=True)
    assert found.repeated_pairs
    assert LIMITED in found.notes
