"""How urgent this program is beside others."""

import os


def give_way() -> None:
    """Let everything else on the machine go first, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(10)
