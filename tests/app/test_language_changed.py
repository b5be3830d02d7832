"""What is out already is said in another language as soon as the workbook states it."""

import re
from pathlib import Path

import openpyxl
import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from tests.support.events import planned
from tests.support.folders import data_of, event_folder
from tests.support.workbooks import edited

pytestmark = pytest.mark.thorough  # left out of make quick

_LANGUAGE = re.compile(r"<html[^>]* lang=\"([^\"]*)\"")


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(18))


def in_language(data: bytes, name: str) -> bytes:
    """The workbook with another Language on its Event sheet."""

    def change(book: openpyxl.Workbook) -> None:
        (cell,) = (row[0] for row in book["Event"].iter_rows() if row[0].value == "Language")
        cell.offset(column=1).value = name

    return edited(change, data)


def spoken(site: Path) -> dict[str, str]:
    """The language of each page and screen."""
    found = {}
    for page in site.rglob("*.html"):
        stated = _LANGUAGE.search(page.read_text("utf-8"))
        found[str(page.relative_to(site))] = stated[1] if stated else ""
    return found


def test_all_pages_and_screens_change_their_language_with_the_workbook(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    play(pipeline, 1)
    site = tmp_path / "site"
    data = data_of(folder)
    before = {path: path.read_bytes() for path in site.rglob("*.html")}
    assert {*spoken(site).values()} == {"en"}
    pipeline.run(in_language(data, "Deutsch"))
    assert not [name for name, language in spoken(site).items() if language != "de"]
    assert "display/index.html" in spoken(site)
    pipeline.run(in_language(data, "English"))
    now = {path: path.read_bytes() for path in before}
    # The front page states when the workbook was saved.
    assert [path.name for path in before if now[path] != before[path]] in ([], ["index.html"])
