"""Slips in the language of the event: all words, within their room, and where fonts are missing."""

import re
from dataclasses import replace
from typing import Any

import pytest

from runner import languages
from runner.core.language import ENGLISH, Language, speaking
from runner.languages import Known
from runner.render.documents.fitting import Widths
from runner.render.documents.registry import SLIPS
from runner.render.documents.slips import document, form
from runner.render.documents.slips.document import Rendering
from runner.render.documents.slips.form import Label, form_of, label, measure, words
from runner.render.documents.slips.layout import A4, LETTER, USUAL, PageSetup, Paper
from runner.render.documents.slips.page import to_html
from tests.support import gallery
from tests.support.printed import pages
from tests.support.pseudo import Pseudo, untranslated
from tests.support.slips import ROUND, slip, snapshot

WIDTHS = Widths("regular", {})


class Long(Pseudo):
    """Every text is 40 % longer."""

    def text(self, message: str, context: str = "") -> str:
        """The message, padded."""
        return message + "w" * (len(message) * 2 // 5)


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch) -> Language:
    """The pseudo-language, whose brackets no font is to have."""
    spoken = Pseudo()
    monkeypatch.setattr(languages, "language", lambda code: spoken if code else ENGLISH)
    return spoken


def test_every_word_of_a_slip_is_in_the_catalogues() -> None:
    made = slip(1, 2, best_of=3, address="https://e.org/", rehearsal=True, points=("3", "0"))
    greek = replace(made, event="Αγώνας", round="3", seats=("Α", "Β"))
    with speaking(Pseudo()):
        html = to_html([greek], PageSetup(USUAL.paper, back=True))
    assert [each for each in untranslated(html) if "Print these" not in each] == []


def test_longer_words_get_smaller_or_take_two_lines_and_stay_in_their_room() -> None:
    with speaking(Long()):
        said = words()
    for text in said.values():
        made = label(text, 14.5, WIDTHS)
        assert made.width <= 14.6
        assert made.size <= form.LABEL
        assert " ".join(made.lines) == text
    assert len(label("Unentschiedene Spiele", 14.5, WIDTHS).lines) == 2
    assert label("Win", 11.5, WIDTHS).size == form.LABEL


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("known", languages.LANGUAGES, ids=lambda known: known.code)
def test_a_heading_in_one_line_is_as_large_as_the_other_small_words(
    known: Known, paper: Paper
) -> None:
    made = form_of(slip(1, 2, best_of=3, address="https://e.org/", points=("3", "0")))
    with speaking(languages.language(known.code)):
        at = measure(made, paper, 6)
    assert len(at.columns) == 8
    for column in at.columns[:-1]:
        heading = label(column.heading, column.width - 1.0, WIDTHS)
        wide = WIDTHS.of(column.heading) * form.LABEL
        assert heading.size == form.LABEL or wide > 21.5, column
    assert at.name_width >= 40
    assert at.columns[-1].width >= 28


def test_where_no_font_has_the_letters_the_slips_are_in_english(
    japanese: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def render(slips: object, choice: object) -> Rendering:
        printed.append(words()["win"])
        return Rendering(b"%PDF", frozenset("\u27e6") if len(printed) == 1 else frozenset())

    monkeypatch.setattr(document, "render", render)
    event = snapshot([["Ana Example", "Bo Li"]])
    made = SLIPS.render(replace(event, event=replace(event.event, language="ja")), ROUND)
    assert printed == [japanese.text("Win"), "Win"]
    assert list(made.files) == ["slips-R3.pdf"]
    (problem,) = made.problems
    assert "English" in problem.text
    assert made.inputs == "", "it is tried again, as fonts may have been installed"


def test_the_language_is_one_of_the_inputs(japanese: Language) -> None:
    event = snapshot([["Ana Example", "Bo Li"]])
    other = replace(event, event=replace(event.event, language=japanese.code))
    assert SLIPS.inputs(event, ROUND) != SLIPS.inputs(other, ROUND)


def boxes(html: str) -> set[tuple[float, float]]:
    """Where each box of the forms begins, and how wide it is."""
    found = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', html)
    return {(round(float(left), 2), round(float(wide), 2)) for left, wide in found}


def test_from_right_to_left_slips_are_mirrored() -> None:
    seats = ("דוד בן־גוריון", "Sousa, Ana", "Papadimitrakopoulos-Fitzgerald, Nikolaos Maria", "Li")
    made = replace(slip(7, points=("9", "6", "3", "0"), rehearsal=True), seats=seats)
    usual, forms = pages([made], A4)
    with speaking(gallery.Hebrew()):
        mirrored, _ = pages([made], A4)
        drawn = boxes(to_html([made]))
    assert drawn == {
        (round(A4.width - left - wide, 2), wide) for left, wide in boxes(to_html([made]))
    }
    at = {line.text: line for line in usual[forms]}
    there = {line.text: line for line in mirrored[forms]}
    assert at.keys() == there.keys()
    for text, line in at.items():
        if text in {"7", "Sousa, Ana", "Li"}:
            assert abs(A4.width - line.left - there[text].right) < 1.5, text
    for text in ("9", "6", "3", "0"):
        middle, other = ((each[text].left + each[text].right) / 2 for each in (at, there))
        assert abs(A4.width - middle - other) < 1.5, text


@pytest.mark.parametrize("spoken", languages.LANGUAGES, ids=lambda each: each.code)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda each: each.name)
def test_the_words_of_slips_are_nine_points_large_in_every_language(
    spoken: Known, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    small: set[str] = set()

    def seen(text: str, *more: Any, **how: Any) -> Label:
        made = label(text, *more, **how)
        if made.size < form.LABEL - 0.1:
            small.add(text)
        return made

    monkeypatch.setattr(form, "label", seen)
    four = ("9", "9", "4", "1")
    teams = ("3", "", "", "", "1", "", "", "")
    kinds = [
        slip(1, 2, best_of=3, points=("3", "1")), slip(1, 2), slip(1, 5),
        slip(1, 4, starts=True, points=four), slip(1, 4, places=True, points=four),
        slip(1, 8, order=True, points=("9",) * 8), slip(1, 6, members=2, points=("",) * 6),
        slip(1, 8, members=3, duels=True, best_of=3, points=teams),
    ]  # fmt: skip
    with speaking(languages.language(spoken.code)):
        for each in kinds:
            linked = replace(each, address="https://a.example/R1.html#t1", rehearsal=True)
            to_html([linked], PageSetup(paper, back=True))
    assert not small
