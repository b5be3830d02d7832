"""Single elimination after a booster draft: every pod plays down to its own winner."""

from collections import Counter
from dataclasses import replace
from itertools import zip_longest

import pytest

from runner import phases
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.core.rounds import Outcome
from runner.core.seating import SeatedTable, Seating
from runner.phases import bracket, tree
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.final_places import still_open
from runner.phases.model import Drawn, PhaseResult, Pods, Proposal, RoundContext
from runner.rules.explain import RuleExplainer
from runner.rules.limits import PlayoffStage
from tests.support.drafts import after, draft, phase, results
from tests.support.soak import SOAKING

SEEDS = range(100 if SOAKING else 3)
TYPE = SingleElimination()
ROW = replace(phase(type="single_elimination"), rounds=None)


def pods_of(*sizes: int) -> Pods:
    return tuple(
        tuple(f"{chr(65 + at)}{seat:02}" for seat in range(1, size + 1))
        for at, size in enumerate(sizes)
    )


def proposed(now: RoundContext) -> Proposal:
    made = TYPE.propose(now)
    assert made is not None
    return made


def as_result(now: RoundContext, drawn: list[Proposal]) -> PhaseResult:
    return PhaseResult(
        now.phase, now.ruleset, now.field, now.rounds, planned=TYPE.planned_rounds(now),
        playing=tuple(each.id for each in now.players), seeds=TYPE.seeds(now),
        drawn=tuple(each.state for each in drawn), pods=now.pods,
    )  # fmt: skip


def first_round(size: int) -> str:
    (pod,) = pods_of(size)
    slots = bracket.by_seat([str(int(each[1:])) for each in pod])
    return " ".join("-".join(pair) for pair in bracket.pairs(slots))


@pytest.mark.parametrize(("size", "pairs"), [
    (2, "1-2"), (3, "1-2 3"), (4, "1-3 2-4"), (5, "1-3 4 2 5"), (6, "1-4 3 2-5 6"),
    (7, "1-4 3-6 2-5 7"), (8, "1-5 3-7 2-6 4-8"), (9, "1-5 6 3 8 2 7 4 9"),
    (10, "1-6 5 3 9 2-7 8 4 10"), (11, "1-6 5 3-8 10 2-7 9 4 11"),
])  # fmt: skip
def test_as_many_meet_as_it_takes_and_they_sit_far_apart(size: int, pairs: str) -> None:
    assert sorted(first_round(size).split()) == sorted(pairs.split())


@pytest.mark.parametrize("size", range(2, 17))
def test_they_sit_as_far_apart_as_anybody_can(size: int) -> None:
    ids = [str(at) for at in range(size)]
    pairs = bracket.pairs(bracket.by_seat(ids))
    met = [tuple(map(int, pair)) for pair in pairs if len(pair) == 2]
    assert {min((two - one) % size, (one - two) % size) for one, two in met} == {size // 2}
    left = len(pairs)
    assert left == 1 << (size - 1).bit_length() - 1
    assert sorted(each for pair in pairs for each in pair) == sorted(ids)


def beaten_in(now: RoundContext) -> set[str]:
    return {
        seat.player for table in now.rounds[-1].tables for seat in table.seats
        if seat.outcome is Outcome.LOSS
    }  # fmt: skip


@pytest.mark.thorough
@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "sizes",
    [*((size,) for size in range(4, 12)), (8, 8), (6, 7), (8, 8, 8), (9, 8), (10, 6, 7),
     (4, 11), (5, 9, 6, 8), (7, 7, 7, 7, 7)],
)  # fmt: skip
def test_every_pod_plays_down_to_its_own_winner(sizes: tuple[int, ...], seed: int) -> None:
    pods, chance = pods_of(*sizes), Stream("elimination", sizes, seed)
    now, drawn = draft(pods, ROW, seed=str(seed)), list[Proposal]()
    left = {player for pod in pods for player in pod}
    leaving = seed % 3 == 1
    while TYPE.propose(now) is not None:
        made = proposed(now)
        drawn.append(made)
        hold(now, made, left)
        gone = [each for each in sorted(left) if leaving and not chance.below(15)]
        now = after(now, made, results(made, lambda seats: chance.below(len(seats))), gone)
        left -= beaten_in(now) | {*gone}
        result = as_result(now, drawn)
        found = tree(result)
        assert found is not None
        keys = [match.key for match in found.matches]
        assert len({*keys}) == len(keys)
        played = {(match.table, match.round) for match in found.matches if match.table}
        assert played >= {
            (table.number, now.rounds[-1].id.number) for table in now.rounds[-1].tables
        }
    for pod in pods:
        assert leaving or len(left & {*pod}) == 1
        assert len(left & {*pod}) <= 1
    assert leaving or len(now.rounds) == max((size - 1).bit_length() for size in sizes)
    assert TYPE.planned_rounds(now) == len(now.rounds)
    if not leaving:
        first = [
            player for player, at, last in TYPE.places(now, []) if (at, last) == (1, len(pods))
        ]
        assert {*first} == left


def hold(now: RoundContext, made: Proposal, left: set[str]) -> None:
    seating = made.pairing.seating
    assert sorted(seating.everybody) == sorted(left)
    where = {player: at for at, pod in enumerate(now.pods) for player in pod}
    turns = [{where[player] for player in seats} for _, seats in seating.tables]
    assert all(len(pod) == 1 for pod in turns)
    at_table = [next(iter(pod)) for pod in turns]
    rows = zip_longest(*([at] * at_table.count(at) for at in range(len(now.pods))))
    assert at_table == [at for row in rows for at in row if at is not None]
    assert TYPE.drawn_again(made.state) == Drawn(seating)
    assert phases.drawn_by(made.algorithm).KEY == TYPE.KEY
    if now.next.number == 1:
        for pod in now.pods:
            slots = bracket.by_seat([player for player in pod if player in left])
            met = {frozenset(pair) for pair in bracket.pairs(slots) if len(pair) == 2}
            assert met == {frozenset(seats) for _, seats in seating.tables if {*seats} <= {*pod}}


def test_it_is_over_whoever_of_the_winners_leaves_and_who_has_gone_home_stays_first() -> None:
    now = draft(pods_of(4, 4, 4, 4), ROW)
    for _ in range(2):
        made = proposed(now)
        now = after(now, made, results(made, lambda seats: 0))
    won = {seats[0][0]: seats[0] for _, seats in made.pairing.tables}
    now = replace(now, players=tuple(p for p in now.players if p.id not in (won["B"], won["D"])))
    assert TYPE.propose(now) is None
    assert TYPE.planned_rounds(now) == 2
    now = draft(pods_of(8, 4), ROW)
    for number in range(3):
        made = proposed(now)
        gone = ["B01"] if number == 1 else []
        now = after(now, made, results(made, lambda seats: seats.index(min(seats))), gone)
    assert TYPE.propose(now) is None
    first = {player for player, at, last in TYPE.places(now, ["B01"]) if (at, last) == (1, 2)}
    assert first == {"A01", "B01"}


def test_the_first_half_meets_the_second_and_seats_stay_as_they_were_recorded() -> None:
    now = draft(pods_of(8), ROW)
    made = proposed(now)
    now = after(now, made, results(made, lambda seats: seats.index(max(seats))))
    second = proposed(now)
    assert [{*table.seats} for table in second.pairing.tables] == [{"A05", "A07"}, {"A06", "A08"}]
    now = draft(pods_of(8, 6), ROW)
    made = proposed(now)
    assert made.state["draft_pods"] == [list(pod) for pod in now.pods]
    then = after(now, made, results(made, lambda seats: 0))
    assert proposed(then) == proposed(replace(then, pods=pods_of(7, 7)))


def test_after_a_cut_the_highest_seeds_have_the_byes() -> None:
    row = replace(ROW, number=2, cut=6)
    now = replace(draft(pods_of(6), row), next=RoundId(2, 1))
    order = ("A03", "A06", "A01", "A02", "A04", "A05")
    by_id = {player.id: player for player in now.field}
    now = replace(now, field=tuple(by_id[each] for each in order))
    made = proposed(now)
    assert {*made.pairing.byes} == {"A03", "A06"}
    assert [{*each.seats} for each in made.pairing.tables] == [{"A01", "A04"}, {"A02", "A05"}]


def test_across_pods_it_is_the_usual_bracket_of_the_field() -> None:
    row = replace(ROW, settings={"pairing_scope": "across"})
    now = draft(pods_of(8, 8), row)
    made = proposed(now)
    assert "draft_pods" not in made.state
    seeds = made.state["seeds"]
    assert frozenset((seeds[0], seeds[15])) in {frozenset(e.seats) for e in made.pairing.tables}
    usual = replace(now, pods=(), phase=replace(now.phase, mode=Mode.HEAD_TO_HEAD))
    assert made.pairing == proposed(usual).pairing
    assert TYPE.drawn_again(made.state) == Drawn(made.pairing.seating)
    assert TYPE.planned_rounds(now) == 4


def test_a_round_that_fits_no_bracket_leaves_every_pod_its_own() -> None:
    now, left = draft(pods_of(8, 8), ROW), 9
    made = proposed(replace(now, byes=("A01", "A05")))  # one more goes on than there are places
    now = after(now, made, results(made, lambda seats: 0))
    while (made_then := TYPE.propose(now)) is not None:
        seating = made_then.pairing.seating
        assert len(seating.everybody) == left
        assert all(len({each[0] for each in seats}) == 1 for _, seats in seating.tables)
        now = after(now, made_then, results(made_then, lambda seats: 0))
        left = len(seating.tables) + len(seating.byes)
    assert left == 2


def test_whoever_the_organiser_seats_elsewhere_nobody_is_lost() -> None:
    now = draft(pods_of(8, 8), ROW)
    placed = Seating((SeatedTable(1, ("A01", "B01")), SeatedTable(4, ("B02", "A02"))))
    made = proposed(replace(now, placed=placed))
    assert sorted(made.pairing.seating.everybody) == sorted(each.id for each in now.players)
    now, left = after(now, made, results(made, lambda seats: 0)), 8
    while (made_then := TYPE.propose(now)) is not None:
        assert len(made_then.pairing.seating.everybody) == left
        now = after(now, made_then, results(made_then, lambda seats: 0))
        left = len(made_then.pairing.tables) + len(made_then.pairing.byes)
    assert left == 2


def test_places_that_can_still_be_reached_count_the_winners_of_all_pods() -> None:
    now, drawn, found = draft(pods_of(8, 7, 4), ROW), list[Proposal](), []
    while TYPE.propose(now) is not None:
        made = proposed(now)
        drawn.append(made)
        now = after(now, made, results(made, lambda seats: 0))
        result = as_result(now, drawn)
        drawn_tree = tree(result)
        assert drawn_tree is not None
        places, in_it = still_open(result, TYPE.places(now, []), drawn_tree, TYPE.LIVES)
        spans = Counter((first, last) for _, first, last in places)
        found.append((dict(spans), len(in_it)))
    assert found == [
        ({(1, 10): 10, (11, 19): 9}, 10),
        ({(1, 5): 4, (1, 3): 1, (6, 10): 5, (11, 19): 9}, 5),
        ({(1, 3): 3, (4, 5): 2, (6, 10): 5, (11, 19): 9}, 3),
    ]


def test_the_last_round_of_all_pods_is_their_final() -> None:
    now, drawn, stages = draft(pods_of(8, 7, 8), ROW), list[Proposal](), []
    while TYPE.propose(now) is not None:
        made = proposed(now)
        drawn.append(made)
        now = after(now, made, results(made, lambda seats: 0))
        stages.append(TYPE.stage(as_result(now, drawn), now.rounds[-1]))
    assert stages == [PlayoffStage.LATE, PlayoffStage.LATE, PlayoffStage.FINAL]


def test_the_rules_in_force_tell_who_has_a_bye() -> None:
    def told(number: int, **settings: str) -> str:
        row = replace(ROW, number=number, settings=settings)
        sections = TYPE.in_words(RuleExplainer(draft(pods_of(8), row).ruleset), row)
        return " ".join(each.text for section in sections for each in section.sentences)

    assert "its own winner" in told(1)
    assert "farthest" in told(1)
    assert "highest seeds have byes" in told(2)
    assert "The highest seed meets the lowest" in told(1, pairing_scope="across")
