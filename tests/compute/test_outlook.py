"""What-if against brute force: whatever is said to be certain is so, in all that can happen."""

from collections import Counter
from random import Random

import pytest

from runner.compute.outlook.outlook import of_phases
from runner.compute.outlook.stage import Outlooks, Own, Verdict
from runner.core.phase import Mode
from runner.core.rounds import Outcome
from tests.support.soak import SOAKING
from tests.support.what_if import Made, Truth, made

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

MANY = 2000 if SOAKING else 60
OWN = {Own.WIN: Outcome.WIN, Own.DRAW: Outcome.DRAW, Own.LOSS: Outcome.LOSS}
CERTAIN = {Verdict.IN: {True}, Verdict.OUT: {False}}
TIEBREAKERS = (["mw", "oamp", "omw"], ["omw"], ["wins", "oamp"], ["mw", "buchholz"], ["gw", "ogw"])


def small(chance: Random, most: int, *, open_: int, more: int = 0) -> Made:
    mode = chance.choice([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
    players = chance.randint(6, most)
    settings: dict[str, object] = {}
    if mode is Mode.MULTIPLAYER or chance.random() < 0.3:
        settings["tiebreakers"] = chance.choice(TIEBREAKERS)
    if chance.random() < 0.3:
        settings |= {"loss": 1, "draw": 2}
    if chance.random() < 0.3:
        settings["phantom_in_small_pods"] = True
    tables = players // 2 if mode is Mode.HEAD_TO_HEAD else (players + 3) // 4
    rounds = chance.randint(2, 4)
    return made(
        chance, mode, players, rounds, min(open_, tables - 1), chance.randint(2, players - 2),
        planned=rounds + more, **settings,
    )  # fmt: skip


def outlooks(event: Made) -> Outlooks:
    found = of_phases(event.phases, "s")
    assert found is not None
    return found


def compared(found: Outlooks, truth: Truth) -> Counter[bool]:
    """Whether each thing that is certain was found; and nothing is said that is not so."""
    counts: Counter[bool] = Counter()
    for player, each in found.players.items():
        said = [(each.verdict, truth.players[player])]
        said += [(verdict, truth.own.get((player, OWN[how]), set()))
                 for how, verdict in each.own.items()]  # fmt: skip
        for verdict, is_so in said:
            if verdict is not Verdict.OPEN:
                assert is_so <= CERTAIN[verdict], (player, each, is_so)
            if len(is_so) == 1:
                counts[verdict is not Verdict.OPEN] += 1
    return counts


def test_the_last_round_at_its_tables() -> None:
    counts: Counter[bool] = Counter()
    for seed in range(MANY):
        chance = Random(seed)
        event = small(chance, 13, open_=chance.randint(1, 2))
        counts += compared(outlooks(event), Truth(outlooks(event).players, event.ends()))
    assert counts[True] / counts.total() > 0.8, counts


def test_who_can_still_pass_and_how_many_are_too_many() -> None:
    """A player is in the cut by exactly those ends in which fewer than so many of them pass."""
    told = 0
    for seed in range(MANY):
        chance = Random(seed)
        event = small(chance, 13, open_=chance.randint(1, 2))
        ends = [*event.ends()]
        for player, each in outlooks(event).players.items():
            if (rivals := each.rivals) is None:
                continue
            told += 1
            who = {rival.id for rival in rivals.who}
            for end in ends:
                if rivals.how is None or end.own[player] is OWN[rivals.how]:
                    passed = who & {*end.order[: end.order.index(player)]}
                    assert (player in end.into) == (len(passed) < rivals.many), (seed, player)
    assert told > MANY


def test_one_round_that_is_not_paired_yet() -> None:
    counts: Counter[bool] = Counter()
    for seed in range(MANY // 2):
        event = small(Random(seed), 7, open_=0, more=1)
        found = outlooks(event)
        assert not found.paired
        counts += compared(found, Truth(found.players, event.after_one_more()))
    assert counts[True] / counts.total() > 0.6, counts


def test_shares_are_as_often_as_it_is_enough() -> None:
    """Beside every way to end, each as likely as it is drawn, 500 runs are 8 in 100 off at most."""
    for seed in range(12):
        event = small(Random(seed), 10, open_=2)
        counted = event.before.ruleset.tiebreakers
        if {"gw", "ogw", "buchholz"} & {*counted}:
            continue
        exact = event.shares()
        for player, each in outlooks(event).players.items():
            for share in filter(None, [each.shares.get(None)]):
                assert abs(share.enough / share.runs - exact[player]) < 0.08, (seed, player)


def test_two_rounds_that_are_not_paired_yet_by_points() -> None:
    """Every pairing and every result of both rounds. Whoever is in has fewer than go on with as
    many points in all of them, whoever is out has as many as go on with more in all of them."""
    counts: Counter[bool] = Counter()
    for seed in range(MANY // 4):
        chance = Random(seed)
        mode = chance.choice([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
        event = made(chance, mode, chance.randint(5, 6), 2, 0, chance.randint(2, 4), planned=4)
        found, most = outlooks(event), event.cut.most or 0
        who = [player.id for player in event.before.field]
        there = [at for at, player in enumerate(who) if player in found.players]
        now = {row.player: row.match_points for row in event.before.standings[-1].rows}
        ends = event.points_after(2)
        for at in there:
            each, own = found.players[who[at]], [
                (points[at], sum(points[other] >= points[at] for other in there) <= most,
                 sum(points[other] > points[at] for other in there) >= most)
                for points in ends
            ]  # fmt: skip
            always_in, always_out = all(end[1] for end in own), all(end[2] for end in own)
            assert always_in or each.verdict is not Verdict.IN, (seed, who[at])
            assert always_out or each.verdict is not Verdict.OUT, (seed, who[at])
            if each.wins is not None:
                enough = now[who[at]] + each.wins * event.before.ruleset.win
                assert all(inside for has, inside, _ in own if has >= enough), (seed, who[at])
            if always_in or always_out:
                counts[each.verdict is not Verdict.OPEN] += 1
    assert counts[True] / counts.total() > 0.6, counts
