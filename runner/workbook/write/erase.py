"""A player's name taken out of a workbook, with what only the organiser knows of the player; seats,
results and what the pairings rest on stay."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from runner.core import names, results, spelling
from runner.core.event import Event, Row, RowKind, Shown, Table, seat_letter
from runner.core.redaction import Unnamed
from runner.rules.elimination import won_by
from runner.rules.ruleset import ruleset
from runner.workbook.column import label, normal
from runner.workbook.layout import Layout
from runner.workbook.read.phase_columns import PHASES
from runner.workbook.read.read import read
from runner.workbook.round_schema import ROUND_SEATS, round_columns, round_of_sheet
from runner.workbook.schema import SHEETS, SHOWN_AS, STANDINGS, START
from runner.workbook.write import own_words
from runner.workbook.write.named_cells import renamed_cells
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from runner.workbook.xlsx.parts import cell_reference, column_number
from runner.workbook.xlsx.renamed import renamed

_STAYS = (
    "id", "name", "club", "enters", "drops_after", "returns", "awarded_byes", "fixed_table",
    "keep_apart", "shown_as", "colours",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Erased:
    """Who is to be erased: every name that the player was known by, and what takes its place in
    any text.

    `words` are those of the names that are words of Runner's as well ("Will", "draw"): only what is
    nothing but such a name is changed, and no running text. `shared` are names, folded, that others
    go by too, and `parts` what pages may show alone of others' names: "with Will". `row`: the whole
    row on Players is theirs; that of a member stays the team's.
    """

    names: frozenset[str]
    instead: str
    fit: Unnamed
    words: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    row: bool = True

    def renamed(self, text: str) -> str:
        """The text without the names; with one that is a word, only where that is all of it."""
        whole = names.key(text) in {names.key(word) for word in self.words}
        return self.instead if whole else self.fit.renamed(text)

    def is_word_alone(self, text: str) -> bool:
        """Whether the text is one of the names that are words, and nobody else's name."""
        mine = names.key(text) in {names.key(word) for word in self.words}
        return mine and spelling.folded(text) not in self.shared

    def is_named(self, text: str) -> bool:
        """Whether the text is one of the names, or what has taken its place already."""
        return names.key(text) in {names.key(name) for name in (*self.names, self.instead)}


def without(data: bytes, who: Erased, known: dict[bytes, bytes] | None = None) -> bytes:
    """The workbook without the player's name; the very same bytes where nothing in it is theirs.

    `known` is for many workbooks in turn. Raises ArchiveError where the bytes are no workbook.
    """
    event, _, layout = read(data)
    if event is not None:
        others = [each.name for each in event.players if not who.is_named(each.name)]
        changes = [
            *(_own_row(data, event, layout, who) if who.row else ()),
            *_rounds(event, layout, who),
            *renamed_cells(data, who.is_word_alone, who.instead, others),
        ]
        data = edit(data, changes) if changes else data
    in_tags = who.fit.renamed
    return renamed(data, lambda text: _changed(text, who), known, lambda text: _kept(text, in_tags))


def _changed(text: str, who: Erased) -> str:
    """What becomes of a text in the file: one that Runner finds its way by stays, whoever is called
    so."""
    return text if own_words.is_result(text) else _kept(text, who.renamed)


def _kept(text: str, change: Callable[[str], str]) -> str:
    if not any(map(str.isalpha, text)) or normal(text) in _signs() or round_of_sheet(text):
        return text
    return change(text)


@cache
def _signs() -> frozenset[str]:
    """Tabs, headings and choices, as they are compared."""
    columns = [*(each for sheet in SHEETS for each in sheet.columns), *round_columns(ROUND_SEATS)]
    choices = [choice for column in columns for choice in column.choices]
    headings = [text for column in columns for text in column.spellings]
    tabs = [sheet.name for sheet in (*SHEETS, START, STANDINGS, PHASES)]
    return frozenset(map(normal, (*tabs, *headings, *(choice.label for choice in choices))))


def _own_row(data: bytes, event: Event, layout: Layout, who: Erased) -> Iterator[CellChange]:
    """The player's row on Players: the name, how it is shown, and nothing that is private."""
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
        for column, text in (("name", who.instead), ("shown_as", label(Shown.ERASED, SHOWN_AS))):
            if reference := place.cell(column, row):
                yield CellChange(place.sheet, reference, text)


def _rounds(event: Event, layout: Layout, who: Erased) -> Iterator[CellChange]:
    """The player's seats; and results that name the player by a part of the name: the same by
    letters."""
    orders = {phase.number: won_by(ruleset(phase, event.settings)[0]) for phase in event.phases}
    for sheet in event.rounds:
        place, order = layout.rounds.get(sheet.id), orders.get(sheet.id.phase)
        for row in sheet.rows if place else ():
            at = place.rows.get(row.key) if place else None
            texts = {f"seat {seat}": who.instead for seat, name in enumerate(row.seats, 1)
                     if who.is_named(name)}  # fmt: skip
            if texts and (result := _by_letters(row, who, order)) != row.result:
                texts["result"] = result
            for column, text in texts.items():
                cell = place.cell(column, at) if place and at else None
                if place and cell:
                    yield CellChange(place.sheet, cell, text)


def _by_letters(row: Row, who: Erased, order: results.Order | None) -> str:
    """What is typed for a table so that it says the same once the player's name is another."""
    seated = tuple(filter(None, row.seats))
    after = tuple(who.instead if who.is_named(name) else name for name in seated)
    at_table = row.key.kind is RowKind.TABLE
    found = _parsed(row.result, row.games, seated, order) if at_table else None
    if found is None or found == _parsed(_changed(row.result, who), row.games, after, order):
        return row.result
    said = results.spell(found)[0] if found.finished or found.out else ""
    leaving = (f"{seat_letter(int(at))} drop" for at in found.drops)
    return ", ".join(filter(None, (said, *leaving))) or row.result


def _parsed(
    result: str, games: str, seated: Sequence[str], order: results.Order | None
) -> Table | None:
    """What is typed, by the places of those who sit there; None where it says nothing."""
    ids = tuple(map(str, range(len(seated))))
    try:
        return results.parse(result, games, ids, results.ParseContext(tuple(seated), order=order))
    except results.ResultError:
        return None


def mentions(data: bytes, who: Erased) -> list[str]:
    """The cells ("Players!H5") whose text has one of the names that are words, written just so,
    and is none of Runner's own or lies on a sheet that Runner does not know: those are left for the
    organiser to see to."""
    if not who.words:
        return []
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(who.words)))})(?!\w)")
    book = Book(data)
    return [
        f"{sheet}!{cell_reference(row, cell.column)}"
        for sheet in book.parts
        for row, stored in book.scan(sheet).rows.items()
        for cell in stored.cells
        if words.search(cell.text) and (_is_their_own(sheet) or not _runners(cell.text))
    ]


def _is_their_own(sheet: str) -> bool:
    schemas = (*SHEETS, START, STANDINGS, PHASES)
    known = {normal(tab) for each in schemas for tab in (each.name, *each.aliases)}
    return normal(sheet) not in known and round_of_sheet(sheet) is None


def _runners(text: str) -> bool:
    return text in own_words.texts() or own_words.is_result(text) or normal(text) in _signs()
