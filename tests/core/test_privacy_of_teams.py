"""The people of a team in public: named as their team is shown."""

import json
from dataclasses import replace

import pytest

from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.player import Player, Shown
from runner.core.privacy import aliases, erased_member, member, nameless, on_paper, public, teams
from runner.core.teams import team

FOXES = Player(
    "P001", "Red Foxes", team=True, members=("Ana Example", "Bo Baker"), substitutes=("Cy Cook",)
)
UNNAMED = Player("P002", "Di Dune / Eva Elm", team=True, members=("Di Dune", "Eva Elm"))


def shown(everybody: Shown = Shown.FULL, **changes: object) -> dict[str, Player]:
    players = {"P001": replace(FOXES, **changes), "P002": UNNAMED}  # type: ignore[arg-type]
    return public(Event("Friday", names_shown=everybody), players)[1]


def test_a_team_is_listed_by_its_name_as_it_is_and_initials_are_for_people() -> None:
    assert {each.listed for each in shown().values()} == {"Red Foxes", "Di Dune / Eva Elm"}
    paper = on_paper(Event(""), {"P001": FOXES, "P002": UNNAMED})
    assert paper == {"P001": "Red Foxes", "P002": "Di Dune / Eva Elm"}
    found = shown(Shown.INITIAL)
    assert (found["P001"].name, found["P001"].members) == ("Red Foxes", ("Ana E.", "Bo B."))
    assert found["P001"].substitutes == ("Cy C.",)
    assert found["P002"].name == "Di D. / Eva E."


@pytest.mark.parametrize(
    "hidden", [{"handle": "foxes"}, {"shown": Shown.HIDDEN}, {"shown": Shown.ERASED}]
)
def test_who_is_not_shown_has_no_members(hidden: dict[str, object]) -> None:
    found = shown(**hidden)["P001"]
    assert (found.members, found.substitutes) == ((), ())
    assert found.name in ("foxes", "Player 1")


@pytest.mark.parametrize("everybody", [Shown.INITIAL, Shown.HANDLE])
def test_full_names_of_members_go_out_of_every_text(everybody: Shown) -> None:
    players = {"P001": FOXES, "P002": UNNAMED}
    event = Event("The day of Bo Baker", names_shown=everybody)
    stripped, _, fit = public(event, players, {"Gus Glen": "P001"})
    assert stripped.name == "The day of Bo B."
    assert fit("Cook, Cy came in for BAKER, Bo") == "Cy C. came in for Bo B."
    assert fit("Gus Glen left") == "Red Foxes left"


def test_a_hidden_member_is_called_as_the_team_is_and_no_handle_is_the_name() -> None:
    players = {"P001": replace(FOXES, shown=Shown.HIDDEN), "P002": UNNAMED}
    _, _, fit = public(Event(""), players)
    assert fit("Ana Example was late") == "Player 1 was late"
    assert nameless(Event(""), players) == {"P001"}
    hidden = replace(FOXES, shown=Shown.HIDDEN)
    other = Player("P003", "Gus Glen", handle="Bo Baker")
    assert aliases((hidden, other), Shown.FULL)["P003"].name == "Bo Baker (2)"


def test_former_members_are_shown_as_the_team_is_now() -> None:
    found = {"P001": team(FOXES.members, {RoundId(1, 1): ("Ana Example", "Gus Glen")})}
    initials = teams(Event("", names_shown=Shown.INITIAL), {"P001": FOXES}, found)
    assert [each.name for each in initials["P001"].members] == ["Ana E.", "Gus G.", "Bo B."]
    assert [each.listed for each in initials["P001"].members] == ["E., Ana", "G., Gus", "B., Bo"]
    hidden = teams(Event(""), {"P001": replace(FOXES, shown=Shown.HIDDEN)}, found)
    assert json.dumps(hidden) == "{}"


def test_an_address_is_no_part_of_a_members_name_and_an_erased_one_is_shown_as_it_is() -> None:
    alias = member("Ana Example <ana@mail.com>", Shown.FULL)
    assert alias is not None
    assert alias.name == "Ana Example"
    assert member("ana@mail.com", Shown.FULL) is None
    instead = erased_member("Player 14", 2)
    assert instead == "Player 14B"
    for how in (Shown.FULL, Shown.INITIAL):
        assert member(instead, how) == (instead, instead)
