import re
from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from runner.core.screens import Screen, Show
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from tests.support import workbooks
from tests.support.problems import fix_text
from tests.support.workbooks import at, book, edited, event_in, small_event, sound_event

with_lines = partial(workbooks.with_lines, "Screens")


def bare(screens: tuple[Screen, ...]) -> list[Screen]:
    return [replace(screen, places={}) for screen in screens]


def test_a_new_workbook_has_no_display_of_its_own_and_an_older_one_not_even_the_sheet() -> None:
    assert sound_event(book()).screens == ()
    assert sound_event(edited(lambda loaded: loaded.remove(loaded["Screens"]))).screens == ()


def test_a_line_says_all_that_a_display_is_to_show_and_a_name_alone_shows_all_in_turn() -> None:
    line = {"Screen": "Hall 1", "Shows": "pairings by name", "Part": "A – Her", "Columns": 4,
            "Message": "Lunch at 13:00", "Inches": 65, "Metres": 9}  # fmt: skip
    (found,) = sound_event(with_lines(line, {"Screen": "Rest", "Part": "Hes-Z"})).screens[:1]
    assert replace(found, places={}) == Screen(
        "Hall 1", Show.PAIRINGS, "A-Her", 4, "Lunch at 13:00", 65, 9
    )
    assert str(found.places["part"]) == "Screens!C5"
    assert bare(sound_event(with_lines({"Screen": "Bar"})).screens) == [Screen("Bar")]


@pytest.mark.parametrize(("typed", "part"), [
    ("7", "7"), (7, "7"), ("1, 7", "1, 7"), ("1;7", "1, 7"), ("1 and 7", "1, 7"), (None, ""),
])  # fmt: skip
def test_feature_tables_are_marked_by_their_numbers(typed: object, part: str) -> None:
    line = {"Screen": "Stream", "Shows": "Feature tables", "Part": typed, "Off camera": "Ana; Bo"}
    (found,) = sound_event(with_lines(line)).screens
    assert (found.show, found.part, found.off_camera) == (Show.FEATURE, part, ("Ana", "Bo"))


@pytest.mark.parametrize("typed", ["1/1", "1 of 1", "1 / 1", "01/01"])
def test_a_share_may_be_typed_in_several_ways(typed: str) -> None:
    (found,) = sound_event(with_lines({"Screen": "Bar", "Part": typed})).screens
    assert found.part == "1/1"


@pytest.mark.thorough
@pytest.mark.parametrize(("lines", "cell", "words"), [
    ([{"Shows": "Clock"}], "A5", "has no name"),
    ([{"Screen": "Hall 1"}, {"Screen": "hall-1"}], "A6", "would have one page"),
    ([{"Screen": "A", "Shows": "weather"}], "B5", "not a choice"),
    ([{"Screen": "A", "Part": datetime(2026, 3, 1)}], "C5", "turned into a date"),
    ([{"Screen": "A", "Part": "4/3"}], "C5", "not a part"),
    ([{"Screen": "A", "Part": "half"}], "C5", "not a part"),
    ([{"Screen": "A", "Part": "M-B"}], "C5", "not a part"),
    ([{"Screen": "A", "Shows": "Standings", "Part": "A-F"}], "C5", "only lists by name"),
    ([{"Screen": "A", "Shows": "Clock", "Part": "1/1"}], "C5", "has no parts"),
    ([{"Screen": "A", "Shows": "Feature tables", "Part": "A-F"}], "C5", "no numbers of tables"),
    ([{"Screen": "A", "Columns": 0}], "D5", "not possible"),
    ([{"Screen": "A", "Columns": "many"}], "D5", "not a whole number"),
    ([{"Screen": "A", "Shows": "Message"}], "E5", "there is none"),
    ([{"Screen": "A", "Inches": 65}], "G5", "Inches and Metres together"),
    ([{"Screen": "A", "Metres": 9}], "F5", "Inches and Metres together"),
    ([{"Screen": "A", "Part": "A-F"}, {"Screen": "B", "Part": "H-Z"}], "C6", "pairings of G"),
    ([{"Screen": "A", "Part": "B-M"}], "C5", "pairings of A and N-Z"),
    ([{"Screen": "A", "Part": "1/3"}, {"Screen": "B", "Part": "3/3"}], "C6", "part 2/3"),
    ([{"Screen": "A", "Shows": "Draft pods", "Part": "A-F"}], "C5", "only lists by name"),
    ([{"Screen": "A", "Shows": "Draft clock", "Part": "1/2"}], "C5", "has no parts"),
    ([{"Screen": "A", "Shows": "Draft seats", "Part": "A-M"}], "C5", "draft seats of N-Z"),
    ([{"Screen": "A", "Shows": "Building tables", "Part": "1/2"}], "C5", "building tables of"),
])  # fmt: skip
def test_a_line_that_makes_no_sense_is_told_with_its_cell(
    lines: list[dict[str, object]], cell: str, words: str
) -> None:
    data = with_lines(*lines)
    problem = at(data, "Screens", cell)
    assert re.search(words, problem.text)
    assert fix_text(problem.fix)
    assert not problem.fatal
    assert event_in(data)


@pytest.mark.parametrize("shows", ["Pairings by name", "Draft seats", "Building tables"])
@pytest.mark.parametrize(
    "parts", [["A-F", "G-M", "N-Z"], ["1/2", "2/2"], ["A-Her", "Hes-Z"], ["A-F", ""]]
)
def test_parts_that_show_everybody_are_no_problem(parts: list[str], shows: str) -> None:
    lines = [{"Screen": f"Hall {at}", "Part": part, "Shows": shows}
             for at, part in enumerate(parts)]  # fmt: skip
    assert not [each for each in read(with_lines(*lines))[1] if each.place.sheet == "Screens"]


def test_what_goes_into_a_new_workbook_is_read_from_it() -> None:
    screens = (
        Screen("Hall 1", Show.PAIRINGS, "1/2", 4, "=1+1", 65, 9),
        Screen("Hall 2", Show.PAIRINGS, "2/2"),
        Screen("Bar", Show.MESSAGE, message="Closed"),
        Screen("Stream", Show.FEATURE, "1, 7", off_camera=("Ana Example", "Bo")),
    )
    made = template(Plan(small_event(screens=screens), tables=5))
    assert bare(sound_event(made).screens) == list(screens)


def test_events_are_separated_by_commas_or_semicolons() -> None:
    line = {"Screen": "Hall", "Shows": "Several events", "Part": " Modern , LEGACY;; the 3rd "}
    (found,) = sound_event(with_lines(line)).screens
    assert found.part == "Modern,LEGACY,the 3rd"
