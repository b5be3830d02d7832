"""A playoff with a booster draft: who meets whom follows from the seats at the draft table."""

from dataclasses import replace

import pytest

from runner.compute.compute import compute
from runner.compute.decisions.repair import RepairRound
from runner.compute.verify import verify
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.phases import bracket, tree
from runner.phases.bracket import Seeds
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.model import Drawn, RoundContext
from tests.support.events import ids, played_on, published, swiss_and_playoff, up_to
from tests.support.playoffs import MATCHES, after, as_result, leave, proposed, results, situation

drawn_again = SingleElimination().drawn_again


def by_seat(players: int) -> list[list[str]]:
    """The pairs of a first round, in the order of the bracket, where seat and seed are one."""
    seats = [str(each) for each in range(1, players + 1)]
    slots = bracket.drafted(seats, Seeds.of(seats))
    return [list(pair) for pair in bracket.pairs(slots)]


@pytest.mark.parametrize(("players", "pairs"), [
    (1, "1"), (2, "1-2"), (4, "1-3 2-4"), (8, "1-5 3-7 2-6 4-8"),
    (16, "1-9 5-13 3-11 7-15 2-10 6-14 4-12 8-16"),
    (3, "2-3 1"), (6, "3-5 1 4-6 2"), (7, "2-5 4-7 3-6 1"),
])  # fmt: skip
def test_opposite_seats_meet(players: int, pairs: str) -> None:
    assert by_seat(players) == [each.split("-") for each in pairs.split()]


@pytest.mark.parametrize("players", range(2, 40))
def test_everybody_has_one_slot_and_the_highest_seeds_the_byes(players: int) -> None:
    pairs = by_seat(players)
    assert sorted(int(each) for pair in pairs for each in pair) == list(range(1, players + 1))
    byes = sorted(int(pair[0]) for pair in pairs if len(pair) == 1)
    assert byes == list(range(1, len(byes) + 1))
    assert len(pairs) == 1 << (players - 1).bit_length() >> 1


def drafting() -> RoundContext:
    now = situation(8, MATCHES)
    return replace(now, phase=replace(now.phase, mode=Mode.DRAFT))


def test_the_seats_are_drawn_and_kept_in_the_ledger_s_state() -> None:
    now = drafting()
    made = proposed(now)
    seats = made.state["draft_seats"]
    assert sorted(seats) == sorted(each.id for each in now.players)
    assert seats != sorted(seats)
    met = [{*table.seats} for table in made.pairing.tables]
    assert met == [{seats[at], seats[at + 4]} for at in (0, 2, 1, 3)]
    assert proposed(replace(now, seed="another")).state["draft_seats"] != seats
    assert drawn_again(made.state) == Drawn(made.pairing.seating)
    now = after(now, made, results(made, [0, 1, 0, 1]))
    second = proposed(replace(now, seed="another"))  # the seats stay as they were
    assert second.state["draft_seats"] == seats
    won = [table.seats[at] for table, at in zip(made.pairing.tables, (0, 1, 0, 1), strict=True)]
    assert [{*table.seats} for table in second.pairing.tables] == [{*won[:2]}, {*won[2:]}]


def test_who_drops_after_the_cut_leaves_the_bye_to_the_highest_seed() -> None:
    assert proposed(leave(drafting(), "5")).pairing.byes == ("1",)


def test_the_tree_says_nothing_of_seats_that_are_to_be_drawn_and_follows_them_then() -> None:
    now = drafting()
    assert tree(as_result(now, [])) is None
    made = proposed(now)
    found = tree(as_result(after(now, made, results(made, [0] * 4)), [made.state]))
    assert found is not None
    first = [each for each in found.matches if each.round == 1]
    assert [each.places[0].source.number for each in first] == [
        int(each.places[0].player or 0) for each in first
    ]
    assert [{*each.players} for each in first] == [{*t.seats} for t in made.pairing.tables]
    semifinals = [each for each in found.matches if each.round == 2]
    assert {player for each in semifinals for player in each.players} == {
        table.seats[0] for table in made.pairing.tables
    }


def drafted(count: int = 16) -> Event:
    now = swiss_and_playoff(count, Mode.HEAD_TO_HEAD, cut=8)
    return replace(now, phases=(now.phases[0], replace(now.phases[1], mode=Mode.DRAFT)))


def test_swiss_and_a_drafted_top_8() -> None:
    now, snapshot, ledger = up_to(drafted(), 2, 1)
    assert snapshot.phases[1].planned == 3
    state = ledger.entries[-1].data["state"]
    assert state["seeds"] == ids(snapshot)
    seats = state["draft_seats"]
    again = Decision(RepairRound.KEY, RoundId(2, 1), place=Place("Decisions", "F6"))
    now = replace(now, decisions=(*now.decisions, again))
    snapshot, ledger = published(now, ledger)
    assert ledger.entries[-1].data["state"]["draft_seats"] != seats
    while not snapshot.over:
        now, snapshot, ledger = played_on(now, snapshot, ledger)
    assert len(snapshot.phases[1].rounds) == 3
    assert all(each.sound is not False for each in verify(ledger))
    assert compute(now, ledger).entries == ()
