"""A table of a playoff that everybody has lost: who goes on is asked, and never decided by seed."""

import re
from dataclasses import replace

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Penalty
from runner.core.phase import Mode
from runner.core.problems import Place, Problem
from runner.core.rounds import Table
from runner.ledger.ledger import Ledger
from runner.render.desk.status import results_in
from tests.support.events import event, phase, published, swiss_and_playoff, typed, up_to
from tests.support.problems import fix_text

PAIRS, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER


def answered(now: Event, snapshot: Snapshot, ledger: Ledger, result: str) -> Snapshot:
    """Once table 1 of the current round has that result, and all others are won by seat A."""
    here = typed(now, snapshot, lambda table: result if table.number == 1 else "A")
    return published(here, ledger)[0]


def asked(snapshot: Snapshot) -> list[Problem]:
    return [each for each in snapshot.problems if "advance" in each.text]


def first_table(snapshot: Snapshot) -> Table:
    return snapshot.rounds[-1].tables[0]


@pytest.mark.thorough
@pytest.mark.parametrize("drawn", ["highest_seed", "play_on"])
@pytest.mark.parametrize(("mode", "result"), [
    (PODS, "none"), (PODS, "none, A penalty"), (PODS, "A loss, B loss, C loss, D conceded"),
    (PODS, "A 0, B 0, C 0, D 0"), (PODS, "A 0, B 0, C -1, D 0"),
    (PAIRS, "none"), (PAIRS, "double loss"), (PAIRS, "none, A conceded"),
    (PAIRS, "A 0, B 0"), (PAIRS, "0-0"),
])  # fmt: skip
def test_the_next_round_waits_until_it_is_said_who_advances(
    mode: Mode, result: str, drawn: str
) -> None:
    now = swiss_and_playoff(16, mode, cut=16)
    playoff = replace(now.phases[1], settings={"drawn_elimination": drawn})
    now, snapshot, ledger = up_to(replace(now, phases=(now.phases[0], playoff)), 2, 1)
    after = answered(now, snapshot, ledger, result)
    assert after.rounds[-1].id == snapshot.rounds[-1].id
    (question,) = asked(after)
    assert question.severity == "error"
    assert "Nobody has won table 1 of Playoff, round 1" in question.text
    assert [table.number for table in results_in(after, after.rounds[-1]).playing] == [1]
    second = answered(now, snapshot, ledger, "B")
    assert second.rounds[-1].id.number == 2
    assert first_table(snapshot).players[1] in second.rounds[-1].seated


@pytest.mark.parametrize(("mode", "result"), [
    (PODS, "draw"), (PODS, "ID"), (PODS, "unfinished"), (PODS, "A 1, B 1, C 0, D 0"),
    (PODS, "A 0, B -1, C -1, D -1"), (PODS, "0-0-0-0"), (PAIRS, "A 1, B 1"), (PAIRS, "1-1"),
    (PAIRS, "0-0-3"), (PAIRS, "ID"),
])  # fmt: skip
def test_a_draw_and_points_that_somebody_has_are_no_question(mode: Mode, result: str) -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, mode, cut=16), 2, 1)
    playoff = replace(now.phases[1], settings={"drawn_elimination": "highest_seed", "best_of": "3"})
    now = replace(now, phases=(now.phases[0], playoff))
    after = answered(now, snapshot, ledger, result)
    assert not asked(after)
    assert after.rounds[-1].id.number == 2


@pytest.mark.parametrize("mode", [PODS, PAIRS])
def test_where_all_are_out_nobody_advances_and_that_is_told(mode: Mode) -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, mode, cut=16), 2, 1)
    question = asked(answered(now, snapshot, ledger, "none"))[0]
    assert "“all penalty”" in fix_text(question.fix)
    manual = replace(now, automatic=False)
    after = answered(manual, snapshot, ledger, "all penalty")
    (told,) = asked(after)
    assert (told.severity, told.text) == (
        "warning",
        "Nobody advances from table 1 of Playoff, round 1: all there are out.",
    )
    after = answered(now, snapshot, ledger, "all penalty")
    assert after.rounds[-1].id.number == 2
    assert not {*first_table(snapshot).players} & {*after.rounds[-1].there}


def test_a_double_match_loss_of_a_match_is_told() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(8, PAIRS, cut=8), 2, 1)
    names = {player.id: player.name for player in now.players}
    lines = (
        Penalty(3, names[player], "", "Match loss", Place("Penalties", "B5"))
        for player in first_table(snapshot).players
    )
    here = replace(now, automatic=False, penalties=tuple(lines))
    assert [each.severity for each in asked(answered(here, snapshot, ledger, "A"))] == ["warning"]


@pytest.mark.parametrize("type_", ["single_elimination", "double_elimination"])
def test_a_final_that_nobody_has_won_has_no_champion(type_: str) -> None:
    now, snapshot, ledger = up_to(event(2, phase(1, type_, PAIRS, name="Playoff")), 1, 1)
    after = answered(now, snapshot, ledger, "none")
    assert not after.over
    assert len(asked(after)) == 1


def test_a_table_that_is_decided_by_who_goes_out_is_asked_too() -> None:
    only = phase(1, "single_elimination", PODS, variant="free_for_all", name="Playoff")
    now, snapshot, ledger = up_to(event(4, only), 1, 1)
    after = answered(now, snapshot, ledger, "none")
    assert not after.over
    (question,) = asked(after)
    for answer in re.findall("“(.*?)”", fix_text(question.fix)):
        assert answered(now, snapshot, ledger, answer).over


def test_a_table_of_swiss_that_nobody_has_won_is_over() -> None:
    now, snapshot, ledger = up_to(swiss_and_playoff(16, PODS, cut=4), 1, 1)
    after = answered(now, snapshot, ledger, "none")
    assert after.rounds[-1].id.number == 2
    assert not asked(after)
