"""Groups of a round robin: who is in which, whom they meet, and who goes on with which seed."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.compute.comparison import compare
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.repair import RepairRound
from runner.compute.snapshot import Snapshot
from runner.compute.verify import DRAWN, verify
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.randomness import Stream
from runner.core.rounds import Round, Seat, Table
from runner.core.seating import SeatedTable, Seating
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.ledger import Ledger
from runner.phases import bracket
from runner.phases.model import Drawn, Proposal, RoundContext
from runner.phases.round_robin import groups as dealing
from runner.phases.round_robin.groups import Groups, by_place, dealt, letter, seeded, together
from runner.phases.round_robin.round_robin import RoundRobin
from runner.render.site.renderer import render
from runner.rules.ruleset import ruleset
from tests.support.events import (
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
from tests.support.folders import event_folder, opened
from tests.support.playoffs import proposed

drawn_again = RoundRobin().drawn_again

pytestmark = pytest.mark.thorough  # left out of make quick

SIZES, FIELDS = range(3, 9), range(4, 65)
NOBODY: dict[str, frozenset[str]] = {}


def ids(count: int) -> list[str]:
    return [f"P{number:03d}" for number in range(1, count + 1)]


def chance() -> Stream:
    return Stream("a test of groups")


def test_groups_are_called_by_letters() -> None:
    found = [letter(at) for at in (0, 1, 25, 26, 27, 701, 702)]
    assert found == ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("count", "groups"),
    [(12, ["1 6 7 12", "2 5 8 11", "3 4 9 10"]), (11, ["1 6 7", "2 5 8 11", "3 4 9 10"])],
    ids=["even", "the last row is not full"],
)
def test_seeds_are_dealt_in_a_snake(count: int, groups: list[str]) -> None:
    found = dealt([str(seed) for seed in range(1, count + 1)], 4, NOBODY, chance())
    assert [" ".join(group) for group in found] == groups


@pytest.mark.parametrize("size", SIZES)
def test_groups_are_as_few_as_can_be_as_even_as_can_be_and_never_too_large(size: int) -> None:
    for count in FIELDS:
        found = dealt(ids(count), size, NOBODY, chance())
        lengths = [len(group) for group in found]
        assert sorted(each for group in found for each in group) == ids(count)
        assert max(lengths) <= size
        assert max(lengths) - min(lengths) <= 1
        assert min(lengths) >= 2
        assert (len(found) - 1) * size < count


def of_clubs(*sizes: int) -> tuple[list[str], dict[str, frozenset[str]]]:
    clubs = [at for at, size in enumerate(sizes) for _ in range(size)]
    people = dict(zip(ids(len(clubs)), clubs, strict=True))
    apart = {
        one: frozenset(each for each in people if each != one and people[each] == people[one])
        for one in people
    }
    return list(people), apart


@pytest.mark.parametrize(
    ("clubs", "size"),
    [((4, 4, 4, 4), 4), ((8, 8), 4), ((5, 5, 5, 1), 4), ((10, 3, 3, 2, 2), 5), ((9, 6, 6, 4), 5),
     ((16, 16, 16, 16), 4), ((7, 7, 7), 3)],
)  # fmt: skip
@pytest.mark.parametrize("order", range(3))
def test_clubs_are_spread_over_the_groups_as_evenly_as_they_can_be(
    clubs: tuple[int, ...], size: int, order: int
) -> None:
    people, apart = of_clubs(*clubs)
    found = dealt(Stream("order", order).shuffled(people), size, apart, chance())
    least = 0
    for club in clubs:
        share, more = divmod(club, len(found))
        least += len(found) * share * (share - 1) // 2 + more * share
    assert together(found, apart) == least


@pytest.mark.parametrize("case", range(40))
def test_no_other_deal_of_the_same_rows_keeps_more_apart(case: int) -> None:
    """Against every deal there is, for fields that are small enough."""
    draw = Stream("who is apart", case)
    people = ids(8)
    apart: dict[str, set[str]] = {each: set() for each in people}
    for one, other in combinations(people, 2):
        if draw.below(3) == 0:
            apart[one].add(other)
            apart[other].add(one)
    rows = [people[at : at + 2] for at in range(0, 8, 2)]
    deals = product(*(permutations(row) for row in rows))
    least = min(together(tuple(zip(*deal, strict=True)), apart) for deal in deals)
    assert together(dealt(people, 4, apart, chance()), apart) == least


def test_only_players_of_one_row_change_places_to_be_apart() -> None:
    people = [str(seed) for seed in range(1, 17)]
    apart = {"1": {"8", "9"}, "8": {"1", "9"}, "9": {"1", "8"}}
    plain, found = dealt(people, 4, NOBODY, chance()), dealt(people, 4, apart, chance())
    assert together(plain, apart) == 3
    assert together(found, apart) == 0
    for group in found:
        assert [(int(each) - 1) // 4 for each in group] == [0, 1, 2, 3]
    assert sum(group != other for group, other in zip(found, plain, strict=True)) <= 3


def situation(
    people: tuple[Player, ...], size: int, number: int = 1, before: Proposal | None = None,
    phase: int = 1, **changes: Any,
) -> RoundContext:  # fmt: skip
    """A phase in groups before a round; `before` is the round that was drawn last."""
    settings = {"group_size": size, **changes.pop("settings", {})}
    plan = Phase(phase, "Groups", Mode.HEAD_TO_HEAD, "round_robin", settings=settings)
    rules, problems = ruleset(plan, {})
    assert not problems
    drawn = before.state if before else {}
    found = RoundContext(
        plan, rules, RoundId(phase, number),
        tuple(each for each in people if each.plays(number)),
        None, "s", field=people, seeds=tuple(drawn.get("seeds", ())), drawn=drawn,
    )  # fmt: skip
    return replace(found, **changes)


def all_rounds(people: tuple[Player, ...], size: int, **changes: Any) -> Iterator[Proposal]:
    made: Proposal | None = None
    planned = RoundRobin().planned_rounds(situation(people, size, **changes))
    assert planned is not None
    for number in range(1, planned + 1):
        now = situation(people, size, number, made, **changes)
        assert RoundRobin().planned_rounds(now) == planned
        made = proposed(now)
        assert drawn_again(made.state) == Drawn(made.pairing.seating)
        yield made


def met(rounds: list[Proposal]) -> Counter[frozenset[str]]:
    return Counter(frozenset(table.seats) for made in rounds for table in made.pairing.tables)


def groups_of(made: Proposal) -> Groups:
    return tuple(tuple(each) for each in made.state.get("groups", [made.state["seeds"]]))


@pytest.mark.parametrize("size", SIZES)
def test_every_pair_of_a_group_meets_once_and_no_other_pair_does(size: int) -> None:
    everybody = players(FIELDS[-1])
    for count in FIELDS:
        rounds = list(all_rounds(everybody[:count], size))
        groups = groups_of(rounds[0])
        assert all(groups_of(made) == groups for made in rounds)
        pairs = [frozenset(pair) for group in groups for pair in combinations(group, 2)]
        assert met(rounds) == dict.fromkeys(pairs, 1)
        byes = Counter(each for made in rounds for each in made.pairing.byes)
        assert byes == {each: 1 for group in groups if len(group) % 2 for each in group}
        for made in rounds:
            seated = [each for table in made.pairing.tables for each in table.seats]
            assert len({*seated, *made.pairing.byes}) == len(seated) + len(made.pairing.byes)


@pytest.mark.parametrize(("count", "size"), [(8, 4), (9, 5), (10, 5), (13, 4), (11, 6)])
def test_in_a_double_round_robin_every_pair_of_a_group_meets_once_from_each_seat(
    count: int, size: int
) -> None:
    rounds = list(all_rounds(players(count), size, settings={"double_round": True}))
    seatings = Counter(table.seats for made in rounds for table in made.pairing.tables)
    wanted = [pair for group in groups_of(rounds[0]) for pair in permutations(group, 2)]
    assert seatings == dict.fromkeys(wanted, 1)


def test_tables_go_group_by_group_and_a_state_names_groups_that_could_be() -> None:
    (first, *_) = all_rounds(players(8), 4)
    for wrong in (None, "A", ["P001"]):
        assert drawn_again({**first.state, "groups": wrong}) is None
    groups = groups_of(first)
    there = {each: at for at, group in enumerate(groups) for each in group}
    assert [there[table.seats[0]] for table in first.pairing.tables] == [0, 0, 1, 1]


def test_after_an_earlier_phase_groups_go_by_seed_and_in_the_first_they_are_drawn() -> None:
    people = players(8)
    names = [each.id for each in people]
    (after, *_) = all_rounds(people, 4, phase=2)
    assert groups_of(after) == tuple(
        tuple(names[at] for at in group) for group in ((0, 3, 4, 7), (1, 2, 5, 6))
    )
    (first, *_) = all_rounds(people, 4)
    (other, *_) = all_rounds(people, 4, seed="another")
    assert groups_of(first) != groups_of(other)
    (again, *_) = all_rounds(people[::-1], 4)
    assert groups_of(first) == groups_of(again)


def test_clubs_and_who_is_named_are_in_different_groups_where_they_are_to_be_kept_apart() -> None:
    people = tuple(replace(each, club=f"Club {at // 4}") for at, each in enumerate(players(16)))
    (apart, *_) = all_rounds(people, 4, settings={"keep_clubs_apart": True})
    clubs = {each.id: each.club for each in people}
    assert all(len({clubs[each] for each in group}) == 4 for group in groups_of(apart))
    (drawn, *_) = all_rounds(people, 4)
    assert any(len({clubs[each] for each in group}) < 4 for group in groups_of(drawn))
    people = players(8)
    (plain, *_) = all_rounds(people, 4)
    one, *mates = groups_of(plain)[0]
    by_id = {each.id: each for each in people}
    asking = tuple(
        replace(each, keep_apart=tuple(by_id[mate].name for mate in mates[:2]))
        if each.id == one else each for each in people
    )  # fmt: skip
    (now, *_) = all_rounds(asking, 4)
    mine = next(group for group in groups_of(now) if one in group)
    assert not {*mates[:2]} & {*mine}


def test_late_entries_take_the_places_of_nobody_one_to_each_odd_group() -> None:
    late = tuple(Player(f"P09{at}", f"Late {at}", enters=2) for at in range(3))
    people = players(10)
    first = proposed(situation((*people, *late), 5))
    before = groups_of(first)
    second = proposed(situation((*people, *late), 5, 2, first))
    assert groups_of(second) == ((*before[0], "P090"), (*before[1], "P091"))
    playing = {each for table in second.pairing.tables for each in table.seats}
    assert {"P090", "P091"} <= playing
    assert second.pairing.byes == ()
    assert "P092" not in playing


def test_who_is_away_or_at_a_table_filled_by_hand_leaves_nothing_outside_the_group() -> None:
    people = players(8)
    first = proposed(situation(people, 4))
    groups = groups_of(first)
    away = groups[1][2]
    there = tuple(each for each in people if each.id != away)
    second = proposed(situation(people, 4, 2, first, players=there))
    assert groups_of(second) == groups
    (left,) = second.pairing.byes
    assert left in groups[1]
    one, two = groups_of(first)
    by_hand = Seating((SeatedTable(3, (one[0], two[0])),))
    second = proposed(situation(people, 4, 2, first, placed=by_hand))
    tables = {table.number: {*table.seats} for table in second.pairing.tables}
    assert tables.pop(3) == {one[0], two[0]}
    assert all(seats <= {*one} or seats <= {*two} for seats in tables.values())
    assert len(second.pairing.byes) == 2


def test_groups_of_rounds_that_were_imported_are_those_who_have_met() -> None:
    people = players(8)
    made = list(all_rounds(people, 4, seed="elsewhere"))
    rounds = tuple(
        Round(
            RoundId(1, at),
            tuple(Table(each.number, tuple(map(Seat, each.seats))) for each in one.pairing.tables),
        )
        for at, one in enumerate(made, 1)
    )
    now = situation(people, 4, 4, rounds=rounds)
    assert {frozenset(each) for each in dealing.groups(now)} == {
        frozenset(each) for each in groups_of(made[0])
    }
    only = situation(people, 4, 2, rounds=rounds[:1])
    assert [len(group) for group in dealing.groups(only)] == [4, 4]


def levels_of(groups: int, on: int) -> tuple[list[list[str]], Groups]:
    """So many of each group go on, and the groups; an id is a group's letter and a place."""
    every = tuple(tuple(f"{at}-{place}" for place in range(on)) for at in range(groups))
    return [[f"{at}-{place}" for at in range(groups)] for place in range(on)], every


def meet(seeds: tuple[str, ...], one: str, other: str) -> int:
    """How many rounds before the final two would meet if both went on winning."""
    slots = bracket.standard(seeds)
    rounds = (len(slots) - 1).bit_length()
    return rounds - (slots.index(one) ^ slots.index(other)).bit_length()


@pytest.mark.parametrize("groups", range(2, 17))
def test_two_of_a_group_can_only_meet_in_the_final(groups: int) -> None:
    levels, every = levels_of(groups, 2)
    seeds = seeded(levels, every)
    assert [*seeds[:groups]] == levels[0]
    assert sorted(seeds[groups:]) == sorted(levels[1])
    assert all(meet(seeds, *group) == 0 for group in every)


@pytest.mark.parametrize("groups", [2, 4, 8])
@pytest.mark.parametrize("on", [3, 4])
def test_of_three_or_four_of_a_group_no_two_are_in_one_quarter(groups: int, on: int) -> None:
    levels, every = levels_of(groups, on)
    seeds = seeded(levels, every)
    for group in every:
        early = sorted(meet(seeds, *pair) for pair in combinations(group, 2))
        assert early == [0] * (2 if on == 3 else 4) + [1] * (1 if on == 3 else 2)


def test_nobody_changes_seeds_where_the_groups_are_apart_already() -> None:
    levels, every = levels_of(4, 2)
    crossed = [levels[0], [levels[1][at] for at in (0, 1, 2, 3)]]
    seeds = seeded(crossed, every)
    assert [*seeds[:4]] == levels[0]
    moved = sum(one != other for one, other in zip(seeds[4:], crossed[1], strict=True))
    wrong = [at for at in range(4) if meet((*levels[0], *crossed[1]), f"{at}-0", f"{at}-1")]
    assert moved <= len(wrong)


def grouped(count: int, *, advance: int | None = 2, cut: int | None = None, **more: Any) -> Event:
    settings = {"group_size": 4, **({"group_advance": advance} if advance else {}), **more}
    groups = phase(1, "round_robin", Mode.HEAD_TO_HEAD, name="Groups", **settings)
    return event(count, groups, phase(2, "single_elimination", Mode.HEAD_TO_HEAD, cut=cut))


def played(now: Event, drops: dict[int, str] | None = None) -> tuple[Event, Snapshot, Ledger]:
    """The event to its end; `drops` says who drops after which round of the event."""
    snapshot, ledger = published(now)
    while snapshot.current_round and not snapshot.current_round.finished:
        now = dropped(now, (drops or {}).get(len(snapshot.rounds)), len(snapshot.rounds))
        now, snapshot, ledger = played_on(now, snapshot, ledger, lower_id_wins)
    return now, snapshot, ledger


def ranked(snapshot: Snapshot) -> list[list[str]]:
    ranking = latest_ranking(snapshot)
    return [[row.player for row in ranking.rows if row.player in group] for group in ranking.groups]


@pytest.mark.parametrize("count", [8, 11, 12, 14, 16, 23])
def test_the_best_two_of_each_group_go_on_to_a_bracket_and_one_wins_it(count: int) -> None:
    _, snapshot, ledger = played(grouped(count))
    assert snapshot.over
    assert not snapshot.problems
    assert all(finding.sound for finding in verify(ledger) if finding.kind in DRAWN)
    groups = ranked(snapshot)
    assert sorted(each for group in groups for each in group) == [p.id for p in players(count)]
    assert all(group == sorted(group) for group in groups)
    on = {each for group in groups for each in group[:2]}
    field = [player.id for player in snapshot.phases[1].field]
    assert {*field} == on
    assert len(field) == 2 * len(groups)
    assert {*field[: len(groups)]} == {group[0] for group in groups}
    first = snapshot.phases[1].rounds[0]
    assert {*first.byes, *(p for table in first.tables for p in table.players)} == on
    final = latest_ranking(snapshot, 2)
    assert final.rows[0].player == "P001"


def test_ranks_begin_anew_in_each_group_and_a_bye_is_worth_nothing_between_them() -> None:
    _, snapshot, _ = played(grouped(11))
    for ranking in snapshot.phases[0].standings:
        lengths = [len(group) for group in ranking.groups]
        ranks = [row.rank for row in ranking.rows]
        assert ranks == [rank for length in lengths for rank in range(1, length + 1)]
        assert {row.player for row in ranking.rows[: lengths[0]]} == {*ranking.groups[0]}
    result = snapshot.phases[0]  # in a group of three everybody has a bye, which is three points
    ranking = result.current
    assert ranking is not None
    won = {row.player: row.match_points for row in ranking.rows}
    small = next(group for group in ranking.groups if len(group) == 3)
    levels = by_place(result)
    assert {won[player] for player in levels[0]} == {Fraction(9)}
    last = next(player for player in levels[2] if player in small)
    assert won[last] == 3
    assert levels[2][-1] == last


def test_nobody_is_tied_with_somebody_of_another_group_or_moved_there_by_a_correction() -> None:
    now = grouped(12)
    snapshot, ledger = published(now)
    snapshot, _ = published(typed(now, snapshot, lower_id_wins), ledger)
    ranking = snapshot.phases[0].standings[0]
    group = {player: at for at, each in enumerate(ranking.groups) for player in each}
    tied = [(row.player, other) for row in ranking.rows for other in row.tied_with]
    assert tied
    assert all(group[one] == group[other] for one, other in tied)
    now, snapshot, ledger = played(grouped(12))
    sheet = now.rounds[0]
    turned = tuple(replace(row, result="B" if row.result == "A" else "A") for row in sheet.rows)
    corrected = replace(now, rounds=(replace(sheet, rows=turned), *now.rounds[1:]))
    again, _ = published(corrected, ledger)
    assert again.phases[0].groups == snapshot.phases[0].groups
    assert [p.id for p in again.phases[1].field] == [p.id for p in snapshot.phases[1].field]
    assert again.phases[0].current != snapshot.phases[0].current


def test_who_drops_makes_place_for_the_next_of_the_group() -> None:
    _, whole, _ = played(grouped(12))
    gone = ranked(whole)[1][0]
    _, snapshot, _ = played(grouped(12), {3: gone})
    group = next(group for group in ranked(snapshot) if gone in group)
    field = {player.id for player in snapshot.phases[1].field}
    assert field & {*group} == {*group[1:3]}
    assert len(field) == 6


def test_a_larger_cut_takes_the_best_thirds_and_without_a_number_all_go_on_by_places() -> None:
    _, snapshot, _ = played(grouped(12, cut=8))
    groups = ranked(snapshot)
    field = [player.id for player in snapshot.phases[1].field]
    assert len(field) == 8
    assert {*field[:3]} == {group[0] for group in groups}
    assert {*field[3:6]} == {group[1] for group in groups}
    assert {*field[6:]} < {group[2] for group in groups}
    _, snapshot, _ = played(grouped(8, advance=None))
    field = [player.id for player in snapshot.phases[1].field]
    groups = ranked(snapshot)
    assert [{*field[at : at + 2]} for at in range(0, 8, 2)] == [
        {group[place] for group in groups} for place in range(4)
    ]


def test_what_parts_two_rows_and_other_rules_are_told_within_a_group_only() -> None:
    _, snapshot, _ = played(grouped(12))
    document = snapshot_document(snapshot)
    assert schema.problems(document, "runner-snapshot/1") == []
    latest = document["standings"][2]
    assert [row["group"] for row in latest["rows"]] == [*"AAAABBBBCCCC"]
    assert [("why_below" in row) for row in latest["rows"]] == [False, True, True, True] * 3
    found = compare(snapshot, 1)
    assert found is not None
    assert found.cut is None
    for other in found.others:
        assert [row.rank for row in other.standings.rows] == [1, 2, 3, 4] * 3


def pages(snapshot: Snapshot) -> dict[str, str]:
    return {
        path: content.decode()
        for path, content in render(snapshot, {}).files.items()
        if path.endswith(".html")
    }


def test_standings_have_a_table_for_each_group_with_a_line_below_who_goes_on() -> None:
    _, snapshot, _ = played(grouped(11))
    page = pages(snapshot)["standings/R3.html"]
    parts = page.split("<h2>Group ")[1:]
    assert [part[:1] for part in parts] == ["A", "B", "C"]
    ranking = snapshot.phases[0].standings[2]
    for part, group in zip(parts, ranking.groups, strict=True):
        assert re.findall(r'<tr id="(P\d+)"', part) == sorted(group)
        assert re.findall(r'<td class="n rank">(\d+)', part) == [
            str(rank) for rank in range(1, len(group) + 1)
        ]
        assert re.findall(r'<tr id="(P\d+)" data-item class="[^"]*\bcut\b', part) == [
            sorted(group)[1]
        ]
    assert "The best 2 of each group advance" in page


def test_a_player_s_page_says_the_group_and_compares_within_it() -> None:
    _, snapshot, _ = played(grouped(12))
    made = pages(snapshot)
    names = {player.id: player.name for player in snapshot.players.values()}
    for letter_, group in zip("ABC", snapshot.phases[0].groups, strict=True):
        first, second, *_ = sorted(group)
        page = made[f"players/{first}.html"]
        assert f"<small>/4 Group {letter_}</small>" in page
        assert f"{names[second]} is below {names[first]}" in html.unescape(page)
        others = [names[each] for each in names if each not in group]
        sentences = "".join(re.findall(r'<ul class="neighbours">(.*?)</ul>', page)[-1:])
        assert not [name for name in others if name in html.unescape(sentences)]


def test_who_leads_a_group_and_every_table_of_one_are_shown_and_of_one_the_best_go_on() -> None:
    now = replace(grouped(12), phases=grouped(12).phases[:1])
    _, snapshot, _ = played(now)
    leaders = re.findall(r"players/(P\d+)\.html", pages(snapshot)["index.html"])
    assert {*leaders[:3]} == {group[0] for group in ranked(snapshot)}
    snapshot, _ = published(grouped(12), Ledger())
    page = pages(snapshot)["rounds/R1.html"]
    assert re.findall(r"<small>(Group .)</small>", page) == [f"Group {each}" for each in "AABBCC"]
    _, snapshot, _ = played(grouped(4))
    assert snapshot.phases[0].groups == ()
    assert [player.id for player in snapshot.phases[1].field] == ["P001", "P002"]
    assert "The best 2 advance" in pages(snapshot)["standings/R3.html"]


def test_who_waits_for_the_other_groups_is_in_the_list_of_pairings() -> None:
    """Nine players make a group of five, which has five rounds, and one of four with three."""
    settings = {"group_size": 5}
    now = grouped(9)
    now = replace(now, phases=(replace(now.phases[0], settings=settings), now.phases[1]))
    snapshot, ledger = published(now)
    for _ in range(3):
        now, snapshot, ledger = played_on(now, snapshot, ledger, lower_id_wins)
    small = min(snapshot.phases[0].groups, key=len)
    assert len(snapshot.rounds) == 4
    assert not {*small} & {*snapshot.rounds[3].byes}
    made = pages(snapshot)
    for player in small:
        line = re.search(rf'<li id="{player}".*?</li>', made["pairings.html"], re.DOTALL)
        assert line
        assert '<b class="out">Group finished</b>' in line[0]
        assert "All matches of the group are played." in made[f"players/{player}.html"]
    assert made["rounds/R4.html"].count("All matches of the group are played") == 1
    _, snapshot, _ = played(replace(now, rounds=()))
    assert snapshot.over


def test_groups_and_a_bracket_run_from_a_workbook_to_the_pages(tmp_path: Path) -> None:
    plan = replace(grouped(12), automatic=False, decisions=())
    folder = event_folder(tmp_path / "friday", plan)
    pipeline = Pipeline(folder, tmp_path / "site")
    play(pipeline, 6)
    loaded = opened(folder)
    snapshot = loaded.snapshot
    assert snapshot.phases[0].ruleset.group_size == 4
    assert snapshot.phases[0].over
    assert len(snapshot.phases[0].groups) == 3
    assert [len(each.tables) for each in snapshot.phases[0].rounds] == [6, 6, 6]
    on = {each for group in ranked(snapshot) for each in group[:2]}
    assert {player.id for player in snapshot.phases[1].field} == on
    assert snapshot.over
    assert all(finding.sound is not False for finding in verify(loaded.ledger))
    standings = (tmp_path / "site" / "standings" / "R3.html").read_text(encoding="utf-8")
    assert [standings.count(f"<h2>Group {each}</h2>") for each in "ABCD"] == [1, 1, 1, 0]


def test_a_cut_below_what_the_groups_promise_and_who_comes_late_to_full_ones_are_told() -> None:
    now = replace(grouped(12, cut=4), automatic=False)
    snapshot, ledger = published(now)
    for number in (2, 3):
        now = typed(ask(now, PairRound.KEY, number), snapshot, lower_id_wins)
        snapshot, ledger = published(now, ledger)
    now = typed(now, snapshot, lower_id_wins)
    snapshot, _ = published(now, ledger)
    assert [each.text for each in snapshot.problems] == [
        "Playoff has a cut of 4, but the best 2 of each group are 6."
    ]
    assert len(snapshot.phases[1].field) == 4
    settings = {"group_size": 5}
    now = grouped(10)
    now = replace(now, phases=(replace(now.phases[0], settings=settings), now.phases[1]))
    snapshot, ledger = published(now)
    late = tuple(
        Player(f"P09{at}", f"Late {at}", enters=2, place=Place("Players", f"A{20 + at}"))
        for at in range(3)
    )
    now = replace(now, players=(*now.players, *late))
    (problem,) = compute(now, ledger).problems
    assert str(problem.place) == "Players!A22"
    assert "Late 2 enters in round 2" in problem.text
    snapshot, _ = published(typed(now, snapshot, lower_id_wins), ledger)
    (problem,) = snapshot.problems
    assert str(problem.place) == "Players!A22"
    assert [len(group) for group in snapshot.phases[0].groups] == [6, 6]
    assert snapshot.rounds[1].byes == ()


def test_an_event_in_groups_goes_out_and_comes_in_with_the_same_groups(tmp_path: Path) -> None:
    """The open format names no groups: who has met whom says them."""
    _, snapshot, ledger = played(grouped(12))
    document = event_document(snapshot, ledger)
    assert import_event(document, tmp_path / "in") == []
    folder = EventFolder(tmp_path / "in")
    workbook = folder.workbook()
    assert isinstance(workbook, Path)
    loaded = opened(folder)
    assert loaded.snapshot.problems == ()
    assert [{*group} for group in loaded.snapshot.phases[0].groups] == [
        {*group} for group in snapshot.phases[0].groups
    ]
    before, after = ([p.id for p in each.phases[1].field] for each in (snapshot, loaded.snapshot))
    assert after == before
    assert event_document(loaded.snapshot, loaded.ledger) == document


def test_the_first_round_drawn_anew_deals_other_groups_and_a_later_one_keeps_them() -> None:
    now = grouped(12)
    first, ledger = published(now)
    now = ask(now, RepairRound.KEY, 1)
    second, ledger = published(now, ledger)
    assert second.phases[0].groups != first.phases[0].groups
    now = typed(now, second, lower_id_wins)
    third, ledger = published(now, ledger)
    fourth, ledger = published(ask(now, RepairRound.KEY, 2), ledger)
    assert fourth.phases[0].groups == third.phases[0].groups == second.phases[0].groups
    assert all(finding.sound for finding in verify(ledger) if finding.kind in DRAWN)
