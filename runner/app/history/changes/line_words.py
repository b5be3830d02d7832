"""Changes on sheets whose lines have no key: penalties, decisions, the time."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from runner.app.history.changes.draft_words import spot
from runner.compute.decisions import REGISTRY
from runner.core.event import (
    ClockStop,
    Decision,
    DraftLine,
    Event,
    Penalty,
    RoundStart,
    TimeExtension,
)
from runner.core.phrases import count
from runner.core.screens import Screen
from runner.workbook.column import label
from runner.workbook.schema import SHOWS

Line = TypeVar("Line")


def changed(before: Event, after: Event) -> Iterator[str]:
    """A line that is new, and a line that is gone; one that was changed is both."""
    yield from _lines(before.penalties, after.penalties, penalty, "Penalties")
    in_words = partial(decision, event=after)
    yield from _lines(before.decisions, after.decisions, in_words, "Decisions", ", yes")
    yield from _lines(before.extensions, after.extensions, extension, "Time")
    yield from _lines(before.starts, after.starts, start, "Time")
    yield from _lines(before.stops, after.stops, stop, "Time")
    yield from _lines(before.screens, after.screens, screen, "Screens")


def _lines(
    before: Sequence[Line],
    after: Sequence[Line],
    told: Callable[[Line], str],
    sheet: str,
    added: str = "",
) -> Iterator[str]:
    """Lines by what they say, whatever row they stand in."""
    old, new = [told(line) for line in before], [told(line) for line in after]
    was, now = Counter(old), Counter(new)
    for words in (was - now).elements():
        yield f"{sheet}: {words}, taken back"
    for words in (now - was).elements():
        yield f"{sheet}: {words}{added}"
    if was == now and old != new:  # of decisions about one player the lower one counts
        yield f"{sheet}: the same lines in another order"


def penalty(line: Penalty) -> str:
    """A penalty in words: "round 2, Bo Sample: Game loss (Tardiness)"."""
    why = f" ({line.infraction})" if line.infraction else ""
    return f"round {line.round}, {line.player}: {line.penalty}{why}"


def draft(line: DraftLine) -> str:
    """A player's pod and seat in words: "phase 1, P004: pod 2, seat 5"."""
    return f"phase {line.phase}, {line.player}: {spot(line)}"


def decision(line: Decision, event: Event) -> str:
    """A decision in words: "Pair round 4", "Give a bye, round 4: Ana Example"."""
    said = REGISTRY[line.kind].asked(line, event)
    table = f", table {line.table}" if line.table is not None else ""
    who = f": {line.player}" if line.player else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"{said[0].upper()}{said[1:]}{table}{who}{why}"


def extension(line: TimeExtension) -> str:
    """More time in words: "round 3, table 12: 5 minutes more (deck check)"."""
    where = f"table {line.table}" if line.table is not None else "all tables"
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round}, {where}: {line.minutes} minutes more{why}"


def start(line: RoundStart) -> str:
    """When a round began: "round 3 began at 14:10"."""
    why = f" ({line.reason})" if line.reason else ""
    return f"round {line.round} began at {line.at}{why}"


def stop(line: ClockStop) -> str:
    """A clock that stood still: "the clock of round 3 stopped at 14:40, goes on at 14:55"."""
    on = f", restarts at {line.goes_on}" if line.goes_on else ""
    why = f" ({line.reason})" if line.reason else ""
    return f"the clock of round {line.round} stopped at {line.stopped}{on}{why}"


def screen(line: Screen) -> str:
    """What a display shows: "Hall 1 shows Pairings by name, part A-F, 4 columns"."""
    said = [f"{line.name} shows {label(line.show, SHOWS)}"]
    said += [f"part {line.part}"] if line.part else []
    said += [count(line.columns, "column")] if line.columns else []
    said += [f"“{line.message}”"] if line.message else []
    said += [count(line.inches, "inch", "inches")] if line.inches else []
    said += [count(line.metres, "metre") + " away"] if line.metres else []
    return ", ".join(said)
