"""What `make soak` runs in full, and `make test` in part."""

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")
SOAKING = "RUNNER_SOAK" in os.environ


def some(cases: Iterable[Case], step: int) -> list[Case]:
    """Return every case under `make soak`, else the first and each `step`-th after it."""
    return [*cases][:: 1 if SOAKING else step]
