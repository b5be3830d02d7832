"""A player who came late unannounced: told with the cell, and nothing is counted by itself."""

from dataclasses import replace

import pytest

from runner.core.player import Player
from runner.core.problems import Place, Severity
from tests.support.events import latest_ranking
from tests.support.hall import Hall, quick
from tests.support.problems import fix_text

SAID = "Zoe Late first plays in Round 2, but “Enters in round” is empty"


def joined() -> Hall:
    hall = quick(11)
    hall.save()
    zoe = Player("", "Zoe Late", place=Place("Players", "B16"),
                 places={"enters": Place("Players", "D16")})  # fmt: skip
    hall.change(players=(*hall.event.players, zoe))
    hall.problem("Zoe Late is at no table of Round 1")
    hall.play_round()
    return hall


def entering(hall: Hall, number: int) -> None:
    *others, zoe = hall.event.players
    hall.change(players=(*others, replace(zoe, enters=number)))


@pytest.mark.thorough
def test_a_late_player_without_a_round_is_told_until_it_is_typed() -> None:
    hall = joined()
    hall.play_round()  # and still in round 3
    assert len(hall.snapshot.rounds) == 3
    found = hall.problem(SAID)
    assert (found.severity, str(found.place)) == (Severity.WARNING, "Players!D16")
    assert "type 2 there" in fix_text(found.fix)
    row = next(row for row in latest_ranking(hall.snapshot).rows
               if hall.name(row.player) == "Zoe Late")  # fmt: skip
    assert row.record.losses + row.record.wins + row.record.draws == 1
    entering(hall, 2)
    assert not [each for each in hall.problems if "Zoe" in each]
    row = next(row for row in latest_ranking(hall.snapshot).rows
               if hall.name(row.player) == "Zoe Late")  # fmt: skip
    assert row.record.losses + row.record.wins + row.record.draws == 2


def test_who_was_seated_late_in_round_1_and_who_sat_it_out_are_nothing_to_tell() -> None:
    hall = quick(11)
    hall.save()
    out = hall.names(1)[0]
    hall.hand(T1_A="-", A1=out)
    hall.play_round()
    assert out in hall.absent() or any(out in hall.names(table) for table in (1, 2, 3))
    assert not [each for each in hall.problems if "Enters in round" in each]
