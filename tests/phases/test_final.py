"""The places of the whole event, at its end and on the way there."""

import re
from dataclasses import replace

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.randomness import Stream
from runner.core.rounds import Table
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.phases.final_places import reached, up_to
from runner.phases.model import FinalPlace
from runner.render.site import render
from tests.support.data import document, expected, needs_data, snapshot
from tests.support.day import Day
from tests.support.events import event, latest_ranking, phase

pytestmark = pytest.mark.thorough  # left out of make quick

PAIRS, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER
Step = tuple[FinalPlace, ...]


def chance_of(mode: Mode, chance: Stream, *, playoff: bool) -> str:
    if mode is PAIRS:
        return chance.choice(["2-0", "0-2", "2-1", "1-2"] + ([] if playoff else ["1-1-1"]))
    return chance.choice(["A", "B", "C", "D", "draw"])


def course(day: Day, seed: object) -> list[Step]:
    chance = Stream("final", seed)
    steps: list[Step] = []
    while not day.snapshot.over:
        now = day.snapshot.current_round
        assert now is not None
        kind = day.event.phase(now.id.phase)
        open_ = [each for each in now.tables if not each.finished]
        assert open_, "somebody has to play"
        for table in chance.shuffled(open_):
            day.type(now.id, {table.number: _typed(kind, table, chance)})
            steps.append(day.save().final)
    return steps


def _typed(kind: Phase, table: Table, chance: Stream) -> str:
    text = chance_of(kind.mode, chance, playoff=kind.type.endswith("elimination"))
    seats = "ABCD"[: len(table.seats)]
    return text if text not in tuple("ABCD") or text in seats else "A"


def tidy(places: Step) -> None:
    """Every player once; places shared by as many as there are of them, with no gap."""
    assert len({each.player for each in places}) == len(places)
    at = 1
    while at <= len(places):
        same = [each for each in places if each.first == at]
        assert {each.last for each in same} == {at + len(same) - 1}, at
        at += len(same)
    assert not any(each.still_in for each in places)


def consistent(steps: list[Step]) -> None:
    """What was said on the way came true: no place was shown as lost or certain that was not."""
    final = {each.player: each for each in steps[-1]}
    for step in filter(None, steps):
        assert {each.player for each in step} == {*final}
        for each in step:
            end = final[each.player]
            assert each.first <= end.first, (each, end)
            assert end.last <= each.last, (each, end)


EVENTS = {
    "pods, top 10": (24, [phase(1, rounds=2), phase(2, "single_elimination", cut=10)]),
    "pods, top 7": (13, [phase(1, rounds=2), phase(2, "single_elimination", cut=7)]),
    "pods, top 16": (18, [phase(1, rounds=1), phase(2, "single_elimination", cut=16)]),
    "pairs, top 8": (12, [phase(1, mode=PAIRS, rounds=2),
                          phase(2, "single_elimination", PAIRS, cut=8)]),
    "pairs, top 6": (9, [phase(1, mode=PAIRS, rounds=2),
                         phase(2, "single_elimination", PAIRS, cut=6)]),
    "three phases": (16, [phase(1, mode=PAIRS, rounds=2), phase(2, mode=PAIRS, rounds=2, cut=10),
                          phase(3, "single_elimination", PAIRS, cut=4)]),
    "pods, then pods, then the top 4": (20, [phase(1, rounds=2), phase(2, rounds=1, cut=12),
                                             phase(3, "single_elimination", cut=4)]),
    "a playoff alone": (7, [phase(1, "single_elimination", PAIRS)]),
    "double elimination": (12, [phase(1, mode=PAIRS, rounds=2),
                                phase(2, "double_elimination", PAIRS, cut=8)]),
    "double elimination alone": (7, [phase(1, "double_elimination", PAIRS)]),
    "Swiss alone": (9, [phase(1, mode=PAIRS, rounds=3)]),
    "round robin": (5, [phase(1, "round_robin", PAIRS)]),
    "pairs, top 4": (8, [phase(1, mode=PAIRS, rounds=1),
                         phase(2, "single_elimination", PAIRS, cut=4)]),
}  # fmt: skip


def day_of(name: str) -> Day:
    count, phases = EVENTS[name]
    return Day(event(count, *phases))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", EVENTS)
def test_every_player_has_one_place_and_what_was_certain_on_the_way_came_true(
    name: str, seed: int
) -> None:
    day = day_of(name)
    steps = course(day, (name, seed))
    tidy(steps[-1])
    assert len(steps[-1]) == EVENTS[name][0]
    assert steps[-1][0].place == "1"
    consistent(steps)
    later_above_earlier(day.snapshot)


def later_above_earlier(now: Snapshot) -> None:
    """Everybody in a later phase stands above everybody who was not."""
    at = {each.player: index for index, each in enumerate(now.final)}
    for result in now.phases:
        inside = [at[player.id] for player in result.field]
        outside = [index for player, index in at.items()
                   if player not in {each.id for each in result.field}]  # fmt: skip
        assert max(inside) < min(outside, default=len(at))


def test_places_are_shared_head_to_head_but_for_a_match_for_third_and_not_in_pods() -> None:
    last = replace(phase(2, "single_elimination", PAIRS, cut=8), settings={"third_place": True})
    for seed in range(3):
        day = Day(event(8, phase(1, mode=PAIRS, rounds=1), last))
        steps = course(day, ("third", seed))
        assert [each.place for each in steps[-1]] == ["1", "2", "3", "4", *["5-8"] * 4]
        consistent(steps)
    day = day_of("pairs, top 8")
    final = course(day, "shared")[-1]
    assert [each.place for each in final[:8]] == ["1", "2", "3-4", "3-4", *["5-8"] * 4]
    assert [each.place for each in final[8:]] == ["9", "10", "11", "12"]
    assert [each.phase for each in final] == [2] * 8 + [1] * 4
    day = day_of("pods, top 10")
    final = course(day, "pods")[-1]
    assert [each.place for each in final] == [str(at) for at in range(1, 25)]


def test_before_the_playoff_is_out_nothing_is_final() -> None:
    day = day_of("pairs, top 8")
    assert day.snapshot.final == ()
    day.play()
    assert day.snapshot.final == ()
    day = day_of("pairs, top 8")
    day.play()
    day.event = replace(day.event, automatic=False)
    day.play()
    assert day.snapshot.phases[0].over
    assert day.snapshot.final == ()


def test_between_two_phases_who_goes_on_can_still_win_and_all_others_are_certain() -> None:
    day = day_of("three phases")
    for _ in range(3):
        day.play()
    assert {each.place for each in day.snapshot.final[:10]} == {"1-10"}
    day.event = replace(day.event, automatic=False)
    day.play()
    assert day.snapshot.phases[1].over
    found = day.snapshot.final
    assert [each.place for each in found] == ["1-4"] * 4 + [str(at) for at in range(5, 17)]
    assert [each.still_in for each in found] == [True] * 4 + [False] * 12
    assert {each.player for each in found[:4]} == {
        player.id for player in day.snapshot.phases[2].field
    }


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_small_playoffs_keep_what_they_say_as_well(count: int, kind: str) -> None:
    day = Day(event(count, phase(1, kind, PAIRS)))
    steps = course(day, (count, kind))
    tidy(steps[-1])
    consistent(steps)
    assert len(steps[-1]) == count


def test_while_the_playoff_is_played_the_others_are_certain_and_those_in_it_share_all() -> None:
    day = day_of("pairs, top 8")
    day.play()
    day.play()
    assert [each.place for each in day.snapshot.final] == (
        ["1-8"] * 8 + ["9", "10", "11", "12"]
    )  # fmt: skip
    assert [each.still_in for each in day.snapshot.final] == [True] * 8 + [False] * 4
    day.type(RoundId(2, 1), {1: "2-0"})
    found = day.save().final
    assert sorted(each.place for each in found[:8]) == sorted(["1-4", "5-8", *["1-8"] * 6])
    (out,) = [each for each in found if each.place == "5-8"]
    assert not out.still_in


def test_in_pods_a_loser_shares_the_places_of_the_stage_until_it_is_over() -> None:
    day = day_of("pods, top 10")
    day.play()
    day.play()
    day.type(RoundId(2, 1), {1: "A"})
    found = day.save().final[:10]
    assert sorted(each.place for each in found) == sorted(["1-4"] * 3 + ["5-10"] * 3 + ["1-10"] * 4)
    day.type(RoundId(2, 1), {2: "A"})
    after = day.save().final[:10]
    assert [each.place for each in after] == ["1-4"] * 4 + ["5", "6", "7", "8", "9", "10"]


def test_who_drops_before_the_cut_keeps_the_place_of_the_rank() -> None:
    day = day_of("pairs, top 6")
    day.play()
    leaving = latest_ranking(day.snapshot)
    first = leaving.rows[0].player
    players = [replace(p, drops_after=2) if p.id == first else p for p in day.event.players]
    day.event = replace(day.event, players=tuple(players))
    final = course(day, "drop")[-1]
    ranks = latest_ranking(day.snapshot)
    field = {player.id for player in day.snapshot.phases[1].field}
    assert first not in field
    rest = [row.player for row in ranks.rows if row.player not in field]
    assert [each.player for each in final[6:]] == rest
    tidy(final)


@pytest.mark.parametrize("mode", [PAIRS, PODS])
def test_who_leaves_a_playoff_without_having_lost_is_not_in_it_any_more(mode: Mode) -> None:
    day = Day(event(8 if mode is PAIRS else 16, phase(1, "single_elimination", mode)))
    day.play(lambda table: "2-0" if mode is PAIRS else "A")
    now = day.snapshot.current_round
    assert now is not None
    winner = now.tables[0].players[0]
    players = [replace(p, drops_after=1) if p.id == winner else p for p in day.event.players]
    day.event = replace(day.event, players=tuple(players))
    day.save()
    found = {each.player: each for each in day.snapshot.final}
    assert len(found) == len(day.event.players)
    tidy(course(day, "leaves")[-1])


def test_who_is_first_in_one_group_shares_the_place_with_who_is_first_in_another() -> None:
    groups = replace(phase(1, "round_robin", PAIRS), settings={"group_size": 4})
    day = Day(event(8, groups))
    course(day, "groups")
    if not day.snapshot.phases[0].standings[-1].groups:
        pytest.skip("groups are not there yet")
    assert [each.place for each in day.snapshot.final] == [
        "1-2", "1-2", "3-4", "3-4", "5-6", "5-6", "7-8", "7-8",
    ]  # fmt: skip


def test_a_phase_up_to_an_earlier_round_is_what_it_was_then() -> None:
    day = day_of("pairs, top 8")
    for _ in range(2):
        day.play()
    then = []
    for number in (1, 2):
        day.play()
        then.append((number, reached(day.snapshot.phases[1])))
    day.play()
    for number, (places, _) in then:
        again, _ = reached(up_to(day.snapshot.phases[1], number))
        assert sorted(again) == sorted(places)


def test_results_that_are_kept_back_tell_no_place() -> None:
    last = replace(
        phase(2, "single_elimination", PAIRS, cut=4), settings={"standings_hidden": True}
    )
    day = Day(event(8, phase(1, mode=PAIRS, rounds=1), last))
    day.play()
    assert day.snapshot.final
    assert day.snapshot.for_players.final == ()
    course(day, "veil")
    assert day.snapshot.for_players.final == day.snapshot.final


@needs_data
def test_pods_24_ends_in_the_published_order() -> None:
    found = snapshot(document("pods_24_top10"))
    assert [each.player for each in found.final] == expected("pods_24_top10")["published_order"]
    tidy(found.final)


@needs_data
@pytest.mark.parametrize("name", ["pods_118", "h2h_mt_79", "h2h_ml_30", "h2h_td_28"])
def test_a_real_event_of_swiss_alone_ends_in_the_order_of_its_ranking(name: str) -> None:
    found = snapshot(document(name))
    ranking = latest_ranking(found)
    if found.over:
        assert [each.player for each in found.final] == [row.player for row in ranking.rows]
        tidy(found.final)
    else:
        assert found.final == ()


def test_the_snapshot_has_the_places_and_keeps_to_its_schema() -> None:
    day = day_of("pairs, top 4")
    assert "final" not in snapshot_document(day.snapshot)
    day.play()
    day.type(RoundId(2, 1), {1: "2-0"})
    made = snapshot_document(day.save())
    assert not schema.problems(made, "runner-snapshot/1")
    first, last = made["final"][0], made["final"][-1]
    assert (first["place"], first["first"], first["last"], first["still_in"]) == ("1-2", 1, 2, True)
    assert (last["place"], last["phase"]) == ("8", 1)
    assert "still_in" not in last
    course(day, "document")
    made = snapshot_document(day.snapshot, public=True)
    assert not schema.problems(made, "runner-snapshot/1")
    assert [each["place"] for each in made["final"]] == [
        "1", "2", "3-4", "3-4", "5", "6", "7", "8",
    ]  # fmt: skip


def page(now: Snapshot, path: str) -> str:
    text = render(now, {}).files[path].decode()
    text = text.replace("\u2060", "")  # keeps a record on one line; nobody sees it
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text.partition("<main")[2]))


def test_the_standings_of_an_event_with_a_playoff_are_the_places_of_the_whole_event() -> None:
    day = day_of("pairs, top 4")
    day.play()
    playing = page(day.snapshot, "standings.html")
    assert "4 players are still in." in playing
    assert playing.count("1–4") == 4
    assert playing.count(" still in ") == 4
    course(day, "page")
    over = page(day.snapshot, "standings.html")
    assert "Final: all rounds are played." in over
    for each in day.snapshot.final:
        name = day.snapshot.players[each.player].name
        assert re.search(rf" {each.place.replace('-', '–')} {re.escape(name)} ", over), each
        own = page(day.snapshot, f"players/{each.player}.html")
        assert f"Place {each.place.replace('-', '–')} /8" in own
    semifinals = page(day.snapshot, "standings/P2R1.html")
    assert semifinals.count("3–4") == 2
    assert semifinals.count("1–2") == 2


def test_the_front_page_begins_with_the_winner_and_the_standings_of_swiss_alone_stay() -> None:
    day = day_of("pairs, top 8")
    course(day, "front")
    winner = day.snapshot.players[day.snapshot.final[0].player].name
    assert re.search(rf"Champion {re.escape(winner)} ", page(day.snapshot, "index.html"))
    day = day_of("Swiss alone")
    course(day, "alone")
    assert "OMW%" in page(day.snapshot, "standings.html")
    assert "Place " not in page(day.snapshot, f"players/{day.snapshot.final[0].player}.html")


def test_each_line_says_in_words_how_far_a_player_came() -> None:
    day = day_of("pairs, top 4")
    course(day, "words")
    over = page(day.snapshot, "standings.html")
    assert over.count("won the final") == 1
    assert over.count(" final ") == 2, "the loser's, and the winner's"
    assert over.count(" semifinal ") == 2
    swiss = latest_ranking(day.snapshot)
    for row in swiss.rows:
        record = f"{row.record.wins}–{row.record.losses}–{row.record.draws}"
        assert f"in Day 1 {row.rank} {record} {row.match_points} point" in over, "a column each"
