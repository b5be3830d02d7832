import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.displays import FULL, JUST_NOW, Shown, open_


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the states of the gallery are, for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    shared = (base if "PYTEST_XDIST_WORKER" not in os.environ else base.parent) / "gallery"
    shared.mkdir(exist_ok=True)
    return shared


@pytest.fixture
def screen(browser: Browser) -> Iterator[Shown]:
    """Opens displays; at the end nothing may have gone wrong or been asked of others."""
    wrong: list[str] = []
    contexts = []

    def shown(
        folder: Path, asked: str = "", size: tuple[int, int] = FULL, at: str = JUST_NOW
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, timezone_id="Europe/Lisbon"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: _heard(said.text, wrong))
        page.on(
            "request", lambda each: None if each.url.startswith("file:") else wrong.append(each.url)
        )
        return open_(page, folder, asked, at=at)

    yield shown
    for context in contexts:
        context.close()
    assert wrong == []


def _heard(text: str, wrong: list[str]) -> None:
    """Whatever the page says, but that a file is gone, which is what some tests do."""
    if "ERR_FILE_NOT_FOUND" not in text:
        wrong.append(text)
