"""The feed and the calendar: what they say, in the form that other programs read."""

import re
from dataclasses import replace
from datetime import datetime
from xml.etree.ElementTree import Element

import defusedxml.ElementTree as Xml
import feedparser
import pytest

from runner.compute.clock import RoundClock
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.render import feeds
from runner.render.site import render
from runner.rules.limits import Limit
from tests.support import sample
from tests.support.drawings import event
from tests.support.sample import Plan

ATOM = "{http://www.w3.org/2005/Atom}"
NIGHT = "2026-11-21T00:00:00+00:00"


def small(**clocks: str) -> Snapshot:
    made = sample.snapshot(Plan(players=26, waiting=2))
    timed = {
        RoundId(1, int(key[1:])): RoundClock(
            RoundId(1, int(key[1:])), Limit(minutes=75), at, published=at,
            called="2026-11-21T11:30:00+00:00",
        )
        for key, at in clocks.items()
    }  # fmt: skip
    return replace(made, clocks=timed)


def read(made: Snapshot, address: str = "") -> Element:
    found: Element = Xml.fromstring(feeds.feed(made, address))
    return found


def texts(feed: Element, tag: str) -> list[str]:
    return [each.text or "" for each in feed.iter(f"{ATOM}{tag}")]


def test_rounds_and_standings_have_entries_the_latest_first_with_the_time_of_publication() -> None:
    made = small(r1="2026-11-21T10:02:00+00:00", r2="2026-11-21T11:45:00+00:00",
                 r3="2026-11-21T13:30:00+00:00")  # fmt: skip
    feed = read(made, "https://a.example/")
    entries = feed.findall(f"{ATOM}entry")
    titles = [texts(each, "title")[0] for each in entries]
    assert titles == [
        "Round 3 is paired", "Standings after round 2", "Round 2 is paired",
        "Standings after round 1", "Round 1 is paired",
    ]  # fmt: skip
    assert texts(entries[0], "updated") == ["2026-11-21T13:30:00+00:00"]
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T13:30:00+00:00"
    links = [each.find(f"{ATOM}link") for each in entries]
    pages = [each.get("href") for each in links if each is not None]
    assert pages[:2] == [
        "https://a.example/rounds/R3.html", "https://a.example/standings/R2.html"
    ]  # fmt: skip
    assert {page.removeprefix("https://a.example/") for page in pages if page} <= {
        *render(made, {}).files
    }


def test_what_readers_know_an_entry_by_never_changes() -> None:
    before = small(r1="2026-11-21T10:02:00+00:00")
    named = replace(before, event=replace(before.event, venue="Elsewhere", address=""))
    assert texts(read(before), "id") == texts(read(named), "id")
    ids = texts(read(before), "id")
    assert len(ids) == len(set(ids)) == 6
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", each) for each in ids)
    assert set(texts(read(event(8, rounds=1)), "id")) < set(texts(read(event(8)), "id"))


def test_the_end_is_told_when_all_is_played_and_not_before() -> None:
    assert "Final standings" in texts(read(event(8)), "title")
    assert "Final standings" not in texts(read(event(8, rounds=2)), "title")


def times(made: Snapshot) -> dict[str, str]:
    entries = read(made).findall(f"{ATOM}entry")
    return {texts(each, "title")[0]: texts(each, "updated")[0] for each in entries}


def test_standings_are_as_old_as_what_came_after_them_and_further_saves_leave_them() -> None:
    played = small(r1="2026-11-21T10:02:00+00:00", r2="2026-11-21T11:15:00+00:00",
                   r3="2026-11-21T13:30:00+00:00")  # fmt: skip
    told = times(played)
    assert told["Standings after round 1"] == "2026-11-21T11:15:00+00:00", "the next round"
    assert told["Standings after round 2"] == "2026-11-21T11:30:00+00:00", "the end of its time"
    early = [
        replace(small(r1="2026-11-21T10:02:00+00:00"), as_of=f"2026-11-21T10:{minute}:00+00:00")
        for minute in (40, 50)
    ]
    assert feeds.feed(early[0], "") == feeds.feed(early[1], "")
    assert times(early[0])["Standings after round 1"] == "2026-11-21T10:02:00+00:00"


def test_secret_results_are_not_told_of() -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    hidden = tuple(replace(phase, standings=()) for phase in made.phases)
    assert "Standings after round 1" not in times(replace(made, phases=hidden))


def test_a_feed_has_what_atom_asks_for() -> None:
    """RFC 4287, 4.1: each exactly once, but for links; an entry has a summary or content."""
    feed = read(event(8), "https://a.example/")
    once = ("id", "title", "updated")
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        assert [len(element.findall(f"{ATOM}{tag}")) for tag in once] == [1, 1, 1]
        assert element.findall(f"{ATOM}link")
        for at in texts(element, "updated"):
            assert datetime.fromisoformat(at).tzinfo
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert all(each.findtext(f"{ATOM}summary") for each in feed.findall(f"{ATOM}entry"))


def test_another_reader_of_feeds_accepts_it() -> None:
    made = small(r1="2026-11-21T10:02:00+00:00", r2="2026-11-21T11:45:00+00:00")
    found = feedparser.parse(feeds.feed(made, "https://a.example/"))
    assert (found.bozo, found.version) == (False, "atom10")
    assert found.feed.title == made.event.name
    assert [each.title for each in found.entries][-1] == "Round 1 is paired"
    assert all(each.id and each.link and each.summary for each in found.entries)
    assert all(each.updated_parsed for each in (found.feed, *found.entries))
    broken = feeds.feed(made, "https://a.example/").replace(b"</entry>", b"", 1)
    assert feedparser.parse(broken).bozo


def test_a_name_is_never_markup_and_an_event_without_rounds_has_a_feed() -> None:
    made = sample.before_the_first_round()
    odd = replace(made, event=replace(made.event, name='<b>"&Cup'))
    feed = read(odd)
    assert texts(feed, "title") == ['<b>"&Cup']
    assert texts(feed, "updated") == [NIGHT]


def unfolded(content: bytes) -> list[str]:
    text = content.decode()
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


def test_a_calendar_has_the_day_and_each_round_from_its_beginning_to_its_time() -> None:
    made = small(r1="2026-11-21T10:02:00+00:00")
    long = replace(made, event=replace(made.event, name="Cup, of; " + "Ł" * 90))
    lines = unfolded(feeds.calendar(long, "https://a.example/"))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert "DTSTART;VALUE=DATE:20261121" in lines
    assert "DTEND;VALUE=DATE:20261122" in lines
    assert "SUMMARY:Cup\\, of\\; " + "Ł" * 90 in lines
    assert "LOCATION:Pavilhão Carlos Lopes" in lines
    assert "URL:https://a.example/" in lines
    assert "DTSTART:20261121T100200Z" in lines
    assert "DTEND:20261121T113000Z" in lines
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 2
    uids = [line for line in lines if line.startswith("UID:")]
    assert len({*uids}) == 2


@pytest.mark.thorough
def test_an_event_of_which_no_time_is_known_has_no_calendar() -> None:
    made = sample.before_the_first_round()
    undated = replace(made, event=replace(made.event, date="soon"))
    assert feeds.calendar(undated, "") == b""
    assert "event.ics" not in render(undated, {}).files
    assert b"text/calendar" not in render(undated, {}).files["index.html"]
    assert "event.ics" in render(made, {}).files


def test_pages_lead_to_the_feed_and_to_the_list_of_all_that_there_is() -> None:
    data = {
        f"data/{name}": b""
        for name in ("snapshot.json", "chat.txt", "standings.csv", "players.csv")
    }
    files = render(small(), data).files
    for path, page in files.items():
        if path.endswith(".html") and path != "embed.html":
            assert b'type="application/atom+xml"' in page, path
            assert b'data/index.html"' in page, path
    content = files["data/index.html"].decode().partition("<main")[2]
    listed = re.findall(r'<li><a href="\.\./([^"]+)"', content)
    assert listed == ["data/standings.csv", "data/players.csv", "data/chat.txt",
                      "data/snapshot.json", "feed.xml", "event.ics"]  # fmt: skip
    assert "data/index.html" not in render(small(), {}).files
