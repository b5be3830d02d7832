"""A Draft sheet whose names were sorted without their pods: nobody is moved by it."""

from dataclasses import replace

from runner.compute.compute import compute
from runner.compute.save_guards import held_back
from runner.core.phase import Mode
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.problems import codes


def sorted_alone(day: DraftDay, many: int) -> None:
    lines = sorted(day.event.draft, key=lambda line: line.player)[:many]
    turned = [*lines[1:], lines[0]]
    moved = {
        line.player: (other.pod, other.seat) for line, other in zip(lines, turned, strict=True)
    }
    day.event = replace(day.event, draft=tuple(
        replace(line, pod=moved.get(line.player, (line.pod, line.seat))[0],
                seat=moved.get(line.player, (line.pod, line.seat))[1])
        for line in day.event.draft
    ))  # fmt: skip


def held(many: int) -> list[str]:
    first = events.phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    day = DraftDay(events.event(16, first, automatic=False, decisions=()))
    day.ask("make pods")
    before = day.event
    sorted_alone(day, many)
    snapshot = compute(day.event, day.ledger)
    return codes(held_back(snapshot, day.ledger, before))


def test_names_sorted_without_their_pods_are_asked_about() -> None:
    assert "held.drafters-moved" in held(16)


def test_a_few_who_change_places_are_moved() -> None:
    assert "held.drafters-moved" not in held(6)
