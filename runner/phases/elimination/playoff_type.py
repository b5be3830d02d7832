"""What every playoff is: a type of phase with seeds, that ranks by how far a player has come."""

from abc import abstractmethod
from collections.abc import Collection
from typing import ClassVar

from runner.core.event import Phase, Round, Table
from runner.phases.advancing import undecided
from runner.phases.elimination.places import Place
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import Tree
from runner.phases.model import PhaseResult, RoundContext
from runner.phases.phase_type import PhaseType
from runner.rules.limits import PlayoffStage
from runner.rules.ruleset import Ruleset


class PlayoffType(PhaseType):
    """`LIVES` is how many losses put a player out."""

    LIVES: ClassVar[int] = 1

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """As many as it takes until one is left, or fewer where the organiser says so; open while
        the field is, and while it is open who has won the last round."""
        playoff, rounds = Playoff.of(situation), situation.rounds
        planned = self.last_round(playoff)
        if situation.phase.rounds is not None:
            planned = min(planned, situation.phase.rounds)
        drawn = rounds and rounds[-1].finished and playoff.waits
        return None if not planned or (drawn and planned <= len(rounds)) else planned

    def in_the_final(self, situation: RoundContext) -> tuple[str, ...]:
        """Who plays the last table of all in the next round; nobody where it is another round. A
        bye there would win nothing."""
        return ()

    @abstractmethod
    def last_round(self, playoff: Playoff) -> int:
        """The round that leaves one player, as far as that is sure."""

    def seeds(self, situation: RoundContext) -> tuple[str, ...]:
        """The ids of the first round by seed, as they were drawn or else are due."""
        return Playoff.of(situation).ids

    @abstractmethod
    def places(self, situation: RoundContext, gone: Collection[str]) -> list[Place] | None:
        """Everybody's place after the rounds so far, or None where points rank all the same;
        `gone` are those who have left the event."""

    @abstractmethod
    def tree(self, result: PhaseResult) -> Tree | None:
        """The whole playoff; None while nobody is in it."""

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        """Final where one is left to win it, or beside it a match for third place; of brackets that
        are played beside one another, where one is left in each."""
        brackets = Playoff.after(result).brackets
        number, left = round_.id.number, -(-_left(round_) // brackets)
        before = next((last for last in result.rounds if last.id.number == number - 1), None)
        third = result.ruleset.third_place and left == 2 and before and _left(before) == 2
        if third or (left == 1 and self.may_be_final(result, round_)):
            return PlayoffStage.FINAL
        return self.stage_before_final(left)

    def may_be_final(self, result: PhaseResult, round_: Round) -> bool:
        """Whether the only table of a round is the final."""
        return True

    def stage_before_final(self, left: int) -> PlayoffStage:
        """How far a round is that leaves so many players."""
        return PlayoffStage.EARLY

    def plays_on(self, rules: Ruleset) -> bool:
        """As the rules say."""
        return rules.drawn_elimination == "play_on"

    def is_open(self, table: Table, rules: Ruleset) -> bool:
        """As long as it is open who goes on from it."""
        return undecided(table, play_on=self.plays_on(rules))

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Seeds say who meets whom."""
        return True


def _left(round_: Round) -> int:
    """How many will be left after a round."""
    return sum(1 for table in round_.tables if table.seats) + len(round_.byes)
