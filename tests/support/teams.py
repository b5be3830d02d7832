from dataclasses import replace
from typing import Any

from runner.app.sample_players import teams as teams
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.rules.variants import find
from tests.support.events import event, phase


def phase_of(variant: str, number: int = 1, type_: str = "swiss", **more: object) -> Phase:
    return replace(phase(number, type_, Mode.HEAD_TO_HEAD, **more), variant=variant)


def team_event(count: int, variant: str, rounds: int = 3, **more: Any) -> Event:
    """Swiss rounds of so many teams; each is paired as soon as the one before is in."""
    found = find(variant)
    assert found is not None
    return event(teams(count, found.members), phase_of(variant, rounds=rounds), **more)
