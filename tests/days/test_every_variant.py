"""Every variant in three sizes, from a new workbook to the last result, points counted again."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, seat_letter
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Table
from runner.interchange.event_out import event_document
from runner.render.documents.slips.slip import slips_for
from runner.render.site.shared import Shared
from runner.rules import variants
from runner.rules.variants.variant import PAIRS
from tests.support import events
from tests.support.clerk import R1, R2, R3, Clerk
from tests.support.commands import run
from tests.support.events import dropped, event, latest_ranking, phase, played_on, published
from tests.support.folders import event_folder, opened
from tests.support.scribe import Scribe, go, results
from tests.support.soak import some
from tests.support.teams import phase_of, team_event, teams

pytestmark = pytest.mark.thorough


SIZES = {
    "free_for_all": (3, 7, 14), "melee": (6, 13, 23), "grand_melee": (10, 15, 28),
    "one_deck_melee": (4, 11, 20), "star": (5, 12, 20),
}  # fmt: skip
OF_TEAMS = (4, 7, 10)
CASES = [(key, size) for key in variants.REGISTRY for size in SIZES.get(key, OF_TEAMS)]
ROUNDS = 2


def in_order(seats: list[str], out: list[list[str]]) -> Counter[str]:
    """What each took from a game of Melee: the points of S4, counted without Runner."""
    circle, won = list(seats), Counter[str]()
    for group in out:
        for each in group:
            to_the_right = circle[circle.index(each) - 1]
            won[to_the_right] += 1
        for each in group:
            circle.remove(each)
    if len(circle) == 1:
        won[circle[0]] += 2
    return won


def at_table(key: str, table: dict[str, Any]) -> Counter[str]:
    seats = {seat["player"]: seat for seat in table["seats"]}
    if key.endswith("melee"):
        return in_order([*seats], table.get("out", []))  # time may come before anybody is out
    win, draw = (3, 1) if variants.REGISTRY[key].teams else ({"star": 9}.get(key, 7), 1)
    if key == "trios":
        (one, first), (other, second) = ((each, seat["games_won"]) for each, seat in seats.items())
        if first == second:
            return Counter({one: draw, other: draw})
        return Counter({one if first > second else other: win})
    worth = {"win": win, "draw": draw}
    return Counter({player: worth.get(seat["outcome"], 0) for player, seat in seats.items()})


def in_it(player: dict[str, Any], number: int) -> bool:
    """A rehearsal makes up a few who drop."""
    return player["drops_after"] is None or player["drops_after"] >= number


@pytest.mark.soak
@pytest.mark.parametrize(("key", "size"), some(CASES, 3))
def test_a_variant_is_played_to_the_end(key: str, size: int, tmp_path: Path) -> None:
    event, variant = str(tmp_path / "friday"), variants.REGISTRY[key]
    rounds = 1 if variant.circle else ROUNDS
    run("new", event, "--mode", key, "--sample", str(size), "--rounds", str(rounds))
    run("rehearse", event, "--site", str(tmp_path / "site"), "--rounds", str(rounds))
    assert "The ledger is whole." in run("verify", event)
    document = json.loads(run("export", event))
    assert len(document["rounds"]) == rounds
    points = Counter[str]()
    for round_ in document["rounds"]:
        there = [seat["player"] for table in round_["tables"] for seat in table["seats"]]
        everybody = there + round_["byes"] + round_["absent"]
        assert sorted(everybody) == sorted(player["id"] for player in document["players"]
                                           if in_it(player, round_["number"]))  # fmt: skip
        for table in round_["tables"]:
            if variant.teams:
                assert len(table["seats"]) == 2
            elif key != "free_for_all" or size > 5:
                fewest = min(variant.fewest, len(there))  # a few may have dropped
                assert fewest <= len(table["seats"]) <= variant.most
            points += at_table(key, table)
        byes = 3 if variant.teams else {"star": 9, "free_for_all": 7}.get(key, 2)
        points += Counter(dict.fromkeys(round_["byes"], byes))
    last = json.loads(run("export", "--snapshot", event))["standings"][-1]
    shown = {row["player"]: int(row["match_points"]) for row in last["rows"]}
    assert {player: got for player, got in shown.items() if got} == dict(points)


# --- nobody is lost all day -----------------------------------------------------------------------


def sizes(me: Clerk) -> list[int]:
    tables = me.snapshot.rounds[-1].tables
    return sorted((len(table.seats) for table in tables if table.seats), reverse=True)


def test_a_day_of_twenty_two(tmp_path: Path) -> None:
    cut = phase(3, "single_elimination", name="Top 5", cut=5)
    now = event(22, phase(1, rounds=3), phase(2, rounds=1, pod_size=3, cut=8), cut, automatic=False)
    me = Clerk(tmp_path / "ev", now)
    me.counts_heads()
    assert sizes(me) == [4, 4, 4, 4, 3, 3]

    small = next(table for table in me.snapshot.rounds[0].tables if len(table.seats) == 3)
    who = me.name(small.players[0])
    for line in ("Give a bye", "Take back a bye"):
        me.ask(line, R1, player=who)
        me.counts_heads()
    assert sizes(me) == [4, 4, 4, 4, 3, 3]

    me.play()
    for table in me.snapshot.rounds[0].tables[:4]:  # 18 are left: 4, 4, 4, 3, 3
        me.put((me.player(me.name(table.players[1]), "drops_after"), 1))
        me.counts_heads()
    me.put((me.go(R2), "yes"))
    me.counts_heads()
    assert sizes(me) == [4, 4, 4, 3, 3]
    small = next(table for table in me.snapshot.rounds[-1].tables if len(table.seats) == 3)
    for line in ("Give a bye", "Take back a bye"):
        me.ask(line, R2, player=me.name(small.players[1]))
        me.counts_heads()
    assert sizes(me) == [4, 4, 4, 3, 3]

    me.play()
    me.put((me.go(R3), "yes"))
    me.counts_heads()
    me.play()
    me.put((me.go(RoundId(2, 1)), "yes"))
    assert sizes(me) == [4, 4], "eight in pods of three"
    me.counts_heads()
    me.play()
    me.put((me.go(RoundId(3, 1)), "yes"))
    assert sizes(me) == [5]
    me.counts_heads()
    me.play("E")
    assert me.snapshot.over
    assert not me.lost


# --- grand melee judge ----------------------------------------------------------------------------


def page(me: Scribe) -> str:
    written = (me.folder.root / "grand-melee.html").read_text("utf-8")
    body = written.partition("<body>")[2].partition("<script>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.mark.parametrize(("rules", "signs"), [
    (
        "classic",
        {
            0: "4 turns at once to start with.", 4: "4 turns at once; none goes now.",
            5: "Take one away: 3 turns at once.", 9: "3 turns at once, and no more.",
            11: "Take one away: 2 turns at once.", 19: "One turn at a time, and no more.",
        },
    ),
    (
        "current",
        {
            0: "7 turn markers to start with.", 1: "Take one away: 6 turn markers.",
            4: "6 turn markers; none goes now.", 5: "Take one away: 5 turn markers.",
            9: "Take one away: 4 turn markers.", 19: "2 turn markers; none goes now.",
        },
    ),
])  # fmt: skip
def test_from_28_to_9(rules: str, signs: dict[int, str], tmp_path: Path) -> None:
    """As those who went out are typed, in one cell, in order."""
    phase = events.phase(1, rounds=1, variant="grand_melee", variant_rules=rules)
    me = Scribe(tmp_path / "friday", events.planned(players(28), phase))
    me.change(go(1))
    me.close()
    (table,) = me.round.tables
    assert len(table.seats) == 28
    for many, sign in signs.items():
        typed = ", ".join(seat_letter(seat * 5 % 28) for seat in range(many))
        me.change(results(me.round, {1: typed}.__getitem__))
        assert sign in page(me), many
        assert f"Players left {28 - many} /28" in page(me)
    me.close()


# --- two color star -------------------------------------------------------------------------------


WIN, DRAW = 9, 1  # five a table: 2 x 5 - 1


def star(who: Sequence[Player], rounds: int = 2) -> Event:
    return events.planned(who, events.phase(1, rounds=rounds, variant="star"))


def coloured(*pairs: str) -> list[Player]:
    return [replace(each, colours=pair) for each, pair in zip(players(len(pairs)), pairs,
                                                             strict=True)]  # fmt: skip


def played(me: Scribe, number: int, *said: str) -> list[Table]:
    """The round, with results for its tables in their order; its tables as they were then."""
    me.change(go(number))
    me.close()
    there = sorted(me.round.tables, key=lambda table: table.number)
    typed = dict(zip((table.number for table in there), said, strict=True))
    me.change(results(me.round, typed.__getitem__))
    me.close()
    return there


def points(me: Scribe) -> dict[str, Fraction]:
    assert me.report.snapshot is not None
    ranking = latest_ranking(me.report.snapshot)
    return {row.player: row.match_points for row in ranking.rows}


def expected(tables: Sequence[Table], took: Sequence[str]) -> dict[str, int]:
    """Points by hand: a letter for each seat of each table, w, d or l."""
    worth = {"w": WIN, "d": DRAW, "l": 0}
    return {
        player: worth[letter]
        for table, letters in zip(tables, took, strict=True)
        for player, letter in zip(table.players, letters, strict=True)
    }


def test_a_double_win_gives_both_the_points_of_a_win(tmp_path: Path) -> None:
    """Five players, two rounds: first two win at once, then one by who went out."""
    me = Scribe(tmp_path / "friday", star(players(5)))
    first = played(me, 1, "D & E")
    once = expected(first, ["lllww"])
    assert points(me) == once
    second = played(me, 2, "C, D")
    twice = expected(second, ["wllll"])
    assert points(me) == {player: once[player] + twice[player] for player in once}
    assert not [each for each in me.report.problems if each.severity == "error"]


def test_ten_players_on_two_tables(tmp_path: Path) -> None:
    """A draw, an order that ends in a double win, a winner by name, and a penalty beside two."""
    me = Scribe(tmp_path / "friday", star(players(10)))
    first = played(me, 1, "draw", "A, C, B")
    assert points(me) == expected(first, ["ddddd", "lllww"])
    once = points(me)
    second = played(me, 2, "A, B win", "E, C penalty")
    twice = expected(second, ["wwlll", "llllw"])
    assert points(me) == {player: once[player] + twice[player] for player in once}


def test_opponents_cannot_both_win(tmp_path: Path) -> None:
    """Told at the cell, and the table still plays."""
    me = Scribe(tmp_path / "friday", star(players(5)))
    played(me, 1, "A & C")
    assert any("are opponents, so they cannot both have won" in each for each in me.problems)
    assert not me.round.tables[0].finished


def test_23_players_sit_at_four_tables_and_three_have_a_bye(tmp_path: Path) -> None:
    """Nobody twice."""
    me = Scribe(tmp_path / "friday", star(players(23), rounds=3))
    resting: list[str] = []
    for number in (1, 2, 3):
        there = played(me, number, "A", "B & C", "draw", "E, A win")
        assert [len(table.seats) for table in there] == [5, 5, 5, 5]
        resting += me.round.byes
    assert len(resting) == len(set(resting)) == 9


def test_chosen_colours_seat_one_of_each_pair_and_who_is_over_is_told(tmp_path: Path) -> None:
    """Of 23 players six play Green-White and five White-Blue: typed, read, paired, and told."""
    me = Scribe(tmp_path / "friday", star(coloured(*PAIRS * 4, "gw", "gw", "wu")))
    there = played(me, 1, "A", "B", "C & D", "draw")
    snapshot = me.report.snapshot
    own = {player.id: player.colours for player in snapshot.event.players}
    assert [[own[player] for player in table.players] for table in there] == [[*PAIRS]] * 4
    assert sorted(own[player] for player in me.round.byes) == ["gw", "gw", "wu"]
    assert any(
        "make 4 tables, and 1 of White-Blue and 2 of Green-White sit out" in each
        for each in me.problems
    )


def test_who_has_chosen_none_among_others_who_have_is_told(tmp_path: Path) -> None:
    """And plays the colours that are fewest."""
    me = Scribe(tmp_path / "friday", star(coloured(*PAIRS, *PAIRS[:4], "")))
    played(me, 1, "A", "B")
    name = players(10)[9].name
    assert any(f"{name} has no colours yet" in each for each in me.problems)


@pytest.mark.parametrize("chosen", [False, True])
def test_pages_and_slips_say_the_colours_of_each_seat(chosen: bool) -> None:
    """In words on pages, in letters on slips."""
    who = coloured(*PAIRS) if chosen else players(5)
    phase = events.phase(1, rounds=1, variant="star")
    snapshot, _ = events.published(events.event(who, phase))
    (slip,) = slips_for(snapshot, snapshot.current_round.id)
    assert [name.rpartition(" · ")[2] for name in slip.seats] == ["WU", "UB", "BR", "RG", "GW"]
    shown = Shared(snapshot.for_players).current
    assert [seat.colours for seat in shown.tables[0].seats] == [
        "White-Blue", "Blue-Black", "Black-Red", "Red-Green", "Green-White",
    ]  # fmt: skip


# --- teams ----------------------------------------------------------------------------------------


FLOOR = Fraction(33, 100)


def some_result(table: Table) -> str:
    """A result by chance, but always the same."""
    return Stream("teams", *table.players).choice(("A", "A", "B", "B", "B", "draw"))


def standings(snapshot: Snapshot) -> list[tuple[str, Fraction, Fraction]]:
    """Points and OMW% from the results alone (MTR Appendix C): a bye is a win, and no opponent."""
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


@pytest.mark.parametrize(("now", "rounds"), [
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
])  # fmt: skip
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
