"""Runner's own font: whole, small, and the one that pages are shown in."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from fontTools.ttLib import TTFont
from jinja2 import DictLoader, Environment
from PIL import Image
from playwright.sync_api import Browser, Page

from runner.app.load import logo
from runner.compute.snapshot import Snapshot
from runner.core.colours import ENOUGH, colour, contrast, mixed, parts
from runner.core.event import Event
from runner.core.randomness import Stream
from runner.render import compiled, fonts
from runner.render import text as texts
from runner.render.brand import card, icons, theme
from runner.render.site import render
from runner.render.site.static import checksum
from tests.support import gallery, processes, sample
from tests.support.folders import write_site
from tests.support.sample import Plan
from tests.support.workbooks import at, event_in, sound_event, with_cell

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


# --- brand ----------------------------------------------------------------------------------------


DRAWN = Stream("accents", 1)
COLOURS = [
    *("#000000", "#ffffff", "#ffc800", "#7f7f7f", "#0a7a3c", "#1b222b"),
    *(f"#{DRAWN.below(1 << 24):06x}" for _ in range(400)),
]


def small(**event: str) -> Snapshot:
    made = sample.snapshot(Plan(players=12, rounds=1, waiting=0, odd=False))
    return replace(made, event=replace(made.event, **event))


# --- colours --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("#0A7A3C", "#0a7a3c"), ("0a7a3c", "#0a7a3c"), ("#fc0", "#ffcc00"), ("Dark Green", "#006400"),
     ("rebeccapurple", "#663399"), ("", ""), ("#12", ""), ("yelow", ""), ("red;}", ""),
     ("#٠٠٠", "")],
)  # fmt: skip
def test_a_colour_is_six_digits_three_or_a_name(typed: str, meant: str) -> None:
    assert colour(typed) == meant


def test_contrast_is_as_the_guidelines_have_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#ffffff", "#767676") == contrast("#767676", "#ffffff")


@pytest.mark.parametrize("accent", COLOURS)
def test_whatever_the_accent_all_that_stands_on_it_can_be_read(accent: str) -> None:
    assert contrast(theme.on(accent), accent) >= ENOUGH
    for plate in (theme.PLATE, theme.NIGHT_PLATE):
        assert contrast(theme.number(accent, plate), plate) >= ENOUGH
    for ground, first, second in (
        ("#ffffff", "#11151b", "#4b5562"), ("#161b22", "#f2f5f9", "#a9b4c1"),
    ):  # fmt: skip
        row = theme.mine(accent, ground, second)
        assert all(contrast(row, text) >= ENOUGH for text in (first, second))
    style = theme.style_sheet(accent)
    assert f"--accent:{accent};--on-accent:{theme.on(accent)};" in style
    assert style.count("{") == style.count("}")


def test_the_colours_here_are_those_of_the_style_sheet() -> None:
    tokens = Path("templates/site/css/tokens.css").read_text()
    day, _, night = tokens.partition("@media")
    for token, value in (("accent", theme.ACCENT), ("plate", theme.PLATE), ("ink-2", "#4b5562")):
        assert f"--{token}: {value};" in day
    for token, value in (("card", "#161b22"), ("plate", theme.NIGHT_PLATE), ("ink-2", "#a9b4c1")):
        assert f"--{token}: {value};" in night
    assert mixed("#ffc800", "#ffffff", 20) == "#fff4cc"


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_link_shows_name_day_and_place_on_the_accent() -> None:
    made = card.card("Lisbon Open", "21 November 2026 · Porto", "#0a7a3c")
    read = Image.open(BytesIO(made)).convert("RGB")
    assert read.size == (1200, 630)
    assert read.getpixel((5, 5)) == parts(theme.PLATE)
    assert read.getpixel((5, 625)) == parts("#0a7a3c")
    assert len(made) < 60_000
    assert {read.getpixel((x, 300)) for x in range(1200)} - {parts(theme.PLATE)}
    assert card.card("Lisbon Open", "21 November 2026 · Porto", "#0a7a3c") is made


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["W" * 300, "a " * 200, "Ł" * 40, "Open"])
def test_a_name_of_any_length_stays_inside_the_picture(name: str) -> None:
    read = Image.open(BytesIO(card.card(name, name, "#ffc800"))).convert("RGB")
    edges = [read.getpixel((x, y)) for x in (*range(30), *range(1170, 1200)) for y in range(480)]
    assert {*edges} == {parts(theme.PLATE)}


def test_a_name_in_letters_that_the_font_lacks_has_no_picture() -> None:
    assert card.card("東京オープン", "2026", "#ffc800") == b""
    files = render(small(name="東京オープン"), {}).files
    assert "static/card.png" not in files
    assert b"og:image" not in files["index.html"]


def test_the_icon_has_four_seats_of_which_one_is_taken() -> None:
    read = Image.open(BytesIO(icons.touch("#ffc800"))).convert("RGB")
    assert read.size == (180, 180)
    plate, taken, line = map(parts, (theme.PLATE, "#ffc800", "#56606d"))
    for place, wanted in (
        ((0, 0), plate), ((30, 30), taken), ((83, 83), taken), ((84, 84), plate),
        ((96, 30), line), ((149, 37), line), ((142, 76), line), ((104, 38), plate),
        ((30, 96), line), ((149, 149), line), ((120, 120), plate),
    ):  # fmt: skip
        assert read.getpixel(place) == wanted, place


def test_pages_do_not_depend_on_how_a_picture_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow's versions write other bytes."""
    before = render(small(), {}).files["index.html"]
    monkeypatch.setattr(icons, "touch", lambda _accent: b"other bytes")
    assert render(small(), {}).files["index.html"] == before


# --- the site -------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_pages_are_in_the_colour_of_the_event() -> None:
    plain, green = render(small(), {}).files, render(small(accent="#0a7a3c"), {}).files
    assert "static/theme.css" not in plain
    style = green["static/theme.css"]
    assert f"static/theme.css?v={checksum(style)}" in green["index.html"].decode()
    assert green["index.html"].index(b"site.css") < green["index.html"].index(b"theme.css")
    assert plain["static/icon.svg"] != green["static/icon.svg"]
    assert json.loads(green["manifest.webmanifest"])["name"] == "Lisbon Commander Open"


def test_only_a_site_with_an_address_says_where_it_is() -> None:
    there, nowhere = render(small(), {}).files, render(small(address=""), {}).files
    page = there["players/index.html"].decode()
    assert '<link rel="canonical" href="https://example.org/lisbon/players/index.html">' in page
    tag = checksum(there["static/card.png"])
    assert f'content="https://example.org/lisbon/static/card.png?v={tag}"' in page
    for word in (b"canonical", b"og:url", b"og:image"):
        assert not any(word in content for content in nowhere.values())
    assert "static/card.png" not in nowhere


def test_a_players_page_says_rank_and_record_to_who_finds_the_link() -> None:
    made = sample.snapshot(Plan(players=26, waiting=2))
    current = made.phases[0].current
    assert current
    row = current.rows[0]
    page = render(made, {}).files[f"players/{row.player}.html"].decode()
    record = texts.record(row.record)
    assert f'name="description" content="Rank 1 of 26, {record}, {row.match_points} points"' in page
    over = render(gallery.STATES["final"](), {}).files
    told = {
        re.search(rb'name="description" content="(.*?)"', page)[1].decode()  # type: ignore[index]
        for path, page in over.items()
        if path.startswith("players/P")
    }
    assert {"Place 1 of 26, won the final", "Place 3–4 of 26, semifinal"} <= told
    assert "Place 25 of 26, Swiss" in told
    nobody = sample.before_the_first_round()
    first = next(iter(nobody.players))
    assert 'content="Table, rounds' in render(nobody, {}).files[f"players/{first}.html"].decode()


# --- the Event sheet ------------------------------------------------------------------------------


@pytest.mark.thorough
def test_what_is_no_colour_or_no_picture_is_told_with_its_cell() -> None:
    typed = with_cell("Event", "B17", "yelow")
    assert "“yelow” is not a colour" in at(typed, "Event", "B17").text
    assert event_in(typed).accent == ""
    typed = with_cell("Event", "B18", "a/b.png")
    assert "is not the name of a picture" in at(typed, "Event", "B18").text
    assert event_in(typed).logo == ""
    assert sound_event(with_cell("Event", "B17", "Dark green")).accent == "#006400"
    assert sound_event(with_cell("Event", "B18", "logo.png")).logo == "logo.png"


def test_a_logo_is_the_file_beside_the_workbook(tmp_path: Path) -> None:
    event = Event("Cup", logo="Our Logo.JPEG")
    assert logo(tmp_path, Event("Cup")) == ({}, ())
    (missing,) = logo(tmp_path, event)[1]
    assert "There is no picture “Our Logo.JPEG”" in str(missing)
    (tmp_path / "Our Logo.JPEG").write_bytes(b"\xff\xd8" + bytes(300_000))
    (large,) = logo(tmp_path, event)[1]
    assert "300 kB" in str(large)
    picture = b"\xff\xd8picture"
    (tmp_path / "Our Logo.JPEG").write_bytes(picture)
    assert logo(tmp_path, event) == ({"static/logo.jpg": picture}, ())
    files = render(small(), logo(tmp_path, event)[0]).files
    assert f'<img src="../static/logo.jpg?v={checksum(picture)}" alt="">' in (
        files["players/index.html"].decode()
    )


# --- compiled -------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "templates"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    compile_ = Environment.compile

    def compile_and_tell(self: Environment, source: Any, name: str, *more: Any) -> Any:
        seen.append(name)
        return compile_(self, source, name, *more)

    monkeypatch.setattr(Environment, "compile", compile_and_tell)
    return seen


def template(source: str) -> str:
    loader = DictLoader({"one.html": source})
    made = Environment(loader=loader, autoescape=True, bytecode_cache=compiled.compiled("site-en"))
    return str(made.get_template("one.html").render(n=3))


def test_a_template_is_compiled_once(kept: Path, compiling: list[str]) -> None:
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert compiling == ["one.html"]
    assert [file.name for file in kept.iterdir()] == ["site-en-one.html.jinja"]


def test_another_text_and_another_version_are_compiled_anew(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert template("{{ n }} rounds") == "3 rounds"
    assert template("{{ n }} tables") == "3 tables"
    monkeypatch.setattr(compiled, "__version__", "the next")
    assert template("{{ n }} tables") == "3 tables"
    assert compiling == ["one.html"] * 3
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"\x00" * 500, b"cut", b"longer"])
def test_a_damaged_one_is_compiled_anew(kept: Path, compiling: list[str], damage: bytes) -> None:
    template("{{ n }} rounds")
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes({b"cut": whole[:90], b"longer": b"x" + whole}.get(damage, damage))
    assert template("{{ n }} rounds") == "3 rounds"
    assert compiling == ["one.html"] * 2
    assert file.read_bytes() == whole


def test_nothing_is_kept_where_that_cannot_be(kept: Path, compiling: list[str]) -> None:
    kept.parent.write_text("a file where the folder would be")
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert compiling == ["one.html"] * 2


def test_nothing_is_kept_where_the_user_has_no_home(
    compiling: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache/runner"))
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert len(compiling) == 2
    assert not list(tmp_path.iterdir())


def test_a_full_disk_stops_nothing(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.Bucket.write_bytecode", full)
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert len(compiling) == 2
    assert not list(kept.iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders belong to nobody here")
def test_what_another_user_put_there_is_not_run(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    template("{{ n }} rounds")
    monkeypatch.setattr(os, "getuid", lambda: kept.stat().st_uid + 1)
    assert template("{{ n }} rounds") == "3 rounds"
    assert compiling == ["one.html"] * 2


@pytest.mark.thorough
def test_one_start_of_runner_finds_what_another_compiled(tmp_path: Path) -> None:
    first, second = (processes.run("load_template", tmp_path).stdout.split() for _ in range(2))
    assert b"base.html" in first
    assert not second
