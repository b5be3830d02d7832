"""Home after an event of teams: the champion, with the people of the team, and teams counted."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from runner.compute.snapshot import Snapshot
from runner.render.documents.registry import REGISTRY
from runner.render.site import render
from tests.support.day import Day
from tests.support.events import event
from tests.support.teams import phase_of, teams


def test_home_names_the_people_of_the_champions_and_counts_teams() -> None:
    playoff = phase_of("two_headed_giant", type_="single_elimination")
    day = Day(event(teams(4, 2), playoff))
    day.play_out()
    champion = day.snapshot.players[day.snapshot.final[0].player]
    home = render(day.snapshot, {}).files["index.html"].decode()
    assert " and ".join(champion.members) in home
    assert "4 teams" in home
    assert "4 players" not in home


def played_out() -> Snapshot:
    day = Day(event(teams(4, 2), phase_of("two_headed_giant", rounds=2),
              phase_of("two_headed_giant", 2, "single_elimination", cut=4)))  # fmt: skip
    return day.play_out()


@pytest.mark.parametrize("key", ["standings", "final", "prizes"])
def test_lists_on_paper_name_the_people_of_teams(key: str) -> None:
    shown = played_out()
    (data,) = REGISTRY[key].render(shown, shown.rounds[-1].id).files.values()
    pages = PdfReader(BytesIO(data)).pages
    text = " ".join(" ".join(page.extract_text().split()) for page in pages)
    for team in shown.players.values():
        assert team.name in text
        for member in team.members:
            assert member in text
