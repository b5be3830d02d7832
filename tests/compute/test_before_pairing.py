"""What is typed into the seats of a round before it is paired, or before its names arrive."""

import pytest

from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.undo import Undo
from runner.core.phase import Mode
from tests.support.events import event, phase
from tests.support.hall import R1, Hall, duel
from tests.support.open_hall import OpenHall

PAIR, REPAIR = PairRound.KEY, RepairRound.KEY


def before_round_1(players: int = 12, mode: Mode = Mode.MULTIPLAYER) -> Hall:
    """No round is out, and none is asked for."""
    now = event(players, phase(1, rounds=3, mode=mode), automatic=False, decisions=())
    return Hall(now)


def who(hall: Hall) -> list[str]:
    return [player.name for player in hall.event.players]


def typed(hall: Hall, where: str) -> str:
    """What stands in a seat of round 1, such as "T1 C"."""
    kind, number, seat = where[0], int(where[1]), "ABCDE".index(where[3])
    sheet = hall.event.sheet(R1)
    assert sheet is not None
    rows = {(row.key.kind.value, row.key.number): row for row in sheet.rows}
    return rows[(kind, number)].seats[seat]


@pytest.mark.parametrize("gap", ["", "-"])
@pytest.mark.parametrize("tables", [1, 3])
def test_a_table_typed_with_a_gap_is_published_and_stays_as_it_was_typed(
    gap: str, tables: int
) -> None:
    hall = before_round_1()
    names = who(hall)
    for table in range(tables):
        first, second, third = names[3 * table : 3 * table + 3]
        for seat, text in zip("ABCD", (first, gap, second, third), strict=True):
            hall.cell(f"T{table + 1} {seat}", text, R1)
    hall.say(PAIR, 1)
    assert [each for each in hall.problems if "twice" in each or "absent" in each] == []
    for table in range(tables):
        assert hall.names(table + 1) == names[3 * table : 3 * table + 3]
        assert [typed(hall, f"T{table + 1} {seat}") for seat in "BCD"] == [
            gap, *names[3 * table + 1 : 3 * table + 3],
        ]  # fmt: skip
    assert hall.byes() == []
    assert hall.absent() == []


def test_a_gap_is_kept_after_a_deletion_and_a_dash_of_a_pairing_holds_nothing_up() -> None:
    hall = before_round_1()
    hall.say(PAIR, 1)
    hall.say(DeleteRound.KEY, 1)
    names = who(hall)
    for seat, text in zip("ABC", (names[0], "-", names[5]), strict=True):
        hall.cell(f"T1 {seat}", text, R1)
    hall.save()
    hall.say(PAIR, 1)
    assert hall.names(1) == [names[0], names[5]]
    assert [typed(hall, f"T1 {seat}") for seat in "ABC"] == [names[0], "-", names[5]]
    assert not [each for each in hall.problems if "twice" in each]
    hall = before_round_1()
    hall.say(PAIR, 1)
    hall.hand(T1_B="-")
    hall.open = True
    hall.say(DeleteRound.KEY, 1)
    assert hall.snapshot.rounds == ()
    hall.silence(PAIR)
    hall.say(PAIR, 1)
    assert len(hall.snapshot.rounds) == 1
    hall.open = False
    hall.save()
    assert "-" not in {typed(hall, f"T1 {seat}") for seat in "ABCD"}


def test_a_bye_typed_into_the_second_row_is_given_once() -> None:
    hall = before_round_1(7, Mode.HEAD_TO_HEAD)
    resting = who(hall)[3]
    hall.cell("B2", resting, R1)
    hall.save()
    hall.say(PAIR, 1)
    assert hall.byes() == [resting]
    assert typed(hall, "B2 A") == resting
    assert not [each for each in hall.problems if "twice" in each]


def test_a_dash_where_nobody_is_typed_is_told_of_before_the_round_is_paired() -> None:
    hall = before_round_1()
    hall.cell("T2 B", "-", R1)
    hall.save()
    problem = hall.problem("this round is not paired yet")
    assert (problem.place.sheet, problem.place.cell) == ("Round 1", "D6")
    hall.say(PAIR, 1)
    assert hall.snapshot.rounds == ()
    assert typed(hall, "T2 B") == "-"
    hall.cell("T2 B", "", R1)
    hall.save()
    (now,) = hall.snapshot.rounds
    assert now.absent == ()
    assert all(len(table.seats) == 4 for table in now.tables)


def test_who_is_typed_elsewhere_leaves_the_cell_of_an_earlier_dash() -> None:
    """The names have not arrived: nobody can type a dash over the dash that stands there."""
    hall = duel(8)
    hall.say(PAIR, 1)
    hall.hand(T3_B="-")
    hall.open = True
    hall.say(REPAIR, 1)
    (table,) = [each for each in hall.snapshot.rounds[0].tables if each.number == 3]
    moved = hall.name(table.players[1])
    old = typed(hall, "T1 A")
    stays = moved if moved != old else hall.name(table.players[0])
    assert stays == moved, "the case that this test is of"
    hall.hand(T1_A=moved)
    assert not [each for each in hall.problems if f"{moved} is in this round twice" in each]
    assert moved in hall.names(1)
    assert moved not in hall.names(3)
    hall.open = False
    hall.save()
    assert typed(hall, "T3 B") == "-"
    assert moved in hall.names(1)


def test_names_that_were_written_and_not_saved_are_not_taken_for_what_is_on_the_disk() -> None:
    """What is typed over blank cells is typed, also where the disk has the same from before."""
    hall = OpenHall()
    hall.opens()
    hall.saves()
    before = {cell: text for cell, text in hall.on_disk().items() if text and cell[1] != "A3"}
    hall.asks(Undo.KEY, 0)
    hall.names_arrive()
    assert hall.screen is not None
    assert not any(hall.screen[cell] for cell in before)
    swapped = dict(zip(before, [*before.values()][1:] + [*before.values()][:1], strict=True))
    hall.types(before)
    hall.pairs_from_the_door()
    hall.names_arrive()
    assert not hall.lost
    hall.saves()
    assert not hall.unheard()
    hall.types(swapped)
    hall.saves()
    assert not hall.unheard()
