from dataclasses import replace

import pytest

from runner.compute.draft import awaiting_pods
from runner.compute.verify import verify
from runner.core.event import DraftLine, Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Place
from runner.ledger.entries import EntryKind
from runner.ledger.parsing import parse
from tests.support import events
from tests.support.day import drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.problems import fix_text


def planned(count: int = 16, **more: object) -> Event:
    first = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3, **more)
    return events.event(count, first, automatic=False, decisions=())


def made(count: int = 16, **more: object) -> DraftDay:
    day = DraftDay(planned(count, **more))
    day.ask("make pods")
    return day


def everybody(day: DraftDay) -> list[str]:
    return sorted(player for ids in day.pods.values() for player in ids)


def test_nothing_is_paired_before_there_are_pods() -> None:
    day = DraftDay(planned())
    assert awaiting_pods(day.snapshot.phases) is not None
    assert not any(pairing.proposed for pairing in day.snapshot.pairings)
    day.ask("pair round", 1)
    assert "begins with a draft without pods" in day.problems[0]
    assert "Make pods" in day.problems[0]
    day.ask("make pods")
    assert [len(pod) for pod in day.pods.values()] == [8, 8]
    assert everybody(day) == sorted(player.id for player in day.event.players)
    assert len(day.snapshot.rounds) == 1, "round 1 was asked for, and now it can be paired"


def test_pods_are_drawn_once_and_read_back_from_the_ledger() -> None:
    day = made()
    before, lines = day.pods, len(day.ledger.entries)
    day.save()
    assert (day.pods, len(day.ledger.entries)) == (before, lines)
    day = made()
    day.ask("start building")
    data = type(day.ledger)().extended(day.ledger.entries)[1]
    ledger, wrong = parse(data)
    assert not wrong
    assert ledger.drafts == day.ledger.drafts


def test_pods_come_out_again_from_the_ledger() -> None:
    day = made(20)
    day.ask("shuffle pod seats", table=2)
    day.ask("make pods")
    found = [finding for finding in verify(day.ledger) if finding.kind is EntryKind.DRAFTED]
    assert [finding.sound for finding in found] == [True, True, True]
    forged = [
        replace(entry, data={**entry.data, "pods": entry.data["pods"][::-1]})
        if entry.kind is EntryKind.DRAFTED
        else entry
        for entry in day.ledger.entries
    ]
    ledger, _ = type(day.ledger)().extended(forged)
    assert any(finding.sound is False for finding in verify(ledger))


@pytest.mark.parametrize(("moves", "expected"), [
    # who, pod, seat: what becomes of a b c d | e f g h, the ids by seat
    ([("b", 1, 4)], "adcb|efgh"), ([("b", 2, 2)], "acd|efghb"), ([("b", 2, 3)], "agcd|efbh"),
    ([("b", None, None)], "acd|efgh"), ([("b", 2, None)], "acd|efghb"),
    ([("b", 2, 9)], "acd|efghb"), ([("b", 3, 1)], "acd|efgh|b"),
    ([("a", 2, 1), ("e", 1, 1)], "ebcd|afgh"), ([("a", 1, 2), ("b", 1, 1)], "bacd|efgh"),
    ([("a", 2, 5), ("b", 2, 6), ("c", 2, 7), ("d", 2, 8)], "|efghabcd"),
])  # fmt: skip
def test_hands_move_players_on_the_sheet(
    moves: list[tuple[str, int | None, int | None]], expected: str
) -> None:
    day = made(8, draft_pods="fixed", draft_pod_size=4)
    letters = dict(zip("abcdefgh", (*day.pods[1], *day.pods[2]), strict=True))
    day.open = True
    for letter, pod, seat in moves[:-1]:
        others = [line for line in day.event.draft if line.player != letters[letter]]
        line = day.line(1, letters[letter], pod, seat, 0)
        day.event = replace(day.event, draft=(*others, line))
    letter, pod, seat = moves[-1]
    day.open = False
    day.move(letters[letter], pod, seat)
    wanted = {
        number: tuple(letters[each] for each in ids)
        for number, ids in enumerate(expected.split("|"), 1)
        if ids
    }
    assert day.pods == wanted
    seated = {line.player: (line.pod, line.seat) for line in day.event.draft}
    assert {player: spot for player, spot in seated.items() if spot[0]} == day.draft.spots
    assert not [problem for problem in day.snapshot.problems if problem.severity == "error"]


def test_who_is_taken_out_is_told_of_and_can_be_put_back() -> None:
    day = made()
    out = day.pods[1][2]
    day.move(out, None, None)
    assert out not in day.draft.spots
    told = day.problem("has no pod in the draft of Draft")
    assert (told.place.sheet, told.place.cell[0]) == ("Draft", "D")
    day.move(out, 2, 3)
    assert day.draft.spots[out] == (2, 3)
    assert len(day.draft.spots) == 16
    assert not day.problems


def test_two_sent_to_one_seat_and_a_pod_that_there_is_not_are_told_of() -> None:
    day = made()
    before, (one, other) = day.pods, day.pods[1][:2]
    day.open = True
    others = [line for line in day.event.draft if line.player != one]
    day.event = replace(day.event, draft=(*others, day.line(1, one, 2, 8, 0)))
    third = day.pods[2][7]
    rest = [line for line in day.event.draft if line.player not in (other, third)]
    lines = (day.line(1, other, 2, 8, 0), day.line(1, third, 2, 8, 0))
    day.change(draft=(*rest, *lines))
    told = day.problem("are both sent to pod 2, seat 8")
    assert told.place.sheet == "Draft"
    assert told.place.cell.startswith("E")
    assert day.pods == before
    day = made()
    before = day.pods
    day.move(day.pods[1][0], 9, 1)
    assert "There is no pod 9: pods are numbered 1 to 2." in day.problems[0]
    assert day.pods == before


def test_what_has_not_arrived_yet_is_no_change_by_hand() -> None:
    """The workbook stays open while pods are made twice: what stands there is of the first time."""
    day = made()
    first = day.event.draft
    day.open = True
    day.ask("make pods")
    second = day.pods
    day.save()
    assert day.pods == second
    assert day.event.draft == first
    mine = first[0].player
    free = len(second[2]) + 1
    day.move(mine, 2, free + 5)
    assert day.draft.spots[mine][0] == 2, "what differs from all that Runner wrote is meant"


def test_pods_stay_while_decks_are_built_and_can_be_unlocked_until_round_1() -> None:
    day = made()
    day.ask("start building")
    before, who = day.pods, day.pods[1][0]
    day.move(who, 2, 1)
    told = day.problem("and that stays: the pods of this draft are fixed")
    assert "“Unlock pods”" in fix_text(told.fix)
    assert day.pods == before
    day.ask("unlock pods")
    assert day.draft.spots[who] == (2, 9), "the move that waited is done"
    assert not day.draft.building
    day.change(decisions=())
    day.ask("start building")
    assert day.draft.building
    day.ask("pair round", 1)
    day.ask("unlock pods")
    day.problem("is being played, so its draft is over")
    assert day.draft.over


def test_shuffling_keeps_everybody_in_their_pod() -> None:
    day = made(24)
    before = day.pods
    day.ask("shuffle pod seats", table=2)
    assert (day.pods[1], day.pods[3]) == (before[1], before[3])
    assert day.pods[2] != before[2]
    assert sorted(day.pods[2]) == sorted(before[2])
    second = day.pods
    day.ask("shuffle pod seats")
    assert all(sorted(day.pods[at]) == sorted(before[at]) for at in before)
    assert all(day.pods[at] != second[at] for at in before)
    day.ask("shuffle pod seats", table=9)
    assert "There is no pod 9." in str(day.problem("There is no pod 9"))


def test_cleared_pods_come_back_with_undo_and_a_renamed_player_is_known() -> None:
    day = made()
    before = day.pods
    day.ask("clear pods")
    assert not day.snapshot.drafts
    assert all((line.pod, line.seat) == (None, None) for line in day.event.draft)
    day.ask("undo the last decision")
    assert day.pods == before
    assert {line.player: (line.pod, line.seat) for line in day.event.draft} == day.draft.spots
    day = made()
    one, other = day.pods[1][:2]
    renamed(day, one, "Zed One")
    renamed(day, other, "Zed Two")
    assert (day.ledger.people[one], day.ledger.people[other]) == ("Zed One", "Zed Two")
    assert not day.problems


def test_a_draft_plays_inside_its_pods() -> None:
    day = made(16)
    day.ask("start building")
    day.event = replace(day.event, automatic=True)
    day.ask("pair round", 1)
    day.play_out(drawn_results("a draft"))
    pods = [set(ids) for ids in day.pods.values()]
    assert len(day.snapshot.rounds) == 3
    for played in day.snapshot.rounds:
        for table in played.tables:
            assert any({*table.players} <= pod for pod in pods)
    seats = day.draft.spots
    for table in day.snapshot.rounds[0].tables:
        (pod, one), (_, other) = sorted(seats[player] for player in table.players)
        assert other - one == len(day.pods[pod]) // 2


def test_a_late_draft_takes_those_who_made_the_cut() -> None:
    swiss = phase(1, "swiss", Mode.HEAD_TO_HEAD, rounds=2, name="Swiss")
    top = phase(2, "single_elimination", Mode.DRAFT, cut=8, name="Top 8 draft")
    day = DraftDay(events.event(20, swiss, top))
    day.ask("make pods", phase=2)
    assert not day.snapshot.drafts
    assert any("the phase before is not over" in line for line in day.problems)
    while not all(played.finished for played in day.snapshot.rounds) or not day.snapshot.drafts:
        day.play("A")
        if day.snapshot.current_round and day.snapshot.current_round.id.phase == 2:
            break
    assert sorted(day.draft.spots) == sorted(player.id for player in day.snapshot.phases[1].field)
    (ids,) = day.pods.values()
    while day.snapshot.current_round and day.snapshot.current_round.id.phase == 1:
        day.ask("pair round", 1, phase=2)
    first = next(played for played in day.snapshot.rounds if played.id == RoundId(2, 1))
    met = {frozenset(table.players) for table in first.tables}
    assert met == {frozenset((ids[at], ids[at + 4])) for at in range(4)}


def renamed(day: DraftDay, player: str, name: str) -> None:
    people = [replace(each, name=name) if each.id == player else each for each in day.event.players]
    day.change(players=tuple(people))


def lines(day: DraftDay, *more: DraftLine, but: str = "") -> None:
    kept = [line for line in day.event.draft if line.player != but]
    day.open = True
    day.change(draft=(*kept, *more))


def test_another_name_beside_an_id_or_a_player_twice_is_told_of_and_moves_nobody() -> None:
    day = made()
    before, (one, other) = day.pods, day.pods[1][:2]
    there = next(line for line in day.event.draft if line.player == one)
    name = next(player.name for player in day.event.players if player.id == other)
    lines(day, replace(there, name=name, pod=2, seat=8), but=one)
    told = day.problem(f"“{name}” stands beside {one}, who is ")
    assert (str(told.place), day.pods) == (str(there.places["player"]), before)
    lines(day, replace(there, name=next(p.name for p in day.event.players if p.id == one)), but=one)
    assert not day.problems
    day = made()
    before, one = day.pods, day.pods[1][0]
    upper = next(line for line in day.event.draft if line.player == one)
    lower = replace(
        upper, pod=2, seat=3, places={key: Place("Draft", f"{key[0]}99") for key in upper.places}
    )
    lines(day, lower)
    told = day.problem("stands on this sheet already, in C")
    assert (told.place.cell, day.pods) == ("p99", before)


def test_a_line_of_a_phase_without_a_draft_is_told_of() -> None:
    day = made()
    line = day.event.draft[0]
    lines(day, replace(line, phase=2))
    told = fix_text(day.problem("Phase 2 has no draft.").fix)
    assert told == "Type 1 under Phase, or take these lines out."


def test_pods_can_be_typed_from_nothing_and_leave_no_gap() -> None:
    day = DraftDay(planned(8, first_pod=11))
    ids = [player.id for player in day.event.players]
    typed = [day.line(1, player, 11 + at // 4, at % 4 + 1, at) for at, player in enumerate(ids)]
    lines(day, *typed)
    assert day.pods == {11: tuple(ids[:4]), 12: tuple(ids[4:])}
    assert awaiting_pods(day.snapshot.phases) is None
    assert not day.problems
    day = DraftDay(planned(8))
    ids = [player.id for player in day.event.players]
    lines(day, *(day.line(1, player, 3, at, at) for at, player in enumerate(ids[:2], 1)))
    assert "There is no pod 3: there is none. Type 1 for a new one." in day.problems[0]
    assert not day.snapshot.drafts


def test_it_is_told_where_two_of_one_pod_must_build_together() -> None:
    day = made(24, draft_pods="fixed", draft_pod_size=8)
    assert not day.problems
    for seat in range(8, 1, -1):
        day.move(day.pods[3][seat - 1], 1, None)
        day.move(day.pods[2][seat - 1], 1, None)
    assert [len(pod) for pod in day.pods.values()] == [22, 1, 1]
    told = day.problem("two of one pod sit together; no other seating has fewer")
    assert told.place.sheet == "Draft"
    assert "building tables" in told.text
