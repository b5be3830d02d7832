"""Which names are proposed as one person's, why, and which never are."""

import time

import pytest

from runner.circuit.people import Line, Who, people
from runner.circuit.proposals import Proposal, allowed, distance, proposals
from runner.circuit.summary import Entrant
from tests.support.crowds import crowd, day, yes


def proposed(*names: str, more: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """What is proposed for names of an event each."""
    events = {f"e{at}": day(f"2026-01-{at:02}", name) for at, name in enumerate(names, 1)}
    events["more"] = day("2026-12-01", *more)
    found = proposals(events, people(events))
    return [(each.one.name, each.other.name, each.why) for each in found]


@pytest.mark.parametrize(("one", "other", "why"), [
    ("Ana Perez", "Ana Perez", "The same name in 2 events."),
    ("Ana Pérez", "Ana Perez", "The same but for accents, hyphens or capital letters."),
    ("Jürgen Muller", "Juergen Müller", "The same but for accents, hyphens or capital letters."),
    ("Ana Maria Perez", "Perez Ana Maria", "The same words in another order."),
    ("Ana Perez", "Ana Maria Perez", "A middle name is missing."),
    ("Ana Perez", "Ana Perez Garcia", "A last name is missing."),
    ("A. Perez", "Ana Perez", "An initial stands for a name."),
    ("Ana M. Perez", "Ana Maria Perez", "An initial stands for a name."),
    ("Ana Perez", "Ana Peres", "One letter differs."),
    ("Johannes Smith", "Johanens Smiht", "Two letters differ."),
    ("Jan van Damme", "Jan Vandamme", "The same letters with blanks elsewhere."),
])  # fmt: skip
def test_two_names_are_proposed_with_the_reason(one: str, other: str, why: str) -> None:
    ((first, second, said),) = proposed(one, other)
    assert {first, second} == {one, other}
    assert said == why


@pytest.mark.parametrize(("one", "other"), [
    ("Ana Perez", "Bea Perez"), ("Al Wu", "Al Wo"), ("Player 101", "Player 102"),
    ("A. Perez", "Bea Perez"), ("Ana", "Bo"), ("Max Maier", "Max Bauers"),
])  # fmt: skip
def test_other_names_are_not(one: str, other: str) -> None:
    assert proposed(one, other) == []


def test_words_that_several_have_are_no_typos() -> None:
    others = ("Marco Bianchi", "Marco Verdi", "Marta Bianchi", "Marta Verdi")
    assert proposed("Marco Rossi", "Marta Rossi") != []
    assert proposed("Marco Rossi", "Marta Rossi", more=others) == []


def test_an_initial_that_may_be_anybody_says_nothing() -> None:
    several = proposed(
        "J. Smith", "Jo Smith", "Jeannette Smith", "Jacqueline Smith", "Julius Smith"
    )
    assert not [why for *_, why in several if "initial" in why]


def test_namesakes_are_proposed_for_one_event_and_the_next_and_that_is_said() -> None:
    events = {
        "a": day("2026-01-01", "Ana Perez"), "b": day("2026-02-01", "Ana Perez", "Ana Perez"),
        "c": day("2026-03-01", "Ana Perez", "Ana Peres"),
    }  # fmt: skip
    assert proposals(events, people(events)) == [
        Proposal(
            Who("Ana Perez", "a"), Who("Ana Perez", "c"),
            "The same name, but two players have it in b.",
        )
    ]  # fmt: skip


def test_who_met_in_an_event_or_has_another_number_is_not_proposed() -> None:
    met = {"a": day("2026-01-01", "Ana Perez", "Ana Peres"), "b": day("2026-02-01", "Bo")}
    assert proposals(met, people(met)) == []
    entrants = [Entrant("P1", "Ana Perez", columns={"Member": f"M{at}"}) for at in range(2)]
    events = {"a": day("2026-01-01", entrants[0]), "b": day("2026-02-01", entrants[1])}
    assert proposals(events, people(events, "Member")) == []
    assert len(proposals(events, people(events))) == 1


def test_what_is_known_or_was_answered_is_not_proposed_again() -> None:
    events = {
        "a": day("2026-01-01", "Ana Perez"), "b": day("2026-02-01", "Ana Perez"),
        "c": day("2026-03-01", "Anna Perez"),
    }  # fmt: skip
    assert [each.why for each in proposals(events, people(events))] == [
        "The same name in 2 events.", "One letter differs.",
    ]  # fmt: skip
    no = [Line(Who("anna perez"), Who("Ana Perez"), same=False)]
    assert len(proposals(events, people(events, "", no), no)) == 1
    said = [yes("Ana Perez", "Anna Perez")]
    assert proposals(events, people(events, "", said), said) == []
    later = {**events, "d": day("2026-04-01", "Ana Perez")}
    assert proposals(later, people(later, "", said), said) == []


def test_shortened_names_are_not_proposed() -> None:
    short = Entrant("P1", "Ana P.", whole=False)
    events = {"a": day("2026-01-01", short), "b": day("2026-02-01", "Ana P.", "Ana Perez")}
    assert proposals(events, people(events)) == []


@pytest.mark.thorough
def test_ten_thousand_names_take_seconds_and_few_misspelt_ones_are_missed() -> None:
    events, pairs, twice = crowd()
    begun = time.process_time()
    found = proposals(events, people(events))
    assert time.process_time() - begun < 20
    assert all(each.why.endswith(".") for each in found)
    together = {frozenset((each.one.name, each.other.name)) for each in found}
    assert {frozenset((name,)) for name in twice} <= together
    wanted = {frozenset(pair) for pair in pairs}
    assert len(wanted & together) >= 0.95 * len(wanted)
    false = together - wanted - {frozenset((name,)) for name in twice}
    assert len(false) <= 0.05 * len(wanted)


@pytest.mark.parametrize(("one", "other", "typos"), [
    ("", "", 0), ("abc", "", 3), ("abc", "acb", 1), ("abcd", "badc", 2), ("kitten", "sitting", 3),
])  # fmt: skip
def test_the_distance_counts_letters_and_exchanges(one: str, other: str, typos: int) -> None:
    assert distance(one, other) == distance(other, one) == typos


def test_short_names_may_have_fewer_typos() -> None:
    assert [allowed(letters) for letters in (4, 5, 8, 9)] == [0, 1, 1, 2]
