"""The feature tables: their players with record and deck, and what is at stake for them."""

import re
from collections.abc import Callable, Iterator

from runner.compute.outlook.stage import Outlook, Own, Verdict
from runner.compute.statistics import decks
from runner.core.identifiers import seat_letter
from runner.core.language import _, pgettext
from runner.core.rounds import Table
from runner.core.screens import FEATURED
from runner.phases import playoff
from runner.render import text as texts
from runner.render.screens.hall import Hall
from runner.render.screens.parts import tables
from runner.render.site import final_page


def part(hall: Hall) -> object:
    """Return the feature tables named on the Screens sheet, except those with a player kept off
    camera. Each has its number, the result in words ("" while playing), and for each seat the
    names, letter, record, deck, stakes, whether it won, and the games won between two. `goal` is
    the aim of the stakes, such as "Top 8"."""
    shown = [table for table in _marked(hall) if hall.off_camera.isdisjoint(table.players)]
    goal, stake = _stakes(hall) if shown else ("", _nothing)
    seat = _Seats(hall, stake)
    rows = [
        {
            "number": table.number,
            "result": tables.words(hall, table),
            "seats": [seat.row(table, at) for at in range(len(table.seats))],
        }
        for table in shown
    ]
    return {"tables": rows, "goal": goal}


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
    """Rows of seats, with records of the whole event before the round."""

    def __init__(self, hall: Hall, stake: Callable[[str], str]) -> None:
        self._hall, self._stake = hall, stake
        now = hall.round if hall.phase and not hall.phase.veiled else None
        self._records = final_page.records(hall.snapshot, now.id) if now else {}

    def row(self, table: Table, at: int) -> dict[str, object]:
        player, hall = table.players[at], self._hall
        record = self._records.get(player)
        won = not hall.veiled and table.seats[at] in tables.winners(table)
        last, first = hall.name(player)
        return {
            "last": last,
            "first": first,
            "letter": seat_letter(at) if len(table.seats) > 2 else "",
            "record": texts.record(record) if record else "",
            "deck": next((text for _heading, text in decks(hall.snapshot.players[player])), ""),
            "stake": self._stake(player),
            "won": won,
            "games": _games(hall, table, at),
        }


def _games(hall: Hall, table: Table, at: int) -> str:
    """Return the games that a seat has won between two players; "" while playing or unknown."""
    known = all(seat.games_won is not None for seat in table.seats)
    shown = len(table.seats) == 2 and known and tables.words(hall, table)
    return str(table.seats[at].games_won) if shown else ""


def _nothing(player: str) -> str:
    return ""


def _stakes(hall: Hall) -> tuple[str, Callable[[str], str]]:
    """Return the aim of the round, and a function that returns the stakes of a player."""
    phase = hall.phase
    if phase and playoff(phase.phase.type):
        final = hall.round is not None and hall.round.id.number == phase.planned
        decides = final and len(hall.tables) == 1 and not hall.snapshot.over
        words = _("The winner is the champion") if decides else ""
        return words, _nothing
    ahead = hall.snapshot.outlook
    if ahead is None:
        return "", _nothing
    into = hall.snapshot.phases[ahead.into - 1].phase.name
    if ahead.most and not ahead.of_groups:
        into = _("Top {number}", number=ahead.most)
    return into, lambda player: _words(ahead.players.get(player))


def _words(player: Outlook | None) -> str:
    """Return which result is enough for a player: "A win is enough"; "" outside the race."""
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
