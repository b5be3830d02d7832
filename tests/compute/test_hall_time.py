"""Times are those of the hall: written down, typed and published alike, by winter and summer."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from runner.app import time_zone
from runner.compute.clock import start
from runner.compute.compute import compute
from runner.core.dates import alike, hall_time, zone
from runner.core.time_sheet import RoundStart
from runner.ledger.entries import Entry
from runner.ledger.ledger import Ledger
from runner.render import text as texts
from runner.render.desk.lists import log
from runner.render.site import render
from runner.workbook.read.read import read
from tests.support.events import published, swiss
from tests.support.problems import fix_text
from tests.support.workbooks import at, book, event_in, small_event, with_cell

LISBON, BERLIN = "Europe/Lisbon", "Europe/Berlin"


@pytest.fixture
def elsewhere() -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Asia/Tokyo"
    time.tzset()
    yield
    os.environ.pop("TZ")
    if before is not None:
        os.environ["TZ"] = before
    time.tzset()


def test_a_day_in_lisbon_has_the_time_of_its_season_and_a_round_across_the_change_the_new() -> None:
    assert texts.clock("2026-12-05T14:10:00+00:00", LISBON) == "14:10"
    assert texts.clock("2026-12-05T14:10:00+00:00") == "14:10 UTC", "as old events are shown"
    assert texts.clock("2026-12-05T14:10:00Z", BERLIN) == "15:10"
    assert texts.instant("2026-12-05T14:10:00Z", BERLIN) == "2026-12-05T15:10:00+01:00"
    now = replace(swiss(8), time_zone=BERLIN)
    _, ledger = published(now)
    ledger, _ = Ledger().extended(
        Entry(each.kind, each.round, each.data, "2026-03-29T01:30:00+01:00")
        for each in ledger.entries
    )
    page = render(compute(now, ledger), {}).files["rounds/R1.html"].decode()
    assert '<time datetime="2026-03-29T03:45:00+02:00">03:45</time>' in page


@pytest.mark.parametrize(("typed", "published_at", "began"), [
    ("", "2026-12-05T13:00:00Z", "2026-12-05T14:00:00+01:00"),
    ("14:10", "2026-12-05T22:00:00+09:00", "2026-12-05T14:10:00+01:00"),
    ("00:10", "2026-12-05T23:58:00+01:00", "2026-12-06T00:10:00+01:00"),
    ("03:30", "2026-03-29T01:50:00+01:00", "2026-03-29T03:30:00+02:00"),
    ("2026-10-25 04:00", "2026-10-25T01:00:00+02:00", "2026-10-25T04:00:00+01:00"),
    ("14:10", "", "2026-07-04T14:10:00+02:00"),
])  # fmt: skip
def test_a_typed_time_is_that_of_the_hall(typed: str, published_at: str, began: str) -> None:
    assert start(typed, published_at, "2026-07-04", BERLIN) == began


def test_pages_and_desk_show_the_halls_time_wherever_they_are_made() -> None:
    now = replace(swiss(8), time_zone=LISBON)
    _, ledger = published(now)
    lines = (replace(entry, at="2026-12-05T23:10:00+09:00") for entry in ledger.entries)
    ledger, _ = Ledger().extended(lines)
    snapshot = compute(now, ledger)
    assert log(snapshot, ledger.entries)[0].at == "14:10"
    page = render(snapshot, {}).files["rounds/R1.html"].decode()
    assert '<time datetime="2026-12-05T15:25:00+00:00">15:25</time>' in page
    assert "UTC" not in page
    typed = compute(replace(now, starts=(RoundStart(1, "14:20"),)), ledger)
    page = render(typed, {}).files["rounds/R1.html"].decode()
    assert 'until <time datetime="2026-12-05T15:35:00+00:00">15:35</time>' in page


@pytest.mark.usefixtures("elsewhere")
def test_lines_bear_the_halls_offset_on_a_computer_of_another_zone() -> None:
    written = datetime.fromisoformat(time_zone.now("+05:30"))
    assert str(written.tzinfo) == "UTC+05:30"
    assert time_zone.now("").endswith("+09:00")
    assert time_zone.of_this_computer() == "Asia/Tokyo"


@pytest.mark.thorough
def test_the_zone_stands_in_the_workbook() -> None:
    assert event_in(book(small_event(time_zone=LISBON))).time_zone == LISBON
    cell = next(
        f"B{row}"
        for row in range(4, 30)
        if event_in(with_cell("Event", f"B{row}", BERLIN)).time_zone == BERLIN
    )
    wrong = with_cell("Event", cell, "Lisbon")
    assert LISBON in fix_text(at(wrong, "Event", cell).fix)
    assert event_in(wrong).time_zone == ""
    assert "+01:00" in fix_text(at(with_cell("Event", cell, "CEST summer"), "Event", cell).fix)
    assert event_in(with_cell("Event", cell, "utc+1")).time_zone == "utc+1"
    assert not [
        each for each in read(with_cell("Event", cell, "utc+1"))[1] if each.place.cell == cell
    ]


@pytest.mark.parametrize(("typed", "shown"), [
    ("europe/lisbon", "14:00"), ("America/New York", "09:00"), ("+05:30", "19:30"),
    ("UTC-3", "11:00"), ("GMT+2", "16:00"),
])  # fmt: skip
def test_zones_are_understood_as_people_write_them(typed: str, shown: str) -> None:
    assert f"{hall_time('2026-12-05T14:00:00Z', typed):%H:%M}" == shown


def test_what_is_no_zone_is_none() -> None:
    assert [zone(each) for each in ("", "Lisbon", "+15:00", "noon", "../etc/passwd")] == [None] * 5
    assert alike("new york") == "America/New_York"
    assert alike("nowhere") == ""
