"""The zone of this computer, for the workbook of a new event, and the hall's time now."""

import os
from datetime import datetime
from pathlib import Path

from runner.core.dates import zone

_LINKED = Path("/etc/localtime")


def of_this_computer() -> str:
    """ "Europe/Lisbon"; where the system tells no name, its offset from UTC today."""
    linked = os.path.realpath(_LINKED).partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        if name and zone(name):
            return name.removeprefix("Etc/")
    offset = datetime.now().astimezone().strftime("%z")
    return f"{offset[:3]}:{offset[3:5]}"


def now(name: str) -> str:
    """The hall's time (ISO 8601, to the second); that of this computer where no zone is known."""
    return datetime.now().astimezone(zone(name)).isoformat(timespec="seconds")
