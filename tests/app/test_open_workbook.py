"""Names arrive in a workbook that stays open, and what is typed there counts."""

from pathlib import Path

import pytest

from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Severity
from tests.support.events import phase, planned
from tests.support.open_desk import OpenDesk
from tests.support.organiser import At

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def me(tmp_path: Path) -> OpenDesk:
    desk = OpenDesk(tmp_path / "friday", planned(8, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3)))
    desk.opens()
    return desk


def errors(me: OpenDesk) -> list[str]:
    return [str(each) for each in me.problems() if each.severity is Severity.ERROR]


def paired_again(me: OpenDesk) -> tuple[dict[At, str], dict[At, str]]:
    """The names of round 1 by their cells: as they were paired, and as they were paired again."""
    me.pairs(1)
    first = me.seats()
    assert len(first) == 8
    me.saves()
    me.asks("Re-pair round", 1)
    second = me.seats()
    assert second == me.public_seats() != first
    return first, second


def swap_back(first: dict[At, str], second: dict[At, str]) -> dict[At, str]:
    """Two cells change names, so that one gets the name that it had before."""
    one = next(cell for cell in first if first[cell] != second[cell])
    other = next(cell for cell in second if second[cell] == first[one])
    return {one: second[other], other: second[one]}


@pytest.mark.parametrize("saved", [True, False], ids=["saved before", "not saved before"])
def test_a_swap_that_gives_a_cell_the_name_it_had_before_the_re_pair(
    me: OpenDesk, saved: bool
) -> None:
    first, second = paired_again(me)
    if saved:
        me.saves()
    typed = swap_back(first, second)
    me.type(typed)
    me.saves()
    assert not errors(me)
    assert me.public_seats() == {**second, **typed}
    me.closes()
    assert me.seats() == {**second, **typed}


@pytest.mark.parametrize("saved", [True, False], ids=["saved before", "not saved before"])
def test_the_first_pairing_typed_back_as_a_whole(me: OpenDesk, saved: bool) -> None:
    first, _ = paired_again(me)
    if saved:
        me.saves()
    me.type(first)
    me.saves()
    assert me.public_seats() == first or any("change" in each.text for each in me.problems())
    me.closes()
    assert me.seats() == first


def test_names_that_were_written_live_and_never_saved_come_again(me: OpenDesk) -> None:
    _, second = paired_again(me)
    me.closes()
    assert me.seats() == second == me.public_seats()
    assert not errors(me)
    me.opens()
    me.saves()
    assert me.public_seats() == second


def test_a_workbook_loaded_again_without_its_names_is_no_pairing_typed_back(me: OpenDesk) -> None:
    _, second = paired_again(me)
    me.opens()  # as it is on the disk; the lock has never been away for long
    me.type(me.at(RoundId(1, 1), 1, "note"), "loaded again")
    me.saves()
    assert me.public_seats() == second
    me.closes()
    assert me.seats() == second


def test_names_arrive_after_an_undo_and_another_pairing(me: OpenDesk) -> None:
    me.pairs(1)
    assert len(me.seats()) == 8
    me.saves()
    for _ in range(2):
        me.asks("Undo the last decision")
        assert not me.seats()
        go = me.go(RoundId(1, 1))
        me.type(go, None)
        me.saves()
        me.type(go, "yes")
        me.saves()
        assert me.seats() == me.public_seats()
        assert len(me.seats()) == 8
        me.type({At("Decisions", f"F{row}"): None for row in range(8, 12)})
        me.saves()


@pytest.mark.parametrize(("decision", "swapped", "restarted"), [
    ("Undo the last decision", 0, False), ("Delete round", 2, False), ("Delete round", 5, True),
])  # fmt: skip
def test_names_arrive_when_a_round_is_paired_elsewhere_after_it_was_taken_back(
    me: OpenDesk, decision: str, swapped: int, restarted: bool
) -> None:
    """The open sheet was cleared and not saved: the workbook on the disk still has the names, some
    of them swapped by hand."""
    me.pairs(1)
    me.saves()
    first = me.seats()
    moved = [*first][:swapped]
    me.type({at: first[other] for at, other in zip(moved, moved[1:] + moved[:1], strict=True)})
    me.asks(decision, 1 if decision == "Delete round" else 0)
    if me.public_seats():  # the first undo withdraws the swap
        me.asks(decision)
    assert not me.seats()
    me.type(result := me.at(RoundId(1, 1), 1, "result"), "A")
    if restarted:
        me.restarts()
    me.pairs_elsewhere()
    assert me.seats() == me.public_seats()
    assert len(me.seats()) == 8
    me.saves()
    assert me.seats() == me.public_seats()
    assert len(me.seats()) == 8
    assert me.program().read(*result) == "A"
    assert not errors(me)


def test_pods_arrive_when_they_are_made_elsewhere_after_they_were_cleared(tmp_path: Path) -> None:
    desk = OpenDesk(tmp_path / "friday", planned(16, phase(1, mode=Mode.DRAFT, rounds=3)))
    desk.opens()
    desk.pairs_elsewhere()
    desk.saves()
    desk.asks("Clear pods")
    assert not any(pods_on_sheet(desk).values())
    desk.pairs_elsewhere()
    made = {
        player: f"{pod} {seat}" for player, (pod, seat) in desk.ledger().drafts[1].spots.items()
    }
    assert pods_on_sheet(desk) == made
    desk.saves()
    assert pods_on_sheet(desk) == made
    assert not errors(desk)


def pods_on_sheet(desk: OpenDesk) -> dict[str, str]:
    """Pod and seat of each player, as the open workbook has them."""
    sheet = desk.layout.draft
    assert sheet is not None
    lines = {player: [sheet.texts.get((column, row), "") for column in ("pod", "seat")]
             for (_, player), row in sheet.rows.items()}  # fmt: skip
    return {player: " ".join(filter(None, line)) for player, line in lines.items()}


def test_what_is_typed_where_names_were_cleared_stays_when_they_come_again(me: OpenDesk) -> None:
    me.pairs(1)
    me.saves()
    me.asks("Undo the last decision")
    typed = me.places()[0]
    me.type(typed, "Somebody else")
    me.pairs_elsewhere()
    assert me.seats() == {**me.public_seats(), typed: "Somebody else"}
    me.saves()
    cleared = me.places()[1]
    me.type(cleared, None)
    me.waits()
    assert cleared not in me.seats()


def test_names_that_were_cleared_and_typed_again_stay_when_others_come(me: OpenDesk) -> None:
    """The workbook on the disk still has them: what stands there now is the organiser's."""
    me.pairs(1)
    me.saves()
    first = me.seats()
    one, other, *_ = first
    swapped = {one: first[other], other: first[one]}
    me.type(swapped)
    me.asks("Delete round", 1)
    assert not me.seats()
    me.type(swapped)
    me.pairs_elsewhere()
    assert me.public_seats() == first
    assert me.seats() == {**first, **swapped}
    me.saves()
    assert me.public_seats() == {**first, **swapped}
    me.closes()
    assert me.seats() == {**first, **swapped}


def test_a_round_paired_elsewhere_arrives_in_the_open_workbook(me: OpenDesk) -> None:
    me.pairs_elsewhere()
    assert me.seats() == me.public_seats()
    assert len(me.seats()) == 8
    runs = len(me.pipeline.runs)
    me.waits()
    me.saves()
    me.waits()
    assert len(me.pipeline.runs) == runs + 1, "only what others did is dealt with anew"


def test_a_round_paired_elsewhere_after_runner_itself_has_written_the_workbook(
    tmp_path: Path,
) -> None:
    desk = OpenDesk(tmp_path / "friday", planned(8, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3)))
    desk.pairs_elsewhere()
    desk.closes()
    assert desk.seats() == desk.public_seats()
    assert len(desk.seats()) == 8
