"""Table cards and the judge's card: one for every variant, a page a side, and nothing is lost."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pypdf
import pytest

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import speaking
from runner.core.phase import Mode
from runner.render.cards import card as figures
from runner.render.cards.card import Played
from runner.render.cards.variant_cards import CARDS, USUAL
from runner.render.documents.layout import A4, LETTER, ONE_LANGUAGE, PAPERS, PageSetup
from runner.render.documents.pdf import document
from runner.render.documents.sheets.cards import JudgeCard, TableCards, side
from runner.rules import variants
from runner.rules.ruleset import ruleset
from runner.rules.variants.variant import Rules
from tests.support import events
from tests.support.commands import ran, run
from tests.support.day import Day
from tests.support.events import phase, planned
from tests.support.folders import event_folder
from tests.support.soak import some

pytestmark = pytest.mark.thorough  # left out of make quick

JAPANESE = re.compile("[\u3000-\u9fff\uff00-\uffef]")
ANY = RoundId(1, 0)
LATIN = [known.code for known in languages.LANGUAGES if known.code != "ja"]
CODES = [known.code for known in languages.LANGUAGES]


@cache
def snapshot(language: str = "") -> Snapshot:
    now = events.swiss_and_playoff(26, Mode.MULTIPLAYER, swiss=3, cut=16)
    return Day(replace(now, language=language)).snapshot


def cards(shown: Snapshot, **setup: Any) -> tuple[Any, ...]:
    made = TableCards().asked(shown, ANY, PageSetup(**setup))
    assert isinstance(made.view, tuple)
    return made.view


def texts(data: bytes) -> list[str]:
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def letters(text: str) -> str:
    """Without spaces: where lines break, they are lost."""
    return re.sub(r"\s", "", text)


def test_every_variant_has_a_card_and_pods_have_one() -> None:
    assert set(CARDS) == {USUAL.key, *variants.REGISTRY}


@pytest.mark.soak
@pytest.mark.parametrize(("front", "paper"), some(product(LATIN, PAPERS.values()), 3))
def test_each_side_is_one_page_in_every_language(front: str, paper: Any) -> None:
    setup = PageSetup(paper, every=True, second=ONE_LANGUAGE)
    data = TableCards().render(snapshot(front), ANY, setup).files["cards.pdf"]
    pages = texts(data)
    assert len(pages) == len(CARDS)
    for page, shown in zip(pages, cards(snapshot(front), every=True, second=ONE_LANGUAGE),
                           strict=True):  # fmt: skip
        assert all(row.about in page for row in shown.rows), "labels stay on one line"
        for words in (
            shown.name, *shown.facts, *(text for row in shown.rows for text in row_of(row)),
        ):  # fmt: skip
            assert letters(words) in letters(page), (shown.name, words)


def row_of(row: Any) -> tuple[str, str, str]:
    return row.about, row.text, row.source


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_each_side_is_one_page_in_japanese(paper: Any) -> None:
    """With a letter in its place that is as wide as Japanese ones, whatever fonts there are."""
    setup = PageSetup(paper, every=True, second=ONE_LANGUAGE)
    for made, pages in ((TableCards(), len(CARDS)), (JudgeCard(), 2)):
        html = made.html(snapshot("ja"), ANY, setup)
        assert len(document(JAPANESE.sub("—", html)).pages) == pages


@pytest.mark.parametrize("code", LATIN)
def test_a_card_by_the_older_rules_is_one_page_too(code: str) -> None:
    older = [side(card, [by_older_rules(key)], languages.language(code))
             for key, card in CARDS.items()]  # fmt: skip
    made = TableCards()
    made.asked = lambda *_: made_of(older)  # type: ignore[method-assign]
    assert len(texts(made.render(snapshot(code), ANY).files["cards.pdf"])) == len(CARDS)


def made_of(sides: list[Any]) -> Any:
    from runner.render.documents.sheets.sheet import Content

    return Content("Table cards", tuple(sides))


def by_older_rules(key: str, **settings: Any) -> Played:
    usual = figures.usual(CARDS[key])
    older = replace(usual.phase, settings={"variant_rules": "classic", **settings})
    return Played(older, ruleset(older, {})[0])


def test_nothing_reaches_over_the_edge_of_a_card() -> None:
    """Words too long for their column would be drawn over the next one."""
    for code in CODES:
        html = TableCards().html(snapshot(code), ANY, PageSetup(every=True, second=ONE_LANGUAGE))
        for page in document(html).pages:
            for cell in cells(page._page_box):
                for line in lines(cell):
                    right = line.position_x + line.width
                    assert right <= cell.content_box_x() + cell.width + 0.5, text_of(line)


def cells(box: Any) -> Iterator[Any]:
    for child in box.descendants():
        if type(child).__name__ == "TableCellBox":
            yield child


def lines(cell: Any) -> Iterator[Any]:
    for child in cell.descendants():
        if type(child).__name__ == "TextBox":
            yield child


def text_of(box: Any) -> str:
    return str(box.text)


def test_the_event_plays_with_the_card_of_its_variant() -> None:
    assert [each.name for each in cards(snapshot(), second=ONE_LANGUAGE)] == ["Commander"]
    giant = phase(1, "swiss", Mode.HEAD_TO_HEAD, variant="two_headed_giant", rounds=3)
    shown = Day(events.event(12, giant)).snapshot
    (card,) = cards(shown, second=ONE_LANGUAGE)
    assert card.name == "Two-Headed Giant"
    assert card.facts == ("4 players", "two teams of 2", "30 life a team")
    said = {row.about: row.text for row in card.rows}
    assert said["Time limit"] == "50 minutes. Then finish the turn, and play 3 more turns."
    assert said["Points"] == "Win 3, draw 1, loss 0."
    duels = Day(events.swiss(8, 3, mode=Mode.HEAD_TO_HEAD)).snapshot
    assert not TableCards().render(duels, ANY).files, "a match of two needs no card"


def test_figures_are_those_of_the_phases() -> None:
    (front, _back) = cards(snapshot())
    said = {row.about: row.text for row in front.rows}
    assert said["Time limit"] == (
        "75 minutes. Then finish the turn, and play one more turn for each player left, within "
        "20 minutes. Playoff: No time limit."
    )
    assert said["Points"].startswith("Win 7, draw 1, loss 0.")
    regular = phase(1, "swiss", Mode.MULTIPLAYER, rounds=3, round_minutes=60, extra_turns="0",
                    win=4)  # fmt: skip
    (front, _back) = cards(Day(events.event(12, regular)).snapshot)
    said = {row.about: row.text for row in front.rows}
    assert said["Time limit"] == "60 minutes. Then the turn is finished, and the game ends."
    assert said["Points"].startswith("Win 4, draw 1, loss 0.")


def test_older_rules_have_lines_of_their_own() -> None:
    english = languages.language("en")
    now, older = (
        side(CARDS["grand_melee"], played, english)
        for played in ((), [by_older_rules("grand_melee")])
    )
    assert any("a marker for every four players" in row.text for row in now.rows)
    assert not any("marker" in row.text for row in older.rows)
    assert any("players ÷ 6, rounded down. With 28 players, 4." in row.text for row in older.rows)
    reach = side(CARDS["melee"], [by_older_rules("melee", spell_range=2)], english)
    assert any(row.text.startswith("2: your spells") for row in reach.rows)
    giant = side(CARDS["two_headed_giant"], [by_older_rules("two_headed_giant")], english)
    assert giant.facts[-1] == "40 life a team"


@pytest.mark.parametrize(
    ("event", "second", "spoken"),
    [("", "", "en de"), ("German", "", "de en"), ("ja", "", "ja en"), ("", "fr", "en fr"),
     ("it", "pt", "it pt"), ("es", ONE_LANGUAGE, "es")],
)  # fmt: skip
def test_each_side_has_its_language(event: str, second: str, spoken: str) -> None:
    now = replace(snapshot().event, language=languages.find(event))
    made = cards(replace(snapshot(), event=now), second=second)
    assert " ".join(each.language.code for each in made) == spoken
    with speaking(languages.language(spoken[:2])):
        assert made[0].rows[0].about == figures._(CARDS["commander"].lines[0].about)


def test_who_reads_aloud_is_told_the_language_of_each_side() -> None:
    data = TableCards().render(snapshot("fr"), ANY, PageSetup(second="it")).files["cards.pdf"]
    root: Any = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]
    assert root["/Lang"] == "fr"
    sides = [each for each in elements(root["/StructTreeRoot"]) if each.get("/S") == "/Sect"]
    assert [each["/Lang"] for each in sides] == ["fr", "it"]
    drawn = [each for each in elements(root["/StructTreeRoot"]) if each.get("/S") == "/Figure"]
    assert all("A B C D" in each["/Alt"] for each in drawn)
    assert len(drawn) == 2


def elements(node: Any) -> Iterator[Any]:
    node = node.get_object()
    if isinstance(node, list):
        for each in node:
            yield from elements(each)
    elif isinstance(node, dict):
        yield node
        if "/K" in node:
            yield from elements(node["/K"])


@pytest.mark.parametrize("key", [key for key, each in variants.REGISTRY.items() if each.teams])
def test_a_table_is_drawn_as_the_chairs_of_the_variant_stand(key: str) -> None:
    variant = variants.REGISTRY[key]
    for rules in Rules:
        drawn = CARDS[key].table(replace(figures.usual(CARDS[key]).rules, variant_rules=rules))
        assert len(drawn.spots) == 2 * variant.members
        assert sum(spot.dark for spot in drawn.spots) == variant.members
        ring = variant.ring(2, rules)
        if not ring:
            continue
        clockwise = sorted(drawn.spots, key=lambda spot: angle(spot.x, spot.y))
        turns = [int(spot.name) for spot in clockwise]
        first = [chair.turn for chair in ring]
        assert any(turns[at:] + turns[:at] == first for at in range(len(turns))), (turns, first)
        assert sum(spot.ring for spot in drawn.spots) == (2 if "emperor" in key else 0)


def test_seats_stand_as_on_the_plate_of_a_phone() -> None:
    spots = {spot.name: spot for spot in CARDS[USUAL.key].table(figures.usual(USUAL).rules).spots}
    a, b, c, d = (spots[letter] for letter in "ABCD")
    assert (a.y, d.y) == (pytest.approx(b.y), pytest.approx(c.y))
    assert a.y < d.y
    assert a.x < b.x
    assert d.x < c.x


def angle(x: float, y: float) -> float:
    from math import atan2

    return atan2(y - 80, x - 100)


@pytest.mark.parametrize("code", LATIN)
def test_the_judge_s_card_is_two_sides_with_every_rule(code: str) -> None:
    for paper in (A4, LETTER):
        data = JudgeCard().render(snapshot(code), ANY, PageSetup(paper)).files["judge.pdf"]
        pages = texts(data)
        assert len(pages) == 2
        html = JudgeCard().html(snapshot(code), ANY, PageSetup(paper))
        for page, side_ in zip(pages, html.split("<section")[1:], strict=True):
            said = re.findall(r"<span[^>]*>([^<]*)</span>", side_)
            assert len(said) > 50
            for words in said:
                assert letters(unescape(words)) in letters(page)


def test_cards_are_printed_before_any_round_and_as_often_as_wanted(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", planned(18))

    def printed(*words: str) -> int:
        answer = run("print", folder.root, *words)
        assert answer == f"Table cards: {folder.root / 'lists' / 'cards.pdf'}\n"
        return len(pypdf.PdfReader(folder.root / "lists" / "cards.pdf").pages)

    assert printed("cards") == 2
    assert printed("cards", "--copies", "5") == 10
    assert printed("cards", "--all", "--second-language", "none") == len(CARDS)
    assert printed("cards") == 1, "how many is not remembered, the language is"
    assert printed("cards", "--second-language", "Deutsch") == 2
    answer = ran("print", folder.root, "judge")
    assert answer.output == f"Judge’s card: {folder.root / 'lists' / 'judge.pdf'}\n"
    answer = run("print", folder.root, "cards", "--second-language", "Elvish", code=2)
    assert "There is no “Elvish”" in answer


def test_cards_are_the_same_in_a_rehearsal() -> None:
    """They tell no results that could be made up."""
    plain = snapshot()
    rehearsed = replace(plain, rehearsal=True)
    for made, name in ((TableCards(), "cards.pdf"), (JudgeCard(), "judge.pdf")):
        said = [
            texts(made.render(shown, ANY, PageSetup()).files[name]) for shown in (plain, rehearsed)
        ]
        assert said[0] == said[1]
