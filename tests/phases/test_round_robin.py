"""Round robin: the Berger tables, and a phase that runs by them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from runner import phases
from runner.app.sample_players import players
from runner.compute.compute import compute
from runner.compute.decisions.repair import RepairRound
from runner.compute.snapshot import Snapshot
from runner.compute.verify import DRAWN as DRAWINGS
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.randomness import Stream
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Round, Seat, Table
from runner.core.seating import SeatedTable, Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.phases.model import Drawn, RoundContext
from runner.phases.round_robin import round_robin
from runner.phases.round_robin.round_robin import RoundRobin
from runner.rules.ruleset import ruleset
from tests.support.events import (
    AT,
    ask,
    dropped,
    event,
    latest_ranking,
    lower_id_wins,
    phase,
    played_on,
    published,
    typed,
)
from tests.support.playoffs import proposed

drawn_again = RoundRobin().drawn_again

pytestmark = pytest.mark.thorough  # left out of make quick


PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
}
"""FIDE Handbook C.05, Annex 1; a table serves for one player less as well."""


@pytest.mark.parametrize("count", range(3, 13))
def test_the_tables_are_the_published_ones(count: int) -> None:
    written = [
        " ".join(f"{one}-{other}" for one, other in pairs) for pairs in round_robin.rounds(count)
    ]
    published = PUBLISHED[count + count % 2].strip().splitlines()
    assert written == [line.strip() for line in published]


@pytest.mark.parametrize("count", range(2, 65))
def test_every_pair_meets_exactly_once_and_nobody_plays_twice_in_a_round(count: int) -> None:
    tables = round_robin.rounds(count)
    everybody = range(1, count + count % 2 + 1)
    assert len(tables) == len(everybody) - 1
    for pairs in tables:
        assert sorted(number for pair in pairs for number in pair) == list(everybody)
    met = Counter(frozenset(pair) for pairs in tables for pair in pairs)
    assert met == {frozenset(pair): 1 for pair in combinations(everybody, 2)}


@pytest.mark.parametrize("count", range(2, 65))
def test_everybody_goes_first_in_half_of_the_matches(count: int) -> None:
    first: Counter[int] = Counter()
    matches: Counter[int] = Counter()
    for one, other in (pair for pairs in round_robin.rounds(count) for pair in pairs):
        if max(one, other) <= count:
            first[one] += 1
            matches.update((one, other))
    assert all(abs(2 * first[each] - matches[each]) <= 1 for each in range(1, count + 1))


def test_fewer_than_two_players_have_no_rounds() -> None:
    assert round_robin.rounds(0) == round_robin.rounds(1) == []


def situation(
    people: tuple[Player, ...], number: int = 1, *, away: tuple[str, ...] = (),
    cut: int | None = None, mode: Mode = Mode.HEAD_TO_HEAD,
    settings: dict[str, Any] | None = None, **changes: Any,
) -> RoundContext:  # fmt: skip
    """A phase of all who do not enter late; those `away` miss round `number`."""
    phase = Phase(2 if cut else 1, "All", mode, "round_robin", cut=cut, settings=settings or {})
    first = tuple(each for each in people if each.plays(1))
    if number > 1 and "seeds" not in changes:
        begun = RoundRobin().propose(situation(first, cut=cut, mode=mode, settings=settings))
        changes["seeds"] = tuple(begun.state["seeds"]) if begun else ()
    return RoundContext(
        phase=phase, ruleset=ruleset(phase, {})[0], next=RoundId(phase.number, number),
        players=tuple(each for each in people if each.id not in away and each.plays(number)),
        standings=None, seed="s", field=people, **changes,
    )  # fmt: skip


def tables_of(now: RoundContext) -> dict[int, tuple[str, ...]]:
    made = proposed(now)
    return {table.number: table.seats for table in made.pairing.tables}


def byes_of(now: RoundContext) -> tuple[str, ...]:
    made = proposed(now)
    return made.pairing.byes


FIVE, SIX = players(5), players(6)
DRAWN = tuple(Stream("s", 1, "numbers").shuffled(sorted(each.id for each in SIX)))


def test_it_can_be_chosen_and_numbers_are_drawn_from_the_seed_whatever_the_list() -> None:
    assert phases.find("round_robin").NAME == "Round robin"
    one, two, three, four, five, six = DRAWN
    assert tables_of(situation(SIX)) == {1: (one, six), 2: (two, five), 3: (three, four)}
    assert tables_of(situation(SIX[::-1])) == tables_of(situation(SIX))


def test_after_a_cut_numbers_go_by_rank_and_in_an_odd_field_everybody_sits_out_once() -> None:
    ranked = tuple(reversed(players(4)))
    ids = [each.id for each in ranked]
    assert tables_of(situation(ranked, cut=4)) == {1: (ids[0], ids[3]), 2: (ids[1], ids[2])}
    byes = [byes_of(situation(FIVE, number)) for number in range(1, 6)]
    assert sorted(byes) == [(each.id,) for each in FIVE]


@pytest.mark.parametrize(
    ("count", "double", "asked", "rounds"),
    [(2, False, None, 1), (5, False, None, 5), (6, False, None, 5), (7, True, None, 14),
     (8, True, None, 14), (6, False, 3, 3)],
)  # fmt: skip
def test_it_lasts_until_everybody_has_met_everybody_or_as_long_as_the_organiser_asks(
    count: int, double: bool, asked: int | None, rounds: int
) -> None:
    now = situation(players(count), settings={"double_round": double})
    now = replace(now, phase=replace(now.phase, rounds=asked))
    assert RoundRobin().planned_rounds(now) == rounds


@pytest.mark.parametrize(
    ("count", "mode"),
    [(0, Mode.HEAD_TO_HEAD), (1, Mode.HEAD_TO_HEAD), (6, Mode.MULTIPLAYER)],
)
def test_without_two_players_and_in_pods_its_rounds_stay_open_and_nobody_is_paired(
    count: int, mode: Mode
) -> None:
    now = situation(players(count), mode=mode)
    assert RoundRobin().planned_rounds(now) is None
    assert RoundRobin().propose(now) is None
    placed = Seating((SeatedTable(1, ("P001", "P002", "P003")),))
    if count == 6:
        assert tables_of(replace(now, placed=placed)) == {1: ("P001", "P002", "P003")}


@pytest.mark.parametrize("count", [2, 5, 6, 9, 64])
def test_the_second_cycle_is_the_first_with_seats_changed_over(count: int) -> None:
    people = players(count)
    cycle = len(round_robin.rounds(count))
    for number in range(1, cycle + 1):
        first, second = (tables_of(situation(people, each)) for each in (number, number + cycle))
        assert second == {table: seats[::-1] for table, seats in first.items()}
        now = situation(people, number)
        assert byes_of(now) == byes_of(situation(people, number + cycle))


def test_who_is_typed_absent_from_the_first_round_has_a_number_all_the_same() -> None:
    now = situation(SIX, away=("P003",), placed=Seating(absent=("P003",)))
    made = proposed(now)
    assert made.state["seeds"] == list(DRAWN)
    assert RoundRobin().planned_rounds(now) == 5


def test_the_opponent_of_who_is_not_there_has_a_bye_and_all_others_play_as_before() -> None:
    for number in range(1, 6):
        full = {frozenset(pair) for pair in tables_of(situation(SIX, number)).values()}
        now = situation(SIX, number, away=("P003",), placed=Seating(absent=("P003",)))
        alone = next(pair for pair in full if "P003" in pair)
        assert {frozenset(pair) for pair in tables_of(now).values()} == full - {alone}
        assert set(byes_of(now)) == alone - {"P003"}


def test_two_who_are_both_away_leave_nobody_alone_and_a_bye_leaves_the_opponent_one() -> None:
    now = situation(SIX, away=(DRAWN[0], DRAWN[5]), seeds=DRAWN)
    assert byes_of(now) == ()
    assert tables_of(now) == {1: (DRAWN[1], DRAWN[4]), 2: (DRAWN[2], DRAWN[3])}
    now = situation(SIX, byes=(DRAWN[0],))
    assert byes_of(now) == (DRAWN[0], DRAWN[5])


def test_a_late_entry_takes_the_number_of_nobody_and_a_second_has_no_place() -> None:
    late = (Player("P098", "Lou", enters=2), Player("P099", "Ola", enters=2))
    assert not {"P098", "P099"} & {
        each for at in tables_of(situation(FIVE)).values() for each in at
    }
    full = situation((*FIVE, *late), 2)
    playing = {each for seats in tables_of(full).values() for each in seats}
    assert playing == {*(each.id for each in FIVE), "P098"}
    assert byes_of(full) == ()
    assert tables_of(situation((*SIX, late[0]), 2)) == tables_of(situation(SIX, 2))


def test_a_table_filled_by_hand_stays_and_tables_are_numbered_as_the_rules_say() -> None:
    one, two, three, four, five, six = DRAWN
    by_hand = Seating((SeatedTable(2, (two, one)),))
    assert tables_of(situation(SIX, placed=by_hand)) == {
        1: (three, four), 2: (two, one), 3: (six, five),
    }  # fmt: skip
    people = tuple(replace(each, fixed_table=9) if each.id == DRAWN[2] else each for each in SIX)
    now = situation(people, settings={"first_table": 4, "table_gaps": "5"})
    assert list(tables_of(now)) == [4, 6, 9]
    assert tables_of(now)[9] == (DRAWN[2], DRAWN[3])


def test_numbers_are_new_when_the_first_round_is_drawn_anew_and_stay_for_a_later_one() -> None:
    now = situation(SIX, 3)
    assert tables_of(replace(now, seed="s redraw 1")) == tables_of(now)
    now = situation(SIX)
    assert tables_of(replace(now, seed="s redraw 1")) != tables_of(now)


def test_after_a_first_round_that_was_imported_the_numbers_are_those_of_who_was_in_it() -> None:
    """Nothing tells by which numbers it was paired; all later rounds have the same ones."""
    table = Table(1, tuple(Seat(each.id) for each in SIX[:5]))
    first = Round(RoundId(1, 1), (table,), absent=(SIX[5].id,))
    now = situation(SIX, 3, away=("P001",), seeds=(), rounds=(first,))
    made = proposed(now)
    assert made.state["seeds"] == list(DRAWN)
    assert RoundRobin().planned_rounds(now) == 5


def test_a_round_comes_out_again_of_what_the_ledger_keeps_of_it() -> None:
    by_hand = Seating((SeatedTable(2, (DRAWN[1], DRAWN[0])),))
    for now in (situation(SIX, 4), situation(SIX, away=("P002",)), situation(SIX, placed=by_hand)):
        made = proposed(now)
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
    assert drawn_again({}) is None


def all_play_all(count: int, **settings: Any) -> Event:
    return event(count, phase(1, "round_robin", Mode.HEAD_TO_HEAD, name="All", **settings))


def played(now: Event, drops: dict[int, str] | None = None) -> tuple[Snapshot, Ledger]:
    """The event from its beginning to its end; `drops` says who drops after which round."""
    return to_the_end(now, *published(now), drops)


def to_the_end(
    now: Event, snapshot: Snapshot, ledger: Ledger, drops: dict[int, str] | None = None
) -> tuple[Snapshot, Ledger]:
    while snapshot.current_round and not snapshot.current_round.finished:
        number = snapshot.current_round.id.number
        now = typed(dropped(now, (drops or {}).get(number), number), snapshot, lower_id_wins)
        snapshot, ledger = published(now, ledger)
    return snapshot, ledger


def meetings(snapshot: Snapshot) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(table.players) for round_ in snapshot.rounds for table in round_.tables
    )


@pytest.mark.parametrize("count", [6, 7])
def test_an_event_has_everybody_meet_everybody_and_ranks_them(count: int) -> None:
    snapshot, ledger = played(all_play_all(count))
    ids = [each.id for each in players(count)]
    assert snapshot.over
    assert not snapshot.problems
    lines = [EntryKind.PAIRED, EntryKind.RESULTS] * len(round_robin.rounds(count))
    assert [each.kind for each in ledger.entries] == lines
    assert meetings(snapshot) == {frozenset(pair): 1 for pair in combinations(ids, 2)}
    ranking = latest_ranking(snapshot)
    assert [row.player for row in ranking.rows] == ids
    assert all(row.record.byes == count % 2 for row in ranking.rows)


@pytest.mark.parametrize("count", [6, 7])
def test_a_double_round_robin_has_everybody_meet_everybody_twice_once_from_each_seat(
    count: int,
) -> None:
    snapshot, _ = played(all_play_all(count, double_round=True))
    ids = [each.id for each in players(count)]
    assert set(meetings(snapshot).values()) == {2}
    seatings = [table.players for round_ in snapshot.rounds for table in round_.tables]
    assert sorted(seatings) == sorted((one, other) for one in ids for other in ids if one != other)


@pytest.mark.parametrize("count", [6, 7])
def test_a_player_who_drops_in_the_middle_changes_nothing_for_the_others(count: int) -> None:
    whole, _ = played(all_play_all(count))
    snapshot, ledger = played(all_play_all(count), {2: "P004"})
    assert len(snapshot.rounds) == len(whole.rounds)
    for now, full in zip(snapshot.rounds, whole.rounds, strict=True):
        pairs = [table.players for table in full.tables]
        if now.id.number > 2:
            alone = {each for pair in pairs if "P004" in pair for each in pair} - {"P004"}
            pairs = [pair for pair in pairs if "P004" not in pair]
            assert set(now.byes) == {*full.byes, *alone} - {"P004"}
        assert [table.players for table in now.tables] == pairs
    assert meetings(snapshot).most_common(1)[0][1] == 1
    assert compute(snapshot.event, ledger).entries == ()


def test_somebody_who_never_came_leaves_the_numbers_and_the_rounds_as_they_are() -> None:
    now = all_play_all(7)
    snapshot, ledger = published(now)
    never = snapshot.rounds[0].tables[0].players[0]
    people = (replace(each, drops_after=0 if each.id == never else None) for each in now.players)
    snapshot, _ = to_the_end(replace(now, players=tuple(people)), snapshot, ledger)
    assert len(snapshot.rounds) == 7
    rest = [each.id for each in now.players if each.id != never]
    assert {frozenset(pair) for pair in combinations(rest, 2)} <= meetings(snapshot).keys()
    assert set(meetings(snapshot).values()) == {1}


def test_a_final_is_numbered_by_rank_and_has_room_for_who_came_late_to_the_event() -> None:
    now = all_play_all(6)
    swiss = Phase(1, "Swiss", Mode.HEAD_TO_HEAD, "swiss", rounds=2)
    final = Phase(2, "Final", Mode.HEAD_TO_HEAD, "round_robin", cut=4)
    late = replace(now.players[0], enters=2)
    now = replace(now, phases=(swiss, final), players=(late, *now.players[1:]))
    snapshot, _ = to_the_end(now, *published(now))
    ranking = latest_ranking(snapshot)
    ranked = [row.player for row in ranking.rows[:4]]
    assert late.id in ranked
    assert [table.players for table in snapshot.phases[1].rounds[0].tables] == [
        (ranked[0], ranked[3]),
        (ranked[1], ranked[2]),
    ]
    assert len(snapshot.phases[1].rounds) == 3
    assert snapshot.over


def test_a_round_drawn_anew_does_not_bring_back_an_earlier_opponent() -> None:
    now = all_play_all(6)
    _, ledger = published(now)
    anew = ask(now, RepairRound.KEY, 1)
    snapshot, ledger = published(anew, ledger)
    assert ledger.entries[-1].kind is EntryKind.REPAIRED
    snapshot, _ = to_the_end(anew, snapshot, ledger)
    assert len(snapshot.rounds) == 5
    assert set(meetings(snapshot).values()) == {1}


def test_the_ledger_of_an_event_gives_all_its_rounds_again() -> None:
    _, ledger = played(all_play_all(7), {3: "P002"})
    draws = [each for each in ledger.entries if each.kind is EntryKind.PAIRED]
    assert [each.round.number for each in draws] == list(range(1, 8))
    for entry in draws:
        drawn = drawn_again(entry.data["state"])
        assert drawn is not None
        seating = drawn.seating
        told = [{"table": each.number, "seats": list(each.seats)} for each in seating.tables]
        assert (told, list(seating.byes)) == (entry.data["tables"], entry.data["byes"])


def told(now: Event, late: Player, rounds: int = 1) -> list[str]:
    """What the organiser reads when somebody is added in that round, and the round after it."""
    snapshot, ledger = published(now)
    for _ in range(rounds - 1):
        now, snapshot, ledger = played_on(now, snapshot, ledger, lower_id_wins)
    now = replace(now, players=(*now.players, late))
    first = compute(now, ledger).problems
    snapshot, ledger = published(typed(now, snapshot, lower_id_wins), ledger)
    return [each.text for each in (*first, *snapshot.problems)]


LATE = Player("P099", "Ola Late", place=Place("Players", "A20"))


@pytest.mark.parametrize("enters", [1, 2, 3])
def test_who_comes_late_to_an_even_field_is_told_once_that_there_is_no_place(enters: int) -> None:
    messages = told(all_play_all(6), replace(LATE, enters=enters), 2)
    assert len(messages) == 2
    assert len({*messages}) == 1
    assert "Ola Late" in messages[0]
    assert "no place left" in messages[0]


def test_who_comes_late_to_an_odd_field_has_a_place_in_the_next_round() -> None:
    assert told(all_play_all(5), replace(LATE, enters=3), 2) == []
    unpaired, late = told(all_play_all(5), LATE, 2)
    assert unpaired == "Ola Late is at no table of Round 2."
    assert "“Enters in round” is empty" in late


def test_whom_the_organiser_has_seated_needs_no_place() -> None:
    now = all_play_all(6)
    snapshot, ledger = published(now)
    current = snapshot.rounds[0].tables[0]
    row = Row(RowKey(RoundId(1, 1), RowKind.TABLE, 1), 1, ("Ola Late", ""))
    changed = replace(
        now, players=(*now.players, LATE), rounds=(RoundSheet(RoundId(1, 1), (row,)),)
    )
    snapshot, _ = published(changed, ledger)
    assert snapshot.rounds[0].tables[0].players == (LATE.id, current.players[1])
    assert not [each for each in snapshot.problems if "Ola Late" in each.text]


@pytest.mark.parametrize("count", range(3, 65))
def test_in_two_cycles_nobody_goes_first_or_second_three_times_running(count: int) -> None:
    """FIDE C.05 Annex 1: the last two rounds of the first cycle change places."""
    turns: dict[int, str] = dict.fromkeys(range(1, count + 1), "")
    for pairs in round_robin.cycles(count, 2, exchanged=True):
        for one, other in pairs:
            if max(one, other) <= count:
                turns[one] += "f"
                turns[other] += "s"
    assert all(len(each) == 2 * (count - 1) for each in turns.values())
    assert not [each for each in turns.values() if "fff" in each or "sss" in each]


def test_only_the_last_two_rounds_of_the_first_of_two_cycles_change_places() -> None:
    plain, changed = round_robin.cycles(6, 2), round_robin.cycles(6, 2, exchanged=True)
    assert changed == [*plain[:3], plain[4], plain[3], *plain[5:]]
    assert round_robin.cycles(6, 1) == round_robin.rounds(6)


@pytest.mark.parametrize("count", [5, 6, 8])
def test_a_double_round_robin_is_played_with_those_rounds_exchanged(count: int) -> None:
    snapshot, ledger = played(all_play_all(count, double_round=True))
    turns: dict[str, str] = {}
    for round_ in snapshot.rounds:
        for table in round_.tables:
            for player, turn in zip(table.players, "fs", strict=True):
                turns[player] = turns.get(player, "") + turn
    assert not [each for each in turns.values() if "fff" in each or "sss" in each]
    assert all(finding.sound for finding in verify(ledger) if finding.kind in DRAWINGS)


def as_version_1(entry: Entry) -> Entry:
    """The line as the first version wrote it, which knew neither groups nor rounds exchanged."""
    state = {key: value for key, value in entry.data["state"].items() if key != "exchanged"}
    return replace(entry, data={**entry.data, "algorithm": "round robin 1", "state": state})


def test_an_event_that_an_earlier_version_began_goes_on_in_its_order() -> None:
    """Or somebody would meet twice in one cycle: five rounds were to come, and four are played."""
    now = all_play_all(6, double_round=True)
    ledger = Ledger()
    for number in range(1, 5):
        snapshot = compute(now, ledger)
        *came, entry = snapshot.entries
        state = as_version_1(entry).data["state"]
        drawn = drawn_again(state)
        assert drawn is not None
        seating = drawn.seating
        tables = [{"table": each.number, "seats": list(each.seats)} for each in seating.tables]
        old = replace(as_version_1(entry), at=AT)
        old = replace(old, data={**old.data, "tables": tables, "byes": list(seating.byes)})
        ledger, _ = ledger.extended([*came, old])
        snapshot = compute(now, ledger)
        assert len(snapshot.rounds) == number
        now = typed(now, snapshot, lower_id_wins)
    snapshot, ledger = to_the_end(now, *published(now, ledger))
    assert len(snapshot.rounds) == 10
    assert set(meetings(snapshot).values()) == {2}
    assert max(Counter(
        frozenset(table.players) for round_ in snapshot.rounds[:5] for table in round_.tables
    ).values()) == 1  # fmt: skip
    assert all(finding.sound for finding in verify(ledger) if finding.kind in DRAWINGS)
    kinds = {entry.data["algorithm"] for entry in ledger.entries if entry.kind in DRAWINGS}
    assert kinds == {"round robin 1", "round robin 2"}


def test_a_ledger_of_the_first_version_comes_out_again() -> None:
    _, ledger = played(all_play_all(7))
    drawn = (entry for entry in ledger.entries if entry.kind in DRAWINGS)
    old, _ = Ledger().extended(as_version_1(entry) for entry in drawn)
    findings = verify(old)
    assert len(findings) == 7
    assert all(finding.sound for finding in findings)
