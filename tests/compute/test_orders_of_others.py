"""An order of who went out that names somebody of another table."""

from runner.core.identifiers import RoundId
from tests.support.day import Day
from tests.support.events import event, phase


def test_a_player_of_another_table_is_told_with_that_table() -> None:
    day = Day(event(13, phase(variant="melee", rounds=2), automatic=False))
    one, other = day.snapshot.rounds[0].tables[:2]
    name = day.snapshot.players[other.players[0]].name
    day.type(RoundId(1, 1), {one.number: f"C, {name}, A"})
    day.save()
    assert any(f"{name} sits at table {other.number}, not at" in each for each in day.problems)
