"""A field that does not fit the tables of a variant is told of, before its round and during it."""

import pytest

from tests.support.day import Day
from tests.support.events import event, phase, planned


def told(day: Day) -> list[str]:
    return [each for each in day.problems if "players at a table:" in each]


@pytest.mark.parametrize(("variant", "players", "said"), [
    ("star", 4, "5 players at a table: 4 players make a table of 4."),
    ("star", 7, "5 players at a table: 7 players make a table of 5, and 2 byes."),
    ("melee", 5, "6 to 10 players at a table: 5 players make a table of 5."),
    ("melee", 11, "6 to 10 players at a table: 11 players make tables of 6 and 5."),
    ("grand_melee", 9, "10 to 60 players at a table: 9 players make a table of 9."),
    ("free_for_all", 2, "3 to 6 players at a table: 2 players make a table of 2."),
])  # fmt: skip
def test_what_does_not_fit_is_told_before_and_while_it_is_played(
    variant: str, players: int, said: str
) -> None:
    before = Day(planned(players, phase(variant=variant, rounds=2)))
    assert said in " ".join(told(before))
    out = Day(event(players, phase(variant=variant, rounds=2), automatic=False))
    assert len(out.snapshot.rounds) == 1
    assert said in " ".join(told(out))


@pytest.mark.parametrize(
    ("variant", "players"), [("star", 10), ("melee", 23), ("grand_melee", 28), ("free_for_all", 7)]
)
def test_what_fits_has_nothing_to_tell(variant: str, players: int) -> None:
    assert not told(Day(planned(players, phase(variant=variant, rounds=2))))
    assert not told(Day(event(players, phase(variant=variant, rounds=2), automatic=False)))
