"""The catalogues hold what the sources say, whole and in the language's own words."""

import re
import string
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from tests.support.messages import catalogue, codes, messages

SAME = {
    "{name} ({short}): {meaning}", "{record} + {n} bye", "{record} + {n} byes", "{round} · live",
    "table {table} ({result})", "table {table}, {changes}",
}  # fmt: skip
"""What is the same in English and in some other language."""
RULES = ("MTR ", "MAMTR ")
"""Begin where a rule stands, which is called the same everywhere."""
_CODES = [*codes()]


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return messages()


def said_in(known: Catalog) -> Iterator[tuple[Message, tuple[str, ...], tuple[str, ...]]]:
    """Each message with its English forms and those of the language."""
    for each in known:
        if each.id:
            yield (
                each,
                tuple(each.id) if each.pluralizable else (each.id,),
                tuple(each.string) if each.pluralizable else (each.string,),
            )


def identities(known: Catalog) -> set[tuple[object, str | None]]:
    return {(each.id, each.context) for each in known if each.id}


def names(text: str) -> set[str]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.thorough
@pytest.mark.parametrize("code", _CODES)
def test_a_catalogue_has_the_messages_of_the_sources_and_no_others(
    code: str, sources: Catalog
) -> None:
    known = catalogue(code)
    assert identities(known) == identities(sources)
    assert not known.obsolete


@pytest.mark.thorough
@pytest.mark.parametrize("code", _CODES)
def test_every_message_is_translated_in_all_plural_forms(code: str) -> None:
    known = catalogue(code)
    unsure = [each.id for each in known if each.id and each.fuzzy]
    left = [each.id for each, _, said in said_in(known) if not all(said)]
    forms = [
        each.id
        for each, _, said in said_in(known)
        if each.pluralizable and len(said) != known.num_plurals
    ]
    assert (unsure, left, forms) == ([], [], [])


@pytest.mark.parametrize("code", _CODES)
def test_placeholders_are_those_of_the_message(code: str) -> None:
    wrong = []
    for each, english, said in said_in(catalogue(code)):
        wanted = names(english[-1])
        for form in filter(None, said):
            # The form for one may leave out the number.
            if names(form) != wanted and not (each.pluralizable and names(form) | {"n"} == wanted):
                wrong.append(form)
    assert not wrong


@pytest.mark.parametrize("code", _CODES)
def test_a_button_that_a_sentence_quotes_is_called_so(code: str) -> None:
    """What is to be tapped is found by its name."""
    known = {each.id: each.string for each in catalogue(code) if isinstance(each.id, str)}
    quoting = [
        (said, known[quoted])
        for english, said in known.items()
        for quoted in re.findall("“([^“”]+)”", english)
        if quoted in known
    ]
    assert (known["Type your name. “This is me” makes this device remember it."], known[
        "This is me"]) in quoting  # fmt: skip
    assert [pair for pair in quoting if pair[1] not in pair[0]] == []


@pytest.mark.parametrize("code", _CODES)
def test_no_sentence_is_left_in_english(code: str) -> None:
    left = [
        form
        for _, english, said in said_in(catalogue(code))
        for form in said
        if form in english
        and len(form.split()) > 2
        and form not in SAME
        and not form.startswith(RULES)
    ]
    assert not left


@pytest.mark.parametrize("code", _CODES)
def test_letters_are_one_character_and_differ(code: str) -> None:
    letters = [said[0] for each, _, said in said_in(catalogue(code)) if each.context == "letter"]
    assert [len(each) for each in letters] == [1] * 5
    outcomes = [
        said[0]
        for each, _, said in said_in(catalogue(code))
        if each.context == "letter" and each.id != "B"
    ]
    assert len({*outcomes}) == 4
