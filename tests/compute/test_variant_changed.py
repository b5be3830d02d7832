"""A variant is chosen before round 1: rounds that are out keep theirs."""

from dataclasses import replace

import pytest

from runner.compute.checks.published import contradictions
from runner.core.event import Event
from runner.core.phase import Mode
from tests.support.events import event, phase, published
from tests.support.problems import fix_text


def giants(variant: str = "two_headed_giant") -> Event:
    return event(8, phase(mode=Mode.HEAD_TO_HEAD, rounds=3, variant=variant))


@pytest.mark.parametrize(
    ("variant", "said"), [("emperor", "Emperor"), ("", "Head-to-head"), ("two_headed_giant", "")]
)
def test_another_variant_or_usual_play_under_way_stops_the_save(variant: str, said: str) -> None:
    now = giants()
    _, ledger = published(now)
    found = list(contradictions(replace(now, phases=giants(variant).phases), ledger))
    assert [each.text for each in found] == [
        f"Round 1 is out as Two-Headed Giant, but Day 1 is {said} now, so its results would be "
        "misread."
    ] * bool(said)
    for each in found:
        assert fix_text(each.fix).startswith("Choose Two-Headed Giant under Mode again.")
