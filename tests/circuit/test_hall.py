"""What is wrong between events that are played in one hall at the same time."""

from dataclasses import replace
from datetime import date

import pytest

from runner.circuit.hall import clashes
from runner.circuit.summary import Entrant, Summary
from runner.core.stage import Stage

ANA, BO, CY, DEE = (
    Entrant(f"P{at}", name) for at, name in enumerate(["Ana Ace", "Bo", "Cy", "Dee"])
)


def event(
    name: str, *tables: tuple[int, tuple[Entrant, ...]], of: tuple[Entrant, ...] = ()
) -> Summary:
    seated = tuple((number, tuple(each.id for each in seats)) for number, seats in tables)
    there = {each.id: each for _, seats in tables for each in seats}
    return Summary(name, stage=Stage.RUNNING, entrants=of or tuple(there.values()), seated=seated)


def told(**events: Summary) -> list[tuple[str, str, str]]:
    found = clashes(events, date(2026, 11, 28))
    return [(each.event, each.problem.code, each.problem.text) for each in found]


def test_the_same_tables_are_told_to_both() -> None:
    modern = event("Modern", (1, (ANA, BO)), (2, (CY, DEE)))
    other = (Entrant("P8", "Eve"), Entrant("P9", "Flo"))
    assert told(modern=modern, legacy=event("Legacy", (2, other))) == [
        ("modern", "hall.same-tables", "Legacy plays at the same tables: 2."),
        ("legacy", "hall.same-tables", "Modern plays at the same tables: 2."),
    ]
    assert told(modern=modern, legacy=event("Legacy", (3, other))) == []
    assert told(modern=modern, legacy=event("Legacy", of=other)) == [], "nothing is played"


def test_a_player_who_sits_in_two_events_is_told_to_both() -> None:
    modern = event("Modern", (1, (ANA, BO)))
    legacy = event("Legacy", (11, (Entrant("P77", "ana ACE"), Entrant("P78", "Eve"))))
    assert told(modern=modern, legacy=legacy) == [
        ("modern", "hall.player-twice", "Ana Ace sits at table 1, and at table 11 in Legacy."),
        ("legacy", "hall.player-twice", "ana ACE sits at table 11, and at table 1 in Modern."),
    ]


@pytest.mark.parametrize("hidden", [True, False])
def test_shortened_names_say_nothing_and_members_of_teams_do(hidden: bool) -> None:
    team = Entrant("T1", "The Aces", members=("Ana Ace", "Eve"))
    shortened = replace(ANA, whole=not hidden)
    found = told(one=event("One", (1, (shortened, BO))), two=event("Two", (5, (team, CY))))
    assert bool(found) is not hidden


def test_rehearsals_and_events_of_another_day_are_in_no_hall() -> None:
    modern, legacy = event("Modern", (1, (ANA, BO))), event("Legacy", (1, (CY, DEE)))
    assert len(told(modern=modern, legacy=legacy)) == 2
    assert len(told(modern=modern, legacy=replace(legacy, date="2026-11-29"))) == 2
    assert told(modern=modern, legacy=replace(legacy, rehearsal=True)) == []
    assert told(modern=modern, legacy=replace(legacy, date="2026-10-31")) == []
