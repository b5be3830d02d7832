"""Home after an event of teams: the champion, with the people of the team, and teams counted."""

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
