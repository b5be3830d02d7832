"""Players who drop, or stay after all, by their phone once the result of their table counts.

As long as that result is one from phones that is not in its cell yet, the wish becomes part of it.
Otherwise it is for the organiser, who alone types in the workbook.
"""

from collections.abc import Iterable, Iterator

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import seat_letter
from runner.core.phone_reports import FREED, OpenRound, Report
from runner.core.problems import Problem, note


def with_drop(result: str, seat: int, drops: bool) -> str:
    """Return a result as typed, with or without the drop of the player in a seat."""
    word = f"{seat_letter(seat)} drop"
    parts = [part for part in result.split(", ") if part not in ("", word)]
    return ", ".join((*parts, word) if drops else parts)


def wishes(reports: Iterable[Report], now: OpenRound) -> dict[str, Report]:
    """Return the last report of each seated player that came after the result counted, without
    those from before the seats were freed."""
    wished: dict[str, Report] = {}
    for report in reports:
        if report.pairing != now.pairing or report.table not in now.tables:
            continue
        if report.voice == FREED:
            wished = {voice: wish for voice, wish in wished.items() if wish.table != report.table}
        elif report.after and report.voice in dict(now.tables[report.table].seats):
            wished[report.voice] = report
    return wished


def problems(reports: Iterable[Report], snapshot: Snapshot, now: OpenRound) -> Iterator[Problem]:
    """Yield a note for each player who wishes something else than what the workbook says."""
    number = len(snapshot.rounds)
    for player, wish in wishes(reports, now).items():
        if wish.drops == (player in now.tables[wish.table].drops):
            continue
        known = snapshot.players[player]
        what = f"drops after {now.title}" if wish.drops else "stays after all"
        fix = (
            f"Type {number} here."
            if wish.drops
            else f"Clear the {number} here, or the drop beside the result of table {wish.table}."
        )
        yield note("phones.drop", known.at("drops_after"), f"{known.name} {what}, by phone.", fix)
