"""Players who leave after a draft, or come after it: what is said is right, and said once."""

from dataclasses import replace

import pytest

from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Place, Severity
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.problems import fix_text

MODES = [(Mode.DRAFT, {}), (Mode.MULTIPLAYER, {"drafted": True})]


def made(mode: Mode, more: dict[str, object], type_: str = "swiss", count: int = 16) -> DraftDay:
    first = phase(1, type_, mode, name="Draft", rounds=3, **more)
    day = DraftDay(events.event(count, first, automatic=False, decisions=(), enforcement="regular"))
    day.ask("make pods")
    return day


def late(day: DraftDay, enters: int) -> None:
    new = Player("P099", "Late Zed", enters=enters, place=Place("Players", "B99"))
    day.change(players=(*day.event.players, new))


@pytest.mark.parametrize(("mode", "more"), MODES)
def test_after_the_draft_nothing_has_to_be_done(mode: Mode, more: dict[str, object]) -> None:
    day = made(mode, more)
    day.ask("start building")
    pods, who = day.pods, day.pods[1][2]
    day.drop(who, 0)
    told = day.problem("left after the draft")
    assert (len(day.problems), told.severity) == (1, Severity.NOTE)
    assert "pod 1" in told.text
    assert "seat 3" in told.text
    for words in ("Clear", "Make pods"):
        assert words not in fix_text(told.fix)
    day.move(who, None, None)  # what docs/drafts.md says of taking somebody out
    assert [each.severity for each in day.snapshot.problems] == [Severity.NOTE]
    assert day.pods == pods, "nobody else moves: they have drafted in these seats"
    day.ask("pair round", 1)
    assert not day.problems
    assert who not in day.snapshot.rounds[0].everybody


@pytest.mark.parametrize(("mode", "more"), MODES)
def test_who_leaves_between_rounds_or_in_a_result_is_no_problem(
    mode: Mode, more: dict[str, object]
) -> None:
    day = made(mode, more)
    day.ask("start building")
    day.ask("pair round", 1)
    current = day.snapshot.rounds[0]
    first, *others = current.tables
    leaver = first.players[1]
    day.type(current.id, {first.number: "A, B drop"} | {table.number: "A" for table in others})
    day.save()
    assert not day.problems
    day.move(leaver, None, None)
    assert not day.problems
    day.drop(others[0].players[0], 1)
    day.move(others[0].players[0], None, None)
    assert not day.problems
    day.ask("pair round", 2)
    assert not day.problems


def test_before_building_it_is_said_what_to_do_before_and_after_the_draft() -> None:
    day = made(Mode.DRAFT, {})
    day.drop(day.pods[1][2], 0)
    told = day.problem("does not play")
    assert len(day.problems) == 1
    assert "Before the draft" in fix_text(told.fix)
    assert "“Start building”" in fix_text(told.fix)


@pytest.mark.parametrize("type_", ["swiss", "single_elimination"])
def test_nobody_who_has_not_drafted_moves_up(type_: str) -> None:
    swiss = phase(1, "swiss", Mode.HEAD_TO_HEAD, rounds=2, name="Swiss")
    top = phase(2, type_, Mode.DRAFT, cut=8, name="Top 8 draft", rounds=3)
    day = DraftDay(events.event(20, swiss, top, automatic=False, decisions=()))
    for number in (1, 2):
        day.ask("pair round", number)
        day.play("A")
    day.ask("make pods", phase=2)
    drafters = sorted(day.draft.spots)
    day.drop(day.pods[1][2], 2)
    told = day.problem("does not play")
    assert "“Start building”" in fix_text(told.fix)
    day.ask("start building", phase=2)
    assert sorted(day.field(2)) == drafters
    assert [each.severity for each in day.snapshot.problems] == [Severity.NOTE]
    day.ask("pair round", 1, phase=2)
    assert not day.problems
    assert sorted(day.field(2)) == drafters
    assert {*day.snapshot.rounds[-1].everybody} == {*drafters} - {day.pods[1][2]}
    day.ask("unlock pods", phase=2)
    assert "its draft is over" in day.problems[0]


def test_unlocked_pods_take_in_who_moves_up() -> None:
    swiss = phase(1, "swiss", Mode.HEAD_TO_HEAD, rounds=1, name="Swiss")
    top = phase(2, "swiss", Mode.DRAFT, cut=8, name="Top 8 draft", rounds=3)
    day = DraftDay(events.event(20, swiss, top, automatic=False, decisions=()))
    day.ask("pair round", 1)
    day.play("A")
    day.ask("make pods", phase=2)
    day.ask("start building", phase=2)
    gone = day.pods[1][2]
    day.drop(gone, 1)
    day.ask("unlock pods", phase=2)
    assert gone not in day.field(2)
    assert len(day.field(2)) == 8


@pytest.mark.parametrize(("mode", "more"), MODES)
def test_who_comes_after_the_draft_is_not_sent_to_pods_that_are_fixed(
    mode: Mode, more: dict[str, object]
) -> None:
    day = made(mode, more)
    day.ask("start building")
    late(day, 1)
    told = day.problem("has no pod")
    assert len(day.problems) == 1
    assert "Make pods" not in fix_text(told.fix)
    assert "bye or a table" in fix_text(told.fix)


@pytest.mark.parametrize(("mode", "more"), MODES)
def test_a_late_player_is_not_told_to_come_later_still(mode: Mode, more: dict[str, object]) -> None:
    day = made(mode, more)
    day.ask("pair round", 1)
    day.play("A")
    late(day, 2)
    day.problem("is in no draft pod of Draft")
    day.ask("pair round", 2)
    told = day.problem("is in no draft pod of Draft")
    assert len(day.problems) == 1
    assert "Enters in round" not in fix_text(told.fix)
    day.change(players=tuple(replace(each, drops_after=0) if each.id == "P099" else each
                             for each in day.event.players))  # fmt: skip
    assert not [each for each in day.problems if "no draft pod" in each]
