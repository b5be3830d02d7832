from dataclasses import replace

import pytest

from runner.compute.compute import compute
from runner.core.event import Event, Penalty
from runner.core.identifiers import RoundId
from runner.core.player import Player
from runner.core.problems import Place
from tests.support.events import NOTHING, event, phase, played_on, published, typed
from tests.support.teams import team_event, teams

R1, R2 = RoundId(1, 1), RoundId(1, 2)


def on_sheet(now: Event, *changes: dict[str, object]) -> Event:
    players = [
        replace(each, place=Place("Players", f"B{at}")) for at, each in enumerate(now.players, 5)
    ]
    for at, change in enumerate(changes):
        players[at] = replace(players[at], **change)  # type: ignore[arg-type]
    return replace(now, players=tuple(players))


def told(now: Event) -> list[str]:
    return [problem.text for problem in compute(now, NOTHING).problems if "member" in str(problem)]


@pytest.mark.parametrize(("members", "said"), [
    ((), "“Red Foxes” has no members; a team has 2."),
    (("Ana",), "“Red Foxes” has 1 member; a team has 2."),
    (("Ana", "Bo", "Cy"), "“Red Foxes” has 3 members; a team has 2."),
])  # fmt: skip
def test_a_team_has_as_many_people_as_the_variant_says(members: tuple[str, ...], said: str) -> None:
    now = on_sheet(team_event(4, "two_headed_giant"), {"members": members})
    assert told(now) == [said]


def test_who_never_came_need_not_be_whole_and_members_where_no_teams_play_are_told() -> None:
    now = on_sheet(team_event(4, "trios"), {"members": ("Ana",), "drops_after": 0})
    assert not told(now)
    now = on_sheet(event(teams(4, 2), phase()))
    assert len(told(now)) == 4


def test_who_came_in_plays_from_the_next_round_on() -> None:
    now = team_event(4, "two_headed_giant")
    first = now.players[0]
    snapshot, ledger = published(now)
    assert ledger.rounds[R1].members[first.id] == list(first.members)
    new = replace(first, members=(first.members[0], "Cy Cook"))
    now = replace(now, players=(new, *now.players[1:]))
    now, snapshot, ledger = played_on(now, snapshot, ledger)
    found = snapshot.teams[first.id]
    assert [each.name for each in found.members] == [*first.members, "Cy Cook"]
    assert (found.rounds, found.now) == ({R1: (1, 2), R2: (1, 3)}, (1, 3))


def test_a_former_member_who_is_not_shown_is_told_nowhere() -> None:
    now = team_event(4, "two_headed_giant")
    first = now.players[0]
    snapshot, ledger = published(now)
    new = replace(first, members=(first.members[0], "Cy Cook"), handle="foxes")
    now = replace(now, players=(new, *now.players[1:]), name=f"Day of {first.members[1]}")
    shown = played_on(now, snapshot, ledger)[1].for_players
    assert shown.event.name == "Day of foxes"
    assert first.id not in shown.teams


def test_a_penalty_of_a_member_is_the_teams() -> None:
    now = team_event(4, "two_headed_giant")
    snapshot, ledger = published(now)
    member = now.players[0].members[1]
    penalty = Penalty(1, member, "Slow play", "Match loss", Place("Penalties", "B5"))
    now = replace(typed(now, snapshot), penalties=(penalty,))
    found = compute(now, ledger)
    assert not [each for each in found.problems if member in each.text and "not in" in str(each)]
    table = next(each for each in found.rounds[0].tables if "P001" in each.players)
    seat = next(each for each in table.seats if each.player == "P001")
    assert seat.outcome == "penalty_loss"


def test_players_of_other_events_are_no_teams() -> None:
    snapshot, ledger = published(event([Player("P001", "Ana"), Player("P002", "Bo")], phase()))
    assert snapshot.teams == {}
    assert all("members" not in entry.data for entry in ledger.entries)


def test_games_of_seats_go_into_the_ledger_and_back_and_are_told_where_no_trios_play() -> None:
    now = team_event(4, "trios", rounds=2)
    snapshot, ledger = published(now)
    now, snapshot, ledger = played_on(now, snapshot, ledger, "2-1, 0-2, 2-1")
    played = snapshot.rounds[0]
    assert [table.duels for table in played.tables] == [((2, 1, 0), (0, 2, 0), (2, 1, 0))] * 2
    recorded = ledger.results[R1]
    assert set(recorded.values()) == {"2-1/0-2/2-1"}
    again = compute(now, ledger)
    assert not again.entries
    assert again.rounds[0] == played
    now = team_event(4, "two_headed_giant", rounds=2)
    snapshot, ledger = published(now)
    snapshot = played_on(now, snapshot, ledger, "2-1, 0-2, 2-1")[1]
    assert sum("matches of three seats" in each.text for each in snapshot.problems) == 2


@pytest.mark.parametrize(("typed", "said"), [
    ("3-1", "3 and 1 seats won; a team has 3"),
    ("2-2", "2 and 2 seats won; a team has 3"),
    ("2-1, 3-0, 2-1", "Seat B of table 1 has 3-0 games; a match there is won with 2"),
    ("2-2, 2-0, 2-1", "Seat A of table 1 has 2-2 games"),
    ("2-1", ""), ("2-0-1", ""), ("3-0", ""), ("A", ""), ("draw", ""), ("B conceded", ""),
    ("2-1, 1-1-1, 0-0", ""),
])  # fmt: skip
def test_more_than_a_match_of_trios_gives_is_told(typed: str, said: str) -> None:
    now = team_event(4, "trios", rounds=2)
    snapshot, ledger = published(now)
    snapshot = played_on(now, snapshot, ledger, typed)[1]
    told = [
        each.text
        for each in snapshot.problems
        if "seats won" in each.text or "won with" in each.text
    ]
    assert (said in told[0]) if said else not told


def test_members_of_nearly_the_same_name_who_are_swapped_between_teams_stay_two_people() -> None:
    now = team_event(4, "two_headed_giant")
    one, two = now.players[:2]
    one = replace(one, members=("Jon Smith", "Bo Berg"))
    two = replace(two, members=("Jan Smith", "Cy Cook"))
    now = replace(now, players=(one, two, *now.players[2:]))
    ledger = published(now)[1]
    swapped = (
        replace(one, members=("Jan Smith", "Bo Berg")),
        replace(two, members=("Jon Smith", "Cy Cook")),
    )
    found = compute(replace(now, players=(*swapped, *now.players[2:])), ledger).teams
    assert [each.name for each in found[one.id].playing(R1)] == ["Jon Smith", "Bo Berg"]
    assert [each.name for each in found[two.id].playing(R1)] == ["Jan Smith", "Cy Cook"]
    assert [each.name for each in found[one.id].playing()] == ["Jan Smith", "Bo Berg"]
