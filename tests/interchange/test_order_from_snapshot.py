"""The order of the published standings, repeated from the published snapshot alone."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode
from runner.core.randomness import Stream
from runner.interchange.snapshot_out import snapshot_document
from runner.render.site import render
from runner.rules import presets
from tests.support.data import NAMES, document, snapshot
from tests.support.day import Day, drawn_results
from tests.support.events import event, phase, swiss
from tests.support.made_up import event_document


def published(made: Snapshot) -> Any:
    """What everybody can read, as they read it: the names of an object in no order."""
    text = json.dumps(snapshot_document(made, public=True), sort_keys=True)
    return json.loads(text)


def repeated(made: Snapshot) -> Iterator[tuple[list[str], list[str]]]:
    """Each ranking as it is published, and as the values beside it order it: equals by where they
    stand, where `tied_with` says that they are equals."""
    for standings in published(made)["standings"]:
        if standings.get("by_place"):
            continue
        keys = standings["ranked_by"]
        for _, rows in groupby(standings["rows"], key=lambda row: row.get("group")):
            there = list(rows)
            assert [row["rank"] for row in there] == list(range(1, len(there) + 1))
            counted = {row["player"]: [_counts(row, key) for key in keys] for row in there}
            best = sorted(there, key=lambda row: counted[row["player"]], reverse=True)
            for above, below in pairwise(there):
                equal = counted[above["player"]] == counted[below["player"]]
                assert (below["player"] in above.get("tied_with", ())) == equal
            yield [row["player"] for row in there], [row["player"] for row in best]


def _counts(row: dict[str, Any], key: str) -> tuple[bool, Fraction]:
    if key == "match_points":
        return True, Fraction(row["match_points"])
    value = row["tiebreakers"][key]
    text = value.get("counts_as", value["exact"])
    return text is not None, Fraction(text or 0)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_real_tournaments_is_that_of_their_values(name: str) -> None:
    for shown, again in repeated(snapshot(document(name))):
        assert shown == again


@pytest.mark.thorough
@pytest.mark.parametrize("case", range(6))
@pytest.mark.parametrize("key", presets.names())
def test_the_order_of_events_made_up_is_that_of_their_values(key: str, case: int) -> None:
    chance = Stream("order", key, case)
    made = snapshot(event_document(chance, key, standings_hidden=False))
    found = list(repeated(made))
    assert found
    for shown, again in found:
        assert shown == again


def test_a_percentage_below_the_floor_is_published_with_what_it_counts() -> None:
    day = Day(swiss(8, 1, mode=Mode.HEAD_TO_HEAD))
    day.play("2-0")
    (standings,) = published(day.snapshot)["standings"]
    values = [row["tiebreakers"]["gw"] for row in standings["rows"]]
    assert values[0] == {"exact": "1", "decimal": 1.0}
    assert values[-1] == {"exact": "0", "decimal": 0.0, "counts_as": "33/100"}
    assert standings["ranked_by"] == ["match_points", "omw", "gw", "ogw"]
    last = standings["rows"][-1]["player"]
    assert (
        "counts as 0.33 in the ranking"
        in render(day.snapshot, {}).files[f"players/{last}.html"].decode()
    )


def test_a_playoff_says_that_its_order_goes_by_place() -> None:
    swiss_, playoff = phase(1, rounds=1), phase(2, "single_elimination", cut=4)
    day = Day(event(12, swiss_, playoff))
    day.play_out(drawn_results("playoff"))
    last = published(day.snapshot)["standings"][-1]
    assert last["by_place"]
    assert "ranked_by" not in last
