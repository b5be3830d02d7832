"""What Runner writes on the sheets Standings (the latest whole ranking) and Draft (pods, seats and
building tables)."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.numbers import points, rounded
from runner.core.player import Player
from runner.ledger.drafts import PublishedDraft
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.standings.model import StandingRow, Standings
from runner.standings.tiebreakers import REGISTRY
from runner.workbook.column import normal
from runner.workbook.layout import DraftLayout, Layout, StandingsLayout
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
    it. `ours` are the names that Runner may have written, current and former."""
    ranking = latest(snapshot)
    keys = [key for key in ranking.ruleset.tiebreakers if key in REGISTRY] if ranking else []
    keys = keys[:STANDINGS_TIEBREAKERS]
    table = [_line(snapshot, row, keys) for row in ranking.rows] if ranking else []
    title, text = STANDINGS.title, sheet.text(sheet.header - 3, 0) if sheet.header > 3 else ""
    if text.startswith(title):  # else it is the organiser's own
        after = snapshot.event.title(ranking.after) if ranking else ""
        words = f"{title} after {after}" if after else title
        yield from _change(sheet, sheet.header - 3, 0, words, {text})
    record = STANDINGS.column("record")
    at = STANDINGS.columns.index(record)
    text = sheet.text(sheet.header, at)
    if normal(text) == normal(OLD_RECORD):
        yield from _change(sheet, sheet.header, at, record.heading, {text})
    heads: list[str | None] = [REGISTRY[key].ABBREVIATION for key in keys]
    if ranking:
        heads += [None] * (STANDINGS_TIEBREAKERS - len(keys))
    for at, head in enumerate(heads, _OWN):
        yield from _change(sheet, sheet.header, at, head, {sheet.text(sheet.header, at)})
    for below in range(max(len(table), sheet.depth)):
        line = table[below] if below < len(table) else ()
        for at in range(_OWN + STANDINGS_TIEBREAKERS):
            row, value = sheet.header + 1 + below, line[at] if at < len(line) else None
            text = sheet.text(row, at)
            if text != ("" if value is None else str(value)):
                mine = text in ours or _OURS.fullmatch(text)
                yield from _change(sheet, row, at, value, {text} if mine else set())


def latest(snapshot: Snapshot) -> Standings | None:
    """Return the ranking after the latest round with all its results, or None."""
    complete = [
        ranking for phase in snapshot.phases for ranking in phase.standings if ranking.complete
    ]
    return complete[-1] if complete else None


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
    value, tiebreaker = row.tiebreakers[key], REGISTRY[key]
    if value is None:
        return "-"
    if tiebreaker.ABBREVIATION.endswith("%"):
        return f"{rounded(value * 100, tiebreaker.DECIMALS - 2)}%"
    return rounded(value, tiebreaker.DECIMALS)


def wanted_draft(
    results: Iterable[PhaseResult],
    players: Mapping[str, Player],
    ledger: Ledger,
    sheet: DraftLayout,
    spelt: Mapping[str, frozenset[str]],
) -> Iterator[CellChange]:
    """Yield the cells of the Draft sheet that differ, with a line for everybody who plays, below
    all existing lines."""
    below = sheet.last_row
    for draft, player, row, line in _lines(results, players, ledger, sheet):
        if row is None:
            below += 1
            for column, value in line.items():
                if value is not None:
                    yield from sheet.change(column, below, value, like_row=sheet.header + 1)
        else:
            known = [(line["pod"], line["seat"]), *draft.typed.get(player, ())]
            ours = {
                "phase": set[str](), "id": set[str](), "player": {*spelt.get(player, ())},
                "pod": {str(pod) for pod, _ in known if pod},
                "seat": {str(seat) for _, seat in known if seat},
            }  # fmt: skip
            yield from _changed(sheet, row, line, ours)


def right_draft(
    results: Iterable[PhaseResult],
    players: Mapping[str, Player],
    ledger: Ledger,
    sheet: DraftLayout,
) -> Iterator[CellChange]:
    """Yield the cells of the Draft sheet that hold what they should."""
    for _, _, row, line in _lines(results, players, ledger, sheet):
        for column, value in line.items():
            for change in sheet.change(column, row, value):
                if change.text == sheet.texts.get((column, row or 0), ""):
                    yield change


def _lines(
    results: Iterable[PhaseResult],
    players: Mapping[str, Player],
    ledger: Ledger,
    sheet: DraftLayout,
) -> Iterator[tuple[PublishedDraft, str, int | None, Mapping[str, str | int | None]]]:
    """Yield each player's draft, id, row (None where there is none yet), and texts by column."""
    for result in results:
        phase, draft = result.phase.number, ledger.drafts.get(result.phase.number)
        if draft is None:
            continue
        tables = {each: at for at, ids in draft.tables.items() for each in ids}
        for player in _everybody(result, draft, players):
            pod, seat = draft.spots.get(player.id) or (None, None)
            row = sheet.rows.get((phase, player.id)) or sheet.rows.get((phase, player.name))
            yield draft, player.id, row, {
                "phase": phase, "id": player.id, "player": player.name,
                "pod": pod, "seat": seat, "building": tables.get(player.id),
            }  # fmt: skip


def _changed(
    sheet: DraftLayout, row: int, line: Mapping[str, str | int | None], ours: Mapping[str, set[str]]
) -> Iterator[CellChange]:
    """Yield the cells of a line that differ, if what is there is Runner's: one of the texts that
    are `ours`, and in a column that is missing there any."""
    for column, value in line.items():
        text = sheet.texts.get((column, row), "")
        known = ours.get(column, {text}) - {""}
        for change in sheet.change(column, row, value, *known):
            if change.text != text and text in {"", *known}:
                yield change  # else somebody has typed there, and it is reported or done


def drafts_arrived(
    ledger: Ledger, waiting: Iterable[CellChange], layout: Layout
) -> Iterator[RoundId]:
    """Yield the drafts that are complete on the Draft sheet."""
    if layout.draft is None or any(change.sheet == layout.draft.sheet for change in waiting):
        return
    yield from (RoundId(phase, 0) for phase, draft in ledger.drafts.items() if not draft.arrived)


def _everybody(
    result: PhaseResult, draft: PublishedDraft, players: Mapping[str, Player]
) -> Iterator[Player]:
    """Yield those in pods, pod by pod, and those who play and are in none."""
    there = [player for ids in draft.in_order for player in ids]
    field = [player.id for player in result.field] if not result.rounds else []
    left = [player for player in (*field, *draft.typed) if player not in draft.spots]
    playing = {*there, *result.playing, *draft.typed}
    for player in dict.fromkeys((*there, *left)):
        if player in players and player in playing:
            yield players[player]
