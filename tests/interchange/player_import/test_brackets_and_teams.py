"""Brackets behind names, and teams as headings, beside what an event has already."""

import unicodedata

import pytest

from runner.interchange.player_import.player_list import LineStatus, without_entered
from runner.interchange.player_import.reader import read_players


def test_who_is_in_the_event_with_a_bracket_is_known_again() -> None:
    found = without_entered(read_players("Anna Meyer (Berlin)\nBen Ortiz"), ["Anna Meyer (Berlin)"])
    assert [row.name for row in found.rows] == ["Ben Ortiz"]
    assert found.lines[0].status is LineStatus.ENTERED


def test_a_bracket_that_is_left_out_is_told() -> None:
    found = read_players("Anna Meyer (Berlin)\nBen Ortiz\nCarla Diaz")
    assert found.rows[0].name == "Anna Meyer"
    assert found.rows[0].notes == ("“(Berlin)” was left out of the name",)
    assert "“(Berlin)” was left out" in found.lines[0].why


def test_a_team_is_one_row_where_teams_play_and_no_player_where_none_do() -> None:
    found = read_players("Team Rocket\n- Jessie\n- James\n\nTeam Aqua\n- Archie\n- Shelly\n")
    assert [row.members for row in without_entered(found, [], teams=True).rows] == [
        ("Jessie", "James"), ("Archie", "Shelly"),
    ]  # fmt: skip
    assert [(row.name, row.club) for row in without_entered(found, []).rows] == [
        ("Jessie", "Team Rocket"), ("James", "Team Rocket"),
        ("Archie", "Team Aqua"), ("Shelly", "Team Aqua"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["สมชาย ใจดี", "राम कृष्णू", "Ana Jose\u0301", "דָּוִד כֹּהֵןָ"])
def test_the_marks_of_a_script_stay_at_the_end_of_a_name(name: str) -> None:
    found = read_players(f"{name} ✅\nBen Ortiz ☀️")
    assert [row.name for row in found.rows] == [unicodedata.normalize("NFC", name), "Ben Ortiz"]
