"""The page that lists what other programs can read of an event."""

from collections.abc import Collection
from typing import NamedTuple

PATH = "data/index.html"
FEED, CALENDAR = "feed.xml", "event.ics"


class DataFile(NamedTuple):
    """A file by its path from the site's root: what it is, and what it holds."""

    path: str
    title: str
    words: str


_ALL = (
    DataFile("data/standings.csv", "Standings", "The latest of each phase, for a spreadsheet"),
    DataFile("data/pairings.csv", "Pairings", "Every round that is out, a line a seat"),
    DataFile("data/results.csv", "Results", "Every result that is in, a line a seat"),
    DataFile("data/players.csv", "Players", "Everybody in the event, with their public columns"),
    DataFile("data/snapshot.json", "Everything", "Standings, tiebreakers and pairings as JSON"),
    DataFile("data/rounds.json", "Draws", "What every round was drawn from, as JSON"),
    DataFile(FEED, "Feed", "A line as each round comes out, for a feed reader (Atom)"),
    DataFile(CALENDAR, "Calendar", "The day and its rounds, for a calendar"),
)


def data_view(names: Collection[str]) -> tuple[DataFile, ...]:
    """Those of the files that there are."""
    return tuple(file for file in _ALL if file.path in names)
