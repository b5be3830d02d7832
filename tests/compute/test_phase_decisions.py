"""Ending a phase, reopening it, adding a round: what the Decisions sheet says, once and for all."""

from dataclasses import replace

import pytest

from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import AddRound, EndPhase, ReopenPhase
from runner.compute.decisions.repair import CutAnew, RepairRound
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.problems import Place, Severity
from runner.core.randomness import Stream
from tests.support.day import Day, there
from tests.support.events import event, phase
from tests.support.problems import fix_text
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

END, REOPEN = EndPhase.KEY, ReopenPhase.KEY
ADD, PAIR, CUT = AddRound.KEY, PairRound.KEY, CutAnew.KEY


def swiss(rounds: int | None = 3) -> Day:
    return Day(event(12, phase(1, rounds=rounds)))


def with_playoff(rounds: int = 3) -> Day:
    return Day(event(12, phase(1, rounds=rounds), phase(2, "single_elimination", cut=4)))


def without(now: Event, *kinds: str) -> Event:
    kept = tuple(each for each in now.decisions if each.kind not in kinds)
    return replace(now, decisions=kept)


def test_a_phase_that_is_ended_has_no_further_round_and_the_next_one_begins() -> None:
    day = with_playoff()
    day.play_until(1, 2)
    day.event = replace(day.event, automatic=False)
    day.play()
    day.decide(END, 1)
    assert day.snapshot.phases[0].over
    assert [each.round for each in day.snapshot.pairings if each.proposed] == [RoundId(2, 1)]
    (line,) = day.lines("phase ended")
    assert line.data["reason"] == "because"
    day.change(automatic=True)
    assert day.snapshot.rounds[-1].id == RoundId(2, 1)
    assert day.problems == []


def test_a_phase_stays_ended_or_open_when_its_lines_are_cleared() -> None:
    day = swiss()
    day.play_until(1, 2)
    day.decide(END, 1)
    day.play()
    day.event = without(day.event, END)
    day.save()
    assert day.snapshot.over
    assert len(day.snapshot.rounds) == 2
    assert len(day.lines("phase ended")) == 1
    day = swiss()
    day.decide(END, 1)
    day.decide(REOPEN, 1)
    day.event = without(day.event, END, REOPEN)
    day.save()
    assert not day.snapshot.phases[0].ended


def test_a_phase_ended_in_the_middle_of_a_round_waits_for_its_results_and_says_so() -> None:
    day = with_playoff()
    day.play_until(1, 2)
    day.type(RoundId(1, 2), {2: "A"})
    day.decide(END, 1)
    found = day.problem("Day 1 ends when Round 2 is over")
    assert found.severity is Severity.WARNING
    assert found.text.endswith("it still waits for table 1, 3.")
    assert "is a draw" in fix_text(found.fix)
    assert not day.snapshot.phases[0].over
    day.play()
    assert day.snapshot.rounds[-1].id == RoundId(2, 1)
    assert day.problems == []


def test_a_phase_without_a_round_cannot_be_ended_and_one_that_is_ended_has_no_further_round() -> (
    None
):
    day = with_playoff()
    day.decide(END, 2)
    assert "Playoff has no round yet" in day.problem("nothing to end").text
    assert not day.lines("phase ended")
    day = swiss()
    day.decide(END, 1)
    day.play()
    day.decide(PAIR, 1, 2)
    found = day.problem("Round 2 is not paired")
    assert "Day 1 has been ended" in found.text
    assert "Reopen the phase" in fix_text(found.fix)


def test_a_phase_that_is_reopened_goes_on() -> None:
    day = swiss()
    day.play_until(1, 2)
    day.decide(END, 1)
    day.play()
    assert day.snapshot.over
    day.decide(REOPEN, 1)
    assert len(day.snapshot.rounds) == 3
    assert [each.data["reason"] for each in day.lines("phase reopened")] == ["because"]
    length = len(day.ledger.entries)
    day.save()
    assert len(day.ledger.entries) == length
    day.play()
    assert day.snapshot.over
    assert all(finding.sound is not False for finding in verify(day.ledger))


def test_of_end_and_reopen_the_lower_line_counts_and_the_other_is_noted() -> None:
    day = swiss()
    day.play_until(1, 2)
    day.decide(END, 1)
    day.decide(REOPEN, 1)
    found = day.problem("Day 1 is open")
    assert found.severity is Severity.NOTE
    assert found.place == Place("Decisions", "A6")
    day.decide(END, 1)
    assert day.snapshot.phases[0].ended
    assert len(day.lines("phase ended")) == 2
    assert "Day 1 is ended" in day.problem("Day 1 is").text


def test_a_phase_ends_again_when_of_its_lines_only_the_one_that_ends_it_is_left() -> None:
    day = swiss()
    day.decide(END, 1)
    ended = day.event
    day.decide(REOPEN, 1)
    assert not day.snapshot.phases[0].ended
    day.event = ended
    day.save()
    assert day.snapshot.phases[0].ended


def test_a_phase_whose_successor_has_begun_or_that_was_never_ended_is_not_reopened() -> None:
    day = with_playoff()
    day.play_until(1, 2)
    day.decide(END, 1)
    day.play()
    day.event = without(day.event, END)
    day.decide(REOPEN, 1)
    assert "Playoff has begun" in day.problem("cannot be reopened").text
    assert not day.lines("phase reopened")
    assert day.snapshot.phases[0].over
    day = swiss(rounds=1)
    day.play()
    day.decide(REOPEN, 1)
    found = day.problem("nothing to reopen")
    assert "Add a round" in fix_text(found.fix)
    assert not day.lines("phase reopened")


@pytest.mark.parametrize("rounds", [2, None])
def test_a_round_more_than_planned_is_played_with_a_warning(rounds: int | None) -> None:
    day = swiss(rounds)
    planned = day.snapshot.phases[0].planned
    assert planned is not None
    day.play_out()
    assert len(day.snapshot.rounds) == planned
    day.decide(ADD, 1, planned + 1)
    assert len(day.snapshot.rounds) == planned + 1
    found = day.problem("was added by the organiser")
    assert found.severity is Severity.WARNING
    assert found.text == f"Round {planned + 1} of {planned} was added by the organiser."
    assert found.place == Place("Decisions", "A6")
    length = len(day.ledger.entries)
    day.save()
    assert len(day.ledger.entries) == length
    assert [each.data["reason"] for each in day.lines("round added")] == ["because"]
    day.play()
    assert day.snapshot.over
    assert day.problems == []


def test_an_added_round_stays_when_its_line_is_cleared_and_the_end_of_the_phase_takes_it_back() -> (
    None
):
    day = swiss(2)
    day.decide(ADD, 1, 3)
    day.event = without(day.event, ADD)
    day.save()
    assert day.snapshot.phases[0].planned == 3
    day.play_until(1, 2)
    day.decide(END, 1)
    day.play()
    assert day.snapshot.over
    assert len(day.snapshot.rounds) == 2


def test_two_rounds_are_added_one_after_the_other() -> None:
    day = swiss(2)
    day.event = replace(day.event, automatic=False)
    day.decide(ADD, 1, 4)
    assert "the next would be 3" in day.problem("Round 4 cannot be added").text
    day.decide(ADD, 1, 3)
    assert day.snapshot.phases[0].planned == 3  # what was refused is asked for again, or not done
    day.event = replace(day.event, decisions=(*day.event.decisions[:-2], day.event.decisions[-1]))
    day.save()
    day.decide(ADD, 1, 4)
    assert day.snapshot.phases[0].planned == 4
    assert not [each for each in day.problems if "cannot" in each]
    assert len([each for each in day.problems if "of 2 was added by the organiser" in each]) == 2


@pytest.mark.parametrize(("phase", "number", "why"), [
    (phase(1, rounds=3), 3, "Day 1 has 3 rounds already"),
    (phase(1, "single_elimination", Mode.HEAD_TO_HEAD), 4, "is a playoff"),
    (phase(1, "by_hand"), 2, "has no fixed number of rounds"),
], ids=["planned anyway", "a playoff", "by hand"])  # fmt: skip
def test_a_round_is_added_only_beyond_those_that_are_planned(
    phase: Phase, number: int, why: str
) -> None:
    day = Day(event(12, phase))
    day.decide(ADD, 1, number)
    assert why in day.problem("cannot be added").text
    assert not day.lines("round added")


def test_no_round_is_added_once_the_next_phase_has_begun_however_it_is_asked_for() -> None:
    day = with_playoff(2)
    day.play_until(2, 1)
    day.decide(ADD, 1, 3)
    assert "Playoff has begun" in day.problem("Round 3 cannot be added").text
    day.decide(PAIR, 1, 3)
    assert [each.planned for each in day.snapshot.phases] == [2, 1]
    assert not day.lines("round added")
    day = with_playoff(2)
    day.play_until(2, 1)
    first, second = day.event.phases
    day.change(phases=(replace(first, rounds=5), second))
    day.decide(PAIR, 1, 3)
    assert "Playoff, round 1 is out already" in day.problem("Round 3 is not paired").text
    assert len(day.snapshot.rounds) == 3
    day.play()
    assert day.snapshot.over


def test_a_round_is_added_to_an_ended_phase_only_when_it_is_reopened() -> None:
    day = swiss(2)
    day.play_until(1, 2)
    day.decide(END, 1)
    day.play()
    day.decide(ADD, 1, 3)
    found = day.problem("Round 3 cannot be added")
    assert "has been ended" in found.text
    assert fix_text(found.fix).startswith(
        "Reopen the phase first. Runner tries this line again only"
    )
    day.event = without(day.event, END)
    day.decide(REOPEN, 1)
    assert len(day.snapshot.rounds) == 2
    day.event = without(day.event, ADD)
    day.save()
    day.decide(ADD, 1, 3)
    assert len(day.snapshot.rounds) == 3


@pytest.mark.parametrize("kind", [END, REOPEN, ADD, CUT, PAIR])
def test_a_decision_about_a_phase_that_there_is_not_is_an_error(kind: str) -> None:
    day = swiss()
    day.decide(kind, 7, 4)
    found = day.problem("There is no phase 7")
    assert found.severity is Severity.ERROR
    assert found.place == Place("Decisions", "A6")
    assert [each.kind.value for each in day.ledger.entries] == ["paired", "refused"]


EVENTS = 400 if SOAKING else 8


def random_event(chance: Stream) -> Event:
    mode = chance.choice([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
    later = ["swiss", "swiss", "single_elimination", "by_hand"]
    later += ["round_robin"] if mode is Mode.HEAD_TO_HEAD else []
    found = []
    for number in range(1, 3 + chance.below(3)):
        type_ = chance.choice(later) if number > 1 else "swiss"
        more: dict[str, object] = (
            {} if type_ == "single_elimination" else {"rounds": 1 + chance.below(2)}
        )
        if number > 1:
            more |= {"cut": chance.choice([1, *[4, 7, 8, 16] * 4])} if chance.below(3) else {}
            more |= {"cut_points": chance.choice([1, 1, 3, 20])} if not chance.below(6) else {}
            more |= {"carry_points": bool(chance.below(2))} if not chance.below(3) else {}
        made = phase(number, type_, mode, **more)
        found.append(replace(made, settings={**made.settings, "method": "random"}))
    return event(8 + chance.below(9), *found, automatic=bool(chance.below(9)))


def something(day: Day, chance: Stream) -> None:
    now, what = day.snapshot, chance.below(10)
    two = day.event.phases[0].mode is Mode.HEAD_TO_HEAD
    if what < 5 and now.rounds:
        day.play(lambda table: chance.choice(["2-0", "0-2"] if two else ["A", "B", "draw"]))
    elif what < 7 and now.rounds:
        played = chance.choice(now.rounds)
        if played.tables:
            table = chance.choice(played.tables).number
            day.type(played.id, {table: chance.choice(["2-0", "0-2"] if two else ["A", "B"])})
        day.save()
    elif what == 7:
        day.drop(chance.choice(day.event.players).id, chance.below(6))
    else:
        kind = chance.choice([END, REOPEN, ADD, CUT, CUT, PAIR, RepairRound.KEY])
        day.decide(kind, 1 + chance.below(len(day.event.phases) + 1), 1 + chance.below(3))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(EVENTS))
def test_whatever_is_decided_whenever_nobody_is_in_two_places_or_moved_by_a_correction(
    seed: int,
) -> None:
    chance = Stream("decisions", seed)
    day = Day(random_event(chance))
    for _ in range(20):
        before = {each.phase.number: each for each in day.snapshot.phases if each.rounds}
        cuts = len(day.lines("cut anew"))
        something(day, chance)
        for number, result in before.items():
            ids = [each.id for each in result.field]
            if number > 1 and len(day.lines("cut anew")) == cuts:
                assert day.field(number)[: len(ids)] == ids
        for at, played in enumerate(day.snapshot.rounds):
            seated = sum(len(table.seats) for table in played.tables)
            assert seated + len(played.byes) + len(played.absent) == len(there(day.snapshot, at))
            assert there(day.snapshot, at) <= {*day.field(played.id.phase)}
    assert all(
        fix_text(each.fix) or each.severity is Severity.NOTE for each in day.snapshot.problems
    )
    assert all(finding.sound is not False for finding in verify(day.ledger))
