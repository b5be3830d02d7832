"""Matches of two are the best of all, held against a matching of the complete graph. The complete
graph is built here anew, from the entrants, and weighed by the aims of docs/rules.md 4 in their
order; what the engine finds among neighbours must be as good, and must say so."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

import pytest
import rustworkx

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.engine import pair
from runner.pairing.field import Field, field_of
from runner.pairing.matches import Matches, match_up
from runner.pairing.matches import pairs as head_to_head
from runner.pairing.matches.graph import Groups, least_points
from runner.pairing.methods import Objectives, bye_turns
from runner.pairing.state import Entrant
from tests.support.states import event, pairs, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

TWO = Mode.HEAD_TO_HEAD
Aim = tuple[int, ...]


def _turns(entrants: list[Entrant], number: int) -> list[list[int]]:
    """The places in the order in which a bye goes to them, equals together."""
    return [[entrants.index(each) for each in equals] for equals in bye_turns(entrants, number)]


def _costs(field: Field, turns: Sequence[Sequence[int]]) -> dict[tuple[int, int], Aim]:
    """What matches and byes cost: clash, second bye, rematches, kept apart, turn, points. Pairs
    are counted, not how often they met or for how many reasons they are kept apart."""
    costs: dict[tuple[int, int], Aim] = {}
    for one, two in combinations(range(len(field)), 2):
        tables = {field.fixed[one], field.fixed[two]} - {0}
        club = field.clubs[one] != 0 and field.clubs[one] == field.clubs[two]
        costs[one, two] = (
            int(len(tables) == 2), 0, int(two in field.met[one]),
            int(club or two in field.apart[one]), 0, abs(field.levels[one] - field.levels[two]),
        )  # fmt: skip
    if len(field) % 2:
        for turn, equals in enumerate(turns):
            for player in equals:
                costs[player, len(field)] = (0, field.players[player].byes, 0, 0, turn, 0)
    return costs


def _total(costs: dict[tuple[int, int], Aim], edges: Sequence[tuple[int, int]]) -> Aim:
    return tuple(map(sum, zip(*(costs[edge] for edge in edges), strict=True)))


def _best(costs: dict[tuple[int, int], Aim], nodes: int) -> Aim:
    """The least that any perfect matching of the complete graph costs."""
    spans = [1 + (nodes // 2) * max(aim) for aim in zip(*costs.values(), strict=True)]
    weighed = {}
    for edge, aims in costs.items():
        weight = 0
        for aim, span in zip(aims, spans, strict=True):
            weight = weight * span + aim
        weighed[edge] = weight
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(*edge, -weight) for edge, weight in weighed.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return _total(costs, [(min(edge), max(edge)) for edge in found])


def _worth(found: Matches, costs: dict[tuple[int, int], Aim], count: int) -> Aim:
    bye = [] if found.bye is None else [(found.bye, count)]
    return _total(costs, [*found.pairs, *bye])


def _entrants(chance: Stream, count: int) -> list[Entrant]:
    """Players by points, with whatever history, avoidances and tables chance gives them."""
    steps = chance.choice(((3,), (0, 1, 3), (0, 1, 3), (0, 2, 5, 7)))
    played = chance.below(min(count, 16))
    met: list[list[str]] = [[] for _ in range(count)]
    points = [0] * count
    near = chance.choice((3, 8, count))  # how far apart opponents stood
    for _ in range(played):
        order = sorted(range(count), key=lambda at: (points[at] // 4, chance.below(near)))
        for one, two in zip(order[::2], order[1::2], strict=False):
            met[one].append(f"P{two:03}")
            met[two].append(f"P{one:03}")
            points[one] += chance.choice(steps)
    clubs = chance.choice((0, 0, 2, 3, count // 2 + 1))
    few = chance.choice((0, 0, 4, 30))
    entrants = [
        Entrant(
            f"P{at:03}", Fraction(points[at]), opponents=tuple(met[at]),
            byes=int(chance.below(5) == 0), club=f"Club {chance.below(clubs)}" if clubs else "",
            fixed_table=1 + chance.below(4) if few and chance.below(few) == 0 else None,
            keep_apart=(f"P{chance.below(count):03}",) if few and chance.below(few) == 0 else (),
        )
        for at in range(count)
    ]  # fmt: skip
    return sorted(entrants, key=lambda each: -each.points)


@pytest.mark.parametrize("part", range(8))
def test_matches_are_as_good_as_those_of_the_complete_graph(part: int) -> None:
    chance = Stream("complete graph", part)
    for _ in range(12):
        count = 2 + chance.below(chance.choice((20, 90, 200)))
        entrants = _entrants(chance, count)
        field = field_of(entrants)
        turns = _turns(entrants, 3)
        found = match_up(field, turns, Objectives(), Stream("matches", part))
        costs = _costs(field, turns)
        assert _worth(found, costs, count) == _best(costs, count + count % 2), (part, count)
        assert found.proved


@pytest.mark.parametrize("players", [65, 90, 127, 200, 300])
def test_rounds_of_large_events_are_as_good_as_those_of_the_complete_graph(players: int) -> None:
    for state, result in islice(event(players, TWO, f"{players} players"), 5, 10, 2):
        entrants = sorted(state.players, key=lambda each: -each.points)
        field = field_of(entrants)
        turns = _turns(entrants, state.round)
        costs = _costs(field, turns)
        best = _best(costs, players + players % 2)
        assert result.certificate.points_mismatch == best[-1]
        assert result.certificate.repeated_pairs == best[2] == 0
        assert result.certificate.proved_optimal


HARD = [
    (players, rounds) for players in (8, 10, 13, 16, 21, 24, 32, 47, 64) for rounds in (5, 12, 20)
]


@pytest.mark.parametrize(("players", "rounds"), HARD)
def test_only_forced_rematches_after_many_rounds(players: int, rounds: int) -> None:
    """So many rounds are played before; rematches are then held against the fewest possible."""
    state, result = next(islice(event(players, TWO, f"hard {players}"), rounds, None))
    met = {player.id: player.opponents for player in state.players}
    again = sum(two in met[one] for one, two in map(sorted, pairs(result)))
    entrants = list(state.players)
    costs = {
        edge: (*aims[:3],) for edge, aims in _costs(field_of(entrants), [range(players)]).items()
    }
    assert (0, sum(player.byes for player in entrants if player.id in result.byes), again) == _best(
        costs, players + players % 2
    )


def test_a_bound_of_points_is_below_every_pairing_and_found_where_groups_must_mix() -> None:
    """Two on top who have met must be paired down: only the bound with stand-ins knows that."""
    levels = [9, 9, *[6] * 30, *[3] * 30]
    groups = Groups(levels)

    def free(one: int, two: int) -> bool:
        return (one, two) != (0, 1)

    assert groups.least == 0
    assert least_points(groups, 6, 16, free) == 6
    assert least_points(groups, 12, 16, free) == 6
    assert least_points(groups, 6, 100, free) == 6
    assert least_points(groups, 6, 16, lambda one, two: True) == 0


@pytest.mark.parametrize("part", range(4))
def test_no_bound_is_above_the_least_that_the_complete_graph_has(part: int) -> None:
    chance = Stream("bounds", part)
    compared = 0
    for _ in range(25):
        entrants = _entrants(chance, 2 * (1 + chance.below(30)))
        field = field_of(entrants)
        costs = {edge: (int(any(aims[:5])), aims[5]) for edge, aims in _costs(field, ()).items()}
        conflicts, least = _best(costs, len(field))
        if conflicts:
            continue
        compared += 1

        def free(one: int, two: int, costs: dict[tuple[int, int], Aim] = costs) -> bool:
            return not costs[min(one, two), max(one, two)][0]

        groups = Groups(field.levels)
        for known in (least, least + 1, least + 6):
            bounds = [least_points(groups, known, largest, free) for largest in (0, 4, 16, 99)]
            assert all(bound is not None and bound <= least for bound in bounds)
            assert bounds[-1] == least
    assert compared


def test_matches_block_by_block_are_as_good_as_those_of_the_complete_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Very large fields are paired in blocks; here, fields that can still be checked are."""
    monkeypatch.setattr(head_to_head, "BLOCK", 24)
    monkeypatch.setattr(head_to_head, "AMID", 3)
    for players in (97, 150, 210):
        for state, result in islice(event(players, TWO, "blocks"), 2, 9, 3):
            entrants = sorted(state.players, key=lambda each: -each.points)
            turns = _turns(entrants, state.round)
            best = _best(_costs(field_of(entrants), turns), players + players % 2)
            assert result.certificate.points_mismatch == best[-1]
            assert result.certificate.repeated_pairs == 0
            assert result.certificate.proved_optimal


def test_what_is_called_proved_is_best_even_where_not_all_matches_can_be_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Very large fields have too many possible matches; here a few thousand count as too many."""
    monkeypatch.setattr(head_to_head, "COMPLETE_FIELD", 0)
    monkeypatch.setattr(head_to_head, "MOST_EDGES", 1500)
    monkeypatch.setattr(head_to_head, "STAND_INS", (2,))
    chance = Stream("too many matches")
    proved = []
    for _ in range(60):
        count = 65 + chance.below(80)
        entrants = _entrants(chance, count)
        turns = _turns(entrants, 3)
        field = field_of(entrants)
        found = match_up(field, turns, Objectives(), Stream("too many"))
        costs = _costs(field, turns)
        assert len(found.pairs) == count // 2
        if found.proved:
            assert _worth(found, costs, count) == _best(costs, count + count % 2)
        proved.append(found.proved)
    assert 30 < sum(proved) < 60


@pytest.mark.parametrize("aims", [Objectives(equal_points=False), Objectives(False, False, False)])
@pytest.mark.parametrize("complete", [0, 700])
def test_large_fields_that_are_not_paired_by_points_have_no_conflict_either(
    monkeypatch: pytest.MonkeyPatch, aims: Objectives, complete: int
) -> None:
    monkeypatch.setattr(head_to_head, "COMPLETE_FIELD", complete)
    chance = Stream("not by points")
    for _ in range(10):
        entrants = chance.shuffled(
            [replace(each, club="", keep_apart=()) for each in _entrants(chance, 101)]
        )
        field = field_of(entrants)
        turns = _turns(entrants, 3)
        found = match_up(field, turns, aims, Stream("not by points"))
        costs = {
            edge: (*each[:2], each[2] * aims.no_rematch, *each[3:5])
            for edge, each in _costs(field, turns).items()
        }
        assert _worth(found, costs, 101) == _best(costs, 102)


def test_players_in_another_order_get_the_same_matches_in_a_large_field() -> None:
    state, result = next(islice(event(400, TWO), 4, None))
    again = pair(state_of(state.players[::-1], TWO, state.round))
    assert again == result
