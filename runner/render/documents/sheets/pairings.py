"""Pairings for the wall, by last name and by table."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import _, ngettext
from runner.core.rounds import Round, Table
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet
from runner.render.site import qualifiers

_ACROSS = 10
"""Maximum number of seats in one row."""
_LARGE = 500  # names; a second font in each row takes WeasyPrint over a millisecond


class NameLine(NamedTuple):
    """A player with table and seat letter, or with the reason for having none in `words`."""

    name: str
    table: str = ""
    seat: str = ""
    words: str = ""


class PairingsByName(ListedSheet):
    """The pairings by last name, grouped under large initials."""

    KEY = "pairings"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return each person in the round, once, in two parallel lists."""
        played = round_of(snapshot, round_id)
        if played is None:
            return None
        directory = Directory(snapshot)
        spots = _lines(snapshot, played, directory)
        lines = {
            key: spot._replace(name=person.last_first, seat=person.seat if spot.table else "")
            if person.team
            else spot
            for key, (player, person) in directory.each(spots).items()
            for spot in [spots[player]]
        }
        order = directory.alphabetical(lines)
        letters = directory.by_letter((key, lines[key]) for key in order)
        rows = tuple(
            Row(
                (line.name, line.table, line.words or line.seat),
                "" if at else group.letter, line.name.split(",")[0],
            )
            for group in letters
            for at, line in enumerate(group.rows)
            if isinstance(line, NameLine)
        )  # fmt: skip
        large = len(lines) <= _LARGE
        seat = _("Seat") if any(line.seat for line in lines.values()) else ""
        columns = (
            Column(_("Player"), points=13.0),
            Column(_("Table"), 0.0, end=True, points=17.0 if large else 13.0, bold=large),
            Column(seat, 0.0, points=13.0),
        )
        note = ngettext("{n} player", "{n} players", len(lines))
        title = _("Pairings, {round}", round=snapshot.title(round_id))
        return Content(title, Listed(note, (Part(columns, rows, abreast=2, air=0.4, points=13.0),)))


class PairingsByTable(ListedSheet):
    """The tables with their players, and space for results."""

    KEY = "tables"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return all tables of the round, by number."""
        played = round_of(snapshot, round_id)
        return by_table(snapshot, played) if played else None


class Outstanding(ListedSheet):
    """The tables still playing, for judges at the end of a round."""

    KEY = "outstanding"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the tables without a result, or None if there are none."""
        played = round_of(snapshot, round_id)
        if played is None or all(table.finished or not table.seats for table in played.tables):
            return None
        return by_table(snapshot, played, outstanding=True)


def by_table(snapshot: Snapshot, played: Round, *, outstanding: bool = False) -> Content:
    """Return the tables of a round and the players without one, or if `outstanding` only the tables
    still playing. Players at large tables are listed below one another."""
    directory = Directory(snapshot)
    wanted = [
        table
        for table in sorted(played.tables, key=lambda table: table.number)
        if table.seats and not (outstanding and table.finished)
    ]
    most = max((len(table.seats) for table in wanted), default=2)
    if most > _ACROSS:
        parts = tuple(_round_a_table(table, directory) for table in wanted)
    else:
        parts = (_across(wanted, most, directory),)
    title = snapshot.title(played.id)
    if outstanding:
        title = _("Tables still playing, {round}", round=title)
    else:
        title = _("Tables, {round}", round=title)
        lines = _lines(snapshot, played, directory).values()
        resting = sorted((line.name, line.words) for line in lines if line.words)
        if resting:
            rows = tuple(map(Row, resting))
            parts += (Part((Column(), Column()), rows, title=_("Without a table")),)
    return Content(title, Listed(ngettext("{n} table", "{n} tables", len(wanted)), parts))


def _across(tables: list[Table], most: int, directory: Directory) -> Part:
    """Return a row for each table: its number, its players by seat, and space for a result."""
    heads = (
        _("Seat {seat}", seat=seat_letter(at)) if most > 2 else _("Player") for at in range(most)
    )
    columns = (
        Column(_("Table"), 0.0, end=True, points=15.0, bold=True),
        *map(Column, heads),
        Column(_("Result"), 22.0),
    )
    rows = (
        (str(table.number), *_names(table, directory), *[""] * (most - len(table.seats)), "")
        for table in tables
    )
    return Part(columns, tuple(map(Row, rows)))


def _round_a_table(table: Table, directory: Directory) -> Part:
    """Return the players at a large table, in two parallel lists."""
    columns = (Column(width=0.0, end=True, points=13.0, bold=True), Column())
    names = enumerate(_names(table, directory))
    rows = tuple(Row((seat_letter(at), name)) for at, name in names)
    return Part(columns, rows, title=_("Table {table}", table=table.number), abreast=2)


def _names(table: Table, directory: Directory) -> list[str]:
    """Return the players at a table, and members of teams: "Red Foxes: Ana Example, Bo Other"."""
    names = []
    for seat in table.seats:
        people = ", ".join(person.name for person in directory.team(seat.player))
        names.append(f"{directory[seat.player].last_first}{people and f': {people}'}")
    return names


def round_of(snapshot: Snapshot, round_id: RoundId) -> Round | None:
    """Return a published round, or None."""
    return next((played for played in snapshot.rounds if played.id == round_id), None)


def _lines(snapshot: Snapshot, played: Round, directory: Directory) -> dict[str, NameLine]:
    """Return a line for each player in the round, by id."""
    out = qualifiers.without_table(snapshot.phases[played.id.phase - 1], played)
    seated = {
        seat.player: NameLine(
            directory[seat.player].last_first, str(table.number),
            seat_letter(at) if len(table.seats) > 2 else "",
        )
        for table in played.tables
        for at, seat in enumerate(table.seats)
    }  # fmt: skip
    return seated | {
        player: NameLine(directory[player].last_first, words=words) for player, words in out.items()
    }
