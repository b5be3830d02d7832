"""Every form of a result means the same at every table; a refusal offers only what is accepted."""

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core import results
from runner.core.rounds import Outcome, Table
from runner.rules.elimination import LAST_ONE, NEIGHBOURS
from tests.support.readme import rows_of

NAMES = ("Ana Example", "Bo Berg", "Cleo Costa", "Dan Dietz", "Eve Evans", "Finn Fox", "Gus Gray")


def setting(
    seats: int, best_of: int = 1, order: results.Order | None = None
) -> results.ParseContext:
    return results.ParseContext(NAMES[:seats], best_of, order=order)


SETTINGS = {
    **{f"pod of {seats}, best of {n}": setting(seats, n) for seats in (3, 4, 5) for n in (1, 3)},
    **{f"two, best of {n}": setting(2, n) for n in (1, 3, 5)},
    **{f"trios, best of {n}": setting(2, n, results.BySeat()) for n in (1, 3)},
    **{f"melee of {seats}": setting(seats, order=NEIGHBOURS) for seats in (2, 3, 4, 6, 7)},
    **{f"free-for-all of {seats}": setting(seats, order=LAST_ONE) for seats in (2, 3, 4, 6, 7)},
    "star": setting(5, order=results.StarWin()),
}
every_setting = pytest.mark.parametrize("at", SETTINGS.values(), ids=SETTINGS.keys())

TYPED = [
    *("A", "Ana", "draw", "draw, C conceded", "A, D penalty", "A conceded", "none", "A, D drop"),
    *("2-1", "1-1-1", "0-0-3", "A 3, B 1, C 0, D 0", "C, F, A", "A 2-0", "B 2-1", "B 1-2", "A 1-1"),
    *("Ana 2-1", "A won 2-0", "A wins 2-1-1", "A, 2-0", "A 2:0", "A 5-0"),
    *("A 2-0, B drop", "Zoe 2-0", "3-0", "2-2", "2-0", "1-1", "0-0", "9-9"),
    *("1-0-0-0", "2-0-0-0", "3-1-0-0", "2-2-0", "1-0-0-0-0"),
    *("no show", "no-show", "ns", "A ns", "no show A", "A, B no-show", "draw, B didn't show"),
    *("both no-show", "double no-show", "A & B no show", "A, A penalty", "A+B", "A & B", "C, A+"),
    *("time", "ID", "ID, playing on", "A wins", "A, B", "E wins", "drop", "drop A", "A drop", "Q"),
    *("2-1, 0-2, 2-1", "2-1, 0-2", "A 3, B", "A 1.2345678, B 1, C 0", "A 99999999, B 1"),
    *("win", "Bo B"),
    *("A, B, C, D, E, F, G", "A, time, B", "A loss", "??", "A draw", "7", "A -1"),
]


def offers(fix: str) -> list[str]:
    return re.findall("“(.*?)”", fix)


def refused(result: str, games: str, at: results.ParseContext) -> results.ResultError | None:
    try:
        results.parse(result, games, ids(at), at)
    except results.ResultError as wrong:
        return wrong
    return None


def ids(at: results.ParseContext) -> list[str]:
    return [f"P{number}" for number in range(1, len(at.names) + 1)]


def accepted(result: str, at: results.ParseContext, games: str = "") -> Table:
    table = results.parse(result, games, ids(at), at)
    assert not results.beyond(table, at)
    return table


@every_setting
def test_each_form_that_is_offered_is_accepted_and_says_how_the_table_ended(
    at: results.ParseContext,
) -> None:
    for form in results.result_forms(at):
        table = accepted(form, at)
        assert table.finished, form
        assert results.parse(*results.spell(table, at.best_of), ids(at), at) == table
    for form in results.games_forms(at):
        assert accepted("", at, form).finished


@pytest.mark.thorough
@every_setting
@pytest.mark.parametrize("column", ["result", "games"])
def test_whatever_is_refused_offers_every_form_that_is_accepted_there(
    at: results.ParseContext, column: str
) -> None:
    for text in TYPED:
        wrong = refused(*((text, "") if column == "result" else ("", text)), at)
        if wrong is None:
            continue
        assert wrong.column == column
        forms = results.result_forms(at) if column == "result" else results.games_forms(at)
        assert {*forms} <= {*offers(wrong.fix)}, text
        for form in offers(wrong.fix):
            result, games = (
                (form, "") if form in results.result_forms(at) or column == "result" else ("", form)
            )
            accepted(result, at, games)


@pytest.mark.thorough
@every_setting
@given(text=st.lists(st.sampled_from([*"ABCDE", "2-0", "ns", "drop", ",", "&", "time", "3"])))
def test_anything_that_is_refused_offers_what_is_accepted(
    at: results.ParseContext, text: Sequence[str]
) -> None:
    wrong = refused(" ".join(text), "", at)
    for form in offers(wrong.fix) if wrong else ():
        accepted(form, at)


PAIR, POD = setting(2, 3), setting(4)
WIN, LOSS, DRAW = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
AWAY = Outcome.NO_SHOW


@pytest.mark.parametrize(("text", "same"), [
    ("A 2-0", "2-0"), ("A 2-1", "2-1"), ("B 2-1", "1-2"), ("B 2-0-1", "0-2-1"),
    ("Bo 2-0", "0-2"),
    ("A won 2-1", "2-1"), ("Ana wins 2-0", "2-0"), ("A: 2-0", "2-0"), ("B, 2-0", "0-2"),
    ("winner B 2-0", "0-2"), ("B 1-0", "0-1"), ("B 2-1, A drop", "1-2, A drop"),
])  # fmt: skip
def test_a_winner_with_games_has_won_that_many(text: str, same: str) -> None:
    table = results.parse(text, "", ids(PAIR), PAIR)
    assert table == results.parse(same, "", ids(PAIR), PAIR)
    assert table.drops == results.parse(same, "", ids(PAIR), PAIR).drops


def test_a_winner_with_games_agrees_with_the_games_beside_it() -> None:
    assert results.parse("B 2-1", "1-2", ids(PAIR), PAIR).finished
    assert refused("B 2-1", "2-1", PAIR)


@pytest.mark.parametrize("text", ["B 1-2", "A 0-2", "A 1-1"])
def test_a_winner_with_fewer_games_may_mean_either(text: str) -> None:
    wrong = refused(text, "", PAIR)
    assert wrong
    assert wrong.text == f"“{text}” says that {text[0]} won, but not with more games."


@every_setting
def test_a_full_stop_after_a_result_is_ignored_and_alone_it_is_no_result(
    at: results.ParseContext,
) -> None:
    for end in (".", "!", " !!", "..."):
        for form in results.result_forms(at):
            assert accepted(form + end, at) == accepted(form, at), form + end
        wrong = refused(end, "", at)
        assert wrong
        assert f"“{end.strip()}”" in wrong.text


def test_a_name_may_end_with_a_full_stop() -> None:
    at = results.ParseContext(("Bo Berg", "Bo Berg Jr."), 1)
    assert accepted("Bo Berg Jr.", at) == accepted("B", at) == accepted("Bo Berg Jr. wins.", at)


NO_SHOWS = [
    *("no-show", "no show", "noshow", "No Show", "NO–SHOW", "no_show", "no-showed"),
    *("ns", "NS", "dns"),
    *("didn't show", "didn’t show", "didnt show", "did not show"),
    *("didn't show up", "never showed up"),
    *("absent", "not there", "not here", "wasn’t there", "never came", "n/s", "N.S."),
    *("didn’t turn up", "did not appear", "hasn't shown up", "(no show)"),
]  # fmt: skip


@pytest.mark.parametrize("word", NO_SHOWS)
def test_every_form_of_no_show_is_understood_wherever_a_result_is(word: str) -> None:
    ends: list[tuple[str, results.ParseContext, list[Outcome]]] = [
        (f"A {word}", PAIR, [AWAY, WIN]),
        (f"{word} A", PAIR, [AWAY, WIN]),
        (f"B, A {word}", PAIR, [AWAY, WIN]),
        (f"both {word}", PAIR, [AWAY, AWAY]),
        (f"none, A {word}", PAIR, [AWAY, LOSS]),
        (f"A {word}", setting(2, 3, results.BySeat()), [AWAY, WIN]),
        (f"B, Ana {word}", POD, [AWAY, WIN, LOSS, LOSS]),
        (f"draw, A {word}", POD, [AWAY, DRAW, DRAW, DRAW]),
        (f"B, A & C {word}", POD, [AWAY, WIN, AWAY, LOSS]),
        (f"B, A {word}", setting(5, order=results.StarWin()), [AWAY, WIN, LOSS, LOSS, LOSS]),
        (f"A {word}, C, D", setting(4, order=LAST_ONE), [AWAY, WIN, LOSS, LOSS]),
        (f"{word} A, C, D", setting(4, order=LAST_ONE), [AWAY, WIN, LOSS, LOSS]),
        (f"{word}: A, C, D", setting(4, order=LAST_ONE), [AWAY, WIN, LOSS, LOSS]),
    ]
    for text, at, outcomes in ends:
        assert [seat.outcome for seat in results.parse(text, "", ids(at), at).seats] == outcomes
    for at in (PAIR, POD):
        wrong = refused(word, "", at)
        assert wrong
        assert "does not say who" in wrong.text


@pytest.mark.parametrize(("at", "possible", "beyond_it"), [
    (setting(2, 1), "1-0 0-1 0-0-1 0-0-3 0-0 1-0-2", "2-0 1-1 0-2 2-1 3-0"),
    (PAIR, "2-0 2-1 1-2 1-1-1 1-0-0 2-0-1 1-1-0 0-1 0-0-3 1-1-5", "3-0 2-2 0-3 3-1 2-2-1 5-5"),
    (setting(2, 5), "3-0 3-1 3-2 2-3 2-2-1 1-0 2-2", "4-0 3-3 4-3 0-4"),
    (POD, "1-0-0-0 0-0-0-1 0-0-0-0-1", "2-0-0-0 1-1-0-0 1-0-1-0-0 3-0-0-0"),
    (setting(4, 3), "2-1-1-0 1-1-0-0 2-0-0-0-1 1-1-1-1", "3-0-0-0 2-2-0-0 2-1-2-1"),
    (setting(2, 3, results.BySeat()), "2-1 3-0 0-3 2-0-1 1-1-1", "3-1 2-2 4-0"),
    (setting(2, 1, results.BySeat()), "2-1 3-0 1-0,0-1,1-0", "3-1 2-1,0-1,1-0"),
])  # fmt: skip
def test_games_are_no_more_than_a_match_has(
    at: results.ParseContext, possible: str, beyond_it: str
) -> None:
    for text in possible.split():
        accepted(text, at)
        accepted("", at, text)
    for text in beyond_it.split():
        assert results.beyond(results.parse(text, "", ids(at), at), at)
        assert results.beyond(results.parse("", text, ids(at), at), at)


def test_the_manual_has_a_row_for_each_kind_of_form_and_all_of_them_are_accepted() -> None:
    forms = [
        form for row in rows_of("docs/manual.md", "typed") for form in re.findall("`(.*?)`", row[0])
    ]
    assert {"A 2-0", "A no-show"} <= {*forms}
    where: dict[bool, Callable[[str], results.ParseContext]] = {
        True: lambda form: setting(7, order=LAST_ONE),
        False: lambda form: (
            PAIR if re.match(r"\d|[AB] \d-\d$|A conceded$|A no-show$", form) else POD
        ),
    }
    for form in forms:
        accepted(form, where[form == "C, F, A"](form))
