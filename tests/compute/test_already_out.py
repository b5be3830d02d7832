"""A workbook that contradicts rounds that are out: told with the cell; unreadable: nothing out."""

from dataclasses import replace
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.compute.checks.published import contradictions
from runner.compute.decisions import REGISTRY
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.phases import AddRound
from runner.compute.decisions.seats import GiveBye
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.problems import Place, Severity
from runner.workbook.template.template import Plan, template
from tests.support.events import event, phase, swiss
from tests.support.hall import Hall
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick


def begun() -> Hall:
    hall = Hall(swiss(16))
    hall.play_round()
    assert hall.problems == []
    return hall


@pytest.mark.parametrize(("change", "said"), [
    ({"preset": "topdeck"}, "scored by TopDeck now, and not by Magic rules: pods"),
    ({"rounds": 1}, "has 1 round by Phases, but Round 2 is out"),
])  # fmt: skip
def test_what_is_changed_under_way_is_told_with_its_row(
    change: dict[str, object], said: str
) -> None:
    hall = begun()
    columns = {"preset": "D5", "rounds": "E5"}
    places = {column: Place("Phases", cell) for column, cell in columns.items()}
    before = replace(hall.event.phases[0], places=places)
    hall.change(phases=(replace(before, **change),))
    found = hall.problem(said)
    assert (found.severity, found.place.sheet) == (Severity.WARNING, "Phases")
    assert found.place == hall.event.phases[0].at(next(iter(change)))
    hall.change(phases=(before,))
    assert hall.problems == []


@pytest.mark.parametrize(("settings", "said", "at"), [
    ({"win": 3}, "Points for a win: Day 1 is scored by 3 now, and was by 7", "win"),
    ({"tiebreakers": ["omw"]}, "Tiebreakers: Day 1 is scored by omw now, and was by ", "tie"),
    ({"draw": 0, "loss": 1}, "Points for a draw: Day 1 is scored by 0 now, and was by 1", "dr"),
])  # fmt: skip
def test_points_and_tiebreakers_that_change_under_way_are_told_with_the_cell(
    settings: dict[str, SettingValue], said: str, at: str
) -> None:
    hall = begun()
    before = hall.event.phases[0]
    places = {name: Place("Phases", f"{column}5") for name, column in zip(
        ("win", "draw", "loss", "tiebreakers"), "JKLN", strict=True)}  # fmt: skip
    hall.change(phases=(replace(before, settings=settings, places=places),))
    found = hall.problem(said)
    (cell,) = {str(place) for name, place in places.items() if name.startswith(at)}
    assert (found.severity, str(found.place)) == (Severity.WARNING, cell)
    assert len(hall.problems) == len(settings)
    hall.change(phases=(before,))
    assert hall.problems == []


def test_what_only_shapes_rounds_to_come_or_ends_pairing_is_nothing_to_tell() -> None:
    hall = begun()
    hall.change(phases=(replace(hall.event.phases[0], settings={"round_minutes": 60}),))
    assert hall.problems == []
    hall.change(phases=(replace(hall.event.phases[0], type="by_hand"),))
    assert hall.problems == []


def test_another_seed_is_told_with_the_one_to_put_back_unless_all_rounds_were_taken_back() -> None:
    hall = begun()
    hall.change(seed="luckier")
    hall.change(places={"seed": Place("Event", "B8")})
    found = hall.problem("The seed is not the one")
    assert "Put “s” back" in fix_text(found.fix)
    assert str(found.place) == "Event!B8"
    hall.change(seed="s")
    assert hall.problems == []
    hall = Hall(swiss(16))
    hall.say(DeleteRound.KEY, 1)
    hall.silence(*REGISTRY)
    hall.change(seed="luckier")
    assert hall.problems == []


def test_a_round_added_is_not_one_too_many() -> None:
    hall = Hall(swiss(16, 1))
    hall.play_round()
    hall.say(AddRound.KEY, 2)
    hall.say(PairRound.KEY, 2)
    assert len(hall.snapshot.rounds) == 2
    assert [each for each in hall.problems if "by Phases" in each] == []


@pytest.mark.parametrize(("phases", "said"), [
    ((phase(1, rounds=3, mode=Mode.HEAD_TO_HEAD),), "Choose Multiplayer under Mode again."),
    ((phase(1, "single_elimination", rounds=3),), "Choose Swiss under Type again; where a row"),
    ((), "Put the row back as it was."),
])  # fmt: skip
def test_rounds_that_could_not_be_read_any_more_are_fatal(
    phases: tuple[Phase, ...], said: str
) -> None:
    hall = begun()
    assert [*contradictions(hall.event, hall.ledger)] == []
    (found,) = contradictions(replace(hall.event, phases=phases), hall.ledger)
    assert found.fatal
    assert said in fix_text(found.fix)
    assert "Round 2 is out" in found.text or "Round 1 is out" in found.text


def test_a_phase_taken_out_leaves_the_last_good_site_and_comes_back_as_it_was(
    tmp_path: Path,
) -> None:
    two = (phase(1, rounds=1), phase(2, rounds=1, cut=4))
    go = Decision(PairRound.KEY, RoundId(1, 1))
    hall = Hall(event(8, *two, automatic=False, decisions=(go,)))
    hall.save()
    hall.hand(T1_result="A", T2_result="A")
    both = replace(hall.event, decisions=(go, Decision(PairRound.KEY, RoundId(2, 1))))
    pipeline = Pipeline(EventFolder(tmp_path), tmp_path / "site")
    pipeline.run(template(Plan(hall.event, 1)))
    pipeline.run(template(Plan(both, 1)))
    site = {each: each.read_bytes() for each in (tmp_path / "site").rglob("*.html")}
    assert any("P2R1" in each.name for each in site)
    ledger = (tmp_path / "ledger.jsonl").read_bytes()
    report = pipeline.run(template(Plan(replace(both, phases=two[:1]), 1)))
    assert "Phases has no row for phase 2" in " ".join(each.text for each in report.problems)
    assert {each: each.read_bytes() for each in (tmp_path / "site").rglob("*.html")} == site
    assert (tmp_path / "ledger.jsonl").read_bytes() == ledger
    pipeline.run(template(Plan(both, 1)))
    assert {each: each.read_bytes() for each in (tmp_path / "site").rglob("*.html")} == site


def test_seats_of_a_swiss_round_are_changed_though_the_phase_is_a_round_robin_now() -> None:
    hall = Hall(event(9, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3), automatic=False))
    ana = hall.names(1)[0]
    hall.change(phases=(replace(hall.event.phases[0], type="round_robin"),))
    hall.say(GiveBye.KEY, 1, ana)
    assert [*contradictions(hall.event, hall.ledger)]
    assert ana in hall.byes()
