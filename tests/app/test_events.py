"""Events are the same after a line of JSON, and what a reader does not know is skipped."""

import json
from typing import get_args

import pytest

from runner.app import events
from runner.core.actions import InstallPackages, OpenPorts, Restore

EVENTS: list[events.Event] = [
    events.Message(
        ("It is lost.", Restore("/a b", save=3), "Or wait."), events.Level.ERROR, "Players!B4",
        "x.y",
    ),
    events.Message((InstallPackages(("a", "b")), OpenPorts("ufw", 8000, 8019))),
    events.State("Round 1: 1/2 in"),
    events.Watching("/a/b.xlsx", "/a/site"),
    events.Following("Google Sheets", "/a", published=True),
    events.Address("http://192.0.2.7:8000/"),
    events.Published("Round 1", 2),
    events.Written("Slips", "/a/slips\udcff.pdf"),
    events.Document(
        {"format": "CSV", "why": ("Closed.", Restore("/a")), "lines": ({"text": "é\n"},)}
    ),
    events.Ended(1, ("No port is free.",)),
]  # fmt: skip


@pytest.mark.parametrize("event", EVENTS, ids=lambda each: type(each).__name__)
def test_an_event_is_the_same_after_a_line_of_json(event: events.Event) -> None:
    line = events.encode(event)
    assert line.isascii()
    assert "\n" not in line
    assert events.decode(line) == event
    newer = {**json.loads(line), "runner": 99, "more": {"a": [1]}}
    assert events.decode(json.dumps(newer)) == event


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(each) for each in EVENTS} == {*get_args(events.Event)}


@pytest.mark.parametrize(
    "line",
    ["", "Traceback (most recent call last):", "3", "[]", '"Watching"', "{", '{"event": "State"}',
     '{"runner": 1}', '{"runner": 1, "event": "Later"}', '{"runner": 1, "event": "State"}',
     '{"runner": 1, "event": []}'],
)  # fmt: skip
def test_what_is_no_event_is_skipped(line: str) -> None:
    assert events.decode(line) is None


def test_an_action_that_is_not_known_is_left_out() -> None:
    parts = ["One.", {"action": "Fly", "to": "the moon"}, "Two."]
    line = json.dumps({"runner": 2, "event": "Message", "parts": parts})
    assert events.decode(line) == events.Message(("One.", "Two."))
