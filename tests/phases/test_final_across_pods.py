"""The winners of several draft pods: a final between them is offered, and played when asked for."""

import pytest

from runner.core.phase import Mode
from runner.core.problems import Severity
from runner.phases.final_places import final
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.problems import fix_text

DRAFT = phase(1, "single_elimination", Mode.DRAFT, name="Draft")


def drafted(count: int, row: object = DRAFT) -> DraftDay:
    day = DraftDay(events.event(count, row, decisions=()))
    day.ask("make pods")
    day.ask("start building")
    return day


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "pods"), [(12, 2), (16, 2), (20, 3), (32, 4)])
def test_it_is_offered_and_what_is_offered_works(count: int, pods: int) -> None:
    day = drafted(count)
    told = day.problem(f"The winners of the {pods} pods")
    assert told.severity is Severity.NOTE
    assert told.place.sheet == "Phases"
    assert f"Head-to-head, Single elimination, and {pods} under Cut" in fix_text(told.fix)
    day.ask("pair round", 1)
    day.play_out("A")
    winners = {place.player for place in final(day.snapshot.phases) if place.last == pods}
    assert len(winners) == pods
    last = phase(2, "single_elimination", Mode.HEAD_TO_HEAD, name="Final", cut=pods)
    day.change(phases=(DRAFT, last))
    assert not day.problems, "it is not offered again"
    assert {*day.field(2)} == winners
    day.ask("pair round", 1, phase=2)
    day.play_out("A")
    assert day.snapshot.over
    assert [(at.first, at.last) for at in final(day.snapshot.phases)[:2]] == [(1, 1), (2, 2)]


def test_one_pod_and_pods_across_have_a_final_of_their_own() -> None:
    assert not drafted(8).problems
    across = phase(1, "single_elimination", Mode.DRAFT, name="Draft", pairing_scope="across")
    assert not drafted(16, across).problems


def test_teams_are_offered_a_final_of_what_they_play() -> None:
    teams = phase(1, "single_elimination", Mode.DRAFT, name="Draft", variant="two_headed_giant")
    told = drafted(8, teams).problem("The winners of the 2 pods")
    assert "Final, Two-Headed Giant, Single elimination, and 2 under Cut" in fix_text(told.fix)
