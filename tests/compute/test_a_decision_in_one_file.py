"""A decision is one class: everything that has to do with decisions knows it from the registry."""

import json
from typing import Any

import pytest

from runner.compute.decisions import REGISTRY
from runner.ledger.words import WORDS
from runner.workbook import column, schema
from tests.support import processes

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture(scope="module")
def day() -> dict[str, Any]:
    """What became of a decision that only `tests/support/processes/turn_around.py` knows."""
    done = processes.run("turn_around", text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_it_is_in_the_dropdown_and_read_from_the_workbook(day: dict[str, Any]) -> None:
    assert day["dropdown"][-1] == "Turn a table around"
    assert "turn a table around" in day["spelled otherwise"]
    assert "Turn a table around" in day["typed"]
    assert day["read"] == ["turn a table around", 2, "the fan"]
    assert day["in the history"] == "Turn a table around, round 1, table 2 (the fan)"


def test_it_is_carried_out_and_undone(day: dict[str, Any]) -> None:
    assert day["turned"] == day["before"][::-1]
    assert day["turned"] != day["before"]
    assert day["after the undo"] == day["before"]
    assert day["kinds"] == ["paired", "reseated", "undone"]
    (said,) = day["problems"]
    assert "This decision was undone. To do it again, clear Go, save, then type yes again." in said


def test_it_is_told_on_the_desk_in_the_ledger_and_on_its_page_and_verified(
    day: dict[str, Any],
) -> None:
    said = f"table 2, seats in the order {', '.join(day['turned'])}: the fan"
    assert day["desk"][0] == f"Round 1: {said}."
    assert day["round’s page"] == [said]
    assert day["undone"] == ["seats of Round 1 were changed (turn a table around)"]
    (found,) = [each for each in day["verified"] if "turned around" in each[0]]
    assert found[0].startswith("by hand: table 2, seats in the order")
    assert found[0].endswith("the fan; turned around, the same")
    assert found[1] is True


@pytest.mark.parametrize("key", REGISTRY)
def test_each_decision_has_its_words_and_a_line_of_the_ledger(key: str) -> None:
    type_ = REGISTRY[key]
    assert key == type_.KEY
    assert type_.__doc__
    assert WORDS[type_.ENTRY].decided or WORDS[type_.ENTRY].players
    for text in (key, type_.LABEL, *type_.SPELLINGS):
        found = column.find_choice(text, schema.DECISIONS)
        assert found is not None
        assert found.value == key
