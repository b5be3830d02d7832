"""Read a list of players from a file of any kind, and put those who are new into an event's
workbook, below the last of them: no edit is lost, nobody is there twice, and nothing is written
while somebody has the workbook open.

What is private of people, addresses above all, goes only into a column of the organiser’s own that
is called so and that Event does not publish; it is left out where there is none. Once rounds are
out the new ones enter as late players do, in the round to come.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.events import of_problem
from runner.app.load import Loaded, load
from runner.core import names
from runner.core.actions import Parts
from runner.core.language import count, listed
from runner.core.problems import Problem
from runner.disk import contents_once_there
from runner.interchange.player_import.columns import kind_of
from runner.interchange.player_import.patterns import E_MAIL, NOTES, Kind
from runner.interchange.player_import.player_list import Entrant, PlayerList, without_entered
from runner.interchange.player_import.reader import (
    TOO_MANY_LINES,
    read_player_rows,
    read_players,
)
from runner.render.wording import in_terminal
from runner.rules.variants import team_size
from runner.workbook.column import normal
from runner.workbook.layout import PlayersLayout
from runner.workbook.schema import PLAYERS
from runner.workbook.write.locks import UNLOCKED_FOR
from runner.workbook.write.write_back import Outcome, WriteBack, write_back
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.grid import Grid, shown
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.parts import cell_position, column_letters
from runner.workbook.xlsx.zip import ArchiveError

MOST_COLUMNS = 500
_ARCHIVE = b"PK\x03\x04"
_USUAL = frozenset({"players", "player list", "spieler", "teilnehmer"})


def read_list(data: bytes | str, name: str = "") -> PlayerList:
    """Read a list of players in the file `name`, written by any program. Never raises."""
    if not (isinstance(data, bytes) and data.startswith(_ARCHIVE)):
        return read_players(data, name)
    try:
        book = Book(data)
        sheets = {tab: grid for tab in book.parts if (grid := book.grid(tab)).rows}
    except Refused as reason:
        problem = f"{reason.problem.text} {in_terminal(*reason.problem.fix)}".strip()
        return PlayerList("a workbook", problem=problem)
    except (ArchiveError, ValueError, KeyError) as reason:
        return PlayerList("a workbook", problem=f"It cannot be read: {reason}")
    read = {tab: _read_sheet(grid) for tab, grid in sheets.items()}
    if not read:
        return PlayerList("a workbook", problem="It has no sheet with anything in it.")
    tab = max(read, key=lambda tab: (tab.casefold() in _USUAL, len(read[tab].rows)))
    others = [other for other in read if other != tab]
    note = f"Read from the sheet “{tab}”." + (f" Not read: {listed(others)}." if others else "")
    return replace(read[tab], notes=(note, *read[tab].notes))


def _read_sheet(grid: Grid) -> PlayerList:
    """Return the text of a sheet; a list of players has fewer columns than a sheet can have."""
    width = max((max(row, default=0) for row in grid.rows.values()), default=0)
    if grid.beyond and cell_position(grid.beyond)[0] > max(grid.rows, default=0):
        return PlayerList("a workbook", problem=TOO_MANY_LINES)
    if width > MOST_COLUMNS:
        return PlayerList("a workbook", problem="It has too many columns for a list of players.")
    rows = (
        (number, [shown(cells.get(at)) for at in range(1, width + 1)])
        for number, cells in sorted(grid.rows.items())
    )
    return read_player_rows(rows, "a workbook")


_SAVES_MEANWHILE = 5  # how often a save in the middle makes it start over
_LOOK_EVERY = 1.0
_LONGEST = 500  # characters that a cell is read to
_TAKEN = "The workbook is being saved all the time: try again in a moment."


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a list, or of a preview.

    `found` is the list beside the players that the event has, `names` are the new ones, and `notes`
    say what is kept of them. `done`: they are in the workbook. `why` says what prevents that; if
    `waiting`, they can be added as soon as it is over.
    """

    found: PlayerList
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    done: bool = False
    waiting: bool = False
    why: Parts = ()


def preview(folder: EventFolder, list_: PlayerList) -> Added:
    """Return what adding the list would do. Changes nothing."""
    planned = _plan(folder, list_)
    return planned if isinstance(planned, Added) else planned.added()


def add(
    folder: EventFolder,
    list_: PlayerList,
    *,
    wait: float = 0.0,
    say: Callable[[str], None] = lambda _: None,
    unlocked_for: float = UNLOCKED_FOR,
    sleep: Callable[[float], None] = time.sleep,
) -> Added:
    """Write the new players into the workbook. While somebody has it open, retry for `wait` seconds
    and report that once by `say`. Never raises for errors of an editor or a disk."""
    until, reported, stale = time.monotonic() + wait, "", 0
    while True:
        planned = _plan(folder, list_)
        if isinstance(planned, Added):
            return planned
        if not planned.changes:
            return planned.added()
        done = write_back(
            planned.workbook, planned.loaded.digest, planned.changes,
            unlocked_for=unlocked_for, sleep=sleep,
        )  # fmt: skip
        if done.outcome in (Outcome.WRITTEN, Outcome.NOTHING):
            return planned.added(done)
        stale += done.outcome is Outcome.STALE
        if stale > _SAVES_MEANWHILE or (
            done.outcome is Outcome.WAITING and time.monotonic() >= until
        ):
            return planned.added(done)
        if done.why and done.why != reported and done.outcome is Outcome.WAITING:
            say(reported := done.why)
        sleep(_LOOK_EVERY if done.outcome is Outcome.WAITING else 0.05)


@dataclass(frozen=True, slots=True)
class _Plan:
    workbook: Path
    loaded: Loaded
    found: PlayerList
    changes: Sequence[CellChange]
    notes: tuple[str, ...]

    def added(self, done: WriteBack | None = None) -> Added:
        new = tuple(row.name for row in self.found.rows)
        if done is None:
            return Added(self.found, new, self.notes)
        if done.outcome in (Outcome.WRITTEN, Outcome.NOTHING):
            amiss = tuple(
                f"{kept.change.sheet}!{kept.change.cell} was taken, so “{kept.change.text}” is not "
                "there."
                for kept in done.kept
            )
            return Added(self.found, new, (*self.notes, *amiss), done=True)
        return Added(self.found, new, self.notes, waiting=True, why=(done.why or _TAKEN,))


def _plan(folder: EventFolder, list_: PlayerList) -> Added | _Plan:
    if list_.problem:
        return Added(list_, why=(list_.problem,))
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        return Added(list_, why=of_problem(workbook).parts)
    try:
        data = contents_once_there(workbook)
        loaded, problems = load(folder, data)
    except OSError as reason:
        why = f"{workbook.name}: {reason.strerror or reason}"
        return Added(list_, waiting=True, why=(why,))
    if loaded is None or loaded.layout.players is None:
        first = next((each for each in problems if each.fatal), None)
        more = of_problem(first).parts if first else ()
        return Added(list_, why=("The workbook cannot be used as it is.", *more))
    teams = team_size(loaded.event.phases) > 0
    met = without_entered(list_, [*_everybody(loaded)], teams=teams)
    place = loaded.layout.players
    sheet = _sheet(data, loaded, place)
    changes = [
        change
        for at, row in enumerate(met.rows, 1)
        for change in sheet.row(place.last_row + at, row)
    ]
    return _Plan(workbook, loaded, met, changes, tuple(_notes(met.rows, sheet)))


def _everybody(loaded: Loaded) -> Iterator[str]:
    """Return the names of everybody in the event, including the people of teams."""
    for player in loaded.event.players:
        yield player.name
        yield from player.members
        yield from player.substitutes


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The Players sheet, and the letters of the organiser's own columns, by heading."""

    place: PlayersLayout
    own: Mapping[str, str]
    public: frozenset[str]
    enters: int

    def letters(self, head: str) -> str:
        """Return the letters of the organiser's own column of that name, or ""."""
        return self.own.get(normal(head), "")

    def private(self, what: str) -> str:
        """Return the column for something private: Notes, or a hidden one so called; or ""."""
        if what == NOTES:
            return self.place.columns.get("notes", "")
        hidden = [head for head in self.own if head not in self.public]
        wanted = normal(what)
        heads = (head for head in hidden if head == wanted or (
            what == E_MAIL and kind_of(head) is Kind.E_MAIL))  # fmt: skip
        return self.own.get(next(heads, ""), "")

    def row(self, number: int, player: Entrant) -> Iterator[CellChange]:
        """Return the cells of one player, formatted like those of the last one."""
        like = max(self.place.rows.values(), default=None)
        texts: dict[str, str | int] = {
            "name": player.name,
            **{f"member {at}": name for at, name in enumerate(player.members, 1)},
            "club": player.club,
            "commander": player.commander,
            "decklist": player.decklist,
            "awarded_byes": player.byes or "",
            "enters": self.enters if self.enters > 1 else "",
        }
        by_letters = {self.place.columns.get(key, ""): text for key, text in texts.items()}
        by_letters |= {self.letters(head): text for head, text in player.more.items()}
        by_letters |= {self.private(what): text for what, text in player.private.items()}
        for letters, text in by_letters.items():
            if letters and text != "":
                value = text if isinstance(text, int) else names.prose(text)[:_LONGEST]
                yield CellChange(self.place.sheet, f"{letters}{number}", value, like_row=like)


def _sheet(data: bytes, loaded: Loaded, place: PlayersLayout) -> _Sheet:
    known = {normal(text) for column in PLAYERS.columns for text in column.spellings}
    heads = Book(data).grid(place.sheet).rows.get(place.header, {})
    own = {
        normal(head): column_letters(at)
        for at, head in heads.items()
        if isinstance(head, str) and normal(head) and normal(head) not in known
    }
    public = frozenset(map(normal, loaded.event.public_columns))
    return _Sheet(place, own, public, len(loaded.snapshot.rounds) + 1)


def _notes(rows: Sequence[Entrant], sheet: _Sheet) -> Iterator[str]:
    if sheet.enters > 1 and rows:
        out = sheet.enters - 1
        yield (
            f"{count(out, 'round')} {'is' if out == 1 else 'are'} out already, so they enter in "
            f"round {sheet.enters}: each missed round is a loss."
        )
    private = sorted({what for row in rows for what in row.private})
    if kept := [what for what in private if sheet.private(what)]:
        yield f"Kept in the workbook alone, on no page: {listed(kept)}."
    if lost := [what for what in private if not sheet.private(what)]:
        yield (
            f"Left out, as it is nobody else’s business: {listed(lost)}. To keep it, add a column "
            f"“{lost[0]}” to Players; no page shows it."
        )
    wanted = sorted({head for row in rows for head in row.more})
    wanted += [
        PLAYERS.column(key).heading
        for key in ("club", "commander", "decklist")
        if any(getattr(row, key) for row in rows) and not sheet.place.cell(key, 1)
    ]
    if missing := [head for head in wanted if not (sheet.letters(head))]:
        yield f"Left out, as Players has no such column: {listed(missing)}."
    most = max((len(row.members) for row in rows), default=0)
    if most and not sheet.place.cell(f"member {most}", 1):
        yield "Members are left out where Players has no column for them."
