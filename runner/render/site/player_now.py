"""Where a player sits now, or why they sit out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import Seat, Table
from runner.core.numbers import points
from runner.render import text as texts
from runner.render.site import going_on, rounds, times
from runner.render.site.directory import Directory


class Neighbour(NamedTuple):
    """Somebody at the player's table now; `points` is "" in a first round."""

    letter: str
    name: str
    file: str
    points: str
    me: bool


class Now(NamedTuple):
    """The current round for one player; `table` is "" for those who sit out, `words` says why.
    `time` is when time is called at the table, "" where it has finished."""

    title: str
    table: str
    seat: str
    words: str
    neighbours: tuple[Neighbour, ...]
    time: str = ""


def now_of_all(snapshot: Snapshot, directory: Directory) -> Mapping[str, Now]:
    """The current round, for everybody who is in it."""
    current = snapshot.current_round
    if current is None:
        return {}
    title = rounds.title_of_many(snapshot, current.id)
    before = rounds.points_before(snapshot.phases[current.id.phase - 1], current.id)
    veiled = snapshot.phases[current.id.phase - 1].veiled
    found = {
        seat.player: _seated(directory, title, table, index, before, veiled)._replace(time=time)
        for table in current.tables
        for time in [times.short(snapshot, current, table.number)]
        for index, seat in enumerate(table.seats)
    }
    bye = Now(title, "", "", "Bye: this round is won without playing.", ())
    absent = Now(title, "", "", "Not playing in this round.", ())
    found |= dict.fromkeys(current.byes, bye) | dict.fromkeys(current.absent, absent)
    resting = going_on.resting(snapshot.phases[current.id.phase - 1], current)
    return found | {each: Now(title, "", "", _RESTING[why], ()) for each, why in resting.items()}


_RESTING = {
    going_on.IN_PLAYOFF: "In the playoff already: a bye until it begins.",
    going_on.FINISHED: "All matches of the group are played.",
}


def _seated(
    directory: Directory,
    title: str,
    table: Table,
    index: int,
    before: Mapping[str, Fraction] | None,
    veiled: bool,
) -> Now:
    seats = len(table.seats)
    own = table.seats[index]
    return Now(
        title,
        str(table.number),
        texts.seat_letter(index, seats),
        "" if veiled else _said(table, own, index),
        tuple(
            Neighbour(
                texts.seat_letter(each, seats),
                directory[seat.player].name,
                directory[seat.player].file,
                "" if before is None else points(before.get(seat.player, Fraction(0))),
                each == index,
            )
            for each, seat in enumerate(table.seats)
        ),
    )


def _said(table: Table, own: Seat, index: int) -> str:
    if own.outcome is None:
        return ""
    words = texts.outcome(own.outcome, own.points)
    score = texts.own_score(table, index)
    return f"{words} {score}" if score else words
