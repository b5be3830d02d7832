"""The page to embed, in a frame on another site."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from runner.app.publish import publish
from runner.render.site import render
from tests.support import sample
from tests.support.readme import ROOT
from tests.support.sample import Plan
from tests.support.services import LOCAL, served

pytestmark = pytest.mark.browser


def documented() -> str:
    """The script for a shop's page, as the documentation has it."""
    text = (ROOT / "docs" / "search-and-embed.md").read_text("utf-8")
    return "\n".join(re.findall(r"^ {4}<script>.*?</script>", text, re.DOTALL | re.MULTILINE))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    publish(render(sample.snapshot(Plan(players=26, waiting=2)), {}).files, folder)
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 600, "height": 500})
    yield context.new_page()
    context.close()


def shop(page: Page, port: int, script: str, show: str) -> None:
    """Open a shop's page, of another origin than the site in its frame."""
    frame = f'<iframe src="http://localhost:{port}/embed.html?show={show}" height="200"></iframe>'
    page.goto(f"http://{LOCAL}:{port}/robots.txt")
    page.set_content(f"<!doctype html><title>Shop</title>{frame}{script}")


@pytest.mark.parametrize("show", ["standings", "pairings"])
def test_the_frame_grows_with_its_page_and_its_links_leave_it(
    page: Page, site: Path, show: str
) -> None:
    with served(site) as server:
        shop(page, server.port, documented(), show)
        frame = page.frame_locator("iframe")
        expect(frame.locator("section:visible")).to_have_id(show)
        page.wait_for_function("document.querySelector('iframe').clientHeight > 300")
        inner = page.frames[1]
        assert inner.evaluate("document.documentElement.scrollHeight <= innerHeight")
        frame.locator("section:visible li a, section:visible tbody a").first.click()
        page.wait_for_url("**/players/*.html")


def test_without_the_script_the_frame_keeps_its_height(page: Page, site: Path) -> None:
    with served(site) as server:
        shop(page, server.port, "", "standings")
        expect(page.frame_locator("iframe").locator("section:visible")).to_have_count(1)
        assert page.locator("iframe").evaluate("(each) => each.clientHeight") == 200


def test_it_loads_itself_again_when_it_is_told_of_another_version(page: Page, site: Path) -> None:
    page.clock.install()
    with served(site) as server:
        page.goto(f"http://localhost:{server.port}/embed.html")
        page.evaluate("window.before = true")
        page.clock.run_for(81_000)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.before"), "it is the latest"
        page.route("**/version.js*", lambda route: route.fulfill(body='{"embed":"0badc0de"}'))
        with page.expect_navigation():
            page.clock.run_for(81_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("show", ["standings", "pairings"])
def test_either_list_is_for_everybody(browser: Browser, site: Path, show: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]  # one of two
    page = context.new_page()
    for width in (240, 320, 600, 1280):
        page.set_viewport_size({"width": width, "height": 600})
        page.goto(f"{(site / 'embed.html').as_uri()}?show={show}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page, options={"rules": {"landmark-one-main": {"enabled": True}}})
    assert results.violations_count == 0, results.generate_report()
    context.close()


def test_without_javascript_it_has_both_lists(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "embed.html").as_uri())
    assert page.locator("section:visible").count() == 2
    context.close()
