"""The displays at the venue by name, and what each shows, as in the Screens sheet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b

from runner.core.names import plain
from runner.core.problems import Place

_TAKEN = frozenset({"index", "con", "prn", "aux", "nul"})
"""Names that are other pages, or devices on Windows whatever their extension."""
_TAKEN |= {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
"""What is not a display's page, or stands for a device on Windows, whatever its ending."""


class Show(StrEnum):
    """What a display may show; `AUTO` cycles through everything."""

    AUTO = "auto"
    PAIRINGS = "pairings"
    TABLES = "tables"
    STANDINGS = "standings"
    CLOCK = "clock"
    PLAYING = "playing"
    RESULTS = "results"
    BRACKET = "bracket"
    MESSAGE = "message"
    CHAMPION = "champion"
    DRAFT_SEATS = "draft-seats"
    DRAFT_PODS = "draft-pods"
    BUILDING = "building"
    DRAFT_CLOCK = "draft-clock"
    FEATURE = "feature"
    STAKES = "stakes"
    EVENTS = "events"


FEATURED = (Show.FEATURE, Show.STAKES)
"""What is about single tables: those whose numbers are the part."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A line of the Screens sheet. `part` is "", "1/3" or a range of last names, "A-F", or the
    numbers of feature tables, "1, 7", or the folders of several events, "modern,legacy". `columns`
    is None for as many as fit. The diagonal in `inches` and the distance in `metres` determine how
    large names have to be. `off_camera` are names of players as they were typed."""

    name: str
    show: Show = Show.AUTO
    part: str = ""
    columns: int | None = None
    message: str = ""
    inches: int | None = None
    metres: int | None = None
    off_camera: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    @property
    def file(self) -> str:
        """The name of its page, without ".html"."""
        return file_name(self.name)


def file_name(name: str) -> str:
    """Return a name for a display's page that is valid on every disk and in addresses: "hall-2"."""
    readable = re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-")[:40]
    if readable and readable not in _TAKEN:
        return readable
    return f"screen-{blake2b(name.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}"
