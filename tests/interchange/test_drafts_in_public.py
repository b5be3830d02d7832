"""The pods of a draft in the site's data: once all is over, anybody can draw them again."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from runner.compute.verify_public import check
from runner.core.event import Mode, Shown
from runner.interchange import schema
from runner.interchange.rounds_out import FORMAT, rounds_document
from runner.interchange.snapshot_out import snapshot_document
from tests.support import events
from tests.support.day import drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import phase

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
    for document in documents(day):
        assert name not in str(document)
