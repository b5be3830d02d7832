"""Every variant in three sizes, from a new workbook to the last result, points counted again."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from runner.cli import main
from runner.rules import variants

pytestmark = pytest.mark.thorough

SIZES = {
    "free_for_all": (3, 7, 14), "melee": (6, 13, 23), "grand_melee": (10, 15, 28),
    "one_deck_melee": (4, 11, 20), "star": (5, 12, 20),
}  # fmt: skip
OF_TEAMS = (4, 7, 10)
CASES = [(key, size) for key in variants.REGISTRY for size in SIZES.get(key, OF_TEAMS)]
ROUNDS = 2


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


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


@pytest.mark.parametrize(("key", "size"), CASES)
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
