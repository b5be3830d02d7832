"""Whole tournaments: made from a seed, paired by Runner and by a plain greedy program, and audited;
real ones as they were; and how long the audit of a large one takes."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from runner import api
from runner.audit.audit import audit
from runner.audit.scenario import Wanted, outcomes, play, scenario
from runner.audit.tournament import Tournament
from runner.cli.auditing import paired_by_runner
from runner.interchange import schema
from tests.support import data
from tests.support.audits import Document, event, failing
from tests.support.commands import ran, run
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

SEEDS = range(200 if SOAKING else 3)


def greedy(document: Document) -> Document | None:
    """Pods of four from the top of the points down, whoever has met."""
    if len(document["rounds"]) == document["phases"][0]["rounds"]:
        return None
    so_far = Tournament(document)
    names = sorted(so_far.players, key=lambda one: -so_far.pasts[-1][one].points)
    pods = [names[at : at + 4] for at in range(0, len(names), 4)]
    return {"tables": [{"table": at, "seats": pod} for at, pod in enumerate(pods, 1)], "byes": []}


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_runner_has_no_hard_failure_in_random_tournaments(seed: int) -> None:
    wanted = Wanted(players=None if SOAKING else 12 + seed, rounds=None if SOAKING else 3,
                    cut=(None, 4, 10)[seed % 3])  # fmt: skip
    document = play(scenario(f"test {seed}", wanted), paired_by_runner)
    document["standings"] = api.read(document).results()["standings"]
    answers = audit(document)
    assert [line for each in answers if each.failed for line in each.lines()] == []
    assert sum(each.word == "yes" for each in answers) > 60


def test_a_greedy_program_is_caught() -> None:
    wanted = Wanted(players=32, rounds=4, drops=0, late=0, clubs=0, byes=0)
    found = failing(play(scenario("greedy", wanted), greedy))
    assert {"R01", "R02", "R03"} <= found


def test_the_same_seed_makes_the_same_bytes_and_another_seed_another_tournament() -> None:
    first = run("generate", "--seed", "7")
    assert run("generate", "--seed", "7") == first
    other = json.loads(run("generate", "--seed", "8"))
    assert other["players"] != json.loads(first)["players"]
    assert schema.problems(json.loads(first), "runner-event/1") == []


def test_a_scenario_is_what_was_asked_for() -> None:
    made = json.loads(run(
        "generate", "--players", 40, "--rounds", 5, "--draws", 10, "--drops", 100, "--late", 100,
        "--clubs", 3, "--byes", 2, "--cut", 10, "--preset", "mmta",
    ))  # fmt: skip
    players = made["players"]
    assert len(players) == 40
    assert [one["enters"] for one in players].count(2) == 38
    assert [one["awarded_byes"] for one in players].count(1) == 2
    assert {one["club"] for one in players} == {"", "Club 1", "Club 2", "Club 3"}
    assert all(one["drops_after"] == one["enters"] for one in players[2:])
    assert (made["draws"], made["phases"][0]["rounds"], made["phases"][1]["cut"]) == (10, 5, 10)
    assert {phase["preset"] for phase in made["phases"]} == {"mmta"}


def test_the_strong_win_more_often_and_as_many_draw_as_asked() -> None:
    made = scenario("luck", Wanted(players=400, draws=20))
    names = [one["id"] for one in made["players"]]
    strength = {one["id"]: one["strength"] for one in made["players"]}
    strong, weak, drawn = 0, 0, 0
    for at in range(1, 21):
        for first in range(100):
            pod = [names[(first + turn * (at + 40)) % 400] for turn in (0, 1, 2, 3)]
            ended = outcomes(made, at, pod)
            drawn += "draw" in ended
            if "win" in ended:
                middle = sorted(strength[one] for one in pod)[2]
                best = strength[pod[ended.index("win")]] >= middle
                strong, weak = strong + best, weak + (not best)
    assert strong > weak * 1.15
    assert 0.17 < drawn / 2000 < 0.23


def test_the_commands_answer_in_text_and_in_json_and_by_their_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "rounds.json"
    path.write_text(run("generate", "--players", 8, "--rounds", 2, "--late", 0, "--play"))
    text = run("audit", path)
    assert "0 hard failures" in text
    assert "\u2713 V01 Is everybody at a table a player of the event? yes" in text
    document = json.loads(path.read_text())
    del document["players"][0]
    answers = json.loads(run("audit", "-", "--json", input=json.dumps(document), code=1))
    assert answers["format"] == "runner-checklist/1"
    (first,) = (each for each in answers["answers"] if each["id"] == "V01")
    assert first["answer"] == "no"
    assert first["places"][0] | {"table": 0} == {
        "phase": 1, "round": 1, "table": 0, "players": ["P0001"]
    }  # fmt: skip
    path.write_text(json.dumps(document))
    assert run("audit", path, code=1).startswith("\u2717 V01")


@pytest.mark.parametrize("document", [{}, [], {"format": "x", "players": [], "rounds": []}])
def test_what_is_no_such_document_is_refused_in_a_sentence(document: Any) -> None:
    refused = ran("audit", "-", input=json.dumps(document))
    assert refused.exit_code == 1
    assert refused.output.startswith("Error: In the document") or "In format" in refused.output


def test_the_least_document_is_answered() -> None:
    text = (Path(__file__).parents[2] / "docs" / "checklist.md").read_text(encoding="utf-8")
    document = json.loads(text.split("```json\n")[1].split("```")[0])
    assert schema.problems(document, "runner-audit/1") == []
    assert failing(document) <= {"S13", "C14", "C16"}


def test_an_exported_event_is_a_document_of_the_checklist() -> None:
    document = api.read(event(12, "bACD EFGh iJKL")).document()
    assert schema.problems(document, "runner-audit/1") == []
    assert "V01" not in failing(document)


def test_a_large_tournament_is_audited_within_ten_seconds() -> None:
    wanted = Wanted(players=1024, rounds=8, draws=20, drops=0, late=0, clubs=100, byes=0)
    document = play(scenario("large", wanted), greedy)
    begun = time.process_time()
    answers = audit(document)
    assert time.process_time() - begun < 10
    asked = {each.question.id: each.asked for each in answers}
    tables = 1024 // 4
    assert asked["V02"] == 8 * tables, "each table of each round"
    assert asked["R01"] == 7 * tables, "from the second round on"
    assert sum(each.word != "not asked" for each in answers) >= 40


@data.needs_data
@pytest.mark.parametrize("name", data.NAMES)
def test_real_tournaments_are_answered(name: str) -> None:
    """What is asked of matches of two is right in all of them; of pods, their organisers' software
    met opponents again without need, and gave byes where pods of three were possible."""
    document = data.document(name)
    assert schema.problems(document, "runner-audit/1") == []
    found = {each.question.id for each in audit(document) if each.failed}
    expected = {
        "pods_118": {"V16", "S07", "F01", "T01"},  # one of its tables has nobody
        "pods_24_top10": {"V06", "R02", "R03", "P02", "T01"},
    }
    assert found == expected.get(name, set())


def test_a_table_that_is_listed_without_players_is_no_small_pod() -> None:
    document = event(16, "aBCD eFGH iJKL mNOP")
    document["rounds"][0]["tables"].append({"table": 5, "seats": []})
    assert not failing(document) & {"S03", "S05", "S06"}


def test_what_chance_does_once_in_thousands_of_tournaments_is_no_failure() -> None:
    drawn = event(22, "aJKL nIBC eFGD rMQH uVO sPT")  # four pods in the order of the list
    assert "T08" not in failing(drawn)
    listed = event(22, "aJKL iBNC eFGD mQRH uVO sPT")
    assert "T08" in failing(listed)
