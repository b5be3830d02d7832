from dataclasses import replace
from datetime import datetime, time
from functools import partial
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook

from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from tests.support import workbooks
from tests.support.problems import fix_text
from tests.support.workbooks import at, book, edited, event_in, small_event, sound_event, with_cell

with_lines = partial(workbooks.with_lines, "Time")


def bare(lines: tuple[TimeExtension, ...]) -> list[TimeExtension]:
    return [replace(each, places={}) for each in lines]


def started(value: object, number_format: str = "") -> str:
    def change(loaded: Workbook) -> None:
        loaded["Time"]["A5"], loaded["Time"]["D5"] = 2, value
        if number_format:
            loaded["Time"]["D5"].number_format = number_format

    (found,) = sound_event(edited(change)).starts
    assert (found.round, str(found.places["began"])) == (2, "Time!D5")
    return found.at


def test_a_table_gets_the_minutes_of_its_line_and_in_a_new_workbook_nobody_any() -> None:
    read_ = sound_event(book())
    assert read_.extensions == read_.starts == ()
    data = with_lines({"Round": 1, "Table": 4, "Extra minutes": 7, "Reason": "deck check"})
    assert bare(sound_event(data).extensions) == [TimeExtension(1, 4, 7, "deck check")]
    assert str(sound_event(data).extensions[0].places["table"]) == "Time!B5"


def test_without_a_table_the_whole_round_gets_the_minutes_and_a_line_may_say_its_start() -> None:
    data = with_lines({"Round": 2, "Extra minutes": 10, "Reason": "fire alarm"})
    assert bare(sound_event(data).extensions) == [TimeExtension(2, None, 10, "fire alarm")]
    data = with_lines({"Round": 2, "Extra minutes": 5, "Round began": time(14, 10)})
    assert bare(sound_event(data).extensions) == [TimeExtension(2, None, 5)]
    assert [each.at for each in sound_event(data).starts] == ["14:10"]


@pytest.mark.thorough
def test_a_line_says_when_the_clock_stood_still_and_may_say_more() -> None:
    line = {"Round": 1, "Clock stopped at": time(14, 40), "Reason": "fire alarm"}
    (found,) = sound_event(with_lines(line)).stops
    assert (found.round, found.stopped, found.goes_on, found.reason) == (
        1, "14:40", "", "fire alarm",
    )  # fmt: skip
    more = {"Clock restarts at": "14.55", "Round began": "14:10", "Extra minutes": 5}
    event = sound_event(with_lines(line | more))
    assert [(each.stopped, each.goes_on) for each in event.stops] == [("14:40", "14:55")]
    assert event.starts[0].at == "14:10"
    assert event.extensions[0].minutes == 5


def test_a_workbook_of_the_old_headings_is_read_as_well() -> None:
    def change(loaded: Workbook) -> None:
        sheet = loaded["Time"]
        old = {"C4": "Minutes", "D4": "Reason"} | dict.fromkeys(("E4", "F4", "G4"))
        for cell, value in old.items():
            sheet[cell] = value
        sheet["A5"], sheet["B5"], sheet["C5"], sheet["D5"] = 1, 2, 3, "judge call"

    assert bare(sound_event(edited(change)).extensions) == [TimeExtension(1, 2, 3, "judge call")]


@pytest.mark.thorough
@pytest.mark.parametrize(("value", "number_format", "expected"), [
    (time(14, 10), "", "14:10"), (time(14, 10, 30), "", "14:10:30"), (time(0, 0), "", "00:00"),
    (14 / 24 + 10 / 1440, "hh:mm", "14:10"), (14 / 24 + 10 / 1440, "h:mm AM/PM", "14:10"),
    (14 / 24 + 10 / 1440, "General", "14:10"),
    (datetime(2026, 11, 21, 14, 10), "", "2026-11-21 14:10"), ("14:10", "@", "14:10"),
    ("14.10", "@", "14:10"), ("14h10", "@", "14:10"), ("1410", "@", "14:10"),
    ("9:05", "@", "09:05"), ("2:10 pm", "@", "14:10"), ("12 a.m.", "@", "00:00"),
    ("12:30 PM", "@", "12:30"), (1410, "General", "14:10"),
])  # fmt: skip
def test_a_time_is_understood_however_it_is_typed(
    value: object, number_format: str, expected: str
) -> None:
    assert started(value, number_format) == expected


def test_a_formula_counts_as_what_it_came_to() -> None:
    data = with_lines({"Round": 2, "Round began": "=TIME(14,10,0)"})
    # Without a stored value nobody can know; spreadsheets store one.
    assert at(data, "Time", "D5").text == "The cell holds no time of day."


@pytest.mark.parametrize("value", [
    "soon", "2026-02-30 14:10", "9999-12-31 23:59", "25:10", "14:75", "14", 14, 3.5, "13 pm", True,
    datetime(2026, 11, 21),
])  # fmt: skip
def test_what_is_no_time_is_told_with_its_cell(value: object) -> None:
    problem = at(with_lines({"Round": 2, "Round began": value}), "Time", "D5")
    assert "is not a time of day" in problem.text
    assert fix_text(problem.fix) == "Type a time such as 14:10."
    assert not problem.fatal


@pytest.mark.thorough
@pytest.mark.parametrize(("line", "cell", "words"), [
    ({"Table": 4, "Extra minutes": 7}, "A5", "has no round"),
    ({"Round": "two", "Extra minutes": 7}, "A5", "not a whole number"),
    ({"Round": 1, "Table": "four", "Extra minutes": 7}, "B5", "not a whole number"),
    ({"Round": 1, "Table": 4, "Extra minutes": 0}, "C5", "not possible"),
    ({"Round": 1, "Table": 4, "Extra minutes": -3}, "C5", "not possible"),
    ({"Round": 1, "Table": 4, "Extra minutes": "7 min"}, "C5", "not a whole number"),
    ({"Round": 1, "Table": 4, "Reason": "deck check"}, "C5", "no minutes and no time"),
    ({"Round": 1, "Table": 4, "Round began": "14:10"}, "D5", "names a table"),
    ({"Round": 1, "Table": 4, "Extra minutes": "#REF!"}, "C5", "the error #REF!"),
    ({"Round": 1, "Table": 4, "Clock stopped at": "14:40"}, "E5", "names a table"),
    ({"Round": 1, "Clock restarts at": "14:40"}, "E5", "not when it stopped"),
    ({"Round": 1, "Clock stopped at": "noon"}, "E5", "not a time of day"),
])  # fmt: skip
def test_a_line_that_makes_no_sense_is_told_and_left_out(
    line: dict[str, object], cell: str, words: str
) -> None:
    data = with_lines(line)
    problem = at(data, "Time", cell)
    assert words in problem.text
    assert fix_text(problem.fix)
    assert not problem.fatal
    found = event_in(data)
    assert found.extensions == found.starts == found.stops == ()


@pytest.mark.thorough
def test_a_reason_alone_is_a_note_and_a_workbook_without_the_sheet_no_problem() -> None:
    assert sound_event(with_lines({"Reason": "clock stopped twice"})).extensions == ()
    assert sound_event(edited(lambda loaded: loaded.remove(loaded["Time"]))).extensions == ()


def test_a_misspelt_tab_or_heading_is_guessed_and_keeps_nothing_from_its_pages() -> None:
    problem = at(edited(lambda loaded: setattr(loaded["Time"], "title", "Tiem")), "Time")
    assert (problem.code, problem.fatal) == ("sheet.renamed", False)
    assert "“Tiem”" in fix_text(problem.fix)
    data = with_cell("Time", "A4", "Rond")
    assert fix_text(at(data, "Time", "A4").fix) == "If that is what it is, rename it to “Round”."
    assert read(data)[0] is not None


def test_what_goes_into_a_new_workbook_is_read_from_it() -> None:
    lines = (
        TimeExtension(1, 4, 7, "deck check"), TimeExtension(2, None, 10), TimeExtension(2, 1, 3),
    )  # fmt: skip
    starts = (RoundStart(1, "09:30"), RoundStart(2, "2026-11-21 14:10:30", "late lunch"))
    stops = (ClockStop(2, "14:40", "14:55", "fire alarm"), ClockStop(3, "16:00"))
    made = small_event(extensions=lines, starts=starts, stops=stops)
    found = sound_event(template(Plan(made, tables=5)))
    assert bare(found.extensions) == list(lines)
    assert [(each.round, each.at, each.reason) for each in found.starts] == [
        (1, "09:30", ""), (2, "2026-11-21 14:10:30", "late lunch"),
    ]  # fmt: skip
    assert [replace(each, places={}) for each in found.stops] == list(stops)


def test_the_cells_of_a_start_and_of_a_stop_take_times_only() -> None:
    sheet = load_workbook(BytesIO(book()))["Time"]
    rules = [each for each in sheet.data_validations.dataValidation if each.type == "time"]
    for rule, column in zip(rules, "DEF", strict=True):
        assert f"{column}5" in rule.sqref
        assert (rule.formula1, rule.formula2[:6]) == ("0", "0.9999")
        assert sheet.column_dimensions[column].number_format == "hh:mm"
    headings = [sheet[f"{column}4"].value for column in "DEF"]
    assert headings == ["Round began", "Clock stopped at", "Clock restarts at"]
