"""Workbook and ledger put together: who everybody is, who sat where, and how it ended.

The ledger says what was published; the workbook says what happened and what the organiser has
changed by hand. Where both agree nothing is said. Where the organiser has typed another name, the
organiser is right: that is an override, recorded once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from runner import names, results
from runner.ledger import (
    Cell,
    Entry,
    EntryKind,
    Ledger,
    PublishedRound,
    PublishedTable,
    tables_document,
)
from runner.model import (
    Event,
    Player,
    Round,
    RoundId,
    RoundSheet,
    Row,
    RowKind,
    Seat,
    Table,
    with_id,
)
from runner.problems import Place, Problem, error, warning
from runner.rules.ruleset import BestOf, games_in

_EMPTY_SEAT = {"-", "–", "empty"}


@dataclass(frozen=True, slots=True)
class Placed:
    """What the organiser has typed into a round that is not published yet.

    `tables` are kept as they are when the round is paired; `sound` is False while a name there
    cannot be understood, and then the round is not paired.
    """

    tables: tuple[PublishedTable, ...] = ()
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Settled:
    """The event with every name understood; `players` in the order of the sheet."""

    players: Mapping[str, Player]
    rounds: Mapping[RoundId, Round]
    placed: Mapping[RoundId, Placed]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]


class Directory:
    """Finds the id that a typed name means, by today's spelling or one that was published."""

    def __init__(self, players: Mapping[str, Player], known: Mapping[str, str]) -> None:
        self.players = players
        self._ids = {names.key(name): identity for name, identity in known.items()}
        self._ids.update({names.key(identity): identity for identity in players})
        self._ids.update({names.key(each.name): each.id for each in players.values()})

    def find(self, text: str) -> str | None:
        """The id, or None for a name that nobody has."""
        return self._ids.get(names.key(text))

    def name(self, identity: str) -> str:
        """Today's name of a player."""
        return self.players[identity].name

    def unknown(self, text: str, place: Place) -> Problem:
        """The sentence for a name that nobody has."""
        close = names.nearest(text, (each.name for each in self.players.values()))
        fix = (
            f"Did you mean “{close}”?"
            if close
            else "Add the player on that sheet, or correct the name."
        )
        return error(place, f"“{text}” is not in Players.", fix)


def settle(event: Event, ledger: Ledger, best_of: Mapping[int, BestOf]) -> Settled:
    """Put workbook and ledger together. `best_of` gives the games in a match for each phase."""
    problems: list[Problem] = []
    entries: list[Entry] = []
    players, missing = _identified(event, ledger)
    problems += missing
    directory = Directory(players, ledger.names)
    rounds: dict[RoundId, Round] = {}
    placed: dict[RoundId, Placed] = {}
    sheets = {sheet.id: sheet for sheet in event.rounds}
    for id_, published in ledger.rounds.items():
        sheet = sheets.get(id_) or RoundSheet(id_, ())
        seating = _seating(sheet, published, directory)
        problems += seating.problems
        if seating.differs(published):
            entries.append(_override(published, seating, sheet, directory))
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        rounds[id_], wrong = _with_results(seating, sheet, directory, games)
        problems += wrong
        entries += _corrections(rounds[id_], ledger, games)
    for id_, sheet in sheets.items():
        if id_ not in ledger.rounds:
            placed[id_], wrong = _placed(sheet, directory)
            problems += wrong
    return Settled(players, rounds, placed, tuple(problems), tuple(entries))


# --- who is who -------------------------------------------------------------------------------


def _identified(event: Event, ledger: Ledger) -> tuple[dict[str, Player], list[Problem]]:
    """Every player under an id: the one typed, the one published under that name, or a new one.

    A player who was published but has left the Players sheet is kept, with an error.
    """
    known = {names.key(name): identity for name, identity in ledger.names.items()}
    taken = {player.id for player in event.players} | set(ledger.names.values())
    players: dict[str, Player] = {}
    fresh = 0
    for player in event.players:
        identity = player.id
        if not identity:
            published = known.get(names.key(player.name), "")
            used = published in players or any(each.id == published for each in event.players)
            identity = "" if used else published
        while not identity:
            fresh += 1
            candidate = f"P{fresh:03d}"
            identity = "" if candidate in taken else candidate
        players[identity] = with_id(player, identity)
    lost = {identity: name for name, identity in ledger.names.items() if identity not in players}
    problems = [
        error(
            Place("Players"),
            f"“{name}” ({identity}) has been paired, but is not in Players any more.",
            "Put the row back; a player who has left gets a number under “Drops after round”.",
        )
        for identity, name in lost.items()
    ]
    players.update({identity: Player(identity, name) for identity, name in lost.items()})
    return players, problems


# --- who sits where ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seating:
    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]
    problems: tuple[Problem, ...] = ()

    def differs(self, published: PublishedRound) -> bool:
        mine = (self.tables, self.byes, self.absent)
        return mine != (published.tables, published.byes, published.absent)


def _typed(
    row: Row, base: Mapping[Cell, str], stale: Mapping[Cell, frozenset[str]], who: Directory
) -> tuple[list[str], list[Problem]]:
    """The ids in a row after the organiser's changes to what was published for it."""
    kind, number = row.key.kind, row.key.number
    seated: list[str] = []
    problems: list[Problem] = []
    length = max(len(row.seats), sum(1 for cell in base if cell[:2] == (kind, number)))
    for seat in range(length if kind is RowKind.TABLE else 1):
        cell = (kind, number, seat)
        text = row.seats[seat] if seat < len(row.seats) else ""
        player: str | None = base.get(cell)
        if text in _EMPTY_SEAT:
            player = None
        elif text:
            found = who.find(text)
            if found is None:
                problems.append(who.unknown(text, row.place(f"seat {seat + 1}")))
            elif found not in stale.get(cell, ()):
                player = found
        if player is not None:
            seated.append(player)
    return seated, problems


def _seating(sheet: RoundSheet, published: PublishedRound, who: Directory) -> _Seating:
    """The round as it is in force; changes that make no sense leave the published seating."""
    seated: dict[tuple[RowKind, int], list[str]] = defaultdict(list)
    for table in published.tables:
        seated[(RowKind.TABLE, table.number)] = []
    for (kind, number, _), player in published.base.items():
        seated[(kind, number)].append(player)
    problems: list[Problem] = []
    by_row = _by_row(published.base)
    for row in sheet.rows:
        at = (row.key.kind, row.key.number)
        if at not in by_row and not any(row.seats):
            continue
        ids, wrong = _typed(row, by_row.get(at, {}), published.stale, who)
        problems += wrong
        if ids or at in by_row:
            seated[at] = ids
    twice = _twice(seated, sheet, who)
    if twice:
        in_force = (published.tables, published.byes, published.absent)
        return _Seating(published.id, *in_force, (*problems, *twice))
    tables = tuple(
        PublishedTable(number, tuple(ids))
        for (kind, number), ids in seated.items()
        if kind is RowKind.TABLE
    )
    byes, absent = (
        tuple(ids[0] for (kind, _), ids in seated.items() if kind is wanted and ids)
        for wanted in (RowKind.BYE, RowKind.ABSENT)
    )
    return _Seating(published.id, tables, byes, absent, tuple(problems))


def _by_row(base: Mapping[Cell, str]) -> dict[tuple[RowKind, int], dict[Cell, str]]:
    rows: dict[tuple[RowKind, int], dict[Cell, str]] = defaultdict(dict)
    for cell, player in base.items():
        rows[cell[:2]][cell] = player
    return rows


def _twice(
    seated: Mapping[tuple[RowKind, int], list[str]], sheet: RoundSheet, who: Directory
) -> list[Problem]:
    """One problem for each player who stands in two places of one round."""
    found: dict[str, list[tuple[RowKind, int]]] = defaultdict(list)
    for at, ids in seated.items():
        for player in ids:
            found[player].append(at)
    rows = {(row.key.kind, row.key.number): row for row in sheet.rows}
    problems = []
    for player, spots in found.items():
        if len(spots) > 1:
            row = rows.get(spots[-1])
            problems.append(
                error(
                    row.place("seat 1") if row else Place(sheet.id.sheet),
                    f"{who.name(player)} stands in this round twice: "
                    f"{' and '.join(_spot(*spot) for spot in spots)}.",
                    "Change both rows of a swap before you save; until then the published "
                    "seating stands.",
                )
            )
    return problems


def _spot(kind: RowKind, number: int) -> str:
    return {RowKind.TABLE: f"table {number}", RowKind.BYE: "a bye", RowKind.ABSENT: "absent"}[kind]


def _override(published: PublishedRound, now: _Seating, sheet: RoundSheet, who: Directory) -> Entry:
    old = {table.number: table for table in published.tables}
    notes = {row.key.number: row.note for row in sheet.rows if row.key.kind is RowKind.TABLE}
    changes = [
        {
            "table": table.number,
            "old": list(old[table.number].seats) if table.number in old else [],
            "new": list(table.seats),
            "reason": notes.get(table.number, ""),
        }
        for table in now.tables
        if old.get(table.number) != table
    ]
    present = {player for table in now.tables for player in table.seats} | {*now.byes, *now.absent}
    return Entry(
        EntryKind.OVERRIDDEN,
        published.id,
        {
            "tables": tables_document(now.tables),
            "byes": list(now.byes),
            "absent": list(now.absent),
            "changes": changes,
            "names": {player: who.name(player) for player in sorted(present)},
        },
    )


def _placed(sheet: RoundSheet, who: Directory) -> tuple[Placed, list[Problem]]:
    """What stands in a round that is not published yet."""
    seated: dict[tuple[RowKind, int], list[str]] = {}
    problems: list[Problem] = []
    for row in sheet.rows:
        if any(row.seats):
            ids, wrong = _typed(row, {}, {}, who)
            problems += wrong
            seated[(row.key.kind, row.key.number)] = ids
        if row.result or row.games:
            problems.append(
                warning(
                    row.place("result" if row.result else "games"),
                    f"{sheet.id.sheet} is not paired yet, so this result waits.",
                    "It counts as soon as the round is published.",
                )
            )
    twice = _twice(seated, sheet, who)
    tables = tuple(
        PublishedTable(number, tuple(ids))
        for (kind, number), ids in seated.items()
        if kind is RowKind.TABLE and ids
    )
    byes, absent = (
        tuple(ids[0] for (kind, _), ids in seated.items() if kind is wanted and ids)
        for wanted in (RowKind.BYE, RowKind.ABSENT)
    )
    sound = not twice and not any(each.severity == "error" for each in problems)
    return Placed(tables, byes, absent, sound), [*problems, *twice]


# --- how it ended -----------------------------------------------------------------------------


def _with_results(
    seating: _Seating, sheet: RoundSheet, who: Directory, best_of: int
) -> tuple[Round, list[Problem]]:
    rows = {row.key.number: row for row in sheet.rows if row.key.kind is RowKind.TABLE}
    problems: list[Problem] = []
    tables = []
    for published in seating.tables:
        row = rows.pop(published.number, None)
        table = Table(published.number, tuple(Seat(player) for player in published.seats))
        if row is not None and (row.result or row.games) and published.seats:
            setting = results.Setting(
                tuple(who.name(player) for player in published.seats), best_of
            )
            try:
                table = replace(
                    results.parse(row.result, row.games, published.seats, setting),
                    number=published.number,
                    rehearsed=row.rehearsed,
                )
            except results.ResultError as wrong:
                problems.append(error(row.place(wrong.column), wrong.message, wrong.fix))
        tables.append(table)
    problems += [
        error(
            row.place("result" if row.result else "games"),
            f"There is no table {row.key.number} in {sheet.id.sheet}, so this result has no match.",
            "Move it to the table that was played, or type the players' names into this row.",
        )
        for row in rows.values()
        if row.result or row.games
    ]
    return Round(seating.id, tuple(tables), seating.byes, seating.absent), problems


def result_text(table: Table, best_of: int) -> str:
    """A table's result as the ledger records it; "" while it plays."""
    return " ".join(filter(None, results.spell(table, best_of)))


def _corrections(now: Round, ledger: Ledger, best_of: int) -> Iterable[Entry]:
    """An entry for each result that differs from what stood when the next round came out."""
    recorded = ledger.results.get(now.id, {})
    for table in now.tables:
        new = result_text(table, best_of)
        old = recorded.get(table.number, new)
        if old != new:
            yield Entry(
                EntryKind.CORRECTED, now.id, {"table": table.number, "old": old, "new": new}
            )
