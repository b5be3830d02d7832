"""Shutdown of programs that run all day: by signals, and by the end of their standard input."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread

_SIGNALS = {"SIGTERM": "the system told it to end", "SIGHUP": "its terminal’s window was closed"}


@contextmanager
def ended_by_signals(stop: Event) -> Iterator[list[str]]:
    """Set `stop` when the system ends this program or the terminal's window is closed, so that
    running work is finished and open desks are told. Signals that the program was started to
    ignore, as by nohup, stay ignored. Yields the list to which what came is added, in words."""
    came: list[str] = []
    if current_thread() is not main_thread():
        yield came
        return

    def handle(kind: int, _: object) -> None:
        came.append(_SIGNALS[signal.Signals(kind).name])
        stop.set()

    present = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    kinds = [kind for kind in present if signal.getsignal(kind) not in (signal.SIG_IGN, None)]
    before = {kind: signal.signal(kind, handle) for kind in kinds}
    try:
        yield came
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


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
