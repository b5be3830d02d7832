"""Names that are not shown are found however they are written, and other words stay."""

import random
import unicodedata
from collections.abc import Callable

import pytest

from runner.core import names
from runner.core.redaction import Unnamed

PEOPLE = (
    "Oisín Murphy", "José Núñez-Groß", "Ana Maria Example", "Zoë O’Brien", "Jürgen Weiß",
    "Marcus Felix", "Łukasz Żak-Nowak", "Seán Mac Giolla",
)  # fmt: skip
Change = Callable[[str, random.Random], str]


def hidden(*people: str, shown: tuple[str, ...] = ()) -> Unnamed:
    instead = {key: f"Player {at}" for at, name in enumerate(people)
               for key in names.keys(name)}  # fmt: skip
    return Unnamed(instead, shown)


def cased(name: str, chance: random.Random) -> str:
    return chance.choice([str.upper, str.lower, str.title, str])(name)


def without_accents(name: str, chance: random.Random) -> str:
    made = "".join(x for x in unicodedata.normalize("NFD", name) if not unicodedata.combining(x))
    return chance.choice([name, made, unicodedata.normalize("NFD", name)])


def between(name: str, chance: random.Random) -> str:
    gap = chance.choice([" ", "  ", "-", "‐", "", ".", " - ", "_", "/", "·", "\u00a0", "\t"])
    return gap.join(name.split(" "))


def turned(name: str, chance: random.Random) -> str:
    first, _, last = name.rpartition(" ")
    return chance.choice([name, f"{last}, {first}", f"{last} {first}", f"{last},{first}"])


def with_more(name: str, chance: random.Random) -> str:
    first, _, last = name.rpartition(" ")
    more = ["(Ossie)", "“Ossie”", '"the Fox"', "„Ossie“", "[Oz]", "P.", "P. J.", "Patrick"]
    return f"{first} {chance.choice(more)} {last}"


def genitive(name: str, chance: random.Random) -> str:
    ends = ["'s", "’s", "`s", "s", "'", "’", "s’", " 's"]
    return name + chance.choice(ends + ["es"] * name.casefold().endswith(("s", "x", "z", "ß")))


def within(name: str, chance: random.Random) -> str:
    before = ["", "Team ", "(", "«", "d’", "l'", "@", "by ", "c/o: ", "von "]
    behind = ["", "!", ")", " and friends", ", 3rd", "»"]
    return chance.choice(before) + name + chance.choice(behind)


WAYS: tuple[tuple[Change, ...], ...] = (
    (cased, without_accents, between, genitive),
    (turned, cased, without_accents, genitive),
    (with_more, without_accents, genitive),
)


@pytest.mark.parametrize("at", range(len(PEOPLE)))
def test_a_name_is_found_however_it_is_written(at: int) -> None:
    fit, last = hidden(*PEOPLE), names.plain(PEOPLE[at].rpartition(" ")[2])
    for seed in range(60):
        chance, made = random.Random(seed), PEOPLE[at]
        for change in (*chance.choice(WAYS), within):
            made = change(made, chance)
        said = fit(made)
        assert f"Player {at}" in said, made
        assert last not in names.plain(said), (made, said)


@pytest.mark.parametrize("text", [
    "Oisín", "Murphy’s law", "O. Murphy", "Oisín and Murphy", "Oisín & Murphy",
    "Oisín beats Murphy", "Oisín vs. Murphy", "Oisín, Bo Murphy", "Oisín. Then Murphy came",
    "Oisín und Murphy", "Oisín y Murphy", "Oisín e Murphy", "Oisín gegen Murphy",
    "1. Oisín 2. Murphy", "Oisín “A”, Bo “B” Murphy", "Oisín (Bo) & Murphy", "OisínXMurphy",
    "Moisínmurphy", "oisínmurphyx", "Murphysson Oisín", "Anton", "anton", "Martin", "Jones",
    "James", "will", "wills", "May", "mayday", "Mays",
])  # fmt: skip
def test_other_words_stay(text: str) -> None:
    fit = hidden("Oisín Murphy", "An Ton", "Mar Tin", "Jame", "Jon", "Wil Ls", "Ma Y")
    assert fit.renamed(text) == text


@pytest.mark.parametrize("text", ["Oisín Patrick Murphy", "OisínMurphy-Smith", "Anna OisínMurphy"])
def test_somebody_else_whose_name_has_it_in_it_stays(text: str) -> None:
    assert hidden("Oisín Murphy", shown=(text,)).renamed(f"Team {text}") == f"Team {text}"


@pytest.mark.parametrize(
    "text", ["山田太郎", "山田 太郎", "山田太郎さん", "山田太郎の店", "勝者は山田太郎"]
)
def test_a_name_is_found_in_a_script_without_blanks(text: str) -> None:
    assert "山田" not in hidden("山田 太郎").renamed(text)


@pytest.mark.parametrize("between", [
    "(the great big Ossie)", "“The Great Big Bad Fox of Cork”", "【Ossie】", "*Ossie*",
    "/Ossie/", "~Ossie~", "|Ossie|", "`Ossie`", "‘O’Fox’", "(O'Fox)", "»Ossie«", "(✨)",
    "aka Ossie", "alias Ossie", "“Ossie” P.", "P. (Ossie)", "Patrick “Ossie” P.", "...", "---",
])  # fmt: skip
def test_a_nickname_is_found_in_whatever_marks_it_stands(between: str) -> None:
    fit = hidden("Oisín Murphy")
    assert fit.renamed(f"ask Oisín {between} Murphy’s team") == "ask Player 0’s team"


@pytest.mark.parametrize(("text", "said"), [
    ("TeamOisínMurphy", "Team Player 0"), ("OisinMurphyDeck", "Player 0 Deck"),
    ("oisinmurphy99", "Player 0 99"), ("oisin-murphy99", "Player 0 99"),
    ("2Oisín Murphy", "2 Player 0"), ("Oisín Murphy2", "Player 0 2"),
    ("@oisin_murphy_deck", "@Player 0_deck"), ("Murphy2Oisín", "Murphy2Oisín"),
])  # fmt: skip
def test_a_name_is_found_in_a_word_that_was_made_of_more(text: str, said: str) -> None:
    assert hidden("Oisín Murphy").renamed(text) == said


@pytest.mark.parametrize(("people", "shown", "text", "said"), [
    (["123"], (), "1234 and 123", "1234 and Player 0"),
    (["Ossie"], (), "OssieFan, Ossie99, TeamOssie", "OssieFan, Ossie99, TeamOssie"),
    (["Oisín Murphy"], ("TeamOisínMurphy",), "TeamOisínMurphy 1", "TeamOisínMurphy 1"),
    (["Team 7", "Bo 2"], (), "Team 7b, Team 77, Bo 2nd, Team 7",
     "Team 7b, Team 77, Bo 2nd, Player 0"),
], ids=["a number", "one word", "the word of somebody shown", "a name with a number"])  # fmt: skip
def test_a_name_is_not_found_in_a_longer_word_or_number(
    people: list[str], shown: tuple[str, ...], text: str, said: str
) -> None:
    assert hidden(*people, shown=shown).renamed(text) == said
