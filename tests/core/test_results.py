import contextlib
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.results import ParseContext, ResultError, parse, spell
from runner.core.rounds import Outcome, Seat, Table

POD = ParseContext(("Ana Example", "Bo Berg", "Cleo Costa", "Smith, John"))
PAIR = ParseContext(("Ana Example", "Bo Berg"), best_of=3)
IDS = ("P1", "P2", "P3", "P4")

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def outcomes(text: str, games: str = "", setting: ParseContext = POD) -> list[Outcome | None]:
    table = parse(text, games, IDS[: len(setting.names)], setting)
    return [seat.outcome for seat in table.seats]


@pytest.mark.parametrize(("text", "expected"), [
    ("A", [WIN, LOSS, LOSS, LOSS]), ("seat b", [LOSS, WIN, LOSS, LOSS]),
    ("D wins", [LOSS, LOSS, LOSS, WIN]), ("Cleo Costa", [LOSS, LOSS, WIN, LOSS]),
    ("cleo", [LOSS, LOSS, WIN, LOSS]), ("Smith, John", [LOSS, LOSS, LOSS, WIN]),
    ("draw", [DRAW] * 4), ("=", [DRAW] * 4), ("none", [LOSS] * 4), ("unfinished", [DRAW] * 4),
    ("time", [DRAW] * 4), ("unfinished, C conceded", [DRAW, DRAW, Outcome.CONCESSION, DRAW]),
    ("draw, C conceded", [DRAW, DRAW, Outcome.CONCESSION, DRAW]),
    ("draw; b penalty; Ana no-show", [Outcome.NO_SHOW, Outcome.PENALTY_LOSS, DRAW, DRAW]),
    ("B, A match loss", [Outcome.PENALTY_LOSS, WIN, LOSS, LOSS]),
    ("A win, B loss, C loss, D concedes", [WIN, LOSS, LOSS, Outcome.CONCESSION]), ("", [None] * 4),
    ("B.", [LOSS, WIN, LOSS, LOSS]), ("Seat B!", [LOSS, WIN, LOSS, LOSS]),
    ("winner B", [LOSS, WIN, LOSS, LOSS]), ("Winner: Cleo", [LOSS, LOSS, WIN, LOSS]),
    ("won by D", [LOSS, LOSS, LOSS, WIN]), ("timeout", [DRAW] * 4),
    ("B, A - no show", [Outcome.NO_SHOW, WIN, LOSS, LOSS]),
    ("draw, no-show – Ana", [Outcome.NO_SHOW, DRAW, DRAW, DRAW]),
])  # fmt: skip
def test_a_pod_result_gives_each_seat_its_outcome(text: str, expected: list[Outcome]) -> None:
    assert outcomes(text) == expected


@pytest.mark.parametrize(("text", "expected", "games", "drawn"), [
    ("2-1", [WIN, LOSS], [2, 1], 0), ("0–2", [LOSS, WIN], [0, 2], 0),
    ("1-1-1", [DRAW, DRAW], [1, 1], 1), ("0-0-3", [DRAW, DRAW], [0, 0], 3),
    ("1-0", [WIN, LOSS], [1, 0], 0), ("ID", [DRAW, DRAW], [0, 0], 3),
])  # fmt: skip
def test_head_to_head_games_decide_the_match(
    text: str, expected: list[Outcome], games: list[int], drawn: int
) -> None:
    table = parse(text, "", IDS[:2], PAIR)
    assert [seat.outcome for seat in table.seats] == expected
    assert [seat.games_won for seat in table.seats] == games
    assert table.games_drawn == drawn


def test_games_typed_beside_a_winner_and_points_per_seat_are_kept() -> None:
    table = parse("A", "2-1", IDS[:2], PAIR)
    assert [seat.games_won for seat in table.seats] == [2, 1]
    assert table.outcome_stated
    table = parse("A 3, B 1.5, C 0, D 1/3", "", IDS, POD)
    assert [seat.points for seat in table.seats] == [3, Fraction(3, 2), 0, Fraction(1, 3)]


@pytest.mark.parametrize("result", ["A, B penalty", "A, B conceded", "none", "draw"])
def test_whoever_gave_up_may_have_won_more_games_in_a_pod(result: str) -> None:
    assert parse(result, "1-2-0-0", IDS, POD).finished


@pytest.mark.parametrize(("text", "games", "setting", "words"), [
    ("E", "", POD, "no seat E"),
    ("Jonh", "", POD, "“Smith, John”, seat D"),
    ("Zoe", "", POD, "“Zoe” is not a result"),
    ("A, B", "", POD, "more than one seat win"),
    ("A win, B draw, C loss, D loss", "", POD, "a winner and a draw"),
    ("C conceded", "", POD, "nothing about seat A, B, D"),
    ("A 3, B win", "", POD, "points to some seats"),
    ("A", "0-2", PAIR, "the other player won more games"),
    ("A", "1-2-0-0", POD, "seat B won more games"),
    ("Bo, D conceded", "0-1-2-3", POD, "seat C won more games"),
    ("2-1", "2-0", PAIR, "Result says 2-1 and Games says 2-0"),
    ("", "two", PAIR, "not a number of games"),
    ("1-0", "", POD, "2 numbers for 4 seats"),
])  # fmt: skip
def test_a_result_that_makes_no_sense_is_refused_with_the_reason(
    text: str, games: str, setting: ParseContext, words: str
) -> None:
    with pytest.raises(ResultError) as refused:
        parse(text, games, IDS[: len(setting.names)], setting)
    assert words in refused.value.text
    assert refused.value.fix


@given(text=st.text(max_size=30), games=st.text(max_size=12))
def test_anything_typed_is_a_result_or_a_sentence(text: str, games: str) -> None:
    with contextlib.suppress(ResultError):
        parse(text, games, IDS, POD)


EXTRA = [LOSS, Outcome.PENALTY_LOSS, Outcome.CONCESSION, Outcome.NO_SHOW]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    size = draw(st.integers(2, 5))
    kind = draw(st.sampled_from(["win", "draw", "none", "points", "games"]))
    if kind == "games":
        won = draw(st.lists(st.integers(0, 3), min_size=2, max_size=2))
        best = [WIN if each > min(won) else LOSS for each in won]
        both = best if won[0] != won[1] else [DRAW, DRAW]
        seats = [Seat(IDS[at], both[at], won[at]) for at in range(2)]
        return Table(0, tuple(seats), draw(st.integers(0, 3)), outcome_stated=False)
    ids = [f"P{at}" for at in range(size)]
    if kind == "points":
        amounts = draw(
            st.lists(st.fractions(0, 20, max_denominator=9), min_size=size, max_size=size)
        )
        seats = [Seat(each, Outcome.POINTS, 0, amounts[at]) for at, each in enumerate(ids)]
        return Table(0, tuple(seats))
    found = draw(
        st.lists(
            st.sampled_from([DRAW, *EXTRA] if kind == "draw" else EXTRA),
            min_size=size,
            max_size=size,
        )
    )
    if kind == "win":
        found[draw(st.integers(0, size - 1))] = WIN
    won = [draw(st.integers(0, 2)) for _ in ids] if size > 2 else [0, 0]
    if WIN in found:
        won[found.index(WIN)] = 2  # nobody who lost has more
    return Table(0, tuple(Seat(each, found[at], won[at]) for at, each in enumerate(ids)), 0)


@pytest.mark.thorough
@given(tables(), st.sampled_from([1, 3]))
def test_what_is_spelt_reads_back_as_the_same_table(table: Table, best_of: int) -> None:
    result, games = spell(table, best_of)
    setting = ParseContext(tuple(f"Player {seat.player}" for seat in table.seats), best_of)
    assert parse(result, games, table.players, setting) == table


def said(text: str, setting: ParseContext, games: str = "") -> tuple[str, str, str]:
    """What is told of a result that is none: the sentence, what to do, and the column."""
    with pytest.raises(ResultError) as wrong:
        parse(text, games, IDS[: len(setting.names)], setting)
    return wrong.value.text, wrong.value.fix, wrong.value.column


def before_forms(fix: str) -> str:
    """What to do, without the forms that every refusal offers."""
    return fix.partition(" Accepted here: ")[0]


def test_a_name_that_two_have_is_told_with_their_letters_and_the_shown_name_counts() -> None:
    anas = ParseContext(("Cleo Costa", "Ana Example", "Ana Other", "Bo Berg"))
    why = "“Ana” may be B (Ana Example) or C (Ana Other)."
    message, fix, _ = said("Ana", anas)
    assert (message, before_forms(fix)) == (why, "Type the seat letter: B or C.")
    assert outcomes("Ana Other", setting=anas) == [LOSS, LOSS, WIN, LOSS]
    shown = tuple(map(frozenset, ({"Ana E.", "Foxy"}, {"Bo"}, {"Cleo C."}, {"Foxy"})))
    setting = ParseContext(
        ("Ana Example a@example.com", "Bo Berg", "Cleo Costa", "Dee Day"), 1, shown
    )
    assert outcomes("Ana E.", setting=setting) == [WIN, LOSS, LOSS, LOSS]
    assert outcomes("draw, Cleo C. conceded", setting=setting)[2] is Outcome.CONCESSION
    assert before_forms(said("Foxy", setting)[1]) == "Type the seat letter: A or D."


@pytest.mark.parametrize(("text", "why", "fix"), [
    ("no show", "“no show” does not say who.", "Type the seat too: “B, A no show”"),
    ("won", "“won” does not say who.", "Type the winner’s seat letter"),
    ("drop C", "“drop C” says who drops, but not how", "Type the result as well"),
])  # fmt: skip
def test_half_a_result_is_told_with_what_to_type(text: str, why: str, fix: str) -> None:
    told = said(text, POD)
    assert told[0].startswith(why)
    assert told[1].startswith(fix)


def test_drop_may_stand_in_front_of_who_drops_and_games_not_under_result() -> None:
    assert parse("B, drop C", "", IDS, POD).drops == ("P3",)
    assert said("1-0-0-0-0-0", POD)[2] == "result"
    assert said("", POD, "1-0-0-0-0-0")[2] == "games"


@pytest.mark.parametrize(
    "text", ["A, A penalty", "A penalty, A", "A win, A dq", "A wins, A conceded"]
)
def test_of_two_the_other_has_won_where_the_winner_has_lost_the_match_since(text: str) -> None:
    found = outcomes(text, setting=PAIR)
    assert found[1] is WIN
    assert found[0] in (Outcome.PENALTY_LOSS, Outcome.CONCESSION)


@pytest.mark.parametrize(
    "text",
    ["A, A penalty", "A penalty, A", "A, A match loss", "A, A no-show", "A wins, A conceded"],
)
def test_who_won_a_pod_is_asked_where_the_winner_is_said_to_have_lost(text: str) -> None:
    why, fix, _ = said(text, POD)
    assert why == f"“{text}” says that seat A won and lost, so nobody has won."
    assert fix.startswith("Type who won instead, such as “B, A ")
    for each in re.findall("“(.*?)”", fix):
        assert parse(each, "", IDS, POD).finished


@pytest.mark.parametrize("text", ["A, A loss", "A, A draw", "A, A no-show"])
def test_a_winner_who_lost_in_the_game_is_a_contradiction_between_two(text: str) -> None:
    assert "says that seat A" in said(text, PAIR)[0]
