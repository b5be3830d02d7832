"""Names, exact numbers and repeatable chance."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.core import names
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.numbers import as_text, exact, points, rounded
from runner.core.privacy import initial
from runner.core.randomness import Stream


@pytest.mark.parametrize(("typed", "same"), [
    ("  Ana   Example ", "Ana Example"), ("ANA EXAMPLE", "ana example"), ("O’Brien", "O'Brien"),
    ("O`Brien", "o'brien"), ("Ana\u200bExample", "AnaExample"), ("Straße", "STRASSE"),
    ("ﬁne", "fine"), ("Zoe\u0308", "Zoë"),
])  # fmt: skip
def test_spellings_of_one_name_have_one_key(typed: str, same: str) -> None:
    assert names.key(typed) == names.key(same)


def test_names_that_look_alike_stay_apart_and_only_a_near_one_is_guessed() -> None:
    assert names.key("Ana") != names.key("Anna")
    assert names.key("Zoe") != names.key("Zoë")
    known = ["John Smith", "Ana Example"]
    assert names.nearest("Jonh Smith", known) == "John Smith"
    assert names.nearest("Zebedee Quux", known) is None


@given(st.text())
def test_a_clean_name_is_clean(text: str) -> None:
    assert names.clean(names.clean(text)) == names.clean(text)
    assert names.key(names.clean(text)) == names.key(text)


@pytest.mark.parametrize(("name", "listed", "short"), [
    ("Paul Martin (Lyon)", "Martin, Paul (Lyon)", "Paul M."),
    ("Paul Martin (Lyon, FR)", "Martin, Paul (Lyon, FR)", "Paul M."),
    ("Martin, Paul (Lyon)", "Martin, Paul (Lyon)", "Paul M."),
    ("John Smith Jr.", "Smith, John Jr.", "John S."),
    ("John Smith, Jr.", "Smith, John Jr.", "John S."),
    ("Smith, John Jr.", "Smith, John Jr.", "John S."),
    ("Martin Luther King III", "King, Martin Luther III", "Martin K."),
    ("John Smith Jr. (Lyon)", "Smith, John Jr. (Lyon)", "John S."),
    ("Juan de la Cruz", "de la Cruz, Juan", "Juan C."),
    ("Ludwig van Beethoven", "van Beethoven, Ludwig", "Ludwig B."),
    ("Ana Da Silva", "Da Silva, Ana", "Ana S."),
    ("José Ortega y Gasset", "Ortega y Gasset, José", "José G."),
    ("Ana Costa e Silva", "Costa e Silva, Ana", "Ana S."),
    ("Van Morrison", "Morrison, Van", "Van M."),
    ("Paul Martin 🔥", "Martin, Paul 🔥", "Paul M."),
    ("Prince III", "Prince III", "Prince III"),
    ("山田 太郎", "山田 太郎", "山. 太郎"),
    ("山田, 太郎", "山田 太郎", "山. 太郎"),
    ("ささき アイ (大阪)", "ささき アイ (大阪)", "さ. アイ"),
    ("ヤマダ タロウ", "ヤマダ タロウ", "ヤ. タロウ"),
    ("김 민준 (서울)", "김 민준 (서울)", "김 민준"),
    ("山田太郎", "山田太郎", "山田太郎"),
    ("민준 Kim", "Kim, 민준", "민준 K."),
    ("Kim 민준", "민준, Kim", "Kim 민."),
    ("Madonna", "Madonna", "Madonna"),
    ("Ana Maria Example", "Example, Ana Maria", "Ana E."),
    ("Smith, John", "Smith, John", "John S."),
    ("Madonna (Lyon)", "Madonna (Lyon)", "Madonna (Lyon)"),
    ("(Lyon)", "(Lyon)", "(Lyon)"),
    ("III", "III", "III"),
    (",", ",", ","),
])  # fmt: skip
def test_a_name_is_taken_apart_as_its_bearer_would(name: str, listed: str, short: str) -> None:
    assert names.last_first(name) == listed
    assert names.last_first(listed) == listed
    assert initial(name).name == short


def test_a_decimal_is_what_was_typed_and_halves_are_rounded_away_from_zero() -> None:
    assert exact(0.33) == Fraction(33, 100)
    assert exact("1/3") == Fraction(1, 3)
    assert exact("0,5") == Fraction(1, 2)
    assert exact("7 %") == Fraction(7, 100)
    assert rounded(Fraction(1, 8), 2) == "0.13"
    assert rounded(Fraction(-1, 8), 2) == "-0.13"
    assert rounded(Fraction(2, 3), 4) == "0.6667"
    assert rounded(Fraction(-1, 1000), 2) == "0.00"
    assert points(Fraction(21)) == "21"
    assert points(Fraction(43, 2)) == "21.5"


@pytest.mark.parametrize("wrong", ["", "abc", "1/0", "nan", True, "inf"])
def test_what_is_no_number_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        exact(wrong)  # type: ignore[arg-type]


@given(st.fractions())
def test_exact_numbers_survive_as_text(value: Fraction) -> None:
    assert exact(as_text(value)) == value


def test_a_stream_is_the_same_everywhere_another_by_another_name_and_even() -> None:
    # Worked out once with sha256 alone; a change here breaks every published seed.
    stream = Stream("seed", 1, 2, "pairing")
    assert [stream.below(100) for _ in range(6)] == EXPECTED_DRAWS
    assert Stream("seed").shuffled("ABCDEFG") == list(EXPECTED_SHUFFLE)
    assert Stream("a", 1).word() != Stream("a", 2).word()
    assert Stream("a", "bc").word() != Stream("ab", "c").word()
    stream = Stream("even")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert max(counts.values()) - min(counts.values()) < 200


EXPECTED_DRAWS = [12, 84, 6, 84, 12, 43]
EXPECTED_SHUFFLE = "DBGECFA"


@pytest.mark.parametrize("text", ["R3T12", "P2R1T4", "R1B2", "R10A1"])
def test_keys_read_back_as_they_are_spelt(text: str) -> None:
    key = RowKey.parse(text)
    assert key is not None
    assert str(key) == text


def test_a_key_in_small_letters_is_the_same_key() -> None:
    assert RowKey.parse(" r3t12 ") == RowKey(RoundId(1, 3), RowKind.TABLE, 12)
    assert RowKey.parse("R3X1") is None
    assert RowKey.parse("") is None
