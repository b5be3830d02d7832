"""The sheets of the rounds: a row for each table that may be needed, before anything is paired; and
the colours that say which results are doubtful, missing, made up or there."""

from collections.abc import Iterable
from math import ceil, log

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.worksheet.datavalidation import DataValidation

from runner import phases
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.results import ByOrder, StarWin
from runner.core.round_sheet import Row
from runner.rules.elimination import won_by
from runner.rules.ruleset import Ruleset, ruleset
from runner.workbook.round_schema import PLAYING_ON, REHEARSED, ROW_WORDS, offered, round_schema
from runner.workbook.template import style
from runner.workbook.template.canvas import (
    FIRST,
    HEADER,
    Canvas,
    add_validation,
    lay_out,
    spread,
    upright,
)

_SPARE = {RowKind.BYE: 4, RowKind.ABSENT: 8}
_PLAYERS_UNKNOWN = 64
_ACROSS = 37  # rows of a landscape page
_CIRCLES = 2  # a round in one circle, and a second one if it has to be
_BESIDE_TABLE = 2  # which column the result is then, from 0
_FAR = "$AZ"  # as far to the right as a seat may be added


def add_rounds(book: Workbook, event: Event, rounds: int, tables: int) -> list[RoundId]:
    """Add a sheet for each round that the phases plan or already have, in order."""
    ids = []
    for phase in event.phases:
        rules, _ = ruleset(phase, event.settings)
        played = [sheet.id.number for sheet in event.rounds if sheet.id.phase == phase.number]
        count = max(_planned(phase, rules, rounds), *played, 1)
        rows = tables if tables and not phase.cut else _tables(event, phase, rules)
        seats = phases.seats_needed(phase, rules, _fields(event, phase, rules, rows))
        for number in range(1, count + 1):
            ids.append(RoundId(phase.number, number))
            _add_round(book, event, phase, ids[-1], rows, seats, rules)
    return ids


def _planned(phase: Phase, rules: Ruleset, rounds: int) -> int:
    """Return how many sheets a phase gets: as it says, or as many as a playoff of its size
    takes."""
    if phase.rounds is not None:
        return phase.rounds
    if phase.cut is None:
        return rounds
    return ceil(log(max(phase.cut, 2), rules.pod_size) - 1e-9)


def _tables(event: Event, phase: Phase, rules: Ruleset) -> int:
    """Enough for everybody and, in the first phase, a fifth more who come late; a circle is one."""
    if rules.played_as and rules.played_as.circle:
        return _CIRCLES
    if phase.cut:
        return ceil(phase.cut / min(rules.pod_size, 3))
    players = max(len(event.players) * 6 / 5, 8) if event.players else _PLAYERS_UNKNOWN
    smallest = max(rules.pod_size - 1, 2)
    return ceil(players / rules.pod_size) + (smallest if phase.mode is Mode.MULTIPLAYER else 1)


def _fields(event: Event, phase: Phase, rules: Ruleset, tables: int) -> range:
    """Return how many may play in a round of the phase, once some have come late and some have
    left. All in one circle those who are there, since a seat more can be added at any time."""
    if rules.played_as and rules.played_as.circle:
        there = phase.cut or len(event.players) or rules.pod_size
        return range(there, there + 1)
    least = tables if phase.cut else len(event.players) // 2 or tables
    return range(least, (phase.cut or tables * rules.pod_size) + 1)


def _add_round(
    book: Workbook, event: Event, phase: Phase, id_: RoundId, tables: int, seats: int,
    rules: Ruleset,
) -> None:  # fmt: skip
    won = won_by(rules)
    order = isinstance(won, ByOrder | StarWin)
    sheet = event.sheet(id_)
    typed = {row.key: row for row in sheet.rows} if sheet else {}
    keys = _keys(id_, phase, event, tables, typed)
    seats = max(seats, *(len(row.seats) for row in typed.values()), 0)
    schema = round_schema(id_, seats, phase.title(id_.number), order=order)
    beside = [column.key for column in schema.columns].index("result") == _BESIDE_TABLE
    canvas = lay_out(book, schema, len(keys), ("result" if beside else "table"), style.TAB_ROUND)
    if order:
        _dress_results(canvas, seats, tables)
    for at, key in enumerate(keys):
        _add_row(canvas, FIRST + at, key, typed.get(key))
    if not order:
        usual = offered(seats, rules.games(id_.number), won)  # anything else may be typed too
        rule = DataValidation(type="list", formula1=f'"{usual}"', showErrorMessage=False)
        add_validation(canvas.sheet, rule, canvas.area("result"))
    canvas.colour(_colours_by_order(canvas, seats) if order else _colours(canvas, seats))
    if beside:
        spread(canvas, [*canvas.columns.values()])
    elif seats < 3 or len(keys) > _ACROSS:
        upright(canvas.sheet)
    _protect(canvas)


def _keys(
    id_: RoundId, phase: Phase, event: Event, tables: int, typed: Iterable[RowKey]
) -> list[RowKey]:
    """Return every row of the sheet: tables upwards from the first one, then byes, then
    absences."""
    first = phase.settings.get("first_table", event.settings.get("first_table", 1))
    start = first if isinstance(first, int) else 1
    numbers = {RowKind.TABLE: set(range(start, start + tables))}
    numbers |= {kind: set(range(1, spare + 1)) for kind, spare in _SPARE.items()}
    for key in typed:
        numbers[key.kind].add(key.number)
    return [RowKey(id_, kind, number) for kind in numbers for number in sorted(numbers[kind])]


def _add_row(canvas: Canvas, at: int, key: RowKey, row: Row | None) -> None:
    canvas.put("key", at, str(key), style.KEY)
    numbered = key.kind is RowKind.TABLE
    table = key.number if numbered else ROW_WORDS[key.kind]
    canvas.put("table", at, table, style.TABLE if numbered else style.NO_TABLE)
    if row is None:
        return
    for number, name in enumerate(row.seats, 1):
        canvas.put(f"seat {number}", at, name)
    canvas.put("result", at, row.result, style.ORDER if "games" not in canvas.columns else None)
    if row.games and "games" in canvas.columns:
        canvas.put("games", at, row.games)
    canvas.put("note", at, row.noted or (REHEARSED if row.rehearsed else ""))


def _colours(canvas: Canvas, seats: int) -> list[tuple[str, Rule]]:
    """Colour the rows: red for doubtful, amber for missing, violet for rehearsed, green for
    finished."""
    cell = {key: f"${letters}{FIRST}" for key, letters in canvas.columns.items()}
    table, first, result, games = cell["table"], cell["seat 1"], cell["result"], cell["games"]
    seated = f'AND(ISNUMBER({table}),{first}<>"")'
    letter = f"CODE(UPPER({result}))-64"
    own = f"INDEX({first}:{cell[f'seat {seats}']},1,{letter})"
    # right of what is there
    added = f'MATCH("Seat "&UPPER({result}),$A${HEADER}:{_FAR}${HEADER},0)'
    in_seat = f"IF({letter}<={seats},{own},INDEX($A{FIRST}:{_FAR}{FIRST},1,{added}))"
    doubtful = (
        f"OR(AND(ISNUMBER({result}),{result}>31),AND({seated},LEN({result})=1,"
        f'IFERROR(IF(AND({letter}>=1,{letter}<=26),{in_seat}="",FALSE),TRUE)))'
    )
    silent = f'OR(AND({result}="",{games}=""),ISNUMBER(SEARCH("{PLAYING_ON}",{result})))'
    return _by_colour(canvas, doubtful,
        f"AND({seated},{silent})",
        f"AND({seated},NOT({silent}),NOT({doubtful}))")  # fmt: skip


def _by_colour(
    canvas: Canvas, doubtful: str, missing: str, finished: str
) -> list[tuple[str, Rule]]:
    """Return the rules by three formulas; violet, for rehearsed results, goes by the note."""
    note, results = f"${canvas.columns['note']}{FIRST}", canvas.area("result")
    rehearsed = f'LEFT(LOWER({note}),{len(REHEARSED)})="{REHEARSED}"'
    ends = f"A{FIRST}:{canvas.columns['table']}{canvas.last}"
    return [
        (results, style.when(doubtful, style.RED, style.RED_INK, stop=True)),
        (results, style.when(missing, style.AMBER, style.AMBER_INK, stop=True)),
        (results, style.when(rehearsed, style.VIOLET, style.VIOLET_INK, stop=True)),
        (ends, style.when(finished, style.GREEN, style.GREEN_INK)),
    ]


def _protect(canvas: Canvas) -> None:
    """Only keys, table numbers and headings are locked, without a password: an organiser who
    types over everything else, widens, sorts or adds columns never meets the lock."""
    lock = canvas.sheet.protection
    lock.sheet = True
    lock.formatCells = lock.formatColumns = lock.formatRows = False
    lock.insertColumns = lock.insertRows = lock.insertHyperlinks = False
    lock.sort = lock.autoFilter = False
    lock.objects = lock.scenarios = False


_BETWEEN = ",;+=&>"
_FAR_BY_ORDER = "$CZ"  # as far to the right as a seat may be added
_SIGNS = 4  # that a player takes: "28, "
_LINE = 15.5
_ENDS = ("time", "draw", "win", "unfinished")


def _dress_results(canvas: Canvas, seats: int, tables: int) -> None:
    """Results from the left, with as many lines as it takes to name everybody."""
    column = canvas.columns["result"]
    style.ORDER.dress(canvas.sheet.column_dimensions[column])
    for row in range(FIRST, canvas.last + 1):
        canvas.sheet[f"{column}{row}"].style = style.ORDER.name
    lines = -(-_SIGNS * seats // canvas.schema.column("result").width)
    for row in range(FIRST, FIRST + tables) if lines > 1 else ():
        canvas.sheet.row_dimensions[row].height = _LINE * lines


def _colours_by_order(canvas: Canvas, seats: int) -> list[tuple[str, Rule]]:
    """Red where more are named than sit there, amber while so few are that the table plays, violet
    for rehearsed, green for finished."""
    cell = {key: f"${letters}{FIRST}" for key, letters in canvas.columns.items()}
    table, first, result = cell["table"], cell["seat 1"], cell["result"]
    is_there = f'AND(ISNUMBER({table}),{first}<>"")'
    headings, row = (f"$A${HEADER}:{_FAR_BY_ORDER}${HEADER}", f"$A{FIRST}:{_FAR_BY_ORDER}{FIRST}")
    seated = f'SUMPRODUCT((LEFT({headings},5)="Seat ")*({row}<>"")*({row}<>"-"))'
    without = result
    for sign in _BETWEEN:
        without = f'SUBSTITUTE({without},"{sign}","")'
    named = f'IF({result}="",0,LEN({result})-LEN({without})+1)'
    ended = "OR(" + ",".join(f'ISNUMBER(SEARCH("{word}",{result}))' for word in _ENDS) + ")"
    plays = f'OR({result}="",AND(NOT({ended}),{named}<{seated}-1))'
    too_many = f"AND({is_there},NOT({ended}),{named}>{seated})"
    missing, finished = f"AND({is_there},{plays})", f"AND({is_there},NOT({plays}))"
    return _by_colour(canvas, too_many, missing, finished)
