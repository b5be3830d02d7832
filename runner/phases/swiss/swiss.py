"""Swiss: everybody plays every round, against others with as many points (MTR 10.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from runner.core import names
from runner.core.event import Player
from runner.pairing import engine
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, State, to_document
from runner.phases.going_on import by_rank
from runner.phases.model import PhaseResult, Proposal, Situation
from runner.phases.swiss.early import MARK, SWISS, seeds, sitting_out
from runner.rules.advice import advice
from runner.standings.history import History, RoundKind
from runner.standings.model import StandingRow

_NOTHING = Fraction(0)


class Swiss:
    """The Swiss system, with pods or head-to-head."""

    KEY = SWISS
    NAME = "Swiss"
    HOW = "Everybody plays every round, against others with as many points."

    def planned_rounds(self, situation: Situation) -> int:
        """As the organiser says, or else as the rules advise for the field (docs/rules.md 6)."""
        if situation.phase.rounds is not None:
            return situation.phase.rounds
        awarded = [each for each in situation.awarded.values() if each]
        return advice(situation.ruleset, len(situation.awarded), awarded).rounds

    def propose(self, situation: Situation) -> Proposal:
        """The next round, with its certificate."""
        early = _sitting_out(situation)
        state = _state(situation, early)
        result = engine.pair(state)
        return Proposal(
            Pairing(situation.next, result.seating, result.certificate, proposed=True),
            {**to_document(state), **({MARK: list(early)} if early else {})},
            engine.ALGORITHM,
        )

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """All who are left: those who are in the playoff already, and then by rank."""
        return tuple(dict.fromkeys((*seeds(result), *by_rank(result))))


def _sitting_out(situation: Situation) -> tuple[str, ...]:
    """Those who are in the playoff already, but for whom the organiser has seated all the same."""
    playing = {player.id for player in situation.players} - {*situation.placed.seated}
    early = sitting_out(situation.standings, situation.next.number)
    return tuple(player for player in early if player in playing)


def _state(situation: Situation, early: Sequence[str]) -> State:
    """What the engine is told; who is in the playoff already has a bye."""
    standings = situation.standings
    rows = {row.player: row for row in standings.rows} if standings else {}
    histories = standings.histories if standings else {}
    there = (*situation.players, *situation.guests)
    entrants = (
        _entrant(
            player,
            rows.get(player.id),
            histories.get(player.id),
            club=player.club if situation.ruleset.keep_clubs_apart else "",
            apart=avoided(player, there),
        )
        for player in there
    )
    return situation.state(entrants, tuple(dict.fromkeys((*situation.byes, *early))))


def _entrant(
    player: Player,
    row: StandingRow | None,
    history: History | None,
    *,
    club: str,
    apart: tuple[str, ...],
) -> Entrant:
    played = history.rounds if history else ()
    matches = [each for each in played if each.kind is RoundKind.MATCH]
    return Entrant(
        id=player.id,
        points=row.match_points if row else _NOTHING,
        tiebreakers=tuple(value or _NOTHING for value in row.tiebreakers.values()) if row else (),
        opponents=tuple(opponent for each in matches for opponent in each.opponents),
        seats=tuple(each.seat + 1 for each in matches if each.seat is not None),
        small_pods=sum(1 for each in matches if each.missing_seats),
        byes=sum(1 for each in played if each.kind is RoundKind.BYE),
        club=club,
        fixed_table=player.fixed_table,
        keep_apart=apart,
        rank=row.rank if row else None,
    )


def avoided(player: Player, others: Sequence[Player]) -> tuple[str, ...]:
    """The ids of those whom the Keep apart column names, by player, club or team."""
    asked = {names.key(each) for each in player.keep_apart}
    return tuple(
        other.id
        for other in others
        if asked and other is not player and {names.key(other.name), names.key(other.club)} & asked
    )
