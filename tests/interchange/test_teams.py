"""Teams in the open format: their people go in and come out."""

import json
from typing import Any

import pytest

from runner.app.import_event import plan_for
from runner.compute.compute import compute
from runner.interchange.event_in import event_from
from runner.interchange.event_out import event_document
from runner.ledger.ledger import Ledger
from runner.workbook.read.read import read
from runner.workbook.template.template import template
from tests.support.events import published, typed
from tests.support.teams import team_event


def document() -> dict[str, Any]:
    """Two rounds of Two-Headed Giant, as another program may tell of them."""
    now = team_event(4, "two_headed_giant", rounds=2)
    snapshot, ledger = published(now)
    now = typed(now, snapshot)
    snapshot, ledger = published(now, ledger)
    made: dict[str, Any] = json.loads(json.dumps(event_document(snapshot, ledger)))
    made["players"][0]["substitutes"] = ["Cy Cook", "Di Dune"]
    return made


def test_what_goes_in_comes_out() -> None:
    wanted = document()
    imported, problems = event_from(wanted)
    assert imported is not None, problems
    ledger = Ledger().extended(imported.entries)[0]
    event, told, _ = read(template(plan_for(imported.event, 4)))
    assert event is not None
    assert not [problem for problem in told if problem.fatal]
    out = event_document(compute(event, ledger), ledger)
    assert out == wanted
    assert [player["members"] for player in out["players"]] == [
        list(player.members) for player in team_event(4, "two_headed_giant").players
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"members": ["Ana Example", "ana example"]}, "is a member twice"),
        ({"members": ["Blue Foxes"]}, "is a member of a team and a player as well"),
        ({"members": ["A", "B", "C", "D", "E", "F"]}, "members"),
        ({"members": "Ana"}, "members"),
        ({"substitutes": [1]}, "substitutes"),
    ],
)
def test_what_does_not_go_together_is_refused(change: dict[str, Any], said: str) -> None:
    wanted = document()
    wanted["players"][0] |= change
    imported, problems = event_from(wanted)
    assert imported is None
    assert any(said in str(problem) for problem in problems), problems
