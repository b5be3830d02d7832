"""What players have to know of their table: colours of a seat, and how large a common deck is."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from runner.app.desk_files import DeskFiles
from runner.compute.circle import Circle, circles
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.undo import Undo
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, SettingValue
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases.model import PhaseResult
from runner.render import at_table
from runner.render.desk.circle_view import circle_views
from runner.render.desk.desk_page import circle_page, page
from runner.render.desk.desk_view import desk_view
from runner.render.desk.facts import Facts
from runner.render.desk.steps import steps
from runner.render.documents.slips.slip import slips_for
from runner.render.rules_text import in_plain_language
from runner.render.site.player_now import now_of_all
from runner.render.site.shared import Shared
from runner.rules.ruleset import ruleset
from tests.support import events
from tests.support.events import AT
from tests.support.hall import quick


def result(variant: str, mode: Mode = Mode.MULTIPLAYER) -> PhaseResult:
    phase = events.phase(1, mode=mode, variant=variant)
    return PhaseResult(phase, ruleset(phase, {})[0])


def table(seats: int) -> Table:
    return Table(1, tuple(Seat(f"P{at}") for at in range(seats)))


@pytest.mark.parametrize(
    ("players", "cards"), [(4, 120), (5, 140), (6, 160), (7, 180), (8, 200), (9, 220), (10, 240)]
)
def test_a_common_deck_has_120_cards_for_four_and_20_more_for_each_further(
    players: int, cards: int
) -> None:
    """One Deck as a Melee."""
    said = at_table.deck(result("one_deck_melee"), table(players))
    assert said == f"Common deck: {cards} cards"


def test_two_teams_of_two_share_120_cards() -> None:
    """One Deck, two-on-two: two entrants, four people."""
    assert at_table.deck(result("one_deck", Mode.HEAD_TO_HEAD), table(2)) == (
        "Common deck: 120 cards"
    )


@pytest.mark.parametrize("variant", ["", "melee", "star", "grand_melee", "two_on_two"])
def test_elsewhere_everybody_has_a_deck_of_their_own(variant: str) -> None:
    assert at_table.deck(result(variant), table(5)) == ""


@pytest.mark.parametrize("variant", ["", "melee", "one_deck_melee"])
def test_only_the_star_has_colours(variant: str) -> None:
    assert at_table.colours(result(variant), table(5)) == ()


def test_pages_slip_and_desk_say_how_large_the_deck_is() -> None:
    phase = events.phase(1, rounds=1, variant="one_deck_melee", pod_size=5)
    snapshot, _ = events.published(events.event(10, phase))
    deck = "Common deck: 140 cards"
    assert {slip.group for slip in slips_for(snapshot, snapshot.current_round.id)} == {deck}
    shared = Shared(snapshot.for_players)
    assert {each.deck for each in shared.current.tables} == {deck}
    assert {now.table.deck for now in now_of_all(shared).values() if now.table} == {deck}
    desk = desk_view(replace(snapshot), Facts("2026-11-21T14:00:00+00:00"))
    assert {each.table.deck for each in desk.playing} == {deck}


def test_the_rules_say_that_two_can_win() -> None:
    """Of Two-Color Star, and of nothing else."""
    words = "Two players can win a table at once"
    for variant, said in (("star", True), ("", False), ("melee", False)):
        phase = events.phase(1, variant=variant, pod_size=8 if variant == "melee" else 5)
        sections = in_plain_language(ruleset(phase, {})[0], phase)
        assert any(words in each.text for section in sections for each in section.sentences) is said


# --- circle ---------------------------------------------------------------------------------------


FACTS = Facts("2026-11-21T14:00:00+00:00")


class Game(NamedTuple):
    """So many players in one circle, and the settings of its phase."""

    players: int
    rules: Mapping[str, SettingValue]


def grand_melee(players: int, **rules: SettingValue) -> Game:
    return Game(players, rules)


def after(game: Game, *out: int) -> Snapshot:
    """The game after these seats, from 0, have gone out one by one, as they were typed."""
    snapshot, _ = events.published(events.swiss(game.players, 1))
    phase = replace(snapshot.phases[0].phase, variant="grand_melee", settings=game.rules)
    rules, _ = ruleset(phase, {})
    seats = tuple(Seat(player.id) for player in snapshot.event.players)
    groups = tuple((seats[at].player,) for at in out)
    table = Table(1, seats, out=groups)
    if len(out) == len(seats) - 1:
        table = replace(table, seats=tuple(replace(seat, outcome=Outcome.LOSS) for seat in seats))
    result = replace(
        snapshot.phases[0], phase=phase, ruleset=rules, rounds=(Round(RoundId(1, 1), (table,)),)
    )
    return replace(snapshot, phases=(result,))


def circle(game: Game, *out: int) -> Circle:
    found = circles(after(game, *out))
    assert len(found) == 1
    return found[0]


def view(game: Game, *out: int) -> SimpleNamespace:
    return circle_views(after(game, *out))[0]


def test_an_event_without_a_grand_melee_has_no_such_page() -> None:
    snapshot, _ = events.published(events.swiss(8))
    assert circles(snapshot) == ()
    assert circle_page(snapshot, FACTS, "1") == b""
    assert b"grand-melee.html" not in page(snapshot, FACTS)[0]


def test_the_desk_leads_to_the_circle_of_everybody() -> None:
    """28 players at one table, none of them out."""
    snapshot = after(grand_melee(28))
    assert b'href="grand-melee.html"' in page(snapshot, FACTS)[0]
    written = circle_page(snapshot, FACTS, "17").decode()
    assert 'data-version="17"' in written
    for player in snapshot.players.values():
        assert player.name in written
    assert len(re.findall(r'class="spot[ "]', written)) >= 28


def test_the_start_says_who_begins() -> None:
    """Seven markers, four seats apart, by CR 807; four turns spread evenly by the classic rules."""
    current = view(grand_melee(28))
    assert current.sign == "7 turn markers to start with."
    assert [spot.letter for spot in current.spots if spot.start] == ["A", "E", "I", "M", "Q", "U",
                                                                     "Y"]  # fmt: skip
    classic = view(grand_melee(28, variant_rules="classic"))
    assert classic.sign == "4 turns at once to start with."
    assert [spot.letter for spot in classic.spots if spot.start] == ["A", "H", "O", "V"]


def test_a_marker_goes_with_the_first_of_28_by_cr_807() -> None:
    """To the right of who went out."""
    game = grand_melee(28)
    found = view(game, 5)
    names = [spot.name for spot in found.spots]
    assert found.sign == "Take one away: 6 turn markers."
    assert f"the first marker to the right of {names[5]} (seat F)" in found.detail
    assert f"Look from {names[4]} (seat E) on to the right." in found.detail
    assert found.ahead == "The next one goes when 23 are left."
    assert view(game, 5, 9).sign == "6 turn markers; none goes now."


def test_the_fifth_of_28_takes_a_classic_turn_away() -> None:
    """Four turns until 24 are left; at 23 three are advised, and the turn is looked for within
    spell range, two seats to either side, past those who are out."""
    game = grand_melee(28, variant_rules="classic")
    before = view(game, 1, 12, 16, 20)
    assert before.sign == "4 turns at once; none goes now."
    assert before.ahead == "Advised: 3 when 23 are left. Forced: 3 when 19 are left."
    found = view(game, 1, 12, 16, 20, 14)
    assert (found.left, found.turns, found.most) == (23, 3, 4)
    assert found.sign == "Take one away: 3 turns at once."
    looked = {spot.letter for spot in found.spots if spot.look}
    assert looked == {"L", "N", "O", "P", "R"}


def test_who_did_not_take_the_advice_is_told_when_they_must() -> None:
    """At 19 left, of four turns one has to go; with three, none."""
    found = view(grand_melee(28, variant_rules="classic"), *range(9))
    assert found.sign == "3 turns at once, and no more."
    assert found.detail.startswith("If there are still 4, one goes now.")


def test_the_spell_range_is_the_phase_s() -> None:
    """A classic range of one divides by four."""
    found = view(grand_melee(28, variant_rules="classic", spell_range=1))
    assert found.turns == 7
    assert found.rules[0] == "Spells reach 1 seat to either side. Attacks go to the left."


def test_whom_spells_reach_while_seats_are_empty() -> None:
    """Who is out last still counts as a position; those before have been closed up."""
    game = grand_melee(12, variant_rules="classic")
    assert circle(game).within_range(0) == {10: -2, 11: -1, 1: 1, 2: 2}
    assert circle(game, 1).within_range(0) == {10: -2, 11: -1, 2: 2}
    assert circle(game, 1, 6).within_range(0) == {10: -2, 11: -1, 2: 1, 3: 2}
    assert circle(game, 1, 6).within_range(6) == {}


@pytest.mark.parametrize("players", [10, 28, 60])
def test_the_course_tells_what_was_and_what_comes(players: int) -> None:
    """Every elimination so far, and ahead each number of players at which a turn goes."""
    found = view(grand_melee(players), 0, 1)
    lefts = [line.left for line in found.course]
    assert lefts == sorted(lefts)
    assert lefts[-3:] == [players - 2, players - 1, players]
    ahead = [line.left for line in found.course if line.ahead]
    assert ahead == list(range(7, players - 2, 4))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [{}, {"variant_rules": "classic"}])
def test_every_number_of_players_has_a_sign(rules: dict[str, SettingValue]) -> None:
    """Down to the last two, where nobody may be within spell range of who went out."""
    order = [(5 * turn + 3) % 28 for turn in range(27)]
    for out in range(28):
        assert view(grand_melee(28, **rules), *order[:out]).sign


def test_the_game_ends() -> None:
    assert view(grand_melee(10), *range(9)).sign == "The game is over."


def test_the_page_is_new_whenever_the_desk_is(tmp_path: Path) -> None:
    """It stands beside the desk, with the same version, and without a Grand Melee there is none."""
    files = DeskFiles(tmp_path, tmp_path / ".runner")
    plain, _ = events.published(events.swiss(8))
    assert files.show(plain, (), (), (), (), None) is None
    assert not (tmp_path / "grand-melee.html").exists()
    assert files.show(after(grand_melee(28), 3), (), (), (), (), None) is None
    versions = {
        re.findall(r'data-version="(\w+)"', (tmp_path / name).read_text("utf-8"))[0]
        for name in ("desk.html", "grand-melee.html")
    }
    assert len(versions) == 1


def test_players_see_who_sits_within_their_range() -> None:
    """From the right to the left, with themselves in the middle, past who is out; nobody else."""
    shared = Shared(after(grand_melee(28, variant_rules="classic"), 1, 20).for_players)
    seats = [player.id for player in shared.snapshot.event.players]
    now = now_of_all(shared)[seats[0]]
    assert [(seat.letter, words) for seat, words in now.near] == [
        ("27", "2 seats to your right"), ("28", "1 seat to your right"), ("A", ""),
        ("C", "1 seat to your left"), ("D", "2 seats to your left"),
    ]  # fmt: skip
    assert now_of_all(shared)[seats[1]].near == ()  # who is out


def test_elsewhere_the_whole_table_is_shown() -> None:
    shared = Shared(events.published(events.swiss(8))[0].for_players)
    assert {now.near for now in now_of_all(shared).values()} == {()}


# --- desk after undo ------------------------------------------------------------------------------


def test_a_go_that_says_yes_still_is_to_be_cleared_first() -> None:
    hall = quick(12)
    hall.save()
    hall.say(Undo.KEY)
    assert not hall.snapshot.rounds
    (words, *_) = [step.words for step in steps(hall.snapshot, Facts(AT), ())]
    assert words == "On Decisions, clear yes, save, and type yes again in Go for Round 1, and save."
    hall.silence(Undo.KEY, PairRound.KEY)
    (words, *_) = [step.words for step in steps(hall.snapshot, Facts(AT), ())]
    assert "type yes in Go for Round 1" in words
    hall.say(PairRound.KEY, 1)
    assert len(hall.snapshot.rounds) == 1


def test_a_round_that_was_asked_for_before_its_results_is_not_asked_for_again() -> None:
    hall = quick(12)
    hall.save()
    hall.say(PairRound.KEY, 2)  # waits for results
    for table in hall.snapshot.rounds[0].tables:
        hall.cell(f"T{table.number} result", "A")
    saved = compute(hall.event, hall.ledger)  # and nothing recorded yet
    (words, *_) = [step.words for step in steps(saved, Facts(AT), ())]
    assert words == "Nothing to do: Round 2 is asked for, and paired at Runner’s next run."
