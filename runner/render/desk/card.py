"""The state of an event: the desk's headline, and a card for a list of events."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.actions import Parts
from runner.core.language import count, plural
from runner.core.problems import Problem
from runner.render.desk.facts import Facts
from runner.render.desk.oddities import oddities
from runner.render.desk.status import proposed, results_in, shown_previews
from runner.render.desk.steps import steps, winner
from runner.render.wording import on_page


class Headline(NamedTuple):
    """The state in large letters. `share` is a percentage, None if nothing is counted; `mood` is
    "bad", "look" (something looks odd), "good" or "play"."""

    title: str
    number: str
    words: str
    share: int | None
    mood: str


def headline(snapshot: Snapshot | None, facts: Facts, *, odd: bool) -> Headline:
    """Return the state of the event; `odd`: something in the current round looks odd."""
    if facts.bad_since:
        words = f"cannot be used as it is{_before(snapshot)}"
        return Headline(f"The {facts.unusable}", "!", words, None, "bad")
    if snapshot is None:
        return Headline("The workbook", "!", "has not been read yet", None, "bad")
    mood = "bad" if facts.errors else "look" if odd else "good"
    current = snapshot.current_round
    if current is None:
        players = len(snapshot.players)
        words = f"{plural(players, 'player')}, no round out yet"
        return Headline("Before round 1", str(players), words, None, mood)
    now = results_in(snapshot, current)
    name, words = snapshot.title(current.id), f"{plural(now.total, 'table')} in"
    if now.playing:
        share = 100 * now.done // now.total
        return Headline(name, f"{now.done}/{now.total}", words, share, "play")
    if snapshot.over:
        entrants = count(len(snapshot.players), snapshot.entrant)
        words = f"{entrants}, {count(len(snapshot.rounds), 'round')}"
        return Headline("The event is over", "✓", words, None, mood)
    coming = proposed(snapshot)
    words += f", {snapshot.event.title(coming)} is ready" if coming else ""
    return Headline(name, f"{now.total}/{now.total}", words, 100, mood)


def _before(snapshot: Snapshot | None) -> str:
    """Return the state when the workbook was last usable: "; Round 3 stood at 12/29 tables"."""
    if snapshot is None or snapshot.current_round is None:
        return ""
    current = snapshot.current_round
    now = results_in(snapshot, current)
    return f"; {snapshot.title(current.id)} stood at {now.done}/{now.total} tables"


Card = Mapping[str, object]
"""JSON data: texts, numbers, and lists of them."""


def card(snapshot: Snapshot | None, facts: Facts) -> Card:
    """Return an event's data for a list of events; without a snapshot, its state and errors."""
    odd = oddities(snapshot, facts)
    head = headline(snapshot, facts, odd=bool(odd))
    data: dict[str, object] = {
        "state": state_in_words(snapshot, facts),
        "share": head.share,
        "mood": head.mood,
        "steps": [
            [step.words, on_page(*filter(None, [step.detail]), *step.fix), step.file]
            for step in steps(snapshot, facts, odd)
        ],
        "errors": len(facts.errors),
    }
    if snapshot is None:
        return data
    event, current, coming = snapshot.event, snapshot.current_round, proposed(snapshot)
    return data | {
        "wrong": [_parts(problem) for problem in facts.errors],
        "name": event.name,
        "date": event.date,
        "venue": event.venue,
        "players": len(snapshot.players),
        "round": snapshot.title(current.id) if current else "",
        "coming": event.title(coming) if coming else "",
        "preview": bool(snapshot.preview and shown_previews(snapshot, facts.entries)),
        "rounds": len(snapshot.rounds),
        "rehearsal": snapshot.rehearsal,
        "over": bool(snapshot.rounds) and snapshot.over,
        "screens": [[screen.name, screen.file] for screen in event.screens],
    }


def _parts(problem: Problem) -> Parts:
    """Return a problem's cell and text, and how to fix it."""
    where = f"{problem.place}: " if problem.place.sheet else ""
    return (f"{where}{problem.text}", *problem.fix)


def state_in_words(snapshot: Snapshot | None, facts: Facts) -> str:
    """Return "Round 3 of 5 is being played: 12 of 29 tables are in"."""
    if facts.bad_since or snapshot is None:
        return f"The {facts.unusable} cannot be used as it is"
    current = snapshot.current_round
    if current is None:
        players = count(len(snapshot.players), snapshot.entrant)
        return f"Not begun: {players if snapshot.players else f'no {snapshot.entrant}s yet'}"
    done = results_in(snapshot, current)
    title = snapshot.title(current.id)
    if done.playing:
        are = "is" if 1 in (done.done, done.total) else "are"
        return f"{title} is being played: {done.done} of {count(done.total, 'table')} {are} in"
    if snapshot.over:
        return f"Finished: {winner(snapshot).rstrip('.')}"
    return f"{title} is over: all {count(done.total, 'table')} are in"
