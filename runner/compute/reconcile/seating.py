"""Seats and results of a round as typed, with names resolved to players."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from runner.compute.reconcile.players import PlayerResolver
from runner.compute.reconcile.rows import Understood, as_published, understood
from runner.core import contacts, privacy, results
from runner.core.identifiers import RowKind
from runner.core.problems import Place, Problem, error, warning
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Round, Seat, Table
from runner.core.seating import RowOf, Seating
from runner.ledger.published import DASH, PublishedRound

_MOST_WAITING = 20
Rows = Mapping[RowOf, tuple[str, ...]]


class Seated(NamedTuple):
    """Who sits where, and the problems. `displaced` have lost their place without a dash that
    confirms it. `doubtful` are tables whose rows name only other players while the rows are
    inconsistent: results there may belong to those."""

    seating: Seating
    problems: list[Problem]
    displaced: frozenset[str] = frozenset()
    doubtful: frozenset[int] = frozenset()


def seated_in(sheet: RoundSheet, published: PublishedRound, who: PlayerResolver) -> Seated:
    """Return the seating of a published round; players who lost their place are absent.
    Inconsistent changes leave everything as it was."""
    read, rows = understood(sheet, published, who), as_published(published)
    rows |= {row.at: row.ids for row in read if row.ids or rows.get(row.at)}
    problems = [problem for row in read for problem in row.problems]
    if twice := _twice(rows, sheet, published.seating, who):
        doubtful = frozenset(_doubtful(sheet, published, who))
        waiting = _waiting(read, published, {problem.place for problem in twice})
        return Seated(published.seating, [*problems, *twice, *waiting], doubtful=doubtful)
    seating = Seating.of_rows(rows)
    before = dict.fromkeys((*published.base.values(), *published.seating.everybody))
    there = {*seating.everybody}
    out = tuple(player for player in before if player not in there)
    meant = {player for row in read for player in row.dashed}
    now = replace(seating, absent=(*seating.absent, *out))
    return Seated(now, problems, displaced=frozenset(out) - meant)


def placed_in(
    sheet: RoundSheet, taken_back: PublishedRound, who: PlayerResolver
) -> tuple[Seating, list[Problem]]:
    """Return what is typed into an unpublished round, given names of the pairing that was
    `taken_back`."""
    read = understood(sheet, taken_back, who)
    rows = {row.at: row.ids for row in read if row.ids}
    problems: list[Problem] = []
    for row in read:
        problems += row.problems
        if row.row.reported:
            why = "This round is not paired yet, so this result does not count."
            fix = "Clear it, and type it once the round is out and the table has played."
            problems.append(warning("round.name-placed-elsewhere", row.row.reported_at, why, fix))
        problems += _in_vain(row)
    return Seating.of_rows(rows), [*problems, *_twice(rows, sheet, Seating(), who)]


def _in_vain(row: Understood) -> Iterator[Problem]:
    """Yield a problem for each dash without effect: in an unpublished round, in a row without
    names."""
    dashes = () if row.ids else (seat for seat, meant in row.typed if meant == DASH)
    for seat in dashes:
        yield error("round.seat-typed-in-vain", row.row.place(f"seat {seat + 1}"),
            "“-” takes a player out of a round, and this round is not paired yet.",
            "Clear this cell; the round is not paired until then.")  # fmt: skip


def _twice(rows: Rows, sheet: RoundSheet, in_force: Seating, who: PlayerResolver) -> list[Problem]:
    """Return an error for each player who is in two places of one round."""
    places: dict[str, list[RowOf]] = defaultdict(list)
    for at, ids in rows.items():
        for player in ids:
            places[player].append(at)
    lost = [who.name(id_) for id_ in dict.fromkeys(in_force.everybody) if id_ not in places]
    swap = f" {' and '.join(lost[:4])} would have no place." if lost else ""
    was = in_force.spots
    return [
        error(
            "round.player-twice",
            _typed_at(player, _newer(cells, was.get(player, "")), sheet, who),
            f"{who.name(player)} is in this round twice: {' and '.join(map(_spot, cells))}.{swap}",
            "Change both cells of a swap, or type “-” into the one that was left; until then the "
            "round stays as it was.",
        )
        for player, cells in places.items()
        if len(cells) > 1
    ]


def _waiting(
    read: Iterable[Understood], published: PublishedRound, reported: Container[Place]
) -> Iterator[Problem]:
    """Yield a problem for each of the first changed cells that do not count; cells in `reported`
    are reported already."""
    cells = [
        row.row.place(f"seat {seat + 1}")
        for row in read
        for seat, meant in row.typed
        if not published.seating.has(*row.at, meant)
        and (
            meant != DASH or published.seating.has(*row.at, published.base.get((*row.at, seat), ""))
        )
    ]
    for cell in [cell for cell in cells if cell not in reported][:_MOST_WAITING]:
        yield warning("round.waits-for-another-cell", cell,
            "This change does not count yet, because another change in this round cannot.",
            "Correct that one, which is reported as well.")  # fmt: skip


def _newer(places: list[RowOf], was: str) -> RowOf:
    others = (at for at in reversed(places) if _spot(at) != was.partition(",")[0])
    return next(others, places[-1])


def _typed_at(player: str, at: RowOf, sheet: RoundSheet, who: PlayerResolver) -> Place:
    row = next((row for row in sheet.rows if (row.key.kind, row.key.number) == at), None)
    if row is None:
        return Place(sheet.id.sheet)
    seats = (seat for seat, text in enumerate(row.seats) if text and who.find(text) == player)
    return row.place(f"seat {next(seats, 0) + 1}")


def _spot(at: RowOf) -> str:
    kind, number = at
    return {RowKind.TABLE: f"table {number}", RowKind.BYE: "a bye", RowKind.ABSENT: "absent"}[kind]


def _doubtful(sheet: RoundSheet, published: PublishedRound, who: PlayerResolver) -> Iterator[int]:
    """Yield the tables in whose rows only others are named, as rows may have been moved without
    their keys."""
    seats = dict(published.seating.tables)
    for number, row in sheet.tables.items():
        typed = {player for text in row.seats if text and (player := who.find(text))}
        if typed and seats.get(number) and typed.isdisjoint(seats[number]):
            yield number


_parsed = lru_cache(maxsize=20_000)(results.parse)  # each save parses all results of the event
_NAMES = re.compile(r"[,;、+&=]")
_CORRECT = "Correct the games, or the number under Best of on Phases."
NOTHING_RECORDED: Mapping[int, str] = {}
_WITH_GAMES = re.compile(r"(.*\S) (\d+(?:[-/]\d+)+)")


def with_results(
    seated: Seated,
    sheet: RoundSheet,
    who: PlayerResolver,
    best_of: int,
    order: results.Order | None = None,
    recorded: Mapping[int, str] = NOTHING_RECORDED,
) -> tuple[Round, list[Problem]]:
    """Return the round with the results typed for its tables, and their problems; results at
    doubtful tables wait. Impossible numbers of games are refused, unless they are in the ledger
    already: what is `recorded` counts until somebody corrects it."""
    rows, seating = sheet.tables, seated.seating
    tables, problems = [], list[Problem]()
    for number, seats in seating.tables:
        row, table = rows.pop(number, None), Table(number, tuple(map(Seat, seats)))
        if row and row.reported and seats and number not in seated.doubtful:
            people = (who.players[seat] for seat in seats)
            shown = tuple(_shown(player.name, player.handle) for player in people)
            setting = results.ParseContext(tuple(map(who.name, seats)), best_of, shown, order)
            try:
                parsed = _parsed(row.result, row.games, seats, setting)
                table_read = replace(parsed, number=number, rehearsed=row.rehearsed)
                known = recorded.get(number, "") == result_text(table_read, best_of)
                if wrong_games := _beyond(table_read, row, setting, known=known):
                    problems.append(wrong_games)
                if known or not wrong_games:
                    table = table_read
            except results.ResultError as wrong:
                parts = (row.result, *_NAMES.split(row.result))
                others = (_elsewhere(part, number, seating, who) for part in parts if part.strip())
                elsewhere = next(filter(None, others), "")
                problems.append(
                    error(
                        "result.name-at-another-table" if elsewhere else wrong.code,
                        row.place(wrong.column),
                        elsewhere or wrong.text,
                        wrong.fix,
                    )
                )
        tables.append(table)
    problems += [
        error(
            "result.no-such-table",
            row.reported_at,
            f"There is no table {number} in this round, so this result has no match.",
            "Move it to the table that was played, or type the players’ names into this row.",
        )
        for number, row in rows.items()
        if row.reported
    ]
    return Round(sheet.id, tuple(tables), seating.byes, seating.absent), problems


def _beyond(
    table: Table, row: Row, setting: results.ParseContext, *, known: bool
) -> Problem | None:
    """Return the problem of an impossible number of games: an error, or a warning if they are
    recorded."""
    if not (wrong := results.beyond(table, setting)):
        return None
    if known:
        return warning("result.games-on-record", row.reported_at, wrong,
            f"{_CORRECT} They are on record, and count as they stand until then.")  # fmt: skip
    column = "result" if row.result else "games"
    refused = results.with_forms(
        results.ResultError("result.games-impossible", wrong, _CORRECT, column), setting
    )
    return error(refused.code, row.reported_at, refused.text, refused.fix)


@lru_cache(maxsize=20_000)
def _shown(name: str, handle: str) -> frozenset[str]:
    """Return the names under which pages may show a player: without an address, "Ana E.", a
    handle."""
    return frozenset({contacts.without(name), privacy.initial(name).name, handle} - {""})


def _elsewhere(text: str, number: int, seating: Seating, who: PlayerResolver) -> str:
    """Return that a name typed as a result belongs to another table, perhaps a row off; "" if
    not."""
    player = who.find(text)
    table = seating.table_of(player) if player else None
    if player is None or table in (None, number):
        return ""
    return f"{who.name(player)} sits at table {table}, not at table {number}."


def result_text(table: Table, best_of: int) -> str:
    """Return a table's result in the ledger's form; "" while it plays."""
    return " ".join(filter(None, results.spell(table, best_of))) if table.finished else ""


def from_text(
    text: str, seats: Sequence[str], best_of: int, order: results.Order | None = None
) -> Table | None:
    """Return the table (with number 0) for a recorded result; None if it does not fit those
    seats."""
    split = _WITH_GAMES.fullmatch(text)
    result, games = split.groups() if split else (text, "")
    setting = results.ParseContext(("",) * len(seats), best_of, order=order)
    try:
        return results.parse(result, games, seats, setting)
    except results.ResultError:
        return None
