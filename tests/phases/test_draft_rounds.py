"""The rounds of a booster draft inside its pods, held against all that there could have been."""

from dataclasses import replace
from itertools import zip_longest

import pytest

from runner import phases
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.seating import SeatedTable, Seating
from runner.phases.model import Drawn, PhaseResult, Pods, Proposal, RoundContext
from runner.phases.swiss.swiss import Swiss
from runner.rules.explain import RuleExplainer
from tests.support import drafts
from tests.support.drafts import after, chances, draft, phase, results, seated
from tests.support.soak import SOAKING, some

DRAFTS = 4_000 if SOAKING else 200
BATCH = DRAFTS // 20


def proposed(now: RoundContext) -> Proposal:
    made = Swiss().propose(now)
    assert made is not None
    return made


def pairs_of(made: Proposal, pod: tuple[str, ...]) -> list[frozenset[str]]:
    """Who meets whom in a pod, by table; who has a bye meets ""."""
    tables = [frozenset(seats) for _, seats in made.pairing.tables if {*seats} <= {*pod}]
    return [*tables, *(frozenset((each, "")) for each in made.pairing.byes if each in pod)]


def opposite(pod: tuple[str, ...], there: set[str], byes: tuple[str, ...]) -> list[frozenset[str]]:
    playing = [player for player in pod if player in there and player not in byes]
    half = len(playing) // 2
    return [frozenset((playing[at], playing[at + half])) for at in range(half)]


def hold(now: RoundContext, made: Proposal) -> None:
    there = {player.id for player in now.players}
    seats = [player for _, seats in made.pairing.tables for player in seats]
    assert sorted([*seats, *made.pairing.byes]) == sorted(there)
    where = {player: at for at, pod in enumerate(now.pods) for player in pod}
    pods_in_turn = [[where[player] for player in seats] for _, seats in made.pairing.tables]
    assert all(len(pod) == 2 and pod[0] == pod[1] for pod in pods_in_turn)
    counts = [sum(pod[0] == at for pod in pods_in_turn) for at in range(len(now.pods))]
    rows = zip_longest(*([at] * count for at, count in enumerate(counts)))
    interleaved = [at for row in rows for at in row if at is not None]
    assert [pod[0] for pod in pods_in_turn] == interleaved
    assert [number for number, _ in made.pairing.tables] == [*range(1, len(interleaved) + 1)]
    for pod in now.pods:
        hold_in_pod(now, made, pod)
    assert Swiss().drawn_again(made.state) == Drawn(
        made.pairing.seating, made.pairing.certificate and made.pairing.certificate.to_document()
    )
    assert phases.drawn_by(made.algorithm).KEY == Swiss.KEY
    assert made.algorithm in Swiss.ALGORITHMS


def hold_in_pod(now: RoundContext, made: Proposal, pod: tuple[str, ...]) -> None:
    there = {player.id for player in now.players}
    players = [player for player in pod if player in there]
    found = pairs_of(made, pod)
    assert sum("" in pair for pair in found) == len(players) % 2
    if now.next.number == 1:
        assert found[: len(players) // 2] == opposite(pod, there, made.pairing.byes)
        return
    pairs = tuple((min(pair), max(pair)) for pair in found)
    best = min(drafts.worth(way, now, pod) for way in drafts.ways(players))
    have = drafts.worth(pairs, now, pod)
    assert have[:2] == best[:2]
    if have != best:  # then only for the sake of the rounds to come
        left = (now.planned or 0) - now.next.number
        met = drafts.met_in(now.rounds)
        for way in drafts.ways(players):
            if drafts.worth(way, now, pod) < have:
                later = met | {frozenset(pair) for pair in way}
                assert not drafts.can_go_on(players, later, left)


def played(pods: Pods, chance: Stream, rounds: int, *, leaving: bool) -> list[RoundContext]:
    now = draft(pods, phase(rounds), seed=str(chance.below(10**6)))
    every = [now]
    for _ in range(rounds):
        made = proposed(now)
        hold(now, made)
        gone = [each.id for each in now.players if leaving and not chance.below(12)]
        now = after(now, made, results(made, chances(chance)), gone)
        every.append(now)
    return every


@pytest.mark.thorough
@pytest.mark.soak
@pytest.mark.parametrize("batch", some(range(20), 3))
def test_drafts_of_any_size_are_paired_as_the_rules_want_it(batch: int) -> None:
    chance = Stream("drafts", batch)
    for at in range(BATCH):
        size = 6 + chance.below(115 if at % 2 else 40)
        leaving = at % 3 == 0
        last = played(seated(size, chance), chance, 3, leaving=leaving)[-1]
        met = [frozenset(table.players) for each in last.rounds for table in each.tables]
        byes = [player for each in last.rounds for player in each.byes]
        if not leaving:
            assert len({*met}) == len(met)
            assert len({*byes}) == len(byes)


@pytest.mark.thorough
@pytest.mark.parametrize("size", range(4, 12))
@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_small_pods_play_on_as_long_as_they_can(size: int, rounds: int) -> None:
    last = played(seated(size, Stream("small", size)), Stream("s", size), rounds, leaving=False)[-1]
    met = [frozenset(table.players) for each in last.rounds for table in each.tables]
    met += [frozenset((player, "")) for each in last.rounds for player in each.byes]
    most = size - 1 + size % 2  # a round robin
    assert rounds > most or len({*met}) == len(met)


def by_seat(size: int) -> tuple[str, ...]:
    return tuple(f"S{at:02}" for at in range(1, size + 1))


def seats(made: Proposal) -> list[list[int]]:
    """The draft seats that meet, by table, in pods that are numbered through."""
    return [sorted(int(each[1:]) for each in table.seats) for table in made.pairing.tables]


def first_wins(table: object) -> int:
    return 0


def lower_wins(players: object) -> int:
    assert isinstance(players, tuple)
    return players.index(min(players))


@pytest.mark.parametrize(("size", "first", "second"), [
    (4, [[1, 3], [2, 4]], [[1, 2], [3, 4]]),
    (8, [[1, 5], [2, 6], [3, 7], [4, 8]], [[1, 3], [2, 4], [5, 7], [6, 8]]),
    (12, [[1, 7], [2, 8], [3, 9], [4, 10], [5, 11], [6, 12]],
     [[1, 4], [2, 5], [3, 6], [7, 10], [8, 11], [9, 12]]),
])  # fmt: skip
def test_opposite_seats_meet_and_then_the_winners_of_every_second_match(
    size: int, first: list[list[int]], second: list[list[int]]
) -> None:
    now = draft((by_seat(size),))
    made = proposed(now)
    assert seats(made) == first
    then = proposed(after(now, made, results(made, lower_wins)))
    assert sorted(seats(then)) == second
    assert then.pairing.certificate is not None
    assert then.pairing.certificate.proved_optimal


def test_a_pod_of_six_gives_up_one_pair_and_who_has_drawn_is_paired_by_points() -> None:
    now = draft((by_seat(6),))
    made = proposed(now)
    then = seats(proposed(after(now, made, results(made, lower_wins))))
    assert sum(pair in then for pair in ([1, 2], [4, 5])) == 1
    assert [3, 6] not in then
    now = draft((by_seat(8),))
    made = proposed(now)

    def won(players: object) -> int | None:
        assert isinstance(players, tuple)
        return None if "S01" in players else lower_wins(players)

    then = seats(proposed(after(now, made, results(made, won))))
    assert [2, 4] in then
    assert [6, 8] in then
    assert [1, 5] not in then
    assert [3, 7] not in then


def test_tables_take_turns_by_pod_and_keep_to_the_hall() -> None:
    pods = tuple(tuple(f"P{pod}{at}" for at in range(6 + pod)) for pod in (0, 1, 2))
    settings = {"first_table": 10, "table_gaps": ["12-13"]}
    now = draft(pods, phase(settings=settings))
    made = proposed(now)
    got = [(number, players[0][1]) for number, players in made.pairing.tables]
    turns = [0, 1, 2, 0, 1, 2, 0, 1, 2, 2]
    assert got == [*zip([10, 11, *range(14, 22)], map(str, turns), strict=True)]
    down = draft(pods, phase(settings={"first_table": 30, "table_order": "down"}))
    got = [(number, players[0][1]) for number, players in proposed(down).pairing.tables]
    assert got == [*zip(range(21, 31), map(str, turns[::-1]), strict=True)]


def test_a_fixed_table_pulls_its_match_there() -> None:
    now = draft(seated(16, Stream("fixed")))
    one, other = now.pods[1][0], now.pods[0][2]
    wanting = {one: 7, other: 7}
    players = tuple(replace(each, fixed_table=wanting.get(each.id)) for each in now.players)
    made = proposed(replace(now, players=players, field=players))
    assert made.pairing.seating.table_of(one) == 7
    assert frozenset((one, now.pods[1][4])) in pairs_of(made, now.pods[1])
    assert made.pairing.certificate is not None
    assert f"{other} cannot sit at table 7, which is taken." in made.pairing.certificate.notes


def test_what_the_organiser_has_set_stays_and_the_others_meet_opposite() -> None:
    now = draft((by_seat(8), tuple(f"T{at:02}" for at in range(11, 19))))
    late = Player("X99", "Late", enters=1)
    placed = Seating((SeatedTable(2, ("S01", "S02")), SeatedTable(5, ("T11", "X99"))))
    set_by_hand = replace(now, placed=placed, byes=("S03",), guests=(late,))
    made = proposed(set_by_hand)
    assert {*placed.tables} <= {*made.pairing.tables}
    met = pairs_of(made, now.pods[0])
    assert frozenset(("S01", "S02")) in met
    bye = [each for each in made.pairing.byes if each in now.pods[0]]
    assert bye[0] == "S03"
    assert len(bye) == 2
    rest = [each for each in ("S04", "S05", "S06", "S07", "S08") if each not in bye]
    assert frozenset((rest[0], rest[2])) in met
    assert sum(each in now.pods[1] for each in made.pairing.byes) == 1
    assert Swiss().drawn_again(made.state) is not None


def test_who_is_in_no_pod_has_no_place_but_by_hand_and_the_organiser_is_told() -> None:
    now = draft((by_seat(8),))
    late = Player("X99", "Late")
    now = replace(now, players=(*now.players, late), field=(*now.field, late))
    assert "X99" not in proposed(now).pairing.seating.everybody
    by_hand = replace(now, byes=("X99",))
    assert "X99" in proposed(by_hand).pairing.byes
    now = draft((by_seat(8),))
    late = Player("X99", "Late")
    result = PhaseResult(now.phase, now.ruleset, (*now.field, late), planned=3, pods=now.pods)
    assert Swiss().without_place(result) == [late]
    assert not [*Swiss().remarks(result, None)], "the Draft sheet says so before the first round"
    played = replace(result, rounds=(results(proposed(now), lambda players: None),))
    (told,) = Swiss().remarks(played, None)
    assert "Late is in no draft pod of Draft" in str(told)
    across = phase(settings={"pairing_scope": "across"})
    other = replace(result, phase=across, ruleset=draft(now.pods, across).ruleset)
    assert not Swiss().without_place(other)
    assert not Swiss().without_place(replace(result, pods=()))
    made = proposed(replace(now, guests=(late,), placed=Seating((SeatedTable(9, ("X99", "S01")),))))
    seated_there = replace(result, rounds=(results(made, lambda players: None),))
    assert not Swiss().without_place(seated_there)


def test_the_bye_of_round_1_is_drawn_and_without_pods_there_is_no_round() -> None:
    pods = (by_seat(7),)
    assert len({proposed(draft(pods, seed=str(at))).pairing.byes for at in range(40)}) == 7
    now = draft((by_seat(8),))
    assert Swiss().propose(replace(now, pods=())) is None


def test_across_pods_it_is_swiss_over_the_field() -> None:
    now = draft(seated(16, Stream("across")), phase(settings={"pairing_scope": "across"}))
    made = proposed(now)
    assert made.algorithm == Swiss.ALGORITHMS[0]
    assert made == proposed(replace(now, pods=()))
    assert any(len({*seats} & {*now.pods[0]}) == 1 for _, seats in made.pairing.tables)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [8, 9, 10, 16, 24, 30])
def test_a_draft_for_pods_of_four_is_played_inside_the_draft_pods(size: int) -> None:
    row = phase(mode=Mode.MULTIPLAYER)
    now = draft(seated(size, Stream("commander", size)), row)
    for _ in range(3):
        made = proposed(now)
        sizes = [len(seats) for _, seats in made.pairing.tables]
        assert {*sizes} <= {3, 4}
        assert sum(sizes) == size
        for _, seats in made.pairing.tables:
            assert any({*seats} <= {*pod} for pod in now.pods)
        assert Swiss().drawn_again(made.state) is not None
        now = after(now, made, results(made, first_wins))


def test_where_a_draft_pod_is_too_small_for_it_pods_are_made_over_the_field() -> None:
    now = draft(seated(12, Stream("few")), phase(mode=Mode.MULTIPLAYER))
    gone = {*now.pods[0][:4]}
    left = replace(now, players=tuple(each for each in now.players if each.id not in gone))
    made = proposed(left)
    assert made.algorithm == Swiss.ALGORITHMS[0]
    assert sorted(made.pairing.seating.seated) == sorted(each.id for each in left.players)
    across = phase(mode=Mode.MULTIPLAYER, settings={"pairing_scope": "across"})
    assert proposed(draft(now.pods, across)).algorithm == Swiss.ALGORITHMS[0]


def test_rounds_are_three_inside_pods_and_a_document_that_names_none_rightly_is_none() -> None:
    row = replace(phase(), rounds=None)
    assert Swiss().planned_rounds(draft(seated(64, Stream("n")), row)) == 3
    across = replace(row, settings={"pairing_scope": "across"})
    assert Swiss().planned_rounds(draft(seated(64, Stream("n")), across)) == 6
    state = dict(proposed(draft((by_seat(8),))).state)
    assert Swiss().drawn_again({**state, "draft_pods": "x"}) is None
    assert Swiss().drawn_again({**state, "wanted": [["a"]]}) is None
    assert RoundId(1, 1) == draft((by_seat(8),)).next


def test_the_rules_in_force_tell_how_a_draft_is_paired() -> None:
    def told(**settings: str) -> str:
        row = phase(settings=settings)
        sections = Swiss().in_words(RuleExplainer(draft((by_seat(8),), row).ruleset), row)
        return " ".join(each.text for section in sections for each in section.sentences)

    for part in ("1 and 5, 2 and 6", "winners of every second match", "Tables take turns by pod"):
        assert part in told()
        assert part not in told(pairing_scope="across")
    assert "drawn at random" in told(pairing_scope="across")
