"""What parts two players of a ranking, in one sentence."""

import pytest
from hypothesis import given

from runner.core.rounds import Round
from runner.standings.model import Standings
from runner.standings.ranking import why_row_below
from tests.support.standings import day, events, ranked, rules

NAMES = {"a": "Ann", "i": "Ida", "d": "Dan"}


def why_below(ranking: Standings, above: str, below: str, names: dict[str, str]) -> str:
    rows = {row.player: row for row in ranking.rows}
    return why_row_below(ranking, rows[above], rows[below], names)


@pytest.mark.parametrize(("keys", "below", "sentence"), [
    (("mw",), "d", "Dan is below Ann: 8 against 14 in match points."),
    (("head_to_head", "wins", "cumulative"), "i",
     "Ida is below Ann: equal in match points and H2H, then 1 against 2 in Wins."),
    (("mw",), "i",
     "Ida is below Ann: equal in match points, then 50.00% against 66.67% in MW%."),
])  # fmt: skip
def test_points_part_first_and_then_the_first_tiebreaker_that_differs(
    keys: tuple[str, ...], below: str, sentence: str
) -> None:
    assert why_below(day(*keys), "a", below, NAMES) == sentence


def test_where_nothing_parts_two_the_seed_did() -> None:
    ranking = day("wins_last")
    above, below = (row for row in ranking.rows if row.match_points == 7)
    assert why_row_below(ranking, above, below, {}) == (
        f"{below.player} is below {above.player} by the event’s seed alone: equal in match points "
        "and Won last."
    )


def test_a_value_that_counts_at_a_floor_says_so_and_none_is_nothing_yet() -> None:
    used = rules(tiebreakers=["gw"], game_floor="0.4", bye=0)
    ranking = ranked("abcde", "Round 1 | T1 a b c d = D | bye e", used)
    assert why_below(ranking, "a", "e", {}) == (
        "e is below a: equal in match points, then nothing yet against 0.00%, which counts as "
        "40.00%, in GW%."
    )


def test_as_many_decimals_are_shown_as_it_takes() -> None:
    used = rules("mtr", opponent_floor="0.333333", tiebreakers=["omw"])
    rounds = """
        Round 1 | T1 a b = A | T2 c d = A
        Round 2 | T1 b e = B | T2 d f = B
        Round 3 | T1 b g = A | T2 d h = B
    """
    ranking = ranked("abcdefgh", rounds, used)
    assert why_below(ranking, "a", "c", {}) == (
        "c is below a: equal in match points, then 33.33330% against 33.33333% in OMW%."
    )


def test_only_a_better_rank_can_be_the_one_above() -> None:
    ranking = day("mw")
    with pytest.raises(ValueError, match="better rank"):
        why_below(ranking, "d", "a", {})


@pytest.mark.thorough
@given(events())
def test_what_parts_two_neighbours_is_the_seed_only_for_equals(
    event: tuple[list[str], list[Round]],
) -> None:
    names, rounds = event
    ranking = ranked(names, rounds)
    for above, below in zip(ranking.rows, ranking.rows[1:], strict=False):
        said = why_row_below(ranking, above, below, {})
        assert ("by the event’s seed alone: equal in" in said) == (below.player in above.tied_with)
