"""Everything that the desk shows, as its template needs it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Round, Table
from runner.core.numbers import points
from runner.core.phrases import count, listed, plural
from runner.core.problems import Problem, Severity
from runner.pairing.model import Pairing
from runner.phases.model import PhaseResult
from runner.render.desk.absentees import Gone, gone
from runner.render.desk.facts import Facts
from runner.render.desk.log import Told, told
from runner.render.desk.oddities import doubts
from runner.render.desk.status import next_phase, proposed, results_in, title, without_sheet
from runner.render.desk.steps import Step, steps, winner
from runner.render.site.times import short, time_view
from runner.render.text import clock as time_of_day

MANY = 12
"""So many lines of a list are shown at once; the others are folded away."""
_MOST_PLACES = 8


class Head(NamedTuple):
    """The glance: where the event is, and the one number that tells how far. `share` is in per
    cent, None where nothing is counted."""

    title: str
    number: str
    words: str
    share: int | None
    mood: str


class Clock(NamedTuple):
    """The time of the round: a sentence, sentences for the tables that differ, and two moments
    for a browser to count towards."""

    words: str
    tables: tuple[str, ...]
    called: str
    ends: str


class Out(NamedTuple):
    """A table that still plays: who sits there, when its time is called, where that is."""

    number: int
    players: tuple[str, ...]
    time: str
    called: str
    ends: str


class Mend(NamedTuple):
    """A problem: what it is ("error"), its cell, a sentence and what to do."""

    kind: str
    place: str
    words: str
    fix: str


class Paired(NamedTuple):
    """How good a round's pairing is, in words, and whether that is `proved` to be the best; `notes`
    are the organiser's."""

    title: str
    repeats: str
    small: str
    points: str
    proof: str
    proved: bool
    notes: tuple[str, ...]


class Given(NamedTuple):
    """A penalty or minutes: the round of the event, whom it is about, what, and why."""

    round: int
    who: str
    what: str
    why: str


class Note(NamedTuple):
    """A private note about somebody who plays."""

    name: str
    words: str


class Planned(NamedTuple):
    """A phase that is to be played, and how; or a place, and who has it."""

    name: str
    words: str


class DeskView(NamedTuple):
    """The whole desk."""

    event: str
    rehearsal: bool
    at: str
    as_of: str
    bad: str
    good: str
    head: Head
    steps: tuple[Step, ...]
    clock: Clock | None
    problems: tuple[Mend, ...]
    doubts: tuple[Mend, ...]
    out: tuple[Out, ...]
    waiting: tuple[str, ...]
    why: str
    changes: tuple[str, ...]
    gone: tuple[Gone, ...]
    notes: tuple[Note, ...]
    penalties: tuple[Given, ...]
    extensions: tuple[Given, ...]
    told: tuple[Told, ...]
    rounds: tuple[Paired, ...]
    plan: tuple[Planned, ...] = ()
    places: tuple[Planned, ...] = ()
    many: int = MANY


def desk_view(snapshot: Snapshot | None, facts: Facts) -> DeskView:
    """The desk of an event as it stands, or as it stood at its last good save."""
    odd = doubts(snapshot, facts) if snapshot else ()
    todo = steps(snapshot, facts, odd)
    view = DeskView(
        event=snapshot.event.name if snapshot else facts.workbook,
        rehearsal=bool(snapshot and snapshot.rehearsal),
        at=facts.at,
        as_of=_seconds(facts.at),
        bad=time_of_day(facts.bad_since) if facts.bad_since else "",
        good=time_of_day(facts.good_at) if facts.good_at else "",
        head=_head(snapshot, facts, odd),
        steps=tuple(each._replace(words=_unbroken(each.words)) for each in todo),
        clock=None,
        problems=tuple(_mends(facts.problems)),
        doubts=tuple(_mends(odd)),
        out=(),
        waiting=tuple(_waiting(snapshot, facts)),
        why=facts.why,
        changes=facts.changes,
        gone=(),
        notes=(),
        penalties=(),
        extensions=(),
        told=(),
        rounds=(),
    )
    return _filled(view, snapshot, facts) if snapshot else view


def _filled(view: DeskView, snapshot: Snapshot, facts: Facts) -> DeskView:
    """The parts that only a snapshot can fill."""
    current, event = snapshot.current_round, snapshot.event
    playing = results_in(snapshot, current).playing if current else ()
    return view._replace(
        clock=_clock(snapshot, current) if current else None,
        out=tuple(_out(snapshot, current, each) for each in playing) if current else (),
        gone=gone(snapshot),
        notes=_notes(snapshot, current),
        penalties=tuple(
            Given(each.round, each.player, each.penalty, each.infraction)
            for each in reversed(event.penalties)
        ),
        extensions=tuple(
            Given(each.round, _whom(each.table), f"+{each.minutes} min", each.reason)
            for each in reversed(event.extensions)
        ),
        told=told(snapshot, facts.entries),
        plan=() if current else tuple(_planned(each) for each in snapshot.phases),
        places=_places(snapshot),
        rounds=tuple(
            line
            for each in reversed(snapshot.pairings)
            if not each.proposed and (line := _paired(snapshot, each)) is not None
        ),
    )


def _unbroken(words: str) -> str:
    """A number stays on the line of what it counts."""
    return re.sub(r"(?<=[a-z]) (?=\d)", "\u00a0", words)


def _planned(result: PhaseResult) -> Planned:
    """ "5 rounds, pods of 4, 75 minutes, by mamtr"."""
    rules, phase = result.ruleset, result.phase
    parts = [f"the best {phase.cut} go on into it"] if phase.cut else []
    parts += [count(result.planned, "round")] if result.planned else []
    parts += [f"pods of {rules.pod_size}"] if phase.mode is Mode.MULTIPLAYER else []
    if rules.round_minutes and not phases.playoff(phase.type):
        parts.append(count(rules.round_minutes, "minute"))
    words = ", ".join([*parts, f"by {rules.preset}"])
    return Planned(phase.name, f"{words[:1].upper()}{words[1:]}")


def _places(snapshot: Snapshot) -> tuple[Planned, ...]:
    """The first places, once the event is over."""
    first = snapshot.final[:_MOST_PLACES] if snapshot.over else ()
    return tuple(Planned(each.place, snapshot.players[each.player].name) for each in first)


def _seconds(iso: str) -> str:
    return f"{datetime.fromisoformat(iso):%H:%M:%S}" if iso else ""


# --- the glance ----------------------------------------------------------------------------------


def _head(snapshot: Snapshot | None, facts: Facts, odd: Sequence[Problem]) -> Head:
    if facts.bad_since:
        return Head("The workbook", "!", f"cannot be used as it is{_before(snapshot)}", None, "bad")
    if snapshot is None:
        return Head("The workbook", "!", "has not been looked at yet", None, "bad")
    mood = "bad" if facts.errors else "look" if odd else "good"
    current = snapshot.current_round
    if current is None:
        players = len(snapshot.players)
        words = "player, no round out yet" if players == 1 else "players, no round out yet"
        return Head("Before round 1", str(players), words, None, mood)
    now = results_in(snapshot, current)
    name = title(snapshot, current.id)
    if now.playing:
        share = 100 * now.done // now.total
        return Head(name, f"{now.done}/{now.total}", "tables in", share, "play")
    if snapshot.over:
        return Head("The event is over", "✓", winner(snapshot).rstrip("."), None, mood)
    coming = proposed(snapshot)
    phase = next_phase(snapshot)
    into = title(snapshot, coming) if coming else phase.phase.name if phase else ""
    words = f"tables in, {into} is ready" if coming else "tables in"
    return Head(name, f"{now.total}/{now.total}", words, 100, mood)


def _before(snapshot: Snapshot | None) -> str:
    """Where the event stood when the workbook could last be used."""
    current = snapshot.current_round if snapshot else None
    if snapshot is None or current is None:
        return ""
    now = results_in(snapshot, current)
    return f"; {title(snapshot, current.id)} stood at {now.done}/{now.total} tables"


def _clock(snapshot: Snapshot, round_: Round) -> Clock | None:
    made, view = snapshot.clocks.get(round_.id), time_view(snapshot, round_)
    if made is None or view is None:
        return None
    return Clock(view.words, view.tables, made.called, made.ends)


def _out(snapshot: Snapshot, round_: Round, table: Table) -> Out:
    """A table that plays, with the time that it has of its own."""
    made = snapshot.clocks.get(round_.id)
    own = made.at(table.number) if made else None
    apart = made is not None and own is not None and own in made.apart
    names = tuple(snapshot.players[each].name for each in table.players)
    return Out(
        table.number,
        names,
        short(snapshot, round_, table.number) if apart else "",
        own.called if own else "",
        own.ends if own else "",
    )


# --- what to see to ------------------------------------------------------------------------------

_ORDER = list(Severity)


def _mends(problems: Sequence[Problem]) -> list[Mend]:
    """Errors first; the order stays otherwise."""
    ranked = sorted(problems, key=lambda each: _ORDER.index(each.severity))
    return [Mend(each.severity.value, str(each.place), each.message, each.fix) for each in ranked]


def _waiting(snapshot: Snapshot | None, facts: Facts) -> list[str]:
    """Rows to be written, and sheets to be made, while somebody has the workbook open."""
    lines = [f"{each.sheet}: {each.words}" for each in facts.waiting]
    sheets = [id_.sheet for id_ in without_sheet(snapshot)] if snapshot and facts.open_ else []
    if sheets:
        lines.append(f"{listed(sheets)} {plural(len(sheets), 'has', 'have')} no sheet yet")
    return lines


# --- what has been ------------------------------------------------------------------------------


def _whom(table: int | None) -> str:
    return "all tables" if table is None else f"table {table}"


def _notes(snapshot: Snapshot, current: Round | None) -> tuple[Note, ...]:
    """Private notes about those who are in the event, by name."""
    number = max(1, len(snapshot.rounds))
    found = (each for each in snapshot.players.values() if each.notes and each.plays(number))
    seats = {
        player: table.number
        for table in (current.tables if current else ())
        for player in table.players
    }
    return tuple(
        Note(f"{each.name}, table {seats[each.id]}" if each.id in seats else each.name, each.notes)
        for each in sorted(found, key=lambda each: each.name)
    )


def _paired(snapshot: Snapshot, pairing: Pairing) -> Paired | None:
    """A round's line; None for a playoff, where seeds leave nothing to choose."""
    made, name = pairing.certificate, title(snapshot, pairing.round).partition(" of ")[0]
    if made is None and phases.playoff(snapshot.phases[pairing.round.phase - 1].phase.type):
        return None
    if made is None:
        return Paired(name, "–", "–", "–", "set by hand", False, ())
    proved = made.proved_optimal or made.points_mismatch == made.lower_bound
    return Paired(
        name,
        str(made.repeated_pairs),
        str(made.small_pod_repeats),
        points(made.points_mismatch),
        "proved best" if proved else f"at least {points(made.lower_bound)}",
        proved,
        tuple(_named(snapshot, each) for each in made.notes),
    )


def _named(snapshot: Snapshot, note: str) -> str:
    """A note of a certificate, with names for ids."""

    def name(found: re.Match[str]) -> str:
        player = snapshot.players.get(found[0])
        return player.name if player else found[0]

    return re.sub(r"\w+", name, note)
