"""Scheduling priority of this process."""

import os


def give_way() -> None:
    """Let all other programs of the computer go first, if the system supports it."""
    if hasattr(os, "nice"):
        os.nice(10)
