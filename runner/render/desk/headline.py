"""The headline of the desk: where the event is, and the one number that tells how far."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.phrases import plural
from runner.render.desk.facts import Facts
from runner.render.desk.status import proposed, results_in
from runner.render.desk.steps import winner


class Headline(NamedTuple):
    """`share` is in per cent, None where nothing is counted; `mood` is "bad", "look" (something
    looks odd), "good" or "play"."""

    title: str
    number: str
    words: str
    share: int | None
    mood: str


def headline(snapshot: Snapshot | None, facts: Facts, *, odd: bool) -> Headline:
    """Where the event is; `odd` is whether something of the round in play looks odd."""
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
    name = snapshot.title(current.id)
    if now.playing:
        share = 100 * now.done // now.total
        return Headline(name, f"{now.done}/{now.total}", "tables in", share, "play")
    if snapshot.over:
        return Headline("The event is over", "✓", winner(snapshot).rstrip("."), None, mood)
    coming = proposed(snapshot)
    words = f"tables in, {snapshot.event.title(coming)} is ready" if coming else "tables in"
    return Headline(name, f"{now.total}/{now.total}", words, 100, mood)


def _before(snapshot: Snapshot | None) -> str:
    """Where the event stood when the workbook could last be used."""
    if snapshot is None or snapshot.current_round is None:
        return ""
    current = snapshot.current_round
    now = results_in(snapshot, current)
    return f"; {snapshot.title(current.id)} stood at {now.done}/{now.total} tables"
