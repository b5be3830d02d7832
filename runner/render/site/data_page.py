"""The page that lists the event's data files for other programs."""

from collections.abc import Collection

from runner.core.language import N_

PATH = "data/index.html"
FEED, CALENDAR = "feed.xml", "event.ics"


_ALL = (
    ("data/standings.csv", N_("Standings"), N_("The latest of each phase, for a spreadsheet")),
    ("data/pairings.csv", N_("Pairings"), N_("Every round that is out, one line per seat")),
    ("data/results.csv", N_("Results"), N_("Every result that is in, one line per seat")),
    ("data/players.csv", N_("Players"), N_("Everybody in the event, with their public columns")),
    (
        "data/chat.txt",
        N_("For a chat"),
        N_("The latest round by table, and the standings before it"),
    ),
    ("data/snapshot.json", N_("Everything"), N_("Standings, tiebreakers and pairings as JSON")),
    ("data/rounds.json", N_("Draws"), N_("What every round was drawn from, as JSON")),
    (
        FEED,
        N_("Feed"),
        N_("Pairings and standings of each round as they come out, for a feed reader (Atom)"),
    ),
    (CALENDAR, N_("Calendar"), N_("The day and its rounds, for a calendar")),
)


def data_view(names: Collection[str]) -> tuple[tuple[str, str, str], ...]:
    """Return the files that exist: path from the site's root, title, content."""
    return tuple(file for file in _ALL if file[0] in names)
