"""One event followed from save to save: pages at once, names when the workbook is closed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from runner.app.events import Emit, Written
from runner.app.file_watch import Callbacks, watch
from runner.app.pipeline import Pipeline
from runner.app.shutdown import ended_by_signals, why_ended
from runner.app.watch_handlers import WatchHandlers
from runner.core.event import Event as Tournament
from runner.pairing import engine
from runner.process_locks import named_lock
from runner.render.desk.desk_page import FILE
from runner.workbook.live import Live

BEAT = 10.0
"""Seconds between two signs of life; an open desk that misses three of them says so."""


def watch_event(
    pipeline: Pipeline,
    workbook: Path,
    emit: Emit,
    on_new_seats: Callable[[], None] | None,
    stop: Event,
    live: Live | None = None,
    beside: Callable[[Event], None] | None = None,
    publish: Callable[[Tournament], None] | None = None,
) -> str:
    """Follow the workbook until `stop` is set. Whatever goes wrong is reported by `emit`, and
    watching goes on. Returns "", or who watches the event already, in which case nothing is done.

    `live` writes names into a workbook that is open; without it they wait until it is closed.
    `on_new_seats` is called whenever somebody sits elsewhere than before: documents are to be
    printed. `beside` runs in a thread of its own as long as the watch does, until the event that
    it gets is set. `publish` gets the event of each save that counts.
    """
    with named_lock(pipeline.folder.lock.with_name("watching.lock")) as other:
        if not other:
            handlers = WatchHandlers(pipeline, workbook, emit, on_new_seats, live, publish)
            with ended_by_signals(stop) as signals:
                _watch(handlers, stop, signals, beside)
    return other


def _watch(
    handlers: WatchHandlers, stop: Event, signals: list[str], beside: Callable[[Event], None] | None
) -> None:
    pipeline, workbook = handlers.pipeline, handlers.workbook
    Thread(target=engine.load, daemon=True).start()
    handlers.emit(
        Written("The desk, to keep open beside the workbook", str(pipeline.folder.root / FILE))
    )
    over = Event()
    pipeline.desk.beat(watching=True)
    heart = Thread(target=_beat, args=(handlers, over), daemon=True)
    heart.start()
    if beside is not None:
        Thread(target=beside, args=(over,), daemon=True).start()
    try:
        handlers.rescue()
        watch(workbook, callbacks(handlers), stop=stop)
    finally:
        over.set()
        heart.join()
        pipeline.desk.beat(watching=False, why=why_ended(signals, sys.exception()))


def callbacks(handlers: WatchHandlers) -> Callbacks:
    """Return what is done about what is seen of the workbook."""
    return Callbacks(
        handlers.on_save,
        handlers.on_unlocked,
        handlers.on_trouble,
        handlers.on_opened,
        handlers.on_neighbours,
        handlers.ledger_is_another,
        handlers.reports_came,
    )


def _beat(handlers: WatchHandlers, over: Event) -> None:
    while not over.wait(BEAT):
        try:
            handlers.on_beat()
        except Exception as reason:
            handlers.on_trouble(reason)
