"""Players who reach the announced match points are in the playoff and have byes (MTR 10.4)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from runner.compute.decisions.pair import PairRound
from runner.compute.snapshot import Snapshot
from runner.compute.verify import DRAWN, verify
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Problem
from runner.core.randomness import Stream
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Table
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.phases.swiss import early
from runner.render.site.renderer import render
from tests.support.events import GO, Result, dropped, event, lower_id_wins, phase, published, typed
from tests.support.problems import fix_text

pytestmark = pytest.mark.thorough  # left out of make quick


def advancing(
    count: int = 16, points: int = 9, rounds: int = 5, cut: int | None = 8, **settings: Any
) -> Event:
    mode = settings.pop("mode", Mode.HEAD_TO_HEAD)
    swiss = phase(1, mode=mode, name="Swiss", rounds=rounds, advance_points=points, **settings)
    return event(count, swiss, phase(2, "single_elimination", mode, cut=cut))


Step = tuple[Event, Snapshot, Ledger]


def by_chance(chance: Stream) -> Result:
    def result(table: Table) -> str:
        letters = "ABCD"[: len(table.seats)]
        return str(chance.choice(("draw", *letters, *letters)))

    return result


def steps(
    now: Event, chance: Stream | None = None, drops: dict[int, str] | None = None
) -> Iterator[Step]:
    """The event after each publication; `drops` says who drops after which round of Swiss."""
    snapshot, ledger = published(now)
    yield now, snapshot, ledger
    while snapshot.current_round and not (snapshot.over and snapshot.current_round.finished):
        number = len(snapshot.rounds)
        if snapshot.current_round.finished:
            return
        now = dropped(now, (drops or {}).get(number), number)
        now = typed(now, snapshot, by_chance(chance) if chance else lower_id_wins)
        snapshot, ledger = published(now, ledger)
        yield now, snapshot, ledger


def played(now: Event, chance: Stream | None = None, **more: Any) -> Step:
    return [*steps(now, chance, **more)][-1]


def after_swiss(now: Event, chance: Stream | None = None, **more: Any) -> Step:
    """The event when the first round of the playoff has just been paired."""
    return next(each for each in steps(now, chance, **more) if each[1].phases[1].rounds)


def points_after(result: PhaseResult, number: int) -> dict[str, Fraction]:
    ranking = next(each for each in result.standings if each.after.number == number)
    return {row.player: row.match_points for row in ranking.rows}


def first_enough(result: PhaseResult, enough: int) -> dict[str, int]:
    """The round after which each player had so many points, from the standings alone."""
    found: dict[str, int] = {}
    for ranking in result.standings:
        for row in ranking.rows:
            if row.match_points >= enough:
                found.setdefault(row.player, ranking.after.number)
    return found


def merit(value: Fraction | None) -> Fraction:
    """A tiebreaker as it is compared; nothing is less than any value."""
    return Fraction(-1) if value is None else value


@pytest.mark.parametrize("mode", [Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER])
@pytest.mark.parametrize("case", range(4))
def test_whoever_has_the_points_has_byes_and_nobody_else_sits_out_for_it(
    mode: Mode, case: int
) -> None:
    enough = 9 if mode is Mode.HEAD_TO_HEAD else 10
    count = 20 if mode is Mode.HEAD_TO_HEAD else 12
    now = advancing(count + case, enough, 5, mode=mode)
    _, snapshot, ledger = after_swiss(now, Stream("early", mode, case))
    swiss = snapshot.phases[0]
    reached = first_enough(swiss, enough)
    assert reached
    assert min(reached.values()) < 5
    assert early.reached(swiss.current) == reached
    for round_ in swiss.rounds:
        due = {each for each, after in reached.items() if after < round_.id.number}
        seated = {each for table in round_.tables for each in table.players}
        others = {*round_.byes} - due
        assert due <= {*round_.byes}
        assert not due & seated
        assert len(others) <= (1 if mode is Mode.HEAD_TO_HEAD else 3)
        assert len(seated) + len(round_.byes) == len(now.players)
    assert all(finding.sound for finding in verify(ledger) if finding.kind in DRAWN)


@pytest.mark.parametrize("case", range(6))
def test_they_are_seeded_by_the_round_in_which_they_got_there_and_the_rest_by_rank(
    case: int,
) -> None:
    _, snapshot, _ = after_swiss(advancing(24, 9, 5), Stream("seeds", case))
    swiss = snapshot.phases[0]
    reached = first_enough(swiss, 9)
    field = [player.id for player in snapshot.phases[1].field]
    in_early = [each for each in field if each in reached]
    assert {*in_early} == {*reached}
    assert field[: len(in_early)] == in_early
    rounds = [reached[each] for each in in_early]
    assert rounds == sorted(rounds)
    for number in {*rounds}:
        ranking = next(each for each in swiss.standings if each.after.number == number)
        values = {row.player: [*map(merit, row.tiebreakers.values())] for row in ranking.rows}
        same = [values[each] for each in in_early if reached[each] == number]
        assert same == sorted(same, reverse=True)
    last = swiss.standings[-1]
    rest = [row.player for row in last.rows if row.player not in reached]
    assert field[len(in_early) :] == rest[: max(0, 8 - len(in_early))]


def test_the_mtr_s_own_list_decides_and_not_the_points_at_the_end() -> None:
    """MTR 10.4: first the round, then OMW%, GW% and OGW% as of that round."""
    _, snapshot, _ = after_swiss(advancing(32, 9, 6))
    swiss = snapshot.phases[0]
    reached = first_enough(swiss, 9)
    field = [player.id for player in snapshot.phases[1].field]
    then = next(each for each in swiss.standings if each.after.number == 3)
    first = [row for row in then.rows if reached.get(row.player) == 3]
    assert len(first) == 4
    keys = ("omw", "gw", "ogw")
    order = sorted(first, key=lambda row: [merit(row.tiebreakers[k]) for k in keys], reverse=True)
    assert field[:4] == [row.player for row in order]
    final = points_after(swiss, 6)
    assert len({final[each] for each in field[:4]}) == 1
    assert all(row.record.byes == 3 for row in swiss.standings[-1].rows if row.player in field[:4])


def test_a_bye_counts_as_any_other_and_without_the_setting_everybody_plays_on() -> None:
    _, snapshot, _ = after_swiss(advancing(16, 9, 5))
    swiss = snapshot.phases[0]
    for player, after in first_enough(swiss, 9).items():
        for number in range(after + 1, 6):
            before, now = points_after(swiss, number - 1), points_after(swiss, number)
            assert now[player] - before[player] == swiss.ruleset.bye
    now = advancing(16)
    now = replace(now, phases=(replace(now.phases[0], settings={}), now.phases[1]))
    _, snapshot, ledger = after_swiss(now)
    assert not any(round_.byes for round_ in snapshot.phases[0].rounds)
    assert not any(early.MARK in entry.data.get("state", {}) for entry in ledger.entries)


def test_a_round_in_which_everybody_left_is_in_goes_by_without_tables() -> None:
    """Four players, three rounds, and three points are enough: nobody is left to pair."""
    _, snapshot, _ = played(advancing(2, 0, 2, cut=2))
    assert [len(round_.tables) for round_ in snapshot.phases[0].rounds] == [1, 0]
    assert snapshot.over


def test_who_is_in_can_still_drop_and_is_not_in_then() -> None:
    _, whole, _ = after_swiss(advancing(16, 9, 5))
    (gone, *_) = (player.id for player in whole.phases[1].field)
    _, snapshot, _ = after_swiss(advancing(16, 9, 5), drops={4: gone})
    last = snapshot.phases[0].rounds[4]
    assert gone not in last.byes
    field = [player.id for player in snapshot.phases[1].field]
    assert gone not in field
    assert len(field) == 8


def test_whom_the_organiser_seats_plays_all_the_same() -> None:
    made = [*steps(advancing(16, 9, 5))]
    now, snapshot, ledger = next(each for each in made if len(each[1].rounds) == 3)
    now = typed(replace(now, automatic=False), snapshot, lower_id_wins)
    snapshot, ledger = published(now, ledger)
    swiss = snapshot.phases[0]
    (one, *_), (other, *_) = (
        [each for each, at in first_enough(swiss, enough).items() if at == after]
        for enough, after in ((9, 3), (6, 2))
    )
    names = {each.id: each.name for each in now.players}
    row = Row(RowKey(RoundId(1, 4), RowKind.TABLE, 1), 1, (names[one], names[other]))
    if other == one:
        pytest.fail("two different players are wanted")
    asked = Decision(PairRound.KEY, RoundId(1, 4), place=GO)
    sheet = RoundSheet(RoundId(1, 4), (row,))
    now = replace(now, rounds=(*now.rounds, sheet), decisions=(*now.decisions, asked))
    snapshot, _ = published(now, ledger)
    fourth = snapshot.phases[0].rounds[3]
    assert fourth.tables[0].players == (one, other)
    assert one not in fourth.byes


def test_more_than_the_cut_takes_are_in_all_the_same_and_the_organiser_is_told() -> None:
    _, snapshot, _ = after_swiss(advancing(16, 6, 4, cut=2))
    swiss = snapshot.phases[0]
    reached = first_enough(swiss, 6)
    assert len(reached) > 2
    assert {player.id for player in snapshot.phases[1].field} == {*reached}
    told = [each for each in snapshot.problems if "Cut" in fix_text(each.fix)]
    assert [each.text for each in told] == [
        f"{len(reached)} players have reached 6 points in Swiss and are in Playoff, whose cut is 2."
    ]


def turned(now: Event, at: int, table: int) -> Event:
    sheet = now.rounds[at]
    rows = tuple(
        replace(row, result="B" if row.result == "A" else "A") if row.table == table else row
        for row in sheet.rows
    )
    sheets = [*now.rounds]
    sheets[at] = replace(sheet, rows=rows)
    return replace(now, rounds=tuple(sheets))


def of_byes(problems: tuple[Problem, ...]) -> list[Problem]:
    return [each for each in problems if "in the playoff" in each.text]


@pytest.mark.parametrize("wrong", [1, 2])
def test_who_falls_below_the_points_again_is_told_and_the_bye_stays(wrong: int) -> None:
    """With the points of one bye they may be in again; with those of two matches less they play."""
    made = [*steps(advancing(16, 9, 6))]
    now, snapshot, ledger = next(each for each in made if len(each[1].rounds) == 4)
    swiss = snapshot.phases[0]
    fallen = next(iter(swiss.rounds[3].byes))
    assert not of_byes(snapshot.problems)
    for at in range(wrong):
        table = next(each for each in swiss.rounds[at].tables if fallen in each.players)
        now = turned(now, at, table.number)
    snapshot, ledger = published(now, ledger)
    name = next(each.name for each in now.players if each.id == fallen)
    (problem,) = of_byes(snapshot.problems)
    assert problem.text == (
        f"{name} had a bye in Round 4 for being in the playoff already, but by the corrected "
        f"results had "
        f"{9 - 3 * wrong} points then, and 9 are needed."
    )
    assert fallen in snapshot.phases[0].rounds[3].byes
    snapshot, _ = published(typed(now, snapshot, lower_id_wins), ledger)
    assert (fallen in snapshot.phases[0].rounds[4].byes) == (wrong == 1)


def test_a_corrected_result_does_not_move_the_seeds_of_who_stays_in() -> None:
    """Seeding is locked after each round in which somebody gets there (MTR 10.4)."""
    made = [*steps(advancing(32, 9, 5))]
    now, before, ledger = next(each for each in made if len(each[1].rounds) == 5)
    swiss = before.phases[0]
    first = [each for each in early.seeds(swiss) if early.reached(swiss.current)[each] == 3]
    moved = 0
    for table in swiss.rounds[0].tables:
        if {*table.players} & {*first}:
            continue
        snapshot, _ = published(turned(now, 0, table.number), ledger)
        again = snapshot.phases[0]
        assert [each for each in early.seeds(again) if each in first] == first
        loose = replace(again, drawn=())
        moved += [each for each in early.seeds(loose) if each in first] != first
    assert moved


def test_standings_and_byes_say_who_is_in_the_playoff() -> None:
    made = [*steps(advancing(16, 9, 5))]
    _, snapshot, _ = next(each for each in made if len(each[1].rounds) == 4)
    swiss = snapshot.phases[0]
    reached = early.reached(swiss.current)
    document = snapshot_document(snapshot)
    assert schema.problems(document, "runner-snapshot/1") == []
    rows = document["standings"][2]["rows"]
    assert {row["player"]: row.get("in_playoff_since") for row in rows} == {
        row["player"]: reached.get(row["player"]) for row in rows
    }
    pages = {
        path: content.decode()
        for path, content in render(snapshot, {}).files.items()
        if path.endswith(".html")
    }
    assert pages["standings.html"].count('<i class="mark">in the playoff since round 3</i>') == len(
        reached
    )
    assert pages["standings/R2.html"].count("in the playoff") == 0
    assert pages["pairings.html"].count('<b class="out">In the playoff</b>') == len(reached)
    assert pages["rounds/R4.html"].count("<i>in the playoff</i>") == len(reached)
    assert f"{len(reached)} players are in the playoff already" in pages["rounds/R4.html"]
    one = next(iter(reached))
    assert "In the playoff already: a bye until it begins." in pages[f"players/{one}.html"]
    assert "In the playoff since round 3." in pages[f"players/{one}.html"]
