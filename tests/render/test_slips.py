"""Match slips: what stands on them, how they lie on paper, and what happens without Pango."""

import io
import json
import os
import platform
import re
import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.identifiers import RoundId
from runner.core.names import last_first
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Place, Severity
from runner.core.rounds import Outcome, Round
from runner.render.documents.fitting import Widths, fit, lines_of
from runner.render.documents.glyphs import no_glyph, of_player
from runner.render.documents.registry import SLIPS
from runner.render.documents.slips import document, form, layout
from runner.render.documents.slips.codes import Code, qr_code
from runner.render.documents.slips.document import PangoMissing, Rendering, inputs_hash, to_pdf
from runner.render.documents.slips.form import form_of, measure
from runner.render.documents.slips.layout import (
    A4,
    LETTER,
    PageSetup,
    Paper,
    box_size,
    impose,
    per_sheet,
    row_height,
)
from runner.render.documents.slips.page import to_html
from runner.render.documents.slips.slip import Slip, slips_for
from runner.render.site.renderer import render as site
from tests.support import events, processes
from tests.support.day import Day, drawn_results
from tests.support.printed import Line, environment, slips, spans
from tests.support.problems import fix_text
from tests.support.slips import ROUND, slip, snapshot
from tests.support.soak import some

pytestmark = pytest.mark.thorough


WIDTHS = Widths("regular", {})
ADDRESS = "https://example.org/friday/"


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def printed_numbers(page: str) -> list[int]:
    return [int(found) for found in re.findall(r"Player(\d+)x0, Ana", page)]


@pytest.fixture
def without_pango(monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing WeasyPrint fails as it does where Pango's libraries are not installed."""

    class Finder:
        @staticmethod
        def find_spec(name: str, *_: object) -> ModuleSpec | None:
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")
            return None

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])


# What stands on a slip


def test_names_are_last_name_first_in_turn_order() -> None:
    made = slips_for(snapshot([["Ana Maria Lopez", "Cher", "Bo Li"]]), ROUND)
    assert [each.seats for each in made] == [("Lopez, Ana Maria", "Cher", "Li, Bo")]


def test_a_bye_gets_no_slip() -> None:
    made = slips_for(snapshot([["A B", "C D"]], byes=["E F"]), ROUND)
    assert [each.table for each in made] == [1]


def test_a_table_that_nobody_sits_at_gets_no_slip() -> None:
    left = snapshot([[], ["A B", "C D"]])
    assert [each.table for each in slips_for(left, ROUND)] == [2]
    assert len(SLIPS.render(left, ROUND).files) == 1
    assert SLIPS.render(snapshot([[]]), ROUND).files == {}


def test_slips_come_by_table_number_whatever_the_order_of_the_round() -> None:
    given_order = snapshot([["A B", "C D"], ["E F", "G H"]])
    phase = given_order.phases[0]
    turned = replace(phase.rounds[0], tables=phase.rounds[0].tables[::-1])
    reordered = replace(given_order, phases=(replace(phase, rounds=(turned,)),))
    assert slips_for(reordered, ROUND) == slips_for(given_order, ROUND)


def test_an_unpublished_round_has_no_slips_and_no_files() -> None:
    unpublished = RoundId(1, 4)
    event = snapshot([["A B", "C D"]])
    assert slips_for(event, unpublished) == ()
    assert SLIPS.render(event, unpublished).files == {}


def test_a_slip_does_not_change_when_its_result_comes_in() -> None:
    before = snapshot([["A B", "C D"]])
    phase = before.phases[0]
    table = phase.rounds[0].tables[0]
    seats = (replace(table.seats[0], outcome=Outcome.WIN), *table.seats[1:])
    won = replace(table, seats=seats)
    after = replace(before, phases=(replace(phase, rounds=(Round(ROUND, (won,)),)),))
    assert inputs_hash(slips_for(after, ROUND)) == inputs_hash(slips_for(before, ROUND))


def test_a_printed_slip_says_all_that_rules_ask_for() -> None:
    (page,) = pages(to_pdf([slip(12, 4)]))
    asked = ["Friday Commander", "Round 3", "TABLE", "12", "Win", "Draw", "Drop", "Penalty"]
    asked += ["Signature", "Time extension", "Judge", *slip(12, 4).seats]
    assert [text for text in asked if text not in page] == []
    assert "Games" not in page
    assert "Conceded" in page
    assert "Points" not in page, "nobody has any"


def test_seats_of_two_are_no_turn_order() -> None:
    duel, pod = (pages(to_pdf([slip(1, seats)]))[0] for seats in (2, 3))
    assert "Players" in duel
    assert "Seats in turn order" not in duel
    assert "Seats in turn order" in pod


@pytest.mark.parametrize(("players", "played", "marked"), [
    (8, {}, True), (8, {"pod_size": 3, "uneven": "small_pods"}, True),
    (8, {"mode": Mode.HEAD_TO_HEAD}, False), (8, {"best_of": 3}, False),
    (8, {"variant": "melee"}, True), (12, {"variant": "grand_melee"}, False),
    (8, {"mode": Mode.HEAD_TO_HEAD, "variant": "two_headed_giant"}, False),
])  # fmt: skip
def test_seat_a_begins_where_it_is_known_to(
    players: int, played: dict[str, Any], marked: bool
) -> None:
    now, _ = events.published(events.swiss(players, **played))
    made = slips_for(now, RoundId(1, 1))
    assert {each.starts for each in made} == {marked}
    (page, *_) = pages(to_pdf(made))
    assert ("A begins" in page) is marked


@pytest.mark.parametrize(
    ("variant", "asked"), [("", "Place"), ("free_for_all", "Out"), ("melee", "Out")]
)
def test_points_by_place_ask_for_a_place_or_for_who_went_out(variant: str, asked: str) -> None:
    rules = {"scoring": "placement", "place_points": [5, 3, 2, 1], "variant": variant}
    now, _ = events.published(events.swiss(8, **rules))
    made = slips_for(now, RoundId(1, 1))
    (page, *_) = pages(to_pdf(made))
    found = {word for word in ("Win", "Out", "Place") if re.search(rf"\b{word}\b", page)}
    assert found == {asked}


@pytest.mark.parametrize("most", range(1, 8))
def test_a_sheet_has_as_many_slips_as_asked_for(most: int) -> None:
    slips = [slip(number, 1) for number in range(1, 20)]
    made = pages(to_pdf(slips, PageSetup(most=most)))
    assert [printed_numbers(page) for page in made] == [
        [*range(sheet, 20, len(made))] for sheet in range(1, len(made) + 1)
    ]
    assert len(made) == -(-19 // most)


def test_slips_say_what_everybody_came_with_but_not_in_a_playoff() -> None:
    day = Day(events.swiss_and_playoff(16, Mode.HEAD_TO_HEAD, swiss=3, cut=4))
    day.play_until(1, 3, drawn_results("slips"))
    for number in (1, 2, 3):
        for made in slips_for(day.snapshot, RoundId(1, number)):
            assert len(made.points) == (2 if number > 1 else 0)
    before = day.snapshot.phases[0].standings[1]
    came = {
        last_first(day.snapshot.players[row.player].name): row.match_points for row in before.rows
    }
    second = slips_for(day.snapshot, RoundId(1, 3))
    assert [each.points for each in second] == [
        tuple(str(came[name]) for name in each.seats) for each in second
    ]
    (page, *_) = pages(to_pdf([replace(slip(), points=("21", "9", "0", "4½"))]))
    assert re.search(r"21\s.*9\s.*0\s.*4½", page, re.DOTALL)
    assert "Points" in page


def test_slips_of_a_playoff_name_the_stage() -> None:
    day = Day(events.swiss_and_playoff(16, Mode.HEAD_TO_HEAD, swiss=3, cut=4))
    day.play_until(2, 2, drawn_results("slips"))
    first, last = (slips_for(day.snapshot, RoundId(2, number)) for number in (1, 2))
    assert {each.round for each in first} == {"Playoff · Semifinals"}
    assert {each.round for each in last} == {"Playoff · Final"}
    assert not any(each.points for each in (*first, *last))


def test_a_slip_says_which_group_its_players_are_in() -> None:
    made = snapshot([["Ana A", "Bo B"], ["Cy C", "Di D"], ["Eve E", "Flo F"]])
    (phase,) = made.phases
    groups = (("P0", "P2", "P1", "P3"), ("P4", "P5"))
    slips = slips_for(replace(made, phases=(replace(phase, groups=groups),)), ROUND)
    assert [each.group for each in slips] == ["Group A", "Group A", "Group B"]
    assert not [each.group for each in slips_for(made, ROUND) if each.group]
    first, second, third = (pages(to_pdf([each]))[0] for each in slips)
    assert "Round 3 · Group A" in first
    assert "Round 3 · Group B" in third
    assert "Group B" not in first + second


def test_best_of_three_asks_for_games() -> None:
    (page,) = pages(to_pdf([slip(1, 2, best_of=3)]))
    assert "Games won" in page
    assert "Games drawn" in page


def test_rehearsal_is_on_every_slip_and_only_then() -> None:
    slips = [slip(number) for number in range(1, 4)]
    assert "REHEARSAL" not in pages(to_pdf(slips))[0]
    rehearsed = [replace(each, rehearsal=True) for each in slips]
    assert pages(to_pdf(rehearsed))[0].count("REHEARSAL") == 3


def test_each_slip_stands_on_the_form_for_its_own_number_of_seats() -> None:
    page = pages(to_pdf([slip(1, 5), slip(2, 3), slip(3, 2), slip(4, 4)]))[0]
    letters = re.findall(r"^[A-Z]$", page, flags=re.MULTILINE)
    assert sorted(letters) == sorted("ABCDE" + "ABC" + "AB" + "ABCD")


# The QR code


def test_a_qr_code_is_there_only_with_an_address() -> None:
    invitation = "and tiebreakers"
    assert invitation not in pages(to_pdf([slip()]))[0]
    assert invitation in pages(to_pdf([slip(address=ADDRESS)]))[0]


def test_the_qr_code_leads_to_the_table_on_the_pages_of_the_round() -> None:
    made = snapshot([["A B", "C D"], ["E F", "G H"]], address="https://example.org/friday")
    addresses = [each.address for each in slips_for(made, ROUND)]
    assert addresses == [f"{ADDRESS}rounds/R3.html#t{table}" for table in (1, 2)]
    page = site(made, {}).files["rounds/R3.html"].decode()
    assert all(f'id="t{table}"' in page for table in (1, 2))


def dark(squares: bytes) -> set[tuple[int, int]]:
    """The modules that a drawing has dark: x and y from the top."""
    runs = re.findall(rb"(\d+) -(\d+) (\d+) 1 re", squares)
    return {(int(x) + step, int(y) - 1) for x, y, long in runs for step in range(int(long))}


def modules(code: Code | None) -> set[tuple[int, int]]:
    return {(x + step, y) for x, y, long in code.runs for step in range(long)}


def test_each_slip_has_its_own_code_in_its_corner() -> None:
    slips = [slip(number, 2, address=f"{ADDRESS}#t{number}") for number in range(1, 4)]
    page = pypdf.PdfReader(io.BytesIO(to_pdf(slips))).pages[0]
    drawn = page.get_contents()
    found = re.findall(
        rb"q 0 g ([\d.]+) 0 0 \1 ([\d.]+) ([\d.]+) cm /(code\d+) Do (.*) Q", drawn.get_data()
    )
    shared = page["/Resources"]["/XObject"]
    codes = [dark(shared[f"/{name.decode()}"].get_data()) | dark(own) for *_, name, own in found]
    assert sorted(map(sorted, codes)) == sorted(
        sorted(modules(qr_code(each.address))) for each in slips
    )
    for side, left, *_ in found:
        assert float(left) + 25 * float(side) <= (210 - layout.MARGIN + 0.1) * 72 / 25.4
    tops = sorted((float(top) for _, _, top, *_ in found), reverse=True)
    assert tops == pytest.approx(
        [(297 - layout.PADDING - place * 297 / 6) * 72 / 25.4 for place in range(3)], abs=0.1
    )


@pytest.mark.parametrize("digits", range(1, 7))
def test_codes_that_are_drawn_from_one_another_are_those_of_their_addresses(digits: int) -> None:
    import segno

    for number in (0, 7, 31, 864, 9753, 123456, 999999):
        address = f"{ADDRESS}rounds/R12.html#t{number % 10**digits:0{digits}}"
        code, matrix = qr_code(address), segno.make_qr(address, mask=2).matrix
        assert code is not None
        assert modules(code) == {
            (x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module
        }


def test_the_drawn_qr_code_is_the_one_of_the_address() -> None:
    import segno

    code = qr_code(ADDRESS)
    matrix = segno.make_qr(ADDRESS, mask=2).matrix
    dark = {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code.path)
    drawn = {(int(x) + step, int(y)) for x, y, length in runs for step in range(int(length))}
    assert drawn == dark
    assert code.modules == len(matrix)


@pytest.mark.parametrize("length", [400, 5000])
def test_an_address_too_long_for_a_qr_code_is_reported_and_the_slips_are_made(length: int) -> None:
    made = SLIPS.render(snapshot([["A B", "C D"]], address="https://e.org/" + "x" * length), ROUND)
    assert list(made.files) == ["slips-R3.pdf"]
    assert [(each.severity, each.place) for each in made.problems] == [
        (Severity.WARNING, Place("Event"))
    ]


# How slips lie on paper


@given(st.integers(0, 300), st.integers(1, 8))
def test_one_cut_leaves_piles_that_are_sorted_and_follow_each_other(
    count: int, places: int
) -> None:
    """Each place of the stack is a pile; the piles on each other are all slips in order."""
    sheets = impose(range(count), places)
    piles = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(places)]
    assert [item for pile in piles for item in pile] == list(range(count))


@given(st.integers(0, 300), st.integers(1, 8))
def test_slip_i_lies_on_sheet_i_mod_p_at_place_i_div_p(count: int, places: int) -> None:
    sheets = impose(range(count), places)
    assert len(sheets) == -(-count // places)
    for number, sheet in enumerate(sheets):
        for place, item in enumerate(sheet):
            assert (item % len(sheets), item // len(sheets)) == (number, place)
    assert sorted(item for sheet in sheets for item in sheet) == list(range(count))
    assert all(len(sheet) <= places for sheet in sheets)


def test_the_pages_of_the_pdf_have_the_slips_in_that_order() -> None:
    printed = [printed_numbers(page) for page in pages(to_pdf([slip(n) for n in range(1, 11)]))]
    assert printed == [[1, 4, 7, 10], [2, 5, 8], [3, 6, 9]]


@pytest.mark.parametrize(("paper", "points"), [(A4, (595, 842)), (LETTER, (612, 792))])
def test_the_pdf_has_the_paper_asked_for(paper: Paper, points: tuple[int, int]) -> None:
    (page,) = pypdf.PdfReader(io.BytesIO(to_pdf([slip()], PageSetup(paper)))).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == points


def test_backs_follow_their_sheets_with_each_note_behind_its_slip() -> None:
    made = pages(to_pdf([slip(number) for number in range(1, 6)], PageSetup(back=True)))
    assert len(made) == 4
    assert printed_numbers(made[0]) == [1, 3, 5]
    assert re.findall(r"Table (\d+)", made[1]) == ["1", "3", "5"]
    assert made[1].count("Infraction") == 3
    assert "Signature" not in made[1]


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("seats", range(2, 31))
def test_every_box_is_large_enough_for_a_pen_and_nothing_leaves_the_slip(
    paper: Paper, seats: int
) -> None:
    places = per_sheet(paper, seats)
    at = measure(form_of(slip(1, seats, best_of=3)), paper, places)
    assert 6 <= box_size(at.row) < at.row
    assert at.rows + at.row * seats <= at.height - layout.FOOTER - layout.PADDING + 0.01
    last = at.columns[-1]
    assert last.x + last.width == pytest.approx(paper.width - 10, abs=0.1)
    assert last.width >= 35


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_duels_are_six_a_page_pods_of_four_or_five_four_and_larger_ones_fewer(paper: Paper) -> None:
    assert [per_sheet(paper, seats) for seats in (2, 4, 5, 10, 30, 60)] == [6, 4, 4, 2, 1, 1]
    assert [per_sheet(paper, 2, most) for most in range(1, 9)] == [1, 2, 3, 4, 5, 6, 6, 6]
    assert per_sheet(paper, 1) == 7
    assert row_height(paper.height, 60) * 60 < paper.height
    for seats in (28, 36, 40, 60):
        row = row_height(paper.height, seats)
        assert 0.5 < row - box_size(row) < 1.3, "boxes of neighbours touch, or are lost"


def test_a_forms_drawing_is_in_the_file_once_however_many_slips_use_it() -> None:
    few, many = (
        pypdf.PdfReader(io.BytesIO(to_pdf([slip(n) for n in range(1, count)]))) for count in (5, 81)
    )
    shared = [{*made.pages[0]["/Resources"]["/XObject"]} for made in (few, many)]
    assert shared[0] == shared[1]
    assert "/form0" in shared[0]
    assert len({page["/Resources"].indirect_reference.idnum for page in many.pages}) == 1


def test_who_writes_from_right_to_left_is_read_out_alone() -> None:
    """Its space would stand in front of it, and push it off its place."""
    made = pypdf.PdfReader(io.BytesIO(to_pdf([replace(slip(1, 2), seats=("Li, Bo", "לוי, דן"))])))
    (page,) = made.pages
    assert [each.strip() for each in spans(page)[:2]] == ["1", "Li, Bo"]
    assert len(spans(page)) == 3


def test_fonts_are_made_smaller_without_harfbuzz_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """What WeasyPrint needs for it is not loaded before."""
    from weasyprint.pdf import fonts

    usual = to_pdf([slip(1)])
    monkeypatch.setattr(fonts, "harfbuzz_subset", None)
    by_font_tools = pypdf.PdfReader(io.BytesIO(to_pdf([slip(1)])))
    (page,) = by_font_tools.pages
    assert spans(page) == spans(pypdf.PdfReader(io.BytesIO(usual)).pages[0])
    used = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    kinds = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in used]
    assert all(len(kind["/FontFile2"].get_data()) < 50_000 for kind in kinds)


def test_slips_are_read_out_one_after_the_other() -> None:
    """Tagged: a paragraph for each, with its table, its players and what they came with."""
    slips = [slip(number, 2, points=("3", "1")) for number in range(1, 14)]
    made = pypdf.PdfReader(io.BytesIO(to_pdf(slips)))
    assert made.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert made.trailer["/Root"]["/Lang"] == "en"
    paragraphs = made.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()["/K"]
    assert [each.get_object()["/S"] for each in paragraphs] == ["/P"] * 13
    assert {len(each.get_object()["/K"]) for each in paragraphs} == {3}
    said = " ".join(each for page in made.pages for each in spans(page)).split()
    wanted = {f"{each.table} {each.seats[0]} 3 {each.seats[1]} 1" for each in slips}
    assert all(each in " ".join(said) for each in wanted), "cells are words of their own"
    pages = {page.indirect_reference.idnum for page in made.pages}
    assert {each.get_object().raw_get("/Pg").idnum for each in paragraphs} == pages


# Names


@given(st.text(max_size=150).filter(lambda text: text == " ".join(text.split())))
def test_a_fitted_name_keeps_its_letters_and_stays_within_its_room(name: str) -> None:
    made = fit(name, 70.0, 9.0, 13.0, WIDTHS)
    points_wide = 70.0 * 72 / 25.4
    assert all(WIDTHS.of(line) * made.points <= points_wide + 0.1 for line in made.lines)
    assert made.points * len(made.lines) <= 9.0 * 72 / 25.4
    assert "".join(made.lines).replace(" ", "") == name.replace(" ", "")


def test_a_long_name_gets_smaller_before_it_is_broken_and_is_never_cut() -> None:
    short, longer, long, endless = (
        fit(" ".join(["Abcdefghi"] * count), 70.0, 9.0, 13.0, WIDTHS) for count in (1, 4, 6, 60)
    )
    assert [len(made.lines) for made in (short, longer, long)] == [1, 1, 2]
    assert short.points > longer.points >= long.points > endless.points
    assert " ".join(endless.lines).split() == ["Abcdefghi"] * 60


@given(st.text("aiw", min_size=6, max_size=60), st.floats(3.0, 20.0))
def test_three_letters_of_a_broken_word_stand_on_its_last_line(word: str, ems: float) -> None:
    made = lines_of(word, ems, WIDTHS)
    assert "".join(made) == word
    assert all(WIDTHS.of(line) <= ems for line in made)
    if len(made) > 1:
        assert len(made[-1]) >= 3


def test_what_is_one_sign_stays_on_one_line() -> None:
    family, letter = "👩\u200d👩\u200d👧\u200d👦", "e\u0301\u0323"
    for sign in (family, letter, "👍🏽"):
        made = fit(sign * 60, 40.0, 12.0, 14.0, WIDTHS)
        assert len(made.lines) > 1
        assert all(line == sign * (len(line) // len(sign)) for line in made.lines)


def test_awkward_names_are_printed_whole() -> None:
    names = ("Van der Westhuizen-Fitzgerald, Maximilian Alexander", "Κωνσταντινίδης, Αλέξανδρος")
    (page,) = pages(to_pdf([replace(slip(), seats=names)]))
    text = " ".join(page.split())
    assert all(name in text for name in names)


def test_markup_in_a_name_is_text() -> None:
    html = to_html([replace(slip(), seats=("<b>Bo</b> & Co", "Ana"))])
    assert "&lt;b&gt;Bo&lt;/b&gt; &amp; Co" in html


def test_letters_that_no_font_has_are_found(tmp_path: Path) -> None:
    for found, lacking in (("none", b"\xd7\x93\n"), ("odd", b"\n")):
        env = environment(tmp_path, found)
        assert processes.run("letters_missing", "Ana \u05d3", env=env).stdout == lacking


@pytest.mark.parametrize(("letter", "script", "package"), [
    ("\u05d3", "Hebrew", "fonts-noto-core"), ("ع", "Arabic", "fonts-noto-core"),
    ("ไ", "Thai", "fonts-noto-core"), ("王", "Chinese or Japanese", "fonts-noto-cjk"),
    ("の", "Japanese", "fonts-noto-cjk"), ("한", "Korean", "fonts-noto-cjk"),
    ("😀", "emoji", "fonts-noto-color-emoji"),
])  # fmt: skip
def test_without_any_font_but_ours_the_script_and_its_package_are_named(
    letter: str, script: str, package: str, tmp_path: Path
) -> None:
    env = environment(tmp_path, "none")
    missing = processes.run("letters_missing", f"Ana {letter}", env=env).stdout.decode().strip()
    assert missing == letter
    (problem,) = no_glyph(Place("Players", "B5"), "player", f"Ana {letter}", missing)
    assert f"letters for {script} in the name" in problem.text
    assert f"sudo apt install {package}”" in fix_text(problem.fix)


def test_of_a_team_whoever_cannot_be_printed_is_named_in_their_own_cell() -> None:
    cells = {"member 2": Place("Players", "D5")}
    team = Player(
        "P1", "Foxes 王", team=True, members=("Ana", "王 小"), place=Place("Players", "B5"),
        places=cells,
    )  # fmt: skip
    own, member = of_player(team, "王小")
    assert (own.place.cell, member.place.cell) == ("B5", "D5")
    assert "of the team" in own.text
    assert '"王 小"' in member.text
    unnamed = replace(team, name="Ana / 王 小")
    assert [each.place.cell for each in of_player(unnamed, "王小")] == ["B5"]


def test_latin_greek_cyrillic_and_vietnamese_need_no_font_but_ours(tmp_path: Path) -> None:
    env = environment(tmp_path, "none")
    assert (
        processes.run("letters_missing", "Łódź Ñandú Nguyễn Ελένη Олена", env=env).stdout == b"\n"
    )


def test_a_player_whose_name_no_font_can_print_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "render", lambda *_: Rendering(b"%PDF", frozenset("\u05d3")))
    made = SLIPS.render(snapshot([["Ana Example", "Bo \u05d3"], ["C D", "E F"]]), ROUND)
    (problem,) = made.problems
    assert problem.place == Place("Players", "B5")
    assert "Bo \u05d3" in problem.text
    assert "U+05D3" in problem.text
    assert fix_text(problem.fix)
    assert list(made.files) == ["slips-R3.pdf"]
    assert made.inputs == "", "it is tried again, as fonts may have been installed"


# Files


def test_the_same_slips_are_the_same_bytes_in_any_process_and_with_any_fonts(
    tmp_path: Path,
) -> None:
    def in_a_process(seed: str, found: str) -> bytes:
        env = environment(tmp_path, found)
        return processes.run("print_slips", env={**env, "PYTHONHASHSEED": seed}).stdout

    first = in_a_process("1", "usual")
    assert first.startswith(b"%PDF")
    assert first == in_a_process("2", "none")
    assert first == in_a_process("3", "odd")
    assert first == to_pdf([slip(n, 4, address="https://e.org/") for n in (1, 2)])


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="asks the loader of glibc")
def test_pango_stays_in_memory_until_the_process_ends() -> None:
    """Otherwise its threads crash the program at its end: one run in some two hundred did."""
    done = processes.run("print_slips", env={**os.environ, "LD_DEBUG": "files"})
    told = done.stderr.decode(errors="replace")
    assert re.search(r"opening file=\S*libpango-1", told), "the loader tells what it does"
    assert not re.search(r"libpango\S* .*destroying link map", told)


def test_the_hash_changes_with_all_that_is_printed() -> None:
    slips = [slip(1), slip(2)]
    changed = [
        inputs_hash(slips), inputs_hash(slips[:1]),
        inputs_hash([slip(1), slip(2, address=ADDRESS)]),
        inputs_hash([slip(1), slip(2, rehearsal=True)]), inputs_hash(slips, PageSetup(LETTER)),
        inputs_hash(slips, PageSetup(back=True)),
    ]  # fmt: skip
    assert len(set(changed)) == len(changed)
    assert inputs_hash(list(slips), PageSetup()) == changed[0]


def test_nothing_heavy_is_loaded_to_see_that_nothing_changed() -> None:
    assert processes.run("hash_slips").stdout.strip() == b"[]"


def test_documents_remember_what_they_were_made_from() -> None:
    event = snapshot([["A B", "C D"]])
    assert SLIPS.render(event, ROUND).inputs == inputs_hash(slips_for(event, ROUND))


@pytest.mark.usefixtures("without_pango")
def test_without_pango_the_organiser_is_told_what_to_install() -> None:
    with pytest.raises(PangoMissing, match="libpango"):
        to_pdf([slip()])


@pytest.mark.usefixtures("without_pango")
def test_without_pango_slips_come_as_html_and_are_tried_again_next_time() -> None:
    made = SLIPS.render(snapshot([["Ana Example", "Bo Li"]]), ROUND)
    assert list(made.files) == ["slips-R3.html"]
    assert "Example, Ana" in made.files["slips-R3.html"].decode()
    (problem,) = made.problems
    assert problem.severity is Severity.NOTE
    assert "slips-R3.html" in fix_text(problem.fix)
    assert made.inputs == ""


def test_the_html_loads_nothing_from_anywhere() -> None:
    html = to_html([slip(address=ADDRESS)])
    assert re.findall(r"(?:src|href)=(?!\"#)|url\((?!data:)", html) == []


@pytest.mark.browser
def test_a_browser_prints_the_html_on_as_many_pages_as_the_pdf(tmp_path: Path) -> None:
    for paper in (A4, LETTER):
        choice = PageSetup(paper, back=True)
        slips = [slip(number) for number in range(1, 10)]
        html = tmp_path / "slips.html"
        html.write_text(to_html(slips, choice), encoding="utf-8")
        printed = _print_in_chromium(html)
        expected = pages(to_pdf(slips, choice))
        assert [_gist(page) for page in pages(printed)] == [_gist(page) for page in expected]


def _gist(page: str) -> tuple[list[int], int, int]:
    """Which slips a page has, and on how many fronts and backs they are."""
    return printed_numbers(page), page.count("Signature"), page.count("Infraction")


def _print_in_chromium(html: Path) -> bytes:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.goto(html.as_uri())
        page.evaluate("document.fonts.ready.then(() => true)")
        printed = page.pdf(prefer_css_page_size=True, print_background=False)
        browser.close()
    return printed


pytest.importorskip("weasyprint", exc_type=OSError)

SLACK = 0.5  # millimetres; the forms leave as much between a name and the next line or box


def laid_out(
    folder: Path, paper: Paper, rehearsal: bool, found: str
) -> tuple[list[list[Line]], int]:
    """The lines of every page on a machine with these fonts, and how many pages are empty forms."""
    env = environment(folder, found)
    said = processes.run("measure_slips", paper.name, int(rehearsal), env=env)
    laid_out, forms = json.loads(said.stdout)
    return [[Line(*line) for line in page] for page in laid_out], forms


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("found", "rehearsal", "paper"),
    some(product(["usual", "none", "odd"], [False, True], [A4, LETTER]), 3),
)
def test_everything_on_a_slip_stays_in_its_place(
    paper: Paper, rehearsal: bool, found: str, tmp_path: Path
) -> None:
    made = slips(rehearsal)
    printed, forms = laid_out(tmp_path, paper, rehearsal, found)
    places = layout.per_sheet(paper, 5)
    height = paper.height / places
    shapes = list(dict.fromkeys(map(form.form_of, made)))
    assert forms == len(shapes)
    for shape, found in zip(shapes, printed[:forms], strict=True):
        _titles_fit(shape, found)
    for sheet, found in zip(layout.impose(made, places), printed[forms:], strict=True):
        for place, one in enumerate(sheet):
            top = place * height
            own = [each for each in found if top <= each.middle < top + height]
            _names_fit(one, own, form.measure(form.form_of(one), paper, places), top)
        assert all(each.middle < len(sheet) * height for each in found), "nothing beside a slip"


def _titles_fit(shape: form.Form, found: list[Line]) -> None:
    right = form.TITLE_X + form.title_width(shape)
    for title, what, top, height in (
        (shape.round, "round", layout.PADDING, form.ROUND_HEIGHT),
        (shape.event, "event", layout.PADDING + form.ROUND_HEIGHT, form.EVENT_HEIGHT),
    ):
        own = [each for each in found if each.what == what]
        _whole(title, own, points=4)
        _within(own, form.TITLE_X, right, top, top + height)


def _names_fit(slip: Slip, found: list[Line], at: SimpleNamespace, top: float) -> None:
    (table,) = [each for each in found if each.middle < top + at.rows]
    assert table.text == str(slip.table)
    _within([table], layout.MARGIN, form.TITLE_X, top, top + at.rows)
    for number, name in enumerate(slip.seats):
        above = top + at.rows + number * at.row
        own = [each for each in found if above <= each.middle < above + at.row]
        _whole(name, own, points=5)
        _within(own, at.name_x, at.name_x + at.name_width, above, above + at.row)


def _whole(text: str, found: list[Line], points: int) -> None:
    """All of it is there, however long it is, and an ordinary long name can be read."""
    assert squeezed("".join(each.text for each in found)) == squeezed(text)
    if len(text) <= 60:
        assert all(each.size > points * 25.4 / 72 for each in found)


def _within(found: list[Line], left: float, right: float, top: float, bottom: float) -> None:
    for each in found:
        assert each.left >= left - SLACK, each
        assert each.right <= right + SLACK, each
        assert each.middle - each.size / 2 >= top - SLACK, each
        assert each.middle + each.size / 2 <= bottom + SLACK, each
    for one, next_ in pairwise(found):
        if next_.middle > one.middle + 0.1:
            assert next_.middle - one.middle >= 0.9 * one.size, "lines do not run into each other"


def test_the_slip_of_two_does_not_speak_of_a_table_and_keeps_its_headings_apart() -> None:
    regular, bold = Widths("regular", {}), Widths("bold", {})

    def drawn(seats: int) -> str:
        shape = form_of(slip(1, seats, best_of=3))
        return form.draw(shape, measure(shape, A4, 4), regular, bold)

    assert ("whole" in drawn(2), "whole" in drawn(4)) == (False, True)
    columns = {
        each.heading: each for each in measure(form_of(slip(1, 2, best_of=3)), A4, 6).columns
    }
    for heading in ("Games won", "Games drawn"):
        assert columns[heading].width - regular.of(heading) * form.LABEL > 2.5, "millimetres"
