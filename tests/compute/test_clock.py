"""When time is called: the golden cases of docs/rules.md 7, and the 150 minutes of a drawn pod."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from runner import phases
from runner.compute.clock import RoundClock, clock, start
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.player import Player
from runner.core.problems import Place, Problem
from runner.core.results import ParseContext, ResultError, parse
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Round, Seat, Table
from runner.core.seating import SeatedTable, Seating
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import seating_document
from runner.phases.model import PhaseResult
from runner.render.rules_text import Level, in_plain_language
from runner.render.site import render
from runner.rules import presets
from runner.rules.limits import Limit, PlayoffStage, limit
from runner.rules.ruleset import ruleset
from tests.support.problems import fix_text
from tests.support.workbooks import book

PODS, PAIRS = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD
POD_PRESETS = [each for each in presets.names() if presets.load(each).mode is PODS]
LEFT = "players_left"


def allowed(
    preset: str | None = None, enforcement: str = "competitive",
    now: PlayoffStage = PlayoffStage.ROUND, *, mode: Mode = PODS, kind: str = "",
    everywhere: dict[str, SettingValue] | None = None, **settings: SettingValue,
) -> Limit:  # fmt: skip
    """The time of a round; `settings` are those of its phase."""
    kind = kind or ("swiss" if now is PlayoffStage.ROUND else "single_elimination")
    phase = Phase(1, "Phase", mode, kind, preset, settings=settings)
    rules, problems = ruleset(phase, everywhere or {}, enforcement)
    assert not problems
    stated = frozenset({*settings, *(everywhere or {})})
    return limit(phase, rules, now, stated)


@pytest.mark.parametrize("preset", POD_PRESETS)
def test_at_regular_a_pod_has_90_minutes_and_no_limit_on_extra_turns(preset: str) -> None:
    found = allowed(preset, "regular")
    assert (found.minutes, found.turn_minutes, found.drawn) == (90, None, None)
    assert found.turns == ("0" if preset == "mamtr-2023" else LEFT)


@pytest.mark.parametrize("enforcement", ["competitive", "professional"])
@pytest.mark.parametrize("preset", POD_PRESETS)
def test_at_competitive_a_pod_has_75_minutes_and_a_turn_for_each_player_left(
    preset: str, enforcement: str
) -> None:
    found = allowed(preset, enforcement)
    assert (found.minutes, found.turns) == (75, LEFT)


LEVELS = ("regular", "competitive", "professional")


@pytest.mark.parametrize(("preset", "stated", "expected"), [
    ("mamtr", {}, Limit(75, LEFT, 20)),
    # in 2023 long rounds ended with the turn, and short ones with extra turns
    *(("mamtr-2023", {"round_minutes": each}, Limit(each, LEFT, None)) for each in (60, 75)),
    *(("mamtr-2023", {"round_minutes": each}, Limit(each, "0", None)) for each in (76, 80, 90)),
    *(("mtr", {"mode": PAIRS, "enforcement": each}, Limit(50, "5", None)) for each in LEVELS),
    # teams with a common life
    *(("mtr", {"mode": PAIRS, "kind": each}, Limit(50, "3", None))
      for each in ("two_headed_giant", "two_on_two", "emperor")),
    ("mtr", {"mode": PAIRS, "now": PlayoffStage.EARLY}, Limit(50, "5", None, None)),
    ("mtr", {"mode": PAIRS, "now": PlayoffStage.LATE}, Limit(90, "5", None, None)),
    ("mtr", {"mode": PAIRS, "now": PlayoffStage.FINAL}, Limit(None, "5", None, None)),
    # what the organiser states counts at every level
    *(("mamtr", {"enforcement": each, "round_minutes": 60, "extra_turns": "2",
                 "extra_turn_minutes": 5}, Limit(60, "2", 5)) for each in LEVELS[:2]),
])  # fmt: skip
def test_a_round_has_the_time_of_its_rules(
    preset: str, stated: dict[str, Any], expected: Limit
) -> None:
    assert allowed(preset, **stated) == expected


@pytest.mark.parametrize("enforcement", ["regular", "competitive"])
@pytest.mark.parametrize("preset", POD_PRESETS)
def test_pods_of_a_playoff_have_no_limit_but_150_minutes_after_an_intentional_draw(
    preset: str, enforcement: str
) -> None:
    for now in (PlayoffStage.EARLY, PlayoffStage.LATE):
        found = allowed(preset, enforcement, now)
        assert (found.minutes, found.drawn) == (None, 150)
    final = allowed(preset, enforcement, PlayoffStage.FINAL)
    assert (final.minutes, final.drawn, final.timed) == (None, None, False)


def test_minutes_for_all_phases_do_not_time_a_playoff_of_pods_but_its_own_do() -> None:
    assert allowed(now=PlayoffStage.LATE, everywhere={"round_minutes": 60}).minutes is None
    timed = allowed(now=PlayoffStage.LATE, round_minutes=120)
    assert (timed.minutes, timed.drawn) == (120, None)
    assert allowed(now=PlayoffStage.FINAL, round_minutes=120).minutes is None


def playoff(mode: Mode, *rounds: tuple[int, int], third_place: bool = False) -> list[PlayoffStage]:
    """The stage of each round, given as its tables and byes."""
    phase = Phase(2, "Playoff", mode, "single_elimination", settings={"third_place": third_place})
    made = tuple(
        Round(
            RoundId(2, number),
            tuple(Table(at, (Seat("a"), Seat("b"))) for at in range(1, tables + 1)),
            tuple(map(str, range(byes))),
        )
        for number, (tables, byes) in enumerate(rounds, 1)
    )
    result = PhaseResult(phase, ruleset(phase, {})[0], rounds=made, planned=len(rounds))
    return [phases.find(phase.type).stage(result, each) for each in made]


E, L, F = PlayoffStage.EARLY, PlayoffStage.LATE, PlayoffStage.FINAL


def test_quarterfinals_semifinals_and_the_final_are_known_by_what_is_left() -> None:
    assert playoff(PAIRS, (8, 0), (4, 0), (2, 0), (1, 0)) == [E, L, L, F]
    assert playoff(PAIRS, (2, 2), (2, 0), (1, 0)) == [L, L, F]
    assert playoff(PAIRS, (2, 0), (2, 0), third_place=True) == [L, F]
    assert playoff(PODS, (2, 2), (1, 0)) == [L, F]
    assert playoff(PODS, (1, 0)) == [F]


BEGAN = "2026-11-21T14:10:00+01:00"


def round_of(*drawn: int, tables: int = 4) -> Round:
    made = (
        Table(number, tuple(map(Seat, "abcd")), intentional=number in drawn)
        for number in range(1, tables + 1)
    )
    return Round(RoundId(1, 1), tuple(made))


def times(found: RoundClock) -> dict[int, str]:
    return {each.table: each.called[11:16] for each in found.tables}


def test_time_is_called_after_the_minutes_of_the_round_and_extra_turns_end_after_theirs() -> None:
    found = clock(round_of(), Limit(75, LEFT, 20), BEGAN, {}, range(1, 5))
    assert (found.called, found.ends) == (
        "2026-11-21T15:25:00+01:00", "2026-11-21T15:45:00+01:00",
    )  # fmt: skip
    assert found.apart == ()
    assert {each.called for each in found.tables} == {found.called}


def test_a_table_with_an_extension_has_its_own_time_which_adds_to_that_of_the_round() -> None:
    found = clock(round_of(), Limit(75, LEFT, 20), BEGAN, {4: 7}, range(1, 5))
    assert times(found) == {1: "15:25", 2: "15:25", 3: "15:25", 4: "15:32"}
    (apart,) = found.apart
    assert (apart.table, apart.extra, apart.ends[11:16]) == (4, 7, "15:52")
    found = clock(round_of(), Limit(75, LEFT, None), BEGAN, {None: 10, 4: 7}, range(1, 5))
    assert (found.called[11:16], found.at(4).called[11:16]) == ("15:35", "15:42")  # type: ignore[union-attr]
    assert found.ends == ""


def test_a_finished_table_has_no_time_and_without_a_limit_none_is_called() -> None:
    found = clock(round_of(), Limit(75), BEGAN, {4: 7}, {1, 2})
    assert [each.table for each in found.tables] == [1, 2]
    assert found.apart == ()
    assert found.at(4) is None
    found = clock(round_of(), Limit(None), BEGAN, {2: 7}, range(1, 5))
    assert found.called == ""
    assert times(found) == dict.fromkeys(range(1, 5), "")
    assert found.apart == ()


def test_after_an_intentional_draw_that_pod_alone_has_150_minutes_and_more_beside_others() -> None:
    found = clock(round_of(2), Limit(None, LEFT, 20, 150), BEGAN, {}, range(1, 5))
    (apart,) = found.apart
    assert (apart.table, apart.called[11:16], apart.ends[11:16]) == (2, "16:40", "17:00")
    assert apart.drawn
    assert times(found)[1] == times(found)[3] == ""
    untimed = Limit(None, LEFT, 20, 150)
    assert clock(round_of(2), untimed, BEGAN, {}, {1, 2}).apart[0].beside == (1,)
    assert clock(round_of(2), untimed, BEGAN, {}, {2}).apart[0].beside == ()
    both = clock(round_of(1, 2), untimed, BEGAN, {}, {1, 2})
    assert [each.beside for each in both.apart] == [(), ()]


def test_an_intentional_draw_changes_no_time_of_the_final_or_of_a_round_with_a_limit() -> None:
    found = clock(round_of(1, tables=1), Limit(None, LEFT, 20), BEGAN, {}, {1})
    assert found.apart == ()
    assert times(found) == {1: ""}
    assert clock(round_of(2), Limit(75), BEGAN, {}, range(1, 5)).apart == ()


def test_where_nobody_knows_when_a_round_began_its_tables_still_have_their_minutes() -> None:
    found = clock(round_of(), Limit(75), "", {4: 7}, range(1, 5))
    assert found.called == ""
    assert [(each.table, each.extra, each.called) for each in found.apart] == [(4, 7, "")]


@pytest.mark.thorough
@given(
    st.integers(1, 600), st.none() | st.integers(1, 60),
    st.dictionaries(st.none() | st.integers(1, 6), st.integers(1, 60)), st.sets(st.integers(1, 6)),
    st.sets(st.integers(1, 6)), st.booleans(),
)  # fmt: skip
def test_no_table_ever_has_less_than_the_rules_give_it(
    minutes: int, turn_minutes: int | None, extra: dict[int | None, int], playing: set[int],
    drawn: set[int], timed: bool,
) -> None:  # fmt: skip
    rules = Limit(minutes if timed else None, LEFT, turn_minutes, None if timed else 150)
    found = clock(round_of(*drawn, tables=6), rules, BEGAN, extra, playing)
    assert {each.table for each in found.tables} == playing
    for each in found.tables:
        limited = timed or each.table in drawn
        assert bool(each.called) == limited
        assert bool(each.ends) == (limited and turn_minutes is not None)
        if timed:
            assert each.called >= found.called
            assert (each.called == found.called) == (each.table not in extra)
        assert set(each.beside) == (playing - drawn if each.drawn else set())


@pytest.mark.parametrize(("typed", "published", "expected"), [
    ("", "2026-11-21T14:05:37+01:00", "2026-11-21T14:05:37+01:00"),
    ("14:10", "2026-11-21T14:05:37+01:00", "2026-11-21T14:10:00+01:00"),
    ("00:10", "2026-11-21T23:55:00+01:00", "2026-11-22T00:10:00+01:00"),
    ("23:50", "2026-11-22T00:05:00+01:00", "2026-11-21T23:50:00+01:00"),
    ("09:30", "2026-11-20T22:00:00+01:00", "2026-11-21T09:30:00+01:00"),
    ("2026-11-22 09:30", "2026-11-20T22:00:00+01:00", "2026-11-22T09:30:00+01:00"),
    ("14:10", "", "2026-11-21T14:10:00"),
    ("2026-11-22 09:30", "", "2026-11-22T09:30:00"),
    ("", "", ""),
])  # fmt: skip
def test_a_start_is_the_time_nearest_to_the_publication(
    typed: str, published: str, expected: str
) -> None:
    assert start(typed, published, "2026-11-21") == expected


def test_the_last_minute_of_the_calendar_breaks_nothing_and_a_time_needs_a_day() -> None:
    began = start("23:59", "", "9999-12-31")
    assert clock(round_of(), Limit(75), began, {}, {1}).called == ""
    assert start("10:00", "", "0001-01-01")
    assert start("14:10", "", "some day in May") == ""


def stopped(*stops: tuple[str, str], extra: dict[int | None, int] | None = None) -> RoundClock:
    """A round from 14:10 with 75 minutes and 20 more, whose clock stood still at those times."""
    day, zone = BEGAN[:11], BEGAN[-6:]
    moments = [tuple(at and f"{day}{at}:00{zone}" for at in stop) for stop in stops]
    return clock(
        round_of(), Limit(75, LEFT, 20), BEGAN, extra or {}, range(1, 5), stops=moments  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(("stops", "called", "ends"), [
    ([], "15:25", "15:45"),
    ([("14:40", "14:55")], "15:40", "16:00"),
    ([("14:40", "14:55"), ("15:00", "15:01")], "15:41", "16:01"),
    ([("14:50", "14:55"), ("14:40", "14:52")], "15:40", "16:00"),  # they meet: once
    ([("15:30", "15:32")], "15:25", "15:47"),  # in the extra turns
    ([("15:20", "15:30")], "15:35", "15:55"),
    ([("14:00", "14:20")], "15:35", "15:55"),  # only what is of the round
    ([("13:00", "13:20")], "15:25", "15:45"),
    ([("16:00", "16:20")], "15:25", "15:45"),  # when all is over
    ([("14:40", "14:55"), ("15:00", "")], "15:40", "16:00"),  # as if it went on at once
])  # fmt: skip
def test_time_in_which_the_clock_stands_still_does_not_count(
    stops: list[tuple[str, str]], called: str, ends: str
) -> None:
    found = stopped(*stops)
    assert (found.called[11:16], found.ends[11:16]) == (called, ends)


def test_a_table_with_an_extension_has_it_after_the_stop_as_well() -> None:
    found = stopped(("15:28", "15:38"), extra={4: 7})
    assert times(found) == {1: "15:25", 2: "15:25", 3: "15:25", 4: "15:42"}


def test_while_the_clock_stands_still_nobody_knows_when_time_is_called() -> None:
    found = stopped(("14:40", "14:55"), ("15:00", ""))
    assert found.stopped[11:16] == "15:00"
    assert found.waits(found.called)
    assert not stopped(("14:40", "14:55")).waits(found.called)
    late = stopped(("15:30", ""))
    assert not late.waits(late.called)
    assert late.waits(late.ends)


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)), max_size=4), st.integers(0, 30))
def test_a_round_has_its_minutes_however_often_the_clock_stands_still(
    pauses: list[tuple[int, int]], extra: int
) -> None:
    def at(minute: int) -> str:
        return (datetime.fromisoformat(BEGAN) + timedelta(minutes=minute)).isoformat()

    stops = [(at(first), at(first + many)) for first, many in pauses]
    found = clock(round_of(), Limit(75, LEFT, 20), BEGAN, {None: extra}, [1], stops=stops)
    still = {minute for first, many in pauses for minute in range(first, first + many)}
    ran = [minute for minute in range(1000) if minute not in still]
    assert found.called == at(ran[75 + extra - 1] + 1)
    assert found.ends == at(ran[95 + extra - 1] + 1)


def event(
    results: dict[int, str], *, kind: str = "swiss", tables: int = 4,
    settings: dict[str, SettingValue] | None = None, **more: object,
) -> tuple[Event, Ledger]:  # fmt: skip
    players = tuple(Player(f"P{at:02d}", f"Player {at}") for at in range(1, tables * 4 + 1))
    id_ = RoundId(1, 1)
    seats = [tuple(each.id for each in players[at : at + 4]) for at in range(0, len(players), 4)]
    published = [SeatedTable(number, ids) for number, ids in enumerate(seats, 1)]
    rows = tuple(
        Row(RowKey(id_, RowKind.TABLE, number), number, result=results.get(number, ""))
        for number in range(1, tables + 1)
    )
    phase = Phase(1, "Swiss", PODS, kind, "mamtr", rounds=2, settings=settings or {})
    made = Event(
        "Friday", "2026-11-21", seed="s", phases=(phase,), players=players,
        rounds=(RoundSheet(id_, rows),), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    data = {
        "algorithm": "", **seating_document(Seating(tuple(published))),
        "names": {each.id: each.name for each in players}, "certificate": None, "state": {},
    }  # fmt: skip
    ledger, _ = Ledger().extended([Entry(EntryKind.PAIRED, id_, data, "2026-11-21T14:05:00+01:00")])
    return made, ledger


def the_clock(snapshot: Snapshot) -> RoundClock:
    return snapshot.clocks[RoundId(1, 1)]


def places(row: int) -> dict[str, Place]:
    columns = {
        "round": "A", "table": "B", "minutes": "C", "began": "D", "stopped": "E", "goes_on": "F",
    }  # fmt: skip
    return {key: Place("Time", f"{letter}{row}") for key, letter in columns.items()}


def of_the_time_sheet(snapshot: Snapshot) -> list[Problem]:
    return [each for each in snapshot.problems if each.place.sheet == "Time"]


def test_a_round_begins_when_it_is_published_or_stated_and_its_level_sets_its_time() -> None:
    published = the_clock(compute(*event({})))
    assert (published.began[11:16], published.called[11:16], published.stated) == (
        "14:05", "15:20", False,
    )  # fmt: skip
    stated = the_clock(compute(*event({}, starts=(RoundStart(1, "14:10", "", places(5)),))))
    assert (stated.began[11:16], stated.called[11:16], stated.stated) == ("14:10", "15:25", True)
    assert the_clock(compute(*event({}, enforcement="regular"))).called[11:16] == "15:35"


def imported(ledger: Ledger) -> Ledger:
    return Ledger().extended([replace(ledger.entries[0], kind=EntryKind.IMPORTED)])[0]


def test_a_round_that_was_imported_has_no_start_until_somebody_types_one() -> None:
    made, ledger = event({})
    assert the_clock(compute(made, imported(ledger))).began == ""
    typed = replace(made, starts=(RoundStart(1, "10:00", "", places(5)),))
    assert the_clock(compute(typed, imported(ledger))).called == "2026-11-21T11:15:00"
    stopped = replace(made, stops=(ClockStop(1, "14:40", "", "", places(5)),))
    assert the_clock(compute(stopped, imported(ledger))).stops == ()


def test_the_lines_of_one_table_add_up_and_a_start_may_be_typed_early() -> None:
    lines = tuple(TimeExtension(1, 4, each, "", places(5)) for each in (3, 4))
    found = compute(*event({}, extensions=lines))
    assert the_clock(found).at(4).called[11:16] == "15:27"  # type: ignore[union-attr]
    assert not of_the_time_sheet(found)
    made = event({}, starts=(RoundStart(2, "15:30", "", places(5)),))
    assert not of_the_time_sheet(compute(*made))


@pytest.mark.parametrize(("column", "lines", "cell", "words"), [
    ("extensions", [(1, 40, 7)], "B5", "no table 40 in Round 1"),
    ("extensions", [(9, 4, 7)], "A5", "no round 9: the event has 2 rounds"),
    ("extensions", [(2, 4, 7)], "A5", "not out yet"),
    ("starts", [(9, "14:10")], "A5", "no round 9"),
    ("starts", [(1, "14:10"), (1, "14:12")], "D5", "two start times"),
    ("starts", [(1, "04:10")], "D5", "was published at 14:05"),
    ("stops", [(9, "14:40", "")], "A5", "no round 9"),
    ("stops", [(1, "14:40", "14:30")], "F5", "but it stopped at 14:40"),
    ("stops", [(1, "13:40", "13:50")], "E5", "before the round began at 14:05"),
])  # fmt: skip
def test_a_line_that_can_hardly_be_is_told_with_its_cell(
    column: str, lines: list[tuple[Any, ...]], cell: str, words: str
) -> None:
    kind = {"extensions": TimeExtension, "starts": RoundStart, "stops": ClockStop}[column]
    typed = tuple(kind(*each, "", places(row)) for row, each in enumerate(lines, 5))
    found = compute(*event({}, **{column: typed}))
    (problem,) = of_the_time_sheet(found)
    assert problem.place.cell == cell
    assert words in problem.text
    assert fix_text(problem.fix)
    assert column == "starts" or the_clock(found).called[11:16] == "15:20"


def test_a_stop_is_the_time_nearest_to_the_start_and_its_end_the_nearest_to_the_stop() -> None:
    lines = (ClockStop(1, "14:40", "14:55", "fire alarm", places(5)),)
    found = compute(*event({}, stops=lines))
    assert the_clock(found).called == "2026-11-21T15:35:00+01:00"
    assert the_clock(found).published == "2026-11-21T14:05:00+01:00"
    assert not of_the_time_sheet(found)
    overnight = (ClockStop(1, "2026-11-21 14:40", "2026-11-22 10:00", "", places(5)),)
    assert the_clock(compute(*event({}, stops=overnight))).called[:16] == "2026-11-22T10:40"


def words(snapshot: Snapshot, path: str) -> str:
    main = render(snapshot, {}).files[path].decode().partition("<main")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?time[^>]*>", "", main)))


def with_lines(**more: object) -> Snapshot:
    """A round that began at 14:10, with seven minutes for table 4."""
    lines = {
        "starts": (RoundStart(1, "14:10", "", places(5)),),
        "extensions": (TimeExtension(1, 4, 7, "", places(6)),),
    }
    return compute(*event({1: "A"}, **{**lines, **more}))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["tables.html", "rounds/R1.html"])
def test_the_pages_of_a_round_tell_its_time_and_that_of_tables_with_more(path: str) -> None:
    page = words(with_lines(), path)
    assert (
        "75 minutes, until 15:25. Then one extra turn per player left, ending by 15:45. "
        "Table 4: until 15:32 (+7) "
    ) in page


@pytest.mark.parametrize(("more", "expected"), [
    ({"enforcement": "regular"},
     "90 minutes, until 15:40. Then one extra turn per player left."),
    ({"settings": {"extra_turns": "5", "extra_turn_minutes": None}},
     "75 minutes, until 15:25. Then five extra turns."),
    ({"settings": {"extra_turns": "1", "extra_turn_minutes": None}}, "Then one extra turn."),
    ({"settings": {"extra_turns": "0"}}, "until 15:25. Then the turn is finished."),
    ({"extensions": (TimeExtension(1, None, 10, "", {}),)},
     "75 minutes and 10 more, until 15:35. Then one extra turn per player left, ending by "
     "15:55."),
    ({"starts": ()}, "75 minutes, until 15:20. "),
])  # fmt: skip
def test_every_kind_of_limit_has_its_words(more: dict[str, object], expected: str) -> None:
    assert expected in words(with_lines(**more), "tables.html")


def test_the_pages_promise_no_time_while_the_clock_stands_still_or_without_a_start() -> None:
    found = with_lines(stops=(ClockStop(1, "14:40", "", "", places(5)),))
    said = words(found, "rounds/R1.html")
    assert "the clock has been stopped since 14:40" in said
    assert "until" not in said
    assert "Then one extra turn per player left, in 20 minutes." in said
    made, ledger = event({1: "A"}, extensions=(TimeExtension(1, 4, 7, "", places(5)),))
    page = words(compute(made, imported(ledger)), "tables.html")
    assert "75 minutes. Then one extra turn per player left, in 20 minutes. " in page
    assert "Table 4: longer (+7)" in page


def test_a_playoff_of_pods_tells_that_it_has_no_limit_and_who_has_one_all_the_same() -> None:
    found = compute(*event({1: "A", 2: "ID, playing on"}, kind="single_elimination"))
    page = words(found, "tables.html")
    assert "No time limit." in page
    assert (
        "Table 2: until 16:35, 150 minutes from the round’s start after an intentional draw; "
        "longer while one of tables 3 and 4 is still playing"
    ) in page


def test_a_player_reads_the_time_of_their_own_table_until_all_results_are_in_same_bytes() -> None:
    found = with_lines()
    assert "until 15:32 +7" in words(found, "players/P13.html")
    assert "until 15:25" in words(found, "players/P05.html")
    assert "Time at" not in words(found, "players/P01.html"), "table 1 has finished"
    assert "until 15:25" in words(found, "index.html")
    found = compute(*event(dict.fromkeys(range(1, 5), "A")))
    for path in ("tables.html", "rounds/R1.html", "index.html"):
        assert "14:05;" not in words(found, path)
        assert "Time at" not in words(found, path)
    assert render(with_lines(), {}).files == render(with_lines(), {}).files


def told(enforcement: str, kind: str = "swiss", mode: Mode = PODS, rounds: int = 3) -> str:
    phase = Phase(1, "Phase", mode, kind)
    rules = ruleset(phase, {}, enforcement)[0]
    sections = in_plain_language(rules, phase, rounds, Level(enforcement))
    time = next(each for each in sections if each.key == "time")
    return " ".join(each.text for each in time.sentences)


def test_the_rules_in_plain_words_tell_the_same_times() -> None:
    assert "A round lasts 75 minutes." in told("competitive")
    assert "within 20 minutes" in told("competitive")
    assert "A round lasts 90 minutes." in told("regular")
    assert "within" not in told("regular")
    assert "A round lasts 50 minutes." in told("regular", mode=PAIRS)
    pods = told("competitive", "single_elimination")
    assert "no time limit" in pods
    assert "150 minutes from the start of the round" in pods
    pairs = told("competitive", "single_elimination", PAIRS, rounds=4)
    assert "quarterfinals and semifinals 90; the final has no time limit" in pairs
    pairs = told("competitive", "single_elimination", PAIRS)
    assert "A round lasts 90 minutes; the final has no time limit." in pairs
    pairs = told("competitive", "single_elimination", PAIRS, rounds=1)
    assert "Rounds of the playoff have no time limit." in pairs
    assert "90" not in told("competitive", "double_elimination", PAIRS)


def test_a_table_that_plays_on_is_amber_on_its_sheet_not_green() -> None:
    sheet = load_workbook(BytesIO(book()))["Round 1"]
    rules = [rule for area in sheet.conditional_formatting for rule in area.rules]
    (missing,) = [
        rule for rule in rules if "SEARCH" in rule.formula[0] and "NOT(" not in rule.formula[0]
    ]
    assert 'SEARCH("playing on",$G5)' in missing.formula[0]
    assert any("SEARCH" in rule.formula[0] and "NOT(" in rule.formula[0] for rule in rules)


POD = ParseContext(("Ana Example", "Bo Berg", "Cleo Costa", "Dee Probe"))
PAIR = ParseContext(("Ana Example", "Bo Berg"), best_of=3)


def typed(text: str, setting: ParseContext = POD, games: str = "") -> Table:
    return parse(text, games, [f"P{at}" for at in range(len(setting.names))], setting)


AGREED = {
    (True, True): ("ID", "id", "I.D.", "Intentional draw", "Draw (ID)", "draw by agreement",
                   "ID, C conceded"),
    (False, True): ("draw", "unfinished", "A", "none", "draw, C conceded"),
    (True, False): ("ID, playing on", "ID playing on", "id - still playing", "ID, new game",
                    "Intentional draw; plays on", "id, play on"),
    (False, False): ("", "playing on", "draw, playing on", "still playing"),
}  # fmt: skip
"""Results by whether they are an intentional draw, and whether the pod has finished."""


@pytest.mark.parametrize(
    ("text", "intentional", "finished"), [(text, *how) for how in AGREED for text in AGREED[how]]
)
def test_an_intentional_draw_is_known_whether_or_not_the_pod_plays_on(
    text: str, intentional: bool, finished: bool
) -> None:
    table = typed(text)
    assert (table.intentional, table.finished) == (intentional, finished)
    assert {each.outcome is None for each in table.seats} == {not finished}


def test_head_to_head_it_is_0_0_3_however_it_is_typed() -> None:
    for text in ("ID", "0-0-3", "draw", "intentional draw"):
        table = typed(text, PAIR)
        assert (table.intentional, table.games_drawn) == (text != "draw", 3)
        assert all(each.games_won == 0 for each in table.seats)
    for text in ("1-1-1", "1-1", "2-0", "0-0-1"):
        assert not typed(text, PAIR).intentional


@pytest.mark.parametrize("text", ["A, playing on", "B wins, still playing", "C conceded, plays on"])
def test_a_result_and_playing_on_at_once_is_refused(text: str) -> None:
    with pytest.raises(ResultError) as wrong:
        typed(text)
    assert "ID, playing on" in wrong.value.fix


def test_in_a_playoff_the_pod_that_plays_on_gets_its_150_minutes_also_by_the_rules() -> None:
    found = compute(*event({1: "A", 2: "ID, playing on"}, kind="single_elimination"))
    assert found.current_round is not None
    assert not found.current_round.finished
    (apart,) = the_clock(found).apart
    assert (apart.table, apart.called[11:16], apart.beside) == (2, "16:35", (3, 4))
    made = event(
        {1: "A", 2: "ID", 3: "draw", 4: "B"},
        kind="single_elimination",
        settings={"drawn_elimination": "play_on"},
    )
    (apart,) = the_clock(compute(*made)).apart
    assert (apart.table, apart.called[11:16], apart.beside) == (2, "16:35", (3,))


def test_a_mark_is_no_part_of_a_result_so_that_no_standing_moves_with_it() -> None:
    drawn = compute(*event(dict.fromkeys(range(1, 5), "draw"))).phases[0].current
    agreed = compute(*event(dict.fromkeys(range(1, 5), "ID"))).phases[0].current
    assert drawn is not None
    assert agreed is not None
    assert {row.match_points for row in agreed.rows} == {Fraction(1)}
    assert [row.player for row in drawn.rows] == [row.player for row in agreed.rows]
