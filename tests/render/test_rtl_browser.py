"""Pages in a language that runs from right to left."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode
from tests.support.day import Day
from tests.support.events import swiss_and_playoff
from tests.support.pseudo import Pseudo
from tests.support.site_folder import write_site

pytestmark = pytest.mark.browser

NAMES = ("محمد عبد الله", "דוד כהן", "Ana Sousa", "يوسف Ben Ali", "Maximilian von Hohenlohe")
CUT = """() => [...document.querySelectorAll('main *, footer *, header *')].filter((each) => {
  if (each.closest('.vh, .tree, .chips, svg, .skip') || !each.checkVisibility()) return false;
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -1 || right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 150))"""
"""What stands beyond an edge of the window, but for what may be scrolled by itself."""


def played(mode: Mode) -> Snapshot:
    """A playoff on its way, with names of several scripts."""
    now = swiss_and_playoff(26, mode, swiss=3, cut=16)
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(26)]
    people = zip(now.players, names, strict=True)
    players = tuple(replace(player, name=name) for player, name in people)
    day = Day(replace(now, players=players, language="ar"))
    day.play_until(2, 1)
    return day.snapshot


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_no_page_scrolls_sideways_or_has_anything_beyond_an_edge(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    monkeypatch.setattr(languages, "language", lambda _: Pseudo("rtl"))
    write_site(played(mode), tmp_path)
    pages = [path for path in tmp_path.rglob("*.html") if path.parent.name != "players"]
    for width in (320, 390):
        context = browser.new_context(viewport={"width": width, "height": 800})
        page = context.new_page()
        for path in (*pages, tmp_path / "players/P001.html", tmp_path / "players/P005.html"):
            page.goto(path.as_uri())
            assert page.evaluate("document.dir") == "rtl", path.name
            room = page.evaluate("document.documentElement.scrollWidth")
            assert room <= width, f"{path.name} at {width}: {room}"
            assert page.evaluate(CUT) == [], f"{path.name} at {width}"
        context.close()
