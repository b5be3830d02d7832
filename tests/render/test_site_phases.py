"""Pages of an event of several phases: what is worked out where, and which points stand at last."""

import re
from functools import cache

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.numbers import points
from runner.render.site import render
from tests.support.day import Day
from tests.support.events import event, phase


@cache
def weekend(*, carried: bool = True) -> Snapshot:
    """Two days of Swiss with a cut between, and a final pod."""
    two = phase(2, rounds=2, cut=12, carry_points="yes" if carried else "no")
    day = Day(event(16, phase(1, rounds=2), two, phase(3, "single_elimination", cut=4)))
    return day.play_out()


def page_of(snapshot: Snapshot, path: str) -> str:
    return render(snapshot, {}).files[path].decode()


def sections(snapshot: Snapshot, player: str) -> dict[str, str]:
    """The parts of a player's page by the name of the phase."""
    page = page_of(snapshot, f"players/{player}.html")
    parts = page.split('<section class="phase">')[1:]
    return {re.findall("<bdi>(.*?)</bdi>", part)[0]: part for part in parts}


@pytest.mark.thorough
def test_a_playoff_has_no_points_and_no_tiebreakers_to_work_out() -> None:
    now = weekend()
    parts = sections(now, now.final[0].player)
    assert ">Points<" not in parts["Playoff"]
    assert "OMW%" not in parts["Playoff"]
    assert ">Tiebreakers<" not in parts["Playoff"]


def test_what_a_later_day_goes_on_counting_is_worked_out_there_alone() -> None:
    now = weekend()
    parts = sections(now, now.final[0].player)
    assert "match-win percentage" in parts["Day 2"]
    assert "match-win percentage" not in parts["Day 1"]


@pytest.mark.thorough
def test_days_that_count_for_themselves_are_each_worked_out() -> None:
    now = weekend(carried=False)
    parts = sections(now, now.final[0].player)
    assert all("match-win percentage" in parts[name] for name in ("Day 1", "Day 2"))


def test_the_points_beside_the_places_are_those_of_all_days_that_count_together() -> None:
    now = weekend()
    (last,) = [each for each in now.phases[1].standings if each.after == RoundId(2, 2)]
    won = {row.player: points(row.match_points) for row in last.rows}
    page = page_of(now, "standings.html")
    assert "Day 1 and Day 2" in page
    for player, total in won.items():
        (line,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*{player}\.html.*?</tr>", page, re.DOTALL)
        assert re.search(rf", {total} points?</td>\s*</tr>", line), line
