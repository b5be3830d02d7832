"""Playoffs for tests: a situation before a phase, rounds with winners, and what comes after."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from runner import phases
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.ledger.seal import canonical
from runner.phases.elimination.single_elimination import SingleElimination
from runner.phases.model import PhaseResult, Proposal, RoundContext
from runner.rules.ruleset import Ruleset, ruleset

POD_PHASE = Phase(2, "Playoff", Mode.MULTIPLAYER, "single_elimination", cut=16)
MATCH_PHASE = Phase(2, "Playoff", Mode.HEAD_TO_HEAD, "single_elimination", cut=8)
PODS = ruleset(POD_PHASE, {})[0]
MATCHES = ruleset(MATCH_PHASE, {})[0]
TYPE = SingleElimination()


def situation(size: int, rules: Ruleset = PODS) -> RoundContext:
    """A playoff before its first round; the id of each player is the seed."""
    phase = POD_PHASE if rules.pod_size > 2 else MATCH_PHASE
    field = tuple(Player(str(seed), f"Seed {seed}") for seed in range(1, size + 1))
    return RoundContext(phase, rules, RoundId(phase.number, 1), field, None, "s", field=field)


def results(proposal: Proposal, winners: Sequence[int]) -> Round:
    """The proposed round as played: at each table the seat with that index has won."""
    tables = [
        Table(table.number, tuple(
            Seat(player, Outcome.WIN if seat == won % len(table.seats) else Outcome.LOSS)
            for seat, player in enumerate(table.seats)
        ))
        for table, won in zip(proposal.pairing.tables, winners, strict=True)
    ]  # fmt: skip
    return Round(proposal.pairing.round, tuple(tables), proposal.pairing.byes)


def after(now: RoundContext, proposal: Proposal, played: Round) -> RoundContext:
    return replace(
        now, next=RoundId(now.phase.number, now.next.number + 1), rounds=(*now.rounds, played),
        seeds=tuple(proposal.state["seeds"]), drawn=recorded(proposal.state),
    )  # fmt: skip


def recorded(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as it is read from the ledger, which keeps no order of names."""
    return {**json.loads(canonical(state))}


def play_rounds(now: RoundContext, *rounds: Sequence[int]) -> RoundContext:
    """The situation after rounds of which each has the index of the winning seat by table."""
    for winners in rounds:
        made = proposed(now)
        now = after(now, made, results(made, winners))
    return now


def on(played: Round) -> set[str]:
    won = {
        seat.player for table in played.tables for seat in table.seats
        if seat.outcome is Outcome.WIN
    }  # fmt: skip
    return won | set(played.byes)


def proposed(now: RoundContext) -> Proposal:
    """The next round of a phase of any type, which there must be."""
    found = phases.find(now.phase.type).propose(now)
    assert found is not None
    return found


def play(now: RoundContext, seed: object) -> Iterator[tuple[RoundContext, Proposal]]:
    chance = Stream("winners", seed)
    while (proposal := TYPE.propose(now)) is not None:
        yield now, proposal
        wins = [chance.below(60) for _ in proposal.pairing.tables]
        now = after(now, proposal, results(proposal, wins))


def seats(proposal: Proposal) -> list[list[int]]:
    return [[int(each) for each in table.seats] for table in proposal.pairing.tables]


def as_result(now: RoundContext, drawn: Sequence[Mapping[str, Any]]) -> PhaseResult:
    """The phase as it stands in a situation, with the states that its rounds were drawn from."""
    type_ = phases.playoff(now.phase.type)
    assert type_ is not None
    return PhaseResult(
        now.phase, now.ruleset, now.field, now.rounds,
        planned=type_.planned_rounds(now), playing=tuple(each.id for each in now.players),
        seeds=type_.seeds(now), drawn=tuple(map(recorded, drawn)),
    )  # fmt: skip


def leave(now: RoundContext, *ids: str) -> RoundContext:
    return replace(now, players=tuple(each for each in now.players if each.id not in ids))


def with_seats(played: Round, at: int, *seated: Seat) -> Round:
    """The round with another seating or other outcomes at one of its tables."""
    tables = [*played.tables]
    tables[at] = replace(tables[at], seats=seated)
    return replace(played, tables=tuple(tables))


def changed(played: Round, now: RoundContext, chance: Stream) -> Round:
    """The round with, now and then, another name typed over one, or two who were swapped."""
    at, to = chance.below(len(played.tables)), chance.below(len(played.tables))
    seated = {each for table in played.tables for each in table.players}
    ids = [each.id for each in now.field if each.id not in {*seated, *played.byes}]
    one, other = played.tables[at].seats
    third, fourth = played.tables[to].seats
    what = chance.below(5)
    if what == 0 and ids:
        new = chance.shuffled(ids)[0]
        return with_seats(played, at, replace(one, player=new), other)
    if what == 1 and at != to:
        played = with_seats(played, at, replace(one, player=third.player), other)
        return with_seats(played, to, replace(third, player=one.player), fourth)
    return played
