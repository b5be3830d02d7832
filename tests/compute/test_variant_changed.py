"""A variant is chosen before round 1: rounds that are out keep theirs."""

from dataclasses import replace

from runner.compute.checks.published import contradictions
from runner.core.event import Event, Mode
from tests.support.events import event, phase, published
from tests.support.problems import fix_text


def giants(variant: str = "two_headed_giant") -> Event:
    """Eight teams, of which round 1 is out."""
    return event(8, phase(mode=Mode.HEAD_TO_HEAD, rounds=3, variant=variant))


def test_another_variant_under_way_stops_the_save() -> None:
    now = giants()
    _, ledger = published(now)
    other = replace(now, phases=giants("emperor").phases)
    (told,) = contradictions(other, ledger)
    assert told.text == (
        "Round 1 is out as Two-Headed Giant, but Day 1 is Emperor now, so its results would be "
        "misread."
    )
    assert fix_text(told.fix).startswith("Choose Two-Headed Giant under Mode again.")


def test_usual_play_under_way_stops_the_save_of_a_variant_too() -> None:
    now = giants()
    _, ledger = published(now)
    (told,) = contradictions(replace(now, phases=giants("").phases), ledger)
    assert "but Day 1 is Head-to-head now" in told.text


def test_the_same_variant_has_nothing_to_tell() -> None:
    now = giants()
    _, ledger = published(now)
    assert not list(contradictions(now, ledger))
