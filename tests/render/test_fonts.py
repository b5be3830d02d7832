"""Runner's own font: whole, small, and the one that pages are shown in."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, Page

from runner.render import fonts
from tests.support import sample
from tests.support.site_folder import write_site

FOLDER = Path(__file__).parents[2] / "fonts"
RULE = re.compile(r"url\(fonts/([\w.-]+)\?v=(\w+)\).*?unicode-range: ([^;]+);", re.DOTALL)
RULES = [match.groups() for match in RULE.finditer(fonts.style_sheet())]
PAPER = {weight: TTFont(file) for weight, file in fonts.files_for_paper().items()}


def letters(ranges: str) -> set[int]:
    found: set[int] = set()
    for each in ranges.replace("U+", "").split(", "):
        first, _, last = each.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def test_every_letter_is_in_the_file_that_a_browser_looks_for_it_in() -> None:
    seen: set[int] = set()
    for name, _, ranges in RULES:
        font = TTFont(BytesIO(fonts.for_pages()[name]))
        assert font.getBestCmap().keys() <= letters(ranges), name
        assert not seen & letters(ranges), name
        assert {axis.axisTag for axis in font["fvar"].axes} == {"wght", "wdth"}
        seen |= letters(ranges)
    for font in PAPER.values():
        assert font.getBestCmap().keys() <= seen
        assert "fvar" not in font
    alphabets = "AZaz ÄÖÜäöüß Łódź Çğıİş Đđ Ññ Øø Nguyễn Ελλάδα Ω Київ Ґґ Жж 0123456789 –—’“”…·×→"
    assert {*map(ord, alphabets)} <= PAPER["regular"].getBestCmap().keys()


@pytest.mark.parametrize("weight", PAPER)
def test_a_letter_that_no_font_has_is_a_box_and_not_nothing(weight: str) -> None:
    assert PAPER[weight]["glyf"][".notdef"].numberOfContours > 0


def test_an_address_of_a_file_changes_with_the_file() -> None:
    assert {name for name, _, _ in RULES} == {path.name for path in FOLDER.glob("*.woff2")}
    for name, version, _ in RULES:
        assert blake2b(fonts.for_pages()[name], digest_size=4).hexdigest() == version


@pytest.mark.parametrize("weight", PAPER)
def test_the_widths_that_lines_are_broken_by_are_those_of_the_font(weight: str) -> None:
    font = PAPER[weight]
    units, advances = font["head"].unitsPerEm, font["hmtx"]
    wide = {chr(number): advances[glyph][0] / units for number, glyph in font.getBestCmap().items()}
    found = fonts.widths(weight)
    assert found.keys() >= {letter for letter in wide if letter.isalnum()}
    assert all(0 <= found[letter] - wide[letter] < 0.001 for letter in found)


def test_the_licence_is_beside_the_fonts_and_in_them() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FOLDER / "OFL.txt").read_text(encoding="utf-8")
    files = [BytesIO(file) for file in fonts.for_pages().values()]
    for font in (*map(TTFont, files), *PAPER.values()):
        assert "Roboto Flex Project Authors" in font["name"].getDebugName(0)
        assert "SIL Open Font License" in font["name"].getDebugName(13)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fonts") / "below" / "a path, with spaces"
    return write_site(sample.snapshot(sample.Plan(players=26)), folder)


def loaded(page: Page) -> Mapping[str, str]:
    """What came of each group of letters, by the range that it begins with."""
    found = page.evaluate(
        """document.fonts.ready.then(() => [...document.fonts].map(
            (each) => [each.unicodeRange.split(/[-,]/)[0], each.status]))"""
    )
    return dict(found)


@pytest.mark.browser
def test_pages_are_shown_in_it_and_fetch_only_the_letters_that_they_need(
    browser: Browser, site: Path
) -> None:
    page = browser.new_page()
    for path in ("index.html", "players/P001.html", "rounds/R1.html"):
        page.goto((site / path).as_uri())
        found = loaded(page)
        assert found["U+0"] == "loaded", path
        assert found["U+1EA0"] == "unloaded", path
    page.evaluate("document.querySelector('h1').textContent = 'Nguyễn Łucja Ελένη Олена'")
    page.wait_for_timeout(100)
    found = loaded(page)
    assert [found[each] for each in ("U+1EA0", "U+100", "U+370", "U+400")] == ["loaded"] * 4
    page.close()


def test_a_phone_fetches_no_more_than_forty_kilobytes_of_it_for_a_western_event() -> None:
    latin = [fonts.for_pages()[name] for name, _, ranges in RULES if 0x41 in letters(ranges)]
    assert [len(file) < 40_000 for file in latin] == [True]
    assert sum(map(len, fonts.for_pages().values())) < 120_000
