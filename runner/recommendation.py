"""What the rules recommend before the first round: rounds, cut, and the level's minimums."""

from __future__ import annotations

from collections.abc import Sequence

from runner.core.event import Event
from runner.phases.model import PhaseResult
from runner.rules.advice import advice, least

_ADVISED = "swiss"  # other kinds of phases have as many rounds as their field needs


def recommendation(event: Event, results: Sequence[PhaseResult]) -> str:
    """The advice for those who would play in round 1, and the least that their level asks for;
    "" where nobody would, and once a round is out. Nothing ever depends on it."""
    if not results or any(each.rounds for each in results) or results[0].phase.type != _ADVISED:
        return ""
    rules = results[0].ruleset
    playing = [each for each in results[0].field if each.plays(1)]
    if not playing:
        return ""
    awarded = [each.awarded_byes for each in playing if each.awarded_byes]
    players, rounds = least(rules, event.enforcement)
    return (
        f"{advice(rules, len(playing), awarded).sentence} {event.enforcement.capitalize()} asks "
        f"for at least {players} players and {rounds} round{'s' if rounds != 1 else ''}."
    )
