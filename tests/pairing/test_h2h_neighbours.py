"""In large fields neighbours meet, and nothing is worse than in the best pairing of all."""

from dataclasses import replace
from itertools import islice

import pytest

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.pairing.field import field_of
from runner.pairing.matches.graph import POINTS, Edge, Graph, worth
from runner.pairing.matches.pairs import neighbours
from runner.pairing.methods import Objectives, by_points
from runner.pairing.state import Entrant
from tests.support.states import event

pytestmark = pytest.mark.thorough  # left out of make quick

_NEAR = POINTS + 2  # the aim that makes pair-downs near


def aims(pairing: list[Edge]) -> tuple[int, ...]:
    """What a pairing costs, aim by aim, down to how near pair-downs are."""
    return tuple(map(sum, zip(*(edge.aims[: _NEAR + 1] for edge in pairing), strict=True)))


def players_of(count: int, rounds: int, seed: str) -> list[Entrant]:
    """Players after some rounds, every third of whom was paired up or down before."""
    *_, (state, _) = islice(event(count, Mode.HEAD_TO_HEAD, seed=seed), rounds)
    order = Stream(seed).shuffled(state.players)
    return by_points([replace(each, floats=int(at % 3 == 0)) for at, each in enumerate(order)])


@pytest.mark.parametrize("rounds", [2, 5, 9])
@pytest.mark.parametrize("count", [66, 100])
def test_neighbours_are_paired_as_well_as_by_a_search_of_all_pairs(count: int, rounds: int) -> None:
    for seed in "ab":
        field = field_of(players_of(count, rounds, seed))
        graph = Graph(field, (), Objectives(), Stream("search"))
        found = neighbours(graph, range(count))
        best = graph.best(graph.all_edges(), range(count))
        assert worth(found) == worth(best)
        assert aims(found) <= aims(best)
        assert sorted(place for edge in found for place in edge[:2]) == list(range(count))
        again = [edge.aims[_NEAR + 1] for edge in found]
        assert sum(again) <= sum(edge.aims[_NEAR + 1] for edge in best)


def test_where_nobody_can_meet_near_by_there_is_no_pairing() -> None:
    players = [Entrant(f"P{at:03}", club="North") for at in range(80)]
    graph = Graph(field_of(players), (), Objectives(), Stream("search"))
    assert neighbours(graph, range(80)) == []
