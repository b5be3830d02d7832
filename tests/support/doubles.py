"""Double eliminations for tests: a situation before one, and what each match did to whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.phases.model import Proposal, RoundContext
from runner.rules.ruleset import Ruleset, ruleset
from tests.support.playoffs import after, results

PHASE = Phase(2, "Playoff", Mode.HEAD_TO_HEAD, "double_elimination", cut=8)
RULES = ruleset(PHASE, {})[0]
ONCE = replace(RULES, grand_final_reset=False)
TYPE = DoubleElimination()


def situation(size: int, rules: Ruleset = RULES) -> RoundContext:
    """A double elimination before its first round; the id of each player is the seed."""
    players = tuple(Player(str(seed), f"Seed {seed}") for seed in range(1, size + 1))
    return RoundContext(PHASE, rules, RoundId(2, 1), players, None, "s", field=players)


def play(now: RoundContext, seed: object) -> Iterator[tuple[RoundContext, Proposal, RoundContext]]:
    """Every round with winners drawn at random: before it, the round, and after it."""
    chance = Stream("winners", seed)
    while (made := TYPE.propose(now)) is not None:
        wins = [chance.below(2) for _ in made.pairing.tables]
        then = after(now, made, results(made, wins))
        yield now, made, then
        now = then


def higher_wins(now: RoundContext) -> Iterator[tuple[RoundContext, Proposal]]:
    while (made := TYPE.propose(now)) is not None:
        yield now, made
        now = after(now, made, results(made, [0] * len(made.pairing.tables)))


@dataclass
class Tally:
    losses: dict[str, int] = field(default_factory=dict)
    sent_by: dict[str, str] = field(default_factory=dict)
    matches: int = 0
    immediate: list[tuple[str, str]] = field(default_factory=list)

    def add(self, played: Round) -> None:
        """Counts a round; a match against the one who has just sent somebody down is noted."""
        for table in played.tables:
            self.matches += 1
            one, other = table.players
            for player, opponent in ((one, other), (other, one)):
                if self.sent_by.pop(player, None) == opponent:
                    self.immediate.append((player, opponent))
            for seat in table.seats:
                if seat.outcome is Outcome.LOSS:
                    self.losses[seat.player] = self.losses.get(seat.player, 0) + 1
                    self.sent_by[seat.player] = other if seat.player == one else one


States = list[Mapping[str, Any]]
