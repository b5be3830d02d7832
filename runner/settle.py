"""Workbook and ledger put together: who everybody is, who sat where, and how it ended.

The ledger says what was published; the workbook says what happened and what the organiser has
changed by hand. Where both agree nothing is said. Where the organiser has typed another name, the
organiser is right: that is an override, recorded once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from runner import names, results
from runner.hand_work import Seating, difference
from runner.ledger import (
    Cell,
    Entry,
    EntryKind,
    Ledger,
    PublishedRound,
    PublishedTable,
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

EMPTY_SEAT = frozenset({"-", "–", "—", "empty"})
"""What says that nobody sits in a seat."""


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
    """The event with every name understood; `players` in the order of the sheet. `displaced` are
    those who lost their place in a round without a dash that says that it was meant."""

    players: Mapping[str, Player]
    rounds: Mapping[RoundId, Round]
    placed: Mapping[RoundId, Placed]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    displaced: Mapping[RoundId, frozenset[str]] = field(default_factory=dict)


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
    displaced: dict[RoundId, frozenset[str]] = {}
    sheets = {sheet.id: sheet for sheet in event.rounds}
    for id_, published in ledger.rounds.items():
        sheet, left = _without_spoilt(sheets.get(id_) or RoundSheet(id_, ()), published)
        seating = _seating(sheet, published, directory)
        problems += [*left, *seating.problems]
        displaced[id_] = seating.displaced
        if seating.differs(published):
            entries.append(_override(published, seating, sheet, directory))
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        rounds[id_], wrong = _with_results(seating, sheet, directory, games)
        problems += wrong
        entries += _corrections(rounds[id_], ledger, games, sheet, seating.strange)
    for id_, sheet in sheets.items():
        if id_ not in ledger.rounds:
            gone = ledger.gone.get(id_, PublishedRound(id_, ()))
            fresh, _ = _without_spoilt(sheet, gone)
            placed[id_], wrong = _placed(fresh, directory, gone)
            problems += wrong
    return Settled(players, rounds, placed, tuple(problems), tuple(entries), displaced)


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
    """Who sits where. `strange` are tables in whose rows only others are typed, while the names of
    the round make no sense: what else stands there may be theirs."""

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    displaced: frozenset[str] = frozenset()
    strange: frozenset[int] = frozenset()

    def differs(self, published: PublishedRound) -> bool:
        mine = (self.tables, self.byes, self.absent)
        return mine != (published.tables, published.byes, published.absent)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the cells of one round are to be understood.

    `arrived`: the names are in the workbook, so that a blank cell has been cleared. While names of
    an earlier pairing may still stand there, neither a blank nor a dash says anything.
    """

    published: PublishedRound
    who: Directory
    arrived: bool

    @classmethod
    def of(cls, sheet: RoundSheet, published: PublishedRound, who: Directory) -> _Reading:
        """The reading of a sheet as it is."""
        texts = {
            (row.key.kind, row.key.number, seat): text
            for row in sheet.rows
            for seat, text in enumerate(row.seats)
        }
        there = sum(
            1 for cell, player in published.base.items() if who.find(texts.get(cell, "")) == player
        )
        return cls(published, who, not published.stale and 2 * there >= len(published.base))

    def row(self, row: Row, base: Mapping[Cell, str]) -> tuple[list[str], list[Problem], set[str]]:
        """The ids in a row after the organiser's changes to what was published for it, what is
        wrong there, and who was taken out with a dash."""
        kind, number = row.key.kind, row.key.number
        seated: list[str] = []
        problems: list[Problem] = []
        dashed: set[str] = set()
        length = max(len(row.seats), sum(1 for cell in base if cell[:2] == (kind, number)))
        for seat in range(length if kind is RowKind.TABLE else 1):
            cell = (kind, number, seat)
            text = row.seats[seat] if seat < len(row.seats) else ""
            player: str | None = base.get(cell)
            if text in EMPTY_SEAT:
                dashed |= {player} if player and not self.published.stale else set()
                player = player if self.published.stale else None
            elif not text and player and self._cleared(cell, player):
                player = None
            elif text:
                found = self.who.find(text)
                if found is None:
                    problems.append(self.who.unknown(text, row.place(f"seat {seat + 1}")))
                elif found not in self.published.stale.get(cell, ()):
                    player = found
            if player is not None:
                seated.append(player)
        return seated, problems, dashed

    def _cleared(self, cell: Cell, player: str) -> bool:
        """Whether the organiser has taken a player out of a blank cell, now or before."""
        return self.arrived or not self.published.sits_in(cell[0], cell[1], player)


def _seating(sheet: RoundSheet, published: PublishedRound, who: Directory) -> _Seating:
    """The round as it is in force; changes that make no sense leave the seating as it was."""
    seated: dict[tuple[RowKind, int], list[str]] = defaultdict(list)
    for table in published.tables:
        seated[(RowKind.TABLE, table.number)] = []
    for (kind, number, _), player in published.base.items():
        seated[(kind, number)].append(player)
    problems: list[Problem] = []
    dashed: set[str] = set()
    by_row, reading = _by_row(published.base), _Reading.of(sheet, published, who)
    for row in sheet.rows:
        at = (row.key.kind, row.key.number)
        if at not in by_row and not any(row.seats):
            continue
        ids, wrong, out = reading.row(row, by_row.get(at, {}))
        problems += wrong
        dashed |= out
        if ids or at in by_row:
            seated[at] = ids
    in_force = Seating(published.tables, published.byes, published.absent)
    twice = _twice(seated, sheet, who, in_force)
    if twice:
        told = (published.tables, published.byes, published.absent)
        strange = frozenset(_strange(sheet, published, who))
        return _Seating(published.id, *told, (*problems, *twice), strange=strange)
    tables = tuple(
        PublishedTable(number, tuple(ids))
        for (kind, number), ids in seated.items()
        if kind is RowKind.TABLE
    )
    byes, absent = (
        tuple(ids[0] for (kind, _), ids in seated.items() if kind is wanted and ids)
        for wanted in (RowKind.BYE, RowKind.ABSENT)
    )
    there = {*byes, *absent, *(each for table in tables for each in table.seats)}
    out_of_it = dict.fromkeys((*published.base.values(), *in_force.people))
    displaced = tuple(each for each in out_of_it if each not in there)
    return _Seating(
        published.id, tables, byes, (*absent, *displaced), tuple(problems),
        frozenset(displaced) - dashed,
    )  # fmt: skip


def _strange(sheet: RoundSheet, published: PublishedRound, who: Directory) -> Iterator[int]:
    """Tables whose rows name players, and nobody of the table: rows may have been moved without
    their keys."""
    due = {table.number: table.seats for table in published.tables}
    for row in sheet.rows:
        typed = {found for text in row.seats if text and (found := who.find(text))}
        seats = due.get(row.key.number) if row.key.kind is RowKind.TABLE else None
        if typed and seats and not typed & {*seats}:
            yield row.key.number


def _by_row(base: Mapping[Cell, str]) -> dict[tuple[RowKind, int], dict[Cell, str]]:
    rows: dict[tuple[RowKind, int], dict[Cell, str]] = defaultdict(dict)
    for cell, player in base.items():
        rows[cell[:2]][cell] = player
    return rows


def _twice(
    seated: Mapping[tuple[RowKind, int], list[str]],
    sheet: RoundSheet,
    who: Directory,
    in_force: Seating,
) -> list[Problem]:
    """One problem for each player who stands in two places of one round."""
    found: dict[str, list[tuple[RowKind, int]]] = defaultdict(list)
    for at, ids in seated.items():
        for player in ids:
            found[player].append(at)
    rows = {(row.key.kind, row.key.number): row for row in sheet.rows}
    gone = [who.name(each) for each in dict.fromkeys(in_force.people) if each not in found]
    swap = f" {' and '.join(gone[:4])} would have no place." if gone else ""
    problems = []
    for player, spots in found.items():
        if len(spots) > 1:
            was = in_force.spots().get(player, "")
            new = next((each for each in reversed(spots) if _spot(*each) not in was), spots[-1])
            row = rows.get(new)
            problems.append(
                error(
                    _cell_of(row, player, who) if row else Place(sheet.id.sheet),
                    f"{who.name(player)} stands in this round twice: "
                    f"{' and '.join(_spot(*spot) for spot in spots)}.{swap}",
                    "Change both cells of a swap, or clear the one that was left; until then the "
                    "round stays as it was.",
                )
            )
    return problems


def _cell_of(row: Row, player: str, who: Directory) -> Place:
    """The cell of a row in which a player is typed."""
    at = next((at for at, text in enumerate(row.seats) if text and who.find(text) == player), 0)
    return row.place(f"seat {at + 1}")


def _spot(kind: RowKind, number: int) -> str:
    return {RowKind.TABLE: f"table {number}", RowKind.BYE: "a bye", RowKind.ABSENT: "absent"}[kind]


def _override(published: PublishedRound, now: _Seating, sheet: RoundSheet, who: Directory) -> Entry:
    """The line for what the organiser has changed, with the notes beside it as reasons."""
    old = Seating(published.tables, published.byes, published.absent)
    new = Seating(now.tables, now.byes, now.absent)
    notes = {
        row.key.number: row.note
        for row in sheet.rows
        if row.key.kind is RowKind.TABLE and not row.rehearsed
    }
    why: dict[str, str] = {}
    for seating in (old, new):  # the note where somebody is now counts before the old one
        for number, seats in seating.tables.items():
            why.update((each, notes[number]) for each in seats if notes.get(number))
    for row in sheet.rows:
        if row.key.kind is not RowKind.TABLE and row.note and row.seats:
            why[who.find(row.seats[0]) or ""] = row.note
    data = difference(old, new, notes, why)
    data["names"] = {player: who.name(player) for player in sorted(new.people)}
    typed = {row.key.number: [row.result, row.games] for row in sheet.rows if row.result}
    for change in data["changes"]:
        if change["table"] in typed and change["old"]:
            change["result"] = typed[change["table"]]
    return Entry(EntryKind.OVERRIDDEN, published.id, data)


def _without_spoilt(
    sheet: RoundSheet, published: PublishedRound
) -> tuple[RoundSheet, list[Problem]]:
    """The sheet without the results that were typed for a pairing that is no more."""
    if not published.spoilt:
        return sheet, []
    rows, problems = [], []
    for row in sheet.rows:
        typed = (row.result, row.games)
        if row.key.kind is RowKind.TABLE and any(typed) and (
            published.spoilt.get(row.key.number) == typed
        ):  # fmt: skip
            problems.append(
                warning(
                    row.place("result"),
                    f"“{' '.join(filter(None, typed))}” at table {row.key.number} was typed before "
                    f"{sheet.id.sheet} was paired anew, so it does not count.",
                    "Runner clears it when the workbook is closed. Type the new result over it; "
                    "where it is the same, clear the cell and save first.",
                )
            )
            row = replace(row, result="", games="")
        rows.append(row)
    return replace(sheet, rows=tuple(rows)), problems


def _placed(
    sheet: RoundSheet, who: Directory, gone: PublishedRound
) -> tuple[Placed, list[Problem]]:
    """What stands in a round that is not published yet; `gone` is what is left there of a pairing
    that was taken back."""
    reading = _Reading(gone, who, arrived=False)
    seated: dict[tuple[RowKind, int], list[str]] = {}
    problems: list[Problem] = []
    for row in sheet.rows:
        if any(row.seats):
            ids, wrong, _ = reading.row(row, {})
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
    twice = _twice(seated, sheet, who, Seating((), (), ()))
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
        if published.number in seating.strange:
            row = None
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


def _corrections(
    now: Round, ledger: Ledger, best_of: int, sheet: RoundSheet, strange: Container[int]
) -> Iterable[Entry]:
    """An entry for each result that differs from what stood when the next round came out, with the
    note beside it as the reason; nothing of `strange` tables, whose results wait."""
    recorded = ledger.results.get(now.id, {})
    notes = {
        row.key.number: {"reason": row.note}
        for row in sheet.rows
        if row.key.kind is RowKind.TABLE and row.note and not row.rehearsed
    }
    for table in now.tables:
        new = result_text(table, best_of)
        old = recorded.get(table.number, new)
        if old != new and table.number not in strange:
            data = {"table": table.number, "old": old, "new": new}
            yield Entry(EntryKind.CORRECTED, now.id, {**data, **notes.get(table.number, {})})
