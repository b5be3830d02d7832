"""How the tables of a round ended, and how the ledger spells it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from runner.compute.reconcile.players import Directory
from runner.compute.reconcile.seating import Seated
from runner.core import contacts, privacy, results
from runner.core.event import Round, RoundSheet, Row, Seat, Table
from runner.core.problems import Problem, error, warning
from runner.core.seating import Seating

_parsed = lru_cache(maxsize=20_000)(results.parse)  # at each save all results of the day are read
_NAMES = re.compile(r"[,;、+&=]")
_CORRECT = "Correct the games, or the number under Best of on Phases."
NOTHING_RECORDED: Mapping[int, str] = {}
_WITH_GAMES = re.compile(r"(.*\S) (\d+(?:[-/]\d+)+)")


def with_results(
    seated: Seated,
    sheet: RoundSheet,
    who: Directory,
    best_of: int,
    order: results.Order | None = None,
    recorded: Mapping[int, str] = NOTHING_RECORDED,
) -> tuple[Round, list[Problem]]:
    """The round with what was typed for its tables, and what makes no sense of it; what stands
    beside doubtful tables may be another's, and waits. Games that no match can have are refused
    too, unless the ledger has them: what is `recorded` counts until somebody corrects it."""
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
                found = replace(parsed, number=number, rehearsed=row.rehearsed)
                known = recorded.get(number, "") == result_text(found, best_of)
                if wrong_games := _beyond(found, row, setting, known=known):
                    problems.append(wrong_games)
                if known or not wrong_games:
                    table = found
            except results.ResultError as wrong:
                parts = (row.result, *_NAMES.split(row.result))
                told = (_elsewhere(part, number, seating, who) for part in parts if part.strip())
                elsewhere = next(filter(None, told), "")
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
    """What is wrong with games that no match can have: an error, or a warning where they count."""
    wrong = results.beyond(table, setting)
    if not wrong:
        return None
    if known:
        fix = f"{_CORRECT} They are on record, and count as they stand until then."
        return warning("result.games-on-record", row.reported_at, wrong, fix)
    column = "result" if row.result else "games"
    refused = results.with_forms(
        results.ResultError("result.games-impossible", wrong, _CORRECT, column), setting
    )
    return error(refused.code, row.reported_at, refused.text, refused.fix)


@lru_cache(maxsize=20_000)
def _shown(name: str, handle: str) -> frozenset[str]:
    """By which pages may show somebody: the name without an address in it, "Ana E.", a handle."""
    return frozenset({contacts.without(name), privacy.initial(name).name, handle} - {""})


def _elsewhere(text: str, number: int, seating: Seating, who: Directory) -> str:
    """That a name typed as a result is of another table, perhaps a row off; "" where it is not."""
    player = who.find(text)
    table = seating.table_of(player) if player else None
    if player is None or table in (None, number):
        return ""
    return f"{who.name(player)} sits at table {table}, not at table {number}."


def result_text(table: Table, best_of: int) -> str:
    """A table's result as the ledger records it; "" while it plays."""
    return " ".join(filter(None, results.spell(table, best_of))) if table.finished else ""


def from_text(
    text: str, seats: Sequence[str], best_of: int, order: results.Order | None = None
) -> Table | None:
    """The table (number 0) with a result as the ledger has it; None where it does not fit those who
    sat there."""
    split = _WITH_GAMES.fullmatch(text)
    result, games = split.groups() if split else (text, "")
    setting = results.ParseContext(("",) * len(seats), best_of, order=order)
    try:
        return results.parse(result, games, seats, setting)
    except results.ResultError:
        return None
