"""Who is the same person in several events, and who is never taken for one."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from runner.circuit.meetings import Meetings, meetings
from runner.circuit.people import Appearance, Line, People, Who, by_day, people
from runner.circuit.summary import Entrant, Summary
from tests.support.crowds import crowd, day, yes


def member(id_: str, name: str, number: str) -> Entrant:
    return Entrant(id_, name, columns={"Member": number})


def joined(known: People) -> list[list[str]]:
    return [["/".join(each) for each in person.appearances] for person in known.persons]


def test_nobody_is_joined_by_a_name_alone() -> None:
    events = {"a": day("2026-01-01", "Ana", "Bo"), "b": day("2026-02-01", "Ana", "Bo")}
    assert people(events) == People()
    assert joined(people(events, "", [yes("Ana")])) == [["a/P1", "b/P1"]]
    assert joined(people(events, "", [yes("ANA  ")])) == [["a/P1", "b/P1"]]
    assert people(events, "", [yes("Ana")._replace(same=False)]).persons == ()


def test_ten_thousand_with_namesakes_and_misspelt_names_stay_apart() -> None:
    events, _, _ = crowd()
    assert people(events) == People()


def test_equal_values_of_the_chosen_column_are_one_person_and_blanks_nobody() -> None:
    events = {
        "b": day("2026-02-01", member("P7", "Anna", "m1 "), member("P8", "Cy", "")),
        "a": day("2026-01-01", member("P1", "Ana", "M1"), member("P2", "Cy", " ")),
        "c": day("2026-03-01", member("P3", "Ana", "M2")),
    }
    known = people(events, "member")
    assert joined(known) == [["a/P1", "b/P7"]]
    assert people(events, "Club").persons == ()
    later = {**events, "0": day("2025-01-01", member("P1", "A.", "M1"))}
    assert people(later, "Member").persons[0].key == known.persons[0].key


def test_a_key_stays_when_later_events_follow() -> None:
    events = {slug: day(f"2026-0{at}-01", "Ana") for at, slug in enumerate("abc", 1)}
    first = {slug: events[slug] for slug in "ab"}
    (person,), (longer,) = (people(each, "", [yes("Ana")]).persons for each in (first, events))
    assert person.key == longer.key
    assert len(longer.appearances) == 3


def test_shortened_and_hidden_names_rehearsals_and_names_of_teams_are_never_joined() -> None:
    whole = member("P1", "Ana B.", "M1")
    events = {
        "a": day("2026-01-01", whole),
        "short": day("2026-02-01", replace(whole, whole=False)),
        "mock": day("2026-03-01", whole, rehearsal=True),
        "team": day("2026-04-01", whole, entrant="team"),
        "hidden": day("2026-05-01", replace(whole, members=("Ana B.",), whole=False)),
    }
    lines = [yes("Ana B."), yes("Ana B.", its="a", their="short")]
    assert people(events, "Member", lines) == People(ids={Appearance("a", "P1"): "m1"})


def test_members_of_teams_are_joined_as_players_are() -> None:
    aces = Entrant("T1", "The Aces", columns={"Member": "M1"}, members=("Bo", "Ana B."))
    events = {
        "a": day("2026-01-01", member("P1", "Ana B.", "M1")),
        "pairs": day("2026-04-01", aces, entrant="team"),
    }
    assert people(events, "Member").persons == ()  # the team's number is nobody's
    assert joined(people(events, "Member", [yes("Ana B.")])) == [["a/P1", "pairs/T1-2"]]


def test_namesakes_in_one_event_are_not_joined_by_a_line() -> None:
    events = {
        "a": day("2026-01-01", "Ana"), "b": day("2026-02-01", "Ana", "Ana"),
        "c": day("2026-03-01", "Ana"),
    }  # fmt: skip
    assert joined(people(events, "", [yes("Ana")])) == [["a/P1", "c/P1"]]
    assert people(events, "", [yes("Ana", its="a", their="b")]).persons == ()


def test_nobody_becomes_two_of_one_event_and_that_is_told() -> None:
    events = {
        "a": day("2026-01-01", member("P1", "Ana", "M1"), member("P2", "Bo", "M1")),
        "b": day("2026-02-01", "Ana", "Bo"),
    }
    line = yes("Ana", "Bo")
    known = people(events, "Member", [line])
    assert [(each.event, each.line, each.value) for each in known.clashes] == [
        ("a", None, "m1"), ("a", line, ""), ("b", line, ""),
    ]  # fmt: skip
    assert joined(known) == [["a/P1", "b/P1"]]
    assert joined(people(events, "Member")) == []


names = st.sampled_from(["Ana", "Bo", "Cy"])
lines = st.lists(
    st.builds(
        Line, *[st.builds(Who, names, st.sampled_from(["", "a", "b", "c"]))] * 2, st.booleans()
    )
)


@given(st.lists(st.lists(names, max_size=4), min_size=3, max_size=3), lines)
def test_nobody_is_ever_two_of_one_event_whatever_is_typed(
    who: list[list[str]], said: list[Line]
) -> None:
    events = {slug: day(f"2026-01-0{at}", *who[at]) for at, slug in enumerate("abc")}
    known = people(events, "", said)
    for person in known.persons:
        slugs = [each.event for each in person.appearances]
        assert len({*slugs}) == len(slugs) > 1
        assert slugs == sorted(slugs, key=by_day(events).index)
    assert len({person.key for person in known.persons}) == len(known.persons)


def test_who_met_whom_and_who_was_ahead() -> None:
    pod = [("P1", 1), ("P2", 2), ("P3", 2)]
    events: dict[str, Summary] = {
        "a": day("2026-01-01", "Ana", "Bo", "Cy", tables=[pod]),
        "b": day("2026-02-01", "Bo", "Ana", tables=[[("P1", 1), ("P2", 1)]]),
    }
    known = people(events, "", [yes("Ana"), yes("Bo")])
    ana, bo = (known.key_of[Appearance("a", id_)] for id_ in ("P1", "P2"))
    assert meetings(events, known) == {
        ana: [Meetings(Appearance("b", "P1"), 2, 1, 1, 0), Meetings(Appearance("a", "P3"), 1, 1)],
        bo: [Meetings(Appearance("b", "P2"), 2, 0, 1, 1), Meetings(Appearance("a", "P3"), 1)],
    }
