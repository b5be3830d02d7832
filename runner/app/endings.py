"""What ends a watch, and how that is told: nothing else does."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread

_SIGNALS = {
    "SIGTERM": "the system told it to end",
    "SIGHUP": "its terminal’s window was closed",
}


@contextmanager
def ended_by_signals(stop: Event) -> Iterator[list[str]]:
    """Being ended by the system, or losing the terminal's window, is a stop like any other: what is
    under way is finished, and open desks are told. Not where we were started so that it is none,
    as by nohup. Yields the list that what came is put into."""
    told: list[str] = []
    if current_thread() is not main_thread():
        yield told
        return

    def hear(kind: int, _: object) -> None:
        told.append(_SIGNALS[signal.Signals(kind).name])
        stop.set()

    found = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    kinds = [kind for kind in found if signal.getsignal(kind) not in (signal.SIG_IGN, None)]
    before = {kind: signal.signal(kind, hear) for kind in kinds}
    try:
        yield told
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def why_ended(told: list[str], reason: BaseException | None) -> str:
    """What ended the watch: what it was told, or what came up in its midst."""
    if told:
        return told[0]
    if reason is None:
        return "it was ended"
    if isinstance(reason, KeyboardInterrupt):
        return "it was ended by Ctrl-C"
    return f"it was ended by a fault in Runner, {type(reason).__name__}: {reason}"


def with_the_input(end: Callable[[], None]) -> None:
    """Call `end` once the standard input ends: with who started this program, whatever ended that.

    It reads past the stream's own buffer, whose lock would keep Python from ending in good order.
    """
    source = sys.stdin.fileno()

    def wait() -> None:
        while os.read(source, 1024):
            pass
        end()

    Thread(target=wait, daemon=True).start()


def end_with_input() -> None:
    """End the program at once when its standard input does; for one that may stop anywhere."""
    with_the_input(lambda: os._exit(1))
