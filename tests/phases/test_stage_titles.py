"""Rounds of a playoff have the names of their stages wherever players read of them, and their
numbers on the organiser's sheets."""

from dataclasses import replace

import pytest

from runner.core.phase import Mode
from runner.render.site import render
from tests.support.day import Day
from tests.support.draft_day import DraftDay
from tests.support.events import event, phase, swiss_and_playoff

PAIRS, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER


def titles(day: Day) -> list[str]:
    shown = day.snapshot.for_players
    return [shown.title(round_.id) for round_ in shown.rounds]


@pytest.mark.parametrize(
    ("mode", "players", "cut", "stages"),
    [
        (PAIRS, 12, 8, ["Quarterfinals", "Semifinals", "Final"]),
        (PAIRS, 20, 12, ["Round of 16", "Quarterfinals", "Semifinals", "Final"]),
        (PODS, 26, 16, ["Semifinals", "Final"]),
        (PODS, 12, 4, ["Final"]),
    ],
)
def test_rounds_of_a_playoff_are_called_by_their_stages(
    mode: Mode, players: int, cut: int, stages: list[str]
) -> None:
    day = Day(swiss_and_playoff(players, mode, swiss=1, cut=cut))
    day.play_until(2, len(stages))
    assert titles(day) == ["Round 1 of 1", *stages]
    last = day.snapshot.rounds[-1].id
    assert day.snapshot.title(last).startswith(f"Playoff, round {len(stages)}")


def test_only_stages_that_make_up_a_round_and_have_no_numbers_name_it_in_double_elimination() -> (
    None
):
    day = Day(event(8, phase(1, "double_elimination", PAIRS)))
    day.play_until(1, 6)
    assert titles(day)[:2] == ["Round 1 of 6", "Round 2 of 6"]
    assert titles(day)[-2:] == ["Losers’ final", "Grand final"]


def test_two_playoffs_in_one_event_keep_their_own_names() -> None:
    now = swiss_and_playoff(12, PAIRS, swiss=1, cut=8)
    first, last = now.phases
    twice = (first, replace(last, name="Top 8"), replace(last, number=3, name="Top 2", cut=2))
    day = Day(replace(now, phases=twice))
    day.play_until(2, 1)
    assert titles(day)[-1].startswith("Top 8, round 1")


def test_pages_feeds_and_displays_read_the_stage() -> None:
    day = Day(swiss_and_playoff(14, PAIRS, swiss=1, cut=4))
    day.play_until(2, 1)
    files = {path: content.decode() for path, content in render(day.snapshot, {}).files.items()
             if path.endswith((".html", ".js", ".xml", ".ics"))}  # fmt: skip
    assert not [path for path, text in files.items() if "Playoff, round" in text]
    assert "<title>Pairings, Semifinals" in files["pairings.html"]
    assert '"short":"Semifinals"' in files["version.js"]


def test_a_playoff_that_is_the_whole_event_has_one_name_for_each_round() -> None:
    day = Day(event(8, phase(1, "single_elimination", PAIRS, name="Cup")))
    day.play_until(1, 2)
    assert titles(day) == ["Quarterfinals", "Semifinals"]
    files = render(day.snapshot, {}).files
    assert not [path for path, content in files.items() if b"after round 1" in content]
    assert b"Standings after Quarterfinals" in files["feed.xml"]


def test_byes_of_those_who_wait_for_the_final_do_not_spoil_its_name() -> None:
    day = Day(swiss_and_playoff(10, PAIRS, swiss=1, cut=6))
    day.play_until(2, 1)
    day.change(automatic=False)
    day.play("A")
    for table in day.snapshot.rounds[-1].tables:
        day.drop(table.players[0], 2)
    day.change(automatic=True)
    assert titles(day)[-2:] == ["Quarterfinals", "Final"]


def test_a_round_between_two_keeps_its_name_when_all_its_winners_leave() -> None:
    day = Day(swiss_and_playoff(10, PAIRS, swiss=1, cut=4))
    day.play_until(2, 1)
    for table in day.snapshot.rounds[-1].tables:
        day.drop(table.players[0], 2)
    day.play("A")
    assert day.snapshot.over
    assert titles(day)[-1] == "Semifinals"


def test_draft_pods_that_need_more_rounds_than_others_keep_numbers() -> None:
    for players, named in ((16, True), (17, False)):
        drafted = phase(1, "single_elimination", Mode.DRAFT, pairing_scope="inside")
        day = DraftDay(replace(event(players, drafted), decisions=()))
        for kind in ("make pods", "start building", "pair round"):
            day.ask(kind, 1)
        assert (titles(day) == ["Quarterfinals"]) is named, titles(day)


def test_long_names_are_short_beside_the_time_that_is_left() -> None:
    day = Day(replace(swiss_and_playoff(14, PAIRS, swiss=1, cut=8), language="fr"))
    day.play_until(2, 1)
    assert '"short":"QF"' in render(day.snapshot, {}).files["version.js"].decode()
