"""The latest whole ranking, for the Standings sheet of the workbook."""

import re
from collections.abc import Container, Iterator, Sequence

from runner.compute.snapshot import Snapshot
from runner.core.language import count
from runner.core.numbers import points, rounded
from runner.standings.model import StandingRow, Standings
from runner.standings.tiebreakers import REGISTRY
from runner.workbook.column import normal
from runner.workbook.layout import StandingsLayout
from runner.workbook.schema import OLD_RECORD, STANDINGS, STANDINGS_TIEBREAKERS
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_reference

_OWN = len(STANDINGS.columns)
_OURS = re.compile(r"-|\d[\d.]*%?|\d+-\d+-\d+( \+ \d+ byes?)?")
"""What only Runner types there: numbers, shares, records."""


def wanted_standings(
    snapshot: Snapshot, sheet: StandingsLayout, ours: Container[str]
) -> Iterator[CellChange]:
    """Yield the cells of the Standings sheet that differ: those of the ranking, and old lines below
    it.

    `ours` are the names that Runner may have written, current and former.
    """
    ranking = latest(snapshot)
    keys = [key for key in ranking.ruleset.tiebreakers if key in REGISTRY] if ranking else []
    keys = keys[:STANDINGS_TIEBREAKERS]
    table = [_line(snapshot, row, keys) for row in ranking.rows] if ranking else []
    title, found = STANDINGS.title, sheet.text(sheet.header - 3, 0) if sheet.header > 3 else ""
    if found.startswith(title):  # else it is the organiser's own
        after = snapshot.event.title(ranking.after) if ranking else ""
        words = f"{title} after {after}" if after else title
        yield from _change(sheet, sheet.header - 3, 0, words, {found})
    record = STANDINGS.column("record")
    at = STANDINGS.columns.index(record)
    found = sheet.text(sheet.header, at)
    if normal(found) == normal(OLD_RECORD):
        yield from _change(sheet, sheet.header, at, record.heading, {found})
    heads: list[str | None] = [REGISTRY[key].ABBREVIATION for key in keys]
    if ranking:
        heads += [None] * (STANDINGS_TIEBREAKERS - len(keys))
    for at, head in enumerate(heads, _OWN):
        yield from _change(sheet, sheet.header, at, head, {sheet.text(sheet.header, at)})
    for below in range(max(len(table), sheet.depth)):
        line = table[below] if below < len(table) else ()
        for at in range(_OWN + STANDINGS_TIEBREAKERS):
            row, value = sheet.header + 1 + below, line[at] if at < len(line) else None
            found = sheet.text(row, at)
            if found != ("" if value is None else str(value)):
                mine = found in ours or _OURS.fullmatch(found)
                yield from _change(sheet, row, at, value, {found} if mine else set())


def latest(snapshot: Snapshot) -> Standings | None:
    """Return the ranking after the latest round with all its results, or None."""
    made = [ranking for phase in snapshot.phases for ranking in phase.standings if ranking.complete]
    return made[-1] if made else None


def _change(
    sheet: StandingsLayout, row: int, at: int, value: str | int | None, ours: set[str]
) -> Iterator[CellChange]:
    cell, mine = cell_reference(row, sheet.first + at), frozenset(ours - {""})
    change = CellChange(sheet.sheet, cell, value, mine, like_row=sheet.header + 1)
    if change.text != sheet.text(row, at):
        yield change


def _line(snapshot: Snapshot, row: StandingRow, keys: Sequence[str]) -> list[str | int | None]:
    has, record = row.match_points, row.record
    played = f"{record.wins}-{record.losses}-{record.draws}"
    return [
        row.rank,
        snapshot.players[row.player].name,
        has.numerator if has.denominator == 1 else points(has),
        f"{played} + {count(record.byes, 'bye')}" if record.byes else played,
        *(_value(row, key) for key in keys),
    ]


def _value(row: StandingRow, key: str) -> str:
    value, found = row.tiebreakers[key], REGISTRY[key]
    if value is None:
        return "-"
    if found.ABBREVIATION.endswith("%"):
        return f"{rounded(value * 100, found.DECIMALS - 2)}%"
    return rounded(value, found.DECIMALS)
