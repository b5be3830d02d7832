"""The feature tables: who plays there, with record and deck, and what is at stake for them."""

import re
from collections.abc import Callable, Iterator

from runner.compute.outlook.outlook import outlook
from runner.compute.outlook.stage import Outlook, Own, Verdict
from runner.compute.statistics import decks
from runner.core.identifiers import seat_letter
from runner.core.language import _, pgettext
from runner.core.rounds import Table
from runner.core.screens import FEATURED
from runner.phases import playoff
from runner.render import text as texts
from runner.render.screens.hall import Hall
from runner.render.screens.parts import rankings, tables


def part(hall: Hall) -> object:
    """The feature tables that lines of the Screens sheet name, without those at which somebody is
    kept off camera. Of each its number, the result in words, "" while it plays, and of each seat
    the names, letter, record, deck, what is at stake, and whether it has won.
    `goal` is what the stakes are about, such as "Top 8"."""
    shown = [table for table in _marked(hall) if hall.off_camera.isdisjoint(table.players)]
    goal, stake = _stakes(hall) if shown else ("", _nothing)
    seat = _Seats(hall, stake)
    made = [
        {
            "number": table.number,
            "result": tables.words(hall, table),
            "seats": [seat.row(table, at) for at in range(len(table.seats))],
        }
        for table in shown
    ]
    return {"tables": made, "goal": goal}


def _marked(hall: Hall) -> Iterator[Table]:
    lines = [screen for screen in hall.snapshot.event.screens if screen.show in FEATURED]
    there = {table.number: table for table in hall.tables}
    numbers = [
        number
        for line in lines
        for number in (map(int, re.findall(r"\d+", line.part)) if line.part else sorted(there)[:1])
    ]
    return (there[number] for number in dict.fromkeys(numbers) if number in there)


class _Seats:
    """Rows of seats, with the ranking before the round or after it."""

    def __init__(self, hall: Hall, stake: Callable[[str], str]) -> None:
        self._hall, self._stake = hall, stake
        found = rankings.latest(hall)
        self._rows = {row.player: row for row in found[1].rows} if found else {}

    def row(self, table: Table, at: int) -> dict[str, object]:
        player, hall = table.players[at], self._hall
        row = self._rows.get(player)
        won = not hall.veiled and table.seats[at] in tables.winners(table)
        last, first = hall.name(player)
        return {
            "last": last,
            "first": first,
            "letter": seat_letter(at) if len(table.seats) > 2 else "",
            "record": texts.record(row.record) if row else "",
            "deck": next((text for _heading, text in decks(hall.snapshot.players[player])), ""),
            "stake": self._stake(player),
            "won": won,
        }


def _nothing(player: str) -> str:
    return ""


def _stakes(hall: Hall) -> tuple[str, Callable[[str], str]]:
    """What is at stake in the round, and a function that says what it is for a player."""
    phase = hall.phase
    if phase and playoff(phase.phase.type):
        final = hall.round is not None and hall.round.id.number == phase.planned
        words = _("The winner is the champion") if final and len(hall.tables) == 1 else ""
        return words, _nothing
    ahead = outlook(hall.snapshot)
    if ahead is None:
        return "", _nothing
    into = hall.snapshot.phases[ahead.into - 1].phase.name
    return into, lambda player: _words(ahead.players.get(player))


def _words(player: Outlook | None) -> str:
    """What is enough for a player: "A win is enough"; "" for whom the race is not."""
    if player is None:
        return ""
    if player.verdict is Verdict.IN:
        return _("Clinched")
    if player.verdict is Verdict.OUT:
        return pgettext("cut", "Out")
    if player.own.get(Own.DRAW) is Verdict.IN:
        return _("A draw is enough")
    return (
        _("A win is enough")
        if player.own.get(Own.WIN) is Verdict.IN
        else _("Depends on other tables")
    )
