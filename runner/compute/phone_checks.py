"""Results that are entered twice: what is still to be checked, and where the second entry differs.

The second entry (`CHECK`) never counts. It is compared with what counts, whoever reported that; so
is each further entry of the staff. Where they differ, it takes one that is the same, or the result
has to be changed in the workbook, where it stands.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from runner.compute.phones import with_drops
from runner.compute.reconcile.seating import from_text
from runner.core import names
from runner.core.event import Event
from runner.core.phone_reports import CHECK, OpenRound, OpenTable, Report
from runner.core.problems import Problem, warning
from runner.core.results import ParseContext, ResultError, beyond, parse
from runner.core.rounds import Table

Difference = tuple[int, str, str]
"""A table whose second entry differs from what counts: its number, the first, and the second."""


def entered(text: str, now: OpenRound, number: int) -> Table:
    """Return the table for a result as the staff types it; raises ResultError, also for games that
    cannot be."""
    seats = now.tables[number].seats
    context = ParseContext(tuple(name for _player, name in seats), now.best_of)
    result = parse(text, "", [player for player, _name in seats], context)
    if wrong := beyond(replace(result, number=number), context):
        raise ResultError("phones.games-impossible", wrong, "Type it as it was played.")
    return result


def checked(reports: Iterable[Report], now: OpenRound) -> tuple[list[int], list[Difference]]:
    """Return the tables with a result that is still to be checked, and the differences."""
    second = _second(reports, now.pairing)
    left, differ = list[int](), list[Difference]()
    for number, table in sorted(now.tables.items()):
        if not table.result:
            continue
        if number not in second:
            left.append(number)
        elif not agrees(text := second[number], now, number):
            differ.append((number, _with_drops(table), text))
    return left, differ


def _second(reports: Iterable[Report], pairing: str) -> dict[int, str]:
    """Return the second entry by table, or the last one of the staff since."""
    second: dict[int, str] = {}
    for report in reports:
        if report.pairing != pairing or not (report.of_staff or report.voice == CHECK):
            continue
        if not any(report.typed):
            second.pop(report.table, None)
        elif report.voice == CHECK or report.table in second:
            second[report.table] = report.result
    return second


def agrees(text: str, now: OpenRound, number: int) -> bool:
    """Return whether an entry means what counts at a table; where results are typed in a way of
    their own, whether it is the same text."""
    table = now.tables[number]
    if not now.offers:
        return names.key(text) == names.key(_with_drops(table))
    counts = from_text(table.result, [player for player, _name in table.seats], now.best_of)
    try:
        again = entered(text, now, number)
    except ResultError:
        return False
    return counts is not None and _meaning(counts, table.drops) == _meaning(again, again.drops)


def _meaning(table: Table, drops: Sequence[str]) -> object:
    seats = [(seat.outcome, seat.games_won or 0, seat.points) for seat in table.seats]
    return seats, table.games_drawn, table.duels, {*drops}


def _with_drops(table: OpenTable) -> str:
    return with_drops(table.result, [table.letters[player] for player in table.drops])


def problems(reports: Iterable[Report], event: Event, now: OpenRound) -> Iterator[Problem]:
    """Yield a warning for each difference."""
    for table, first, second in checked(reports, now)[1]:
        yield warning(
            "phones.check-differs", event.table_cell(now.round, table),
            f"Table {table}: {first} counts, and the second entry is {second}.",
            f"Look at the slip. If {first} is right, enter it once more on the scorekeepers’ page; "
            "if not, type here what is.",
        )  # fmt: skip
