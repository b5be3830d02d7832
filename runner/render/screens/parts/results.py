"""How the tables of the round have ended, as far as they have."""

from collections.abc import Sequence

from runner.core.event import Outcome, Seat, Table
from runner.core.language import _, pgettext
from runner.render import text as texts
from runner.render.screens.hall import Hall


def part(hall: Hall) -> object:
    """A row a finished table: its number, what happened in words, and the last and first names of
    who won, one after the other."""
    if hall.phase is None or hall.phase.veiled:
        return {"rows": []}
    playing = set(hall.playing)
    done = [table for table in hall.tables if table.number not in playing]
    return {"rows": [_row(hall, table) for table in done]}


def _row(hall: Hall, table: Table) -> list[object]:
    winners = _winners(table.seats)
    names = [part for seat in winners for part in hall.name(seat.player)]
    if winners:
        return [table.number, texts.score(table), *names]
    drawn = any(seat.outcome is Outcome.DRAW for seat in table.seats)
    return [table.number, pgettext("result", "Draw") if drawn else _("Nobody won")]


def _winners(seats: Sequence[Seat]) -> list[Seat]:
    won = [seat for seat in seats if seat.outcome is Outcome.WIN]
    scored = [seat.points for seat in seats if seat.points is not None]
    if won or not scored:
        return won
    return [seat for seat in seats if seat.points == max(scored)]
