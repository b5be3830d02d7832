"""The rules in plain language: complete, true to the values, with their sources."""

import html
import re
from dataclasses import replace
from typing import Any

import pytest

from runner.app.sample_players import players
from runner.compute.checks.event import fewer_than_usual
from runner.compute.compute import compute
from runner.compute.progress import Progress
from runner.compute.reconcile.reconcile import reconcile
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.core.problems import Severity
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.render.cards.variant_cards import CARDS
from runner.render.desk.status import state_line
from runner.render.rules_text import Section, Sentence, in_plain_language
from runner.render.site import render
from runner.rules import presets, variants
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.settings import BY_NAME, ValueKind
from runner.standings.ranking import Rankings
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS
from tests.support import sample
from tests.support.commands import run
from tests.support.events import phase, planned
from tests.support.sample import Plan

pytestmark = pytest.mark.thorough  # left out of make quick

H2H = Mode.HEAD_TO_HEAD


def rules(preset: str = "mamtr", pod_size: int | None = None, **settings: Any) -> Ruleset:
    mode = presets.load(preset).mode
    phase = Phase(1, "Swiss", mode, "swiss", preset, pod_size=pod_size, settings=settings)
    made, problems = ruleset(phase, {})
    assert not problems
    return made


def sentences(sections: tuple[Section, ...]) -> list[Sentence]:
    return [each for section in sections for each in section.sentences]


def said(made: Ruleset, part: str) -> Sentence:
    found = [each for each in sentences(in_plain_language(made)) if part in each.text]
    assert len(found) == 1, part
    return found[0]


def text(made: Ruleset) -> str:
    return " ".join(each.text for each in sentences(in_plain_language(made)))


@pytest.mark.parametrize("key", presets.names())
def test_every_preset_is_told_with_a_source_for_each_sentence_and_no_change(key: str) -> None:
    sections = in_plain_language(rules(key))
    assert {"match_points", "standings", "pairing", "seats", "time"} <= {e.key for e in sections}
    for each in sentences(sections):
        assert each.source, each.text
        assert not each.changed, each.text
        assert each.text[0].isupper(), each.text
        assert each.text.endswith("."), each.text
        assert "None" not in each.text
        assert "_" not in each.text


@pytest.mark.parametrize("name", [each for each in BY_NAME if BY_NAME[each].choices])
def test_every_choice_of_every_setting_can_be_told(name: str) -> None:
    for choice in BY_NAME[name].choices:
        for preset in ("mamtr", "mtr"):
            assert sentences(in_plain_language(rules(preset, **{name: choice})))


def test_every_scoring_says_more_than_its_name() -> None:
    for key in SCORINGS:
        points = in_plain_language(rules("custom", scoring=key))[0]
        assert points.key == "match_points"
        assert len(points.sentences) > 1, key


def test_every_tiebreaker_can_be_pointed_at_in_the_order_of_the_ranking() -> None:
    order = [*reversed(TIEBREAKERS)]
    sections = in_plain_language(rules(tiebreakers=order))
    standings = next(each for each in sections if each.key == "standings")
    assert standings.numbered
    assert [each.key for each in standings.sentences] == ["", *order, ""]
    for each in standings.sentences[1:-1]:
        assert TIEBREAKERS[each.key].MEANING in each.text
        assert TIEBREAKERS[each.key].ABBREVIATION in each.text
    keys = [section.key for section in sections] + order
    assert len(set(keys)) == len(keys), "each is an anchor on one page"


@pytest.mark.parametrize(("preset", "win", "bye"), [
    ("mamtr", "a pod gives 7 match points", "A bye gives 7 match points, as much as a win."),
    ("mamtr-2023", "a pod gives 5 match points", "A bye gives 5 match points, as much"),
    ("mtr", "a match gives 3 match points", "counts as a match won 2-0."),
])  # fmt: skip
def test_points_are_those_of_the_preset(preset: str, win: str, bye: str) -> None:
    assert said(rules(preset), "Winning").text == f"Winning {win}."
    assert bye in said(rules(preset), "A bye gives").text


@pytest.mark.parametrize(("preset", "own", "opponents", "byes"), [
    ("mamtr", "has no floor", "at least 1/7 in OMW%", "byes are left out of OMW%"),
    ("mmta", "at least 0.20", "at least 0.20 in OMW%", "bye counts as 3 opponents"),
])  # fmt: skip
def test_floors_and_byes_are_those_of_the_preset(
    preset: str, own: str, opponents: str, byes: str
) -> None:
    whole = text(rules(preset))
    for part in (
        f"A player’s own MW% {'counts as ' if preset == 'mmta' else ''}{own}", opponents, byes,
    ):  # fmt: skip
        assert part in whole


def test_what_no_tiebreaker_looks_at_is_not_told() -> None:
    whole = text(rules("topdeck"))
    assert "GW%" not in whole
    assert "OAMP" not in whole
    assert "A player’s own MW%" not in whole
    assert "small pod" not in text(rules("mtr"))


def test_what_a_drawn_pod_counts_in_gw_is_told_where_that_counts() -> None:
    said = "In GW% a drawn pod counts only the games that were reported."
    assert said in text(rules("mamtr", tiebreakers="omw, gw"))
    assert said not in text(rules("mtr"))


def test_wagers_are_told_in_their_own_words() -> None:
    made = rules("hareruya", seat_factors="1, 1.1", wager_bye="average", wager_draw="lose")
    whole = text(made)
    assert "Everybody begins with 1000 points." in whole
    assert "stakes 7 per cent of the points" in whole
    assert "1 times in seat A and 1.1 times in seat B." in whole
    assert "gains in a match on average, settled after the last round." in whole
    assert "A player who loses on average neither gains nor loses by it" in whole
    assert "Each round before a late entry counts as a lost match and costs a stake" in whole
    assert "does not show up loses their stake, even where the others" in whole
    assert "In a draw everybody loses their stake." in whole
    assert "mean over all orders" not in whole
    assert "mean over all orders" in text(rules("hareruya-averaged"))


def test_a_phase_that_is_a_playoff_tells_nothing_of_swiss_pairing() -> None:
    phase = Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination", "mamtr", cut=16)
    sections = in_plain_language(rules(drawn_elimination="play_on"), phase, 3)
    assert [each.key for each in sections if each.key in ("pairing", "seats", "playoff")] == [
        "playoff"
    ]
    words = [each.text for each in sentences(sections)]
    assert "A drawn pod is played on until it has a winner." in words
    assert "There are 3 rounds." in words


def test_a_playoff_says_nothing_of_points_and_tiebreakers_unless_they_rank() -> None:
    def keys(kind: str, mode: Mode) -> set[str]:
        phase = Phase(2, "Top 8", mode, kind, cut=8)
        return {each.key for each in in_plain_language(ruleset(phase, {})[0], phase, 3)}

    told = {"match_points", "standings", "details"}
    for mode in (H2H, Mode.MULTIPLAYER, Mode.DRAFT):
        assert not told & keys("single_elimination", mode)
    assert not told & keys("double_elimination", H2H)
    assert told <= keys("double_elimination", Mode.MULTIPLAYER)


def test_two_at_a_table_are_not_told_of_others_and_no_source_is_said_twice() -> None:
    found = sentences(in_plain_language(rules("mtr")))
    assert not [each.text for each in found if "others at the table" in each.text]
    bye = next(each for each in found if each.text.startswith("A bye gives"))
    assert bye.source == "MTR App. C, byes: a match won 2-0"


def told(kind: str, mode: Mode, preset: str, **settings: Any) -> list[Sentence]:
    phase = Phase(2, "Top 8", mode, kind, preset, cut=8, settings=settings)
    made, problems = ruleset(phase, {})
    assert not problems
    section = next(each for each in in_plain_language(made, phase, 3) if each.key == "playoff")
    assert all(each.source or each.changed for each in section.sentences)
    return [*section.sentences]


def test_a_bracket_says_who_meets_whom() -> None:
    words = {each.text: each.source for each in told("single_elimination", H2H, "mtr")}
    (meets,) = (each for each in words if each.startswith("The highest seed meets the lowest"))
    assert words[meets] == "MTR 10.4"
    assert not [each for each in words if "draft" in each or "losers’" in each]
    pods = [each.text for each in told("single_elimination", Mode.MULTIPLAYER, "mamtr")]
    assert not [each for each in pods if "meets the lowest" in each]


def test_a_playoff_without_a_limit_but_in_its_late_rounds_says_so() -> None:
    phase = Phase(2, "Top 8", H2H, "single_elimination", "mtr", cut=8)
    made = ruleset(phase, {"round_minutes": None})[0]
    words = [each.text for each in sentences(in_plain_language(made, phase, 4))]
    assert "Quarterfinals and semifinals last 90 minutes; other rounds have no time limit." in words


def test_one_of_something_is_told_as_one() -> None:
    whole = text(rules(extra_turns="1", extra_turn_minutes=None, round_minutes=1))
    assert "A round lasts 1 minute." in whole
    assert "1 extra turn follows." in whole


def test_a_draft_playoff_says_that_opposite_seats_meet() -> None:
    found = told("single_elimination", Mode.DRAFT, "mtr")
    (seats,) = (each for each in found if "opposite seats meet" in each.text)
    assert "1 and 5, 3 and 7, 2 and 6, 4 and 8" in seats.text
    assert seats.source == "MTR 10.4"
    assert not [each for each in found if "meets the lowest" in each.text]
    both = [each.text for each in told("double_elimination", Mode.DRAFT, "mtr")]
    assert not [each for each in both if "opposite seats" in each]  # Runner draws these by seed


def test_a_double_elimination_tells_its_brackets_and_its_final() -> None:
    whole = " ".join(each.text for each in told("double_elimination", H2H, "mtr"))
    assert "moves to the losers’ bracket; whoever loses there is out." in whole
    assert "two who have met meet again as late as possible" in whole
    assert "played as soon as its players are known." in whole
    assert "If the winner of the losers’ bracket wins it, it is played once more." in whole
    found = told("double_elimination", H2H, "mtr", grand_final_reset=False)
    (once,) = (each for each in found if "grand final" in each.text)
    assert once.text.endswith("the grand final, which is played once.")
    assert once.changed


def test_a_second_day_says_whether_points_go_on_counting() -> None:
    def first(carried: bool | None, **settings: Any) -> Sentence:
        return in_plain_language(rules(**settings), carried=carried)[0].sentences[0]

    assert first(True).text == (
        "Points, tiebreakers and opponents of the phase before still count."
    )
    assert first(False).text.startswith("Everybody starts from zero: ")
    assert first(None).text.startswith("Winning a pod gives")
    assert not first(False).changed
    assert first(False, carry_points=False).changed


WHERE = [
    ("swiss", Mode.MULTIPLAYER, "mamtr"), ("swiss", H2H, "mtr"),
    ("swiss", Mode.MULTIPLAYER, "mmta"), ("swiss", Mode.MULTIPLAYER, "hareruya"),
    ("single_elimination", H2H, "mtr"), ("double_elimination", H2H, "mtr"),
    ("round_robin", H2H, "mtr"), ("swiss", Mode.MULTIPLAYER, "topdeck"),
]  # fmt: skip


@pytest.mark.parametrize("name", [each for each in BY_NAME if BY_NAME[each].kind is ValueKind.FLAG])
def test_every_yes_or_no_is_told_where_it_matters(name: str) -> None:
    def whole(place: tuple[str, Mode, str], value: bool) -> list[str]:
        kind, mode, preset = place
        phase = Phase(2, "Day 2", mode, kind, preset, settings={name: value})
        made = ruleset(phase, {})[0]
        carried = value if name == "carry_points" else None
        return [each.text for each in sentences(in_plain_language(made, phase, carried=carried))]

    assert any(whole(place, True) != whole(place, False) for place in WHERE)


def test_planned_rounds_say_who_planned_them() -> None:
    def source(rounds: int | None) -> str:
        phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", "mamtr", rounds=rounds)
        found = sentences(in_plain_language(rules(), phase, 5))
        return next(each.source for each in found if each.text == "There are 5 rounds.")

    assert source(5) == "As the organiser says"
    assert source(None) == "As recommended for this many players"


def test_only_what_differs_from_the_preset_is_marked_as_changed() -> None:
    made = rules(draw=0, round_minutes=80)
    changed = [each for each in sentences(in_plain_language(made)) if each.changed]
    assert [each.text for each in changed] == [
        "A drawn pod gives no match points to any of its players, including those already out of "
        "the game.",
        "A round lasts 80 minutes.",
    ]
    assert [each.source for each in changed] == ["", ""]


def test_a_value_that_is_stated_as_the_preset_has_it_is_no_change() -> None:
    made = rules(win=7, draw=1, tiebreakers="mw, oamp, omw")
    assert not any(each.changed for each in sentences(in_plain_language(made)))


def test_a_formula_that_follows_another_pod_size_is_no_change_of_its_own() -> None:
    made = rules(pod_size=3)
    win = said(made, "Winning")
    assert (win.text, win.changed) == ("Winning a pod gives 5 match points.", False)
    assert said(made, "A full pod").changed


def test_the_command_lists_every_preset_with_name_and_date() -> None:
    shown = run("rules")
    words = " ".join(shown.split())
    for key in presets.names():
        preset = presets.load(key)
        assert f"{key}: {preset.name} ({preset.date})" in words
        assert preset.summary in words


def test_the_command_tells_one_preset_with_its_sources() -> None:
    shown = run("rules", "mamtr")
    words = " ".join(shown.split())
    for each in sentences(in_plain_language(rules("mamtr"))):
        assert f"{each.text} [{each.source}]" in words
    assert max(map(len, shown.splitlines())) <= 92


@pytest.mark.parametrize(
    ("typed", "fix"),
    [("mamrt", "Did you mean “mamtr”?"), ("chess", "List the presets: runner rules")],
)
def test_an_unknown_preset_is_answered_with_a_way_on(typed: str, fix: str) -> None:
    assert f"There is no preset “{typed}”. {fix}" in run("rules", typed, code=1)


def small() -> Snapshot:
    return sample.snapshot(Plan(players=26, waiting=2))


def changed() -> Snapshot:
    """A draw is worth nothing, unlike in the preset; a playoff follows."""
    snapshot = small()
    first = snapshot.phases[0]
    rules, _ = ruleset(replace(first.phase, settings={"draw": 0}), {})
    final = Phase(2, "Top 4", Mode.MULTIPLAYER, "single_elimination", cut=4)
    second = PhaseResult(final, ruleset(final, {})[0], planned=1)
    return replace(snapshot, phases=(replace(first, ruleset=rules), second))


def page_of(snapshot: Snapshot, path: str = "scoring.html") -> str:
    return render(snapshot, {}).files[path].decode()


def test_the_page_tells_the_rules_in_force_with_sources_and_changes() -> None:
    page = page_of(small())
    assert "Winning a pod gives 7 match points." in page
    assert "MAMTR App. C, match points" in page
    assert "Changed for this event" not in page
    page = page_of(changed())
    assert page.count("Changed for this event") == 1
    assert "with <b>1 change for this event</b>" in page


def test_the_page_begins_with_the_figures_that_are_asked_for_most() -> None:
    above = page_of(small()).partition("rulebook")[0]
    figures = re.findall(r"<dt><bdi>(.+?)</bdi></dt><dd><bdi>(.+?)</bdi>", above)
    assert ("A round", "75") in figures
    assert figures[-3:] == [("Win", "7 points"), ("Draw", "1 point"), ("Loss", "0 points")]


def second_day(**settings: bool) -> Snapshot:
    snapshot = small()
    later = Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", settings=settings)
    final = Phase(3, "Top 4", Mode.MULTIPLAYER, "single_elimination", cut=4)
    more = (PhaseResult(each, ruleset(each, {})[0], planned=1) for each in (later, final))
    return replace(snapshot, phases=(snapshot.phases[0], *more))


def test_a_second_day_tells_whether_the_first_goes_on_counting() -> None:
    goes_on = "tiebreakers and opponents of the phase before still count."
    anew = "Everybody starts from zero"
    days = page_of(second_day()).split('<article class="rulebook">')[1:]
    assert [goes_on in each for each in days] == [False, True, False]
    assert not [each for each in days if anew in each]
    days = page_of(second_day(carry_points=False)).split('<article class="rulebook">')[1:]
    assert [anew in each for each in days] == [False, True, False]
    assert "Changed for this event" in days[1]


def test_each_phase_has_its_part_and_its_own_anchors() -> None:
    page = page_of(changed())
    assert page.count('<article class="rulebook">') == 2
    assert "Top 4" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {"omw", "match-points", "p2-playoff"} <= set(ids)
    assert not {"p2-omw", "p2-match-points", "p2-pairing"} & set(ids)


def test_every_page_leads_there_and_a_player_s_values_to_their_rule() -> None:
    files = render(small(), {}).files
    for path, content in files.items():
        if path.endswith(".html") and path != "embed.html":  # which stands on another site
            up = "../" * path.count("/")
            assert f'href="{up}scoring.html"' in content.decode(), path
    page = files["players/P004.html"].decode()
    rules = re.findall(r'<a href="../scoring.html#([^"]+)">The rule', page)
    assert rules == ["match-points", "mw", "oamp", "omw"]
    for each in rules:
        assert f'id="{each}"' in files["scoring.html"].decode()


def test_a_result_changes_nothing_on_the_page() -> None:
    before = small()
    playing = next(table.number for table in before.rounds[-1].tables if not table.finished)
    assert page_of(sample.with_result(before, playing)) == page_of(before)


def event(count: int, enforcement: str = "competitive", **more: object) -> Event:
    return planned(count, phase(1, name="Swiss", **more), date="", enforcement=enforcement)


def notes(now: Event) -> list[str]:
    found = compute(now, Ledger()).problems
    assert all(each.severity is Severity.NOTE for each in found)
    return [each.text for each in found]


@pytest.mark.parametrize(("count", "line"), [
    (0, "No players yet."),
    (
        4,
        "4 players, no round out yet. For 4 players the rules suggest one elimination pod. "
        "Competitive asks for at least 16 players and 2 rounds.",
    ),
    (
        118,
        "118 players, no round out yet. For 118 players the rules suggest 6 rounds and a "
        "Top 16. Competitive asks for at least 16 players and 2 rounds.",
    ),
])  # fmt: skip
def test_before_round_1_the_organiser_is_told_what_the_rules_recommend(
    count: int, line: str
) -> None:
    assert state_line(compute(event(count), Ledger())) == line


def test_the_advice_counts_who_plays_in_round_1() -> None:
    now = event(118)
    late = tuple(replace(each, enters=2) for each in now.players[:60])
    said = state_line(compute(replace(now, players=(*late, *now.players[60:])), Ledger()))
    assert said == (
        "118 players, no round out yet. For 58 players the rules suggest 5 rounds and a Top "
        "16. Competitive asks for at least 16 players and 2 rounds."
    )


@pytest.mark.parametrize(("now", "expected"), [
    (event(16, rounds=2), []),
    (event(15, rounds=2), ["At Competitive the rules ask for at least 16 players; 15 would "
                           "play in round 1."]),
    (event(16, rounds=1), ["At Competitive the rules ask for at least 2 rounds; 1 is "
                           "planned."]),
    (event(4, "regular", rounds=1), []),
    (event(3, "regular", rounds=1), ["At Regular the rules ask for at least 4 players; 3 would "
                                     "play in round 1."]),
    (event(15, "professional"), ["At Professional the rules ask for at least 16 players; 15 "
                                 "would play in round 1."]),
    (event(0), []),
])  # fmt: skip
def test_too_small_an_event_is_noted_and_never_refused(now: Event, expected: list[str]) -> None:
    assert notes(now) == expected


def test_head_to_head_has_minimums_of_its_own() -> None:
    phase = Phase(1, "Swiss", Mode.HEAD_TO_HEAD, "swiss", rounds=2)
    now = Event("Friday", seed="s", phases=(phase,), players=players(4))
    assert notes(now) == ["At Competitive the rules ask for at least 3 rounds; 2 are planned."]


def test_once_round_1_is_out_nobody_is_reminded_any_more() -> None:
    first = small().phases[0]
    now = event(15, rounds=1)
    reconciled = reconcile(now, Ledger(), {1: 1})
    progress = Progress(now, Ledger(), reconciled, {1: first.ruleset}, Rankings())
    assert [*fewer_than_usual(progress, (replace(first, planned=1, rounds=()),))]
    assert not [*fewer_than_usual(progress, (replace(first, planned=1),))]


@pytest.mark.parametrize("key", variants.REGISTRY)
def test_the_page_tells_what_is_played_at_the_table_of_a_variant(key: str) -> None:
    """As its card does, and not as a change of this event."""
    variant = variants.REGISTRY[key]
    snapshot = compute(planned(30, phase(mode=variant.mode, variant=key, rounds=3)), Ledger())
    page = page_of(snapshot)
    said = [line for line in CARDS[key].lines if line.source and not (line.follows or line.by)]
    assert said
    for line in said:
        assert line.text in html.unescape(page)
    assert f">{html.escape(variant.name)}<" in page
    assert "Changed for this event" not in page
