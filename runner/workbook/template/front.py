"""The first three sheets: the course of the day, the event, and its phases."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from openpyxl import Workbook
from openpyxl.worksheet.properties import Outline
from openpyxl.worksheet.worksheet import Worksheet

from runner.core import prizes
from runner.core.event import Event
from runner.core.phase import Phase
from runner.phases import FURTHER
from runner.phases import cut as cuts
from runner.rules import presets
from runner.workbook.column import CellKind, Column, Writer, label
from runner.workbook.read.phases import (
    PHASES,
    PRESETS,
    SettingColumn,
    phase_types,
    setting_columns,
    spelled,
    whole_sheet,
)
from runner.workbook.schema import EVENT, MODES, NO, START, YES, mode_choice
from runner.workbook.template import style
from runner.workbook.template.canvas import (
    FIRST,
    add_validation,
    dress_sheet,
    lay_out,
    put,
    spread,
    validation,
)

_PHASE_ROWS = 6
_HINT_LINE = 95  # letters of a hint that fit into its column on one line

_FIRST_STEPS = (
    ("Event", "Give the day its name, date and place. Each line is explained beside it."),
    ("Phases", "How it is played: pods or head-to-head, the preset of rules, how many rounds. "
     "An empty cell means: as the preset says."),
    ("Players", "Paste the names into one column; nothing else is needed. Runner fills in the "
     "Ids."),
)  # fmt: skip
_AT_THE_DOOR = (
    ("Watch", "Open this workbook from Runner’s page, which then says “Runner watches the "
     "workbook”. From now on a save is all it takes: pages, slips and screens follow by "
     "themselves."),
    ("Pair", "Press Pair on Runner’s page, or type yes beside “Pair round 1” on Decisions and "
     "save. The round is drawn and published; once published it never changes by itself."),
)  # fmt: skip
_IN_A_TERMINAL = (
    ("Watch", "Start “runner watch” on the folder of this workbook, or open it from Runner’s "
     "page. From now on a save is all it takes: pages, slips and screens follow by themselves."),
    ("Pair", "On Decisions type yes beside “Pair round 1” and save. The round is drawn and "
     "published; once published it never changes by itself."),
)  # fmt: skip
_LATER_STEPS = (
    ("Names", "They come into the sheet “Round 1” while the workbook is open in a LibreOffice "
     "that Runner has opened; else once you close it for a moment. Nothing you type is ever "
     "lost."),
    ("Results", "Type them on the round’s sheet as slips come in, even before the names are "
     "there: the seat letter of the winner, or draw; games such as 2-1 when two play."),
    ("Drops", "On Players: “Drops after round” for those who leave, “Enters in round” for "
     "those who come late, “Returns in round” for those who are back."),
    ("Next", "When all results are in, type yes beside the next round and save. Or let Event say "
     "“Pair rounds by itself: yes”, and it happens at once."),
    ("Mistakes", "Correct what was wrong and save again; if you are asked, keep the Excel format. "
     "Runner names the cell of what it can’t understand; the last good pages stay up."),
)  # fmt: skip
_COLOURS = (
    (style.SAMPLES["amber"], "missing", "A result that is still to come."),
    (style.SAMPLES["red"], "doubtful", "A result for an empty seat, a date, or the same name "
     "twice."),
    (style.SAMPLES["green"], "finished", "The table is done, or the decision is made."),
    (style.SAMPLES["violet"], "rehearsal", "A result made up by {rehearse}, to try the day the "
     "evening before."),
    (style.SAMPLES["grey"], "dropped", "A player who has left."),
)  # fmt: skip
_HEADINGS = (
    (style.HEADINGS[False, True], "yours", "Columns that you fill. Columns of your own may "
     "follow to the right of them, in any number."),
    (style.HEADINGS[True, True], "Runner’s", "Columns that Runner fills. What you type over a "
     "name there counts, and is kept as your change."),
)  # fmt: skip


def add_start(book: Workbook, event: Event, *, door: bool) -> None:
    """Add the first sheet: the day in ten lines, and the meaning of the colours."""
    sheet = book.create_sheet(START.name)
    dress_sheet(sheet, style.TAB_START, landscape=False)
    for letters, width in (("A", 3), ("B", 6), ("C", 14), ("D", 92)):
        sheet.column_dimensions[letters].width = width
    for letters in "BCD":
        sheet[f"{letters}2"].style = style.BANNER.name
        sheet[f"{letters}3"].style = style.BANNER_BELOW.name
    put(sheet["C2"], START.title, style.BANNER)
    put(sheet["C3"], event.name or "This file is the tournament; everything else follows from it.",
        style.BANNER_BELOW)  # fmt: skip
    for row, height in ((1, 12), (2, 44), (3, 30)):
        sheet.row_dimensions[row].height = height
    steps = (*_FIRST_STEPS, *(_AT_THE_DOOR if door else _IN_A_TERMINAL), *_LATER_STEPS)
    for row, (word, text) in enumerate(steps, 5):
        put(sheet[f"B{row}"], row - 4, style.NUMBER)
        put(sheet[f"C{row}"], word, style.STEP_WORD)
        put(sheet[f"D{row}"], text, style.STEP)
        sheet.row_dimensions[row].height = 42
    rehearse = "Rehearse on Runner’s page" if door else "“runner rehearse”"
    colours = [(look, word, text.format(rehearse=rehearse)) for look, word, text in _COLOURS]
    row = _add_legend(sheet, len(steps) + 6, "Colours", colours)
    row = _add_legend(sheet, row + 1, "Headings", _HEADINGS)
    sheet.print_area = f"A1:D{row}"


def _add_legend(
    sheet: Worksheet, row: int, title: str, lines: Iterable[tuple[style.Look, str, str]]
) -> int:
    """Add the legend of some looks from that row on; return the row below it."""
    put(sheet[f"B{row}"], title, style.SECTION)
    sheet.row_dimensions[row].height = 26
    for look, word, text in lines:
        row += 1
        put(sheet[f"C{row}"], word, look)
        put(sheet[f"D{row}"], text, style.LEGEND)
        sheet.row_dimensions[row].height = 22
    return row + 1


def add_event(book: Workbook, event: Event) -> None:
    """Add the Event sheet: label, value, hint; then settings that hold for all phases, if any."""
    sheet = book.create_sheet(EVENT.name)
    dress_sheet(sheet, style.TAB_SETUP, landscape=True)
    for letters, width in (("A", 24), ("B", 58), ("C", 78)):
        sheet.column_dimensions[letters].width = width
    style.FIELD.dress(sheet.column_dimensions["B"])
    put(sheet["A1"], EVENT.title, style.TITLE)
    put(sheet["A2"], EVENT.help, style.SUBTITLE)
    sheet.row_dimensions[1].height = 32
    sheet.row_dimensions[3].height = 7.5
    for row, column in enumerate(EVENT.columns, 4):
        _add_field(sheet, row, column, _event_value(event, column.key))
    row = len(EVENT.columns) + 4
    settings = [column for column in setting_columns() if column.name in event.settings]
    put(sheet[f"A{row + 1}"], "For all phases", style.SECTION)
    put(sheet[f"B{row + 1}"], "Any heading of Phases may go below, with its value beside it.",
        style.SUBTITLE)  # fmt: skip
    sheet.row_dimensions[row + 1].height = 30
    for row_, column in enumerate(settings, row + 2):
        _add_field(sheet, row_, column, spelled(event.settings[column.name], column))
    sheet.freeze_panes = "B4"


def _event_value(event: Event, key: str) -> str | bool | date:
    match key:
        case "date":
            return _day(event.date)
        case "enforcement" | "names_shown" | "language" | "phones" | "decklists" | "open_lists":
            return label(getattr(event, key), EVENT.column(key).choices)
        case "public_columns":
            return ", ".join(event.public_columns)
        case "recommended":
            return ""  # follows from the players, who are still to come
        case "prizes":
            return prizes.spelled(event.prizes)
        case "automatic":
            return YES.label if event.automatic else NO.label
        case "rehearsal":
            return YES.label if event.rehearsal else ""
    return str(getattr(event, key))


def _day(text: str) -> str | date:
    """Return a real date where the text is one, so that spreadsheets show it their own way."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return day if day.year >= 1901 and day.isoformat() == text else text


def _add_field(sheet: Worksheet, row: int, column: Column, value: str | int | float | date) -> None:
    lines = 3 if column.key == "recommended" else 1 + len(column.help) // _HINT_LINE
    sheet.row_dimensions[row].height = 14 + 10 * lines
    put(sheet[f"A{row}"], column.heading, style.LABEL)
    put(sheet[f"C{row}"], column.help, style.HINT)
    cell = sheet[f"B{row}"]
    look = style.FIELD_RUNNER if column.writer is Writer.RUNNER else style.FIELD
    if isinstance(value, date):
        cell.style = style.FIELD_DAY.name
        cell.value = value
    else:
        put(cell, value, style.FIELD_DAY if column.kind is CellKind.DATE and not value else look)
    add_validation(sheet, validation(column), cell.coordinate)


def add_phases(book: Workbook, event: Event) -> None:
    """Add the Phases sheet: one row for each phase; rarely used settings are folded away to the
    right."""
    used = {name for phase in event.phases for name in phase.settings}
    every = whole_sheet().columns
    columns = [column for column in every if isinstance(column, SettingColumn)]
    shown = [column for column in columns if column.setting.common or column.name in used]
    folded = [column for column in columns if column not in shown]
    own = [column for column in every if column not in columns]
    schema = replace(PHASES, columns=(*own, *shown, *folded))
    canvas = lay_out(book, schema, _PHASE_ROWS, "name", style.TAB_SETUP, more=0)
    above: Phase | None = None
    for row, phase in enumerate(event.phases, FIRST):
        kind = label(phase.type, phase_types(*FURTHER.values()))
        preset = phase.preset and label(phase.preset, PRESETS)
        mode, cut = label(mode_choice(phase), MODES), cuts.stated(phase)
        canvas.fill(row, phase, mode=mode, type=kind, preset=preset, cut=cut)
        for column in columns:
            if column.name in phase.settings:
                canvas.put(column.key, row, spelled(phase.settings[column.name], column))
        usual = presets.default(phase.mode)
        if phase.preset is None and above and above.mode is phase.mode and above.preset != usual:
            canvas.put("preset", row, label(usual, PRESETS))  # empty would be that of the row above
        above = replace(phase, preset=phase.preset or usual)
    # A closed group with its + on the left.
    canvas.sheet.sheet_properties.outlinePr = Outline(summaryBelow=True, summaryRight=False)
    for column in folded:
        dimension = canvas.sheet.column_dimensions[canvas.columns[column.key]]
        dimension.outlineLevel, dimension.hidden = 1, True
    spread(canvas, [canvas.columns[column.key] for column in (*own, *shown)])
    canvas.colour([])
