"""Sealed decks: registration and building on Decisions, and what of it can be undone."""

from runner.core.phase import SEALED, Mode
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.events import phase


def day(**more: object) -> DraftDay:
    first = phase(1, "swiss", Mode.HEAD_TO_HEAD, name="Sealed", rounds=3, limited=SEALED, **more)
    return DraftDay(events.event(9, first, automatic=False, decisions=()))


def test_registration_seats_everybody_once_and_building_keeps_the_seats() -> None:
    made = day(first_building_table=11)
    made.ask("start registration")
    tables = made.draft.tables
    assert [*tables] == [11, 12, 13, 14, 15]
    assert sorted(player for ids in tables.values() for player in ids) == sorted(
        player.id for player in made.event.players
    )
    lines = len(made.ledger.entries)
    made.save()
    assert len(made.ledger.entries) == lines
    made.ask("start building")
    assert made.draft.tables == tables
    assert made.draft.building
    assert made.draft.ends == made.draft.building_ends
    made.ask("pair round", 1)
    assert len(made.snapshot.rounds) == 1
    assert made.draft.over


def test_both_are_undone_one_after_the_other_until_round_1_is_out() -> None:
    made = day()
    made.ask("start registration")
    made.ask("start building")
    made.ask("undo the last decision")
    assert (bool(made.draft.registering), made.draft.building) == (True, "")
    made.change(decisions=())
    made.ask("undo the last decision")
    assert not made.snapshot.drafts


def test_a_draft_has_no_registration_and_sealed_decks_no_pods() -> None:
    made = day()
    made.ask("make pods")
    assert "Sealed has no draft." in made.problems[0]
    draft = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    other = DraftDay(events.event(8, draft, automatic=False, decisions=()))
    other.ask("start registration")
    assert "Draft is not played with sealed decks." in other.problems[0]
