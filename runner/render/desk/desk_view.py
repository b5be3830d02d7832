"""The view of the desk for its template."""

import re
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from runner import phases
from runner.compute.circle import circles
from runner.compute.snapshot import Snapshot
from runner.core.actions import Parts
from runner.core.language import count, listed, plural
from runner.core.phase import Mode
from runner.core.problems import worst_first
from runner.core.rounds import Round, Table
from runner.phases.model import PhaseResult
from runner.render.desk.card import headline
from runner.render.desk.decks import decks_view
from runner.render.desk.facts import Facts
from runner.render.desk.lists import absentees, log, pairing_quality
from runner.render.desk.oddities import oddities
from runner.render.desk.preview_view import preview_view
from runner.render.desk.status import results_in, without_sheet
from runner.render.desk.steps import steps
from runner.render.directory import Directory
from runner.render.documents.glyphs import on_desk
from runner.render.rows import PlayerLine, table_line
from runner.render.site.frame import address
from runner.render.text import clock as time_of_day
from runner.render.text import span
from runner.render.timed_text import short, time_view
from runner.rules import presets

MANY = 12
"""Number of lines of a list shown at once; the others are folded away."""
_MOST_PLACES = 8


def desk_view(snapshot: Snapshot | None, facts: Facts) -> SimpleNamespace:
    """Return the desk's view of an event, as of now or of its last good save.

    `pages` is the URL of the site, ending in "/", or ""; `circle`: there is a page for a Grand
    Melee; `pods`: there are pods; `preview` is that of `preview_view`. Without a snapshot, all
    lists based on it are empty.
    """
    odd = oddities(snapshot, facts)
    zone = snapshot.event.time_zone if snapshot else ""
    lists = ("playing", "absentees", "notes", "given", "log", "rounds", "plan", "places")
    empty = {
        **dict.fromkeys(lists, ()),
        "clock": None,
        "pages": "",
        "circle": False,
        "pods": False,
        "decks": None,
        "preview": None,
    }
    return SimpleNamespace(
        event=snapshot.event.name if snapshot else facts.workbook,
        rehearsal=bool(snapshot and snapshot.rehearsal),
        at=facts.at,
        as_of=time_of_day(facts.at, zone) if facts.at else "",
        bad=time_of_day(facts.bad_since, zone) if facts.bad_since else "",
        unusable=facts.unusable,
        good=time_of_day(facts.good_at, zone) if facts.good_at else "",
        headline=headline(snapshot, facts, odd=bool(odd)),
        steps=tuple(  # keep a number on the line of the word before it
            step._replace(words=re.sub(r"(?<=[a-z]) (?=\d)", "\u00a0", step.words))
            for step in steps(snapshot, facts, odd)
        ),
        problems=tuple(worst_first((*facts.problems, *on_desk(facts.lacking)))),
        oddities=tuple(worst_first(odd)),
        waiting=tuple(_waiting(snapshot, facts)),
        why=facts.why,
        changes=facts.changes,
        many=MANY,
        **{**empty, **(_of_snapshot(snapshot, facts) if snapshot else {})},
    )


def _of_snapshot(snapshot: Snapshot, facts: Facts) -> dict[str, Any]:
    """Return the values that depend on the snapshot; `plan` only until round 1 is published."""
    current = snapshot.current_round
    return {
        "clock": _clock(snapshot, current) if current else None,
        "preview": preview_view(snapshot, facts.entries) if snapshot.preview else None,
        "playing": tuple(_playing(snapshot, current)) if current else (),
        "notes": _notes(snapshot, current.tables if current else ()),
        "plan": () if current else tuple(_planned(phase) for phase in snapshot.phases),
        "absentees": absentees(snapshot),
        "decks": decks_view(snapshot),
        "given": tuple(_given(snapshot)),
        "log": log(snapshot, facts.entries),
        "rounds": tuple(pairing_quality(snapshot)),
        "places": tuple(_places(snapshot)),
        "pages": address(snapshot),
        "circle": bool(circles(snapshot)),
        "pods": any(each.phase.mode is Mode.MULTIPLAYER for each in snapshot.phases),
    }


def _planned(result: PhaseResult) -> PlayerLine:
    """Return a phase in words: "5 rounds, pods of 4, 75 minutes (Magic rules: pods)"."""
    rules, phase = result.ruleset, result.phase
    parts = [f"the top {phase.cut} advance"] if phase.cut else []
    parts += [count(result.planned, "round")] if result.planned else []
    parts += [f"pods of {rules.pod_size}"] if phase.mode is Mode.MULTIPLAYER else []
    if rules.round_minutes and not phases.playoff(phase.type):
        parts.append(count(rules.round_minutes, "minute"))
    words = ", ".join(parts)
    text = f"{words[:1].upper()}{words[1:]} ({presets.label(rules.preset)})"
    return PlayerLine(phase.name, words=text.strip())


def _places(snapshot: Snapshot) -> Iterator[PlayerLine]:
    """Yield the first places once the event is over."""
    for place in snapshot.final[:_MOST_PLACES] if snapshot.over else ():
        places = span(place.first, place.last)
        yield PlayerLine(snapshot.players[place.player].name, words=places)


def _clock(snapshot: Snapshot, round_: Round) -> SimpleNamespace | None:
    """Return the time of the round: a sentence, sentences for the tables that differ, and two
    moments for the countdown in a browser."""
    clock, view = snapshot.clocks.get(round_.id), time_view(snapshot, round_)
    if clock is None or view is None:
        return None
    return SimpleNamespace(**vars(view), called=clock.called, ends=clock.ends)


def _playing(snapshot: Snapshot, round_: Round) -> Iterator[SimpleNamespace]:
    """Yield the tables still playing: the time of each in words if it has its own, and two moments
    for the countdown in a browser."""
    directory, clock = Directory(snapshot), snapshot.clocks.get(round_.id)
    for table in results_in(snapshot, round_).playing:
        own = clock.at(table.number) if clock else None
        apart = clock is not None and own is not None and own in clock.apart
        yield SimpleNamespace(
            table=table_line(directory, table, phase=snapshot.phases[round_.id.phase - 1]),
            time=short(snapshot, round_, table.number) if apart else "",
            called=own.called if own else "",
            ends=own.ends if own else "",
        )


def _waiting(snapshot: Snapshot | None, facts: Facts) -> Iterator[Parts]:
    """Yield rows to write and sheets to create once the workbook is closed."""
    for rows in facts.waiting:
        yield rows.words(open_=facts.open_)
    if snapshot and facts.open_ and (lacking := without_sheet(snapshot)):
        titles = listed([snapshot.event.title(id_) for id_ in lacking])
        yield (f"{titles} {plural(len(lacking), 'has', 'have')} no sheet yet",)


def _given(snapshot: Snapshot) -> Iterator[SimpleNamespace]:
    """Yield extra time and penalties, the latest of each first."""

    def given(number: int, who: str, what: str, why: str) -> SimpleNamespace:
        title = snapshot.called(number)
        return SimpleNamespace(round=title[:1].upper() + title[1:], who=who, what=what, why=why)

    for more in reversed(snapshot.event.extensions):
        whom = "all tables" if more.table is None else f"table {more.table}"
        yield given(more.round, whom, f"+{more.minutes} min", more.reason)
    for penalty in reversed(snapshot.event.penalties):
        yield given(penalty.round, penalty.player, penalty.penalty, penalty.infraction)


def _notes(snapshot: Snapshot, tables: Iterable[Table]) -> tuple[PlayerLine, ...]:
    """Return the private notes about active players, by name."""
    number = max(1, len(snapshot.rounds))
    seats = {player: table.number for table in tables for player in table.players}
    noted = (player for player in snapshot.players.values() if player.notes)
    active = (player for player in noted if player.plays(number))
    return tuple(
        PlayerLine(
            f"{player.name}, table {seats[player.id]}" if player.id in seats else player.name,
            words=player.notes,
        )
        for player in sorted(active, key=lambda player: player.name)
    )
