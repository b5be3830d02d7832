"""Decisions about seats in playoffs: carried out so that the bracket goes on right, or refused."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

import pytest

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.decisions.undo import Undo
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import SEAT_LETTERS, RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.problems import Problem, Severity
from runner.core.round_sheet import RoundSheet
from runner.core.rounds import Outcome
from tests.support.day import Day
from tests.support.events import event, phase
from tests.support.hall import Hall
from tests.support.problems import fix_text
from tests.support.soak import SOAKING, some

pytestmark = pytest.mark.thorough  # left out of make quick

H, M, DRAFT = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER, Mode.DRAFT
SEAT, BYE, NO_BYE = SeatPlayer.KEY, GiveBye.KEY, TakeBackBye.KEY
SHUFFLE, REPAIR, DELETE = ShuffleSeats.KEY, RepairRound.KEY, DeleteRound.KEY
ANYWAY, UNDO, PAIR = RepairAnyway.KEY, Undo.KEY, PairRound.KEY
SINGLE, DOUBLE, ROBIN = "single_elimination", "double_elimination", "round_robin"


class Playoffs(Hall):
    """A hall whose phases have as many sheets as they can come to need."""

    def __init__(self, now: Event) -> None:
        self.open = False
        sheets = tuple(
            RoundSheet(RoundId(each.number, at), self._empty(RoundId(each.number, at), 5))
            for each in now.phases
            for at in range(1, (each.rounds or 9) + 1)
        )
        Day.__init__(self, replace(now, rounds=sheets))

    @property
    def now(self) -> RoundId:
        return self.snapshot.rounds[-1].id

    def results(self, *but: int) -> None:
        """A result for each open table, those left out; the lower seat wins at even tables."""
        for table in self.snapshot.rounds[-1].tables:
            if table.seats and not table.finished and table.number not in but:
                alone, second = len(table.seats) == 1, table.number % 2 == 0
                won = "AB"[second] if len(table.seats) > 2 else ("2-0", "0-2")[second]
                self.cell(f"T{table.number} result", "A" if alone else won)
        self.save()

    def until(self, phase_: int, number: int) -> None:
        while self.now < RoundId(phase_, number):
            before = self.now
            self.results()
            assert self.now > before, self.problems

    def finish(self) -> None:
        for _ in range(12):
            self.results()
            if self.snapshot.over:
                return
        raise AssertionError(self.problems)

    def act(self, kind: str, player: str = "", table: int | None = None) -> None:
        name, lines = self.name(player) if player else "", len(self.ledger.entries)
        self.say(kind, self.now.number, name, table=table, phase_=self.now.phase)
        place = self.event.decisions[-1].place
        told = [each for each in self.snapshot.problems if each.place == place]
        has_it = kind == BYE and player in self.snapshot.rounds[-1].byes
        assert len(self.ledger.entries) > lines or has_it or told
        assert all(fix_text(each.fix) for each in told)

    def dash(self, player: str) -> None:
        table = next(each for each in self.snapshot.rounds[-1].tables if player in each.players)
        seat = SEAT_LETTERS[table.players.index(player)]
        self.hand(**{f"T{table.number}_{seat}": "-"})

    def tables(self) -> list[list[str]]:
        """Who sits where in the latest round, those who play alone."""
        return [[*each.players] for each in self.snapshot.rounds[-1].tables if each.seats]

    def refused(self, words: str) -> Problem:
        """The one error that says so, with what to do instead; nothing was done."""
        found = self.problem(words)
        assert found.severity is Severity.ERROR
        assert fix_text(found.fix)
        return found


def field(number: int, type_: str, mode: Mode, cut: int | None, **settings: object) -> Phase:
    made = phase(number, type_, mode, cut=cut)
    return replace(made, name="Top {8}", settings=settings)  # type: ignore[arg-type]


EVENTS: dict[str, tuple[int, Mode, Phase]] = {
    "a bracket of six": (8, H, field(2, SINGLE, H, 6, third_place=True)),
    "a bracket of eight": (10, H, field(2, SINGLE, H, 8)),
    "a draft of eight": (10, H, field(2, SINGLE, DRAFT, 8)),
    "a Top 10 in pods": (13, M, field(2, SINGLE, M, 10)),
    "a Top 9 in pods": (13, M, field(2, SINGLE, M, 9)),
    "two lives for five": (7, H, field(2, DOUBLE, H, 5)),
    "two lives for six": (7, H, field(2, DOUBLE, H, 6)),
    "a league of five": (6, H, field(2, ROBIN, H, 5)),
    "groups of four and five": (10, H, field(2, ROBIN, H, 9, group_size=5)),
}


QUICK = ("a bracket of six", "a Top 9 in pods", "two lives for five", "groups of four and five")


@lru_cache(maxsize=64)
def _at(name: str, number: int) -> Playoffs:
    count, mode, last = EVENTS[name]
    first = replace(phase(1, rounds=1, mode=mode), settings={"method": "random"})
    hall = Playoffs(event(count, first, last))
    hall.until(2, number)
    return hall


def at(name: str, number: int = 1) -> Playoffs:
    """The event when that round of its second phase is out; a copy is one's own."""
    return copy.copy(_at(name, number))


@lru_cache(maxsize=16)
def rounds(name: str) -> int:
    hall = at(name)
    hall.finish()
    sound(hall)
    return len(hall.snapshot.phases[1].rounds)


def sound(hall: Playoffs, *seated: str) -> None:
    """One place each, every draw comes out again, the tree goes on; `seated` came back."""
    assert hall.snapshot.over, hall.problems
    found = hall.snapshot.final
    assert max(Counter(each.player for each in found).values()) == 1
    assert {each.id for each in hall.event.players} == {each.player for each in found}
    position = 1
    for (first, last), group in groupby(found, key=lambda each: (each.first, each.last)):
        same = [*group]
        assert (first, last) == (position, position + len(same) - 1)
        position = last + 1
    assert all(each.sound is not False for each in verify(hall.ledger))
    type_ = hall.snapshot.phases[1].phase.type
    if type_ != ROBIN:
        assert [each.first for each in found].count(1) == 1
    if type_ == SINGLE:
        _went_on(hall, {*seated})
    if type_ == DOUBLE:
        _lived(hall, {*seated})


def _went_on(hall: Playoffs, seated: set[str]) -> None:
    """Winners and byes are in the next round, and nobody else but for third place."""
    played = hall.snapshot.phases[1].rounds
    for before, now in pairwise(played):
        seats = [seat for table in before.tables for seat in table.seats]
        on = {*before.byes, *(each.player for each in seats if each.outcome is Outcome.WIN)}
        there = {*now.byes, *(each for table in now.tables for each in table.players)}
        assert on <= there | {*now.absent}, hall.problems
        if not (now is played[-1] and hall.snapshot.phases[1].ruleset.third_place):
            assert there - seated <= on


def _lived(hall: Playoffs, seated: set[str]) -> None:
    """Nobody plays who has lost twice, and one is left who has not."""
    lost: Counter[str] = Counter()
    for now in hall.snapshot.phases[1].rounds:
        for table in now.tables:
            for seat in table.seats:
                assert lost[seat.player] < 2 or seat.player in seated
                lost[seat.player] += seat.outcome is not Outcome.WIN
    winner = next(each.player for each in hall.snapshot.final if each.first == 1)
    assert lost[winner] < 2


Act = Callable[[Playoffs], tuple[str, ...]]
"""Does something to the latest round; returns who was seated by it."""


def decided(kind: str, who: Callable[[Playoffs], Iterator[str]]) -> Act:
    def act(hall: Playoffs) -> tuple[str, ...]:
        player = next(who(hall), "")
        hall.act(kind, player) if player else None
        return (player,) if kind == SEAT else ()

    return act


def playing(hall: Playoffs) -> Iterator[str]:
    yield from (each[0] for each in reversed(hall.tables()))


def skipping(hall: Playoffs) -> Iterator[str]:
    yield from hall.snapshot.rounds[-1].byes


def elsewhere(hall: Playoffs) -> Iterator[str]:
    """Those who have no place in the round: they are out, wait, or never made the cut."""
    now = hall.snapshot.rounds[-1]
    there = {*now.byes, *(each for table in now.tables for each in table.players)}
    yield from sorted({*hall.snapshot.players} - there)


def and_back(kind: str) -> Act:
    def act(hall: Playoffs) -> tuple[str, ...]:
        player, before = next(playing(hall)), (hall.tables(), hall.byes())
        number, lines = hall.now, len(hall.lines("reseated"))
        hall.act(BYE, player)
        given = len(hall.lines("reseated")) > lines
        if given and hall.now == number:
            hall.act(kind, player)
            assert (hall.tables(), hall.byes()) == before
        return ()

    return act


def removed(*, back: Callable[[Playoffs, str], str] | None = None) -> Act:
    def act(hall: Playoffs) -> tuple[str, ...]:
        player, before = next(playing(hall)), hall.tables()
        hall.dash(player)
        who = back(hall, player) if back else ""
        if who:
            hall.act(SEAT, who)
        if who == player:
            assert hall.tables() == before
        return (who,)

    return act


def shuffled(hall: Playoffs) -> tuple[str, ...]:
    hall.act(SHUFFLE)
    return ()


def once_more(kind: str) -> Act:
    def act(hall: Playoffs) -> tuple[str, ...]:
        hall.act(kind)
        hall.silence(*REGISTRY)
        if hall.snapshot.rounds[-1].id.phase < 2 or not hall.tables():
            hall.say(PAIR, 1, phase_=2)
        return ()

    return act


ACTS: dict[str, Act] = {
    "seat one who sits": decided(SEAT, playing), "seat one who skips": decided(SEAT, skipping),
    "seat another": decided(SEAT, elsewhere), "a bye for one who sits": decided(BYE, playing),
    "a bye for one who skips": decided(BYE, skipping), "a bye for another": decided(BYE, elsewhere),
    "take back a bye": decided(NO_BYE, skipping), "take back no bye": decided(NO_BYE, playing),
    "a bye and take it back": and_back(NO_BYE), "a bye and undo": and_back(UNDO),
    "remove": removed(), "remove and seat again": removed(back=lambda hall, player: player),
    "replace": removed(back=lambda hall, player: [*elsewhere(hall)][-1]), "shuffle": shuffled,
    "re-pair": once_more(REPAIR), "re-pair and lose results": once_more(ANYWAY),
    "delete": once_more(DELETE), "undo": once_more(UNDO),
}  # fmt: skip
"""What is done, by name."""


@pytest.mark.soak
@pytest.mark.parametrize("name", EVENTS if SOAKING else QUICK)
@pytest.mark.parametrize("what", some(ACTS, 2))
def test_whatever_is_decided_at_any_stage_the_playoff_ends_right(name: str, what: str) -> None:
    last = rounds(name)
    for number in range(1, last + 1) if SOAKING else sorted({1, last - 1}):
        hall = at(name, number)
        seated = ACTS[what](hall)
        hall.silence(*(each for each in REGISTRY if each != PAIR))
        if RoundId(2, number) in hall.ledger.held:
            hall.silence(PAIR)
            hall.say(PAIR, number, phase_=2)
        hall.finish()
        sound(hall, *seated)


def names(hall: Playoffs, *ids: str) -> set[str]:
    return {hall.name(each) for each in ids}


def test_a_bye_for_one_of_a_match_and_a_seat_against_who_waits_are_refused() -> None:
    hall = at("a bracket of eight")
    before = hall.tables()
    hall.act(BYE, before[0][0])
    found = hall.refused("With a bye")
    assert "would advance in Top {8}, and so would the other at the table" in found.text
    assert "Type the result" in fix_text(found.fix)
    assert hall.tables() == before
    hall = at("two lives for five", 2)
    waits = {*elsewhere(hall)} & {each.id for each in hall.snapshot.phases[1].field}
    hall.dash(hall.tables()[1][0])
    hall.act(SEAT, min(waits))
    assert "meets nobody in this round of Top {8}" in hall.refused("meets nobody").text


def test_in_the_last_pod_nobody_is_given_a_bye_and_in_others_they_go_on() -> None:
    hall = at("a Top 10 in pods", 2)
    hall.act(BYE, hall.tables()[0][0])
    assert "this is the last table of Top {8}" in hall.refused("nothing is won").text
    hall = at("a Top 10 in pods", 1)
    player = hall.tables()[0][0]
    hall.act(BYE, player)
    assert [len(each) for each in hall.tables()] == [3, 4]
    hall.results()
    assert player in {each for table in hall.tables() for each in table}
    hall.finish()
    sound(hall)


@pytest.mark.parametrize("name", ["a bracket of eight", "a Top 10 in pods", "a Top 9 in pods"])
@pytest.mark.parametrize("how", ["a line", "a row"])
def test_a_bye_in_the_final_is_refused_before_it_is_paired(name: str, how: str) -> None:
    last = rounds(name)
    hall, coming = at(name, last - 1), RoundId(2, last)
    player = hall.tables()[0][0]  # who wins
    if how == "a line":
        hall.say(BYE, last, hall.name(player), phase_=2)
        place = hall.event.decisions[-1].place
    else:
        hall.cell("B1 A", hall.name(player), coming)
        place = hall.event.cell(RowKey(coming, RowKind.BYE, 1), "seat 1")
    hall.results()
    assert hall.now == RoundId(2, last - 1)
    found = hall.refused("it is the final of")
    assert found.text.startswith(f"{hall.name(player)} cannot have a bye in ")
    assert found.place == place
    hall.say(PAIR, last, phase_=2)
    assert "Take the bye out." in fix_text(hall.refused("while somebody has a bye in it").fix)
    if how == "a line":
        kept = tuple(line for line in hall.event.decisions if line.kind not in (BYE, PAIR))
        hall.event = replace(hall.event, decisions=kept)
    else:
        hall.cell("B1 A", "", coming)
    hall.save()
    assert hall.now == coming
    assert player in hall.tables()[0]
    hall.finish()
    sound(hall)


@pytest.mark.parametrize("name", ["a bracket of six", "a Top 9 in pods", "two lives for five"])
def test_who_is_not_in_the_playoff_is_given_no_bye_into_it(name: str) -> None:
    hall = at(name)
    before = hall.byes()
    hall.act(BYE, next(elsewhere(hall)))
    assert "is not in Top {8} in this round" in hall.refused("nothing to skip").text
    assert hall.byes() == before


@pytest.mark.parametrize("name", ["a bracket of six", "a Top 10 in pods", "a league of five"])
def test_the_bye_of_who_meets_nobody_is_not_taken_back_at_the_cost_of_anothers(name: str) -> None:
    hall = at(name)
    before = hall.tables(), hall.byes()
    hall.act(NO_BYE, next(skipping(hall)))
    assert "type the names" in fix_text(hall.refused("so the bye stays").fix)
    assert (hall.tables(), hall.byes()) == before


@pytest.mark.parametrize("name", ["a bracket of eight", "two lives for six", "a league of five"])
def test_two_who_were_taken_out_meet_their_own_opponents_again(name: str) -> None:
    hall = at(name)
    before = hall.tables()
    (one, _), (other, _) = before[:2]
    hall.dash(one)
    hall.dash(other)
    hall.act(SEAT, other)
    hall.act(SEAT, one)
    assert hall.tables() == before


def test_whoever_wins_for_somebody_who_was_replaced_goes_on_in_their_place() -> None:
    hall = at("a bracket of eight")
    table = hall.tables()[3]
    due = hall.tables()[2]
    hall.dash(table[0])
    stranger = next(elsewhere(hall))
    hall.act(SEAT, stranger)
    assert {*hall.tables()[3]} == {table[1], stranger}
    hall.results()
    (met,) = [each for each in hall.tables() if stranger in each]
    assert {*met} & {*due}
    hall.finish()
    sound(hall, stranger)


def test_who_comes_late_to_a_bracket_meets_the_lowest_of_those_with_nobody_against_them() -> None:
    count, mode, last = EVENTS["a bracket of six"]
    first = replace(phase(1, rounds=1, mode=mode), settings={"method": "random"})
    hall = Playoffs(event(count, first, last))
    probe = copy.copy(hall)
    probe.results()
    late = next(each.id for each in probe.snapshot.phases[1].field[5:])
    hall.cell("A1", hall.name(late), RoundId(2, 1))
    hall.results()
    assert late not in {each for table in hall.tables() for each in table}
    byes = [*skipping(hall)]
    seeds = [each.id for each in hall.snapshot.phases[1].field]
    lowest = max(byes, key=seeds.index)
    hall.act(SEAT, late)
    assert [lowest, late] in hall.tables()
    hall.finish()
    sound(hall, late)


def test_in_groups_the_opponent_of_who_has_a_bye_has_one_too_and_meets_nobody_else() -> None:
    hall = at("groups of four and five")
    one, other = hall.tables()[0]
    before = hall.tables()
    hall.act(BYE, one)
    assert hall.tables() == before[1:]
    assert names(hall, one, other) <= {*hall.byes()}
    hall.act(NO_BYE, one)
    assert hall.tables() == before


def test_with_two_lives_a_match_that_was_put_off_by_a_bye_is_played_next() -> None:
    hall = at("two lives for five")
    one, other = hall.tables()[0]
    hall.act(BYE, one)
    assert names(hall, one, other) <= {*hall.byes()}
    hall.results()
    assert [one, other] in hall.tables()
    hall.finish()
    sound(hall)


def test_pods_that_are_full_take_nobody_more_and_no_bye_is_broken_for_it() -> None:
    hall = at("a Top 10 in pods")
    before = hall.tables(), hall.byes()
    hall.act(SEAT, next(elsewhere(hall)))
    assert "Re-pair round" in fix_text(hall.refused("There is no free place for").fix)
    assert (hall.tables(), hall.byes()) == before
    small = at("a Top 9 in pods")
    stranger = next(elsewhere(small))
    small.act(SEAT, stranger)
    assert [len(each) for each in small.tables()] == [4, 4]
    small.finish()
    sound(small, stranger)


def test_who_sits_for_somebody_in_the_match_for_third_place_is_third_and_not_first() -> None:
    hall = at("a bracket of six", 3)
    final, third = hall.tables()
    gone, stays = third
    hall.dash(gone)
    stranger = [*elsewhere(hall)][-1]
    hall.act(SEAT, stranger)
    hall.finish()
    places = {each.player: (each.first, each.last) for each in hall.snapshot.final}
    assert {places[each] for each in final} == {(1, 1), (2, 2)}
    assert (places[stranger], places[stays], places[gone]) == ((3, 3), (4, 4), (5, 5))
