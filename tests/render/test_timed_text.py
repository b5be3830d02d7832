"""Times of day in sentences, of whatever language, and lists."""

import pytest

from runner.core.language import listed, numbered, speaking
from runner.render.timed_text import TimedText, pieces
from tests.support.pseudo import Pseudo

MOMENT = "2026-11-21T15:30:00+09:00"


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Time at 15:30.", "Time at ", "."),
        ("15:30まで", "", "まで"),
        ("終了予定は15:30です", "終了予定は", "です"),
        ("15:30Uhr", "", "Uhr"),
        ("Changed, 15:30: table 1.", "Changed, ", ": table 1."),
        ("終了:15:30", "終了:", ""),
    ],
)
def test_a_time_is_found_beside_letters_of_any_script(text: str, before: str, after: str) -> None:
    told = [*pieces(TimedText(text, {"15:30": MOMENT}))]
    assert told == [(before, ""), ("15:30", MOMENT), (after, "")]


@pytest.mark.parametrize("text", ["115:30", "15:305", "15:30:07", "07:15:30", "5:30"])
def test_other_numbers_are_no_times(text: str) -> None:
    assert [*pieces(TimedText(text, {"15:30": MOMENT}))] == [(text, "")]


def test_lists_are_said_in_the_language_that_is_spoken() -> None:
    names = ["Ana", "Bo", "Cy", "Di"]
    assert listed(names, 3) == "Ana, Bo and 2 more"
    assert numbered(range(1, 16)) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more"
    assert numbered([1, 3, 4]) == "1, 3, 4"
    with speaking(Pseudo()):
        assert listed(names, 3) == "Ana + Bo + ⟦2 more⟧"
        assert numbered([1, 3, 4, 5], most=2) == "⟦1, 3 and ⟦2 more⟧⟧"
