from io import BytesIO

import pytest
from openpyxl import load_workbook

from runner.core.event import Event
from runner.core.player import Player
from runner.workbook.read.read import read
from tests.support.events import event, phase
from tests.support.folders import new_workbook
from tests.support.teams import phase_of, team_event
from tests.support.workbooks import event_in, sound_event, with_lines

NOW = team_event(4, "two_headed_giant")


def typed(*lines: dict[str, object], now: Event = NOW) -> bytes:
    return with_lines("Players", *lines, data=new_workbook(now))


def said(data: bytes) -> list[str]:
    return [str(problem) for problem in read(data)[1]]


def people(data: bytes) -> list[tuple[str, ...]]:
    found = event_in(data)
    return [player.members for player in found.players]


@pytest.mark.thorough
def test_a_new_workbook_has_a_column_for_each_person_of_the_largest_team() -> None:
    emperor = event(4, phase_of("two_headed_giant"), phase_of("emperor_five", 2))
    for now, letters in ((NOW, "AB"), (emperor, "ABCDE"), (event(4, phase()), "")):
        book = load_workbook(BytesIO(new_workbook(now)))
        headings = [str(cell.value) for cell in book["Players"][4]]
        wanted = [f"Member {letter}" for letter in letters]
        assert [text for text in headings if text.startswith("Member")] == wanted
        assert ("Substitutes" in headings) == bool(letters)


def test_what_is_written_is_what_is_read_and_no_columns_are_missed_where_no_teams_play() -> None:
    found = sound_event(new_workbook(NOW))
    assert [(each.team, each.members) for each in found.players] == [
        (True, each.members) for each in NOW.players
    ]
    members = [Player("P001", "Ana", extra={"Membership": "7"})]
    now = event(members, phase(), public_columns=("Membership",))
    assert not said(new_workbook(now))


@pytest.mark.thorough
def test_names_are_cleaned_of_addresses_and_substitutes_told_apart() -> None:
    substitutes = "Cy Cook;\nDi Dune; ana example"
    data = typed({"Member A": "  Ana\u200b  Example ", "Substitutes": substitutes})
    found = sound_event(data).players[0]
    assert found.members[0] == "Ana Example"
    assert found.substitutes == ("Cy Cook", "Di Dune")
    data = typed({"Member A": "Ana Example <ana@mail.com>", "Substitutes": "Bo (bo@mail.com)"})
    found = event_in(data)
    assert found.players[0].members[0] == "Ana Example"
    assert found.players[0].substitutes == ("Bo",)
    assert any("e-mail" in each for each in said(data))


@pytest.mark.thorough
def test_a_person_in_two_teams_or_twice_in_one_counts_once() -> None:
    data = typed({"Member A": "Ana Example"}, {}, {"Member B": "ANA EXAMPLE"})
    assert people(data)[2] == NOW.players[2].members[:1]
    (told,) = said(data)
    assert told.startswith("Players!D7: “ANA EXAMPLE” is in two teams, in “Red Foxes” (C5)")
    data = typed({"Member A": "Ana Example", "Member B": "Ana Example"})
    assert people(data)[0] == ("Ana Example",)
    assert any("is in this team twice, and counts once" in each for each in said(data))


@pytest.mark.thorough
def test_nobody_is_called_as_another_row_is_but_a_captain_as_the_team() -> None:
    data = typed({"Member B": "blue foxes"})
    assert people(data)[0] == NOW.players[0].members[:1]
    assert any("B6 has a row of that name too" in each for each in said(data))
    data = typed({"Name": "Ana Example", "Member A": "Ana Example"})
    assert people(data)[0][0] == "Ana Example"
    assert not said(data)


@pytest.mark.thorough
def test_a_team_without_a_name_goes_by_its_people_and_gets_its_id_all_the_same() -> None:
    data = typed({"Name": None, "Id": None})
    found, problems, layout = read(data)
    assert found is not None
    assert layout.players is not None
    assert found.players[0].name == " / ".join(NOW.players[0].members)
    assert layout.players.rows[found.players[0].name.casefold()] == 5
    assert not problems


@pytest.mark.thorough
def test_a_formula_is_no_member() -> None:
    data = typed({}, {"Member A": "=1+1"})
    assert people(data)[1] == NOW.players[1].members[1:]
    assert any(each.startswith("Players!C6: The cell holds a formula") for each in said(data))
