"""Events in which teams play."""

from dataclasses import replace
from typing import Any

from runner.app.sample_players import players
from runner.core.event import Event, Mode, Phase, Player
from runner.rules.variants import find
from tests.support.events import event, phase

ADJECTIVES = ("Red", "Blue", "Green", "Black", "White", "Golden", "Silver", "Wild")
NOUNS = ("Foxes", "Owls", "Bears", "Storks")


def teams(count: int, size: int, seed: str = "sample") -> tuple[Player, ...]:
    """So many teams of that many people each; all names differ."""
    people = [player.name for player in players(count * size, seed)]
    found = []
    for at in range(count):
        turn, rest = divmod(at, len(ADJECTIVES) * len(NOUNS))
        name = f"{ADJECTIVES[rest % len(ADJECTIVES)]} {NOUNS[rest // len(ADJECTIVES)]}"
        members = tuple(people[at * size : (at + 1) * size])
        found.append(
            Player(
                f"P{at + 1:03d}", f"{name} {turn + 1}" if turn else name, team=True, members=members
            )
        )
    return tuple(found)


def phase_of(variant: str, number: int = 1, type_: str = "swiss", **more: object) -> Phase:
    """A phase that teams play."""
    return replace(phase(number, type_, Mode.HEAD_TO_HEAD, **more), variant=variant)


def team_event(count: int, variant: str, rounds: int = 3, **more: Any) -> Event:
    """Swiss rounds of so many teams; each is paired as soon as the one before is in."""
    found = find(variant)
    assert found is not None
    return event(teams(count, found.members), phase_of(variant, rounds=rounds), **more)
