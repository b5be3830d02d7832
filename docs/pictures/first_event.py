"""A first event, from the door to standings, with a picture of each step for docs/first-event.md.

    make pictures

    PYTHONPATH=. .venv/bin/python docs/pictures/first_event.py --program dist/runner/runner \
        --events FOLDER --pictures FOLDER

The second plays it through another build of Runner, with its events in FOLDER. Everything is done
in the browser and in LibreOffice, as an organiser does it; nothing is typed into a terminal. Each
step is checked: it ends with a fault where a page does not say what it should.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from runner.app.sample_players import players
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.workbook.layout import Layout
from runner.workbook.read.read import read
from tests.support.office import Office
from tests.support.waiting import PATIENCE, until

HERE = Path(__file__).parent / "first-event"
HOME = Path(tempfile.gettempdir()) / "first-event"  # a name that may stand in a picture
NAME = "Friday Commander"
ROUND_1 = RoundId(1, 1)
LAPTOP, PHONE, SCREEN = (1280, 800), (390, 844), (1920, 1080)
COUNT = 23


def main() -> None:
    """Play it, take the pictures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--program", default=f"{shlex.quote(sys.executable)} -m runner")
    asked.add_argument("--events", type=Path, help="where its events are to be")
    asked.add_argument("--pictures", type=Path, default=HERE)
    given = asked.parse_args()
    given.pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        shutil.rmtree(HOME, ignore_errors=True)
        events = given.events or HOME / "Documents" / "Runner"
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        with opened(shlex.split(given.program), HOME, events) as address:
            FirstEvent(browser, events, given.pictures).play(address)
        browser.close()
        shutil.rmtree(HOME, ignore_errors=True)


@contextmanager
def opened(program: list[str], home: Path, events: Path) -> Iterator[str]:
    """The address of a door that is open, in a home of its own."""
    its_own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"),
               "XDG_STATE_HOME": str(home / "s"), "XDG_DATA_HOME": str(home / "d")}  # fmt: skip
    started = subprocess.Popen(
        [*program, "door", "--no-browser", "--folder", str(events)],
        env={**os.environ, **its_own}, stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert started.stdout
    found = ""
    while not found:
        line = started.stdout.readline()
        assert line, "the door has ended before it said where it is"
        print(line, end="")
        found = next((word for word in line.split() if word.startswith("http://")), "")
    Thread(target=lambda: [print(line, end="") for line in started.stdout or ()]).start()
    try:
        yield found
    finally:
        started.terminate()
        started.wait(timeout=PATIENCE)


class FirstEvent:
    """The event of this page, in a browser; its folder on this computer."""

    def __init__(self, browser: Browser, events: Path, pictures: Path) -> None:
        self._browser, self._pictures, self._number = browser, pictures, 0
        self._root = events / NAME
        self._workbook = self._root / f"{NAME}.xlsx"
        self._page = browser.new_page(viewport=_size(LAPTOP))
        self._page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)

    def play(self, address: str) -> None:
        """All steps, in order."""
        self._page.goto(address)
        self._new_event()
        self._players()
        self._pair()
        self._paper()
        self._hall()
        self._results()
        self._quit()

    def _new_event(self) -> None:
        page = self._page
        self._picture("door")
        page.get_by_role("link", name="Make your first event").click()
        page.get_by_label("Name", exact=True).fill(NAME)
        page.get_by_label("Place").fill("Game Cellar")
        page.get_by_label("Players you expect").fill(str(COUNT))
        expect(page.locator("#advice")).to_contain_text(f"For {COUNT} players")
        page.get_by_label("Rounds").fill("3")
        page.get_by_label("Playoff").select_option("Top 4")
        self._picture("new")
        page.get_by_role("button", name="Make the event").click()
        expect(page.get_by_role("heading", name="Runner watches the workbook")).to_be_visible()
        expect(page.frame_locator("iframe.desk").get_by_text("Players sheet").first).to_be_visible()
        self._picture("event")

    def _players(self) -> None:
        page = self._page
        page.get_by_role("link", name="Players").click()
        listed = "\n".join(f"{n}. {each.name}" for n, each in enumerate(players(COUNT), 1))
        page.get_by_label("Paste the list").fill(listed)
        page.get_by_role("button", name="See what Runner understands").click()
        expect(page.get_by_text(f"{COUNT} players are new").first).to_be_visible()
        self._picture("players")
        page.get_by_role("button", name=f"Add {COUNT} players").click()
        expect(page.get_by_text(f"{COUNT} players").first).to_be_visible()
        until(lambda: len(self._laid_out().players.rows) == COUNT)

    def _pair(self) -> None:
        page = self._page
        page.get_by_role("link", name="Now").click()
        page.get_by_text("Pair Round 1", exact=True).click()
        page.get_by_role("button", name="Pair Round 1 now").click()
        expect(page.get_by_text("Round 1 is out").first).to_be_visible()
        until(lambda: ROUND_1 in self._laid_out().rounds)
        self._picture("paired")

    def _paper(self) -> None:
        page = self._page
        page.get_by_role("link", name="Paper").click()
        link = page.get_by_role("link", name="slips-R1.pdf")
        expect(link).to_be_visible()
        self._picture("paper")
        got = "async (it) => Array.from(new Uint8Array(await (await fetch(it)).arrayBuffer()))"
        slips = bytes(page.evaluate(got, link.get_attribute("href")))
        assert slips.startswith(b"%PDF")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "slips.pdf"
            file.write_bytes(slips)
            self._keep("slips", _page(file))

    def _hall(self) -> None:
        page = self._page
        page.get_by_role("link", name="Hall").click()
        page.get_by_role("button", name="Show in the hall").click()
        screens = page.get_by_role("link", name="All screens").get_attribute("href") or ""
        pages = page.get_by_role("link", name="See the pages here").get_attribute("href") or ""
        self._picture("hall")
        self._seen("phone", pages + "pairings.html", PHONE)
        self._seen("screen", screens, SCREEN)
        self._pages = pages

    def _results(self) -> None:
        sheet = self._laid_out().rounds[ROUND_1]
        tables = [RowKey(ROUND_1, RowKind.TABLE, n + 1) for n in range(-(-COUNT // 4))]
        office = Office(self._workbook)
        office.open()
        for n, key in enumerate(tables):
            office.type(sheet.sheet, str(sheet.cell("result", sheet.rows[key])), "ABCD"[n % 3])
        office.save()
        office.close()
        office.quit()
        self._workbook_picture()
        page = self._page
        page.get_by_role("link", name="Now").click()
        expect(page.get_by_text("Pair Round 2", exact=True)).to_be_visible()
        self._picture("results")
        self._seen("standings", self._pages + "standings.html", PHONE)

    def _workbook_picture(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["soffice", f"-env:UserInstallation={Path(folder).as_uri()}", "--headless",
                 "--convert-to", "pdf", "--outdir", folder, self._workbook],
                check=True, capture_output=True,
            )  # fmt: skip
            file = Path(folder) / f"{NAME}.pdf"
            for number in range(1, 30):
                text = subprocess.run(
                    ["pdftotext", "-f", str(number), "-l", str(number), file, "-"],
                    check=True, capture_output=True, text=True,
                ).stdout  # fmt: skip
                if "Seat A" in text and "Result" in text:
                    whole = Image.open(BytesIO(_page(file, number, 110)))
                    upper = BytesIO()
                    whole.crop((0, 0, whole.width, whole.height // 2)).save(upper, "PNG")
                    self._keep("workbook", upper.getvalue())
                    return
        raise AssertionError("no page of the workbook shows the round")

    def _quit(self) -> None:
        self._page.get_by_role("link", name="All events").click()
        self._picture("home")
        self._page.get_by_role("button", name="Quit Runner").click()
        expect(self._page.get_by_role("heading", name="Runner has ended")).to_be_visible()

    def _laid_out(self) -> Layout:
        return read(self._workbook.read_bytes())[2]

    def _seen(self, name: str, address: str, size: tuple[int, int]) -> None:
        page = self._browser.new_page(viewport=_size(size))
        page.goto(address, wait_until="networkidle")
        self._keep(name, page.screenshot())
        page.close()

    def _picture(self, name: str) -> None:
        self._page.wait_for_timeout(300)
        self._keep(name, self._page.screenshot())

    def _keep(self, name: str, data: bytes) -> None:
        self._number += 1
        (self._pictures / f"{self._number:02}-{name}.png").write_bytes(data)
        print(f"{self._number:02} {name}")


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def _page(file: Path, number: int = 1, dots: int = 80) -> bytes:
    made = subprocess.run(
        ["pdftoppm", "-png", "-r", str(dots), "-f", str(number), "-l", str(number), file],
        check=True, capture_output=True,
    )  # fmt: skip
    return made.stdout


if __name__ == "__main__":
    main()
