"""Lists on paper: everybody once, in order, at the right table, whatever the size of the field."""

import io
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pypdf
import pytest

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.names import last_first, plain
from runner.core.phase import SEALED, Mode
from runner.core.player import Shown
from runner.core.prizes import prizes
from runner.core.problems import Place
from runner.core.rounds import Outcome
from runner.render.documents.fitting import Widths
from runner.render.documents.layout import A4, LETTER, USUAL, PageSetup, Paper
from runner.render.documents.listing import TOP, Column, Listing, Page, Part, Row, pages
from runner.render.documents.pdf import Rendering
from runner.render.documents.registry import DRAFT, OF_A_ROUND, REGISTRY, Entry, printable
from runner.render.documents.sheets import sheet
from runner.render.documents.sheets.bracket import BracketSheet
from runner.render.documents.sheets.pairings import PairingsByName
from runner.render.documents.sheets.rankings import StandingsSheet
from runner.render.documents.sheets.sheet import Listed, ListedSheet, Sheet
from runner.render.documents.sheets.small_sheets import Badges, DraftSheets
from runner.render.site import render
from runner.render.site.round_page import how_paired
from runner.render.site.rounds import pairing_of
from tests.support import drawings, events, gallery
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick

NAMELESS = {"numbers", "certificate", "cards", "judge"}
_MADE = [printable(entry.place) for entry in REGISTRY.values() if isinstance(entry, Entry)]
SHEETS = [document for document in _MADE if isinstance(document, Sheet)]
PX_A_MM = 96 / 25.4


def played(count: int = 26, **more: object) -> Snapshot:
    day = Day(replace(events.swiss_and_playoff(count, Mode.MULTIPLAYER, swiss=3, cut=4), **more))  # type: ignore[arg-type]
    day.play_until(1, 3, drawn_results("paper"))
    return day.snapshot


def drafted(count: int = 26) -> Snapshot:
    first = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    now: Event = events.event(count, first, automatic=False, decisions=())
    day = DraftDay(now)
    return day.ask("make pods")


def pdf_text(data: bytes, folder: Path, *, layout: bool = False) -> str:
    path = folder / "sheet.pdf"
    path.write_bytes(data)
    how = ["-layout"] if layout else ["-raw"]
    done = subprocess.run(["pdftotext", *how, str(path), "-"], capture_output=True, check=True)
    text = done.stdout.decode()
    return text if layout else " ".join(text.split())


needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")


@needs_poppler
def test_the_pairings_by_name_have_everybody_once_in_order(tmp_path: Path) -> None:
    snapshot, round_id = played(), RoundId(1, 3)
    (data,) = REGISTRY["pairings"].render(snapshot, round_id).files.values()
    text = pdf_text(data, tmp_path)
    current = snapshot.rounds[-1]
    seats = {
        seat.player: f"{table.number} {'ABCD'[at]}"
        for table in current.tables
        for at, seat in enumerate(table.seats)
    }
    names = {key: last_first(player.name) for key, player in snapshot.players.items()}
    places = []
    for player, name in names.items():
        found = [
            *re.finditer(rf"{re.escape(name)}\s+({re.escape(seats.get(player, 'Bye'))})", text)
        ]
        assert len(found) == 1, name
        places.append((name, found[0].start()))
    by_name = [name for name, _ in sorted(places)]
    assert by_name == [name for name, _ in sorted(places, key=lambda pair: pair[1])]


def listed(document: ListedSheet) -> Listed:
    content = document.content(played(), RoundId(1, 3))
    assert content is not None
    assert isinstance(content.view, Listed)
    return content.view


def test_the_table_is_the_largest_in_a_row_of_the_pairings_and_every_column_is_named() -> None:
    name, table, seat = listed(PairingsByName()).parts[0].columns
    assert (name.heading, table.heading, seat.heading) == ("Player", "Table", "Seat")
    assert table.bold
    html = PairingsByName().laid_out(played(), RoundId(1, 3), USUAL)
    letter = re.search(r"\.letter {.*?font-size: (\d+)pt", html.partition("p17")[2])
    assert letter is not None
    assert table.points > max(name.points, float(letter[1]))
    headings = re.findall(r'<p class="headings.*?</p>', html, re.DOTALL)
    assert len(headings) == 2, "each of the two lists has its own"


def test_a_row_too_many_brings_the_others_closer_in_place_of_a_sheet_of_its_own() -> None:
    def sheets(rows: int) -> list[Page]:
        several = tuple(Row((str(at),), who=str(at)) for at in range(rows))
        widths = {weight: Widths(weight, {}) for weight in ("regular", "bold")}
        return pages(Listing("", "", (Part((Column(),), several),)), A4, widths)

    full = len(sheets(500)[1].names)
    assert [len(sheets(full + more)) for more in (0, 1, 2, 10)] == [1, 1, 1, 2]


def test_the_certificate_of_five_rounds_and_three_of_a_playoff_is_one_sheet() -> None:
    day = Day(events.swiss_and_playoff(26, Mode.HEAD_TO_HEAD, swiss=5, cut=8))
    day.play_until(2, 3, drawn_results("paper"))
    made = REGISTRY["certificate"].render(replace(day.snapshot, rehearsal=True), RoundId(2, 3))
    (data,) = made.files.values()
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 1


def test_the_standings_have_the_line_of_the_cut_below_who_goes_on() -> None:
    view = listed(StandingsSheet())
    assert [row.cells[0] for row in view.parts[0].rows if row.cut] == ["4"]
    assert view.note == "Top 4 advance."


@needs_poppler
def test_the_tables_are_in_order_with_those_who_sit_there(tmp_path: Path) -> None:
    snapshot = played()
    (data,) = REGISTRY["tables"].render(snapshot, RoundId(1, 3)).files.values()
    text = pdf_text(data, tmp_path)
    assert "Table Seat A Seat B Seat C Seat D Result" in text
    at = -1
    for table in sorted(snapshot.rounds[-1].tables, key=lambda table: table.number):
        names = [last_first(snapshot.players[player].name) for player in table.players]
        line = r"\s+".join(map(re.escape, [str(table.number), *names]))
        found = re.search(line, text)
        assert found, line
        assert found.start() > at
        at = found.start()


@needs_poppler
def test_the_check_in_list_has_everybody_once_by_last_name(tmp_path: Path) -> None:
    snapshot = played(60)
    (data,) = REGISTRY["players"].render(snapshot, RoundId(1, 1)).files.values()
    text = pdf_text(data, tmp_path)
    names = sorted((last_first(each.name) for each in snapshot.players.values()), key=plain)
    places = [text.index(f" {name} ") for name in names]
    assert places == sorted(places)
    assert [text.count(f" {name} ") for name in names] == [1] * 60
    assert "60 players" in text


@needs_poppler
def test_the_standings_hang_beside_the_pairings_of_the_next_round(tmp_path: Path) -> None:
    snapshot = played()
    (data,) = REGISTRY["standings"].render(snapshot, RoundId(1, 3)).files.values()
    text = pdf_text(data, tmp_path)
    assert "Standings after round 2" in text
    ranking = snapshot.phases[0].standings[1]
    places = [text.index(snapshot.players[row.player].name) for row in ranking.rows]
    assert places == sorted(places)
    assert not REGISTRY["standings"].render(snapshot, RoundId(1, 1)).files, "nothing to rank yet"


@needs_poppler
def test_a_draft_has_charts_names_tables_and_picks(tmp_path: Path) -> None:
    snapshot = drafted()
    (name,) = DRAFT.render(snapshot, RoundId(1, 0)).files
    assert name == "draft.pdf"
    text = pdf_text(DRAFT.render(snapshot, RoundId(1, 0)).files[name], tmp_path)
    draft = snapshot.drafts[0]
    for player, (pod, seat) in draft.spots.items():
        assert text.count(snapshot.players[player].name) == 2, (
            "in the chart and at a building table"
        )
        listed = re.escape(last_first(snapshot.players[player].name))
        assert re.search(rf"{listed}\s+Pod {pod}, seat {seat}", text)
    assert "Draft, Draft" not in DraftSheets().html(snapshot, RoundId(1, 0))
    assert text.count("passed to the right") == 1
    assert not DRAFT.render(snapshot, RoundId(1, 1)).files


def test_no_page_of_a_draft_is_empty() -> None:
    first = phase(1, "swiss", Mode.HEAD_TO_HEAD, name="Sealed", rounds=3, limited=SEALED)
    sealed = DraftDay(events.event(9, first, automatic=False, decisions=()))
    rehearsed = replace(sealed.ask("start registration"), rehearsal=True)
    for snapshot, words in ((drafted(48), "Pod 1"), (rehearsed, "Sealed deck")):
        (data,) = DRAFT.render(snapshot, RoundId(1, 0)).files.values()
        pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
        assert words in pages[0]
        assert min(len(text.split()) for text in pages) > 30


def in_playoff(mode: Mode = Mode.HEAD_TO_HEAD) -> Snapshot:
    day = Day(events.swiss_and_playoff(26, mode, swiss=3, cut=8))
    day.play_until(2, 3 if mode is Mode.HEAD_TO_HEAD else 2, drawn_results("paper"))
    return day.snapshot


def whole(document: Sheet) -> Snapshot:
    if document.KEY == DRAFT.KEY:
        return drafted()
    return in_playoff(Mode.MULTIPLAYER if document.KEY == "cards" else Mode.HEAD_TO_HEAD)


def printed(key: str, snapshot: Snapshot, round_id: RoundId, folder: Path) -> str:
    (data,) = REGISTRY[key].render(snapshot, round_id).files.values()
    return pdf_text(data, folder)


@needs_poppler
def test_outstanding_tables_are_those_without_a_result(tmp_path: Path) -> None:
    snapshot, round_id = played(), RoundId(1, 3)
    current = snapshot.rounds[-1]
    tables = tuple(
        replace(table, seats=tuple(replace(seat, outcome=Outcome.DRAW) for seat in table.seats))
        if table.number != 2
        else table
        for table in current.tables
    )
    (first, *later) = snapshot.phases
    rounds = (*first.rounds[:-1], replace(current, tables=tables))
    snapshot = replace(snapshot, phases=(replace(first, rounds=rounds), *later))
    text = printed("outstanding", snapshot, round_id, tmp_path)
    for player, who in snapshot.players.items():
        playing = any(player in table.players for table in tables if table.number == 2)
        assert (last_first(who.name) in text) is playing
    assert not REGISTRY["outstanding"].render(snapshot, RoundId(1, 2)).files, "all are in"


@needs_poppler
@pytest.mark.parametrize("key", ["final", "prizes"])
def test_places_are_everybody_once_from_the_top(key: str, tmp_path: Path) -> None:
    snapshot = in_playoff()
    text = printed(key, snapshot, RoundId(2, 3), tmp_path)
    names = [snapshot.players[place.player].name for place in snapshot.final]
    assert [text.count(name) for name in names] == [1] * 26
    assert [*map(text.index, names)] == sorted(map(text.index, names))
    assert ("semifinal" in text) is (key == "final")
    assert ("Signature" in text) is (key == "prizes")
    assert not REGISTRY[key].render(played(), RoundId(1, 3)).files, "no place is known"


@needs_poppler
def test_a_bye_in_a_bracket_stands_on_one_line(tmp_path: Path) -> None:
    snapshot = drawings.event(24, double=True, rounds=4, open_tables=3)
    text = printed("bracket", snapshot, snapshot.rounds[-1].id, tmp_path)
    assert len(re.findall(r"\bbye\b", text)) == 2 * 8, "before either half"


@needs_poppler
@pytest.mark.parametrize("mode", [Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER])
def test_a_bracket_has_every_match_under_its_stage(mode: Mode, tmp_path: Path) -> None:
    snapshot = in_playoff(mode)
    last = snapshot.rounds[-1].id
    text = printed("bracket", snapshot, last, tmp_path)
    for round_ in snapshot.phases[1].rounds:
        for table in round_.tables:
            names = r".{,12}".join(re.escape(snapshot.players[one].name) for one in table.players)
            if mode is Mode.HEAD_TO_HEAD:
                assert re.search(names, text), names
            assert all(snapshot.players[one].name in text for one in table.players)
    assert "Final" in text
    assert not REGISTRY["bracket"].render(snapshot, RoundId(1, 1)).files, "no playoff"


@pytest.mark.parametrize(
    ("size", "sheets", "expected", "how"),
    [(8, 1, 6, {}), (24, 2, 60, {"double": True}), (64, 5, -1, {"double": True}), (64, 3, -1, {}),
     (128, 5, -1, {}), (13, 1, -1, {"double": True}), (40, 1, 0, {"pods": True}),
     (64, 1, 0, {"pods": True}), (38, 5, -1, {"double": True, "leaving": 3, "by_hand": True})],
)  # fmt: skip
def test_a_bracket_is_a_tree_on_few_sheets(
    size: int, sheets: int, expected: int, how: dict[str, bool]
) -> None:
    made = drawings.event(size, rounds=2, open_tables=1, odd=True, **how)
    content = BracketSheet().asked(made, made.rounds[-1].id, USUAL)
    assert content is not None
    assert len(content.view) == sheets
    lines = 0
    for each in content.view:
        rooms = [(card.x, card.y, card.y + card.tall) for card in each.cards]
        rooms += [(title.x, title.y, title.y + 1.5 * each.spot) for title in each.titles]
        for at, (x, top, end) in enumerate(rooms):
            assert -0.01 <= top < end <= each.tall + 0.01
            assert 0 <= x <= each.wide - each.column + 0.01
            for other in rooms[:at]:
                assert other[0] != x or other[2] <= top + 0.01 or end <= other[1] + 0.01
        lines += each.lines.count("M")
    on_paper = {
        spot.file for each in content.view for card in each.cards for spot, *_ in card.spots
    }
    assert {*made.phases[-1].seeds} <= on_paper
    assert lines == expected or expected < 0


def sheets_of(made: Snapshot) -> tuple[SimpleNamespace, ...]:
    content = BracketSheet().asked(made, made.rounds[-1].id, USUAL)
    assert content is not None
    assert isinstance(content.view, tuple)
    return content.view


def test_each_sheet_of_a_bracket_says_which_part_of_it_that_is() -> None:
    def about(size: int, *, double: bool) -> list[str]:
        return [each.about for each in sheets_of(drawings.event(size, double=double, rounds=2))]

    assert about(8, double=False) == [""]
    assert about(32, double=True) == [
        "Winners’ bracket · Grand final · Reset, if needed",
        "Losers’ bracket",
    ]
    assert about(64, double=True)[0] == "Winners’ bracket · W1.1 – W1.16"
    assert about(64, double=False)[0] == "R64 1 – R64 16"


def test_a_bracket_on_paper_says_where_losers_go_and_who_is_the_champion() -> None:
    first = sheets_of(drawings.event(8, double=True, rounds=1))[0].cards
    assert first[0].heading.text == "W1.1 · Table 1 · loser to L1.1"
    assert not any(each.crown for each in first)
    over = sheets_of(drawings.event(8, rounds=3))[0].cards
    (crowned,) = [each for each in over if each.crown]
    assert crowned.heading.text.endswith("Champion")


def test_a_bracket_leaves_room_between_seed_and_name_and_little_of_a_sheet_empty() -> None:
    (alone,) = sheets_of(in_playoff(Mode.MULTIPLAYER))
    assert max(card.y + card.tall for card in alone.cards) > alone.tall / 2
    for page in (alone, *sheets_of(drawings.event(32, double=True, rounds=2))):
        for card in page.cards:
            for spot, _name, _score in card.spots:
                digits = Widths("bold", {}).of(str(spot.seed)) * page.digits * 25.4 / 72
                assert (page.seed - digits) / 2 > 0.7, "millimetres before the name"


def test_one_long_name_makes_no_other_name_of_a_bracket_smaller() -> None:
    made = drawings.event(16, rounds=2, open_tables=2)
    longest = max(made.players.values(), key=lambda each: len(each.name))
    name = f"{longest.name} von und zu Hohenlohe-Langenburg und Wolfeschlegelstein"
    long = replace(made, players={**made.players, longest.id: replace(longest, name=name)})
    (usual,), (page,) = sheets_of(made), sheets_of(long)
    sizes = {named.text: named.points for card in page.cards for _spot, named, _ in card.spots}
    before = {named.text: named.points for card in usual.cards for _spot, named, _ in card.spots}
    assert {sizes[text] for text in before if text in sizes} <= {max(before.values())}
    (own,) = {size for text, size in sizes.items() if text.replace("\n", " ") == name}
    assert 6 <= own < max(sizes.values())
    assert max(sizes.values()) >= 10


@pytest.mark.parametrize("rounds", [1, 4, 99])
@pytest.mark.parametrize(
    ("size", "double", "most"), [(16, False, 1), (32, False, 1), (16, True, 2), (32, True, 3)]
)
def test_no_text_of_a_bracket_of_16_or_32_is_smaller_than_six_points(
    size: int, double: bool, most: int, rounds: int
) -> None:
    made = drawings.event(size, double=double, rounds=rounds, draws=True)
    for rehearsal in (False, True):
        found = sheets_of(replace(made, rehearsal=rehearsal))
        assert len(found) <= most or rehearsal
        for each in found:
            assert len({title.text.points for title in each.titles}) == 1
            for card in each.cards:
                label = [card.heading, *(name for _spot, name, _score in card.spots)]
                small = [text for text in label if text.points < 6]
                assert not small
                line = card.heading.points * 1.15 * 25.4 / 72
                assert len(card.heading.lines) * line <= card.over + 0.01
                over = max(map(Widths("bold", {}).of, card.heading.lines))
                assert over * card.heading.points * 25.4 / 72 <= each.column + 0.01


@needs_poppler
def test_each_table_has_a_sheet_with_its_number_on_both_sides(tmp_path: Path) -> None:
    snapshot = played()
    text = printed("numbers", snapshot, RoundId(1, 3), tmp_path)
    numbers = sorted(table.number for table in snapshot.rounds[-1].tables)
    assert re.findall(r"\d+", text) == [str(number) for number in numbers for _ in range(2)]


@needs_poppler
def test_two_table_numbers_a_sheet_are_in_order_after_one_cut(tmp_path: Path) -> None:
    snapshot = played()
    two = REGISTRY["numbers"].render(snapshot, RoundId(1, 3), PageSetup(most=2))
    ((_, data),) = two.files.items()
    pages = (page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    sheets = [sorted(re.findall(r"\d+", page)) for page in pages]
    assert len(snapshot.rounds[-1].tables) == 7, "the last sheet has one"
    assert sheets == [["1", "1", "5", "5"], ["2", "2", "6", "6"], ["3", "3", "7", "7"], ["4", "4"]]


@needs_poppler
def test_the_certificate_says_what_the_page_of_the_round_says(tmp_path: Path) -> None:
    snapshot, round_id = played(), RoundId(1, 3)
    text = printed("certificate", snapshot, round_id, tmp_path)
    made = pairing_of(snapshot, round_id)
    sentences = how_paired(made, snapshot.phases[0], snapshot.rounds[-1])
    assert len(sentences) > 2
    assert all(sentence in text for sentence in sentences)
    assert [f"Round {number} of 3" in text for number in (1, 2, 3)] == [True] * 3
    states = [pairing_of(snapshot, each.id).drawn_from for each in snapshot.rounds]  # type: ignore[union-attr]
    hashes = [states[0].seed_hash, *(state.inputs for state in states)]  # type: ignore[union-attr]
    assert all(f" {each} " in f"{text} " for each in hashes), "each on one line"
    assert "SHA-256 of the seed" in text
    assert " Seed " not in text, "while rounds are drawn from it"


@needs_poppler
def test_the_certificate_names_every_engine_that_has_paired(tmp_path: Path) -> None:
    snapshot = gallery.STATES["final"]()
    text = printed("certificate", snapshot, snapshot.rounds[-1].id, tmp_path)
    states = [pairing_of(snapshot, each.id).drawn_from for each in snapshot.rounds]  # type: ignore[union-attr]
    engines = dict.fromkeys(state.engine for state in states if state)
    assert len(engines) == 2
    assert f"Pairing engine {', '.join(engines)}" in text


@pytest.mark.parametrize("key", ["numbers", "badges"])
def test_what_has_no_results_is_the_same_in_a_rehearsal(key: str) -> None:
    """A banner above would take a sheet of its own."""
    usual = played()
    sheets = []
    for shown in (usual, replace(usual, rehearsal=True)):
        (data,) = REGISTRY[key].render(shown, RoundId(1, 3)).files.values()
        sheets.append(len(pypdf.PdfReader(io.BytesIO(data)).pages))
    assert sheets[0] == sheets[1]


@needs_poppler
def test_everybody_has_a_badge_with_the_whole_name(tmp_path: Path) -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    long = "Maximiliana Theodora van der Westhuizen-Fitzgerald of Wolfeschlegelstein"
    named = replace(now.players[0], name=long, club="Turm 3", extra={"Commander": "Krark"})
    hidden = replace(now.players[1], shown=Shown.HIDDEN, extra={"Commander": "Thrasios"})
    now = replace(now, address="https://a.example")
    snapshot = Day(replace(now, players=(named, hidden, *now.players[2:]))).snapshot
    text = printed("badges", snapshot, RoundId(1, 1), tmp_path)
    for player in snapshot.players.values():
        assert text.count(player.name) == 1
    assert "Turm 3" in text
    assert "Krark" in text
    assert "Thrasios" not in text, "it would tell whose page that is"
    assert Badges().html(snapshot, RoundId(1, 1)).count("<svg") == 11
    assert text.count(now.name) == 12


def test_a_long_name_of_the_event_stays_in_the_band_of_its_badge() -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    snapshot = Day(replace(now, name="Internationale Commander-Meisterschaft Oberkassel")).snapshot
    (data,) = REGISTRY["badges"].render(snapshot, RoundId(1, 1)).files.values()
    heights: list[tuple[str, float]] = []  # of base lines, from the top
    pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text(
        visitor_text=lambda text, _, at, *__: heights.append((text.replace("\0", ""), at[5]))
    )
    last = next(height for text, height in heights if text.endswith("Oberkassel"))
    assert last < (10 + 10.5) * PX_A_MM, "margin and band"


@pytest.mark.parametrize("document", SHEETS, ids=lambda each: each.KEY)
def test_letter_paper_is_letter_paper_whichever_way_it_lies(document: Sheet) -> None:
    snapshot, round_id = whole(document), RoundId(2, 3)
    made = document.render(snapshot, RoundId(1, 0) if document.KEY == DRAFT.KEY else round_id,
                           PageSetup(LETTER))  # fmt: skip
    (data,) = made.files.values()
    box = pypdf.PdfReader(io.BytesIO(data)).pages[0].mediabox
    wanted = (792, 612) if document.ACROSS else (396, 612) if document.HALF else (612, 792)
    assert (round(box.width), round(box.height)) == wanted


def test_a_name_that_no_font_can_print_is_told_and_the_list_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    place = Place("Players", "B5")
    named = replace(now.players[0], name="Bo \u05d3", place=place)
    snapshot = Day(replace(now, players=(named, *now.players[1:]))).snapshot
    made_up = Rendering(b"%PDF", frozenset("\u05d3"))
    monkeypatch.setattr(sheet, "render", lambda *_: made_up)
    for key in ("pairings", "tables", "players", "badges"):
        made = REGISTRY[key].render(snapshot, RoundId(1, 1))
        (problem,) = made.problems
        assert problem.place == place
        assert "U+05D3" in problem.text
        assert fix_text(problem.fix)
        assert len(made.files) == 1
        assert made.inputs == "", "it is tried again, as fonts may have been installed"


def test_words_that_no_font_can_print_are_told_with_the_cell_of_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    snapshot = Day(replace(now, language="ja")).snapshot
    missing = Rendering(b"%PDF", frozenset("\u5e2d\u52dd\u70b9\u4eba"))
    monkeypatch.setattr(sheet, "render", lambda *_: missing)
    made = REGISTRY["judge"].render(snapshot, RoundId(1, 0))
    (problem,) = made.problems
    assert problem.place == snapshot.event.at("language")
    assert "on this page" in problem.text
    assert problem.text.count("U+") == 3, "a few of them are enough"
    assert made.inputs == ""


@pytest.mark.parametrize("document", SHEETS, ids=lambda each: each.KEY)
def test_the_same_event_gives_the_same_bytes_and_is_remembered(document: Sheet) -> None:
    snapshot = whole(document)
    round_id = RoundId(1, 0) if document.KEY == DRAFT.KEY else RoundId(2, 3)
    first, second = document.render(snapshot, round_id), document.render(snapshot, round_id)
    assert first.files
    assert first == second
    assert first.inputs == document.inputs(snapshot, round_id)
    other = replace(snapshot, event=replace(snapshot.event, name="Another"))
    assert document.inputs(other, round_id) != first.inputs


def test_walls_show_names_as_the_pages_do_and_the_check_in_list_all_of_them() -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    first = replace(now.players[0], shown=Shown.HIDDEN)
    snapshot = Day(replace(now, players=(first, *now.players[1:]))).snapshot
    for document in SHEETS:
        if document.content(snapshot, RoundId(1, 1)) and document.KEY not in NAMELESS:
            page = document.html(snapshot, RoundId(1, 1))
            shown = last_first(first.name) in page or first.name in page
            assert shown is document.FOR_STAFF, document.KEY


def texts_on(page: pypdf.PageObject) -> list[tuple[str, float]]:
    """The texts of a page, and how far from its top each is in millimetres."""
    found = list[tuple[str, float]]()

    def visit(text: str, _cm: object, place: list[float], _font: object, _size: object) -> None:
        found.append((text.split("  ")[0].strip(), place[5] / PX_A_MM))

    page.extract_text(visitor_text=visit)
    return [(text, down) for text, down in found if text]


@pytest.fixture(params=["en", "he"])
def _both_directions(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "he":
        monkeypatch.setattr(languages, "language", lambda _code: gallery.Hebrew())


@pytest.mark.usefixtures("_both_directions")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize(
    ("key", "title"),
    [("pairings", "Pairings, Round 3 of 3"), ("standings", "Standings after round 2")],
)
def test_every_page_of_a_list_says_above_its_rows_what_it_is(
    key: str, title: str, paper: Paper
) -> None:
    name = "The Ninth Annual International Commander Championship of the Iberian Peninsula, Lisbon"
    snapshot = replace(played(120, name=name), rehearsal=True)
    (made,) = REGISTRY[key].render(snapshot, RoundId(1, 3), PageSetup(paper=paper)).files.values()
    first, *later = (
        " ".join(text for text, down in texts_on(page) if 4 < down < TOP)
        for page in pypdf.PdfReader(io.BytesIO(made)).pages
    )
    assert later
    assert title not in first, "it is above the list"
    assert all(f"{title} · REHEARSAL {name}" in above for above in later)


def test_all_of_a_round_is_made_when_it_goes_out() -> None:
    assert [document.KEY for document in OF_A_ROUND] == ["slips", "pairings", "tables", "standings"]


@needs_poppler
def test_the_prize_list_has_what_the_organiser_typed_and_says_what_is_shared(
    tmp_path: Path,
) -> None:
    snapshot = in_playoff()
    typed = prizes("1: 200 €; 2: 100 €; 3: 50 €; 4: a mat; 5-8: a box; 9: a pin").prizes
    snapshot = replace(snapshot, event=replace(snapshot.event, prizes=typed))
    lines = printed("prizes", snapshot, RoundId(2, 3), tmp_path).splitlines()
    text = " ".join(lines)
    assert text.count("Shared: 3: 50 €; 4: a mat") == 2, "both semifinalists share 3 and 4"
    assert text.count("a box") == 4, "all of the quarterfinals are given the same"
    assert text.count("a pin") == 1
    assert "200 €" not in text, "the final is still played"
    *_, pin, without = (snapshot.players[each.player].name for each in snapshot.final[:10])
    assert pin in text
    assert without not in text, "no row follows the last prize"


@pytest.mark.usefixtures("_both_directions")
def test_the_rows_of_the_prize_list_are_tall_enough_to_sign() -> None:
    (made,) = REGISTRY["prizes"].render(in_playoff(), RoundId(2, 3)).files.values()
    heights = dict(texts_on(pypdf.PdfReader(io.BytesIO(made)).pages[0]))
    ranks = [heights[rank] for rank in ("9", "10", "11", "12")]
    assert [below - above for above, below in pairwise(ranks)] == pytest.approx([12] * 3, abs=0.5)


def test_the_page_of_final_places_has_the_prizes_where_there_are_any() -> None:
    snapshot = in_playoff()
    assert "Prize" not in render(snapshot, {}).files["standings.html"].decode()
    typed = prizes("5-8: a <b>box</b>").prizes
    snapshot = replace(snapshot, event=replace(snapshot.event, prizes=typed))
    page = render(snapshot, {}).files["standings.html"].decode()
    assert page.count("<bdi>a &lt;b&gt;box&lt;/b&gt;</bdi>") == 4
