"""The tables of the published round: seating and results."""

from collections.abc import Iterator, Sequence

from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import _
from runner.core.names import plain
from runner.core.rounds import Outcome, Seat, Table
from runner.render import text as texts
from runner.render.directory import Person
from runner.render.screens.hall import Hall
from runner.render.site import qualifiers


def pairings(hall: Hall) -> object:
    """Return a row for each player: last name, first names, both folded, table, seat from 0, and
    the reason for having no table. `letters`: seats have letters, as more than two sit at some
    table. In team events, `rows` are for members, `teams` for teams, and `letters` means that each
    member has a seat."""
    rows = dict(_rows(hall))
    data = {
        "letters": any(len(table.seats) > 2 for table in hall.tables),
        "rows": [rows[player] for player in hall.directory.alphabetical(rows)],
    }
    people = hall.directory.each(rows)
    if people.keys() == rows.keys():
        return data
    members = {key: _member(rows[player], person) for key, (player, person) in people.items()}
    return {
        "letters": any(person.seat for _player, person in people.values()),
        "rows": [members[key] for key in hall.directory.alphabetical(members)],
        "teams": data["rows"],
    }


def _member(row: Sequence[object], person: Person) -> list[object]:
    """Return a member's row, made from the team's."""
    seat = SEAT_LETTERS.index(person.seat) if person.seat else row[4]
    return [*_named(person), row[3], seat, row[5]]


def _rows(hall: Hall) -> Iterator[tuple[str, list[object]]]:
    if hall.round is None or hall.phase is None:
        return
    for table in hall.tables:
        for at, player in enumerate(table.players):
            yield player, [*_named(hall.directory[player]), table.number, at, ""]
    for player, words in qualifiers.without_table(hall.phase, hall.round).items():
        yield player, [*_named(hall.directory[player]), 0, 0, words]


def _named(person: Person) -> tuple[str, str, str]:
    return (*person.last_and_first, plain(person.last_first))


def results(hall: Hall) -> object:
    """Return a row for each finished table: its number, the result in words, from the winner's
    side, and the names of the winners, or of both if two drew, and of the loser of two: lists of
    last and first name."""
    if hall.veiled:
        return {"rows": []}
    playing = set(hall.playing)
    done = [table for table in hall.tables if table.number not in playing]
    return {"rows": [_row(hall, table) for table in done]}


def _row(hall: Hall, table: Table) -> list[object]:
    won, two = winners(table), len(table.seats) == 2
    named = won or (list(table.seats) if two and _drawn(table) else [])
    lost = [seat for seat in table.seats if two and len(won) == 1 and seat not in won]
    how = _ended(table, table.seats.index(won[0]) if won else 0)
    names = [[hall.name(seat.player) for seat in seats] for seats in (named, lost)]
    return [table.number, how, *names]


def words(hall: Hall, table: Table) -> str:
    """Return the result of a table; "" while it is playing, or if results are hidden."""
    return "" if hall.veiled or table.number in hall.playing else _ended(table)


def _ended(table: Table, first: int = 0) -> str:
    if winners(table):
        return texts.score(table, first)
    return texts.draw(agreed=table.intentional) if _drawn(table) else _("Nobody won")


def _drawn(table: Table) -> bool:
    return any(seat.outcome is Outcome.DRAW for seat in table.seats)


def winners(table: Table) -> list[Seat]:
    """Return the winners of a table, or the players with the most points there."""
    seats = table.seats
    won = [seat for seat in seats if seat.outcome is Outcome.WIN]
    scored = [seat.points for seat in seats if seat.points is not None]
    if won or not scored:
        return won
    return [seat for seat in seats if seat.points == max(scored)]
