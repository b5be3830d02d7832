"""What search engines read: the event in the words of schema.org, a sitemap, and robots.txt."""

import json
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from markupsafe import Markup

from runner.compute.clock import start
from runner.compute.snapshot import Snapshot
from runner.core.language import _, current
from runner.render import text as texts

_MOST = 128  # competitors; all visitors load the page that names them
_ESCAPES = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})
_SITEMAP = """\
<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{pages}</urlset>
"""
_NOT_FOR_VISITORS = ("display/", "overlay/")


def event_data(snapshot: Snapshot, description: str, address: str) -> Markup:
    """Return the event as a schema.org SportsEvent in JSON-LD, for a script element; "" for a
    rehearsal. What is unknown is left out. Of the public `snapshot`, only players with their full
    names are named; if there are more than 128 players, only the winner is, in the description.
    `address` is the public URL, or "".
    """
    if snapshot.rehearsal:
        return Markup()
    event = snapshot.event
    properties = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "description": _won(snapshot) or description,
        "sport": "Magic: The Gathering",
        "inLanguage": current().code,
        "eventStatus": "https://schema.org/EventScheduled",  # also of events that are over
        "startDate": _begins(snapshot),
        "location": {"@type": "Place", "name": event.venue} if event.venue else None,
        "url": address,
        "competitor": _competitors(snapshot),
    }
    known = {key: value for key, value in properties.items() if value}
    written = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    return Markup(written.translate(_ESCAPES))  # noqa: S704 - no "<" is left in it


def _competitors(snapshot: Snapshot) -> list[dict[str, str]]:
    if len(snapshot.players) > _MOST:
        return []
    return [
        {"@type": "SportsTeam" if player.team else "Person", "name": player.name}
        for key, player in snapshot.players.items()
        if key not in snapshot.aliased
    ]


def _won(snapshot: Snapshot) -> str:
    """Return the sentence about the winner: schema.org has no property for one."""
    first = snapshot.final[0] if snapshot.over and snapshot.final else None
    if first is None or first.first != first.last or first.player in snapshot.aliased:
        return ""
    # Note: {name} is the winner, a player or a team.
    return _(
        "{name} won {event}.", name=snapshot.players[first.player].name, event=snapshot.event.name
    )


def _begins(snapshot: Snapshot) -> str:
    """Return when round 1 began or begins, or else the event's day; "" if that is unknown too."""
    event = snapshot.event
    clock = snapshot.clocks.get(snapshot.rounds[0].id) if snapshot.rounds else None
    planned = next((line.at for line in event.starts if line.round == 1), "")
    began = clock.began if clock else start(planned, "", event.date, event.time_zone)
    if began:
        local = texts.instant(began, event.time_zone) if event.time_zone else began
        return datetime.fromisoformat(local).isoformat(timespec="seconds")
    return event.date[:10] if texts.is_day(event.date) else ""


def sitemap(address: str, pages: Iterable[str]) -> bytes:
    """Return the sitemap of `pages`, by path from the site's root, below a public `address`. It has
    no times, so that it only changes with the list of pages."""
    lines = (f"<url><loc>{escape(address + page)}</loc></url>\n" for page in pages)
    return _SITEMAP.format(pages="".join(lines)).encode()


def robots(address: str) -> bytes:
    """Return robots.txt, which only counts at the root of a host."""
    below = urlsplit(address).path
    hidden = "".join(f"Disallow: {below}{folder}\n" for folder in _NOT_FOR_VISITORS)
    return f"User-agent: *\n{hidden}\nSitemap: {address}sitemap.xml\n".encode()
