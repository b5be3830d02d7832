import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""


def until(holds: Callable[[], bool], what: object = "it", within: float = PATIENCE) -> float:
    """Wait until something is so; returns how many seconds it took. `what` is said where it does
    not happen: words, or what has been noted so far."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < within, f"not within {within:g} seconds: {what}"
        time.sleep(0.01)
    return time.monotonic() - began
