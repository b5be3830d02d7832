"""Seats, draws, byes and groups, counted again from what was typed."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import Met, PodSeats, Score, Share, statistics
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.rounds import Table
from runner.render.site import render
from tests.support import sample
from tests.support.day import Day
from tests.support.events import swiss
from tests.support.sample import Plan

PAGE = "statistics.html"


@cache
def event() -> Snapshot:
    return sample.snapshot(Plan(rounds=5, planned=6))


TYPED = "ABCD"
"""Who wins at which table, in turn; every fifth pod is drawn."""


def said(table: Table) -> str:
    return "draw" if table.number % 5 == 0 else TYPED[table.number % len(table.seats)]


@cache
def typed() -> tuple[Snapshot, list[tuple[Table, str]]]:
    """Three rounds of 42 in pods of four and three, and half the results of a fourth."""
    day, results = Day(swiss(42, rounds=4, automatic=True)), []
    for _ in range(3):
        current = day.snapshot.current_round
        assert current is not None
        results += [(table, said(table)) for table in current.tables]
        day.play(said)
    current = day.snapshot.current_round
    assert current is not None
    day.type(current.id, {table.number: said(table) for table in current.tables[::2]})
    return day.save(), results


@pytest.mark.thorough
def test_seats_and_draws_are_those_that_were_typed() -> None:
    snapshot, results = typed()
    found = statistics(snapshot.phases, snapshot.players)
    assert found is not None
    assert (found.rounds, found.tables) == (3, len(results))
    assert found.drawn == sum(result == "draw" for _, result in results) > 0
    assert found.byes == 0
    assert [pods.size for pods in found.pods] == [4, 3]
    for pods in found.pods:
        same = [result for table, result in results if len(table.seats) == pods.size]
        assert (pods.tables, pods.drew) == (len(same), same.count("draw"))
        expected = [Share(same.count(letter), len(same)) for letter in TYPED[: pods.size]]
        assert list(pods.seats) == expected


def test_clubs_are_those_that_were_typed() -> None:
    snapshot, results = typed()
    found = statistics(snapshot.phases, snapshot.players)
    assert found is not None
    played, won, points = Counter[str](), Counter[str](), Counter[str]()
    for table, result in results:
        for at, player in enumerate(table.players):
            club = snapshot.players[player].club
            played[club] += 1
            won[club] += result == TYPED[at]
            points[club] += 7 * (result == TYPED[at]) + (result == "draw")
    assert {*found.groups} == {"Club"}
    for group in found.groups["Club"]:
        many = sum(player.club == group.name for player in snapshot.players.values())
        assert group.players == many >= 2
        assert group.share == Share(won[group.name], played[group.name])
        assert group.points == Fraction(points[group.name], many)
    assert {group.name for group in found.groups["Club"]} == {*played} - {""}


@pytest.mark.parametrize(("wins", "tables", "low", "high"), [
    (10, 20, 0.2993, 0.7007), (0, 10, 0.0, 0.2775), (1, 1, 0.2065, 1.0), (81, 263, 0.2553, 0.3662),
])  # fmt: skip
def test_intervals_are_wilson_s(wins: int, tables: int, low: float, high: float) -> None:
    found = Share(wins, tables).interval
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.thorough
def test_there_is_nothing_before_a_round_is_finished_and_nothing_of_results_kept_back() -> None:
    one = sample.snapshot(Plan(players=26, rounds=1))
    assert statistics(one.phases, one.players) is None
    files = render(one, {}).files
    assert PAGE not in files
    assert b"statistics.html" not in files["index.html"]
    phase = event().phases[0]
    veiled = replace(phase, ruleset=replace(phase.ruleset, standings_hidden=True))
    assert statistics((veiled,), event().players) is None
    assert PAGE not in render(replace(event(), phases=(veiled,)), {}).files


@pytest.mark.thorough
def test_the_page_shows_seats_and_commanders_and_is_linked() -> None:
    files = render(event(), {}).files
    page = files[PAGE].decode()
    found = statistics(event().phases, event().players)
    assert found is not None
    for share in found.pods[0].seats:
        assert f"{share.wins} of {share.tables} · " in page
    assert "Tymna the Weaver / Kraum" in page
    for path in ("index.html", "standings.html", "rounds/index.html"):
        assert b"statistics.html" in files[path], path


@pytest.mark.parametrize(
    ("wins", "size", "chance"),
    [(40, 4, (5, 16)), (1, 4, (0, 1)), (0, 3, (0, 0)), (2000, 4, (462, 538))],
)
def test_chance_explains_the_middle_95_of_100_ways(
    wins: int, size: int, chance: tuple[int, int]
) -> None:
    """As the quantiles of the binomial distribution, from tables."""
    shares = (Share(wins, wins + 3), *[Share(0, wins + 3)] * (size - 1))
    assert PodSeats(size, wins + 3, 3, shares).by_chance == chance


def duels(*results: str, best_of: int = 3) -> Snapshot:
    """A round of so many matches with these results."""
    day = Day(swiss(2 * len(results), rounds=2, mode=Mode.HEAD_TO_HEAD, best_of=best_of))
    day.play(lambda table: results[table.number - 1])
    return day.snapshot


@pytest.mark.parametrize(("results", "expected"), [
    (("2-0", "0-2", "1-2", "1-1", "ID", "1-0"), {"2–0": 2, "2–1": 1, "1–0": 1, "1–1": 1, "0–0": 1}),
    (("A", "B", "draw"), {}),
    (("A", "B 2-1", "2-0"), {"2–0": 1, "2–1": 1}),
    (("2-1", "A concedes", "2-0"), {"2–0": 1, "2–1": 1}),
])  # fmt: skip
def test_scores_are_the_games_that_were_typed(
    results: tuple[str, ...], expected: dict[str, int]
) -> None:
    made = duels(*results)
    found = statistics(made.phases, made.players)
    assert found is not None
    assert {f"{each.won}–{each.lost}": each.share.wins for each in found.scores} == expected
    assert {each.share.tables for each in found.scores} <= {sum(expected.values())}
    page = render(made, {}).files[PAGE].decode()
    assert ("Results in games" in page) is bool(expected)
    if "1–1" in expected:
        assert list(expected) == ["2–0", "2–1", "1–0", "1–1", "0–0"], "wins before draws"
        assert "<small>2 matches</small>" in page
        assert "<span>6 matches</span>" in page


def test_one_game_has_no_score_and_a_phase_with_games_beside_letters_counts_straight_wins() -> None:
    one = duels("1-0", "0-1", best_of=1)
    found = statistics(one.phases, one.players)
    assert found is not None
    assert found.scores == ()
    pods = statistics(event().phases, event().players)
    assert pods is not None
    assert pods.scores == ()
    letters = sample.head_to_head(18, 3)
    beside = statistics(letters.phases, letters.players)
    assert beside is not None
    tables = [table for round_ in letters.rounds[:2] for table in round_.tables]
    straight = [table for table in tables if {each.games_won for each in table.seats} == {2, 0}]
    assert beside.scores[0] == Score(2, 0, Share(len(straight), len(tables)))


def test_decks_that_met_are_counted_from_both_sides() -> None:
    said = sample.head_to_head(18, 3)
    players = {
        id_: replace(player, club="", extra={"Deck": "Azorius" if at % 2 else "Burn"})
        for at, (id_, player) in enumerate(said.players.items())
    }
    found = statistics(said.phases, players)
    assert found is not None
    one, two = (found.met["Deck"][pair] for pair in (("Azorius", "Burn"), ("Burn", "Azorius")))
    assert (one.won, one.lost, one.times) == (two.lost, two.won, two.times)
    mixed = [
        table
        for round_ in said.rounds[:2]
        for table in round_.tables
        if len({players[seat.player].extra["Deck"] for seat in table.seats}) == 2
    ]
    assert one.times == len(mixed) > 0
    assert Met() == Met(0, 0, 0)


@pytest.mark.thorough
def test_who_is_not_shown_is_in_no_group_and_columns_that_tell_of_no_deck_are_none() -> None:
    everybody = tuple(
        replace(
            player,
            club="Hidden Club" if at < 2 else player.club,
            shown=Shown.HIDDEN if at < 2 else None,
            extra={"Pronouns": "she/her", "Commander": "Secret" if at < 2 else "Atraxa"},
        )
        for at, player in enumerate(event().event.players)
    )
    private = replace(
        event(),
        event=replace(event().event, players=everybody),
        players={player.id: player for player in everybody},
    )
    page = render(private, {}).files[PAGE].decode()
    assert "Atraxa" in page
    assert "Secret" not in page
    assert "Hidden Club" not in page
    assert "she/her" not in page
