"""The pages in Chromium under their own policy: what they need is allowed, wherever they lie."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from runner.app.publish import publish
from runner.render.site import render
from tests.support import sample
from tests.support.asking import served
from tests.support.drawings import event
from tests.support.sample import Plan

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in its Swiss rounds, and one in its playoff below it."""
    root = tmp_path_factory.mktemp("policy")
    swiss = sample.snapshot(Plan(players=26, waiting=2))
    publish(render(swiss, {"data/snapshot.json": b"{}\n"}).files, root)
    playoff = event(16, pods=True, rounds=1, open_tables=1)
    below = root / "some" / "where" / "below"
    below.mkdir(parents=True)
    publish(render(playoff, {}).files, below)
    return root


@contextmanager
def anywhere(root: Path, how: str) -> Iterator[str]:
    """The address of a folder as files, from the hall's server, or from any server."""
    if how == "as files":
        yield root.as_uri()
    elif how == "runner serve":
        with served(root) as server:
            yield f"http://localhost:{server.port}"
    else:
        handler = partial(SimpleHTTPRequestHandler, directory=root.parent)
        handler.log_message = lambda *_: None  # type: ignore[attr-defined]  # quiet
        with ThreadingHTTPServer(("localhost", 0), handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://localhost:{server.server_port}/{root.name}"
            server.shutdown()


def looked_at(page: Page, address: str) -> list[str]:
    """What the browser says while it opens a page."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    page.on("console", hear)
    page.goto(address)
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.remove_listener("console", hear)
    return said


@pytest.mark.parametrize("how", ["as files", "runner serve", "any server"])
def test_nothing_that_a_page_needs_is_refused(browser: Browser, site: Path, how: str) -> None:
    pages = sorted(each.relative_to(site).as_posix() for each in site.rglob("*.html"))
    kinds = {path.rpartition("/")[0] if path[-7:-5].isdigit() else path: path for path in pages}
    context = browser.new_context()
    page = context.new_page()
    with anywhere(site, how) as root:
        for path in kinds.values():
            if how == "runner serve" and path.startswith("some/"):
                continue  # the hall's server shows what one manifest lists
            assert looked_at(page, f"{root}/{path}") == [], path
            look = "getComputedStyle(document.body).backgroundColor"
            assert page.evaluate(look) == "rgb(243, 245, 247)", path
            assert page.evaluate("[...document.fonts].some((each) => each.status === 'loaded')")
    context.close()


def test_a_search_is_sent_and_nothing_from_outside_is_loaded(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("searchbox").fill("ana")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pairings.html?q=ana")
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    refused = """() => new Promise((done) => {
        document.addEventListener("securitypolicyviolation", (e) => done(e.effectiveDirective));
        const image = document.createElement("img");
        image.src = "https://example.org/seen.png";
        document.body.append(image);
    })"""
    assert page.evaluate(refused) == "img-src"
    page.evaluate("document.body.setAttribute('style', 'background: rgb(1, 2, 3)')")
    expect(page.locator("body")).not_to_have_css("background-color", "rgb(1, 2, 3)")
    context.close()
