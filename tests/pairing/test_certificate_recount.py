"""The certificate, counted a second time by the plainest means there are."""

import ast
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings

from runner.core.phase import Mode
from runner.pairing import audit
from runner.pairing import certificate as certificate_module
from runner.pairing.certificate import certify
from runner.pairing.model import Certificate
from runner.pairing.state import Entrant
from tests.support.seatings import Seated, rounds

pytestmark = pytest.mark.thorough  # left out of make quick

Tables = Sequence[Sequence[Entrant]]


def certificate(now: Seated, **known: Fraction) -> Certificate:
    return certify(now.state, now.tables, now.byes, proved=False, **known)


def test_the_audit_shares_no_code_with_the_engine_that_pairs() -> None:
    files = [Path(certificate_module.__file__), *Path(audit.__path__[0]).glob("*.py")]
    assert {file.name for file in files} >= {
        "certificate.py", "seated.py", "conflicts.py", "notes.py",
    }  # fmt: skip
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "runner.pairing"
            ):
                types = node.module in ("runner.pairing.model", "runner.pairing.state")
                assert types or ".audit" in (node.module or ""), file


@settings(max_examples=300, deadline=None)
@given(rounds())
def test_every_number_of_a_certificate_comes_out_of_a_plain_recount(now: Seated) -> None:
    made = certificate(now)
    met = apart = small = 0
    mismatch = Fraction(0)
    for players in now.at_tables:
        for a, b in combinations(players, 2):
            met += a.id in b.opponents
            apart += (
                bool(a.club and a.club == b.club) or b.id in a.keep_apart or a.id in b.keep_apart
            )
            mismatch += max(a.points, b.points) - min(a.points, b.points)
        if len(players) < now.state.table_seats:
            small += len([each for each in players if each.small_pods > 0])
    assert (made.repeated_pairs, made.club_clashes, made.small_pod_repeats) == (met, apart, small)
    assert made.points_mismatch == mismatch >= made.lower_bound


@settings(max_examples=300, deadline=None)
@given(rounds())
def test_those_paired_up_and_down_come_out_of_a_plain_recount(now: Seated) -> None:
    up, down = set(), set()
    for players in now.at_tables:
        points = sorted((each.points for each in players), reverse=True)
        most = max(points.count(value) for value in points)
        group = next(value for value in points if points.count(value) == most)
        up |= {each.id for each in players if each.points < group}
        down |= {each.id for each in players if each.points > group}
    made = certificate(now)
    assert (made.moved_up, made.moved_down) == (tuple(sorted(up)), tuple(sorted(down)))


@settings(max_examples=300, deadline=None)
@given(rounds())
def test_uneven_seats_come_out_of_a_plain_recount(now: Seated) -> None:
    made = certificate(now)
    if now.state.mode == Mode.HEAD_TO_HEAD:
        assert made.uneven_seats is None
        return
    uneven = 0
    for players in now.at_tables:
        for at, player in enumerate(players):
            uneven += not _explained(player, at + 1, len(players) < 4)
    assert made.uneven_seats == uneven


def _explained(player: Entrant, seat: int, small: bool) -> bool:
    """Whether the turns are even if some small pods are taken to have had a seat 4 as well."""
    seats = [*player.seats, seat]
    first, second, third, fourth = (seats.count(each) for each in (1, 2, 3, 4))
    missing = range(player.small_pods + small + 1)
    return any(
        max(first, second, third, fourth) - min(first, second, third, fourth + more) <= 1
        for more in missing
    )


@settings(max_examples=150, deadline=None)
@given(rounds(most=8))
def test_no_way_to_fill_the_tables_is_below_the_bound(now: Seated) -> None:
    by_hand = _mismatch(now.at_tables) - _mismatch(now.free)
    least = min(_mismatch(each) for each in now.arrangements()) + by_hand
    assert certificate(now).lower_bound <= least
    assert certificate(now, bound=least).lower_bound == least


@settings(max_examples=300, deadline=None)
@given(rounds(most=8))
def test_what_is_called_proved_is_the_best_in_the_order_of_the_aims(now: Seated) -> None:
    by_hand = _mismatch(now.at_tables) - _mismatch(now.free)
    best = min(_aims(now, each) for each in now.arrangements())
    ours = _aims(now, now.free)
    if certificate(now).proved_optimal:
        assert ours == best
    if certificate(now, bound=best[-1] + by_hand).proved_optimal:
        assert ours == best


def _aims(now: Seated, tables: Tables) -> tuple[int, int, int, Fraction]:
    """Aims 1 to 4 of docs/rules.md 4."""
    pairs = [two for players in tables for two in combinations(players, 2)]
    standard = now.state.table_seats
    return (
        sum(a.id in b.opponents for a, b in pairs),
        sum(bool(e.small_pods) for players in tables if len(players) < standard for e in players),
        sum(
            (a.club != "" and a.club == b.club) or b.id in a.keep_apart or a.id in b.keep_apart
            for a, b in pairs
        ),
        _mismatch(tables),
    )


def _mismatch(tables: Tables) -> Fraction:
    pairs = (two for players in tables for two in combinations(players, 2))
    return sum((abs(a.points - b.points) for a, b in pairs), Fraction(0))
