"""Decklists: who is missing, round 1 that waits for them, misspelt commanders, checks drawn, and
whose lists pages show."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from runner.compute.decisions.pair import PairRound
from runner.compute.decks import by_state, drawing, drawn_from, with_open_lists
from runner.compute.snapshot import Snapshot
from runner.compute.verify import verify
from runner.core.decks import Deck, Decklists, DeckState, OpenLists, partners
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.player import Player, Shown
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.seal import digest
from tests.support.day import Day
from tests.support.events import GO, event, phase, planned, published, swiss, swiss_and_playoff
from tests.support.teams import team_event

IN = Deck("in")
KINNAN, KINAN = "Kinnan, Bonder Prodigy", "Kinan, Bonder Prodigy"


def with_decks(now: Event, *decks: Deck) -> Event:
    """The first players have these decks; the others have none."""
    given = [*decks, *[Deck()] * (len(now.players) - len(decks))]
    people = (replace(each, deck=deck) for each, deck in zip(now.players, given, strict=True))
    return replace(now, players=tuple(people))


def asking(many: int, **changes: object) -> Event:
    """One phase of Swiss that requires lists, and asks for round 1."""
    changes = {"decklists": Decklists.REQUIRED, **changes}
    return replace(swiss(many), **changes)  # type: ignore[arg-type]


def commanders(*typed: str) -> list[str]:
    """What is asked about the commanders that players have typed."""
    now = planned(max(4, len(typed)))
    people = (
        replace(each, extra={"Commander": text}) if text else each
        for each, text in zip(now.players, [*typed, "", "", ""], strict=False)
    )
    return asked(replace(now, players=tuple(people)))


def asked(now: Event) -> list[str]:
    problems = published(now)[0].problems
    return [str(each) for each in problems if each.code == "player.commander-misspelt"]


def test_a_curly_apostrophe_is_no_other_spelling() -> None:
    (told,) = commanders("Atraxa, Praetors’ Voice", "Atraxa, Praetors' Voice",
                         "Atraxa, Praetors’ Voise")  # fmt: skip
    assert "Did you mean “Atraxa, Praetors' Voice”, as 2 others?" in told


# --- states -----------------------------------------------------------------------------------


def test_a_link_is_a_list_that_is_in_until_a_state_says_otherwise() -> None:
    linked = Player("P1", "Ana", extra={"Decklist": "https://example.org/1"})
    assert linked.deck_state is DeckState.IN
    assert Player("P1", "Ana", deck=Deck(linked=True)).deck_state is DeckState.IN
    wrong = replace(linked, deck=Deck("problem", "99 cards"))
    assert (wrong.deck_state, wrong.deck.typed) == (DeckState.PROBLEM, "problem: 99 cards")
    assert Player("P1", "Ana").deck_state is DeckState.MISSING


def test_who_has_left_or_is_still_to_come_is_missing_nothing() -> None:
    here, left, late = Player("P1", "A"), Player("P2", "B", drops_after=1), Player("P3", "C", "", 3)
    assert by_state([here, left, late], 2)[DeckState.MISSING] == [here]
    assert by_state([], 1)[DeckState.MISSING] == []


# --- round 1 ----------------------------------------------------------------------------------


def test_round_1_waits_for_required_lists_and_names_the_cells() -> None:
    now = with_decks(asking(5), IN, Deck("checked"), IN)
    day = Day(now)
    (problem,) = [each for each in day.snapshot.problems if each.place == GO]
    assert day.snapshot.rounds == ()
    assert problem.code == "decision.lists-missing"
    first, second = now.players[3:]
    assert f"2 decklists: {first.name} ({first.place}) and {second.name}" in problem.text
    day.change(players=tuple(replace(each, deck=IN) for each in day.event.players))
    assert len(day.snapshot.rounds) == 1
    assert not [each for each in day.snapshot.problems if each.place == GO]


@pytest.mark.parametrize("setting", [Decklists.NO, Decklists.ASKED])
def test_only_required_lists_hold_anything_back(setting: Decklists) -> None:
    assert Day(asking(8, decklists=setting)).snapshot.rounds


def test_a_reason_pairs_round_1_without_the_lists() -> None:
    why = Decision(PairRound.KEY, RoundId(1, 1), reason="the printer broke", place=GO)
    assert Day(asking(8, decisions=(why,))).snapshot.rounds


def test_nobody_waits_for_the_list_of_who_never_came() -> None:
    now = with_decks(asking(9), *[IN] * 8)
    gone = (*now.players[:8], replace(now.players[8], drops_after=0))
    assert Day(replace(now, players=gone)).snapshot.rounds


def test_lists_that_go_missing_later_stop_no_round() -> None:
    now = with_decks(asking(8, automatic=True), *[IN] * 8)
    day = Day(now)
    day.change(players=tuple(replace(each, deck=Deck()) for each in now.players))
    assert len(day.play().rounds) == 2


# --- commanders -------------------------------------------------------------------------------


def test_a_commander_that_is_nearly_that_of_others_is_asked_about() -> None:
    (said,) = commanders(KINNAN, KINNAN, KINAN, KINNAN)
    assert f"“{KINAN}”" in said
    assert f"Did you mean “{KINNAN}”, as 3 others?" in said


@pytest.mark.parametrize(
    "typed",
    [
        (KINNAN, KINAN),  # either may be right
        (KINNAN, KINNAN, "Omnath, Locus of Mana", "Omnath, Locus of Rage", "Omnath, Locus of Rage"),
        (KINNAN, KINNAN, KINAN, KINAN),
        ("", "", ""),
        ("Rhys the Exiled", "Rhys the Redeemed", "Rhys the Redeemed"),
    ],
)
def test_what_may_be_another_card_is_left_alone(typed: Sequence[str]) -> None:
    assert commanders(*typed) == []


def test_accents_and_case_do_not_hide_the_usual_spelling() -> None:
    (said,) = commanders(
        "Lim-Dûl the Necromancer", "Lim-Dûl the Necromancer", "lim-dul the necromancer"
    )
    assert "Did you mean “Lim-Dûl the Necromancer”, as 2 others?" in said


@pytest.mark.parametrize("pair", ["Tymna the Weaver / {}", "{} // Tymna the Weaver", "{} & Tymna"])
def test_partners_are_looked_at_one_by_one(pair: str) -> None:
    right, wrong = "Thrasios, Triton Hero", "Thrasios, Triton Heroo"
    (said,) = commanders(f"{right} / Tymna the Weaver", right, pair.format(wrong))
    assert f"“{wrong}”" in said
    assert f"Did you mean “{right}”" in said
    assert partners("A / B") == ("A", "B")


def test_a_file_of_names_is_believed_before_the_others() -> None:
    now = planned(3)
    people = tuple(replace(each, extra={"Commander": KINAN}) for each in now.players)
    assert asked(replace(now, players=people)) == []
    said = asked(replace(now, players=people, commanders=(KINNAN, "Other")))
    assert len(said) == 3
    assert "as the file of commanders" in said[0]


def test_a_commander_that_no_page_shows_is_asked_about_as_well() -> None:
    decks = [Deck(commander=text) for text in (KINNAN, KINNAN, KINAN)]
    assert len(asked(with_decks(planned(4), *decks))) == 1


# --- checks -----------------------------------------------------------------------------------


def drawn(day: Day, many: int) -> tuple[str, ...]:
    """Draw for the current round, and return everybody who is drawn in it."""
    snapshot = day.snapshot
    line = drawing(snapshot.event, day.ledger, snapshot.players, snapshot.rounds[-1], many)
    if line:
        day.ledger, _ = day.ledger.extended([replace(line, at="2026-11-21T10:00:00+00:00")])
        day.save()
    return day.snapshot.deck_checks.get(snapshot.rounds[-1].id, ())


def test_a_draw_does_not_depend_on_the_order_of_the_rows() -> None:
    one, other = (Day(swiss(12)) for _ in range(2))
    other.change(players=tuple(reversed(other.event.players)))
    assert drawn(one, 4) == drawn(other, 4)
    assert drawn(Day(asking(12, decklists=Decklists.NO, seed="another")), 4) != drawn(one, 4)


def test_the_same_players_are_named_again_and_more_of_them_on_request() -> None:
    day = Day(swiss(12))
    first = drawn(day, 3)
    assert len(first) == 3
    assert drawn(day, 3) == first
    assert drawn(day, 2) == first
    assert drawn(day, 5)[:3] == first
    assert len(set(drawn(day, 500))) == 12


def test_nobody_is_drawn_twice_before_everybody_was_once() -> None:
    day = Day(swiss(12, 4, automatic=True))
    seen = list(drawn(day, 5))
    for _ in range(2):
        day.play()
        seen += drawn(day, 5)
    assert len({*seen[:12]}) == 12
    assert len(seen) == 15


def test_who_was_checked_without_a_draw_comes_last() -> None:
    day = Day(with_decks(swiss(8), *[Deck("checked")] * 3, Deck("problem", "99 cards")))
    assert {*drawn(day, 4)} == {each.id for each in day.event.players[4:]}


def test_only_who_sits_in_the_round_is_drawn() -> None:
    day = Day(swiss(9, 3, uneven="byes", automatic=True))
    day.drop("P003", 1)
    day.play()
    there = {player for table in day.snapshot.rounds[-1].tables for player in table.players}
    assert {*drawn(day, 500)} == there - {"P003"}
    assert len(there) == 8


def test_verify_draws_the_checks_again() -> None:
    day = Day(swiss(8))
    drawn(day, 2)
    (found,) = [each for each in verify(day.ledger) if each.kind is EntryKind.DECKS]
    assert (found.sound, found.what) == (True, "decks to check, drawn again, the same")
    (line,) = day.lines("deck checks drawn")
    others = [id_ for id_ in line.data["lot"]["among"] if id_ not in line.data["drawn"]]
    chosen = replace(line, data={**line.data, "drawn": others[:2]})
    ledger, _ = day.ledger.extended([chosen])
    assert [each.sound for each in verify(ledger)][-1] is False


def test_a_draw_from_another_seed_is_not_what_was_promised() -> None:
    day = Day(swiss(8))
    drawn(day, 2)
    (line,) = day.lines("deck checks drawn")
    promise = Entry(EntryKind.SEED, RoundId(0, 0), {"sha256": digest(b"s"), "roll": ""})
    lot = {**line.data["lot"], "seed": "another"}
    other = replace(line, data={"lot": lot, "drawn": drawn_from(lot, line.round, 2)})
    ledger, _ = Ledger().extended([promise, line, other])
    assert [each.sound for each in verify(ledger)] == [None, True, False]


def test_nobody_hears_who_was_drawn() -> None:
    day = Day(swiss(8))
    assert drawn(day, 2)
    assert day.snapshot.for_players.deck_checks == {}


def test_teams_are_drawn_as_teams() -> None:
    day = Day(team_event(4, "trios"))
    assert {*drawn(day, 9)} == {each.id for each in day.event.players}


# --- when pages show lists ----------------------------------------------------------------------


def lists_on_pages(snapshot: Snapshot) -> set[str]:
    public = snapshot.for_players.players
    assert all({*each.extra} in ({"Commander", "Decklist", "Pronouns"}, {"Pronouns"})
               for each in public.values())  # fmt: skip
    return {id_ for id_, each in public.items() if "Decklist" in each.extra}


def open_event(stage: OpenLists, hidden: str = "") -> Event:
    now = swiss_and_playoff(8, Mode.HEAD_TO_HEAD, swiss=1, cut=2)
    people = (
        replace(
            each, extra={"Commander": f"C {each.id}", "Decklist": "https://x.org", "Pronouns": "-"},
            shown=Shown.HIDDEN if each.id == hidden else None,
        )
        for each in now.players
    )  # fmt: skip
    return replace(now, open_lists=stage, players=tuple(people))


EVERYBODY = {f"P{at:03}" for at in range(1, 9)}


@pytest.mark.parametrize(
    ("stage", "before", "swiss_", "over"),
    [
        (OpenLists.AS_LISTED, 8, 8, 8),
        (OpenLists.ALWAYS, 8, 8, 8),
        (OpenLists.NEVER, 0, 0, 0),
        (OpenLists.PLAYOFF, 0, 0, 2),
        (OpenLists.AFTER, 0, 0, 8),
    ],
)
def test_lists_are_on_the_pages_from_their_stage_on(
    stage: OpenLists, before: int, swiss_: int, over: int
) -> None:
    now = open_event(stage)
    assert len(lists_on_pages(Day(replace(now, decisions=())).snapshot)) == before
    day = Day(now)
    assert len(lists_on_pages(day.snapshot)) == swiss_
    day.play("2-0")
    finalists = lists_on_pages(day.snapshot)
    if stage is OpenLists.PLAYOFF:
        assert finalists == {*day.snapshot.rounds[-1].tables[0].players}
    if stage is OpenLists.AFTER:
        assert finalists == set()
    day.play("2-0")
    assert day.snapshot.over
    assert len(lists_on_pages(day.snapshot)) == over


def test_an_event_without_rounds_is_not_over() -> None:
    ana = Player("P1", "Ana", extra={"Commander": "Kinnan"})
    (public,) = with_open_lists(planned(4, open_lists=OpenLists.AFTER), {"P1": ana}, ()).values()
    assert public.extra == {}


@pytest.mark.parametrize("stage", list(OpenLists))
def test_the_list_of_a_hidden_player_is_never_public(stage: OpenLists) -> None:
    day = Day(open_event(stage, "P002"))
    day.play_out("2-0")
    assert day.snapshot.over
    assert day.snapshot.for_players.players["P002"].extra == {}


def test_what_the_staff_know_of_a_deck_is_on_no_page() -> None:
    now = with_decks(event(4, phase(1)), Deck("problem", "99 cards", "Secret", linked=True))
    assert all(each.deck == Deck() for each in published(now)[0].for_players.players.values())
