"""A weekend of twelve events in one hall, with a series, and its pictures for docs/many-events.md.

    make pictures

Three formats; nine events are over, two are played at the same time, one is to come.
"""

import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

from first_event import PHONE, SCREEN
from make import sheet
from openpyxl import load_workbook
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from runner.app.import_event import import_event
from runner.app.sample_players import players as sample_players
from runner.core.event import Event
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.rounds import Table
from runner.interchange.event_out import event_document
from tests.support.commands import run
from tests.support.events import event, phase, played_on, published

TODAY = date.today()
PODS, DUEL, GROUP = "pods", "duel", "group"
EVENTS = [
    # name, days before today, format, players, rounds, of them played, first table
    ("Friday Commander", 2, PODS, 38, 4, 4, 1), ("Friday Modern", 2, DUEL, 42, 5, 5, 41),
    ("Friday Pauper", 2, GROUP, 8, 7, 7, 81), ("Morning Pods", 1, PODS, 30, 3, 3, 1),
    ("Legacy Trial", 1, DUEL, 26, 4, 4, 41), ("Saturday Pauper", 1, GROUP, 6, 5, 5, 81),
    ("Commander Main Event", 1, PODS, 62, 5, 5, 1), ("Modern Challenge", 1, DUEL, 34, 5, 5, 41),
    ("Late Night Pauper", 1, GROUP, 8, 7, 7, 81), ("Sunday Commander", 0, PODS, 45, 4, 2, 1),
    ("Sunday Modern", 0, DUEL, 36, 5, 3, 41), ("Last Call Pauper", 0, GROUP, 8, 7, -1, 81),
]  # fmt: skip


def main() -> None:
    """Play it, take the pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder, site = Path(name) / "Open Weekend", Path(name) / "site"
        folder.mkdir()
        who = [replace(each, extra={"Member": f"{at:04}"})
               for at, each in enumerate(sample_players(90), 1001)]  # fmt: skip
        for number, facts in enumerate(EVENTS):
            made(folder, who, number, *facts)
        series(folder)
        words = ("--name", "Open Weekend", "--id-column", "Member", "--ratings")
        run("build", folder, "--site", site, *words)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
            pictures(browser, site)
            browser.close()


def made(
    folder: Path, who: list[Player], number: int, name: str, before: int, kind: str, many: int,
    rounds: int, played: int, first: int,
) -> None:  # fmt: skip
    """Write the folder of an event, its rounds played by made-up strengths."""
    chance = random.Random(number)
    field = sorted(chance.sample(who, many), key=lambda each: each.name)
    if not before:  # nobody sits in two events at once
        who[:] = [each for each in who if each not in field]
    entered = [replace(each, id=f"P{at:03}") for at, each in enumerate(field, 1)]
    mode = Mode.MULTIPLAYER if kind == PODS else Mode.HEAD_TO_HEAD
    swiss = {"rounds": rounds, "best_of": 1 if kind == PODS else 3}
    played_as = phase(1, "round_robin", mode) if kind == GROUP else phase(1, mode=mode, **swiss)
    now: Event = event(
        entered, played_as, name=name, seed=name,
        date=str(TODAY - timedelta(before)), venue="Hall 4", public_columns=("Member",),
        settings={"first_table": first},
    )  # fmt: skip
    if played < 0:
        now = replace(now, decisions=(), automatic=False)
    snapshot, ledger = published(now)
    won = winner({each.id: int(each.extra["Member"]) for each in entered}, chance)
    for _ in range(max(played, 0)):
        now, snapshot, ledger = played_on(now, snapshot, ledger, won)
    slug = name.lower().replace(" ", "-")
    assert not import_event(event_document(snapshot, ledger), folder / slug)


def winner(number: dict[str, int], chance: random.Random) -> Callable[[Table], str]:
    """Who wins a table: mostly those with low numbers."""

    def result(table: Table) -> str:
        likely = [1 / (number[each] - 960) for each in table.players]
        at = chance.choices(range(len(likely)), likely)[0]
        if len(likely) > 2:
            return "ID" if chance.random() < 0.08 else "ABCDE"[at]
        return ("2-0", "0-2")[at] if chance.random() < 0.6 else ("2-1", "1-2")[at]

    return result


def series(folder: Path) -> None:
    """A league over all events, of which eight are invited."""
    run("new", "--series", folder / "league", "--name", "Open Weekend League")
    path = folder / "league" / "league.xlsx"
    book = load_workbook(path)
    rows = {str(row[0].value): row[0].row for row in book["Series"].iter_rows(min_row=4)}
    typed = {"Points of the places": "25 18 15 12 10 8 6 4 2 1", "Results that count": 4,
             "Points for taking part": 1, "Invited": 8}  # fmt: skip
    for label, value in typed.items():
        book["Series"].cell(rows[label], 2).value = value
    for number, facts in enumerate(EVENTS, 4):
        book["Events"].cell(number, 1).value = facts[0].lower().replace(" ", "-")
    book.save(path)


def pictures(browser: Browser, site: Path) -> None:
    """Take all pictures: four pages on phones, and the hall's screen."""
    own = site / "-"
    person = max((own / "players").glob("*.html"), key=lambda each: each.stat().st_size)
    (league,) = (own / "series").glob("league*.html")
    pages = (site / "index.html", own / "pairings.html", person, league)
    sheet("many-events", 4, [taken(browser, page, PHONE) for page in pages], 1560)
    sheet("many-events-hall", 1, [taken(browser, own / "screen.html", SCREEN)], 1280)


def taken(browser: Browser, page: Path, size: tuple[int, int]) -> Image.Image:
    """Take a picture of a page at a size."""
    view = browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=2)
    view.goto(page.as_uri())
    view.wait_for_timeout(1500)
    shot = Image.open(BytesIO(view.screenshot())).convert("RGB")
    view.close()
    return shot


if __name__ == "__main__":
    main()
