"""Rounds that other software paired for real tournaments are paired no worse here. The players,
their points and opponents before the round, and the byes are those of the event; Runner fills the
tables. All rounds take about a second."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from runner.core.phase import Mode
from runner.pairing.engine import pair
from runner.pairing.state import Entrant, PairingInput
from runner.phases.model import PhaseResult
from runner.standings.model import Standings
from tests.support.data import HEAD_TO_HEAD, document, needs_data, snapshot

pytestmark = [needs_data, pytest.mark.thorough]


@pytest.mark.parametrize("name", HEAD_TO_HEAD)
def test_no_round_has_more_rematches_or_points_farther_apart_than_as_it_was_played(
    name: str,
) -> None:
    event = document(name)
    played = snapshot(event).phases[0]
    states = list(_states(event["rounds"], played))
    assert len(states) == len(event["rounds"])
    for state, tables in states:
        met = {player.id: Counter(player.opponents) for player in state.players}
        points = {player.id: player.points for player in state.players}
        result = pair(state)
        ours = [table.seats for table in result.tables]
        assert sorted(each for seats in ours for each in seats) == sorted(
            each for seats in tables for each in seats
        )
        assert result.byes == state.byes

        def worth(
            pairs: list[tuple[str, ...]],
            met: dict[str, Counter[str]] = met,
            points: dict[str, Fraction] = points,
        ) -> tuple[int, Fraction]:
            return (
                sum(met[one][two] for one, two in pairs),
                sum((abs(points[one] - points[two]) for one, two in pairs), Fraction(0)),
            )

        (our_rematches, our_mismatch), (rematches, mismatch) = worth(ours), worth(tables)
        assert our_rematches <= rematches, state.round
        assert our_mismatch <= mismatch, state.round
        assert result.certificate.proved_optimal


def _states(
    rounds: list[dict[str, Any]], played: PhaseResult
) -> Iterator[tuple[PairingInput, list[tuple[str, ...]]]]:
    """The state before each round, and the tables that the organisers' software made of it."""
    after = {standings.after.number: standings for standings in played.standings}
    for each in rounds:
        tables = [tuple(seat["player"] for seat in table["seats"]) for table in each["tables"]]
        players = [*(player for seats in tables for player in seats), *each["byes"]]
        before = after.get(each["number"] - 1)
        state = PairingInput(
            Mode.HEAD_TO_HEAD, played.ruleset.preset, "the organisers' rounds again", 1,
            each["number"], len(rounds), {}, played.ruleset,
            tuple(_entrant(player, before) for player in players), byes=tuple(each["byes"]),
        )  # fmt: skip
        yield state, tables


def _entrant(player: str, before: Standings | None) -> Entrant:
    row = next((row for row in before.rows if row.player == player), None) if before else None
    if before is None or row is None:
        return Entrant(player)
    played = before.histories[player].rounds
    return Entrant(
        player, row.match_points,
        opponents=tuple(opponent for each in played for opponent in each.opponents),
        byes=row.record.byes, rank=row.rank,
    )  # fmt: skip
