"""The event document that a site publishes when all is over: standings follow from it, and nothing
private is in it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from runner.app.import_event import Prepared, prepared
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.randomness import Stream
from runner.interchange.event_out import public_document
from runner.interchange.sheets_out import csv_files
from runner.interchange.snapshot_out import snapshot_document
from runner.rules import presets
from tests.support import events, gallery, made_up
from tests.support.day import Day, drawn_results
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick
PRESETS = presets.names()


def again(snapshot: Snapshot) -> Snapshot:
    """The event, computed from what is public of it."""
    made = prepared(json.loads(json.dumps(public_document(snapshot))))
    assert isinstance(made, Prepared), made
    return compute(made.event, made.ledger)


def assert_the_same(snapshot: Snapshot) -> None:
    computed = again(snapshot)
    assert csv_files(computed) == csv_files(snapshot)
    published, right = (snapshot_document(each, public=True) for each in (snapshot, computed))
    assert right["standings"] == published["standings"]
    assert right.get("final") == published.get("final")


@pytest.mark.soak
@pytest.mark.parametrize("number", range(400 if SOAKING else 24))
def test_random_events_with_penalties_and_hidden_names(number: int) -> None:
    chance = Stream("public", str(number))
    document = made_up.event_document(chance, PRESETS[number % len(PRESETS)])
    document["phases"][0]["rounds"] = len(document["rounds"])
    ways = ("hidden", "initial", "erased", "full", "", "", "", "")
    for player in document["players"]:
        if shown := chance.choice(ways):
            player["shown"] = shown
    for penalty in document["penalties"]:
        penalty["infraction"] = "Cheating of a kind that is nobody's business"
    made = prepared(document)
    assert isinstance(made, Prepared), made
    snapshot = compute(made.event, made.ledger)
    if snapshot.over:
        assert_the_same(snapshot)
        text = json.dumps(public_document(snapshot))
        assert "nobody's business" not in text
        hidden = [each["name"] for each in document["players"] if each.get("shown") == "hidden"]
        assert not [name for name in hidden if f'"{name}"' in text and "Player 0" in name]
    else:
        assert public_document(snapshot) is None, "the seed is still in use"


def pods_and_playoff() -> Snapshot:
    return gallery.played(gallery.cut(26, Mode.MULTIPLAYER, 16), 99)


def duels_and_playoff() -> Snapshot:
    return gallery.played(gallery.cut(26), 99)


def double_elimination() -> Snapshot:
    now = events.swiss_and_playoff(
        11, Mode.HEAD_TO_HEAD, swiss=2, cut=8, type_="double_elimination"
    )
    return gallery.played(now, 99)


def draft() -> Snapshot:
    day = gallery.building(24)
    for number in range(1, 4):
        day.ask("pair round", number)
        day.play(drawn_results("draft"))
    return day.snapshot


def teams() -> Snapshot:
    return gallery.STATES["teams-over"]()


def ended_early() -> Snapshot:
    """The organiser ends the Swiss a round early."""
    day = Day(events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=4, cut=4))
    day.play_until(1, 3, drawn_results("early"))
    day.play(drawn_results("early"))
    day.decide("end phase", 1)
    return day.play_out(drawn_results("early"))


def in_early() -> Snapshot:
    """Two reach the points that are enough in the same round; later the other one is ahead."""
    now = events.swiss_and_playoff(20, Mode.HEAD_TO_HEAD, swiss=5, cut=8)
    first = replace(now.phases[0], settings={"advance_points": 9})
    day = Day(replace(now, phases=(first, *now.phases[1:])))
    return day.play_out(drawn_results("early points"))


@pytest.mark.parametrize(
    "made",
    [pods_and_playoff, duels_and_playoff, double_elimination, draft, teams, ended_early, in_early],
)
def test_all_that_is_computed_follows_from_it(made: Callable[[], Snapshot]) -> None:
    snapshot = made()
    assert snapshot.over
    assert_the_same(snapshot)


def test_nothing_private_is_in_it() -> None:
    snapshot = duels_and_playoff()
    some = list(snapshot.players.values())
    private: dict[str, Any] = {
        "notes": "has paid nothing", "reason": "a private reason", "fixed_table": 7,
        "keep_apart": (some[2].name,),
    }  # fmt: skip
    people = {each.id: each for each in some}
    people[some[0].id] = replace(some[0], shown=Shown.HIDDEN, **private)
    text = json.dumps(public_document(replace(snapshot, players=people)))
    for value in ("paid nothing", "private reason", "fixed_table", "keep_apart", some[0].name,
                  "results_by_phone", '"penalties": [{'):  # fmt: skip
        assert value not in text, value
