"""Tournaments run from a spreadsheet.

    import runner

    event = runner.read("events/friday")
    for row in event.standings():
        print(row.rank, row.name, row.points)

See docs/api.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runner.api import (
        Check,
        Event,
        EventError,
        Place,
        Problem,
        Round,
        Severity,
        Standing,
        Table,
        events,
        pair_state,
        read,
    )

__version__ = "0.1.0"
__all__ = [
    "Check", "Event", "EventError", "Place", "Problem", "Round", "Severity", "Standing", "Table",
    "events", "pair_state", "read",
]  # fmt: skip


def __dir__() -> list[str]:
    """Return the names of the public API."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Return a name of the public API, which is imported when it is first needed."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("runner.api"), name)
