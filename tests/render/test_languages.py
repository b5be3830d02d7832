"""All that players read can be said in another language."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Mode, RoundId, TimeExtension
from runner.core.language import ENGLISH, _, ngettext, pgettext, speaking
from runner.render import scripts
from runner.render import text as texts
from runner.render.screens import Screens
from runner.render.site import render
from runner.standings.model import Record
from tests.support import events
from tests.support.day import Day, drawn_results
from tests.support.events import phase
from tests.support.pseudo import Pseudo, in_greek, of_data, untranslated

ONE, TWO = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER
EVENTS = {
    "pods and a cut": lambda: events.swiss_and_playoff(26, TWO, swiss=3, cut=16),
    "pods of Hareruya": lambda: events.swiss(13, 3, preset="hareruya"),
    "pods of TopDeck": lambda: events.swiss(17, 3, preset="topdeck"),
    "duels and a final": lambda: events.swiss_and_playoff(19, ONE, swiss=3, cut=4),
    "double elimination": lambda: events.event(9, phase(1, "double_elimination", ONE)),
    "pods, elimination alone": lambda: events.event(24, phase(1, "single_elimination", TWO)),
    "a round robin": lambda: events.event(
        12, phase(1, "round_robin", ONE, groups=2), phase(2, "single_elimination", ONE, cut=4)
    ),
    "best of one": lambda: events.swiss(8, 3, mode=ONE, best_of=1),
}  # fmt: skip


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Pseudo:
    """Whatever is published speaks the pseudo-language."""
    spoken = Pseudo()
    monkeypatch.setattr(languages, "language", lambda code: spoken if code else ENGLISH)
    return spoken


def states(now: Event) -> Iterator[tuple[str, Snapshot]]:
    """The event before the first round, in each round (half of it played), and at the end."""
    plain = in_greek(now)
    yield "planned", Day(replace(plain, decisions=())).snapshot
    day = Day(plain)
    first = day.event.players[0].id
    day.event = replace(day.event, extensions=(TimeExtension(1, 1, 7, "Κλήση"),))
    results = drawn_results("languages")
    day.save()
    while (current := day.snapshot.current_round) and not current.finished:
        yield str(current.id), day.snapshot
        half = {each.number: events.said(results, each) for each in current.tables[::2]}
        day.type(current.id, half)
        yield f"{current.id}, half", day.save()
        if current.id == RoundId(1, 2):
            day.drop(first, 2)
        before = day.snapshot
        day.play(results)
        if day.snapshot == before:
            break
    yield "over", day.snapshot


@pytest.mark.parametrize("kind", EVENTS)
def test_every_text_of_pages_and_screens_is_in_the_catalogues(kind: str, pseudo: Pseudo) -> None:
    missing: dict[str, str] = {}
    for state, snapshot in states(EVENTS[kind]()):
        files = {**render(snapshot, {}).files, **Screens().render(snapshot)}
        for path, content in files.items():
            where = f"{state}: {path}"
            if path.endswith((".html", ".xml", ".svg")):
                missing |= dict.fromkeys(untranslated(content.decode()), where)
            elif path.endswith(".js") and b"function" not in content and b"=>" not in content:
                missing |= dict.fromkeys(of_data(content.decode()), where)
    assert not missing, f"{len(missing)}:\n" + "\n".join(
        f"{where}: {line}" for line, where in missing.items()
    )


def test_scripts_say_the_words_of_the_catalogue() -> None:
    class Made(Pseudo):
        plural_form = "n > 1"

    script = (
        '_("Round {n}", { n: 1 }); ngettext("{n} \\"a\\"", "{n} as", 2); pgettext("b", "Draw");'
    )
    assert scripts.said(script, Made()) == (
        '_("⟦Round {n}⟧", { n: 1 }); ngettext(["⟦{n} \\"a\\"⟧", "⟦{n} as⟧"], 2); '
        'pgettext("b", "⟦Draw⟧");'
    )
    assert "forms[Number(n > 1)]" in scripts.words(Made())


def test_what_is_said_in_english_stays_as_it_is() -> None:
    with speaking(languages.language("")):
        assert _("Table {table}", table=3) == "Table 3"
        assert ngettext("{n} point", "{n} points", Fraction(43, 2)) == "21.5 points"
        assert pgettext("result", "Draw") == "Draw"


def test_a_record_runs_from_left_to_right_on_pages_that_do_not() -> None:
    with speaking(Pseudo("rtl")):
        assert texts.record(Record(2, 1)) == "2\u200e–\u200e1\u200e–\u200e0"
    assert texts.record(Record(2, 1)) == "2–1–0"
