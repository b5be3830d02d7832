"""Two-Color Star where everybody has chosen colours: one of each pair at every table."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from runner.core.phase import Mode
from runner.pairing.engine import Result, pair, pair_document
from runner.pairing.state import Entrant, PairingInput, to_document
from runner.rules.ruleset import ruleset
from runner.rules.variants.variant import PAIRS
from tests.support import events

RULES, _ = ruleset(events.phase(1, variant="star"), {})


def state(players: list[Entrant], number: int = 1) -> PairingInput:
    return PairingInput(Mode.MULTIPLAYER, "mamtr", "s", 1, number, 3, {}, RULES, tuple(players))


def players(*colours: str) -> list[Entrant]:
    return [Entrant(f"P{at}", colours=pair) for at, pair in enumerate(colours, 1)]


def colours_of(found: Result, there: list[Entrant]) -> list[tuple[str, ...]]:
    """The colours at each table, by seats."""
    own = {player.id: player.colours for player in there}
    return [tuple(own[player] for player in table.seats) for table in found.tables]


def played(there: list[Entrant], found: Result) -> list[Entrant]:
    """The players with whom they have met, and a win for seat A of each table."""
    met = {player: table.seats for table in found.tables for player in table.seats}
    winners = {table.seats[0] for table in found.tables}
    return [
        replace(
            player,
            points=player.points + (9 if player.id in winners else 0),
            opponents=(*player.opponents, *(x for x in met.get(player.id, ()) if x != player.id)),
            byes=player.byes + (player.id in found.byes),
        )
        for player in there
    ]


@pytest.mark.parametrize("tables", [1, 2, 5])
def test_every_table_has_one_of_each_pair_in_the_order_of_the_circle(tables: int) -> None:
    """White-Blue in seat A, and each next pair to its left."""
    there = players(*PAIRS * tables)
    found = pair(state(there))
    assert colours_of(found, there) == [PAIRS] * tables
    assert not found.byes


def test_who_is_too_many_of_a_pair_sits_out_is_told_why_and_drawn_again_by_anybody() -> None:
    """23 players, four tables at the most: two Green-White and one White-Blue are over."""
    there = players(*PAIRS * 4, "gw", "gw", "wu")
    found = pair(state(there))
    assert colours_of(found, there) == [PAIRS] * 4
    own = {player.id: player.colours for player in there}
    assert sorted(own[player] for player in found.byes) == ["gw", "gw", "wu"]
    said = "4 tables have one of each pair of colours, so 1 of White-Blue and 2 of Green-White"
    assert any(said in note for note in found.certificate.notes)
    again = pair_document({**to_document(state(there)), "mode": "multiplayer"})
    assert again["tables"] == [
        {"table": table.number, "seats": [*table.seats]} for table in found.tables
    ]


def test_nobody_sits_out_twice_while_others_of_their_colours_have_not() -> None:
    """Six Green-White for four tables: over three rounds all six sit out once."""
    there = players(*PAIRS * 4, "gw", "gw")
    resting: list[str] = []
    for number in (1, 2, 3):
        found = pair(state(there, number))
        resting += found.byes
        there = played(there, found)
    assert len(set(resting)) == 6


def test_a_pair_of_colours_that_nobody_plays_leaves_no_table_and_who_has_none_the_fewest() -> None:
    """Everybody has a bye, and why is told."""
    found = pair(state(players("wu", "ub", "br", "rg", "rg", "rg")))
    assert not found.tables
    assert len(found.byes) == 6
    assert "Nobody plays Green-White, so no table of five can be filled." in (
        found.certificate.notes
    )
    there = players(*PAIRS, *PAIRS[:4], "")  # the tenth makes the second table possible
    found = pair(state(there))
    assert [len(table.seats) for table in found.tables] == [5, 5]
    assert "P10" in {table.seats[4] for table in found.tables}


def test_nobody_meets_again_where_that_can_be() -> None:
    """25 players, five tables: three rounds in which all pairs are new."""
    there = players(*PAIRS * 5)
    seen: set[frozenset[str]] = set()
    for number in (1, 2, 3):
        found = pair(state(there, number))
        pairs = {frozenset(two) for table in found.tables for two in combinations(table.seats, 2)}
        assert len(pairs) == 50
        assert not pairs & seen
        assert found.certificate.repeated_pairs == 0
        seen |= pairs
        there = played(there, found)


def test_equal_points_sit_together() -> None:
    """Ten players, of whom one of each pair has won: they meet."""
    there = [
        replace(player, points=Fraction(9 if at in (5, 1, 7, 3, 9) else 0))
        for at, player in enumerate(players(*PAIRS * 2))
    ]
    found = pair(state(there, 2))
    tables = [{player.removeprefix("P") for player in table.seats} for table in found.tables]
    assert {"6", "2", "8", "4", "10"} in tables
