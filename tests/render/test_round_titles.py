"""One way of counting rounds in all that people read: "Round 3", then "Day 2, round 1"."""

import re

import pytest

from runner.app.history.changes import changes
from runner.app.outcomes import status_messages
from runner.cli.reporting import text
from runner.core.event import Event
from runner.render.desk.desk_page import page
from runner.render.desk.facts import Facts
from runner.render.documents.slips.slip import slips_for
from runner.render.site import render
from tests.support.day import Day
from tests.support.events import event, phase

OTHERWISE = re.compile(r"(?i)phase 2,? round \d|· round \d|\bround [4-9]\b")
"""The tab's name, older ways of putting it, and numbers over the whole event."""
TABS = re.compile(r"(\b[Oo]n|in Go for|name at) Phase 2 Round \d|Phase 2 Round \d![A-Z]+\d+")
"""Where somebody is sent to a tab, or to the line on Decisions that bears its numbers."""


def second_day() -> Day:
    """Three rounds, and a second day for the best eight that goes on counting."""
    later = phase(2, name="Day 2", rounds=2, cut=8, settings={"carry_points": True})
    day = Day(event(16, phase(1, rounds=3), later))
    day.play_until(2, 2)
    return day


def as_read(page_: bytes) -> str:
    """A page as words with one blank between them."""
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", page_.decode(), flags=re.S).split())


def texts(day: Day) -> dict[str, str]:
    """Every text, under where it stands."""
    snapshot = day.snapshot
    facts = Facts("2026-11-21T14:00:00+00:00", snapshot.problems, day.ledger.entries)
    files = render(snapshot, {}).files
    pages = {path: file for path, file in files.items() if path.endswith(".html")}
    pages["desk"] = page(snapshot, facts)[0]
    return {path: as_read(file) for path, file in pages.items()} | {
        "status": "\n".join(map(text, status_messages(snapshot, facts))),
        "slips": "\n".join(slip.title for slip in slips_for(snapshot, snapshot.rounds[-1].id)),
        "history": "\n".join(changes(Event("Friday"), day.event)),
    }


@pytest.mark.thorough
def test_rounds_are_counted_in_one_way_wherever_people_read_of_them() -> None:
    day = second_day()
    table = day.snapshot.rounds[-1].tables[0]
    before, latest = (round_.id for round_ in day.snapshot.rounds[-2:])
    day.type(before, {1: "B"})
    day.type(latest, {1: "", 2: ""})
    day.drop(table.players[0], 4)
    day.decide("delete round", *before)
    said = texts(day)
    wrong = {
        where: found.group()
        for where, text in said.items()
        if (found := OTHERWISE.search(TABS.sub("", text)))
    }
    assert not wrong
    for where in ("rounds/P2R2.html", "desk", "status", "slips"):
        assert "Day 2, round 2" in said[where], where
    assert "Day 2, round 1, table 1: result" in said["history"]
    for where in ("rounds/P2R2.html", "desk"):
        assert "drops after Day 2, round 1." in said[where]
