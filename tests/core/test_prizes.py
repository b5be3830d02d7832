import pytest

from runner.core.prizes import Prize, for_places, prizes, spelled


@pytest.mark.parametrize(("typed", "found"), [
    ("", []),
    ("1: 200 €", [(1, 1, "200 €")]),
    ("1: 200 €; 2-4: 50 €", [(1, 1, "200 €"), (2, 4, "50 €")]),
    ("1 = A box, signed\n2–3:a mat;", [(1, 1, "A box, signed"), (2, 3, "a mat")]),
    ("5 to 8: 1:1 coaching；3: ¥1,000", [(3, 3, "¥1,000"), (5, 8, "1:1 coaching")]),
    ("１：200", [(1, 1, "200")]),
])  # fmt: skip
def test_places_and_what_they_are_given(typed: str, found: list[tuple[int, int, str]]) -> None:
    made = prizes(typed)
    assert list(made.prizes) == [Prize(*each) for each in found]
    assert made.wrong == ()
    assert prizes(spelled(made.prizes)) == made


@pytest.mark.parametrize(("typed", "wrong", "why"), [
    ("200 € for the winner", "200 € for the winner", "is no place with a prize"),
    ("1:", "1:", "is no place with a prize"),
    ("a: 5", "a: 5", "is no place with a prize"),
    ("0: 5", "0: 5", "has no such places"),
    ("4-2: 5", "4-2: 5", "has no such places"),
    ("1: 9; 1: 5", "1: 5", "is for a place that “1: 9” is for already"),
    ("2-4: 9; 1-2: 5", "1-2: 5", "is for a place that “2-4: 9” is for already"),
    ("99999999999: 5", "99999999999: 5", "is no place with a prize"),
])  # fmt: skip
def test_what_is_no_prize_is_left_out_alone(typed: str, wrong: str, why: str) -> None:
    made = prizes(f"{typed}; 10: a pin")
    assert made.wrong == ((wrong, why),)
    assert Prize(10, 10, "a pin") in made.prizes
    assert len(made.prizes) == typed.count(";") + 1


def test_shared_places_have_the_prizes_of_each() -> None:
    typed = prizes("1: a; 2-3: b; 5-8: c").prizes
    assert [str(each) for each in for_places(typed, 1, 2)] == ["1: a", "2: b"]
    assert [str(each) for each in for_places(typed, 3, 6)] == ["3: b", "5-6: c"]
    assert for_places(typed, 4, 4) == ()
