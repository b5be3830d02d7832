"""The Draft sheet as it is read: what counts, what is told, what is left alone."""

from dataclasses import replace

import pytest

from runner.core.event import DraftLine
from runner.core.phase import Mode
from runner.workbook.read.read import read
from tests.support.workbooks import NAMES, book, edited, event_in, small_event, with_cells


def drafted(mode: Mode = Mode.DRAFT) -> bytes:
    plain = small_event()
    phase = replace(plain.phases[0], mode=mode, preset="mtr", pod_size=None, settings={})
    lines = (DraftLine(1, "P001", 1, 1), DraftLine(1, "P002", 1, 2))
    return book(replace(plain, phases=(phase,), rounds=(), draft=lines))


def said(data: bytes) -> list[str]:
    return [str(each) for each in read(data)[1] if "Draft" in str(each)]


def test_pods_and_seats_are_read() -> None:
    lines = event_in(drafted()).draft
    assert [(each.player, each.pod, each.seat) for each in lines] == [
        ("P001", 1, 1),
        ("P002", 1, 2),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("value", "words"),
    [("two", "“two” is not a whole number"), (2.5, "“2.5” is not a whole number"),
     (0, "0 is not possible"), (-1, "-1 is not possible"), ("=1+1", "")],
)  # fmt: skip
def test_what_is_no_pod_is_told_once_and_its_line_left_out(value: object, words: str) -> None:
    data = with_cells("Draft", {"D5": value}, drafted())
    assert [line.player for line in event_in(data).draft] == ["P002"]
    assert not words or [words in each for each in said(data)] == [True]


@pytest.mark.thorough
def test_an_empty_phase_is_the_first_that_drafts_and_a_name_stands_for_its_player() -> None:
    lines = event_in(with_cells("Draft", {"A5": None}, drafted())).draft
    assert [line.phase for line in lines] == [1, 1]
    named = with_cells("Draft", {"B5": None, "C5": NAMES[0]}, drafted())
    assert event_in(named).draft[0].player == NAMES[0]


@pytest.mark.thorough
def test_a_draft_without_its_sheet_is_told_with_what_to_do() -> None:
    (told,) = said(edited(lambda loaded: loaded.remove(loaded["Draft"]), drafted()))
    assert told.startswith("Phases!B5: Swiss is a draft, and this workbook has no sheet “Draft”")
    assert "copy the sheet Draft" in told
    without = edited(lambda loaded: loaded.remove(loaded["Draft"]), drafted(Mode.HEAD_TO_HEAD))
    assert not said(without)
