"""An organiser's colour and logo: always to be read, and the same bytes everywhere."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from runner.app.logo import logo
from runner.compute.snapshot import Snapshot
from runner.core.colours import ENOUGH, colour, contrast, mixed, parts
from runner.core.event import Event
from runner.core.randomness import Stream
from runner.render import text as texts
from runner.render.brand import card, icons, theme
from runner.render.site import render
from runner.render.site.static import checksum
from tests.support import sample
from tests.support.sample import Plan
from tests.support.workbooks import at, event_in, sound_event, with_cell

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
