"""Decisions whose Phase is empty: they are about the phase that is due, and about that one only."""

from dataclasses import replace

import pytest

from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import END
from runner.compute.decisions.repair import RepairRound
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.problems import Severity
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from tests.support.events import GO, event, phase, played_on, published

SWISS = phase(1, rounds=1)
PLAYOFF = replace(phase(2, rounds=None), name="Top 4", type="single_elimination", cut=4)


def line(kind: str, number: int) -> Decision:
    return Decision(kind, RoundId(0, number), place=GO, phase_typed=False)


def swiss_over(*lines: Decision) -> tuple[Event, Snapshot, Ledger]:
    now = replace(event(16, SWISS, PLAYOFF, automatic=False), decisions=lines)
    snapshot, ledger = published(now)
    return played_on(now, snapshot, ledger)


def out(snapshot: Snapshot) -> list[RoundId]:
    return [round_.id for round_ in snapshot.rounds]


def test_a_line_that_says_yes_still_does_not_pair_the_playoff_but_a_second_one_does() -> None:
    _, snapshot, _ = swiss_over(line(PairRound.KEY, 1))
    assert out(snapshot) == [RoundId(1, 1)]
    (found,) = [problem for problem in snapshot.problems if problem.place == GO]
    assert found.severity is Severity.WARNING
    assert str(found).endswith(
        "Round 1 is out already, so this line does nothing. For Top 4, round 1 type 2 under Phase."
    )
    now, snapshot, ledger = swiss_over(line(PairRound.KEY, 1))
    asked = replace(now, decisions=(*now.decisions, line(PairRound.KEY, 1)))
    snapshot, ledger = published(asked, ledger)
    assert out(snapshot) == [RoundId(1, 1), RoundId(2, 1)]
    assert [problem for problem in snapshot.problems if problem.place == GO] == []
    again, _ = published(asked, ledger)
    assert out(again) == out(snapshot)


def test_a_line_beside_one_with_its_phase_is_about_the_next() -> None:
    explicit = Decision(PairRound.KEY, RoundId(1, 1), place=GO)
    now, _, ledger = swiss_over(explicit)
    asked = replace(now, decisions=(explicit, line(PairRound.KEY, 1)))
    assert out(published(asked, ledger)[0]) == [RoundId(1, 1), RoundId(2, 1)]


@pytest.mark.parametrize("kind", [END.KEY, RepairRound.KEY])
def test_what_was_done_in_one_phase_is_not_done_again_in_the_next(kind: str) -> None:
    number = 0 if kind == END.KEY else 1
    pair = Decision(PairRound.KEY, RoundId(1, 1), place=GO)
    now = replace(event(16, phase(1, rounds=2), PLAYOFF, automatic=False), decisions=(pair,))
    snapshot, ledger = published(now)
    now = replace(now, decisions=(pair, line(kind, number)))
    if kind == RepairRound.KEY:
        snapshot, ledger = published(now, ledger)
    else:
        now, snapshot, ledger = played_on(now, snapshot, ledger)
    kinds = (EntryKind.PHASE_ENDED, EntryKind.REPAIRED)
    assert [entry.round.phase for entry in ledger.entries if entry.kind in kinds] == [1]
    if kind == END.KEY:
        go = Decision(PairRound.KEY, RoundId(2, 1), place=GO)
        snapshot, ledger = published(replace(now, decisions=(*now.decisions, go)), ledger)
        assert out(snapshot)[-1] == RoundId(2, 1)
    assert [entry.round.phase for entry in ledger.entries if entry.kind in kinds] == [1]
