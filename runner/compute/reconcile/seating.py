"""Who sits where in a round, by what was published and what the organiser has typed since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from runner.compute.reconcile.players import Directory
from runner.compute.reconcile.rows import Reading
from runner.core.event import Round, RoundId, RoundSheet, Row, RowKind, Seat, Table
from runner.core.problems import Place, Problem, error, warning
from runner.ledger.published import Cell, PublishedRound, PublishedTable
from runner.ledger.seating import Seating
from runner.phases.model import Placed


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where. `strange` are tables in whose rows only others are typed, while the names of
    the round make no sense: what else stands there may be theirs."""

    id: RoundId
    tables: tuple[PublishedTable, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    displaced: frozenset[str] = frozenset()
    strange: frozenset[int] = frozenset()

    @property
    def round(self) -> Round:
        """The round as it is in force, without results."""
        tables = (
            Table(each.number, tuple(Seat(player) for player in each.seats)) for each in self.tables
        )
        return Round(self.id, tuple(tables), self.byes, self.absent)

    def differs(self, published: PublishedRound) -> bool:
        """Whether it is not as it was published."""
        mine = (self.tables, self.byes, self.absent)
        return mine != (published.tables, published.byes, published.absent)


def seated_in(sheet: RoundSheet, published: PublishedRound, who: Directory) -> Seated:
    """The round as it is in force; changes that make no sense leave the seating as it was."""
    seated: dict[tuple[RowKind, int], list[str]] = defaultdict(list)
    for table in published.tables:
        seated[(RowKind.TABLE, table.number)] = []
    for (kind, number, _), player in published.base.items():
        seated[(kind, number)].append(player)
    problems: list[Problem] = []
    dashed: set[str] = set()
    by_row, reading = _by_row(published.base), Reading.of(sheet, published, who)
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
        return Seated(published.id, *told, (*problems, *twice), strange=strange)
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
    return Seated(
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
            new = next(
                (each for each in reversed(spots) if _spot(*each) != was.partition(",")[0]),
                spots[-1],
            )
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


def placed_in(
    sheet: RoundSheet, who: Directory, gone: PublishedRound
) -> tuple[Placed, list[Problem]]:
    """What stands in a round that is not published yet; `gone` is what is left there of a pairing
    that was taken back."""
    reading = Reading(gone, who, arrived=False)
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
