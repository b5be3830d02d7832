"""What other programs and chats are given: TopDeck's pairings, EDH_matchmaker's log, a text."""

import csv
import json
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.rounds import Outcome
from runner.interchange.matchmaker_out import matchmaker_log
from runner.interchange.player_import.reader import read_players
from runner.interchange.sheets_out import csv_files, guarded, pairings_csv
from runner.render.chat import chat_text
from tests.support import sample
from tests.support.drawings import event
from tests.support.sample import Plan

UID = {"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}
UIDS = {"type": "array", "items": UID, "uniqueItems": True}
STAGE = {"enum": [0, 4, 7, 10, 13, 16, 40]}


def thing(**fields: object) -> dict[str, object]:
    """The schema of an object that must have these."""
    return {"type": "object", "required": [*fields], "properties": fields}


POD = thing(uid=UID, tour_round=UID, table={"type": "integer"}, cap={"type": "integer"},
            result=UIDS, players=UIDS)  # fmt: skip
ROUND = thing(tour=UID, seq={"type": "integer"}, stage=STAGE, logic={"type": "string"}, uid=UID,
              dropped=UIDS, disabled=UIDS, byes=UIDS, game_loss=UIDS,
              pods={"type": "array", "items": POD})  # fmt: skip
CONFIG = thing(
    pod_sizes={"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
    allow_bye={"type": "boolean"}, snake_pods={"type": "boolean"}, n_rounds={"type": "integer"},
    max_byes={"type": "integer"}, auto_export={"type": "boolean"}, top_cut=STAGE,
    standings_export=thing(fields={"type": "array"}, format={"enum": [0, 2, 3]},
                           dir={"type": "string"}),
    global_wr_seats={"type": "array", "items": {"type": "number"}},
)  # fmt: skip
PLAYER = thing(uid=UID, name={"type": "string"}, decklist={"type": ["string", "null"]})
LOG = thing(uid=UID, config=CONFIG, players={"type": "array", "items": PLAYER},
            rounds={"type": "array", "items": ROUND})  # fmt: skip
"""What the documentation of the log asks for."""


@pytest.fixture(scope="module")
def made() -> Snapshot:
    return sample.snapshot(Plan(players=26, waiting=2))


def hidden(made: Snapshot) -> tuple[Snapshot, str]:
    """The same with a player whom nobody may see, and the name."""
    first = next(iter(made.players.values()))
    players = {**made.players, first.id: replace(first, shown=Shown.HIDDEN)}
    event = replace(made.event, players=tuple(players.values()))
    return replace(made, players=players, event=event), first.name


def plain(found: Iterable[str]) -> list[str]:
    """Names of letters; of others an importer takes off what looks like a mark."""
    return [name for name in found if name.replace(" ", "").isalpha()]


def current(made: Snapshot) -> RoundId:
    assert made.current_round
    return made.current_round.id


def test_the_log_has_the_form_that_its_program_asks_for(made: Snapshot) -> None:
    log = matchmaker_log(made)
    assert [*Draft202012Validator(LOG).iter_errors(json.loads(json.dumps(log)))] == []
    uids = [each["uid"] for each in (*log["players"], *log["rounds"])]
    assert len({*uids}) == len(uids)


def test_the_log_has_every_table_and_its_winner(made: Snapshot) -> None:
    log = matchmaker_log(made)
    names = {each["uid"]: each["name"] for each in log["players"]}
    for round_, logged in zip(made.rounds, log["rounds"], strict=True):
        for table, pod in zip(round_.tables, logged["pods"], strict=True):
            named = [made.for_players.players[player].name for player in table.players]
            assert [names[uid] for uid in pod["players"]] == named
            winners = [seat.player for seat in table.seats if seat.outcome is Outcome.WIN]
            if winners:
                expected = [made.for_players.players[player].name for player in winners]
                assert [names[uid] for uid in pod["result"]] == expected
            assert bool(pod["result"]) == table.finished


def test_the_log_comes_back_as_a_list_of_players(made: Snapshot) -> None:
    log = matchmaker_log(made)
    found = read_players(json.dumps(log))
    assert found.format.startswith("EDH_matchmaker")
    left = {*log["rounds"][-1]["dropped"]}
    stay = [each["name"] for each in log["players"] if each["uid"] not in left]
    assert {*plain(stay)} <= {row.name for row in found.rows}


def test_pairings_for_topdeck_come_back_as_players(made: Snapshot) -> None:
    text = pairings_csv(made, current(made))
    table, *tables = csv.reader(StringIO(text, newline=""))
    assert table[:2] == ["table", "player 1"]
    round_ = made.current_round
    assert round_
    assert len(tables) == len(round_.tables) + len(round_.byes)
    found = read_players(text)
    assert found.format == "pairings of TopDeck"
    playing = [*(player for table in round_.tables for player in table.players), *round_.byes]
    expected = [made.players[player].name for player in playing]
    assert {*plain(expected)} <= {row.name for row in found.rows}


def test_a_chat_is_told_every_table_once(made: Snapshot) -> None:
    text = chat_text(made)
    round_ = made.current_round
    assert round_
    for table in round_.tables:
        people = " · ".join(made.players[player].name for player in table.players)
        assert text.count(f"{table.number}: {people}\n") == 1
    assert "Standings after round" in text
    assert max(map(len, text.splitlines())) < 200


def test_a_chat_is_told_in_the_language_of_the_event(made: Snapshot) -> None:
    assert "Runde" in chat_text(replace(made, event=replace(made.event, language="de")))


@pytest.mark.parametrize("write", [
    lambda made: json.dumps(matchmaker_log(made), ensure_ascii=False),
    lambda made: "".join(pairings_csv(made, round_.id) for round_ in made.rounds),
    lambda made: "".join(chat_text(made, round_.id) for round_ in made.rounds),
])  # fmt: skip
def test_nobody_stands_there_who_is_not_shown(write, made: Snapshot) -> None:
    secret, name = hidden(made)
    assert name in write(made)
    assert name not in write(secret)


def test_nobody_is_called_up_in_a_chat(made: Snapshot) -> None:
    first = next(iter(made.players.values()))
    players = {**made.players, first.id: replace(first, name="@everyone")}
    event = replace(made.event, players=tuple(players.values()))
    text = "".join(chat_text(replace(made, players=players, event=event), round_.id)
                   for round_ in made.rounds)  # fmt: skip
    assert "everyone" in text
    assert "@everyone" not in text


def rows(made: Snapshot, name: str) -> list[dict[str, str]]:
    text = csv_files(made)[name].decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def small() -> Snapshot:
    return sample.snapshot(Plan(players=26, waiting=2))


def test_every_player_every_seat_and_every_result_has_its_line() -> None:
    made = small()
    seats = [(round_, table, seat) for round_ in made.rounds for table in round_.tables
             for seat in table.seats]  # fmt: skip
    byes = sum(len(round_.byes) for round_ in made.rounds)
    assert [row["player"] for row in rows(made, "players")] == list(made.players)
    assert len(rows(made, "pairings")) == len(seats) + byes
    played = [seat for _, _, seat in seats if seat.outcome is not None]
    assert len(played) < len(seats)
    assert len(rows(made, "results")) == len(played) + byes
    first = rows(made, "results")[0]
    seat = seats[0][2]
    assert (first["player"], first["outcome"]) == (seat.player, seat.outcome)
    assert (first["phase"], first["round"], first["seat"]) == ("1", "1", "A")


def test_standings_are_the_latest_of_each_phase_with_every_tiebreaker() -> None:
    made = small()
    current = made.phases[0].current
    assert current
    found = rows(made, "standings")
    assert [row["player"] for row in found] == [row.player for row in current.rows]
    for row, of in zip(found, current.rows, strict=True):
        assert row["rank"] == str(of.rank)
        assert (row["wins"], row["losses"], row["draws"]) == (
            str(of.record.wins), str(of.record.losses), str(of.record.draws),
        )  # fmt: skip
        for key, value in of.tiebreakers.items():
            assert value is None or abs(float(row[key]) - float(value)) < 1e-6


def test_nobody_stands_there_under_a_name_that_is_not_shown_and_no_result_is_told_early() -> None:
    made = small()
    hidden = next(iter(made.players))
    players = {key: replace(each, shown=Shown.HIDDEN if key == hidden else None)
               for key, each in made.players.items()}  # fmt: skip
    name = made.players[hidden].name
    for content in csv_files(replace(made, players=players)).values():
        assert name not in content.decode("utf-8-sig")
    assert name in csv_files(made)["players"].decode("utf-8-sig")
    veiled = event(16, pods=True, rounds=2, open_tables=1, standings_hidden=True)
    assert veiled.phases[-1].veiled
    assert rows(veiled, "results") == rows(veiled, "standings") == []
    assert len(rows(veiled, "pairings")) > 16


def test_a_name_that_is_a_formula_is_text() -> None:
    made = small()
    nasty = ("=HYPERLINK(1)", "+1", "-2", "@SUM(A1)", "\ttab", "＝1")
    keys = list(made.players)[: len(nasty)]
    players = {
        key: replace(
            each, name=nasty[keys.index(key)] if key in keys else each.name, extra={"=Deck": "=cmd"}
        )
        for key, each in made.players.items()
    }
    changed = replace(made, players=players)
    for name, content in csv_files(changed).items():
        for line in csv.reader(StringIO(content.decode("utf-8-sig"), newline="")):
            for cell in line:
                assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "＝")), name


@given(st.text(max_size=20))
def test_a_guarded_text_begins_no_formula_and_loses_nothing(text: str) -> None:
    found = guarded(text)
    assert found.endswith(text)
    assert not found.lstrip(" ").startswith(("=", "+", "-", "@"))
    assert found == text or text.lstrip(" ")[:1] in "=+-@\t\r＝＋－＠"


def test_two_of_a_head_to_head_table_have_their_games() -> None:
    made = sample.snapshot(Plan(16, 2, planned=4, waiting=0, mode=Mode.HEAD_TO_HEAD))
    assert {row["games_won"] for row in rows(made, "results")} & {"2"}


def test_each_round_has_its_tables_in_a_file_of_its_own_and_the_latest_has_two() -> None:
    made = small()
    files = csv_files(made)
    for round_ in made.rounds:
        found = rows(made, f"round-{round_.id.number}")
        tables = [table for table in round_.tables if table.seats]
        named = [[made.for_players.players[id_].name for id_ in table.players] for table in tables]
        there = [row for row in found if row["table"] != "bye"]
        assert [row["table"] for row in there] == [str(table.number) for table in tables]
        assert [row["players"].split(" / ") for row in there] == named
        assert [row["seat_a"] for row in there] == [names[0] for names in named]
        assert len(found) - len(there) == len(round_.byes)
    assert files["round-now"] == files[f"round-{made.rounds[-1].id.number}"]
    before = replace(made, phases=())
    assert csv_files(before)["round-now"].decode("utf-8-sig") == "table,players,seat_a,seat_b\r\n"
