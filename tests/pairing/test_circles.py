"""Tables of any size: how many of which, who sits together, and who sits to whose left."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

import pytest

from runner.compute.verify import drawn_again, verify
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.rounds import Round
from runner.core.seating import SeatedTable
from runner.ledger.seal import canonical
from runner.pairing.circles import ALGORITHM, Circles, circle_sizes, pair, played_in_circles
from runner.pairing.engine import pair_document
from runner.pairing.state import Entrant, PairingInput, from_document, to_document
from runner.pairing.tables import Sizes
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.variants import REGISTRY, Variant
from tests.support.events import played_on, published
from tests.support.melees import fallen, melee


def rules_of(key: str, **settings: SettingValue) -> Ruleset:
    played = Phase(1, "", Mode.MULTIPLAYER, "swiss", "mamtr", variant=key, settings=settings)
    return ruleset(played, {})[0]


def variant_of(rules: Ruleset) -> Variant:
    found = rules.played_as
    assert found
    return found


@pytest.mark.parametrize(("key", "players", "settings", "expected"), [
    ("melee", 6, {}, Sizes((6,))), ("melee", 10, {}, Sizes((10,))),
    ("melee", 12, {}, Sizes((6, 6))), ("melee", 19, {}, Sizes((10, 9))),
    ("melee", 20, {}, Sizes((7, 7, 6))), ("melee", 23, {}, Sizes((8, 8, 7))),
    ("melee", 40, {}, Sizes((8,) * 5)), ("melee", 40, {"pod_size": 10}, Sizes((10,) * 4)),
    # what cannot be seated: a table is smaller, or somebody has a bye
    ("melee", 11, {}, Sizes((6, 5))), ("melee", 11, {"uneven": "byes"}, Sizes((10,), 1)),
    ("melee", 5, {}, Sizes((5,))), ("melee", 5, {"uneven": "byes"}, Sizes((5,))),
    ("melee", 1, {}, Sizes((), 1)), ("one_deck_melee", 11, {}, Sizes((6, 5))),
    ("one_deck_melee", 7, {}, Sizes((7,))), ("free_for_all", 14, {"pod_size": 6}, Sizes((5, 5, 4))),
    ("grand_melee", 10, {}, Sizes((10,))), ("grand_melee", 60, {}, Sizes((60,))),
    ("grand_melee", 61, {}, Sizes((31, 30))),
])  # fmt: skip
def test_tables_are_as_even_as_can_be_and_near_the_best_size(
    key: str, players: int, settings: dict[str, SettingValue], expected: Sizes
) -> None:
    rules = rules_of(key, **settings)
    assert circle_sizes(players, variant_of(rules), rules) == expected


@pytest.mark.parametrize("key", ["melee", "one_deck_melee", "grand_melee"])
def test_everybody_has_a_place_whatever_the_field(key: str) -> None:
    rules = rules_of(key)
    variant = variant_of(rules)
    for players in range(2, 200):
        sizes = circle_sizes(players, variant, rules)
        assert sum(sizes.tables) + sizes.byes == players
        assert max(sizes.tables) - min(sizes.tables) <= 1
        bad = [size for size in sizes.tables if not variant.fewest <= size <= variant.most]
        assert not bad or players < variant.fewest or (key, players) == ("melee", 11)


def test_only_variants_with_tables_of_many_sizes_are_drawn_so() -> None:
    drawn = {key for key, each in REGISTRY.items() if not each.teams
             if played_in_circles(rules_of(key))}  # fmt: skip
    assert drawn == {"melee", "grand_melee", "one_deck_melee"}
    assert played_in_circles(rules_of("free_for_all", pod_size=6))
    assert not played_in_circles(rules_of("free_for_all", pod_size=5))


def state(players: Sequence[Entrant], number: int = 2, **settings: SettingValue) -> PairingInput:
    rules, pods = rules_of("melee", **settings), Mode.MULTIPLAYER
    return PairingInput(pods, "mamtr", "seed", 1, number, 4, {}, rules, tuple(players))


def field(count: int, tables: Sequence[Sequence[int]] = ()) -> list[Entrant]:
    """So many players, more points the earlier, who have met at these tables by their numbers."""
    met = {at: [other for other in table if other != at] for table in tables for at in table}
    left = {
        at: table[(place + 1) % len(table)] for table in tables for place, at in enumerate(table)
    }
    return [
        Entrant(
            f"P{at:02}", Fraction((count - at) // 3), rank=at,
            opponents=tuple(f"P{other:02}" for other in met.get(at, ())),
            left=(f"P{left[at]:02}",) if at in left else (),
        )
        for at in range(1, count + 1)
    ]  # fmt: skip


def drawn(made: PairingInput) -> Circles:
    return pair(made, variant_of(made.ruleset))


def together(made: Circles) -> set[frozenset[str]]:
    return {frozenset(table.seats) for table in made.seating.tables}


BEFORE = [range(1, 9), range(9, 17), range(17, 25)]


@pytest.mark.thorough
def test_as_few_meet_again_as_can_be_and_where_nobody_has_met_equal_points_sit_together() -> None:
    made = drawn(state(field(24, BEFORE)))
    # eight who have met go to three tables as 3, 3, 2: seven pairs, thrice
    assert made.certificate.repeated_pairs == 21
    made = drawn(state(field(24)))
    assert together(made) == {
        frozenset(f"P{at:02}" for at in range(first, first + 8)) for first in (1, 9, 17)
    }


def test_power_goes_strictly_by_strength_and_at_random_nothing_counts() -> None:
    made = drawn(state(field(24, BEFORE), method="power"))
    assert together(made) == {frozenset(f"P{at:02}" for at in table) for table in BEFORE}
    made = [together(drawn(replace(state(field(24), method="random"), seed=f"{at}")))
            for at in range(4)]  # fmt: skip
    assert made[0] != made[1] or made[1] != made[2]
    assert {*map(len, made)} == {3}


def test_nobody_has_the_same_player_to_the_left_again_where_it_can_be_helped() -> None:
    players = field(8, [range(1, 9)])
    by_id = {player.id: player for player in players}
    for at in range(30):
        (table,) = drawn(replace(state(players), seed=f"{at}")).seating.tables
        for seat, player in enumerate(table.seats):
            assert table.seats[(seat + 1) % 8] not in by_id[player].left


@pytest.mark.thorough
def test_clubs_and_other_tables_are_kept_apart_and_what_is_placed_by_hand_stays() -> None:
    players = field(16)
    players[0] = replace(players[0], club="X", fixed_table=5)
    players[1] = replace(players[1], club="X", fixed_table=9)
    players[2] = replace(players[2], keep_apart=("P04",))
    made = drawn(state(players))
    tables = {player: table.number for table in made.seating.tables for player in table.seats}
    assert (tables["P01"], tables["P02"]) == (5, 9)
    assert tables["P03"] != tables["P04"]
    placed = SeatedTable(7, tuple(f"P{at:02}" for at in (3, 9, 14, 15, 16, 20)))
    made = drawn(replace(state(field(23)), placed=(placed,), byes=("P01",)))
    assert placed in made.seating.tables
    assert made.seating.byes == ("P01",)
    assert sorted(map(len, together(made))) == [6, 8, 8]
    assert sorted((*made.seating.seated, *made.seating.byes)) == [
        f"P{at:02}" for at in range(1, 24)
    ]


def test_the_bye_goes_to_the_lowest_and_not_twice() -> None:
    players = field(11)
    players[10] = replace(players[10], byes=1)
    made = drawn(state(players, uneven="byes"))
    assert made.seating.byes == ("P10",)
    assert "11 make tables of 10 and 1 without a table" in " ".join(made.certificate.notes)


def test_what_cannot_be_seated_is_told_and_one_table_of_everybody_is_the_best_there_is() -> None:
    assert drawn(state(field(11))).certificate.notes[-1] == (
        "Melee is for 6 to 10 players at a table: 11 make tables of 6 and 5."
    )
    certificate = drawn(state(field(9, [range(1, 10)]))).certificate
    assert certificate.proved_optimal
    assert certificate.repeated_pairs == 36
    assert certificate.notes == ()


@pytest.mark.thorough
def test_a_state_is_read_as_it_was_written_and_drawn_by_runner_pair() -> None:
    made = state(field(23, BEFORE[:2]), pod_size=6)
    again = from_document(to_document(made))
    assert isinstance(again, PairingInput)
    assert again == made
    assert drawn(again) == drawn(made)
    made = state(field(23))
    answer = pair_document(to_document(made))
    assert [len(table["seats"]) for table in answer["tables"]] == [8, 8, 7]
    wrong = pair_document({**to_document(made), "variant": "mealy"})
    assert '"variant" must be one of' in wrong["problems"][0]


@pytest.mark.thorough
@pytest.mark.parametrize("players", [6, 7, 11, 23, 40])
@pytest.mark.parametrize("variant", ["melee", "grand_melee"])
def test_every_round_is_drawn_again_the_same(players: int, variant: str) -> None:
    now = melee(players, variant=variant)
    snapshot, ledger = published(now)
    while not snapshot.over:
        now, snapshot, ledger = played_on(now, snapshot, ledger, fallen)
    assert len(snapshot.rounds) == 3
    lines = [line for line in ledger.entries if "algorithm" in line.data]
    assert [line.data["algorithm"] for line in lines] == [ALGORITHM] * 3
    assert all(drawn_again(ALGORITHM, line.data["state"]) for line in lines)
    assert all(finding.sound in (True, None) for finding in verify(ledger))


def _again(rounds: Sequence[Round]) -> int:
    seen = [
        {frozenset(pair) for table in each.tables for pair in combinations(table.players, 2)}
        for each in rounds
    ]
    return len(seen[0] & seen[1])


DRAWN = {6: "9e4942221ebbb112", 23: "870aacaae87029c7", 40: "e5e7f860fa5c0717"}
"""For each number of players, the beginning of the SHA-256 of all tables of three rounds. Where the
same states are to be drawn otherwise, `ALGORITHM` goes up."""


@pytest.mark.thorough
@pytest.mark.parametrize("players", DRAWN)
def test_what_was_drawn_by_this_number_is_drawn_again_and_few_meet_again(players: int) -> None:
    now = melee(players)
    snapshot, ledger = published(now)
    while not snapshot.over:
        now, snapshot, ledger = played_on(now, snapshot, ledger, fallen)
    tables = [[[t.number, t.players] for t in each.tables] for each in snapshot.rounds]
    assert sha256(canonical(tables).encode()).hexdigest()[:16] == DRAWN[players]
    if players == 40:  # tables of eight go to five as 2, 2, 2, 1, 1: three pairs, five times
        assert _again(snapshot.rounds) == 15
