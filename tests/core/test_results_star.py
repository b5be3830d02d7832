"""Results of Two-Color Star: five in a circle, opponents across, and two who can win at once."""

from itertools import combinations, permutations

import pytest

from runner.core.results import ParseContext, ResultError, StarWin, parse, spell
from runner.core.rounds import Outcome, Table

IDS = ("P1", "P2", "P3", "P4", "P5")
NAMES = ("Ana Example", "Bo Sample", "Cy Case", "Dee Probe", "Eve Muster")
STAR = ParseContext(NAMES, order=StarWin())
PLAIN = ParseContext(NAMES)


def read(text: str, setting: ParseContext = STAR) -> Table:
    return parse(text, "", IDS, setting)


def took(text: str) -> str:
    """A letter for each seat: w, d, l, p for a penalty, - while they play."""
    letters = {Outcome.WIN: "w", Outcome.DRAW: "d", Outcome.LOSS: "l", Outcome.PENALTY_LOSS: "p"}
    return "".join(letters[seat.outcome] if seat.outcome else "-" for seat in read(text).seats)


@pytest.mark.parametrize(("text", "seats"), [
    ("A", "wllll"), ("Eve", "llllw"), ("A wins", "wllll"), ("winner: C", "llwll"),
    ("draw", "ddddd"), ("draw, C penalty", "ddpdd"), ("none", "lllll"), ("A & B", "wwlll"),
    ("A & B, C drop", "wwlll"), ("B and A", "wwlll"), ("D & E win", "lllww"), ("A, B win", "wwlll"),
    ("A win, B win", "wwlll"), ("E, A win", "wlllw"), ("Dee & Eve", "lllww"),
    ("A & B, D penalty", "wwlpl"), ("C, D", "wllll"), ("D, C", "wllll"),
    ("A, C, B", "lllww"),  # the worked example: white-blue and black-red, then blue-black
    ("C+D", "wllll"), ("C=D", "wllll"), ("C > D", "wllll"), ("Cy, Dee", "wllll"),
    ("B, C", "llllw"),  # the opponents of E
    ("A, B", "lllwl"), ("A+B+C+D+E", "ddddd"), ("A, C", "-----"), ("A, C, D", "-----"),
])  # fmt: skip
def test_what_each_seat_takes(text: str, seats: str) -> None:
    """By the winner, by both, or by who went out."""
    assert took(text) == seats


@pytest.mark.parametrize("order", [*permutations("ABCDE", 4)])
def test_an_order_ends_with_the_first_who_sees_both_opponents_out(order: tuple[str, ...]) -> None:
    """Whoever they are: worked out here from the picture of the star."""
    across = {"A": "CD", "B": "DE", "C": "EA", "D": "AB", "E": "BC"}
    for many in range(2, 5):
        gone = order[:many]
        won = [each for each in "ABCDE" if each not in gone and {*across[each]} <= {*gone}]
        text = ", ".join(gone)
        if won:
            assert took(text) == "".join("w" if each in won else "l" for each in "ABCDE")
            break
        assert took(text) == "-----"


@pytest.mark.parametrize("pair", [*combinations("ABCDE", 2)])
def test_two_win_who_have_an_opponent_in_common(pair: tuple[str, str]) -> None:
    """Neighbours do; those across from each other are opponents, and cannot both win."""
    one, two = pair
    beside = (ord(two) - ord(one)) in (1, 4)
    for text in (f"{one} & {two}", f"{one}, {two} win", f"{one} and {two}"):
        if beside:
            assert took(text).count("w") == 2
        else:
            with pytest.raises(ResultError, match="are opponents, so they cannot both have won"):
                read(text)


@pytest.mark.parametrize(("text", "why", "setting"), [
    ("A, B, C win", "cannot all have won", STAR), ("A & B & C", "cannot all have won", STAR),
    ("C, D, B", "goes on after A had won", STAR), ("C, C", "go out twice", STAR),
    ("A, A", "has A go out twice", STAR), ("A & F", "no seat F", STAR),
    ("A & B, draw", "a winner and a draw", STAR),
    # at any other table two winners stay a mistake
    *((text, ".", PLAIN) for text in ("A & B", "A, B win", "A win, B win", "C, D")),
])  # fmt: skip
def test_what_cannot_be(text: str, why: str, setting: ParseContext) -> None:
    """Told with the words that were typed."""
    with pytest.raises(ResultError, match=why):
        read(text, setting)


@pytest.mark.parametrize(
    "text", ["A", "draw", "none", "A & B", "D & E", "A & E", "A & B, D penalty", "B, C conceded"]
)
def test_what_is_spelt_is_read_the_same(text: str) -> None:
    """The ledger has results as they would be typed."""
    table = read(text)
    assert parse(*spell(table), IDS, STAR) == table
    assert spell(table)[0] == text
    assert read("A & B, C drop").drops == ("P3",), "as beside any result"
