"""Whole events of teams, played through: their standings held against a calculation of their own,
and their pages, paper and documents against their people."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Outcome, Table
from runner.core.randomness import Stream
from runner.interchange.event_out import event_document
from tests.support.events import dropped, event, latest_ranking, played_on, published
from tests.support.folders import event_folder, opened
from tests.support.teams import phase_of, team_event, teams

pytestmark = pytest.mark.thorough  # left out of make quick

FLOOR = Fraction(33, 100)


def some_result(table: Table) -> str:
    """A result by chance, but always the same."""
    return Stream("teams", *table.players).choice(("A", "A", "B", "B", "B", "draw"))


def standings(snapshot: Snapshot) -> list[tuple[str, Fraction, Fraction]]:
    """Match points and OMW% of each team, worked out from the results alone (MTR Appendix C): a bye
    is a match won, and no opponent."""
    points: dict[str, int] = {}
    played: dict[str, int] = {}
    met: dict[str, list[str]] = {}
    worth = {Outcome.WIN: 3, Outcome.DRAW: 1, Outcome.LOSS: 0}
    for team in snapshot.players:
        points[team], played[team], met[team] = 0, 0, []
    for round_ in snapshot.rounds:
        for team in round_.byes:
            points[team] += 3
            played[team] += 1
        for table in round_.tables:
            for seat in table.seats:
                assert seat.outcome is not None
                points[seat.player] += worth[seat.outcome]
                played[seat.player] += 1
                met[seat.player] += [other for other in table.players if other != seat.player]

    def match_win(team: str) -> Fraction:
        if not played[team]:
            return FLOOR
        return max(FLOOR, Fraction(points[team], 3 * played[team]))

    def omw(team: str) -> Fraction:
        found = [match_win(other) for other in met[team]]
        return sum(found, Fraction(0)) / len(found) if found else FLOOR

    rows = [(team, Fraction(points[team]), omw(team)) for team in snapshot.players]
    return sorted(rows, key=lambda row: (-row[1], -row[2]))


def test_two_headed_giant_of_21_teams() -> None:
    now = team_event(21, "two_headed_giant", rounds=5)
    snapshot, ledger = published(now)
    now, snapshot, ledger = played_on(now, snapshot, ledger, some_result)
    leaving = snapshot.rounds[1].tables[-1].players[0]
    now = dropped(now, leaving, 2)
    for _round in range(4):
        now, snapshot, ledger = played_on(now, snapshot, ledger, some_result)
    assert snapshot.over
    assert len(snapshot.rounds) == 5
    byes = [team for round_ in snapshot.rounds for team in round_.byes]
    assert len(byes) == len(set(byes)) == 2  # 21 teams, then 20
    outcomes = {seat.outcome for round_ in snapshot.rounds for table in round_.tables
                for seat in table.seats}  # fmt: skip
    assert Outcome.DRAW in outcomes
    found = latest_ranking(snapshot)
    wanted = standings(snapshot)
    assert [*snapshot.phases[0].ruleset.tiebreakers] == ["omw"]
    assert sorted((row.player, row.match_points) for row in found.rows) == sorted(
        (team, points) for team, points, _ in wanted
    )
    values = {row.player: row.tiebreakers["omw"] for row in found.rows}
    assert values == {team: omw for team, _, omw in wanted}
    order = [(row.match_points, row.tiebreakers["omw"]) for row in found.rows]
    assert order == [(points, omw) for _, points, omw in wanted]
    assert leaving not in snapshot.rounds[-1].seated


def people_of(now: Event) -> set[str]:
    return {name for team in now.players for name in team.members}


def text_of(page: Path) -> str:
    return re.sub(r"<[^>]+>", "\n", page.read_text("utf-8"))


@pytest.mark.parametrize(
    ("now", "rounds"),
    [
        pytest.param(
            event(
                teams(32, 3),
                phase_of("trios", rounds=5),
                phase_of("trios", 2, "single_elimination", cut=4),
            ),
            7,
            id="32 trios with a Top 4",
        ),
        pytest.param(team_event(2, "emperor_five", 1), 1, id="2 teams of Emperor, 5 each"),
        pytest.param(team_event(6, "emperor", 3), 3, id="6 teams of Emperor, 3 each"),
        pytest.param(team_event(5, "two_on_two", 3), 3, id="5 teams of two-on-two"),
        pytest.param(team_event(8, "two_on_two_dci", 3), 3, id="8 teams of two-on-two (DCI)"),
        pytest.param(team_event(4, "one_deck", 2), 2, id="4 teams of One Deck"),
    ],
)
def test_played_from_the_workbook_to_the_end(now: Event, rounds: int, tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "event", now)
    site = tmp_path / "site"
    play(Pipeline(folder, site), rounds)
    loaded = opened(folder)
    snapshot = loaded.snapshot
    assert snapshot.over
    assert len(snapshot.rounds) == rounds
    assert not [each for each in snapshot.problems if each.fatal or each.severity == "error"]
    found: Mapping[str, tuple[str, ...]] = {
        player["name"]: tuple(player["members"])
        for player in event_document(snapshot, loaded.ledger)["players"]
    }
    assert found == {team.name: team.members for team in now.players}
    listed = text_of(site / "players/index.html")
    by_name = text_of(site / "pairings.html")
    last = snapshot.rounds[-1]
    for team in now.players:
        own = text_of(site / f"players/{team.id}.html")
        for at, name in enumerate(team.members, 1):
            first, _, family = name.rpartition(" ")
            assert f"{family}, {first}" in listed
            assert name in own
            assert (f"{family}, {first}" in by_name) == (team.id in last.there)
            assert team.name in text_of(site / f"players/{team.id}-m{at}.html")
    assert len(people_of(now)) == sum(len(team.members) for team in now.players)


def test_members_of_a_hidden_team_are_on_no_page(tmp_path: Path) -> None:
    now = team_event(4, "two_headed_giant", 2)
    hidden = now.players[0]
    now = replace(now, players=(replace(hidden, handle="the foxes"), *now.players[1:]))
    folder = event_folder(tmp_path / "event", now)
    play(Pipeline(folder, tmp_path / "site"), 2)
    for page in (tmp_path / "site").rglob("*"):
        if page.suffix in (".html", ".js", ".json", ".csv", ".xml"):
            text = page.read_text("utf-8")
            for name in (*hidden.members, hidden.name, hidden.members[0].split()[-1] + ", "):
                assert name not in text, page
