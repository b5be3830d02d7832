"""What a phone fetches, and how soon it finds somebody: an event of 1,024 players,
half of round 5 played.

Bytes of each page as `runner serve` sends it (gzip), without the font, which is fetched once; of
the pulse that open pages ask for; and, in Chromium, milliseconds from a letter typed into a search
until its hits are laid out, the median and the worst of a name's letters.

    python benchmarks/pages.py [players]
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from save_to_published import event_in_round_5

from runner.compute.compute import compute
from runner.core.round_sheet import RoundSheet
from runner.render import site
from runner.render.screens import Screens

PAGES = (
    "index.html", "pairings.html", "tables.html", "standings.html", "players/index.html",
    "players/P004.html", "rounds/R4.html", "statistics.html", "static/site.css", "static/site.js",
    "version.js", "seats.js", "ranks.js", "players.js", "pulse.js",
)  # fmt: skip
SEARCHES = (
    ("index.html", ".hits"),
    ("pairings.html", "[data-list]"),
    ("players/index.html", "[data-list]"),
)
TYPED = "lindqvist"
_KEYSTROKE = """async ([text, found]) => {
  const field = document.querySelector("input[type=search]");
  const began = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 0));
  document.querySelector(found).getBoundingClientRect();
  return performance.now() - began;
}"""


def published(count: int) -> dict[str, bytes]:
    """The files of the site with half of round 5 played."""
    event, ledger, rows = event_in_round_5(count)
    known = RoundSheet(rows[0].key.round, tuple(rows[: len(rows) // 2]))
    rounds = (*event.rounds, known)
    snapshot = compute(replace(event, rounds=rounds), ledger)
    return dict(site.render(snapshot, Screens().render(snapshot)).files)


def keystrokes(page: Page, found: str) -> list[float]:
    """Milliseconds of each letter."""
    page.evaluate(_KEYSTROKE, ["a", found])  # what is fetched once is there
    page.wait_for_timeout(500)
    return [page.evaluate(_KEYSTROKE, [TYPED[:end], found]) for end in range(1, len(TYPED) + 1)]


def main(count: int) -> None:
    """Print all of it."""
    files = published(count)
    print(f"{count} players, {len(files)} files")
    for path in PAGES:
        print(f"{path:22} {len(files[path]):9,} bytes {len(gzip.compress(files[path])):8,} sent")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        for path, content in files.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for path, found in SEARCHES:
            page.goto((Path(folder) / path).as_uri())
            page.wait_for_timeout(1500)
            took = keystrokes(page, found)
            print(f"{path:22} {statistics.median(took):9.1f} ms {max(took):8.1f} at most, a letter")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1024)
