"""The colours of results where a table is reported by who went out, in order."""

from openpyxl.formatting.rule import Rule

from runner.workbook.schema import REHEARSED
from runner.workbook.template import style
from runner.workbook.template.canvas import FIRST, HEADER, Canvas

_BETWEEN = ",;+=&>"
_FAR = "$CZ"  # as far to the right as a seat may be added
_SIGNS = 4  # that a player takes: "28, "
_LINE = 15.5
_ENDS = ("time", "draw", "win", "unfinished")


def dress_results(canvas: Canvas, seats: int, tables: int) -> None:
    """Results from the left, with as many lines as it takes to name everybody."""
    column = canvas.columns["result"]
    style.ORDER.dress(canvas.sheet.column_dimensions[column])
    for row in range(FIRST, canvas.last + 1):
        canvas.sheet[f"{column}{row}"].style = style.ORDER.name
    width = canvas.schema.column("result").width
    lines = -(-_SIGNS * seats // width)
    for row in range(FIRST, FIRST + tables) if lines > 1 else ():
        canvas.sheet.row_dimensions[row].height = _LINE * lines


def colours_by_order(canvas: Canvas, seats: int) -> list[tuple[str, Rule]]:
    """Red where more are named than sit there, amber while so few are that the table plays, violet
    for rehearsed, green for finished."""
    cell = {key: f"${letters}{FIRST}" for key, letters in canvas.columns.items()}
    table, first, result = cell["table"], cell["seat 1"], cell["result"]
    is_there = f'AND(ISNUMBER({table}),{first}<>"")'
    headings, row = (f"$A${HEADER}:{_FAR}${HEADER}", f"$A{FIRST}:{_FAR}{FIRST}")
    seated = f'SUMPRODUCT((LEFT({headings},5)="Seat ")*({row}<>"")*({row}<>"-"))'
    without = result
    for sign in _BETWEEN:
        without = f'SUBSTITUTE({without},"{sign}","")'
    named = f'IF({result}="",0,LEN({result})-LEN({without})+1)'
    ended = "OR(" + ",".join(f'ISNUMBER(SEARCH("{word}",{result}))' for word in _ENDS) + ")"
    plays = f'OR({result}="",AND(NOT({ended}),{named}<{seated}-1))'
    rehearsed = f'LEFT(LOWER({cell["note"]}),{len(REHEARSED)})="{REHEARSED}"'
    results = canvas.area("result")
    ends = f"A{FIRST}:{canvas.columns['table']}{canvas.last}"
    too_many = f"AND({is_there},NOT({ended}),{named}>{seated})"
    green = style.when(f"AND({is_there},NOT({plays}))", style.GREEN, style.GREEN_INK)
    return [
        (results, style.when(too_many, style.RED, style.RED_INK, stop=True)),
        (results, style.when(f"AND({is_there},{plays})", style.AMBER, style.AMBER_INK, stop=True)),
        (results, style.when(rehearsed, style.VIOLET, style.VIOLET_INK, stop=True)),
        (ends, green),
    ]
