"""An event on a card: what it is, where it stands and what to do next, for a list of events."""

from collections.abc import Mapping

from runner.compute.snapshot import Snapshot
from runner.core.phrases import count, plural
from runner.render.desk.facts import Facts
from runner.render.desk.headline import headline
from runner.render.desk.oddities import oddities
from runner.render.desk.status import proposed, results_in
from runner.render.desk.steps import steps, winner

Card = Mapping[str, object]
"""Texts, numbers and lists of them, as JSON has them."""


def card(snapshot: Snapshot | None, facts: Facts) -> Card:
    """What a list of events shows of one. Without a snapshot: that and why it cannot be used."""
    odd = oddities(snapshot, facts)
    head = headline(snapshot, facts, odd=bool(odd))
    found: dict[str, object] = {
        "state": state_in_words(snapshot, facts),
        "share": head.share,
        "mood": head.mood,
        "steps": [[step.words, step.detail] for step in steps(snapshot, facts, odd)],
        "errors": len(facts.errors),
    }
    if snapshot is None:
        return found
    current, coming = snapshot.current_round, proposed(snapshot)
    event = snapshot.event
    return {
        **found,
        "wrong": [str(problem) for problem in facts.errors],
        "name": event.name,
        "date": event.date,
        "venue": event.venue,
        "players": len(snapshot.players),
        "round": snapshot.title(current.id) if current else "",
        "coming": event.title(coming) if coming else "",
        "rounds": len(snapshot.rounds),
        "rehearsal": snapshot.rehearsal,
        "over": bool(snapshot.rounds) and snapshot.over,
        "screens": [[screen.name, screen.file] for screen in event.screens],
    }


def state_in_words(snapshot: Snapshot | None, facts: Facts) -> str:
    """ "Round 3 of 5 is played: 12 of 29 tables are in"."""
    if facts.bad_since or snapshot is None:
        return f"The {facts.unusable} cannot be used as it is"
    current = snapshot.current_round
    if current is None:
        players = count(len(snapshot.players), snapshot.entrant)
        return f"Not begun: {players if snapshot.players else f'no {snapshot.entrant}s yet'}"
    done = results_in(snapshot, current)
    title = snapshot.title(current.id)
    if done.playing:
        are = plural(done.done, "is", "are")
        return f"{title} is played: {done.done} of {count(done.total, 'table')} {are} in"
    if snapshot.over:
        return f"Finished: {winner(snapshot).rstrip('.')}"
    return f"{title} is over: all {count(done.total, 'table')} are in"
