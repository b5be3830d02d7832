"""One event followed from save to save: pages at once, names when the workbook is closed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from runner.app.endings import ended_by_signals, why_ended
from runner.app.file_watch import Callbacks, watch
from runner.app.moments import AfterARound, Moments, Say
from runner.app.pipeline import Pipeline
from runner.disk import named_lock
from runner.pairing import engine
from runner.render.desk.desk_page import FILE
from runner.workbook.live import Live

BEAT = 10.0
"""Seconds between two signs of life; an open desk that misses three of them says so."""


def watch_event(
    pipeline: Pipeline,
    workbook: Path,
    say: Say,
    after_a_round: AfterARound | None,
    stop: Event,
    state: Say | None = None,
    live: Live | None = None,
    beside: Callable[[Event], None] | None = None,
) -> bool:
    """Follow the workbook until `stop` is set. Whatever goes wrong is said, and watching goes on.

    Where somebody watches the event already that is said instead, and the answer is False. `live`
    writes names into a workbook that is open; without it they wait until it is closed.

    `after_a_round` is called whenever somebody sits elsewhere than before: documents
    are to be printed.
    `state` gets the event's state in one line whenever that may have changed; without it the state
    is said when it has. `beside` runs in a thread of its own as long as the watch does, until the
    event that it gets is set.
    """
    with named_lock(pipeline.folder.lock.with_name("watching.lock")) as other:
        if other:
            say(f"✗ This event is being watched already: by {other}. Use that window, or end it.")
            return False
        moments = Moments(pipeline, workbook, say, after_a_round, state, live)
        with ended_by_signals(stop) as told:
            _watch(moments, stop, told, beside)
    return True


def _watch(
    moments: Moments, stop: Event, told: list[str], beside: Callable[[Event], None] | None
) -> None:
    pipeline, workbook = moments.pipeline, moments.workbook
    Thread(target=engine.load, daemon=True).start()
    moments.say(f"The desk, to keep open beside the workbook: {pipeline.folder.root / FILE}")
    over = Event()
    pipeline.desk.beat(watching=True)
    heart = Thread(target=_beat, args=(moments, over), daemon=True)
    heart.start()
    if beside is not None:
        Thread(target=beside, args=(over,), daemon=True).start()
    try:
        moments.rescue()
        callbacks = Callbacks(
            moments.saved,
            moments.free,
            moments.trouble,
            moments.open,
            moments.neighbours,
            moments.ledger_is_another,
        )
        watch(workbook, callbacks, stop=stop)
    finally:
        over.set()
        heart.join()
        pipeline.desk.beat(watching=False, why=why_ended(told, sys.exception()))


def _beat(moments: Moments, over: Event) -> None:
    """Signs of life for open desks, and a look at what happens beside the workbook."""
    while not over.wait(BEAT):
        try:
            moments.beat()
        except Exception as reason:
            moments.trouble(reason)
