"""Who sits where, for the wall: by last name, and by table."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import Round, RoundId, seat_letter
from runner.core.language import _, ngettext
from runner.render.directory import Directory, Letter, Person
from runner.render.documents.listing import Column, Part
from runner.render.documents.listing import Row as ListRow
from runner.render.documents.sheets.listed import ListedSheet
from runner.render.documents.sheets.sheet import Content
from runner.render.site import qualifiers

_ACROSS = 10
"""So many seats have room beside one another."""


class NameLine(NamedTuple):
    """A player with table and seat letter, or in words why there is none."""

    name: str
    table: str = ""
    seat: str = ""
    words: str = ""


class ByNameView(NamedTuple):
    """Everybody of a round by last name."""

    note: str
    letters: tuple[Letter, ...]


class TableRow(NamedTuple):
    """A table with its names by seat, and how it ended, "" while it plays."""

    number: int
    names: tuple[str, ...]
    result: str = ""


class ByTableView(NamedTuple):
    """The tables of a round; `seats` head the columns, and `resting` are those without a table."""

    note: str
    seats: tuple[str, ...]
    tables: tuple[TableRow, ...]
    resting: tuple[tuple[str, str], ...]


class PairingsByName(ListedSheet):
    """The pairings by last name, under large letters."""

    KEY, TEMPLATE = "pairings", "pairings.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Everybody who is in the round, once."""
        played = round_of(snapshot, round_id)
        if played is None:
            return None
        directory = Directory(snapshot)
        spots = _lines(snapshot, played, directory)
        lines = {
            key: _of_member(spots[player], person) if person.team else spots[player]
            for key, (player, person) in directory.each(spots).items()
        }
        order = directory.alphabetical(lines)
        letters = directory.by_letter((key, lines[key]) for key in order)
        note = ngettext("{n} player", "{n} players", len(lines))
        return Content(_("Pairings, {round}", round=snapshot.title(round_id)),
                       ByNameView(note, letters))  # fmt: skip

    def parts(self, view: ByNameView) -> tuple[Part, ...]:
        """Two lists abreast."""
        columns = (Column(), Column(width=0.0, end=True, points=13.0, bold=True))
        rows = (
            ListRow(
                (line.name, line.words or f"{line.table} {line.seat}".rstrip()),
                "" if at else group.letter, line.name.split(",")[0],
            )
            for group in view.letters
            for at, line in enumerate(group.rows)
            if isinstance(line, NameLine)
        )  # fmt: skip
        return (Part(columns, tuple(rows), abreast=2, air=0.9),)


class _Tables(ListedSheet):
    """Tables with their players."""

    def parts(self, view: ByTableView) -> tuple[Part, ...]:
        """The tables, and those without one; of large ones the players below one another."""
        if len(view.seats) > _ACROSS:
            return tuple(_round_a_table(table) for table in view.tables) + _resting(view)
        columns = (
            Column(_("Table"), 0.0, end=True, points=15.0, bold=True),
            *(Column(seat) for seat in view.seats),
            Column(_("Result"), 22.0),
        )
        rows = (ListRow((str(table.number), *table.names, table.result)) for table in view.tables)
        return (Part(columns, tuple(rows)), *_resting(view))


def _round_a_table(table: TableRow) -> Part:
    """Everybody at a large table, in two columns."""
    columns = (Column(width=0.0, end=True, points=13.0, bold=True), Column())
    rows = (ListRow((seat_letter(at), name)) for at, name in enumerate(table.names) if name)
    return Part(columns, tuple(rows), title=_("Table {table}", table=table.number), abreast=2)


def _resting(view: ByTableView) -> tuple[Part, ...]:
    """Those without a table, if there are some."""
    if not view.resting:
        return ()
    rows = tuple(ListRow(line) for line in view.resting)
    return (Part((Column(), Column()), rows, title=_("Without a table")),)


class PairingsByTable(_Tables):
    """The tables with their players, and room for results."""

    KEY, TEMPLATE = "tables", "tables.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Every table of the round, by number."""
        played = round_of(snapshot, round_id)
        return by_table(snapshot, played) if played else None


class Outstanding(_Tables):
    """The tables that still play, for judges at the end of a round."""

    KEY, TEMPLATE = "outstanding", "tables.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Those without a result; None where all have one."""
        played = round_of(snapshot, round_id)
        if played is None or all(table.finished or not table.seats for table in played.tables):
            return None
        return by_table(snapshot, played, outstanding=True)


def by_table(snapshot: Snapshot, played: Round, *, outstanding: bool = False) -> Content:
    """The tables of a round; those that still play where only they are wanted."""
    directory = Directory(snapshot)
    wanted = [
        table
        for table in sorted(played.tables, key=lambda table: table.number)
        if table.seats and not (outstanding and table.finished)
    ]
    most = max((len(table.seats) for table in wanted), default=2)
    rows = tuple(
        TableRow(
            table.number,
            tuple(_with_people(seat.player, directory) for seat in table.seats)
            + ("",) * (most - len(table.seats)),
        )
        for table in wanted
    )
    heads = tuple(
        _("Seat {seat}", seat=seat_letter(at)) if most > 2 else _("Player") for at in range(most)
    )
    lines = _lines(snapshot, played, directory)
    resting = [] if outstanding else [
        (line.name, line.words) for line in lines.values() if line.words
    ]  # fmt: skip
    title = snapshot.title(played.id)
    title = (
        _("Tables still playing, {round}", round=title)
        if outstanding
        else _("Tables, {round}", round=title)
    )
    note = ngettext("{n} table", "{n} tables", len(rows))
    return Content(title, ByTableView(note, heads, rows, tuple(sorted(resting))))


def _of_member(spot: NameLine, person: Person) -> NameLine:
    """Where a member sits: with their team."""
    return spot._replace(name=person.last_first, seat=person.seat if spot.table else "")


def _with_people(player: str, directory: Directory) -> str:
    """ "Red Foxes: Ana Example, Bo Other", or who plays alone."""
    people = ", ".join(person.name for person in directory.team(player))
    return f"{directory[player].last_first}{people and f': {people}'}"


def round_of(snapshot: Snapshot, round_id: RoundId) -> Round | None:
    """A round that is out, or None."""
    return next((played for played in snapshot.rounds if played.id == round_id), None)


def _lines(snapshot: Snapshot, played: Round, directory: Directory) -> dict[str, NameLine]:
    """Everybody of the round by id."""
    resting = qualifiers.resting(snapshot.phases[played.id.phase - 1], played)
    out = dict.fromkeys(played.byes, _("Bye")) | dict.fromkeys(played.absent, _("Not playing"))
    out |= {player: _(why) for player, why in resting.items()}
    found = {
        seat.player: NameLine(
            directory[seat.player].last_first, str(table.number),
            seat_letter(at) if len(table.seats) > 2 else "",
        )
        for table in played.tables
        for at, seat in enumerate(table.seats)
    }  # fmt: skip
    return found | {
        player: NameLine(directory[player].last_first, words=words) for player, words in out.items()
    }
