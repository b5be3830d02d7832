"""Two-Color Star from its workbook: 5, 10 and 23 players, colours chosen and drawn, and two who win
a table at once."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from runner.app.sample_players import players
from runner.core.event import Event, Player, Table
from runner.render.documents.slips.slip import slips_for
from runner.render.site.shared import Shared
from runner.rules.variants.variant import PAIRS
from tests.support import events
from tests.support.events import latest_ranking
from tests.support.scribe import Scribe, go, results

pytestmark = pytest.mark.thorough  # left out of make quick

WIN, DRAW = 9, 1  # five a table: 2 x 5 - 1


def star(who: Sequence[Player], rounds: int = 2) -> Event:
    return events.planned(who, events.phase(1, rounds=rounds, variant="star"))


def coloured(*pairs: str) -> list[Player]:
    return [replace(each, colours=pair) for each, pair in zip(players(len(pairs)), pairs,
                                                             strict=True)]  # fmt: skip


def played(me: Scribe, number: int, *said: str) -> list[Table]:
    """The round, with results for its tables in their order; its tables as they were then."""
    me.change(go(number))
    me.close()
    there = sorted(me.round.tables, key=lambda table: table.number)
    typed = dict(zip((table.number for table in there), said, strict=True))
    me.change(results(me.round, typed.__getitem__))
    me.close()
    return there


def points(me: Scribe) -> dict[str, Fraction]:
    assert me.report.snapshot is not None
    ranking = latest_ranking(me.report.snapshot)
    return {row.player: row.match_points for row in ranking.rows}


def expected(tables: Sequence[Table], took: Sequence[str]) -> dict[str, int]:
    """Points by hand: a letter for each seat of each table, w, d or l."""
    worth = {"w": WIN, "d": DRAW, "l": 0}
    return {
        player: worth[letter]
        for table, letters in zip(tables, took, strict=True)
        for player, letter in zip(table.players, letters, strict=True)
    }


def test_a_double_win_gives_both_the_points_of_a_win(tmp_path: Path) -> None:
    """Five players, two rounds: first two win at once, then one by who went out."""
    me = Scribe(tmp_path / "friday", star(players(5)))
    first = played(me, 1, "D & E")
    once = expected(first, ["lllww"])
    assert points(me) == once
    second = played(me, 2, "C, D")
    twice = expected(second, ["wllll"])
    assert points(me) == {player: once[player] + twice[player] for player in once}
    assert not [each for each in me.report.problems if each.severity == "error"]


def test_ten_players_on_two_tables(tmp_path: Path) -> None:
    """A draw, an order that ends in a double win, a winner by name, and a penalty beside two."""
    me = Scribe(tmp_path / "friday", star(players(10)))
    first = played(me, 1, "draw", "A, C, B")
    assert points(me) == expected(first, ["ddddd", "lllww"])
    once = points(me)
    second = played(me, 2, "A, B win", "E, C penalty")
    twice = expected(second, ["wwlll", "llllw"])
    assert points(me) == {player: once[player] + twice[player] for player in once}


def test_opponents_cannot_both_win(tmp_path: Path) -> None:
    """Told at the cell, and the table still plays."""
    me = Scribe(tmp_path / "friday", star(players(5)))
    played(me, 1, "A & C")
    assert any("are opponents, so they cannot both have won" in each for each in me.problems)
    assert not me.round.tables[0].finished


def test_23_players_sit_at_four_tables_and_three_have_a_bye(tmp_path: Path) -> None:
    """Nobody twice."""
    me = Scribe(tmp_path / "friday", star(players(23), rounds=3))
    resting: list[str] = []
    for number in (1, 2, 3):
        there = played(me, number, "A", "B & C", "draw", "E, A win")
        assert [len(table.seats) for table in there] == [5, 5, 5, 5]
        resting += me.round.byes
    assert len(resting) == len(set(resting)) == 9


def test_chosen_colours_seat_one_of_each_pair_and_who_is_over_is_told(tmp_path: Path) -> None:
    """23 players of whom six play Green-White and five White-Blue: typed on Players, read, paired,
    and told."""
    me = Scribe(tmp_path / "friday", star(coloured(*PAIRS * 4, "gw", "gw", "wu")))
    there = played(me, 1, "A", "B", "C & D", "draw")
    snapshot = me.report.snapshot
    assert snapshot is not None
    own = {player.id: player.colours for player in snapshot.event.players}
    assert [[own[player] for player in table.players] for table in there] == [[*PAIRS]] * 4
    assert sorted(own[player] for player in me.round.byes) == ["gw", "gw", "wu"]
    assert any(
        "make 4 tables, and 1 of White-Blue and 2 of Green-White sit out" in each
        for each in me.problems
    )


def test_who_has_chosen_none_among_others_who_have_is_told(tmp_path: Path) -> None:
    """And plays the colours that are fewest."""
    me = Scribe(tmp_path / "friday", star(coloured(*PAIRS, *PAIRS[:4], "")))
    played(me, 1, "A", "B")
    name = players(10)[9].name
    assert any(f"{name} has no colours yet" in each for each in me.problems)


@pytest.mark.parametrize("chosen", [False, True])
def test_pages_and_slips_say_the_colours_of_each_seat(chosen: bool) -> None:
    """In words on pages, in letters on slips."""
    who = coloured(*PAIRS) if chosen else players(5)
    phase = events.phase(1, rounds=1, variant="star")
    snapshot, _ = events.published(events.event(who, phase))
    assert snapshot.current_round is not None
    (slip,) = slips_for(snapshot, snapshot.current_round.id)
    assert [name.rpartition(" · ")[2] for name in slip.seats] == ["WU", "UB", "BR", "RG", "GW"]
    shown = Shared(snapshot.for_players).current
    assert shown is not None
    assert [seat.colours for seat in shown.tables[0].seats] == [
        "White-Blue", "Blue-Black", "Black-Red", "Red-Green", "Green-White",
    ]  # fmt: skip
