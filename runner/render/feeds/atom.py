"""The rounds of an event as an Atom feed (RFC 4287): entries for the pairings and the standings of
each round, and for the end."""

from collections.abc import Iterator
from datetime import datetime
from itertools import zip_longest
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from runner.compute.snapshot import Snapshot
from runner.core.language import _, ngettext
from runner.core.rounds import Round
from runner.render import text as texts

_FEED = """\
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:{id}</id>
<title>{title}</title>
<updated>{updated}</updated>
<author><name>{title}</name></author>
<generator>Runner</generator>
<link rel="alternate" type="text/html" href={page}/>
{own}{entries}</feed>
"""
_ENTRY = """\
<entry>
<id>urn:uuid:{id}</id>
<title>{title}</title>
<updated>{updated}</updated>
<link rel="alternate" type="text/html" href={page}/>
<summary>{summary}</summary>
</entry>
"""


_Entry = tuple[str, str, str, str, str]
"""An entry: key for its id, title, summary, page, and time."""


def feed(snapshot: Snapshot, address: str) -> bytes:
    """Return the feed, latest entry first; `address` is the public URL, ending in "/", or ""."""
    entries = [entry for entry in (*_rounds(snapshot), *_end(snapshot)) if entry[-1]]
    written = (
        _ENTRY.format(
            id=mark(snapshot, about), title=escape(title), updated=at,
            page=quoteattr(address + page), summary=escape(summary),
        )
        for about, title, summary, page, at in reversed(entries)
    )  # fmt: skip
    own = f'<link rel="self" href={quoteattr(address + "feed.xml")}/>\n' if address else ""
    updated = max((entry[-1] for entry in entries), default=_midnight(snapshot))
    return _FEED.format(
        id=mark(snapshot, "feed"), title=escape(snapshot.event.name), own=own,
        updated=updated, page=quoteattr(address + "index.html"),
        entries="".join(written),
    ).encode()  # fmt: skip


def _rounds(snapshot: Snapshot) -> Iterator[_Entry]:
    complete = {
        each.after for phase in snapshot.phases for each in phase.standings if each.complete
    }
    for round_, following in zip_longest(snapshot.rounds, snapshot.rounds[1:]):
        at = _published(snapshot, round_) or _midnight(snapshot)
        title = snapshot.event.title(round_.id)
        yield (
            f"round {round_.id.phase}.{round_.id.number}", _("{round} is paired", round=title),
            _tables(round_), f"rounds/{round_.id.prefix}.html", at,
        )  # fmt: skip
        if round_.id in complete and (following or not snapshot.over):
            yield _standings(snapshot, round_, following)


def _standings(snapshot: Snapshot, round_: Round, following: Round | None) -> _Entry:
    """Return the entry of a round whose results are in. When the last one came is unknown: it is as
    old as the end of the round's time, the next round or, before both, its own round, so that
    further saves leave it as it is."""
    phase, clock = snapshot.event.phase(round_.id.phase), snapshot.clocks.get(round_.id)
    called = _moment(snapshot, clock.called if clock else "")
    now = _time(_moment(snapshot, snapshot.as_of) or _midnight(snapshot))
    ends = filter(None, (called, _published(snapshot, following)))
    tables = sum(1 for table in round_.tables if table.seats)
    return (
        f"standings {round_.id.phase}.{round_.id.number}",
        _("Standings after {round}", round=phase.called(round_.id.number)),
        ngettext("All {n} results are in", "All {n} results are in", tables),
        f"standings/{round_.id.prefix}.html",
        min((at for at in ends if _time(at) <= now), key=_time, default="")
        or _published(snapshot, round_)
        or _midnight(snapshot),
    )


_time = datetime.fromisoformat


def _published(snapshot: Snapshot, round_: Round | None) -> str:
    clock = snapshot.clocks.get(round_.id) if round_ else None
    return _moment(snapshot, clock.published if clock else "")


def _tables(round_: Round) -> str:
    tables, byes = len(round_.tables), len(round_.byes)
    if not byes:
        return ngettext(
            "{n} table. Everybody’s table is on the pages.",
            "{n} tables. Everybody’s table is on the pages.",
            tables,
        )
    return _(
        "{tables}, {byes}. Everybody’s table is on the pages.",
        tables=ngettext("{n} table", "{n} tables", tables),
        byes=ngettext("{n} bye", "{n} byes", byes),
    )


def _end(snapshot: Snapshot) -> Iterator[_Entry]:
    if snapshot.over and snapshot.rounds:
        at = _moment(snapshot, snapshot.as_of)
        yield "end", _("Final standings"), _("All rounds are played."), "standings.html", at


def _moment(snapshot: Snapshot, iso: str) -> str:
    return texts.instant(iso, snapshot.event.time_zone) if iso else ""


def _midnight(snapshot: Snapshot) -> str:
    """Return midnight on the event's day, for entries without a time."""
    day = snapshot.event.date[:10] if texts.is_day(snapshot.event.date) else "1970-01-01"
    return f"{day}T00:00:00+00:00"


def mark(snapshot: Snapshot, of: str) -> str:
    """Return a UUID that is stable under corrections, based on the first commitment to the seed in
    the ledger, or else on the event's name and date."""
    promised = next((line.data["sha256"] for line in snapshot.seeds), "")
    event = promised or f"{snapshot.event.name} {snapshot.event.date}"
    return str(uuid5(NAMESPACE_URL, f"runner {event} {of}"))
