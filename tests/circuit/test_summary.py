"""The summary of an event: what it says is what the event's pages say, and nothing hidden."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from runner.circuit.summary import FORMAT, Summary, from_document, summary
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.stage import Stage
from tests.support.day import Day, drawn_results
from tests.support.events import event, planned, played_on, published, swiss, swiss_and_playoff


def test_it_is_read_as_it_was_written() -> None:
    day = Day(swiss_and_playoff(13, Mode.MULTIPLAYER, swiss=3, cut=4))
    for _ in range(6):
        known = summary(day.snapshot)
        now = day.snapshot.current_round
        assert known.seated == tuple(
            (table.number, table.players) for table in now.tables if not table.finished
        )
        assert from_document(json.loads(json.dumps(known.document))) == known
        day.play(drawn_results("s", len(day.snapshot.rounds)))
    assert known.stage is Stage.OVER


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_points_records_and_places_are_those_of_the_pages(mode: Mode) -> None:
    day = Day(swiss_and_playoff(13, mode, swiss=3, cut=4))
    day.play_out(drawn_results("p"))
    known = {each.id: each for each in summary(day.snapshot).entrants}
    swiss_ranking = day.snapshot.phases[0].current
    assert swiss_ranking
    for row in swiss_ranking.rows:
        assert known[row.player].points == row.match_points
    for place in day.snapshot.final:
        assert (known[place.player].first, known[place.player].last) == (place.first, place.last)
    rounds = day.snapshot.rounds
    for id_, entrant in known.items():
        there = sum(id_ in (*played.seated, *played.byes) for played in rounds)
        assert sum(entrant.record) == there, id_


def test_tables_have_the_ranks_of_their_results() -> None:
    now = swiss(8, rounds=1)
    snapshot, ledger = published(now)
    _, snapshot, _ = played_on(
        now, snapshot, ledger, lambda table: "B" if table.number == 1 else "draw"
    )
    first, second = summary(snapshot).tables
    assert (first.round, first.table) == (1, 1)
    assert [rank for _, rank in first.seats] == [2, 1, 2, 2]
    assert [rank for _, rank in second.seats] == [1, 1, 1, 1]
    assert [id_ for id_, _ in first.seats] == [*snapshot.rounds[0].tables[0].players]


def test_nothing_is_said_before_results_and_nobody_hidden_is_whole() -> None:
    now = planned(8)
    players = (
        replace(now.players[0], shown=Shown.HIDDEN),
        replace(now.players[1], shown=Shown.INITIAL),
        *now.players[2:],
    )
    snapshot, _ = published(replace(now, players=players))
    known = summary(snapshot)
    assert (known.stage, known.tables) == (Stage.PLANNED, ())
    assert [each.whole for each in known.entrants] == [False, False] + [True] * 6
    assert now.players[0].name not in json.dumps(known.document, ensure_ascii=False)
    assert {each.points for each in known.entrants} == {Fraction(0)}


def test_veiled_results_are_not_in_it() -> None:
    day = Day(event(8, *swiss(8, rounds=2, standings_hidden=True).phases, automatic=False))
    day.play()
    assert day.snapshot.phases[0].veiled
    known = summary(day.snapshot)
    assert known.tables == ()
    assert not any(each.points or any(each.record) for each in known.entrants)


@pytest.mark.parametrize(
    "wrong",
    [None, [], {}, {"format": FORMAT}, {**Summary("x").document, "tables": [[1, 1, [[7, 1]]]]}],
)
def test_anything_else_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"summary|format|unpack|index"):
        from_document(wrong)
