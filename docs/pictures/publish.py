"""The pages of an event put on the internet from the local page, with a picture of each step for
docs/publish.md.

    make pictures

The host is Apache on this computer, with an empty git repository whose branch it shows, as hosts of
static pages do. Each step is checked.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from first_event import LAPTOP, PHONE, opened
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.support import hosts
from tests.support.hosts import Host
from tests.support.waiting import PATIENCE

HERE = Path(__file__).parent / "publish"
HOME = Path(tempfile.gettempdir()) / "publish"  # a name that may stand in a picture
NAME = "Friday Commander"
MOST = 5
"""Clicks that it may take."""


def main() -> None:
    """Play it, take the pictures."""
    shutil.rmtree(HOME, ignore_errors=True)
    HERE.mkdir(exist_ok=True)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring_file.InFile"
    os.environ["PYTHONPATH"] = os.pathsep.join((str(HERE.parent), *sys.path))
    os.environ["KEYRING_FILE"] = str(HOME / "keyring.json")
    program, events = [sys.executable, "-m", "runner"], HOME / "Documents" / "Runner"
    event = events / NAME
    made = [*program, "new", event, "--name", NAME, "--players", "23", "--sample", "23"]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    with sync_playwright() as playwright, hosts.git_over_http(HOME) as host:
        pages = shown(host)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        with opened(program, HOME, events) as address:
            Publishing(browser, host, pages).play(address)
        browser.close()
    shutil.rmtree(HOME)


def shown(host: Host) -> str:
    """Let the host show what is pushed; returns the address for visitors."""
    repository = host.store.parent
    folder = repository.parents[1] / "www"
    hook = repository / "hooks" / "post-receive"
    hook.write_text(f"#!/bin/sh\nexec git --work-tree={folder} checkout --quiet --force pages\n")
    hook.chmod(0o755)
    return f"http://127.0.0.1:{host.port}/index.html"


class Publishing:
    """Somebody at the local page, and a visitor elsewhere."""

    def __init__(self, browser: Browser, host: Host, pages: str) -> None:
        self._browser, self._host, self._pages = browser, host, pages
        self._page = browser.new_page(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
        self._page.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        self._pictures = self._clicks = 0

    def play(self, address: str) -> None:
        """All steps, in order."""
        page = self._page
        page.goto(address)
        self._click(page.get_by_role("link", name=NAME))
        self._click(page.get_by_role("button", name="Watch"))
        expect(page.get_by_role("heading", name="Runner watches the workbook")).to_be_visible()
        self._picture("event")
        self._click(page.get_by_role("link", name="Hall"))
        self._click(page.get_by_text("Put it on the internet …"))
        page.get_by_label("Where to").fill(self._host.to.partition("#")[0])
        page.get_by_label("Password or access token").fill(self._host.secret)
        form = page.get_by_role("button", name="Put it on the internet")
        form.scroll_into_view_if_needed()
        self._picture("where")
        self._click(form)
        stands = page.get_by_text("The pages are at")
        expect(stands.first).to_be_visible()
        stands.first.scroll_into_view_if_needed()
        self._picture("published")
        assert self._clicks <= MOST, self._clicks
        self._visited()

    def _visited(self) -> None:
        page = self._browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
        answer = page.goto(self._pages, wait_until="networkidle")
        assert answer
        assert answer.ok, self._pages
        expect(page.get_by_text(NAME).first).to_be_visible()
        self._picture("visitor", page)
        page.close()

    def _click(self, what: Locator) -> None:
        what.first.click()
        self._clicks += 1

    def _picture(self, name: str, page: Page | None = None) -> None:
        page = page or self._page
        page.wait_for_timeout(300)
        self._pictures += 1
        page.screenshot(path=HERE / f"{self._pictures:02}-{name}.png")
        print(f"{self._pictures:02} {name}")


if __name__ == "__main__":
    main()
