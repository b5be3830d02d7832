"""A site whose source goes away while somebody reads it: what was seen can be opened again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from runner.app.publish import publish
from runner.render.site import render, static
from tests.support import sample
from tests.support.asking import served
from tests.support.sample import Plan

pytestmark = pytest.mark.browser

KEPT = (
    "caches.keys().then(async (all) => [all, (await Promise.all(all.map(async (name) => "
    "(await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()])"
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    snapshot = sample.snapshot(Plan(players=26, waiting=2))
    publish(render(snapshot, {"data/snapshot.json": b"{}\n"}).files, tmp_path)
    return tmp_path


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    yield made
    made.close()


def has_kept(page: Page, *paths: str) -> list[str]:
    """The paths that the browser keeps copies of, once these are among them."""
    page.wait_for_function(
        f"(wanted) => {KEPT}.then(([, kept]) => wanted.every((each) => kept.includes(each)))",
        arg=list(paths),
    )
    found: list[str] = page.evaluate(f"{KEPT}.then(([, kept]) => kept)")
    return found


def test_what_was_seen_opens_without_its_source_and_says_its_age(
    context: BrowserContext, site: Path
) -> None:
    page = context.new_page()
    with served(site) as server:
        address = f"http://localhost:{server.port}"
        page.goto(f"{address}/players/P004.html")
        kept = has_kept(page, "/players/P004.html", "/index.html", "/static/site.css")
        page.goto(f"{address}/rounds/R2.html")
        kept = has_kept(page, "/rounds/R2.html")
    assert not [path for path in kept if path.split("?")[0] in
                ("/pulse.js", "/version.js", "/seats.js", "/players.js")]  # fmt: skip
    for path in ("rounds/R2.html", "players/P004.html", "standings.html"):
        page.goto(f"{address}/{path}")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".fresh")).to_contain_text("Not connected: this page is from ")
        look = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(look) == "rgb(243, 245, 247)", "its style is there as well"
    with pytest.raises(Error):
        page.goto(f"{address}/players/P005.html")  # nobody has seen it


def test_a_page_that_is_new_comes_from_the_network_and_old_copies_go(
    context: BrowserContext, site: Path
) -> None:
    page = context.new_page()
    with served(site) as server:
        address = f"http://localhost:{server.port}"
        page.goto(f"{address}/index.html")
        has_kept(page, "/index.html")
        first = page.evaluate(f"{KEPT}.then(([names]) => names)")
        worker = (site / "sw.js").read_bytes()
        version = static.checksum(b"of another Runner").encode()
        files = {each.relative_to(site).as_posix(): each.read_bytes()
                 for each in site.rglob("*") if each.is_file() and each.name[0] != "."}  # fmt: skip
        old = first[0].rpartition(" ")[2].encode()
        files["sw.js"] = worker.replace(old, version)
        files["index.html"] = files["index.html"].replace(b"</h1>", b", anew</h1>", 1)
        publish(files, site)
        page.goto(f"{address}/index.html")
        expect(page.locator("h1").first).to_contain_text("anew")
        page.wait_for_function(
            f"(own) => {KEPT}.then(([names]) => names.length === 1 && names[0].endsWith(own))",
            arg=version.decode(),
        )


def test_a_folder_has_neither_worker_nor_manifest(context: BrowserContext, site: Path) -> None:
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    with served(site) as server:
        page.goto(f"http://localhost:{server.port}/players/index.html")
        link = page.locator("link[rel=manifest]")
        assert link.evaluate("(each) => each.href").endswith(f":{server.port}/manifest.webmanifest")
