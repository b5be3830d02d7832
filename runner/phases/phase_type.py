"""What every type of phase is: a file says what is its own, and all else stands here.

A type that is in the registry (`runner/phases/__init__.py`) can be chosen in the workbook, is
paired, timed, ranked, verified, explained and drawn; nothing else has to know it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from runner.core.event import Phase, Player, Round, Table
from runner.core.language import N_
from runner.core.problems import Problem
from runner.pairing.state import PairingInput, from_document
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.order import by_rank
from runner.phases.schedule import Schedule
from runner.rules.explain import RuleExplainer, Section
from runner.rules.limits import PlayoffStage
from runner.rules.ruleset import Ruleset
from runner.standings.model import Standings


class PhaseType(ABC):
    """`HOW` tells players how its rounds are made, where a round has no certificate that does, and
    `ROUNDS` where their number is from.

    `ALGORITHMS` are the versions of its draw whose states come out the same, the latest first; they
    are kept in the ledger, and only the last word of them changes. `INSTEAD` is what to choose for
    pods where it is for two at a table. `OPEN`: everybody plays every round, and anybody may meet
    anybody; `ADVISED`: the rules recommend a number of rounds; `CARRIES`: its points go on counting
    in a further phase of the type; `AFTER_A_DRAFT`: it goes by draft seats, or needs
    none.
    """

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    HOW: ClassVar[str]
    ROUNDS: ClassVar[str] = N_("As recommended for this many players")
    ALGORITHMS: ClassVar[tuple[str, ...]] = ()
    INSTEAD: ClassVar[str] = ""
    OPEN: ClassVar[bool] = False
    ADVISED: ClassVar[bool] = False
    CARRIES: ClassVar[bool] = False
    AFTER_A_DRAFT: ClassVar[bool] = False

    # --- its rounds -------------------------------------------------------------------------------

    @abstractmethod
    def planned_rounds(self, situation: RoundContext) -> int | None:
        """How many rounds the phase has for its field, or None where that stays open."""

    @abstractmethod
    def propose(self, situation: RoundContext) -> Proposal | None:
        """The next round of the phase, or None while it cannot be made."""

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """The round that comes out of a state, and of what `propose` wrote into the document beside
        it; None where the document is none of this type."""
        return None

    def drawn_again(self, document: Mapping[str, Any]) -> Drawn | None:
        """The round that comes out of a state in the ledger; None where that is no such state."""
        state = from_document(document)
        return self.draw(state, document) if isinstance(state, PairingInput) else None

    def largest_table(self, players: int, rules: Ruleset) -> int:
        """The seats of the largest pod of a round with so many players."""
        return rules.pod_size

    def groups(self, situation: RoundContext) -> tuple[tuple[str, ...], ...]:
        """The ids of each group that it is played in, or nothing where it has not several."""
        return ()

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """Who was to meet whom in the latest round; None where anybody may meet anybody."""
        return None

    # --- who goes on ------------------------------------------------------------------------------

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """The ids of all who are still in after the phase, by seed for the next one, of whom its
        cut takes the first; those who have left the event are not among them."""
        return by_rank(result)

    def advanced(self, result: PhaseResult) -> tuple[str, ...]:
        """The ids of those who are in the next phase already, by seed."""
        return ()

    def in_playoff(self, ranking: Standings | None) -> Mapping[str, int]:
        """The round after which each of those who are in the next phase already got there, by the
        results as they stand."""
        return {}

    def best_of_each(self, rules: Ruleset) -> int | None:
        """How many of each group go on; None where the rules don't say."""
        return None

    def sends_on(self, result: PhaseResult) -> int | None:
        """How many go on together, where the next phase states no cut; None for all."""
        return None

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Whether it matters in which order players come into the phase."""
        return False

    # --- what is said of it -----------------------------------------------------------------------

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        """How far a playoff is in one of its rounds: what its time depends on."""
        return PlayoffStage.ROUND

    def plays_on(self, rules: Ruleset) -> bool:
        """Whether a drawn table is played on until it has a winner."""
        return False

    def is_open(self, table: Table, rules: Ruleset) -> bool:
        """Whether the next round has to wait for the result of a table."""
        return not table.finished

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Its rules in plain language, but for scores and time; `phase` is None where they are told
        of no phase in particular."""
        return iter(())

    def without_place(self, result: PhaseResult) -> list[Player]:
        """Those in the field for whom there is no place, nor one by the organiser."""
        return []

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """What an organiser should know of the phase and its way into the `following` one."""
        return iter(())
