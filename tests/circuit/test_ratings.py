"""Ratings are worked out again from what is written down of them."""

import math

import pytest
from openskill.models import PlackettLuce

from runner.circuit.people import Appearance, People, people
from runner.circuit.ratings import Step, after_events, ratings
from tests.support.crowds import day, yes

EVENTS = {
    "later": day("2026-02-01", "Bo", "Ana", "Eve", tables=[[("P2", 1), ("P1", 2)]]),
    "first": day("2026-01-01", "Ana", "Bo", "Cy", "Dee",
                 tables=[[("P4", 2), ("P1", 1), ("P2", 2), ("P3", 4)]]),
    "mock": day("2026-01-15", "Ana", "Bo", tables=[[("P1", 1), ("P2", 2)]], rehearsal=True),
}  # fmt: skip


def test_steps_are_in_order_of_day_and_can_be_worked_out_again() -> None:
    known = people(EVENTS, "", [yes("Ana"), yes("Bo")])
    steps = [*ratings(EVENTS, known)]
    assert [step.event for step in steps] == ["first"] * 4 + ["later"] * 2
    assert steps[0].player == "first/P4"
    assert steps[1].player == steps[4].player == known.key_of[Appearance("first", "P1")]
    model = PlackettLuce()
    for table in (steps[:4], steps[4:]):
        teams = [[model.rating(step.mu_before, step.sigma_before)] for step in table]
        after = model.rate(teams, ranks=[float(step.rank) for step in table])
        assert [(each.mu, each.sigma) for (each,) in after] == [
            (step.mu, step.sigma) for step in table
        ]
    assert (steps[4].mu_before, steps[4].sigma_before) == (steps[1].mu, steps[1].sigma)
    assert after_events(steps)[steps[1].player]["later"] == (steps[4].mu, steps[4].sigma)


def closed_form(winner: Step, loser: Step) -> tuple[float, float, float, float]:
    """Weng and Lin (2011), algorithm 4 for two players, with the additional variance tau²."""
    beta, tau, kappa = 25 / 6, 25 / 300, 0.0001
    a, b = (each.sigma_before**2 + tau**2 for each in (winner, loser))
    c = math.sqrt(a + b + 2 * beta**2)
    ahead = 1 / (1 + math.exp((loser.mu_before - winner.mu_before) / c))
    eta = ahead * (1 - ahead)
    sigmas = [
        math.sqrt(s * max(1 - s / c**2 * math.sqrt(s) / c * eta, kappa)) for s in (a, b)
    ]  # fmt: skip
    mus = winner.mu_before + a / c * (1 - ahead), loser.mu_before - b / c * (1 - ahead)
    return mus[0], sigmas[0], mus[1], sigmas[1]


def test_a_duel_changes_ratings_as_the_formula_says() -> None:
    one, other = [*ratings(EVENTS, People())][4:]
    assert one.rank == 1
    expected = closed_form(one, other)
    assert (one.mu, one.sigma, other.mu, other.sigma) == pytest.approx(expected, rel=1e-9)


def test_a_tie_of_equals_changes_no_mu() -> None:
    events = {"a": day("2026-01-01", "Ana", "Bo", tables=[[("P1", 1), ("P2", 1)]])}
    for step in ratings(events, People()):
        assert step.mu == pytest.approx(step.mu_before)
        assert step.sigma < step.sigma_before
