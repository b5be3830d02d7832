"""Who plays for a team, and who did."""

from runner.core.identifiers import RoundId
from runner.core.teams import called, team

R1, R2, R3 = (RoundId(1, number) for number in (1, 2, 3))


def test_who_came_in_has_a_number_of_their_own_and_who_left_keeps_theirs_to_come_back() -> None:
    found = team(("Ana Example", "Cy Cook"), {R1: ("Ana Example", "Bo Baker")})
    assert [each.name for each in found.members] == ["Ana Example", "Bo Baker", "Cy Cook"]
    assert (found.now, found.rounds) == ((1, 3), {R1: (1, 2)})
    assert [each.name for each in found.playing(R1)] == ["Ana Example", "Bo Baker"]
    assert (found.seat(2), found.seat(2, R1), found.seat(3)) == (None, 1, 1)
    assert found.changed
    rounds = {R1: ("Ana", "Bo"), R2: ("Bo", "Cy"), R3: ("Cy", "Ana")}
    assert team(("Bo", "Ana"), rounds).rounds == {R1: (1, 2), R2: (2, 3), R3: (3, 1)}


def test_a_name_put_right_is_the_same_person_unless_a_substitute() -> None:
    rounds = {R1: ("Ana Example", "Bo Bakr")}
    right = team(("Ana Example", "Bo Baker"), rounds)
    assert [each.name for each in right.members] == ["Ana Example", "Bo Baker"]
    assert not right.changed
    sister = team(("Ana Example", "Bo Baker"), rounds, ("Bo Bakr",))
    assert [each.name for each in sister.members] == ["Ana Example", "Bo Bakr", "Bo Baker"]


def test_a_team_without_a_name_goes_by_its_people() -> None:
    assert called(["Ana Example", "Bo Baker"]) == "Ana Example / Bo Baker"
    assert called(["Ana Example", "Bo Baker", "Cy Cook"]) == "Team Ana Example"
