"""All that players read can be said in another language."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import ENGLISH, _, ngettext, pgettext, speaking
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.rounds import Outcome
from runner.core.time_sheet import TimeExtension
from runner.phases import REGISTRY as PHASE_TYPES
from runner.render import scripts
from runner.render import text as texts
from runner.render.documents.registry import REGISTRY
from runner.render.documents.sheets.sheet import Sheet
from runner.render.rules_text import Section, in_plain_language
from runner.render.screens import Screens
from runner.render.site import render
from runner.rules import presets
from runner.rules.ruleset import ruleset
from runner.standings.model import Record
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS
from tests.support import events
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.messages import ROOT, messages
from tests.support.pseudo import Pseudo, in_greek, of_data, outside, untranslated, words
from tests.support.soak import some

pytestmark = pytest.mark.thorough  # left out of make quick

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
    "early in the playoff": lambda: events.event(
        16, phase(1, mode=ONE, rounds=5, advance_points=9),
        phase(2, "single_elimination", ONE, cut=8),
    ),
}  # fmt: skip


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Pseudo:
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


def left_out(state: str, snapshot: Snapshot) -> dict[str, str]:
    """What of all that is published of a snapshot is in no catalogue, and where it stands."""
    missing: dict[str, str] = {}
    files = {**render(snapshot, {}).files, **Screens().render(snapshot)}
    for path, content in files.items():
        where = f"{state}: {path}"
        if path.endswith((".html", ".xml", ".svg")):
            missing |= dict.fromkeys(untranslated(content.decode()), where)
        elif path.endswith(".js") and b"function" not in content and b"=>" not in content:
            missing |= dict.fromkeys(of_data(content.decode()), where)
    return missing


def test_every_text_of_a_draft_is_in_the_catalogues(pseudo: Pseudo) -> None:
    first = phase(1, "swiss", Mode.DRAFT, rounds=3)
    day = DraftDay(in_greek(events.event(19, first, automatic=False, decisions=())))
    missing = left_out("planned", day.snapshot)
    for kind, number in (("make pods", 0), ("start building", 0), ("pair round", 1)):
        missing |= left_out(kind, day.ask(kind, number))
        round_id = RoundId(1, number)
        papers = (each for each in REGISTRY.values() if isinstance(each, Sheet))
        for paper in papers:
            html = paper.html(day.snapshot, round_id)
            missing |= dict.fromkeys(untranslated(html), f"{kind}: {paper.KEY}")
    assert not missing, "\n".join(f"{where}: {line}" for line, where in missing.items())


@pytest.mark.soak
@pytest.mark.parametrize("kind", some(EVENTS, 2))
def test_every_text_of_pages_and_screens_is_in_the_catalogues(kind: str, pseudo: Pseudo) -> None:
    missing: dict[str, str] = {}
    for state, snapshot in states(EVENTS[kind]()):
        missing |= left_out(state, snapshot)
    assert not missing, f"{len(missing)}:\n" + "\n".join(
        f"{where}: {line}" for line, where in missing.items()
    )


ODD: dict[str, dict[str, SettingValue]] = {
    "as the preset has it": {},
    "nothing for anything": {"win": 0, "draw": 0, "bye": 0, "loss": 0},
    "half points": {"win": Fraction(5, 2), "draw": Fraction(1, 2), "loss": 1, "bye": 1},
    "wagers": {"scoring": "wager", "wager_bye": "average", "wager_rounding": "up",
               "wager_draw": "lose", "seat_factors": (Fraction(1), Fraction(11, 10))},
    "a mean over all orders": {"scoring": "wager", "order_average": True, "wager_bye": "1.5"},
    "no bye in wagers": {"scoring": "wager", "wager_bye": None, "wager_draw": "split"},
    "placement points": {"scoring": "placement", "place_points": (Fraction(4), Fraction(1))},
    "every tiebreaker": {"tiebreakers": tuple(TIEBREAKERS), "own_floor": Fraction(1, 5),
                         "phantom_in_small_pods": True, "phantom_in_oamp": True},
    "no such floors": {"tiebreakers": tuple(TIEBREAKERS), "own_floor": None, "bye_opponents": 3,
                       "phantom_in_small_pods": True, "phantom_in_oamp": False},
    "draws are played on": {"drawn_elimination": "play_on", "third_place": True},
    "draws by seed": {"drawn_elimination": "highest_seed", "elimination_pattern": "column"},
    "best of one": {"best_of": 1, "bye_is_match": True},
    "best of five": {"best_of": 5, "bye_is_match": True, "bye": 1},
    "longer later": {"best_of": (1, 3, 5), "grand_final_reset": False},
    "byes": {"uneven": "byes", "max_byes": 1, "advance_points": 12, "keep_clubs_apart": True},
    "pods, then byes": {"uneven": "small_pods_then_byes", "max_byes": None, "method": "random"},
    "small pods": {"uneven": "small_pods", "small_pods_last": True, "seats": "sliding_window"},
    "by rank": {"method": "power", "seats": "random", "last_round_by_standing": True},
    "shuffled": {"method": "bubble", "seats": "top_seed_first",
                 "seat_strengths": (Fraction(1, 2), Fraction(1, 4))},
    "groups": {"group_size": 4, "group_advance": 2, "double_round": True, "keep_clubs_apart": True},
    "no limit": {"round_minutes": None, "standings_hidden": True},
    "no turns": {"round_minutes": 80, "extra_turns": "0", "carry_points": False},
    "a turn": {"extra_turns": "1", "extra_turn_minutes": None},
    "turns": {"extra_turns": "players_left", "extra_turn_minutes": 20},
}  # fmt: skip


def explained(key: str, settings: dict[str, SettingValue]) -> Iterator[Section]:
    for type_, mode, number in product(PHASE_TYPES, Mode, (1, 2)):
        for size in (3, 5) if mode is TWO else (2,):
            phase = Phase(number, "Φάση", mode, type_, key, pod_size=size, settings=settings)
            rules = ruleset(phase, {})[0]
            # What the event states for all its phases is not its playoff's.
            everywhere = replace(phase, settings={})
            for where, rounds in ((phase, None), (everywhere, 1 + number)):
                yield from in_plain_language(rules, where, rounds, carried=number > 1)


@pytest.mark.soak
@pytest.mark.parametrize("key", some(presets.names(), 2))
def test_every_sentence_of_the_rules_is_in_the_catalogues(key: str) -> None:
    missing = set()
    with speaking(Pseudo()):
        for settings in ODD.values():
            for section in explained(key, settings):
                said = [section.heading]
                for sentence in section.sentences:
                    said += [sentence.text, sentence.source]
                missing |= {text for text in said if words(outside(text))}
    assert not missing


def test_every_source_of_a_preset_is_in_the_catalogues() -> None:
    known = messages()
    for key in presets.names():
        for level in (presets.COMPETITIVE, presets.REGULAR):
            sources = presets.load(key, level).sources.values()
            assert not [each for each in sources if each not in known and words(each)]


def test_scripts_say_the_words_of_the_catalogue() -> None:
    class Made(Pseudo):
        plural_form = "n > 1"

    script = (
        '_("Round {n}", { n: 1 }); ngettext("{n} \\"a\\"", "{n} as", 2); pgettext("b", "Draw");'
    )
    assert scripts.translated(script, Made()) == (
        '_("⟦Round {n}⟧", { n: 1 }); ngettext(["⟦{n} \\"a\\"⟧", "⟦{n} as⟧"], 2); '
        'pgettext("b", "⟦Draw⟧");'
    )
    assert "forms[Number(n > 1)]" in scripts.words(Made())


def test_every_text_of_scripts_is_in_the_catalogues() -> None:
    asked: set[tuple[str, str]] = set()

    class Asked(Pseudo):
        plural_form = "n > 1"

        def text(self, message: str, context: str = "") -> str:
            asked.add((message, context))
            return message

        def forms(self, one: str, many: str) -> tuple[str, ...]:
            asked.add((one, ""))
            return one, many

    for script in (ROOT / "templates").rglob("*.js"):
        if script.name != "words.js":  # which only explains how texts are written
            scripts.translated(script.read_text("utf-8"), Asked())
    known = messages()
    assert ("live", "") in asked
    assert not [each for each in asked if known.get(each[0], each[1] or None) is None]


def test_what_is_said_in_english_stays_as_it_is() -> None:
    with speaking(languages.language("")):
        assert _("Table {table}", table=3) == "Table 3"
        assert ngettext("{n} point", "{n} points", Fraction(43, 2)) == "21.5 points"
        assert pgettext("result", "Draw") == "Draw"


@pytest.mark.parametrize("outcome", Outcome)
def test_the_letter_of_an_outcome_can_be_another(outcome: Outcome) -> None:
    english = texts.letter(outcome)
    with speaking(Pseudo()):
        assert texts.letter(outcome) != english


def test_a_record_runs_from_left_to_right_on_pages_that_do_not() -> None:
    with speaking(Pseudo("rtl")):
        assert texts.record(Record(2, losses=1)) == "2\u200e–\u200e1\u200e–\u200e0"
    assert texts.record(Record(2, losses=1)) == "2–1–0"
