"""Time zones: that of this computer, for a new event's workbook, and the current time of the
hall."""

import os
from datetime import datetime
from pathlib import Path

from runner.core.dates import zone

_LINKED = Path("/etc/localtime")


def of_this_computer() -> str:
    """Return "Europe/Lisbon"; if the system has no name, its current offset from UTC."""
    linked = os.path.realpath(_LINKED).partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        if name and zone(name):
            return name.removeprefix("Etc/")
    offset = datetime.now().astimezone().strftime("%z")
    return f"{offset[:3]}:{offset[3:5]}"


def now(name: str) -> str:
    """Return the hall's time (ISO 8601, to the second); that of this computer if no zone is
    known."""
    return datetime.now().astimezone(zone(name)).isoformat(timespec="seconds")
