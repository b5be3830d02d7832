"""The sheet of a round, declared once: its columns, its name, and the words that stand in it."""

import re
from functools import cache
from unicodedata import normalize

from runner.core.identifiers import SEAT_LETTERS, RoundId, RowKind, seat_letter
from runner.core.results import Order, ParseContext, usual_games
from runner.workbook.column import CellKind, Column, SheetSchema, Writer

REHEARSED = "rehearsal"
"""The note beside a result that `runner rehearse` made up; clear it and the result is real."""
PLAYING_ON = "playing on"
"""Under Result, after a game that was drawn: the table has no result yet."""
ROW_WORDS = {RowKind.BYE: "bye", RowKind.ABSENT: "absent"}
"""What stands under Table in rows that are no table."""
ROUND_SEATS = 64
"""So many seats a round's sheet may have columns for."""
_MANY_SEATS = 6
"""With more than so many, the result stands beside the table's number."""


@cache
def round_columns(seats: int, *, order: bool = False) -> tuple[Column, ...]:
    """Return the columns of a round's sheet with that many seats a table; by `order` its tables are
    reported by who went out."""
    result = Column("result", "Result", _ORDER_HELP if order else _RESULT_HELP[seats == 2],
                    CellKind.RESULT, required=True, aliases=("Winner",),
                    width=min(max(18, 3 * seats), 48) if order else 16, public=True)  # fmt: skip
    games = Column("games", "Games", "Only if needed: games won by each seat, then games drawn: "
                   "1-0-0-0.", CellKind.RESULT, width=10, public=True)  # fmt: skip
    results = (result,) if order else (result, games)
    beside = seats > _MANY_SEATS
    return (
        Column("key", "Key", "Runner finds the row by it. Leave it as it is.", CellKind.KEY,
               writer=Writer.RUNNER, width=9, public=True),
        Column("table", "Table", "The table’s number; “bye” or “absent” for those who don’t play.",
               writer=Writer.RUNNER, aliases=("Table number", "Tisch"), width=8, public=True),
        *(results if beside else ()),
        *(_seat_column(at, seats) for at in range(seats)),
        *(() if beside else results),
        Column("note", "Note", "For you. Beside a changed name or a corrected result it is the "
               "reason, and is shown on the round’s page.",
               aliases=("Notes", "Remark"), width=26),
    )  # fmt: skip


def _seat_column(at: int, seats: int) -> Column:
    letter, width = seat_letter(at), 26 if seats <= 4 else 22 if seats <= _MANY_SEATS else 19
    aliases = (letter, f"Player {letter}", f"Seat {at + 1}", f"Player {at + 1}")
    return Column(f"seat {at + 1}", f"Seat {letter}", "Runner writes the name. To change a "
                  "pairing by hand, type another name over it; “-” takes the player out.",
                  CellKind.NAME, writer=Writer.RUNNER, aliases=aliases, required=True, width=width,
                  public=True)  # fmt: skip


_ORDER_HELP = (
    "Who went out, in order: C, F, A. Who is not named is the last one in. A+F: both at once. "
    "“time” at the end: the others were still in. “F penalty” takes no points. “F, F drop”: F "
    "leaves after this round."
)
_RESULT_HELP = {
    False: "The winner’s seat letter, or draw. “A, D drop”: D leaves after this round. “draw, C "
    "conceded”. “ID”: an intentional draw; “ID, playing on” where the pod agrees to draw a "
    "game and plays another.",
    True: "Games won by A, by B, and drawn: 2-0, 2-1, 1-1-1. An intentional draw is 0-0-3. "
    "“2-1, B drop”: B leaves after this round.",
}


def round_schema(
    round_id: RoundId, seats: int, title: str = "", *, order: bool = False
) -> SheetSchema:
    """Return the sheet of a round; `title` stands above its table."""
    return SheetSchema(
        round_id.sheet,
        title,
        "Runner writes the names. Type results as they come, by table number; then save.",
        round_columns(seats, order=order),
    )


_ROUND_SHEET = re.compile(r"(?:phase\s*0*([0-9]{1,3})\s*)?round\s*0*([0-9]{1,3})")
_LIKE_ONE = re.compile(
    r"(?:(?:\b|_)phase[\W_]*0*([0-9]{1,3})[\W_]*)?(?:\b|_)round[\W_]*0*([0-9]{1,5})"
)


def round_of_sheet(sheet: str) -> RoundId | None:
    """Return the round that a tab is for: "Round 3", "Phase 2 Round 1"; None for any other. Case,
    blanks and noughts in front make no difference; any further sign makes it another tab."""
    match = _ROUND_SHEET.fullmatch(sheet.strip().casefold())
    return RoundId(int(match[1] or 1), int(match[2])) if match else None


def like_a_round(sheet: str) -> RoundId | None:
    """Return the round that a tab is called after without being its sheet, as a copy is: "Round 3
    (2)", "Round 3_2", "Copy of Round 3", "Round 3.1", or full-width as some keyboards type it; None
    for any other, and for a round's own."""
    if round_of_sheet(sheet):
        return None
    typed = sheet.casefold()
    match = _LIKE_ONE.search(typed) or _LIKE_ONE.search(normalize("NFKC", typed))
    return RoundId(int(match[1] or 1), int(match[2])) if match else None


def offered(seats: int, best_of: int = 3, order: Order | None = None) -> str:
    """Return the list for tables with so many seats, as a dropdown has it; the games of two as a
    match in the best of so many ends."""
    usual = usual_games(ParseContext(("", ""), best_of, order=order))
    return ",".join(usual if seats == 2 else (*SEAT_LETTERS[:seats], "draw", "ID"))
