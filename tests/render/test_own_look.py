"""An organiser's own CSS for paper: what it changes, what it may not, and what is said of it."""

import shutil
from base64 import b64encode
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.app.paper_css import own_look
from runner.cli import main
from runner.core.event import RoundId
from runner.render import fonts
from runner.render.documents import document as drawer
from runner.render.documents.fitting import widths_of
from runner.render.documents.layout import LETTER, OwnLook, PageSetup
from runner.render.documents.own_look import CannotUse, understood
from runner.render.documents.registry import REGISTRY, SLIPS
from runner.render.documents.slips.page import NAMED, to_html
from runner.render.templating import folder as templates
from tests.support import printed
from tests.support.day import Day
from tests.support.events import planned, swiss
from tests.support.folders import event_folder

pytestmark = pytest.mark.thorough  # left out of make quick

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><path d="M0 0h4v2z"/></svg>'
LOGO_ADDRESS = f"data:image/svg+xml;base64,{b64encode(LOGO).decode()}"


def nothing(name: str) -> str:
    raise CannotUse(f"there is no file “{name}” beside the workbook")


@pytest.mark.parametrize(
    ("typed", "css"),
    [
        ("", ""),
        (".name { color: navy }", ".name { color: navy }"),
        ("html{font-family:'A B',serif!important}", 'html { font-family: "A B",serif !important }'),
        ("h1, .round { font-style: italic }", "h1, .round { font-style: italic }"),
        ("/**/p{background-color:rgb(1 2 3 / 5%)}", "p { background-color: rgb(1 2 3 / 5%) }"),
    ],
)  # fmt: skip
def test_fonts_and_colours_are_used(typed: str, css: str) -> None:
    made = understood(typed, nothing)
    assert (made.look, made.problems) == (OwnLook(css), ())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
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
    ],
)  # fmt: skip
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


def run(*words: object) -> str:
    answer = CliRunner().invoke(main, [str(each) for each in words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_another_css_prints_anew_and_says_what_is_wrong_once(tmp_path: Path) -> None:
    folder: EventFolder = event_folder(tmp_path / "friday", planned(9))
    run("next", folder.root, "--site", tmp_path / "site")
    slips, css = folder.root / "slips" / "slips-R1.pdf", folder.root / "paper.css"
    before = slips.read_bytes()
    css.write_text(".table { color: red } .name { font-size: 3pt }", encoding="utf-8")
    said = run("print", folder.root)
    assert said.count("(font-size) is left out") == 1
    red = slips.read_bytes()
    assert red != before
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
