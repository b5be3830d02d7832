"""The page that lists what other programs can read of an event."""

from collections.abc import Collection
from typing import NamedTuple

from runner.core.language import N_

PATH = "data/index.html"
FEED, CALENDAR = "feed.xml", "event.ics"


class DataFile(NamedTuple):
    """A file by its path from the site's root: what it is, and what it holds,
    both yet to be said."""

    path: str
    title: str
    words: str


_ALL = (
    DataFile(
        "data/standings.csv", N_("Standings"), N_("The latest of each phase, for a spreadsheet")
    ),
    DataFile("data/pairings.csv", N_("Pairings"), N_("Every round that is out, one line per seat")),
    DataFile("data/results.csv", N_("Results"), N_("Every result that is in, one line per seat")),
    DataFile(
        "data/players.csv", N_("Players"), N_("Everybody in the event, with their public columns")
    ),
    DataFile(
        "data/chat.txt",
        N_("For a chat"),
        N_("The latest round by table, and the standings before it"),
    ),
    DataFile(
        "data/snapshot.json", N_("Everything"), N_("Standings, tiebreakers and pairings as JSON")
    ),
    DataFile("data/rounds.json", N_("Draws"), N_("What every round was drawn from, as JSON")),
    DataFile(
        FEED, N_("Feed"), N_("One entry for each round as it comes out, for a feed reader (Atom)")
    ),
    DataFile(CALENDAR, N_("Calendar"), N_("The day and its rounds, for a calendar")),
)


def data_view(names: Collection[str]) -> tuple[DataFile, ...]:
    """Those of the files that there are."""
    return tuple(file for file in _ALL if file.path in names)
