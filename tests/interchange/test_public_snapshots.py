"""The public snapshot that is written save after save is the one that would be written anew."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from runner.core.event import Event, Mode, RoundId, Shown
from runner.interchange.snapshot_out import PublicSnapshots, snapshot_document
from runner.ledger.seal import canonical
from tests.support import events
from tests.support.day import Day, drawn_results

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
