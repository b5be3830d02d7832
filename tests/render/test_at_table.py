"""What players have to know of their table: colours of a seat, and how large a common deck is."""

from dataclasses import replace

import pytest

from runner.core.event import Mode, Seat, Table
from runner.phases.model import PhaseResult
from runner.render import at_table
from runner.render.desk.desk_view import desk_view
from runner.render.desk.facts import Facts
from runner.render.documents.slips.slip import slips_for
from runner.render.rules_text import in_plain_language
from runner.render.site.player_now import now_of_all
from runner.render.site.shared import Shared
from runner.rules.ruleset import ruleset
from tests.support import events


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
    """And nothing is said."""
    assert at_table.deck(result(variant), table(5)) == ""


@pytest.mark.parametrize("variant", ["", "melee", "one_deck_melee"])
def test_only_the_star_has_colours(variant: str) -> None:
    """Also of five at a table."""
    assert at_table.colours(result(variant), table(5)) == ()


def test_pages_slip_and_desk_say_how_large_the_deck_is() -> None:
    """Ten players at two tables of five."""
    phase = events.phase(1, rounds=1, variant="one_deck_melee", pod_size=5)
    snapshot, _ = events.published(events.event(10, phase))
    assert snapshot.current_round is not None
    deck = "Common deck: 140 cards"
    assert {slip.group for slip in slips_for(snapshot, snapshot.current_round.id)} == {deck}
    shared = Shared(snapshot.for_players)
    assert shared.current is not None
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
