"""Whatever is decided, whoever leaves: everybody has one place, at tables that the rules know."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.decisions.undo import Undo
from runner.core.event import Decision
from runner.core.player import Player
from tests.support.events import event, phase
from tests.support.hall import Hall
from tests.support.heads import lost
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick

ROUNDS = 3


class Busy:
    """An event on which something is decided at each save, and somebody counts heads."""

    def __init__(self, players: int, chance: random.Random, *before: Decision, **rules: object):
        self.chance = chance
        now = event(players, phase(1, rounds=ROUNDS, **rules), automatic=False)
        now = replace(now, decisions=(*now.decisions, *before))
        self.hall = Hall(now, tables=12, sheets=ROUNDS)
        self.did: list[str] = [f"{players} players, {rules}, {before}"]
        self.counts()

    @property
    def now(self) -> int:
        return len(self.hall.snapshot.rounds)

    def counts(self) -> None:
        if self.hall.snapshot.rounds:
            assert not lost(self.hall.snapshot), (lost(self.hall.snapshot), self.did)

    def anybody(self) -> str:
        return self.chance.choice([each.name for each in self.hall.event.players])

    def say(self, kind: str, player: str = "", number: int = 0) -> None:
        self.did.append(f"{kind} {number or self.now} {player}")
        entries = len(self.hall.ledger.entries)
        self.hall.say(kind, number or self.now, player)
        place = f"A{len(self.hall.event.decisions) + 4}"
        told = any(each.place.cell == place for each in self.hall.snapshot.problems)
        assert told or len(self.hall.ledger.entries) > entries, ("nothing came of it", self.did)
        self.hall.change(decisions=self.hall.event.decisions[:1])

    def gives_a_bye(self) -> None:
        self.say(GiveBye.KEY, self.anybody())

    def takes_back_a_bye(self) -> None:
        byes = self.hall.byes()
        self.say(TakeBackBye.KEY, self.chance.choice(byes) if byes else self.anybody())

    def gives_and_takes_back(self) -> None:
        who = self.anybody()
        self.say(GiveBye.KEY, who)
        self.counts()
        self.say(TakeBackBye.KEY, who)

    def seats_somebody(self) -> None:
        late = Player(f"P{len(self.hall.event.players) + 1:03d}", f"Late {len(self.did)}")
        late = replace(late, enters=self.now)
        self.hall.change(players=(*self.hall.event.players, late))
        self.counts()
        self.say(SeatPlayer.KEY, late.name)

    def somebody_leaves(self) -> None:
        who = self.anybody()
        self.did.append(f"{who} leaves")
        after = self.chance.choice([self.now, self.now - 1])
        self._of(who, drops_after=max(after, 0))

    def somebody_is_back(self) -> None:
        self._of(self.anybody(), drops_after=None)

    def _of(self, who: str, **more: object) -> None:
        self.hall.change(players=tuple(
            replace(each, **more) if each.name == who else each for each in self.hall.event.players
        ))  # fmt: skip

    def shuffles(self) -> None:
        self.say(ShuffleSeats.KEY)

    def pairs_again(self) -> None:
        self.say(self.chance.choice([RepairRound.KEY, RepairAnyway.KEY]))

    def deletes(self) -> None:
        self.say(DeleteRound.KEY)
        self.asks(max(self.now, 1) if self.now else 1)

    def undoes(self) -> None:
        self.say(Undo.KEY)
        if not self.hall.snapshot.rounds:
            self.asks(1)

    def a_table_ends(self) -> None:
        playing = [each for each in self.hall.snapshot.rounds[-1].tables
                   if each.seats and not each.finished]  # fmt: skip
        if playing:
            self.did.append(f"table {playing[0].number} ends")
            self.hall.hand(**{f"T{playing[0].number}_result": "A"})

    def a_round_ends(self) -> None:
        self.did.append("round ends")
        self.hall.play_round()

    def asks(self, number: int) -> None:
        self.hall.change(decisions=())
        self.hall.say(PairRound.KEY, number)


HAPPENS: list[Callable[[Busy], None]] = [
    Busy.gives_a_bye, Busy.gives_a_bye, Busy.takes_back_a_bye, Busy.takes_back_a_bye,
    Busy.gives_and_takes_back, Busy.seats_somebody, Busy.somebody_leaves, Busy.somebody_leaves,
    Busy.somebody_is_back, Busy.shuffles, Busy.pairs_again, Busy.deletes, Busy.undoes,
    Busy.a_table_ends, Busy.a_table_ends, Busy.a_round_ends,
]  # fmt: skip


def a_day(players: int, seed: int, moves: int = 12, **rules: object) -> None:
    busy = Busy(players, random.Random(seed), **rules)
    for _ in range(moves):
        if not busy.hall.snapshot.rounds:
            return
        busy.chance.choice(HAPPENS)(busy)
        busy.counts()


def small(hall: Hall) -> list[int]:
    return [each.number for each in hall.snapshot.rounds[-1].tables if len(each.seats) == 3]


def test_a_bye_that_is_given_and_taken_back_in_a_pod_of_three_leaves_no_table_of_two() -> None:
    hall = Busy(18, random.Random(1)).hall
    who = hall.names(small(hall)[0])[0]
    hall.say(GiveBye.KEY, 1, who)
    assert not lost(hall.snapshot)
    assert hall.byes() == [who]
    hall.say(TakeBackBye.KEY, 1, who)
    assert not lost(hall.snapshot)
    assert not hall.byes()
    sizes = sorted(len(each.seats) for each in hall.snapshot.rounds[-1].tables if each.seats)
    assert sizes == [3, 3, 4, 4, 4]


def test_where_nobody_can_join_two_who_are_left_the_bye_is_refused_or_taken_back() -> None:
    hall = Busy(18, random.Random(1)).hall
    first, *others = small(hall)
    who = hall.names(first)[0]
    hall.hand(**{f"T{each.number}_result": "A" for each in hall.snapshot.rounds[0].tables
                 if each.number != first})  # fmt: skip
    hall.say(GiveBye.KEY, 1, who)
    assert others
    problem = hall.problem(f"leave 2 players at table {first}")
    assert f"Type the result of table {first}" in fix_text(problem.fix)
    assert not hall.byes()
    assert not lost(hall.snapshot)
    hall = Busy(3, random.Random(1)).hall
    first = hall.names(1)
    for who in first:
        hall.say(GiveBye.KEY, 1, who)
        assert not lost(hall.snapshot)
    assert sorted(hall.byes()) == sorted(first)
    hall.say(TakeBackBye.KEY, 1, first[0])
    assert not lost(hall.snapshot)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_two_who_have_byes_make_no_table_of_two(size: int) -> None:
    hall = Busy(size + 2, random.Random(1), pod_size=size, uneven="byes").hall
    assert len(hall.byes()) == 2
    hall.hand(T1_result="A")
    who = hall.byes()[0]
    hall.say(TakeBackBye.KEY, 1, who)
    assert "no free seat" in hall.problem(hall.name(hall.snapshot.rounds[0].byes[0])).text
    assert not lost(hall.snapshot)


@pytest.mark.thorough
@pytest.mark.parametrize("uneven", ["small_pods", "byes", "small_pods_then_byes"])
@settings(max_examples=10)
@given(players=st.integers(3, 30), size=st.integers(3, 5), seed=st.integers(0, 10**6))
def test_whatever_happens_nobody_is_lost(uneven: str, players: int, size: int, seed: int) -> None:
    a_day(players, seed, moves=6, pod_size=size, uneven=uneven)
