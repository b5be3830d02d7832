"""Decisions whose Round is empty: they are about the round being played, and that one only."""

from dataclasses import replace

import pytest

from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.seats import SeatPlayer, ShuffleSeats
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import CURRENT, RoundId
from runner.core.player import Player
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from tests.support.events import GO, event, phase, played_on, published

LATE = Player("P99", "Zoe Late", enters=2)
KINDS = (EntryKind.RESEATED, EntryKind.REPAIRED)


def asked(now: Event, kind: str, round_: RoundId = CURRENT, player: str = "") -> Event:
    return replace(now, decisions=(*now.decisions, Decision(kind, round_, player, place=GO)))


def done(ledger: Ledger) -> list[tuple[EntryKind, RoundId]]:
    return [(entry.kind, entry.round) for entry in ledger.entries if entry.kind in KINDS]


def late_in_round(number: int) -> tuple[Event, Snapshot, Ledger]:
    """Eleven in pods; the round of that number is out. Zoe comes to none by herself."""
    people = (*event(11).players, replace(LATE, enters=9))
    now = event(people, phase(rounds=4))
    snapshot, ledger = published(now)
    for _ in range(number - 1):
        now, snapshot, ledger = played_on(now, snapshot, ledger)
    return now, snapshot, ledger


@pytest.mark.parametrize("number", [1, 2])
def test_who_comes_late_is_seated_in_the_round_being_played(number: int) -> None:
    now, _, ledger = late_in_round(number)
    snapshot, ledger = published(asked(now, SeatPlayer.KEY, player=LATE.name), ledger)
    assert LATE.id in snapshot.rounds[-1].seated
    assert done(ledger) == [(EntryKind.RESEATED, RoundId(1, number))]
    explicit = late_in_round(number)[2]
    _, other = published(asked(now, SeatPlayer.KEY, RoundId(1, number), LATE.name), explicit)
    assert [entry.data for entry in ledger.entries] == [entry.data for entry in other.entries]


@pytest.mark.parametrize("kind", [ShuffleSeats.KEY, RepairRound.KEY, SeatPlayer.KEY])
def test_a_line_that_says_yes_still_does_nothing_in_the_next_round(kind: str) -> None:
    now, snapshot, ledger = late_in_round(1)
    who = LATE.name if kind == SeatPlayer.KEY else ""
    now = asked(now, kind, player=who)
    snapshot, ledger = published(now, ledger)
    assert [round_.number for _, round_ in done(ledger)] == [1]
    now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert len(snapshot.rounds) == 2
    assert [round_.number for _, round_ in done(ledger)] == [1]
    cleared = replace(now, decisions=now.decisions[:1])
    snapshot, ledger = published(cleared, ledger)
    snapshot, ledger = published(now, ledger)
    assert [round_.number for _, round_ in done(ledger)] == [1, 2]


def test_a_line_with_its_round_and_one_without_are_two() -> None:
    now, _, ledger = late_in_round(2)
    now = asked(asked(now, ShuffleSeats.KEY, RoundId(1, 2)), ShuffleSeats.KEY)
    snapshot, ledger = published(now, ledger)
    assert [round_.number for _, round_ in done(ledger)] == [2, 2]
    now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert [round_.number for _, round_ in done(ledger)] == [2, 2]
    assert len(snapshot.rounds) == 3


def test_it_is_the_round_of_the_phase_that_is_played_and_before_the_first_there_is_none() -> None:
    now = event(8, phase(rounds=1), phase(2, rounds=2, cut=4))
    now, snapshot, ledger = played_on(now, *published(now))
    assert snapshot.rounds[-1].id == RoundId(2, 1)
    _, ledger = published(asked(now, ShuffleSeats.KEY), ledger)
    assert done(ledger) == [(EntryKind.RESEATED, RoundId(2, 1))]
    now = asked(replace(event(8, phase(rounds=2)), decisions=()), SeatPlayer.KEY, player="Yara")
    snapshot, ledger = published(now)
    assert [each.kind for each in ledger.entries] == [EntryKind.REFUSED]
    assert any("Round 1 is not out yet" in each.text for each in snapshot.problems)
