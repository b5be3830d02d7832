"""What an organiser chooses for all events of a folder together."""

from typing import NamedTuple


class Chosen(NamedTuple):
    """What an organiser chooses for all events together, and what is remembered: what they are
    called (""), the heading of the column that says who is who, and whether there are ratings, and
    where they are published to. None and an empty name leave it as it is."""

    name: str = ""
    id_column: str | None = None
    ratings: bool | None = None
    to: str | None = None
