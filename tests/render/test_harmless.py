"""Names and texts that would do something, or cover something, stay plain text wherever they go."""

import csv
import json
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players as sample_players
from runner.compute.snapshot import Snapshot
from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.names import last_first
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.render.directory import file_name
from runner.render.documents import pdf
from runner.render.documents.registry import REGISTRY, SLIPS
from runner.render.documents.slips.page import to_html
from runner.render.documents.slips.slip import slips_for
from runner.render.site.freshness import script_call
from runner.workbook.read.read import read
from tests.support import bracket_pages, events
from tests.support.awkward import NASTY, TRAP, awkward
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.folders import event_folder, workbook_of
from tests.support.printed import MM, Line, lines
from tests.support.soak import SOAKING, some
from tests.support.teams import phase_of, teams

pytestmark = pytest.mark.thorough


OWN = f"Own {NASTY[1][:30]}"


def nasty_event(mode: Mode, everyone: tuple[Player, ...], text: str) -> Event:
    """An event with text like that wherever an organiser can type."""
    phases = (
        Phase(1, f"Swiss {text}", mode, "swiss", rounds=2),
        Phase(2, f"Top {text}", mode, "single_elimination", cut=16),
    )
    return Event(
        f"Event {text}", "2026-11-21", venue=text, seed=text, address=f"javascript:{TRAP}//{text}",
        public_columns=("Commander", "Decklist", OWN), phases=phases,
        players=everyone,
    )  # fmt: skip


def nasty_players(texts: tuple[str, ...]) -> tuple[Player, ...]:
    decks = (
        f"javascript:{TRAP}", f"data:text/html,<script>{TRAP}</script>", " JaVaScRiPt:x",
        f'https://x.example/"onmouseover="{TRAP}', "https://x.example/'><b>", "//x", "file:///",
    )  # fmt: skip
    return tuple(
        Player(
            f"P{at:03d}", text, club=text,
            extra={"Commander": text, "Decklist": decks[at % len(decks)], OWN: text},
        )
        for at, text in enumerate(texts, 1)
    )  # fmt: skip


class Played:
    def __init__(self, root: Path, event: Event) -> None:
        self.folder = event_folder(root / "event", event)
        self.site, self.workbook = root / "site", workbook_of(self.folder)
        pipeline = Pipeline(self.folder, self.site)
        play(pipeline, 3)
        report = pipeline.run(self.workbook.read_bytes())
        assert report.snapshot is not None, [str(each) for each in report.problems]
        pipeline.write_names(unlocked_for=0)
        self.snapshot: Snapshot = report.snapshot
        assert len(self.snapshot.rounds) == 4  # the second round of the playoff is out

    def pages(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.site)): path.read_text()
            for path in sorted(self.site.rglob("*.html"))
        }


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Played:
    event = nasty_event(Mode.HEAD_TO_HEAD, nasty_players(NASTY), NASTY[0])
    return Played(tmp_path_factory.mktemp("nasty"), event)


@pytest.fixture(scope="module")
def nasty_pods(tmp_path_factory: pytest.TempPathFactory) -> Played:
    event = nasty_event(Mode.MULTIPLAYER, nasty_players(NASTY), NASTY[1])
    return Played(tmp_path_factory.mktemp("pods"), event)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Played:
    deck = "https://x.example/deck"
    everyone = tuple(
        replace(each, club="Club", extra={"Commander": "C", "Decklist": deck, OWN: "y"})
        for each in sample_players(len(NASTY))
    )
    event = nasty_event(Mode.HEAD_TO_HEAD, everyone, "x")
    event = replace(event, address="https://x.example/")
    return Played(tmp_path_factory.mktemp("plain"), event)


class Skeleton(HTMLParser):
    """The elements of a page with their attributes' names, its addresses and its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.addresses: list[str] = []
        self.scripts = ""
        self.texts: list[str] = []
        self._tag = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        self.elements[(tag, *sorted(name for name, _ in attributes))] += 1
        for name, value in attributes:
            if name in ("href", "src", "action", "xlink:href", "formaction") and value:
                self.addresses.append(value)

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._tag == "script":
            self.scripts += data


def test_no_text_makes_an_element_or_an_attribute(
    nasty: Played, nasty_pods: Played, plain: Played
) -> None:
    harmless = Counter[tuple[str, ...]]()
    for page in plain.pages().values():
        harmless |= Skeleton(page).elements
    for path, page in {**nasty.pages(), **nasty_pods.pages()}.items():
        found = Skeleton(page)
        strange = {
            each for each in found.elements if each not in harmless and each[0] not in HARMLESS_TAGS
        }
        assert not strange, (path, strange)
        assert not [each for element in found.elements for each in element if each[:2] == "on"]
        assert not found.scripts.strip(), path
        for address in found.addresses:
            assert not re.match(r"\s*[a-z]+:(?<!https:)", address, re.IGNORECASE), (path, address)


HARMLESS_TAGS = {
    "p", "b", "strong", "ul", "ol", "li", "span", "small", "bdi", "h2", "h3", "dl", "dt", "dd",
    "div", "sup", "td", "th", "tr", "table", "caption", "details", "summary", "section", "g",
    "path", "rect", "text", "tspan",
}  # fmt: skip


def test_the_desk_shows_names_and_runs_none(nasty: Played) -> None:
    desk = (nasty.folder.root / "desk.html").read_text()
    assert TRAP in desk
    found = Skeleton(desk)
    assert not [each for element in found.elements for each in element if each[:2] == "on"]
    assert TRAP not in found.scripts
    assert not [each for each in found.addresses if TRAP in each]


def test_every_link_goes_to_a_page_of_the_site_or_to_the_web(nasty: Played) -> None:
    for path, page in nasty.pages().items():
        for address in re.findall(r'(?:href|src)="([^"]*)"', page):
            if not address.startswith("https://x.example/"):
                target = address.partition("#")[0].partition("?")[0]
                standing = (nasty.site / path).parent / target
                assert not target or standing.resolve().is_file(), (path, address)


def test_names_stand_on_the_pages_as_they_were_typed(nasty: Played) -> None:
    for at, text in enumerate(NASTY, 1):
        page = Skeleton((nasty.site / "players" / f"P{at:03d}.html").read_text())
        wanted = names.clean(read_name(nasty, f"P{at:03d}"))
        assert wanted in page.texts
        assert wanted == names.clean(text) or "_x" in text or "\ufffe" in text


def read_name(played: Played, player: str) -> str:
    return played.snapshot.players[player].name


def test_nothing_turns_the_text_around_it_or_covers_other_lines(nasty: Played) -> None:
    for path, page in nasty.pages().items():
        assert not re.search("[\u202a-\u202e\u2066\u2067]", page), path
        assert not re.search("[\u0300-\u036f]{6,}", page), path


def test_names_of_files_are_made_of_ids_alone(nasty: Played) -> None:
    files = [each.name for each in (nasty.site / "players").iterdir()]
    assert sorted(files) == sorted(
        ["index.html", *(f"P{at:03d}.html" for at in range(1, len(NASTY) + 1))]
    )


@pytest.mark.parametrize("identity", [*NASTY, "con", "AUX", "com1", "", ".", "P1 ", "p001"])
def test_any_id_gives_a_name_that_every_disk_can_bear(identity: str) -> None:
    name = file_name(identity)
    assert re.fullmatch(r"[A-Z]?[0-9]{1,9}|[a-z0-9-]{1,40}", name)
    assert name.upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}


def test_ids_that_differ_give_files_that_differ() -> None:
    assert len({file_name(each).casefold() for each in (*NASTY, "p001", "P001")}) == len(NASTY) + 2


def test_data_are_scripts_and_json_that_hold_nothing_but_data(nasty: Played) -> None:
    for name in ("seats.js", "version.js"):
        text = (nasty.site / name).read_text()
        assert text.isascii()
        call = re.fullmatch(r"\w+\((.*)\);\n", text, re.DOTALL)
        assert call
        json.loads(call[1])
    json.loads((nasty.site / "data" / "snapshot.json").read_text())


def test_a_line_separator_and_an_end_of_script_stay_within_their_string() -> None:
    made = script_call("f", ["\u2028\u2029</script><!--"]).decode()
    assert "\u2028" not in made
    assert json.loads(made[2:-3]) == ["\u2028\u2029</script><!--"]


def test_no_spreadsheet_takes_a_cell_of_a_csv_for_a_formula(nasty: Played) -> None:
    assert not list(nasty.folder.root.rglob("*.csv"))
    found = {path.name: path.read_text("utf-8-sig") for path in nasty.site.rglob("*.csv")}
    rounds = {name for name in found if name.startswith("round-")}
    assert "round-now.csv" in rounds
    assert {*found} - rounds == {"players.csv", "pairings.csv", "results.csv", "standings.csv"}
    rows = (row for text in found.values() for row in csv.reader(StringIO(text)))
    cells = [cell for row in rows for cell in row]
    assert any("@SUM(1+1)" in cell for cell in cells)
    assert not [cell for cell in cells if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))]


def test_brackets_are_well_formed_and_hold_no_script(nasty: Played) -> None:
    allowed = {"div", "section", "h2", "h3", "p", "ol", "ul", "li", "a", "abbr", "span", "bdi", "b",
               "em", "strong", "small", "i", "details", "summary"}  # fmt: skip
    pages = nasty.pages()
    found = [part for page in pages.values() if '"match' in page
             for kind in (("div", "path"), ("section", "way"))
             for part in bracket_pages.whole(page).all(*kind)]  # fmt: skip
    assert len(found) > 1
    known = {"class", "id", "href", "title", "aria-label", "aria-current"}
    for element in (element for part in found for element in part.elements()):
        assert element.tag in allowed
        assert {*element.attributes} <= known


def test_slips_are_harmless_and_can_be_read(nasty: Played, nasty_pods: Played) -> None:
    for played in (nasty, nasty_pods):
        page = Skeleton(to_html(slips_for(played.snapshot, RoundId(1, 1))))
        assert not page.scripts
        allowed = {"html", "head", "meta", "title", "style", "body", "div", "section", "article",
                   "p", "b", "span", "br", "table", "h1", "h2", "ul", "ol", "li", "bdi", "pre",
                   "header", "footer", "main", "svg", "img", "symbol", "use", "path", "rect",
                   "text", "circle"}  # fmt: skip
        assert {each[0] for each in page.elements} <= allowed
        made = SLIPS.render(played.snapshot, RoundId(1, 1))
        (pdf,) = (content for name, content in made.files.items() if name.endswith(".pdf"))
        assert not re.search(rb"/(JavaScript|JS|Launch|URI|OpenAction|AA)\b", pdf)
        text = "".join(each.extract_text() for each in PdfReader(BytesIO(pdf)).pages)
        text = re.sub(r"[\s\0]", "", text)  # letters of fonts in pieces come with zeros
        for readable in ("@SUM(1+1)", "CON", "+1+1"):
            assert readable in text


def test_forms_of_slips_are_well_formed_drawings(nasty: Played) -> None:
    page = to_html(slips_for(nasty.snapshot, RoundId(1, 1)))
    forms = re.findall(r"<symbol id=\"form-\d+\">(.*?)</symbol>", page, re.DOTALL)
    assert forms
    for each in forms:
        elements = ElementTree.fromstring(each.strip()).iter()
        assert {each.tag.rpartition("}")[2] for each in elements} <= {
            "svg", "g", "path", "rect", "line", "text", "tspan", "circle",
        }  # fmt: skip


def test_what_runner_writes_into_the_workbook_is_never_a_formula(nasty: Played) -> None:
    """By the sheets' own XML: no new formula, and names are texts."""
    with zipfile.ZipFile(nasty.workbook) as archive:
        for name in archive.namelist():
            if name.startswith("xl/worksheets/sheet"):
                sheet = archive.read(name).decode()
                ElementTree.fromstring(sheet)
                assert "<f>" not in sheet
    event, _, _ = read(nasty.workbook.read_bytes())
    known = {names.key(each.name) for each in event.players}
    seats = [seat for sheet in event.rounds for row in sheet.rows for seat in row.seats if seat]
    assert len(seats) > 2 * len(NASTY)
    assert {names.key(each) for each in seats} <= known


def test_the_terminal_is_told_nothing_that_it_would_obey(nasty: Played) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "runner", "status", str(nasty.folder.root)],
        capture_output=True,
        check=False,
    )
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"Traceback" not in done.stderr


def test_a_tower_of_marks_is_cut_and_scripts_with_marks_stay_whole() -> None:
    assert names.clean("Z" + "\u0336" * 40 + "algo") == "Z" + "\u0336" * 5 + "algo"
    for whole in ("Nguyễn Thị Ánh", "שָׁלוֹם עֲלֵיכֶם", "हिन्दी", "ไกรศักดิ์", "محمَّدٌ"):
        assert names.clean(whole) == names.clean(names.clean(whole))
        assert len(names.clean(whole)) >= len(whole) - 3


def test_halves_of_characters_tags_and_controls_go() -> None:
    assert names.clean("A\ud800na\U000e0041 \x85Ex\x9bample\ufff9") == "Ana Example"


@pytest.mark.browser
def test_nothing_runs_and_nothing_sticks_out_on_a_phone(
    browser: Browser, nasty: Played, nasty_pods: Played
) -> None:
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.on("dialog", lambda each: (wrong.append(f"dialog {each.message}"), each.dismiss()))
    context.on("console", lambda each: wrong.append(f"console {each.text}"))
    context.on("weberror", lambda each: wrong.append(f"error {each.error}"))
    context.on(
        "request", lambda each: None if each.url.startswith("file:") else wrong.append(each.url)
    )
    page = context.new_page()
    looked_at = 0
    for played in (nasty, nasty_pods):
        paths = list(played.pages())
        few = [each for each in paths if not re.match(r"players/P0(0[2-9]|[1-9])", each)]
        few += ["players/P017.html", "players/P024.html"]
        for path in few:
            page.goto((played.site / path).as_uri())
            assert page.evaluate("window.trapped") is None, path
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 390, (path, wide)
            looked_at += 1
        page.goto(
            (played.site / "index.html").as_uri() + "?q=%3Cimg%20src%3Dx%20onerror%3Dtrapped%3D1%3E"
        )
        page.wait_for_timeout(100)
        for box in page.locator("input").all():
            box.fill("<")
            page.wait_for_timeout(50)
        assert page.evaluate("window.trapped") is None
    context.close()
    context = browser.new_context()  # the desk looks for files that are there while Runner runs
    context.on("dialog", lambda each: (wrong.append(f"dialog {each.message}"), each.dismiss()))
    page = context.new_page()
    page.goto((nasty.folder.root / "desk.html").as_uri())
    assert page.evaluate("window.trapped") is None
    context.close()
    assert looked_at > 25
    assert wrong == []


pytest.importorskip("weasyprint", exc_type=OSError)

SLACK = 0.6  # millimetres
Laid = Callable[[str, Snapshot, RoundId], list[Any]]


@pytest.fixture(scope="module")
def hall() -> Snapshot:
    return _day(1000 if SOAKING else 250, 0).snapshot


def _day(count: int, first: int) -> Day:
    now = events.swiss_and_playoff(count, Mode.MULTIPLAYER, swiss=3, cut=4)
    called = zip(now.players, awkward(first + count)[first:], strict=True)
    named = tuple(replace(player, name=name, club=name[::-1]) for player, name in called)
    day = Day(replace(now, players=named))
    day.play_until(1, 2, drawn_results("awkward"))
    return day


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Laid:
    seen: list[Any] = []
    write = pdf.written

    def written(document: Any, finisher: Any) -> bytes:
        seen.append(document)
        return write(document, finisher)

    monkeypatch.setattr(pdf, "written", written)

    def pages(key: str, snapshot: Snapshot, round_id: RoundId) -> list[Any]:
        seen.clear()
        assert REGISTRY[key].render(snapshot, round_id).files
        return list(seen[-1].pages)

    return pages


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b-\u200f\u2060-\u206f]", "", text)


@pytest.mark.soak
@pytest.mark.parametrize("key", ["slips", "pairings", "tables", "standings", "players", "badges"])
def test_a_thousand_awkward_names_are_whole_and_apart(
    key: str, hall: Snapshot, laid_out: Laid
) -> None:
    pages = laid_out(key, hall, hall.rounds[-1].id)
    _whole_and_apart(pages, hall)


@pytest.mark.soak
@pytest.mark.parametrize("key", ["final", "prizes", "bracket"])
@pytest.mark.parametrize("first", some(range(0, 960, 240), 2))
def test_who_plays_for_the_cup_is_whole_and_apart(key: str, first: int, laid_out: Laid) -> None:
    day = _day(24, first)
    day.play_until(2, 1, drawn_results("awkward"))
    pages = laid_out(key, day.snapshot, RoundId(2, 1))
    _whole_and_apart(pages, day.snapshot if key != "bracket" else None)


@pytest.mark.parametrize("key", ["slips", "pairings", "tables", "bracket", "final", "prizes"])
@pytest.mark.soak
@pytest.mark.parametrize("first", some(range(0, 900, 180), 2))
def test_teams_of_awkward_people_are_whole_and_apart(key: str, first: int, laid_out: Laid) -> None:
    called = iter(awkward(first + 48)[first:])
    crews = tuple(
        replace(team, name=next(called), members=tuple(next(called) for _ in team.members))
        for team in teams(12, 3)
    )
    swiss = phase_of("trios", rounds=2)
    playoff = phase_of("trios", 2, "single_elimination", cut=4)
    day = Day(events.event(crews, swiss, playoff))
    day.play_until(2, 2)
    _whole_and_apart(laid_out(key, day.snapshot, RoundId(2, 2)), None)


@pytest.mark.soak
@pytest.mark.parametrize("first", some(range(0, 1000, 250), 4))
def test_who_drafts_is_whole_and_apart(first: int, laid_out: Laid) -> None:
    called = awkward(first + 250)[first:]
    phase = events.phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    now = events.event(len(called), phase, automatic=False, decisions=())
    named = zip(now.players, called, strict=True)
    people = tuple(replace(player, name=name) for player, name in named)
    drafted = DraftDay(replace(now, players=people)).ask("make pods")
    _whole_and_apart(laid_out("draft", drafted, RoundId(1, 0)), drafted)


@pytest.mark.parametrize("key", ["certificate", "cards", "numbers", "judge"])
@pytest.mark.soak
@pytest.mark.parametrize("first", some(range(0, 1000, 125), 8))
def test_an_event_with_an_awkward_name_is_whole_and_apart(
    key: str, first: int, laid_out: Laid
) -> None:
    for name in awkward(first + 125)[first::25]:
        now = events.swiss(8)
        called = replace(now.phases[0], name=name)
        made, _ = events.published(replace(now, name=name, phases=(called,)))
        pages = laid_out(key, made, RoundId(1, 1))
        _whole_and_apart(pages, None)
        text = squeezed("".join(line.text for page in pages for line in lines(page)))
        assert squeezed(name) in text or key in {"numbers", "judge"}, name


def _whole_and_apart(pages: list[Any], everybody: Snapshot | None) -> None:
    printed: list[Line] = []
    for page in pages:
        found = list(lines(page))
        if any(line.what in ("round", "event") for line in found):
            continue  # an empty form
        _apart(found)
        for line in found:
            assert line.left >= -SLACK, line
            assert line.right <= page.width * MM + SLACK, line
            assert 0 <= line.middle <= page.height * MM, line
        printed += found
    if everybody is not None:
        text = squeezed("".join(line.text for line in printed))
        for player in everybody.players.values():
            wanted = {squeezed(last_first(player.name)), squeezed(player.name)}
            assert any(each in text for each in wanted), player.name


def _apart(found: list[Line]) -> None:
    """No line stands over another: what is as high as small letters keeps off the others."""
    ordered = sorted(found, key=lambda line: line.middle)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.middle - one.middle > 12:
                break
            beside = one.right <= other.left + SLACK or other.right <= one.left + SLACK
            below = other.middle - one.middle >= 0.27 * (one.size + other.size)
            assert beside or below, (one, other)
