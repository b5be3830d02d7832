"""Take a player's name out of a workbook, with what only the organiser knows of the player; seats,
results and what the pairings rest on stay.

A player may be called by one of Runner's own words ("A", "draw", "Will"): such a name is only taken
out where it is all of a text, and in columns that hold nothing but names.
"""

import html
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import chain
from zipfile import ZipFile

from runner.core import names, results
from runner.core.event import Event
from runner.core.identifiers import SEAT_LETTERS, RowKind, seat_letter
from runner.core.phase import Mode, Phase
from runner.core.player import Shown
from runner.core.redaction import Unnamed
from runner.core.round_sheet import Row
from runner.core.rounds import Table
from runner.rules.elimination import won_by
from runner.rules.ruleset import ruleset
from runner.workbook import schema
from runner.workbook.column import CellKind, Column, label, normal
from runner.workbook.layout import Layout
from runner.workbook.read.phases import PHASES
from runner.workbook.read.read import read
from runner.workbook.round_schema import (
    PLAYING_ON,
    REHEARSED,
    ROUND_SEATS,
    ROW_WORDS,
    round_columns,
    round_of_sheet,
)
from runner.workbook.template.template import Plan, template
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from runner.workbook.xlsx.grid import Grid
from runner.workbook.xlsx.parts import cell_reference, column_number
from runner.workbook.xlsx.renamed import renamed

_STAYS = (
    "id", "name", "club", "enters", "drops_after", "returns", "awarded_byes", "fixed_table",
    "keep_apart", "shown_as", "colours",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Erased:
    """Who is to be erased: every name that the player was known by, and what takes its place in any
    text. `words` are those of the names that are words of Runner's as well ("Will", "draw"): only
    what is nothing but such a name is changed, and no running text. `shared` are names, folded,
    that others go by too, and `parts` what pages may show alone of others' names: "with Will".
    `row`: the whole row on Players is theirs; that of a member stays the team's."""

    names: frozenset[str]
    instead: str
    fit: Unnamed
    words: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    row: bool = True

    def renamed(self, text: str) -> str:
        """Return the text without the names; with one that is a word, only where that is all
        of it."""
        whole = names.key(text) in {names.key(word) for word in self.words}
        return self.instead if whole else self.fit.renamed(text)

    def is_word_alone(self, text: str) -> bool:
        """Return whether the text is one of the names that are words, and nobody else's name."""
        mine = names.key(text) in {names.key(word) for word in self.words}
        return mine and names.folded(text) not in self.shared

    def is_named(self, text: str) -> bool:
        """Return whether the text is one of the names, or what has taken its place already."""
        return names.key(text) in {names.key(name) for name in (*self.names, self.instead)}


def without(data: bytes, who: Erased, known: dict[bytes, bytes] | None = None) -> bytes:
    """Return the workbook without the player's name; the very same bytes where nothing in it is
    theirs. `known` is for many workbooks in turn. Raises ArchiveError where the bytes are no
    workbook."""
    event, _, layout = read(data)
    if event is not None:
        others = [each.name for each in event.players if not who.is_named(each.name)]
        changes = [
            *(_own_row(data, event, layout, who) if who.row else ()),
            *_rounds(event, layout, who),
            *_renamed_cells(data, who.is_word_alone, who.instead, others),
        ]
        data = edit(data, changes) if changes else data
    in_tags = who.fit.renamed
    return renamed(data, lambda text: _changed(text, who), known, lambda text: _kept(text, in_tags))


def _changed(text: str, who: Erased) -> str:
    """Return what becomes of a text in the file: one that Runner finds its way by stays, whoever is
    called so."""
    return text if _is_result(text) else _kept(text, who.renamed)


def _kept(text: str, change: Callable[[str], str]) -> str:
    if not any(map(str.isalpha, text)) or normal(text) in _signs() or round_of_sheet(text):
        return text
    return change(text)


_ALL_SHEETS = (*schema.SHEETS, schema.START, schema.STANDINGS, PHASES)


@cache
def _signs() -> frozenset[str]:
    """Tabs, headings and choices, as they are compared."""
    columns = [
        *(each for sheet in schema.SHEETS for each in sheet.columns),
        *round_columns(ROUND_SEATS),
    ]
    choices = [choice.label for column in columns for choice in column.choices]
    headings = [text for column in columns for text in column.spellings]
    return frozenset(map(normal, (*[sheet.name for sheet in _ALL_SHEETS], *headings, *choices)))


def _own_row(data: bytes, event: Event, layout: Layout, who: Erased) -> Iterator[CellChange]:
    """Yield the player's row on Players: the name, how it is shown, and nothing that is private."""
    place = layout.players
    if place is None:
        return
    kept = {column_number(place.columns[key]) for key in _STAYS if key in place.columns}
    for player in event.players:
        row = place.rows.get(names.key(player.name)) if who.is_named(player.name) else None
        if row is None:
            continue
        stored = Book(data).scan(place.sheet).rows.get(row)
        for cell in stored.cells if stored else ():
            if cell.column not in kept and cell.text:
                yield CellChange(place.sheet, cell_reference(row, cell.column), None)
        for column, text in (
            ("name", who.instead),
            ("shown_as", label(Shown.ERASED, schema.SHOWN_AS)),
        ):
            yield from place.change(column, row, text)


def _rounds(event: Event, layout: Layout, who: Erased) -> Iterator[CellChange]:
    """Yield the player's seats; and results that name the player by a part of the name: the same by
    letters."""
    orders = {phase.number: won_by(ruleset(phase, event.settings)[0]) for phase in event.phases}
    for sheet in event.rounds:
        place, order = layout.rounds.get(sheet.id), orders.get(sheet.id.phase)
        if place is None:
            continue
        for row in sheet.rows:
            texts = {f"seat {seat}": who.instead for seat, name in enumerate(row.seats, 1)
                     if who.is_named(name)}  # fmt: skip
            if texts and (result := _by_letters(row, who, order)) != row.result:
                texts["result"] = result
            for column, text in texts.items():
                yield from place.change(column, place.rows.get(row.key), text)


def _by_letters(row: Row, who: Erased, order: results.Order | None) -> str:
    """Return what is typed for a table so that it says the same once the player's name is
    another."""
    seated = tuple(filter(None, row.seats))
    after = tuple(who.instead if who.is_named(name) else name for name in seated)
    at_table = row.key.kind is RowKind.TABLE
    outcome = _parsed(row.result, row.games, seated, order) if at_table else None
    if outcome is None or outcome == _parsed(_changed(row.result, who), row.games, after, order):
        return row.result
    letters = results.spell(outcome)[0] if outcome.finished or outcome.out else ""
    leaving = (f"{seat_letter(int(at))} drop" for at in outcome.drops)
    return ", ".join(filter(None, (letters, *leaving))) or row.result


def _parsed(
    result: str, games: str, seated: Sequence[str], order: results.Order | None
) -> Table | None:
    """Return what is typed, by the places of those who sit there; None where it says nothing."""
    ids = tuple(map(str, range(len(seated))))
    try:
        return results.parse(result, games, ids, results.ParseContext(tuple(seated), order=order))
    except results.ResultError:
        return None


def mentions(data: bytes, who: Erased) -> list[str]:
    """Return the cells ("Players!H5") whose text has one of the names that are words, written just
    so, and is none of Runner's own or lies on a sheet that Runner does not know: those are left for
    the organiser to see to."""
    if not who.words:
        return []
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(who.words)))})(?!\w)")
    book, own = Book(data), _texts()
    return [
        f"{sheet}!{cell_reference(row, cell.column)}"
        for sheet in book.parts
        for row, stored in book.scan(sheet).rows.items()
        for cell in stored.cells
        if words.search(cell.text)
        and (_is_their_own(sheet) or not (cell.text in own or normal(cell.text) in _signs()))
    ]


def _is_their_own(sheet: str) -> bool:
    known = {normal(tab) for each in _ALL_SHEETS for tab in each.spellings}
    return normal(sheet) not in known and round_of_sheet(sheet) is None


_SEPARATOR = re.compile(r"(\s*[;,\n]\s*)")
_WHOLE_ENTRY = re.compile(r"(\s*[;\n]\s*)")


def _renamed_cells(
    data: bytes, meant: Callable[[str], bool], instead: str, others: Collection[str]
) -> Iterator[CellChange]:
    """Yield the changes that put `instead` for every name that is `meant`, in the columns of
    players' names and in the lists of those to keep apart; `others` are names that stay as they
    are."""
    book = Book(data)
    known = {key for name in others for key in names.keys(name)}

    def entry(text: str) -> str:
        if names.folded(text) in known:
            return text
        return "".join(instead if meant(each) else each for each in _SEPARATOR.split(text))

    for sheet in book.parts:
        grid = book.grid(sheet)
        for column, header, at in _columns(sheet, grid):
            for row in (row for row in grid.rows if row > header):
                text = grid.rows[row].get(at)
                if not isinstance(text, str):
                    continue
                if column.kind is CellKind.LIST:
                    after = "".join(map(entry, _WHOLE_ENTRY.split(text)))
                else:
                    after = instead if meant(text) else text
                if after != text:
                    yield CellChange(sheet, cell_reference(row, at), after)


def _columns(sheet: str, grid: Grid) -> Iterator[tuple[Column, int, int]]:
    """Yield the columns of names on one of Runner's sheets, each with the row of its heading."""
    sheets = (schema.PLAYERS, schema.PENALTY, schema.SCREEN, schema.DECISION, schema.STANDINGS)
    for listed in sheets:
        if normal(sheet) not in map(normal, listed.spellings):
            continue
        wanted = {
            normal(spelt): column
            for column in listed.columns
            if column.team
            or column.kind is CellKind.NAME
            or column.key in ("keep_apart", "off_camera", "player")
            for spelt in column.spellings
        }
        headings = (
            (wanted[normal(text)], row, at)
            for row, cells in sorted(grid.rows.items())
            for at, text in cells.items()
            if isinstance(text, str) and normal(text) in wanted
        )
        first = {column.key: (column, row, at) for column, row, at in reversed([*headings])}
        yield from first.values()


_SHORT = 3  # letters: a seat, a sign, a little word
_ROWS = (*ROW_WORDS.values(), REHEARSED, PLAYING_ON)
_PIECE = re.compile(r">([^<]+)<|\"([^\"]+)\"")
_RESULTS = frozenset(map(names.key, (*results.WORDS, *SEAT_LETTERS, *_ROWS)))


def _is_result(text: str) -> bool:
    """Return whether a text is a result, or part of one, whoever sits at the table."""
    return names.key(text) in _RESULTS


def is_word(name: str) -> bool:
    """Return whether a name is too short to be told from a word, or stands in one of Runner's
    texts."""
    if sum(map(str.isalnum, name)) <= _SHORT:
        return True
    return Unnamed(dict.fromkeys(names.keys(name), ""), ()).names_in(" | ".join(_texts()))


@cache
def _texts() -> frozenset[str]:
    """Return every text that a new workbook has in its cells, hints and tags, with all that may be
    typed or chosen."""
    playoff = Phase(2, "", Mode.HEAD_TO_HEAD, "single_elimination")
    whole = (Phase(1, "", Mode.MULTIPLAYER, "swiss"), playoff)
    texts = {*_schema_texts(), *_RESULTS}
    for phases, door in ((whole, False), ((playoff,), True)):
        data = template(Plan(Event("", phases=phases), door=door))
        with ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                pieces = _PIECE.findall(archive.read(name).decode("utf-8", "replace"))
                texts |= {html.unescape(text or value) for text, value in pieces}
    return frozenset(texts)


def _schema_texts() -> Iterator[str]:
    for sheet in (*schema.SHEETS, schema.START, schema.STANDINGS):
        yield from (sheet.title, sheet.help, *sheet.spellings)
    for column in (
        *chain(*(each.columns for each in schema.SHEETS)),
        *round_columns(2),
        *round_columns(5),
    ):
        yield from (*column.spellings, column.help)
        for choice in column.choices:
            yield from (choice.value, choice.label, *choice.aliases)
