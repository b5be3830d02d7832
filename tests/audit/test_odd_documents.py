"""Whatever fits the schema is answered: no document makes the audit fail."""

import random
from typing import Any

import pytest

from runner.audit.audit import audit
from runner.interchange import schema
from tests.support.audits import Document, copy, event, plain
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

MANY = 20_000 if SOAKING else 400
ODD: tuple[Any, ...] = (
    None, "", "A", "Zz", 0, 1, 2, 3, 99, -1, 1.5, "1/3", [], {}, ["A"], ["A", "A"], True,
    "loss", "win", "draw", "concession", "points", "single_elimination", "head_to_head", "mmta",
    "hareruya", "power", "random", {"method": "power"}, {"seats": "sliding_window"},
    {"keep_clubs_apart": True}, {"cut_points": 3}, {"last_round_by_standing": True},
    float("nan"), {"win": 0}, {"table_gaps": "1-3"}, {"carry_points": False},
)  # fmt: skip


def whole() -> Document:
    """A document with everything in it that the audit knows."""
    document = event(16, "bACD EFGH= iJKL MnOP", "hIBN AEjM CgKO DFLP=", "AfKO BELp CHiN DGJm")
    document["phases"].append({**document["phases"][0], "type": "single_elimination", "cut": 4})
    document["rounds"].append({**copy(document["rounds"][0]), "phase": 2, "number": 1})
    row = {"rank": 1, "player": "A", "match_points": "7", "dropped": False,
           "tiebreakers": {"mw": {"exact": "1/3", "decimal": 0.3333}, "omw": "1/7"}}  # fmt: skip
    rows = [{**row, "rank": at, "player": each["id"]} for at, each in enumerate(
        document["players"], 1)]  # fmt: skip
    return {
        **document, "standings": [{"phase": 1, "after_round": at, "rows": rows} for at in (1, 3)],
        "kept_apart": [["A", "F"]], "published": plain(copy(document["rounds"])),
        "again": {key: plain(copy(document["rounds"])) for key in ("same", "reseeded")},
        "edits": [{"round": 1, "table": 1, "seats": ["A", "B"], "reason": "x"},
                  {"round": 2, "bye": "C"}],
    }  # fmt: skip


def places(at: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    keys = at.keys() if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
    return found + [each for key in keys for each in places(at[key], (*path, key))]


def changed(chance: random.Random) -> Document:
    document = whole()
    for _ in range(chance.randint(1, 6)):
        *steps, key = chance.choice(places(document))
        where: Any = document
        for step in steps:
            where = where[step]
        what = chance.randrange(4)
        if what == 0:
            del where[key]
        elif what == 1 and isinstance(where, list):
            where.append(copy(chance.choice(where)))
        else:
            where[key] = copy(chance.choice(ODD))
    return document


@pytest.mark.soak
def test_what_fits_the_schema_is_answered() -> None:
    chance = random.Random(7)
    answered = 0
    for _ in range(MANY):
        document = changed(chance)
        if not schema.problems(document, "runner-audit/1"):
            assert all(answer.word for answer in audit(document))
            answered += 1
    assert answered > MANY / 10
