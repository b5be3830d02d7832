"""What nobody may guess is asked: a cut whose type is empty, a draft that Runner cannot run."""

from pathlib import Path

import pytest

from runner.core.event import Mode, RoundId
from runner.core.problems import Severity
from tests.support.clerk import Clerk
from tests.support.events import event, phase
from tests.support.organiser import At, Value
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick


def with_phase(tmp_path: Path, *, automatic: bool, **cells: Value) -> Clerk:
    """A round of Swiss that is over, and a second line on Phases with these cells filled."""
    me = Clerk(tmp_path / "ev", event(12, phase(1, rounds=1), automatic=automatic))
    me.put(*((At("Phases", f"{column}6"), value) for column, value in cells.items()))
    me.play()
    return me


@pytest.mark.parametrize("automatic", [True, False])
def test_a_cut_without_a_type_is_asked_for_and_not_published(
    tmp_path: Path, automatic: bool
) -> None:
    me = with_phase(tmp_path, automatic=automatic, A="Top 4", B="Multiplayer", G=4)
    assert [each.id for each in me.snapshot.rounds] == [RoundId(1, 1)]
    (asked,) = me.told("nothing says how it is played")
    assert (asked.severity, str(asked.place)) == (Severity.ERROR, "Phases!C6")
    assert "Single elimination" in fix_text(asked.fix)
    assert "Swiss" in fix_text(asked.fix)
    me.ask("Pair round", RoundId(2, 1))
    assert len(me.snapshot.rounds) == 1
    assert me.told("Top 4, round 1 is not paired yet")
    me.put((At("Phases", "C6"), "Single elimination"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)
    me.counts_heads()
    me.type({At("Phases", "C6"): None})
    report = me.pipeline.run(me.doc)
    assert report.snapshot is None, "once it is out no other type is guessed"
    (told,) = [each for each in report.problems if "is out as Single elimination" in each.text]
    assert str(told.place) == "Phases!C6"
    assert "Choose Single elimination" in fix_text(told.fix)


def test_a_second_day_without_a_cut_is_swiss_as_ever(tmp_path: Path) -> None:
    me = with_phase(tmp_path, automatic=True, A="Day 2", B="Multiplayer", E=1)
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


@pytest.mark.parametrize("type_", ["Round robin", "Double elimination"])
def test_a_draft_is_only_played_in_ways_that_know_pods(tmp_path: Path, type_: str) -> None:
    me = with_phase(tmp_path, automatic=True, A="Draft", B="Draft", C=type_, E=1)
    assert len(me.snapshot.rounds) == 1
    (told,) = me.told("A draft is played as Swiss or as single elimination")
    assert str(told.place) == "Phases!C6"
    me.put((At("Phases", "B6"), "Head-to-head"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_a_draft_without_pods_is_never_paired_across_the_field(tmp_path: Path) -> None:
    me = with_phase(tmp_path, automatic=True, A="Draft", B="Draft", C="Swiss", E=1)
    assert len(me.snapshot.rounds) == 1
    me.put((At("Phases", "B6"), "Head-to-head"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_a_first_phase_that_is_a_draft_waits_too(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(8, phase(1, mode=Mode.DRAFT, rounds=1)))
    assert not me.snapshot.rounds
    assert not me.snapshot.drafts


# --- the line to ask for a round ------------------------------------------------------------------


def test_a_cut_that_is_added_gets_the_lines_to_ask_for_its_rounds(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(12, phase(1, rounds=1), automatic=False))
    me.put((At("Phases", "A6"), "Top 4"), (At("Phases", "B6"), "Multiplayer"),
           (At("Phases", "C6"), "Single elimination"), (At("Phases", "G6"), 4))  # fmt: skip
    me.play()
    me.put((me.go(RoundId(2, 1)), "yes"))
    assert me.snapshot.rounds[-1].id == RoundId(2, 1)


def test_more_rounds_get_their_lines_below_all_that_stands_there(tmp_path: Path) -> None:
    me = Clerk(tmp_path / "ev", event(8, phase(1, rounds=2), automatic=False))
    me.put((At("Decisions", "J9"), "ask Mia first"))
    me.put((At("Phases", "E5"), 4))
    assert [me.go(RoundId(1, number)).cell for number in (1, 2, 3, 4)] == ["F5", "F6", "F10", "F11"]
    assert not me.lost
    before = me.doc
    me.done()
    assert me.doc == before, "each line comes once"
    me.rework(lambda book: book["Decisions"].delete_rows(6))
    me.done()
    assert me.go(RoundId(1, 2)).cell == "F11", "one that was deleted is there again"
