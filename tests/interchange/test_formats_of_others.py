"""Events through the formats of TopDeck and EDH_matchmaker and back, and what their own readers
read of them.

Their readers are looked for where `RUNNER_PEERS` says: in `topdeck`, models/Topdeck_model.py of
fbettega/mtg_decklist_scrapper; in `edh`, src/core.py of eVen-gits/EDH_matchmaker, unmodified.
"""

import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from runner.app.import_event import Prepared, prepared
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Table
from runner.interchange.matchmaker_out import matchmaker_log
from runner.interchange.topdeck_out import topdeck_document
from tests.support import gallery, made_up
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.thorough, pytest.mark.soak]
PEERS = Path(os.environ.get("RUNNER_PEERS", ""))
WAYS: dict[str, Callable[[Snapshot], Any]] = {"topdeck": topdeck_document, "edh": matchmaker_log}
MANY = 200 if SOAKING else 16
COMMANDERS = (
    "Tymna the Weaver / Thrasios, Triton Hero",
    "Kinnan, Bonder Prodigy",
    "Śląski “A”",
    "",
)


def through(document: Any) -> Snapshot:
    made = prepared(json.loads(json.dumps(document)))
    assert isinstance(made, Prepared), made
    return compute(made.event, made.ledger)


def random_event(number: int) -> Snapshot:
    chance = Stream("formats", str(number))
    preset = ("topdeck", "mamtr", "mtr")[number % 3]
    document = made_up.event_document(chance, preset)
    document["phases"][0]["settings"]["best_of"] = 1 if preset != "mtr" else 3
    for at, player in enumerate(document["players"]):
        commander, link = chance.choice(COMMANDERS), ("", f"https://x.example/{at}")[at % 2]
        player["extra"] = {key: text for key, text in
                           (("Commander", commander), ("Decklist", link)) if text}  # fmt: skip
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            outcomes = {seat.get("outcome") for seat in table["seats"]}
            if outcomes == {"draw"} and chance.below(2):
                table["intentional"] = True
    return through(document)


def ends(table: Table) -> dict[str, str]:
    """Who won and who drew; nobody of an unfinished table."""
    return {seat.player: seat.outcome.value for seat in table.seats
            if seat.outcome in (Outcome.WIN, Outcome.DRAW)}  # fmt: skip


def all_drew(table: Table) -> dict[str, str]:
    """The same where a match without a winner is a draw of all."""
    won = {player: end for player, end in ends(table).items() if end == "win"}
    return won or (dict.fromkeys(table.players, "draw") if table.finished else {})


def drew_together(table: Table) -> dict[str, str]:
    """The same where somebody who drew alone, as all others had lost, drew with everybody."""
    drew = ends(table)
    return dict.fromkeys(table.players, "draw") if [*drew.values()] == ["draw"] else drew


SAID = {"topdeck": all_drew, "edh": drew_together}


def what(snapshot: Snapshot, names: Callable[[str], str], way: str) -> list[Any]:
    """What both formats can say: seats in order, who won or drew, byes, by name."""
    return [
        (
            round_.id.number,
            [(table.number, [names(each) for each in table.players],
              {names(player): end for player, end in SAID[way](table).items()})
             for table in round_.tables if table.seats],
            sorted(names(each) for each in round_.byes),
        )
        for round_ in snapshot.rounds
    ]  # fmt: skip


def agreed(snapshot: Snapshot) -> list[bool]:
    tables = (table for round_ in snapshot.rounds for table in round_.tables)
    return [table.intentional and "win" not in ends(table).values() for table in tables]


def named(snapshot: Snapshot) -> Callable[[str], str]:
    return lambda player: snapshot.for_players.players[player].name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", range(MANY))
def test_an_event_comes_back(number: int, way: str) -> None:
    snapshot = random_event(number)
    again = through(WAYS[way](snapshot))
    assert what(again, named(again), way) == what(snapshot, named(snapshot), way)
    decks = [{named(each)(key): player.extra.get("Decklist", "")
              for key, player in each.players.items()} for each in (snapshot, again)]  # fmt: skip
    assert decks[0] == decks[1]
    if way == "topdeck":
        assert agreed(again) == agreed(snapshot)
        assert [player.extra.get("Commander", "") for player in again.players.values()] == [
            snapshot.players[key].extra.get("Commander", "") for key in again.players
        ]


@pytest.mark.parametrize("way", WAYS)
def test_a_playoff_comes_back(way: str) -> None:
    snapshot = gallery.played(gallery.cut(26, Mode.MULTIPLAYER, 16), 99)
    again = through(WAYS[way](snapshot))
    assert [len(phase.rounds) for phase in again.phases] == [3, 2]
    assert what(again, named(again), way) == what(snapshot, named(snapshot), way)
    places = [[named(each)(place.player) for place in each.final[:4]] for each in (snapshot, again)]
    assert places[0][0] == places[1][0], "the same champion"


def test_standings_as_topdeck_writes_them() -> None:
    snapshot = gallery.played(gallery.cut(26, Mode.MULTIPLAYER, 16), 99)
    document = topdeck_document(snapshot)
    first = document["standings"][0]
    champion = snapshot.final[0].player
    assert (first["standing"], first["id"]) == (1, champion)
    assert first["winsBracket"] == 2
    assert first["wins"] == first["winsSwiss"] + 2
    assert document["topCut"] == 16
    assert [each["round"] for each in document["rounds"]] == [1, 2, 3, "Top 16", "Top 4"]
    assert len(document["standings"]) == 26


@pytest.mark.parametrize(
    "document",
    [
        {"rounds": 3, "standings": []},
        {"rounds": [{"round": 1, "tables": [{"table": "x", "players": []}]}], "standings": []},
        {"rounds": [{"tables": []}], "standings": []},
        {"rounds": [], "players": [{}], "config": {}},
        {"rounds": [], "players": [], "config": {"pod_sizes": ["a"]}},
        {"rounds": [{"pods": [{"table": 1}], "byes": []}], "players": [], "config": {}},
        [{"rounds": None, "standings": None}],
        {
            "standings": [],
            "rounds": [
                {
                    "round": 1,
                    "tables": [
                        {
                            "table": 1,
                            "players": [{"name": "A", "id": "1"}, {"name": "B", "id": "2"}],
                            "winner": "Zed",
                            "winner_id": "9",
                        }
                    ],
                }
            ],
        },
        {
            "players": [{"uid": "a", "name": "A"}, {"uid": "b", "name": "B"}],
            "config": {},
            "rounds": [
                {
                    "stage": 0,
                    "byes": [],
                    "pods": [{"table": 1, "players": ["a", "b"], "result": ["c"]}],
                }
            ],
        },
    ],
)
def test_what_is_damaged_is_refused_in_a_sentence(document: Any) -> None:
    wrong = prepared(document)
    assert not isinstance(wrong, Prepared)
    assert wrong[0].text.startswith(("The document of ", "In "))


def test_who_has_signed_up_plays_from_the_next_round_on() -> None:
    """A tournament before its first round, and somebody who has not sat down yet."""
    people = [{"name": f"Player {at}", "id": str(at)} for at in range(8)]
    before = through({"standings": people, "rounds": [], "data": {"name": "Before"}})
    assert len(before.pairings[0].seating.everybody) == 8, "round 1 is proposed for all"
    table = {"table": 1, "players": people[:4], "winner_id": "1", "status": "Completed"}
    under_way = {"standings": people, "rounds": [{"round": 1, "tables": [table]}], "swissNum": 4}
    after = through(under_way)
    assert after.phases[0].planned == 4, "it goes on"
    assert {player.enters for player in after.players.values()} == {1, 2}


# --- their own readers ------------------------------------------------------------------------


def reader(name: str, path: str, package: str = "") -> ModuleType:
    file = PEERS / name / path
    if not os.environ.get("RUNNER_PEERS") or not file.exists():
        pytest.skip("RUNNER_PEERS has no reader of that program")
    sys.path.insert(0, str(PEERS / name))
    try:
        if package:
            return importlib.import_module(package)
        spec = importlib.util.spec_from_file_location(f"peer_{name}", file)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(PEERS / name))


@pytest.fixture
def topdeck() -> ModuleType:
    return reader("topdeck", "models/Topdeck_model.py")


@pytest.fixture
def edh() -> Any:
    return reader("edh", "src/core.py", "src.core")


@pytest.mark.parametrize("number", range(MANY))
def test_a_reader_of_topdeck_reads_it(number: int, topdeck: Any) -> None:
    snapshot = random_event(number)
    document = json.loads(json.dumps(topdeck_document(snapshot)))
    read, name = topdeck.TopdeckTournament.from_json(document), named(snapshot)
    read.normalize()
    assert read.data.name == snapshot.event.name
    for round_, found in zip(snapshot.rounds, read.rounds, strict=True):
        tables = [table for table in round_.tables if table.seats]
        for table, seen in zip(tables, found.tables[: len(tables)], strict=True):
            assert [each.name for each in seen.players] == [name(each) for each in table.players]
            won = [each for each, end in ends(table).items() if end == "win"]
            expected = name(won[0]) if won else "Draw" if table.finished else None
            assert seen.winner == expected
    links = {each.name: each.decklist for each in read.standings}
    assert links == {name(key): player.extra.get("Decklist") for key, player
                     in snapshot.players.items()}  # fmt: skip
    of_a_list = topdeck.TopdeckListTournament.from_json(document)
    assert (of_a_list.name, len(of_a_list.standings)) == ("Made up", len(snapshot.players))


@pytest.mark.parametrize("number", range(MANY))
def test_edh_matchmaker_reads_its_log(number: int, edh: Any) -> None:
    snapshot = random_event(number)
    log = json.loads(json.dumps(matchmaker_log(snapshot)))
    tournament = edh.Tournament.inflate(log)
    uids = {each["uid"]: each["name"] for each in log["players"]}
    name = named(snapshot)
    assert {each.name for each in tournament.players} == {name(key) for key in snapshot.players}
    for round_, read in zip(snapshot.rounds, tournament.rounds, strict=True):
        for table, pod in zip(round_.tables, read.pods, strict=True):
            assert [each.name for each in pod.players] == [name(each) for each in table.players]
            assert {uids[str(each)] for each in pod._result} == {
                name(each) for each in drew_together(table)
            }
    assert through({**tournament.serialize(), "config": log["config"]}).rounds
