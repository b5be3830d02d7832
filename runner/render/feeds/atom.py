"""The rounds of an event as an Atom feed (RFC 4287): an entry as each comes out, and the end."""

from collections.abc import Iterator
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


_Said = tuple[str, str, str, str, str]
"""One entry: what it is about, its title and words, its page, and when it came."""


def feed(snapshot: Snapshot, address: str) -> bytes:
    """The feed, the latest first; `address` is the public one, ending in "/", or ""."""
    entries = [said for said in (*_rounds(snapshot), *_end(snapshot)) if said[-1]]
    written = (
        _ENTRY.format(
            id=mark(snapshot, about), title=escape(title), updated=at,
            page=quoteattr(address + page), summary=escape(summary),
        )
        for about, title, summary, page, at in reversed(entries)
    )  # fmt: skip
    own = f'<link rel="self" href={quoteattr(address + "feed.xml")}/>\n' if address else ""
    updated = max((said[-1] for said in entries), default=_midnight(snapshot))
    return _FEED.format(
        id=mark(snapshot, "feed"), title=escape(snapshot.event.name), own=own,
        updated=updated, page=quoteattr(address + "index.html"),
        entries="".join(written),
    ).encode()  # fmt: skip


def _rounds(snapshot: Snapshot) -> Iterator[_Said]:
    for round_ in snapshot.rounds:
        clock = snapshot.clocks.get(round_.id)
        at = _moment(snapshot, clock.published if clock else "") or _midnight(snapshot)
        title = snapshot.event.title(round_.id)
        yield (
            f"round {round_.id.phase}.{round_.id.number}", _("{round} is paired", round=title),
            _tables(round_), f"rounds/{round_.id.prefix}.html", at,
        )  # fmt: skip


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


def _end(snapshot: Snapshot) -> Iterator[_Said]:
    if snapshot.over and snapshot.rounds:
        at = _moment(snapshot, snapshot.as_of)
        yield "end", _("Final standings"), _("All rounds are played."), "standings.html", at


def _moment(snapshot: Snapshot, iso: str) -> str:
    return texts.instant(iso, snapshot.event.time_zone) if iso else ""


def _midnight(snapshot: Snapshot) -> str:
    """The event's day where no time is known."""
    day = snapshot.event.date[:10] if texts.is_day(snapshot.event.date) else "1970-01-01"
    return f"{day}T00:00:00+00:00"


def mark(snapshot: Snapshot, of: str) -> str:
    """A UUID that stays whatever is corrected: of what the ledger first said of the seed, and of
    the event's name and date where it has said nothing."""
    promised = next((line.data["sha256"] for line in snapshot.seeds), "")
    event = promised or f"{snapshot.event.name} {snapshot.event.date}"
    return str(uuid5(NAMESPACE_URL, f"runner {event} {of}"))
