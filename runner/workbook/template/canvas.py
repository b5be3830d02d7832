"""What all sheets with headings share: title, headings, hints, dropdowns, bands, print setup."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.dimensions import ColumnDimension
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from runner.workbook.column import CellKind, Column, SheetSchema, Writer
from runner.workbook.template import style
from runner.workbook.xlsx.edit import plain_text
from runner.workbook.xlsx.grid import escape

HEADER = 4
FIRST = HEADER + 1
MORE_ROWS = 500  # below the expected ones that are ready for late entries
PLAYER_NAMES = "Player_names"
LONG_LISTS = {
    key: f"{key.capitalize()}_list" for key in ("decision", "mode", "infraction", "phones")
}
"""The areas with the choices of columns whose choices do not fit into a dropdown's own list: they
are too many, or have commas in them."""
_LAST_COLUMN = 16_384
_LONGEST_PROMPT, _LONGEST_TITLE, _LONGEST_LIST = 255, 32, 255
_ROW_HEIGHT = 18.75
_PAGE_WIDTH = 140  # letters side by side on a landscape page
_HELP = "Click a heading to read what goes below it."
_LAST_SECOND = "0.999988425925926"  # of a day, as spreadsheets count time

_COLUMN_LOOKS = {
    CellKind.COUNT: style.COUNT,
    CellKind.FLAG: style.COUNT,
    CellKind.DATE: style.FREE,
    CellKind.TIME: style.CLOCK,
    CellKind.RESULT: style.RESULT,
    CellKind.KEY: style.IDENTITY,
    CellKind.SETTING: style.SETTING,
}
"""How the cells of a column look that holds no words."""
_NO_BOX = (CellKind.NEW_NAME, CellKind.RESULT)
_CENTRED = (CellKind.COUNT, CellKind.FLAG, CellKind.RESULT, CellKind.SETTING, CellKind.TIME)


Typed = str | int | float | bool | date | time
"""What may be put into a cell."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A sheet under construction: `rows` is how many lines are ready to be filled."""

    sheet: Worksheet
    schema: SheetSchema
    columns: Mapping[str, str]  # key -> letters
    rows: int

    @property
    def last(self) -> int:
        """The lowest row that is ready to be filled."""
        return FIRST + self.rows - 1

    @property
    def everything(self) -> str:
        """The area of all lines."""
        return f"A{FIRST}:{get_column_letter(len(self.columns))}{self.last}"

    def area(self, column: str) -> str:
        """Return a column's cells below its heading."""
        letters = self.columns[column]
        return f"{letters}{FIRST}:{letters}{self.last}"

    def put(
        self, column: str, row: int, value: Typed | None, look: style.Look | None = None
    ) -> None:
        """Fill one cell; nothing is written for None and ""."""
        if value is not None and value != "":
            cell: Any = self.sheet.cell(row, column_index_from_string(self.columns[column]))
            put(cell, value, look or look_of(self.schema.column(column)))

    def fill(self, row: int, entry: object, **others: Typed | None) -> None:
        """Fill a row from what stands under its columns' keys in `entry`, or in `others`."""
        for column in self.schema.columns:
            if column.key in others or hasattr(entry, column.key):
                self.put(column.key, row, others.get(column.key, getattr(entry, column.key, None)))

    def colour(self, rules: Sequence[tuple[str, Rule]]) -> None:
        """Conditional colours, the most important first; the bands of the rows come last."""
        band = style.when("MOD(ROW(),2)=0", style.BAND)
        line = style.when("MOD(ROW(),2)=1")
        for area, rule in (*rules, (self.everything, band), (self.everything, line)):
            self.sheet.conditional_formatting.add(area, rule)


def put(cell: Cell, value: Typed, look: style.Look) -> None:
    """Write a value; text is text whatever it looks like, never a formula."""
    style.dress(cell, look)
    if not isinstance(value, str):
        cell.value = value
        return
    cell.value = escape(plain_text(value))
    cell.data_type = "s"
    if value.startswith(("=", "+", "-", "@", "'")):
        cell.quotePrefix = True  # so that it stays text when somebody edits the cell


def look_of(column: Column) -> style.Look:
    """Return how the cells of a column look."""
    return _COLUMN_LOOKS.get(column.kind, style.WORDS)


def lay_out(
    book: Workbook, schema: SheetSchema, rows: int, freeze: str, tab: str, *, more: int = MORE_ROWS
) -> Canvas:
    """Return a new sheet with title, headings, hints and dropdowns; columns up to `freeze` stay in
    view. `rows` lines are expected, and `more` are ready below them."""
    sheet = book.create_sheet(schema.name)
    letters = {column.key: get_column_letter(at) for at, column in enumerate(schema.columns, 1)}
    canvas = Canvas(sheet, schema, letters, rows + more)
    dress_sheet(sheet, tab, landscape=True)
    put(sheet["A1"], schema.title, style.TITLE)
    hinted = any(column.help for column in schema.columns)
    put(sheet["A2"], f"{schema.help} {_HELP}" if hinted else schema.help, style.SUBTITLE)
    for row, height in ((1, 32), (2, 20), (3, 7.5), (HEADER, 36)):
        sheet.row_dimensions[row].height = height
    for column in schema.columns:
        _add_column(canvas, column)
    # Columns to the right are the organiser's own: never locked, whatever the sheet is.
    after = len(letters) + 1
    rest = get_column_letter(after)
    sheet.column_dimensions[rest] = ColumnDimension(
        sheet, index=rest, min=after, max=_LAST_COLUMN, width=14
    )
    style.FREE.dress(sheet.column_dimensions[rest])
    sheet.freeze_panes = f"{get_column_letter(list(letters).index(freeze) + 2)}{FIRST}"
    sheet.print_title_rows = f"{HEADER}:{HEADER}"
    return canvas


def dress_sheet(sheet: Worksheet, tab: str, *, landscape: bool) -> None:
    """Set what all sheets have in common: tab colour, no grid, row heights, and a page that fits
    the paper."""
    sheet.sheet_properties.tabColor = tab
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    view, format_, margins = sheet.sheet_view, sheet.sheet_format, sheet.page_margins
    view.showGridLines, view.zoomScale = False, 110
    format_.defaultRowHeight, format_.customHeight = _ROW_HEIGHT, True
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    margins.left = margins.right = 0.5
    margins.top, margins.bottom, margins.footer = 0.6, 0.8, 0.35
    if (footer := sheet.oddFooter) is not None:  # which is false while it is empty
        for part, text in ((footer.left, "&A"), (footer.right, "&P / &N")):
            part.text, part.size, part.color = text, 9, style.QUIET


def upright(sheet: Worksheet) -> None:
    """Print a long list on portrait pages with narrow margins, for more rows on each."""
    sheet.page_setup.orientation = "portrait"
    sheet.page_margins.left = sheet.page_margins.right = 0.3


def spread(canvas: Canvas, shown: Sequence[str]) -> None:
    """Print a wide sheet on as many pages as keep it legible, with the first column on each."""
    width = sum(canvas.sheet.column_dimensions[letters].width for letters in shown)
    canvas.sheet.page_setup.fitToWidth = max(1, round(width / _PAGE_WIDTH))
    canvas.sheet.print_title_cols = "A:A"


def _add_column(canvas: Canvas, column: Column) -> None:
    sheet, letters = canvas.sheet, canvas.columns[column.key]
    look_of(column).dress(sheet.column_dimensions[letters])
    sheet.column_dimensions[letters].width = column.width
    heading = style.HEADINGS[column.writer is Writer.RUNNER, column.kind in _CENTRED]
    cell = sheet[f"{letters}{HEADER}"]
    put(cell, column.heading, heading)
    add_validation(sheet, hint(column), cell.coordinate)
    add_validation(sheet, validation(column), canvas.area(column.key))


def add_validation(sheet: Worksheet, rule: DataValidation | None, area: str) -> None:
    """Attach a hint or a dropdown to an area."""
    if rule is not None:
        rule.add(area)
        sheet.add_data_validation(rule)


def hint(column: Column) -> DataValidation | None:
    """Return the help of a column, shown when its heading is selected."""
    if not column.help:
        return None
    return DataValidation(
        showInputMessage=True,
        promptTitle=column.heading[:_LONGEST_TITLE],
        prompt=column.help[:_LONGEST_PROMPT],
    )


def validation(column: Column) -> DataValidation | None:
    """Return the dropdown or limit of a column's cells, with its hint and what it says when
    refused. Names and results have a hint at their heading alone: a box beside each cell would hide
    the next ones."""
    if column.kind is CellKind.NAME:
        return DataValidation(type="list", formula1=PLAYER_NAMES, showErrorMessage=False)
    if column.kind is CellKind.KEY:
        error = "Runner fills this column and finds the row by it. Leave it as it is."
        rule = DataValidation(type="custom", formula1="FALSE", error=error)
    elif column.choices:
        rule = _dropdown(column)
    elif column.kind is CellKind.COUNT:
        least, most = str(column.least), str(column.most)
        error = f"Type a whole number from {least} to {most}, or leave the cell empty."
        rule = DataValidation("whole", least, most, operator="between", error=error)
    elif column.kind is CellKind.TIME:
        error = "Type a time of day such as 14:10, or leave the cell empty."
        rule = DataValidation("time", "0", _LAST_SECOND, operator="between", error=error)
    else:
        return None if column.kind in _NO_BOX else hint(column)
    rule.errorTitle = rule.promptTitle = column.heading[:_LONGEST_TITLE]
    rule.showErrorMessage, rule.showInputMessage = column.strict, True
    rule.prompt = column.help[:_LONGEST_PROMPT]
    return rule


def _dropdown(column: Column) -> DataValidation:
    labels = [choice.label for choice in column.choices]
    short, error = ",".join(labels), f"Choose one of these: {', '.join(labels)}."[:_LONGEST_PROMPT]
    own = len(short) <= _LONGEST_LIST and not any("," in label for label in labels)
    return DataValidation("list", f'"{short}"' if own else LONG_LISTS[column.key], error=error)
