"""Shutdown of programs that run all day: by signals, and by the end of their standard input."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread, current_thread, main_thread

_SIGNALS = {"SIGTERM": "the system told it to end", "SIGHUP": "its terminal’s window was closed"}


@contextmanager
def on_signals(names: Iterable[str], call: Callable[[str], None]) -> Iterator[None]:
    """Call `call` with the name of each of these signals that comes. Signals that this system does
    not have, and those that the program was started to ignore, as by nohup, are left alone.

    It is called in a thread of its own: a signal interrupts the main thread anywhere, also where it
    holds the lock of an `Event` on which it waits, and setting that event there would hang.
    """
    if current_thread() is not main_thread():
        yield
        return
    came: SimpleQueue[str] = SimpleQueue()  # whose put may interrupt anything

    def tell() -> None:
        while name := came.get():
            call(name)

    present = [getattr(signal, name) for name in names if hasattr(signal, name)]
    kinds = [kind for kind in present if signal.getsignal(kind) not in (signal.SIG_IGN, None)]
    Thread(target=tell, daemon=True).start()
    before = {
        kind: signal.signal(kind, lambda kind, _: came.put(signal.Signals(kind).name))
        for kind in kinds
    }
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        came.put("")


@contextmanager
def ended_by_signals(stop: Event) -> Iterator[list[str]]:
    """Set `stop` when the system ends this program or the terminal's window is closed, so that
    running work is finished and open desks are told. Yields the list to which what came is added,
    in words."""
    came: list[str] = []

    def end(name: str) -> None:
        came.append(_SIGNALS[name])
        stop.set()

    with on_signals(_SIGNALS, end):
        yield came


def why_ended(signals: list[str], reason: BaseException | None) -> str:
    """Return why the watch ended: the first signal in words, or the exception that ended it."""
    if signals:
        return signals[0]
    if reason is None:
        return "it was ended"
    if isinstance(reason, KeyboardInterrupt):
        return "it was ended in its window"
    return f"it was ended by a fault in Runner, {type(reason).__name__}: {reason}"


def with_the_input(end: Callable[[], None]) -> None:
    """Call `end` once the standard input ends, that is with the program that started this one.

    It reads past the stream's own buffer, whose lock would keep Python from ending in good order.
    """
    if sys.stdin is None:  # it was closed when this program was started
        end()
        return
    source = sys.stdin.fileno()

    def wait() -> None:
        while os.read(source, 1024):
            pass
        end()

    Thread(target=wait, daemon=True).start()


def end_with_input() -> None:
    """End the program at once when its standard input does; for one that may stop anywhere."""
    with_the_input(lambda: os._exit(1))
