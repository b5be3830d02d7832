"""The public snapshot that is written save after save is the one that would be written anew."""

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

import pytest

from runner.compute.snapshot import Snapshot
from runner.compute.verify_public import check
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.randomness import Stream
from runner.interchange import schema
from runner.interchange.rounds_out import FORMAT, rounds_document
from runner.interchange.snapshot_out import PublicSnapshots, snapshot_document
from runner.ledger.seal import canonical
from runner.render.site import render
from runner.rules import presets
from tests.support import events
from tests.support.data import NAMES, document, snapshot
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import event, phase, swiss
from tests.support.made_up import event_document

Change = Callable[[Day], object]

PODS = events.event(18, events.phase(1, rounds=3), events.phase(2, rounds=1, name="Day 2", cut=8))
DUELS = events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, cut=4)
CHANGES: dict[str, Change] = {
    "nothing": lambda day: day.save(),
    "a result of round 1 put right": lambda day: (day.type(RoundId(1, 1), {1: "B"}), day.save()),
    "other points for a win": lambda day: day.change(
        phases=tuple(replace(each, settings={"win": 9}) for each in day.event.phases)
    ),
    "a player renamed": lambda day: day.change(
        players=(replace(day.event.players[0], name="Somebody Else"), *day.event.players[1:])
    ),
    "names hidden": lambda day: day.change(names_shown=Shown.INITIAL),
    "results kept back": lambda day: day.change(
        phases=(
            replace(day.event.phases[0], settings={"standings_hidden": True}),
            *day.event.phases[1:],
        )
    ),
    "a player left": lambda day: day.drop(day.event.players[2].id, 2),
}


@pytest.mark.thorough
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("now", [PODS, DUELS], ids=["pods", "duels"])
def test_what_was_written_before_changes_nothing(now: Event, change: Change) -> None:
    day, written = Day(now), PublicSnapshots()
    for at in range(4):
        assert written(day.snapshot) == canonical(snapshot_document(day.snapshot, public=True))
        change(day) if at == 2 else day.play(drawn_results(at))
    assert written(day.snapshot) == canonical(snapshot_document(day.snapshot, public=True))
    assert written(Day(DUELS).snapshot) == PublicSnapshots()(Day(DUELS).snapshot)


# --- order from snapshot --------------------------------------------------------------------------


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


# --- drafts in public -----------------------------------------------------------------------------


Document = dict[str, Any]


def played(**more: object) -> DraftDay:
    first = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    day = DraftDay(events.event(20, first, automatic=False, decisions=()))
    if more:
        one = replace(day.event.players[0], **more)  # type: ignore[arg-type]
        day.change(players=(one, *day.event.players[1:]))
    day.ask("make pods")
    day.ask("shuffle pod seats", table=2)
    day.move(day.pods[1][0], 2, 3)
    day.ask("start building")
    day.event = replace(day.event, automatic=True)
    day.ask("pair round", 1)
    day.play_out(drawn_results("public"))
    return day


def documents(day: DraftDay) -> tuple[Document, Document]:
    rounds = rounds_document(day.snapshot, day.ledger)
    assert rounds is not None
    assert not schema.problems(rounds, FORMAT)
    return snapshot_document(day.snapshot, public=True), rounds


def test_pods_shuffles_and_rounds_come_out_again() -> None:
    snapshot, rounds = documents(played())
    found = [(each.what, each.sound) for each in check(snapshot, rounds)]
    assert found.count(("draft pods drawn again, the same", True)) == 1
    assert found.count(("draft seats shuffled again, the same", True)) == 1
    assert found.count(("draft pods changed by the organiser", None)) == 1
    assert found.count(("drawn again, the same", True)) == 3
    assert all(sound is not False for _, sound in found), found


def swapped(rounds: Document) -> None:
    seats = rounds["drafts"][0]["pods"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]


def reshuffled(rounds: Document) -> None:
    rounds["drafts"][1]["draw"] += 1


def elsewhere(rounds: Document) -> None:
    pods = rounds["drafts"][2]["pods"]
    pods[0]["seats"], pods[1]["seats"] = pods[1]["seats"], pods[0]["seats"]


@pytest.mark.parametrize("forged", [swapped, reshuffled, elsewhere])
def test_forged_pods_are_found(forged: Callable[[Document], None]) -> None:
    snapshot, rounds = documents(played())
    other = copy.deepcopy(rounds)
    forged(other)
    assert any(each.sound is False for each in check(snapshot, other))


def test_whom_somebody_is_kept_from_is_not_told() -> None:
    day = played(keep_apart=(events.swiss(20).players[4].name,))
    snapshot, rounds = documents(day)
    assert "state" not in rounds["drafts"][0]
    assert rounds["drafts"][0]["withheld"] is True
    assert all(each.sound is not False for each in check(snapshot, rounds))


def test_nobody_hidden_is_named() -> None:
    day = played(shown=Shown.HIDDEN)
    name = day.event.players[0].name
    for public in documents(day):
        assert name not in str(public)
