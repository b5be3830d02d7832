"""Anything typed anywhere, mid-event: nothing raises, all is made, each drawing comes out again."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.compute.checks.published import contradictions
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import AddRound, EndPhase, ReopenPhase
from runner.compute.decisions.repair import CutAnew
from runner.core.event import Event, Penalty
from runner.core.phase import Mode, Phase
from runner.core.player import Player, Shown
from runner.core.randomness import Stream
from runner.core.time_sheet import TimeExtension
from runner.interchange.event_out import event_document
from runner.interchange.rounds_out import rounds_document
from runner.interchange.snapshot_out import snapshot_document
from runner.render.desk import desk_page
from runner.render.desk.facts import Facts
from runner.render.site import Renderer
from tests.support.events import AT, event
from tests.support.hall import Hall
from tests.support.hands import KINDS, some_edit, the_ledger_is_sound
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

EVENTS = 400 if SOAKING else 6
STEPS = 25

PHASE: tuple[dict[str, object], ...] = (
    *({"rounds": each} for each in (None, 1, 2, 5)),
    *({"cut": each} for each in (None, 2, 7, 100)),
    *({"mode": each} for each in Mode),
    *({"type": each} for each in ("swiss", "single_elimination", "double_elimination",
                                  "round_robin", "by_hand", "free_for_all")),
    *({"pod_size": each} for each in (None, 3, 5)),
    *({"preset": each} for each in ("mtr", "mamtr-2023", "topdeck", "hareruya-averaged", "mmta")),
    *({"settings": each} for each in (
        {"method": "power"}, {"cut_points": 6}, {"group_size": 4, "group_advance": 2},
        {"best_of": 3}, {"advance_points": 6}, {"standings_hidden": True}, {"third_place": True},
    )),
)  # fmt: skip


def some_player(hall: Hall, chance: Stream) -> dict[str, object]:
    """A cell in the row of a player, changed; a name may be one that somebody had before."""
    others = [each.name for each in hall.event.players]
    former = [each for each in hall.ledger.names if each not in others]
    fresh = f"{chance.choice(['Zoë', 'Ωmega', 'ana'])} {chance.below(10**6)}"
    return chance.choice(
        (
            {"name": fresh},
            {"name": chance.choice(former) if former else fresh},
            {"enters": 1 + chance.below(4)},
            {"drops_after": chance.below(4), "returns": chance.choice([None, 5])},
            {"awarded_byes": chance.below(3)},
            {"fixed_table": chance.choice([None, 1, 50])},
            {"keep_apart": (chance.choice(others), "Club"), "club": chance.choice(["", "Club"])},
            {"shown": chance.choice([None, *Shown]), "handle": chance.choice(["", "h4x"])},
        )
    )


def in_players(hall: Hall, chance: Stream) -> None:
    people, which = list(hall.event.players), chance.below(10)
    at = chance.below(len(people))
    if which == 0 and len(people) > 5:
        del people[at]
    elif which == 1:
        name = f"Late {chance.below(10**9)}"
        people.append(Player("", name, enters=1 + chance.below(4)))
    else:
        people[at] = replace(people[at], **some_player(hall, chance))
    hall.event = replace(hall.event, players=tuple(people))


def in_phases(hall: Hall, chance: Stream) -> None:
    rows, which = list(hall.event.phases), chance.below(12)
    at = chance.below(len(rows))
    if which == 0 and len(rows) > 1:
        rows.pop()
    elif which == 1:
        rows.append(Phase(len(rows) + 1, "More", Mode.HEAD_TO_HEAD, "single_elimination", cut=4))
    else:
        rows[at] = replace(rows[at], **chance.choice(PHASE))
    hall.event = replace(hall.event, phases=tuple(rows))


def in_event(hall: Hall, chance: Stream) -> None:
    now = hall.event
    some: tuple[dict[str, object], ...] = (
        {"seed": chance.choice(["s", "other", ""])}, {"automatic": not now.automatic},
        {"names_shown": chance.choice([Shown.FULL, Shown.INITIAL, Shown.HANDLE])},
        {"name": "Another"}, {"date": "2027-01-01"}, {"enforcement": "professional"},
    )  # fmt: skip
    hall.event = replace(now, **chance.choice(some))


def on_lists(hall: Hall, chance: Stream) -> None:
    now, number = hall.event, 1 + chance.below(4)
    who = chance.choice([chance.choice(now.players).name, "Nobody"])
    what = chance.choice(["Warning", "Game loss", "Match loss", "Disqualification", "odd"])
    longer = TimeExtension(number, chance.choice([None, 1, 70]), 5)
    some: tuple[dict[str, object], ...] = (
        {"penalties": (*now.penalties, Penalty(number, who, "x", what))},
        {"penalties": now.penalties[1:]},
        {"extensions": (*now.extensions, longer)},
        {"rounds": tuple(each for each in now.rounds if chance.below(30))},
    )
    hall.event = replace(now, **chance.choice(some))


def on_phases(hall: Hall, chance: Stream) -> None:
    kinds = (EndPhase.KEY, ReopenPhase.KEY, AddRound.KEY,
             CutAnew.KEY)  # fmt: skip
    hall.say(chance.choice(kinds), chance.below(3), phase_=1 + chance.below(3))


ANYWHERE: tuple[Callable[[Hall, Stream], None], ...] = (
    in_players, in_players, in_players, in_phases, in_phases, in_event, on_lists, on_phases,
)  # fmt: skip


def everything_is_made(hall: Hall, before: Event) -> None:
    now = hall.snapshot
    assert Renderer().render(now, {}).files
    assert desk_page.page(now, Facts(AT, problems=now.problems, entries=hall.ledger.entries))
    assert content(hall.event)
    assert changes(None, hall.event)
    assert (changes(before, hall.event) == ()) <= (content(before) == content(hall.event))
    assert event_document(now, hall.ledger)["players"]
    assert snapshot_document(now, public=True)
    assert snapshot_document(now, public=False)
    rounds_document(now, hall.ledger)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(EVENTS))
def test_whatever_is_changed_nothing_raises_and_everything_is_made(seed: int) -> None:
    chance = Stream("anywhere", seed)
    field, phases = 9 + chance.below(6), KINDS[seed % len(KINDS)]
    hall = Hall(event(field, *phases, automatic=bool(chance.below(4))), sheets=16)
    for _ in range(STEPS):
        before = hall.event
        if not hall.snapshot.rounds and not chance.below(3):
            hall.silence(PairRound.KEY)
            hall.say(PairRound.KEY, 1)
        there = {each.id for each in hall.event.rounds}
        if chance.below(2) and hall.snapshot.rounds and hall.snapshot.rounds[-1].id in there:
            some_edit(hall, chance)
        else:
            chance.choice(ANYWHERE)(hall, chance)
        if [*contradictions(hall.event, hall.ledger)]:  # nothing goes out until it is put back
            hall.event = before
        hall.save()
        everything_is_made(hall, before)
        length = len(hall.ledger.entries)
        hall.save()
        assert len(hall.ledger.entries) == length
    the_ledger_is_sound(hall)
