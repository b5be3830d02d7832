"""Standings of events with everything in them, recounted from their documents by other code."""

from fractions import Fraction
from itertools import product

import pytest

from runner.core.randomness import Stream
from runner.interchange.snapshot_out import snapshot_document
from runner.rules import presets
from tests.support.data import snapshot
from tests.support.made_up import event_document
from tests.support.recount import BOOKS, standings, tables
from tests.support.soak import some

LEVELS = ("regular", "competitive", "professional")


def test_every_preset_is_recounted() -> None:
    assert {*BOOKS} == {*presets.names()}


@pytest.mark.thorough
@pytest.mark.soak
@pytest.mark.parametrize(("key", "level"), some(product(presets.names(), LEVELS), 2))
def test_standings_equal_those_recounted(key: str, level: str) -> None:
    for case in range(8):
        document = event_document(Stream(key, level, case), key, level, standings_hidden=False)
        found = snapshot_document(snapshot(document), public=True)["standings"]
        first = document["rounds"][0]["tables"]
        assert found or len([*tables(document, 1)]) < len(first)  # none while round 1 is played
        for ranking in found:
            expected = standings(document, key, ranking["after_round"])
            keys = BOOKS[key].order
            shown = {
                row["player"]: (
                    Fraction(row["match_points"]),
                    [exact and Fraction(exact) for exact in
                     (row["tiebreakers"][each]["exact"] for each in keys)],
                )
                for row in ranking["rows"]
            }  # fmt: skip
            assert shown == {player: (each[0], each[1]) for player, each in expected.items()}
            ranked = [expected[row["player"]] for row in ranking["rows"]]
            order = [[points, *((each is not None, each or 0) for each in counts)]
                     for points, _, counts in ranked]  # fmt: skip
            assert order == sorted(order, reverse=True), (case, ranking["after_round"])
