"""Who was paired up or down before, as the next round's state tells it."""

from fractions import Fraction

from runner.phases.swiss.swiss import float_count
from runner.standings.model import History, Played, RoundKind

POD = ("a", "b", "c", "d")


def played(number: int, player: str, pod: tuple[str, ...], points: int) -> Played:
    opponents = tuple(each for each in pod if each != player)
    return Played(number, RoundKind.MATCH, opponents=opponents, points=Fraction(points))


def test_who_had_other_points_than_most_was_moved_and_of_equally_many_the_higher_count() -> None:
    """Round 1 is level; in round 2 the winner sits with three others, and e has had a bye."""
    rounds = {
        player: [played(1, player, POD, 7 * (player == "a")), played(2, player, POD, 1)]
        for player in POD
    }
    rounds["e"] = [Played(1, RoundKind.BYE, points=Fraction(7))]
    histories = {player: History(player, tuple(lines)) for player, lines in rounds.items()}
    assert float_count(histories) == {"a": 1, "b": 0, "c": 0, "d": 0, "e": 0}
    rounds = {
        player: (played(1, player, POD, 7 * (player in "ab")), played(2, player, POD, 0))
        for player in POD
    }
    histories = {player: History(player, lines) for player, lines in rounds.items()}
    assert float_count(histories) == {"a": 0, "b": 0, "c": 1, "d": 1}


def test_in_a_match_of_two_with_other_points_both_were_moved() -> None:
    """a and b win round 1; in round 2 a plays c, who lost, and b plays x, who won."""
    lines = {
        "a": [("c", 3), ("c", 0)], "b": [("d", 3), ("x", 0)],
        "c": [("a", 0), ("a", 3)], "d": [("b", 0), ("y", 0)],
        "x": [("y", 3), ("b", 3)], "y": [("x", 0), ("d", 3)],
    }  # fmt: skip
    histories = {
        player: History(player, tuple(
            played(number, player, (player, opponent), points)
            for number, (opponent, points) in enumerate(rounds, 1)
        ))
        for player, rounds in lines.items()
    }  # fmt: skip
    assert float_count(histories) == {"a": 1, "b": 0, "c": 1, "d": 0, "x": 0, "y": 0}
