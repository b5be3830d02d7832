"""The games of each seat of two teams, and what the match comes to by them."""

import pytest

from runner.core.results import ParseContext, ResultError, parse, spell
from runner.core.rounds import Outcome

SETTING = ParseContext(("Red Foxes", "Blue Owls"), 3)
IDS = ("P001", "P002")
FULL = ((2, 1, 0), (0, 2, 0), (2, 1, 0))


@pytest.mark.parametrize(("result", "games"), [
    ("", "2-1, 0-2, 2-1"), ("", "2-1;0-2;2-1"), ("", "2-1/0-2/2-1"), ("", "2–1\n0–2\n2–1"),
    ("2-1", "2-1, 0-2, 2-1"), ("A", "2-1, 0-2, 2-1"), ("2-1, 0-2, 2-1", ""),
    ("2-1, 0-2, 2-1", "2-1"),
])  # fmt: skip
def test_the_result_follows_from_the_seats(result: str, games: str) -> None:
    table = parse(result, games, IDS, SETTING)
    assert [(seat.outcome, seat.games_won) for seat in table.seats] == [
        (Outcome.WIN, 2), (Outcome.LOSS, 1)
    ]  # fmt: skip
    assert (table.duels, table.games_drawn) == (FULL, 0)
    assert parse(*spell(table, 3), IDS, SETTING) == table


def test_seats_may_be_drawn_or_left_unplayed_and_who_drops_or_concedes_be_said_with_it() -> None:
    drawn = parse("", "1-1-1, 2-0, 0-2", IDS, SETTING)
    assert [seat.outcome for seat in drawn.seats] == [Outcome.DRAW, Outcome.DRAW]
    assert ([seat.games_won for seat in drawn.seats], drawn.games_drawn) == ([1, 1], 1)
    early = parse("", "2-0, 2-1, 0-0", IDS, SETTING)
    assert ([seat.games_won for seat in early.seats], early.games_drawn) == ([2, 0], 0)
    assert parse("2-1, 0-2, 2-1, B drop", "", IDS, SETTING).drops == ("P002",)
    gave_up = parse("A conceded", "2-1, 0-0, 0-0", IDS, SETTING)
    assert [seat.outcome for seat in gave_up.seats] == [Outcome.CONCESSION, Outcome.WIN]
    assert parse(*spell(gave_up, 3), IDS, SETTING) == gave_up


@pytest.mark.parametrize(("result", "games", "said"), [
    ("2-0", "2-1, 0-2, 2-1", "Result says 2-0, but the matches of the seats come to 2-1."),
    ("B", "2-1, 0-2, 2-1", "won more games"),
    ("draw", "2-1, 0-2, 2-1", "Result says draw, but the matches of the seats come to 2-1."),
    ("", "2-1, 0-2", "gives the games of 2 seats; a team has 3"),
    ("", "2-1, 0-2, 2-1, 2-1", "gives the games of 4 seats"),
])  # fmt: skip
def test_what_contradicts_is_told(result: str, games: str, said: str) -> None:
    with pytest.raises(ResultError) as wrong:
        parse(result, games, IDS, SETTING)
    assert said in wrong.value.text


def test_pods_have_no_games_of_seats() -> None:
    with pytest.raises(ResultError):
        parse("", "2-1, 0-2, 2-1", ("P001", "P002", "P003"), ParseContext(("A", "B", "C")))
