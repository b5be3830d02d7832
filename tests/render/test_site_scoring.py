"""The page on scoring, the ways to it, and what the organiser is told before round 1."""

import html
import re
from dataclasses import replace

import pytest

from runner.app.sample_players import players
from runner.compute.checks.event import fewer_than_usual
from runner.compute.compute import compute
from runner.compute.progress import Progress
from runner.compute.reconcile.reconcile import reconcile
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Mode, Phase
from runner.core.problems import Severity
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.render.cards.variant_cards import CARDS
from runner.render.desk.status import state_line
from runner.render.site import render
from runner.rules import variants
from runner.rules.ruleset import ruleset
from runner.standings.ranking import Rankings
from tests.support import sample
from tests.support.events import phase, planned
from tests.support.sample import Plan


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


def second_day(**settings: bool) -> Snapshot:
    """A second day of Swiss follows, and then a playoff."""
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
    assert {"omw", "p2-omw", "match-points", "p2-playoff"} <= set(ids)
    assert "p2-pairing" not in ids


def test_every_page_leads_there_and_a_player_s_values_to_their_rule() -> None:
    files = render(small(), {}).files
    for path, content in files.items():
        if path.endswith(".html"):
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


@pytest.mark.parametrize(
    ("count", "line"),
    [
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
    ],
)
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


@pytest.mark.parametrize(
    ("now", "expected"),
    [
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
    ],
)  # fmt: skip
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
