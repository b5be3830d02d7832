"""A document is one file: what the registry has is printed, remembered and on the desk."""

import shutil
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pypdf
import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.print import own_look
from runner.app.sample_players import players
from runner.cli import common, rounds
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.names import last_first
from runner.render import fonts
from runner.render.documents import document as drawer
from runner.render.documents.document import Printout, stem
from runner.render.documents.fitting import widths_of
from runner.render.documents.layout import LETTER, USUAL, OwnLook, PageSetup
from runner.render.documents.own_look import CannotUse, understood
from runner.render.documents.pdf import Rendering
from runner.render.documents.registry import REGISTRY, SLIPS, Entry, printable
from runner.render.documents.sheets import sheet
from runner.render.documents.slips import document as slips_document
from runner.render.documents.slips.page import NAMED, to_html
from runner.render.templating import folder as templates
from tests.support import printed
from tests.support.commands import run
from tests.support.day import Day
from tests.support.events import planned, swiss
from tests.support.folders import event_folder

pytestmark = pytest.mark.thorough


assert rounds  # loaded here, so that its choices never have what a test adds to the registry


class RollCall:
    """Who sits in a round, as a text to read out."""

    KEY, NAME, FOLDER = "roll", "roll call", "paper"
    made = 0

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        return sha256(self._text(snapshot, round_id)).hexdigest()

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        type(self).made += 1
        text = self._text(snapshot, round_id)
        return Printout(
            {f"{stem(self, round_id)}.txt": text}, inputs=self.inputs(snapshot, round_id)
        )

    def _text(self, snapshot: Snapshot, round_id: RoundId) -> bytes:
        (now,) = (each for each in snapshot.rounds if each.id == round_id)
        ids = [player for table in now.tables for player in table.players]
        return "\n".join(sorted(snapshot.players[each].name for each in ids)).encode()


@pytest.fixture
def roll(monkeypatch: pytest.MonkeyPatch) -> type[RollCall]:
    monkeypatch.setattr(RollCall, "made", 0)
    monkeypatch.delitem(REGISTRY, "slips")
    monkeypatch.setitem(REGISTRY, RollCall.KEY, RollCall())
    return RollCall


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(18))


def shown(folder: EventFolder) -> str:
    return (folder.root / "desk.html").read_text(encoding="utf-8").replace("\u00a0", " ")


def test_a_document_of_one_file_is_printed_remembered_and_on_the_desk(
    folder: EventFolder, tmp_path: Path, roll: type[RollCall]
) -> None:
    paper, site = folder.root / "paper" / "roll-R1.txt", tmp_path / "site"
    Pipeline(folder, site).run((folder.root / "friday.xlsx").read_bytes(), publish_next=True)
    assert "Print the roll call of Round 1." in shown(folder)
    assert "They will be in the folder paper in a moment." in shown(folder)
    run("build", folder.root, "--site", site)
    assert paper.read_text().splitlines() == sorted(each.name for each in players(18))
    assert "Print the roll call: paper/roll-R1.txt." in shown(folder)
    assert 'href="paper/roll-R1.txt"' in shown(folder)
    assert f"Roll call: {paper}\n" in run("print", folder.root)
    assert roll.made == 1, "nothing has changed since it was printed"
    paper.unlink()
    assert f"Roll call: {paper}\n" in run("print", folder.root, "--round", 1)
    assert (roll.made, paper.exists()) == (2, True)


def test_each_line_of_the_registry_leads_to_the_class_of_its_key() -> None:
    for key, entry in REGISTRY.items():
        assert isinstance(entry, Entry)
        assert entry.KEY == printable(entry.place).KEY == key


def test_slips_are_printed_by_their_own_command_alone(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REGISTRY, RollCall.KEY, RollCall())
    run("next", folder.root, "--site", tmp_path / "site")
    (folder.root / "paper" / "roll-R1.txt").unlink()
    assert (
        run("print", folder.root, "slips") == f"Slips: {folder.root / 'slips' / 'slips-R1.pdf'}\n"
    )
    assert not (folder.root / "paper" / "roll-R1.txt").exists()


def test_paper_stays_what_was_said_last(folder: EventFolder, tmp_path: Path) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    pairings = folder.root / "lists" / "pairings-R1.pdf"

    def size() -> tuple[int, int]:
        box = pypdf.PdfReader(pairings).pages[0].mediabox
        return round(box.width), round(box.height)

    assert size() == (595, 842)
    run("print", folder.root, "pairings", "--paper", "letter")
    assert size() == (612, 792)
    run("build", folder.root, "--site", tmp_path / "site")
    assert size() == (612, 792)
    run("print", folder.root, "pairings", "--paper", "a4")
    assert size() == (595, 842)


def test_files_go_to_a_printer_where_there_is_cups(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = ["print", str(folder.root), "pairings", "--send", "hall"]
    answer = run(*asked, code=1)
    assert "no CUPS" in answer
    lp, said = tmp_path / "lp", tmp_path / "said"
    lp.write_text(f'#!/bin/sh\necho "$@" > {said}\n')
    lp.chmod(0o700)
    assert "Sent to hall: 1 of 1 files." in run(*asked)
    assert said.read_text() == f"-d hall -- {folder.root}/lists/pairings-R1.pdf\n"
    lp.write_text("#!/bin/sh\necho unknown printer >&2\nexit 1\n")
    answer = run(*asked, code=1)
    assert "pairings-R1.pdf was not sent: unknown printer" in answer


def test_a_terminal_is_told_how_far_it_has_come(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    (folder.root / "lists" / "tables-R1.pdf").unlink()
    monkeypatch.setattr(common, "at_a_terminal", lambda: True)
    told = [each.strip() for each in run("print", folder.root, "players", "tables").split("\r")]
    assert told[:4] == ["", "Check-in list, 1 of 2 …", "Pairings by table, 2 of 2 …", ""]
    told = run("print", folder.root, "players", "tables").split("\r")
    assert not any("of 2" in each for each in told), "nothing has changed"


def test_what_a_round_does_not_have_is_said(folder: EventFolder, tmp_path: Path) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    assert run("print", folder.root, "bracket") == "Bracket: there is nothing to print yet.\n"


def test_a_round_that_is_not_out_has_no_documents(folder: EventFolder) -> None:
    answer = run("print", folder.root, "--round", "1", code=1)
    assert answer.startswith("Error: That round is not out yet, so it has no documents. ")
    answer = run("print", folder.root, "slips", "players", code=1)
    assert answer == (
        "Error: No round is out yet, so it has no slips. Before round 1 you can print players, "
        "numbers, badges, decks, cards and judge.\n"
    )


def test_who_comes_is_printed_before_a_round_is_out(folder: EventFolder) -> None:
    told = run("print", folder.root, "players", "badges", "numbers")
    made = {path.name for path in (folder.root / "lists").iterdir()}
    assert made == {"players.pdf", "badges.pdf", "numbers.pdf"}, told
    pages = pypdf.PdfReader(folder.root / "lists" / "players.pdf").pages
    everybody = "".join(page.extract_text() for page in pages)
    for player in planned(18).players:
        assert last_first(player.name) in everybody
    assert len(pypdf.PdfReader(folder.root / "lists" / "numbers.pdf").pages) == 5


def test_letters_that_no_font_has_are_told_with_their_script_in_the_terminal_and_on_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = planned(18)
    named = replace(now.players[0], name="Dana \u05d3\u05e0\u05d4")
    folder = event_folder(tmp_path / "friday", replace(now, players=(named, *now.players[1:])))
    made_up = Rendering(b"%PDF", frozenset("\u05d3\u05e0\u05d4"))
    for module in (slips_document, sheet):
        monkeypatch.setattr(module, "render", lambda *_: made_up)
    told = run("next", folder.root, "--site", tmp_path / "site")
    assert "No font on this computer has the letters for Hebrew" in told
    assert "sudo apt install fonts-noto-core" in told
    assert "Some letters are boxes on paper: no font on this computer has Hebrew." in shown(folder)
    assert "fonts-noto-core" in shown(folder)
    monkeypatch.undo()
    for document in (
        "slips",
        *(path.name.partition("-")[0] for path in folder.root.glob("lists/*")),
    ):
        monkeypatch.setattr(REGISTRY[document], "render", no_trouble, raising=False)
    run("build", folder.root, "--site", tmp_path / "site")
    assert "Some letters are boxes" not in shown(folder), "a font was installed"


def no_trouble(snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
    return Printout({"nothing.pdf": b"%PDF"}, inputs="x")


LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><path d="M0 0h4v2z"/></svg>'
LOGO_ADDRESS = f"data:image/svg+xml;base64,{b64encode(LOGO).decode()}"


def nothing(name: str) -> str:
    raise CannotUse(f"there is no file “{name}” beside the workbook")


@pytest.mark.parametrize(("typed", "css"), [
    ("", ""),
    (".name { color: navy }", ".name { color: navy }"),
    ("html{font-family:'A B',serif!important}", 'html { font-family: "A B",serif !important }'),
    ("h1, .round { font-style: italic }", "h1, .round { font-style: italic }"),
    ("/**/p{background-color:rgb(1 2 3 / 5%)}", "p { background-color: rgb(1 2 3 / 5%) }"),
])  # fmt: skip
def test_fonts_and_colours_are_used(typed: str, css: str) -> None:
    made = understood(typed, nothing)
    assert (made.look, made.problems) == (OwnLook(css), ())


@pytest.mark.parametrize(("typed", "said"), [
    (".name { font-size: 40pt }", "Line 1 of paper.css (font-size) is left out."),
    ("\n\n.name {\n  display: none }", "Line 4 of paper.css (display) is left out."),
    ("* { color: bluu }", "(color: bluu) is left out, for that is no color."),
    ("* { color: }", "(color: ) is left out"),
    ("* { font-family: 3px }", "is no font-family"),
    ("* { font-style: url(a) }", "is no font-style"),
    ("@page { margin: 0 }", "Line 1 of paper.css (@page) is left out."),
    ("@import url(http://a.example/x.css);", "(@import) is left out"),
    (".a..b { color: red }", "(“.a..b”) names nothing"),
    (".name { color }", "is not CSS"),
    ("}}", "Line 1 of paper.css is not CSS."),
    (".name { background-image: url(a.png) }", "(background-image) is left out"),
    (".logo { background-image: none }", "(background-image) names no file"),
    (".logo { background-image: url(a.png) }", "there is no file “a.png” beside"),
    ("@font-face { font-family: X; src: url(x.ttf) }", "there is no file “x.ttf” beside"),
    ("@font-face { font-family: X; src: local(X) }", "(src) names no file"),
])  # fmt: skip
def test_what_else_there_is_is_left_out_and_told(typed: str, said: str) -> None:
    made = understood(typed, nothing)
    assert made.look == OwnLook()
    (problem,) = made.problems
    assert said in str(problem)


def test_a_rule_keeps_what_is_right_in_it() -> None:
    made = understood(".name { colr: red; color: red; font-size: 9pt }", nothing)
    assert made.look.css == ".name { color: red }"
    assert len(made.problems) == 2


def test_css_never_ends_the_style_that_it_stands_in() -> None:
    made = understood(".name { font-family: '</style><script>' }", nothing)
    assert not made.problems
    assert "<" not in made.look.css
    slips = printed.slips(rehearsal=False)[:1]
    assert "<script" not in to_html(slips, PageSetup(own=made.look))


def test_files_come_from_the_events_folder_alone(tmp_path: Path) -> None:
    event = tmp_path / "Föhn Cup"
    event.mkdir()
    (event / "my logo.svg").write_bytes(LOGO)
    (tmp_path / "secret.svg").write_bytes(LOGO)
    css = event / "paper.css"
    css.write_text(".logo { background-image: url('my%20logo.svg') }", encoding="utf-8")
    assert own_look(event).look.logo.startswith("data:image/svg+xml;base64,")
    refused = {
        "../secret.svg": "is not in the event’s folder",
        (tmp_path / "secret.svg").as_posix(): "is not in the event’s folder",
        "https://a.example/logo.png": "there is no file",
        "paper.css": "is no PNG",
        "nul%00l.png": "there is no file",
    }
    for name, why in refused.items():
        css.write_text(f".logo {{ background-image: url('{name}') }}", encoding="utf-8")
        made = own_look(event)
        assert made.look == OwnLook(), name
        assert why in made.problems[0].text, name


@pytest.mark.parametrize("content", [b"\xff\xfe.\x00n\x00", None])
def test_a_file_that_is_no_text_stops_nothing(tmp_path: Path, content: bytes | None) -> None:
    css = tmp_path / "paper.css"
    if content is None:
        css.mkdir()
    else:
        css.write_bytes(content)
    made = own_look(tmp_path)
    assert made.look == OwnLook()
    assert "so paper looks as it does without" in made.problems[0].text


def test_letters_are_as_wide_as_in_the_organisers_font() -> None:
    bold = fonts.files_for_paper()["bold"].as_uri()
    css = f"@font-face {{ font-family: Own; src: url({bold}) }} .name {{ font-family: Own }}"
    widths = widths_of({"Wiggins"}, OwnLook(css), NAMED)
    for letter in "Wigns":
        assert widths["regular"][letter] == pytest.approx(fonts.widths("bold")[letter], abs=0.002)


def test_slips_in_an_own_look_have_the_same_text_in_its_colours() -> None:
    slips = printed.slips(rehearsal=False)
    own = OwnLook("html { color: #010203 } .name { font-style: italic }", LOGO_ADDRESS)
    made, forms = printed.lay_out(slips, PageSetup(LETTER, own=own))
    usual, _forms = printed.lay_out(slips, PageSetup(LETTER))
    for with_it, without in zip(made.pages, usual.pages, strict=True):
        ours, theirs = (
            "".join("".join(line.text.split()) for line in printed.lines(page))
            for page in (with_it, without)
        )
        assert ours == theirs
    boxes = (box for page in made.pages[forms:] for box in page._page_box.descendants())
    texts = [box for box in boxes if type(box).__name__ == "TextBox"]
    assert {tuple(map(round, _rgb(line))) for line in texts} == {(1, 2, 3)}


def _rgb(line: object) -> tuple[float, ...]:
    return tuple(part * 255 for part in line.style["color"].coordinates)  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", sorted(REGISTRY))
def test_every_document_is_made_in_any_look_and_anew_for_another(key: str) -> None:
    snapshot, round_id = Day(swiss(9)).snapshot, RoundId(1, 1)
    bad = OwnLook(
        "* { color: #999; font-family: Nowhere } .x { font-style: oblique }", LOGO_ADDRESS
    )
    document = REGISTRY[key]
    plain = document.render(snapshot, round_id)
    made = document.render(snapshot, round_id, PageSetup(own=bad))
    assert made.files.keys() == plain.files.keys()
    if made.files:
        assert made.inputs != plain.inputs
        assert all(data.startswith(b"%PDF") for data in made.files.values())


def test_another_css_prints_anew_and_says_what_is_wrong_once(tmp_path: Path) -> None:
    folder: EventFolder = event_folder(tmp_path / "friday", planned(9))
    run("next", folder.root, "--site", tmp_path / "site")
    slips, css = folder.root / "slips" / "slips-R1.pdf", folder.root / "paper.css"
    before = slips.read_bytes()
    css.write_text(".table { color: red } .name { font-size: 3pt }", encoding="utf-8")
    assert run("print", folder.root).count("(font-size) is left out") == 1
    assert slips.read_bytes() != before
    assert "Barros, Milan" in pypdf.PdfReader(slips).pages[0].extract_text()
    written = slips.stat().st_mtime_ns
    run("print", folder.root)
    assert slips.stat().st_mtime_ns == written, "nothing has changed"
    css.unlink()
    run("print", folder.root)
    assert slips.read_bytes() == before


def test_another_template_is_another_drawer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot, round_id = Day(swiss(9)).snapshot, RoundId(1, 1)
    documents = [SLIPS, REGISTRY["pairings"], REGISTRY["badges"]]
    before = [document.inputs(snapshot, round_id) for document in documents]
    for name in ("slips", "paper"):
        shutil.copytree(templates(name), tmp_path / name)
    monkeypatch.setattr(drawer, "folder", lambda name: tmp_path / name)
    drawer.drawn_by.cache_clear()
    assert [document.inputs(snapshot, round_id) for document in documents] == before
    (tmp_path / "paper" / "paper.css").write_text("", encoding="utf-8")
    drawer.drawn_by.cache_clear()
    after = [document.inputs(snapshot, round_id) for document in documents]
    drawer.drawn_by.cache_clear()
    assert not set(after) & set(before)
