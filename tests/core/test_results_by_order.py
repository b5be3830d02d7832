"""Results by who went out, in order."""

import contextlib
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core.identifiers import seat_letter
from runner.core.results import ByOrder, ParseContext, ResultError, parse, spell
from runner.core.rounds import Elimination, Outcome, Table
from runner.rules.elimination import LAST_ONE, NEIGHBOURS, neighbour_points, places

NAMES = ("Ana Example", "Bo Berg", "Cleo Costa", "Smith, John", "Eva Eder", "Fay Fox", "Gus Gray")
IDS = tuple("ABCDEFG")
MELEE = ParseContext(NAMES, order=NEIGHBOURS)
FREE = ParseContext(NAMES[:4], order=LAST_ONE)

WIN, DRAW, LOSS, POINTS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.POINTS


def read(text: str, setting: ParseContext = MELEE) -> Table:
    return parse(text, "", IDS[: len(setting.names)], setting)


def out(text: str, setting: ParseContext = MELEE) -> str:
    """Who is out, in order: "C FA B"."""
    return " ".join("".join(group) for group in read(text, setting).out or ())


def points(text: str, setting: ParseContext = MELEE) -> list[Fraction | None]:
    return [seat.points for seat in read(text, setting).seats]


def game(text: str, seats: int, *, stopped: bool = False) -> Elimination:
    """A game from "C FA B"."""
    groups = (tuple(ord(letter) - ord("A") for letter in group) for group in text.split())
    return Elimination(seats, tuple(groups), stopped)


@pytest.mark.parametrize(("seats", "order", "stopped", "expected"), [
    # C out: B. F out: E. A out: G. G out: E. B out: E (left of E are G, A, then B). D out: E.
    (7, "C F A G B D", False, (0, 1, 0, 0, 6, 0, 1)),
    # each goes out to the right of the one before: the last one in has seen nobody go but the
    # first of all and the last
    (4, "A B C", False, (0, 0, 0, 5)), (4, "C B A", False, (1, 1, 0, 3)),
    # B and C at once, who are neighbours: A gets the point for B, and B the one for C
    (4, "BC D", False, (4, 1, 0, 0)),
    # A and C at once, who are not: D and B get a point each; then B, the left one of D
    (4, "AC B", False, (0, 1, 0, 4)),
    # two left, who go out at once: each is the one to the left of the other
    (3, "A BC", False, (0, 1, 2)), (2, "AB", False, (1, 1)), (2, "A", False, (0, 3)),
    (3, "ABC", False, (1, 1, 1)), (5, "B D", True, (1, 0, 1, 0, 0)), (5, "", True, (0, 0, 0, 0, 0)),
])  # fmt: skip
def test_a_melee_gives_points_for_the_one_to_the_left_and_for_being_last(
    seats: int, order: str, stopped: bool, expected: tuple[int, ...]
) -> None:
    assert neighbour_points(game(order, seats, stopped=stopped)) == expected


@st.composite
def games(draw: st.DrawFn) -> Elimination:
    seats = draw(st.integers(2, 40))
    order = draw(st.permutations(range(seats)))[: draw(st.integers(0, seats))]
    groups: list[tuple[int, ...]] = []
    for seat in order:
        if groups and draw(st.integers(0, 4)) == 0:
            groups[-1] = (*groups[-1], seat)
        else:
            groups.append((seat,))
    found = Elimination(seats, tuple(groups))
    if not found.left and len(groups[-1]) == 1:
        found = Elimination(seats, tuple(groups[:-1]))
    return found if found.over else Elimination(seats, found.out, draw(st.booleans()))


@pytest.mark.thorough
@given(games())
def test_everybody_who_goes_out_gives_one_point_and_the_last_one_in_has_two(
    made: Elimination,
) -> None:
    gone = sum(map(len, made.out))
    assert sum(neighbour_points(made)) == gone + (2 if made.last is not None else 0)


@pytest.mark.parametrize(("seats", "order", "stopped", "expected"), [
    (4, "C A D", False, (3, 1, 4, 2)), (4, "C AD", False, (2, 1, 4, 2)),
    (4, "C ABD", False, (1, 1, 4, 1)), (4, "C", True, (1, 1, 4, 1)),
    (5, "AB CDE", False, (4, 4, 1, 1, 1)),
])  # fmt: skip
def test_places_go_by_who_stayed_longest(
    seats: int, order: str, stopped: bool, expected: tuple[int, ...]
) -> None:
    assert places(game(order, seats, stopped=stopped)) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("C, F, A, G, B, D", "C F A G B D"), ("c;f;a;g;b;d", "C F A G B D"),
    ("C > F -> A → G, B, D", "C F A G B D"), ("C F A", "C F A"), ("C, A+F", "C AF"),
    ("C, A=F, B & D and E", "C AF BDE"), ("seat C, Smith, John, eva", "C D E"),
    ("Cleo Costa, fay, gus", "C F G"), ("3, 6, 1", "C F A"),
    ("C out, F lost, A eliminated", "C F A"), ("C conceded, F", "C F"),
    ("C, F, still playing", "C F"), ("C", "C"), ("Smith, John", "D"),
    ("C, F, A, G, B, D, E wins", "C F A G B D"), ("C, F, A, G, B, D, winner: eva", "C F A G B D"),
    ("Ｃ、Ｆ", "C F"),
])  # fmt: skip
def test_who_went_out_is_typed_in_order(text: str, expected: str) -> None:
    assert out(text) == expected


@pytest.mark.parametrize("text", ["C", "C, F", "C, A+F", "C, F, A, G, B", "C, F penalty"])
def test_while_fewer_are_named_the_table_plays(text: str) -> None:
    table = read(text)
    assert not table.finished
    assert table.out
    assert {*table.still_in} | {*table.eliminated} == {*IDS}


def test_a_melee_that_is_over_has_its_points_and_who_is_out_by_a_penalty_takes_none() -> None:
    table = read("C, F, A, G, B, D")
    assert table.finished
    assert table.still_in == ("E",)
    assert points("C, F, A, G, B, D") == [0, 1, 0, 0, 6, 0, 1]
    table = read("C, F, A, G penalty, B no-show, D disqualified")
    assert [seat.outcome for seat in table.seats] == [
        POINTS, Outcome.NO_SHOW, POINTS, Outcome.PENALTY_LOSS, WIN, POINTS, Outcome.PENALTY_LOSS,
    ]  # fmt: skip
    assert [seat.points for seat in table.seats] == [0, None, 0, None, 6, 0, None]


@pytest.mark.parametrize(("text", "expected"), [
    ("C, F, time", [0, 1, 0, 0, 1, 0, 0]), ("C, F, draw", [0, 1, 0, 0, 1, 0, 0]), ("time", [0] * 7),
    ("C, F, A, G, B, D+E", [0, 1, 0, 1, 4, 0, 1]),
    ("A 3, B 1.5, C 0, D 0, E 1, F 0, G 2", [3, Fraction(3, 2), 0, 0, 1, 0, 2]),
])  # fmt: skip
def test_a_game_may_end_with_several_still_in_or_with_nobody(
    text: str, expected: list[Fraction]
) -> None:
    assert points(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("C, A, D", [LOSS, WIN, LOSS, LOSS]), ("B wins", [LOSS, WIN, LOSS, LOSS]),
    ("winner Smith, John", [LOSS, LOSS, LOSS, WIN]), ("C, time", [DRAW] * 4), ("draw", [DRAW] * 4),
    ("ID", [DRAW] * 4), ("C, A, B+D", [DRAW] * 4),
    ("C no-show, A, D", [LOSS, WIN, Outcome.NO_SHOW, LOSS]), ("none", [LOSS] * 4),
    ("C - no show, A, D", [LOSS, WIN, Outcome.NO_SHOW, LOSS]),
    ("all no show", [Outcome.NO_SHOW] * 4),
])  # fmt: skip
def test_a_free_for_all_is_won_by_the_last_one_in(text: str, expected: list[Outcome]) -> None:
    assert [seat.outcome for seat in read(text, FREE).seats] == expected


@pytest.mark.parametrize(("text", "same"), [
    ("CFA", "C, F, A"), ("CF", "C, F"), ("F TIME", "F, time"), ("C, F time", "C, F, time"),
    ("CFA time", "C, F, A, time"), ("C F A, time", "C, F, A, time"),
    ("C F A draw", None), ("C, F time out", "C, F, time"), ("CC", None), ("cfa", None),
    ("CFH", None), ("F draw", None), ("C, FA", None), ("Gus TIME", "G, time"),
])  # fmt: skip
def test_letters_and_the_end_need_no_commas(text: str, same: str | None) -> None:
    if same is None:
        with pytest.raises(ResultError):
            read(text)
    else:
        assert read(text) == read(same)


def test_capitals_that_are_a_word_or_a_name_are_no_seats_and_seats_beyond_z_have_numbers() -> None:
    circle = ParseContext(("", "Abe", *("",) * 22), order=NEIGHBOURS)
    ids = [f"P{at}" for at in range(24)]
    assert parse("ABE", "", ids, circle).out == (("P1",),)
    with pytest.raises(ResultError):
        parse("LOST", "", ids, circle)
    assert parse("ID", "", ids, circle).finished
    ids = [f"P{at}" for at in range(1, 41)]
    table = parse("27, A, 40+Z, 28 penalty", "", ids, ParseContext(("",) * 40, order=NEIGHBOURS))
    assert table.out == (("P27",), ("P1",), ("P40", "P26"), ("P28",))
    assert spell(table)[0] == "27, A, 40+Z, 28 penalty"


def test_who_is_out_may_drop_while_the_others_play_and_games_count_nothing() -> None:
    table = read("C, F, C drop")
    assert table.drops == ("C",)
    assert table.out == (("C",), ("F",))
    assert not table.finished
    with pytest.raises(ResultError) as refused:
        parse("", "1-0-0-0", IDS[:4], FREE)
    assert refused.value.column == "games"


@pytest.mark.parametrize(("text", "setting", "words", "fix"), [
    ("C, C", MELEE, "Seat C (Cleo Costa) goes out twice", "Take one"),
    ("C, A+C", MELEE, "Seat C (Cleo Costa) goes out twice", "Take one"),
    ("C, H", MELEE, "no seat H", "from A to G"),
    ("C, Zoe", MELEE, "“Zoe” is not a result", "in order"),
    ("C, Fay Fix", MELEE, "Did you mean “Fay Fox”, seat F", "in order"),
    ("C, 8", MELEE, "“8” is not a result", "from A to G"),
    ("C, time, A", MELEE, "after the end of the game", "before the end"),
    ("A, B, C, D wins, A", FREE, "after the end of the game", "before the end"),
    ("A, B, C, D", FREE, "Seat D (Smith, John) was the last one in", "“C+D”"),
    ("draw, C conceded", FREE, "after the end of the game", "before the end"),
    ("B wins", MELEE, "points for neighbours need the order", "A 3, B 1"),
    ("winner B", MELEE, "points for neighbours need the order", "A 3, B 1"),
    ("C, B wins", FREE, "not when A, D went out", "“B wins” alone"),
    ("B, B wins", FREE, "went out, and was the last one in", "leave the last one"),
    ("C, A, D, playing on", FREE, "still plays", "one of the two"),
    ("1-0-0-0", FREE, "counts games", "Type who went out under Result"),
    ("C, A+", MELEE, "“A+” says that several went out at once", "“A+F”"),
    ("F drop", MELEE, "not how the match ended", "“F, F drop”"),
    ("C, F, A drop", MELEE, "seat A drops, but not that they are out", "“A, A drop”"),
    ("A 3, B", MELEE, "“A 3” is not a result", "in order"),
    ("penalty", MELEE, "does not say who", "in order"),
])  # fmt: skip
def test_an_order_that_cannot_be_is_refused_with_what_to_do(
    text: str, setting: ParseContext, words: str, fix: str
) -> None:
    with pytest.raises(ResultError) as refused:
        read(text, setting)
    assert words in refused.value.text
    assert fix in refused.value.fix


@given(text=st.text(max_size=30), games=st.text(max_size=6))
def test_anything_typed_is_an_order_or_a_sentence(text: str, games: str) -> None:
    with contextlib.suppress(ResultError):
        parse(text, games, IDS, MELEE)


@given(text=st.lists(st.sampled_from([*"ABCDEFG,+=& ", "time", "penalty", "wins"]), max_size=16))
def test_anything_typed_of_its_own_signs_is_an_order_or_a_sentence(text: Sequence[str]) -> None:
    with contextlib.suppress(ResultError):
        table = read("".join(text))
        assert read(spell(table)[0]) == table


@pytest.mark.thorough
@given(
    made=games(),
    form=st.sampled_from([NEIGHBOURS, LAST_ONE]),
    barred=st.sets(st.integers(0, 39), max_size=3),
)
def test_what_is_spelt_is_read_as_the_same_table(
    made: Elimination, form: ByOrder, barred: set[int]
) -> None:
    text = ", ".join(
        "+".join(seat_letter(at) + (" penalty" if at in barred else "") for at in group)
        for group in made.out
    )
    text = ", ".join(filter(None, (text, "time" if made.stopped else "")))
    ids = [f"P{at}" for at in range(made.seats)]
    setting = ParseContext(("",) * made.seats, order=form)
    table = parse(text, "", ids, setting)
    assert table.finished == (made.over and bool(text))
    assert parse(*spell(table), ids, setting) == table
