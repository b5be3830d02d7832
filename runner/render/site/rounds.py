"""A round as the pages show it: its tables with results, who sits out, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Outcome, Round, RoundId, Table
from runner.core.numbers import points
from runner.core.phrases import count
from runner.ledger.words import sentences
from runner.phases.model import PhaseResult
from runner.phases.round_robin.groups import title_of
from runner.render import text as texts
from runner.render.site import going_on
from runner.render.site.directory import Directory
from runner.render.site.times import TimeView, time_view
from runner.standings.model import Standings


class SeatView(NamedTuple):
    """One seat: its letter ("" where two sit), who sits there, and what they took from it.

    `points` are the match points they came with, "" in the first round. `tone` is "win", "draw",
    "loss" or "" while they play.
    """

    letter: str
    name: str
    file: str
    points: str
    result: str
    tone: str


class TableView(NamedTuple):
    """A table with its seats in turn order; `score` are the games of a head-to-head match, and
    `group` is "Group A" where the phase is played in groups."""

    number: int
    seats: tuple[SeatView, ...]
    playing: bool
    score: str
    group: str = ""


class Guest(NamedTuple):
    """Somebody who sits out a round; `words` says why, where it is not for the usual reason."""

    name: str
    file: str
    words: str = ""


class RoundView(NamedTuple):
    """A round with all its tables. `file` names its page: "R3", "P2R1". `waiting` are those whose
    group has played all its matches."""

    title: str
    file: str
    status: str
    playing: int
    total: int
    tables: tuple[TableView, ...]
    byes: tuple[Guest, ...]
    absent: tuple[Guest, ...]
    seats_have_points: bool
    veil: str
    time: TimeView | None
    waiting: tuple[Guest, ...] = ()
    changes: tuple[str, ...] = ()


def title(snapshot: Snapshot, id_: RoundId) -> str:
    """ "Round 3", or "Top 16 · Round 1" in a phase after the first."""
    if id_.phase == 1:
        return f"Round {id_.number}"
    return f"{snapshot.phases[id_.phase - 1].phase.name} · Round {id_.number}"


def title_of_many(snapshot: Snapshot, id_: RoundId) -> str:
    """ "Round 3 of 5", where it is known how many there are to be."""
    planned = snapshot.phases[id_.phase - 1].planned
    return f"{title(snapshot, id_)} of {planned}" if planned else title(snapshot, id_)


def playing(round_: Round) -> int:
    """How many tables have no full result yet."""
    return sum(1 for table in round_.tables if table.seats and not table.finished)


def status(round_: Round) -> str:
    """ "12 of 29 tables still playing"."""
    now, total = playing(round_), sum(1 for table in round_.tables if table.seats)
    if not now:
        return "All results are in"
    return f"{now} of {count(total, 'table')} still playing"


def veil(phase: PhaseResult) -> str:
    """What stands in the place of results that are kept back; "" where they are shown."""
    if not phase.veiled:
        return ""
    return f"Results and standings are shown when the last round of {phase.phase.name} is over."


def standings_before(phase: PhaseResult, id_: RoundId) -> Standings | None:
    """The ranking that the round was paired from."""
    return next((each for each in reversed(phase.standings) if each.after < id_), None)


def points_before(phase: PhaseResult, id_: RoundId) -> Mapping[str, Fraction] | None:
    """The match points that players came with, or None in the first round of a phase."""
    before = standings_before(phase, id_)
    return {row.player: row.match_points for row in before.rows} if before else None


def head_to_head(phase: PhaseResult) -> bool:
    """Whether two play against each other, so that there is no turn order to keep."""
    return phase.phase.mode is Mode.HEAD_TO_HEAD


def tone(outcome: Outcome | None) -> str:
    """How an outcome is coloured; the words beside it say the same."""
    if outcome is None or outcome is Outcome.POINTS:
        return ""
    return outcome.value if outcome in (Outcome.WIN, Outcome.DRAW) else "loss"


def round_view(snapshot: Snapshot, directory: Directory, round_: Round) -> RoundView:
    """Everything about a round but how it was paired."""
    phase = snapshot.phases[round_.id.phase - 1]
    before = points_before(phase, round_.id)
    resting = going_on.resting(phase, round_)
    waiting = tuple(each for each in resting if each not in round_.byes)
    tables = sorted((each for each in round_.tables if each.seats), key=lambda each: each.number)
    return RoundView(
        title_of_many(snapshot, round_.id),
        round_.id.prefix,
        status(round_),
        playing(round_),
        len(tables),
        tuple(
            _table(directory, table, before, phase.veiled)._replace(
                group=title_of(phase.groups, table.players)
            )
            for table in tables
        ),
        _guests(directory, round_.byes, resting),
        _guests(directory, round_.absent),
        before is not None,
        veil(phase),
        time_view(snapshot, round_),
        _guests(directory, waiting),
        changes(snapshot, directory, round_.id),
    )


def changes(snapshot: Snapshot, directory: Directory, id_: RoundId) -> tuple[str, ...]:
    """What the organiser has changed in a round since it was out, a sentence each."""
    made = next(
        (each for each in snapshot.pairings if each.round == id_ and not each.proposed), None
    )
    veiled = snapshot.phases[id_.phase - 1].veiled

    def name(player: str) -> str:
        return directory[player].name if player in directory.people else player

    return tuple(
        f"Changed by the organiser, {texts.clock(entry.at)}: {said.removesuffix('.')}."
        for entry in (made.changes if made else ())
        if entry.at
        for said in sentences(entry, name, veiled=veiled)
    )


def _guests(
    directory: Directory, players: tuple[str, ...], words: Mapping[str, str] | None = None
) -> tuple[Guest, ...]:
    said = words or {}
    people = ((directory[each], said.get(each, "")) for each in directory.alphabetical(players))
    return tuple(Guest(each.name, each.file, why.lower()) for each, why in people)


def _table(
    directory: Directory, table: Table, before: Mapping[str, Fraction] | None, veiled: bool
) -> TableView:
    seats = []
    for index, seat in enumerate(table.seats):
        person = directory[seat.player]
        seats.append(
            SeatView(
                texts.seat_letter(index, len(table.seats)),
                person.name,
                person.file,
                "" if before is None else points(before.get(seat.player, Fraction(0))),
                "" if veiled else texts.outcome(seat.outcome, seat.points),
                "" if veiled else tone(seat.outcome),
            )
        )
    score = "" if veiled else texts.score(table)
    return TableView(table.number, tuple(seats), not table.finished, score)
