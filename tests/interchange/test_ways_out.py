"""What other programs and chats are given: TopDeck's pairings, EDH_matchmaker's log, a text."""

import csv
import json
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO

import pytest
from jsonschema import Draft202012Validator

from runner.compute.snapshot import Snapshot
from runner.core.event import Outcome, RoundId, Shown
from runner.interchange.matchmaker_out import matchmaker_log
from runner.interchange.player_import.reader import read_players
from runner.interchange.sheets_out import pairings_csv
from runner.render.chat import chat_text
from tests.support import sample
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
    german = replace(made, event=replace(made.event, language="de"))
    assert "Runde" in chat_text(german)


@pytest.mark.parametrize(
    "write",
    [
        lambda made: json.dumps(matchmaker_log(made), ensure_ascii=False),
        lambda made: "".join(pairings_csv(made, round_.id) for round_ in made.rounds),
        lambda made: "".join(chat_text(made, round_.id) for round_ in made.rounds),
    ],
)
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
