"""A refused line of Decisions never acts later unless typed again; every line has an answer."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.draft import ClearPods, MakePods, ShufflePods, StartRegistration
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import AddRound, EndPhase
from runner.compute.decisions.repair import CutAnew, RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.decisions.undo import Undo
from runner.core.event import Decision
from runner.core.identifiers import CURRENT, RoundId
from runner.core.phase import SEALED, Mode
from runner.core.problems import Place, Severity
from runner.core.randomness import Stream
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.parsing import parse
from tests.support.events import event, phase, planned
from tests.support.hall import R1, R2, Hall, quick
from tests.support.hands import KINDS, some_edit, the_ledger_is_sound
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

PAIR, REPAIR, ANYWAY, UNDO = PairRound.KEY, RepairRound.KEY, RepairAnyway.KEY, Undo.KEY
SHUFFLE, BYE = ShuffleSeats.KEY, GiveBye.KEY
LINE = Place("Decisions", "A50")
DAYS = 600 if SOAKING else 8


def ask(hall: Hall, kind: str, round_: RoundId = CURRENT, **more: object) -> None:
    typed = round_ if round_ == CURRENT else RoundId(0, round_.number)
    line = Decision(kind, typed, place=LINE, phase_typed=False, **more)  # type: ignore[arg-type]
    hall.change(decisions=(*hall.event.decisions, line))


def add(hall: Hall, kind: str, round_: RoundId, player: str = "", **more: object) -> None:
    line = Decision(kind, round_, player, place=LINE, **more)  # type: ignore[arg-type]
    hall.event = replace(hall.event, decisions=(*hall.event.decisions, line))


def all_results(hall: Hall, result: str = "A") -> None:
    for table in hall.snapshot.rounds[-1].tables:
        hall.cell(f"T{table.number} result", result)
    hall.save()


def made(hall: Hall, since: int) -> list[str]:
    """What was done since, in the ledger's words; who keeps a line's state in mind left out."""
    quiet = {"refused", "cleared", "results"}
    return [kind for kind in hall.kinds(since) if kind not in quiet]


def test_a_round_asked_for_too_early_says_for_what_it_waits() -> None:
    hall = Hall(planned(12))
    ask(hall, PAIR, R2)
    assert "Round 2 waits until Round 1 is out and all its results are in" in str(hall.problems)
    ask(hall, PAIR, R1)
    assert "Round 2 waits for results of Round 1: table 1, 2, 3." in str(hall.problems)
    all_results(hall)
    assert len(hall.snapshot.rounds) == 2


@pytest.mark.parametrize("kind", [REPAIR, SHUFFLE])
def test_a_line_without_a_round_that_was_refused_does_not_act_in_the_next(kind: str) -> None:
    hall = quick()
    all_results(hall)
    ask(hall, kind)
    (refused,) = [each for each in hall.snapshot.problems if each.place == LINE]
    assert refused.severity is Severity.ERROR
    before = len(hall.ledger.entries)
    hall.say(PAIR, 2)
    assert made(hall, before) == ["paired"]
    assert hall.lines("refused")[0].round == R1
    kept = [each for each in hall.snapshot.problems if each.place == LINE]
    assert [each.text for each in kept] == [refused.text]
    hall.save()
    assert made(hall, before) == ["paired"]


def test_a_line_without_a_round_in_the_save_that_pairs_the_next_is_about_the_one_before() -> None:
    hall = quick()
    all_results(hall)
    add(hall, REPAIR, CURRENT, phase_typed=False)
    before = len(hall.ledger.entries)
    hall.say(PAIR, 2)
    assert made(hall, before) == ["paired"]


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("kinds", [(REPAIR, ANYWAY), (ANYWAY, REPAIR)])
def test_a_round_is_paired_again_once_whatever_other_line_asked(
    kinds: tuple[str, str], *, at_once: bool
) -> None:
    hall = quick()
    all_results(hall)
    before = len(hall.ledger.entries)
    for kind in kinds:
        add(hall, kind, R1, reason="why")
        if not at_once:
            hall.save()
    hall.save()
    hall.save()
    expected = 1 if at_once or kinds[0] == REPAIR else 2  # one after the other: asked for twice
    assert made(hall, before).count("repaired") == expected


def test_a_cut_that_was_not_redone_stays_as_it_is_when_results_are_corrected() -> None:
    hall = Hall(event(16, phase(1, rounds=1), phase(2, rounds=2, cut=8)))
    all_results(hall)
    hall.cell("T1 result", "A", RoundId(2, 1))
    hall.cell("T1 result", "B", R1)
    hall.say(CutAnew.KEY, phase_=2)
    assert hall.problem("The cut is not redone")
    before = len(hall.ledger.entries)
    hall.cell("T1 result", "", RoundId(2, 1))
    hall.save()
    assert "cut anew" not in hall.kinds(before)


@pytest.mark.parametrize("kind", [ClearPods.KEY, ShufflePods.KEY])
def test_what_was_asked_of_pods_before_there_were_any_is_not_done_to_those_made_later(
    kind: str,
) -> None:
    hall = Hall(planned(16, phase(1, mode=Mode.DRAFT, rounds=2)))
    hall.say(kind)
    assert hall.lines("refused"), hall.problems
    hall.say(MakePods.KEY)
    assert len(hall.lines("draft pods")) == 1
    assert hall.ledger.drafts[1].pods


def test_rounds_and_ends_that_were_refused_do_not_come_by_themselves() -> None:
    hall = Hall(planned(12, phase(1, rounds=2)))
    hall.say(EndPhase.KEY)
    hall.say(AddRound.KEY, 4)
    hall.say(PAIR, 3)
    assert len(hall.lines("refused")) == 3
    hall.say(PAIR, 1)
    hall.say(AddRound.KEY, 3)
    assert not hall.snapshot.phases[0].ended
    assert hall.snapshot.phases[0].planned == 3
    all_results(hall)
    hall.say(PAIR, 2)
    all_results(hall)
    assert len(hall.snapshot.rounds) == 2


@pytest.mark.parametrize("touch", [
    lambda line: replace(line, reason="two are missing"),
    lambda line: replace(line, round=R1),
    lambda line: replace(line, kind=ANYWAY),
])  # fmt: skip
def test_a_line_of_which_a_cell_was_changed_is_asked_anew(
    touch: Callable[[Decision], Decision],
) -> None:
    hall = quick()
    all_results(hall)
    ask(hall, REPAIR)
    before = len(hall.ledger.entries)
    for table in hall.snapshot.rounds[-1].tables:
        hall.cell(f"T{table.number} result", "")
    hall.save()
    assert "repaired" not in made(hall, before)
    *others, line = hall.event.decisions
    hall.change(decisions=(*others, touch(line)))
    assert made(hall, before).count("repaired") == 1


def test_a_line_whose_go_was_set_again_is_asked_anew_and_a_refused_bye_is_not_given_later() -> None:
    hall = quick()
    hall.hand(T1_result="A")
    ask(hall, REPAIR)
    hall.hand(T1_result="")
    assert not hall.lines("repaired")
    hall.silence(REPAIR)
    ask(hall, REPAIR)
    assert len(hall.lines("repaired")) == 1
    hall = quick()
    who = hall.names(1)[0]
    hall.hand(T1_result="A")
    hall.say(BYE, 1, who)
    assert "has a result" in hall.problem("Table 1").text
    hall.say(ANYWAY, 1)
    assert who not in hall.byes()


def test_a_refusal_is_known_by_what_is_typed_wherever_the_line_stands_and_after_a_restart() -> None:
    hall = quick()
    hall.hand(T1_result="A")
    ask(hall, REPAIR)
    moved = tuple(
        replace(line, place=Place("Decisions", f"A{90 - at}"))
        for at, line in enumerate(reversed(hall.event.decisions))
    )
    hall.ledger, problems = parse(hall.chain())
    assert problems == ()
    hall.event = replace(hall.event, decisions=moved)
    hall.hand(T1_result="")
    assert not hall.lines("repaired")
    copied = (*hall.event.decisions, hall.event.decisions[0])  # a copy is a line of its own
    hall.change(decisions=copied)
    assert len(hall.lines("repaired")) == 1
    hall.save()
    assert len(hall.lines("repaired")) == 1


@pytest.mark.parametrize("kind", [REPAIR, ANYWAY])
@pytest.mark.parametrize("bye", [BYE, TakeBackBye.KEY])
def test_a_bye_in_the_save_that_pairs_its_round_again_is_done_and_stays(
    kind: str, bye: str
) -> None:
    hall = quick()
    who = hall.names(1)[0]
    if bye != BYE:
        hall.say(BYE, 1, who)
    add(hall, bye, R1, who)
    hall.say(kind, 1)
    assert not hall.lines("refused")
    assert (who in hall.byes()) == (bye == BYE)
    hall.say(kind, 1, reason="once more")
    assert (who in hall.byes()) == (bye == BYE)


def test_a_bye_in_the_save_that_redoes_the_cut_is_done() -> None:
    hall = Hall(event(16, phase(1, rounds=1), phase(2, rounds=2, cut=9)))
    all_results(hall)
    hall.cell("T1 result", "B", R1)
    who = hall.name(hall.field(2)[0])
    add(hall, BYE, RoundId(2, 1), who)
    hall.say(CutAnew.KEY, phase_=2)
    assert [each.kind.value for each in hall.lines("cut anew", "repaired")] == [
        "cut anew", "repaired",
    ]  # fmt: skip
    assert not hall.lines("refused")
    assert who in hall.byes()


def twice(kind: str, number: int = 0) -> Hall:
    """A day in which a line is carried out, and then an equal one in row 61 is refused."""
    sealed = kind == StartRegistration.KEY
    mode, limited = (Mode.HEAD_TO_HEAD, SEALED) if sealed else (Mode.MULTIPLAYER, "")
    hall = Hall(planned(12, phase(1, rounds=3, mode=mode, limited=limited)))
    for row in (60, 61):
        if row == 61 and kind == SHUFFLE:
            all_results(hall)
        line = Decision(kind, RoundId(1, number), place=Place("Decisions", f"A{row}"))
        if row == 60 and kind == SHUFFLE:
            hall.say(PAIR, 1)
        hall.change(decisions=(*hall.event.decisions, line))
    assert [each.data["decision"] for each in hall.lines("refused")] == [kind]
    return hall


def told_at(hall: Hall, row: int) -> list[str]:
    place = Place("Decisions", f"A{row}")
    return [each.text for each in hall.snapshot.problems if each.place == place]


TWICE = [(PAIR, 1), (SHUFFLE, 1), (StartRegistration.KEY, 0)]


@pytest.mark.parametrize(("kind", "number"), TWICE)
def test_of_equal_lines_the_lower_has_the_answer_and_takes_it_along(kind: str, number: int) -> None:
    hall = twice(kind, number)
    assert told_at(hall, 61)
    assert not told_at(hall, 60)
    hall.change(decisions=hall.event.decisions[:-1])
    assert not told_at(hall, 60)
    before = len(hall.ledger.entries)
    hall.save()
    assert len(hall.ledger.entries) == before


def test_of_equal_lines_the_refused_one_is_asked_anew_if_it_is_changed() -> None:
    for row, expected in ((60, 0), (61, 1)):
        hall = twice(SHUFFLE, 1)
        all_results(hall, "")
        before = len(hall.ledger.entries)
        hall.change(
            decisions=tuple(
                replace(each, reason="so") if each.place.cell == f"A{row}" else each
                for each in hall.event.decisions
            )
        )
        hall.save()
        assert made(hall, before).count("reseated") == expected


def test_of_equal_lines_either_may_be_cleared_without_the_other_acting() -> None:
    for row in (60, 61):
        hall = twice(SHUFFLE, 1)
        all_results(hall, "")
        before = len(hall.ledger.entries)
        kept = tuple(each for each in hall.event.decisions if each.place.cell != f"A{row}")
        gone = [each for each in hall.event.decisions if each.place.cell == f"A{row}"]
        hall.change(decisions=kept)
        hall.save()
        assert made(hall, before) == []
        hall.change(decisions=tuple(sorted((*kept, *gone), key=lambda each: each.place.cell)))
        hall.save()
        assert made(hall, before) == ["reseated"]


def test_a_bye_in_a_later_round_waits_says_so_and_is_given() -> None:
    hall = quick()
    who = hall.names(1)[0]
    hall.say(BYE, 2, who)
    found = hall.problem("Round 2 is not out yet")
    assert found.severity is Severity.NOTE
    assert who in found.text
    assert not hall.lines("refused")
    all_results(hall)
    hall.say(PAIR, 2)
    assert hall.byes() == [who]
    assert not [each for each in hall.problems if "not out yet" in each]


def test_a_round_that_waits_for_results_and_pods_that_wait_for_players_come_with_them() -> None:
    hall = quick()
    hall.say(PAIR, 2)
    assert hall.problem("Round 2 waits for results")
    all_results(hall)
    assert [each.id for each in hall.snapshot.rounds] == [R1, R2]
    drafts = phase(2, mode=Mode.DRAFT, rounds=1, cut=8)
    hall = Hall(event(12, phase(1, rounds=1), drafts, automatic=False))
    hall.say(MakePods.KEY, phase_=2)
    assert hall.problem("has no players yet")
    all_results(hall)
    assert hall.ledger.drafts[2].pods


def test_a_round_that_is_out_is_said_to_be_to_a_new_line_and_not_to_the_one_that_paired_it() -> (
    None
):
    hall = quick()
    hall.save()
    assert hall.problems == []
    hall.say(PAIR, 1)
    found = hall.problem("Round 1 is out already")
    assert found.place == Place("Decisions", "A6")
    assert found.severity is Severity.NOTE


def test_a_second_end_or_added_round_and_a_cut_that_changes_nothing_have_an_answer() -> None:
    hall = quick()
    hall.say(AddRound.KEY, 4)
    hall.say(AddRound.KEY, 4)
    assert hall.problem("Round 4 has been added already")
    hall.say(EndPhase.KEY)
    hall.say(EndPhase.KEY, 1)
    assert hall.problem("has been ended already")
    assert len(hall.lines("phase ended")) == 1
    hall = Hall(event(16, phase(1, rounds=1), phase(2, rounds=2, cut=8)))
    all_results(hall)
    hall.say(CutAnew.KEY, phase_=2)
    assert hall.problem("The same players advance").severity is Severity.NOTE
    hall.say(UNDO)
    assert [each.id for each in hall.snapshot.rounds] == [R1]


def test_every_line_that_says_yes_is_done_or_has_an_answer() -> None:
    for kind in REGISTRY:
        for number in (0, 1, 7):
            hall = quick(8)
            line = Decision(kind, RoundId(1, number), hall.names(1)[0], place=LINE)
            before = len(hall.ledger.entries)
            hall.change(decisions=(*hall.event.decisions, line))
            answered = [each for each in hall.snapshot.problems if each.place == LINE]
            assert made(hall, before) or answered, (kind, number)


def tried(hall: Hall, chance: Stream) -> None:
    now = hall.snapshot.rounds[-1].id
    kind = chance.choice([*REGISTRY])
    about = CURRENT if REGISTRY[kind].NOW and chance.below(2) else RoundId(
        now.phase if chance.below(2) else 0, max(0, now.number - 1 + chance.below(3))
    )  # fmt: skip
    table = chance.choice([None, 1, 2, 99])
    who = chance.choice(hall.event.players).name if REGISTRY[kind].NEEDS_PLAYER else ""
    line = Decision(
        kind, about, who, chance.choice(["", "so"]), Place("Decisions", f"A{chance.below(10_000)}"),
        table, phase_typed=about.phase != 0,
    )  # fmt: skip
    hall.change(decisions=(*hall.event.decisions, line))


def without_refused(hall: Hall) -> Hall:
    """The same day with the Go cells of all lines cleared that were refused."""
    twin = deepcopy(hall)
    left = {asked: len(entries) for asked, entries in twin.ledger.refused.items()}
    kept = []
    for line in twin.event.decisions:
        asked = (line.kind, *line.round, line.player, line.table or 0, line.reason)
        left[asked] = left.get(asked, 0) - 1
        if left[asked] < 0:
            kept.append(line)
    twin.change(decisions=tuple(kept))
    return twin


def told(entries: tuple[Entry, ...]) -> list[object]:
    """What lines of the ledger come to, but for those that keep refusals, and numbers of lines."""
    kinds = (EntryKind.REFUSED, EntryKind.CLEARED)
    return [
        (each.kind, each.round, {key: value for key, value in each.data.items() if key != "line"})
        for each in entries
        if each.kind not in kinds
    ]


def play_with_and_without(seed: int, edits: int = 6) -> int:
    """Two days that differ in the lines that were refused come to the same; how many those were."""
    chance = Stream("refused", seed)
    hall = Hall(event(8 + chance.below(6), *KINDS[seed % len(KINDS)], automatic=False))
    for _ in range(4):
        tried(hall, chance)
        if hall.snapshot.rounds and chance.below(2):
            some_edit(hall, chance)
            hall.save()
        if not hall.snapshot.rounds:
            return 0
    twin, refused = without_refused(hall), sum(map(len, hall.ledger.refused.values()))
    since = len(hall.ledger.entries), len(twin.ledger.entries)
    for step in range(edits):
        for each in (hall, twin):
            if not each.snapshot.rounds:
                return refused
            some_edit(each, Stream("later", seed, step))
            each.save()
        assert told(hall.ledger.entries[since[0] :]) == told(twin.ledger.entries[since[1] :]), step
    the_ledger_is_sound(hall)
    return refused


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(DAYS))
def test_a_line_that_was_refused_changes_nothing_later(seed: int) -> None:
    play_with_and_without(seed)


def test_lines_are_refused_on_such_days() -> None:
    """Without any the two days of each pair would be one and the same."""
    assert sum(map(play_with_and_without, range(4))) > 6


def latecomer(players: int = 14, *, mode: Mode = Mode.MULTIPLAYER) -> Hall:
    """A round of pods of four and three, or of two, which the last player has missed."""
    now = event(players, phase(1, rounds=2, mode=mode), automatic=False)
    *early, late = now.players
    return Hall(replace(now, players=(*early, replace(late, enters=2))))


def test_somebody_is_seated_at_the_table_that_is_typed() -> None:
    hall = latecomer(15)
    late = hall.event.players[-1].name
    short = [each.number for each in hall.snapshot.rounds[0].tables if len(each.seats) == 3]
    assert len(short) == 2
    for table in short:
        hall.say(SeatPlayer.KEY, 1, late, table=table)
        assert late in hall.names(table)
        hall.say(UNDO)
        hall.change(decisions=hall.event.decisions[:1])


@pytest.mark.parametrize(
    ("table", "why"), [(99, "There is no table 99"), (1, "has no free seat"), (4, "has a result")]
)
def test_a_table_at_which_nobody_can_be_seated_is_reported_in_its_cell(
    table: int, why: str
) -> None:
    hall = latecomer(15)
    hall.hand(T4_result="A")
    late, cell = hall.event.players[-1].name, Place("Decisions", "G9")
    line = Decision(SeatPlayer.KEY, R1, late, place=LINE, table=table, places={"table": cell})
    hall.change(decisions=(*hall.event.decisions, line))
    (found,) = [each for each in hall.snapshot.problems if each.place == cell]
    assert why in found.text
    assert late not in hall.snapshot.rounds[0].seated
    assert not hall.lines("reseated")
