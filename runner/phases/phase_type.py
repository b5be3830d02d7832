"""The interface of a phase type, with defaults; and rounds that the organiser pairs by hand.

A type in the registry (`runner/phases/__init__.py`) can be chosen in the workbook, and is paired,
timed, ranked, verified, explained and drawn; no other code has to know it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from runner.core.language import N_
from runner.core.phase import Phase
from runner.core.player import Player
from runner.core.problems import Problem
from runner.core.randomness import Stream
from runner.core.rounds import Round, Table
from runner.pairing.model import Pairing
from runner.pairing.state import PairingInput, from_document
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.rules.explain import RuleExplainer, Section
from runner.rules.limits import PlayoffStage
from runner.rules.ruleset import Ruleset
from runner.standings.model import StandingRow, Standings
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS


@dataclass(frozen=True, slots=True)
class Schedule:
    """The pairs that a bracket or a round robin prescribes for a round, in which not anybody can
    meet anybody.

    `inside` are its players, `opponents` has the opponent of each, "" for nobody (empty in pods),
    and `seeds` orders them. `sends_on`: a player with a bye advances, and a loser is out. `open`
    are the players without an opponent who may meet a late entry, in order. `drawn` has everybody's
    table and seat as the round was published.
    """

    inside: Collection[str]
    opponents: Mapping[str, str] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    sends_on: bool = False
    open: Sequence[str] = ()
    drawn: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    phase: str = ""


def opponents(pairs: Iterable[Sequence[str | None]]) -> dict[str, str]:
    """Return each player's opponent, or "" for nobody."""
    result: dict[str, str] = {}
    for one, other in pairs:
        result |= {a: b or "" for a, b in ((one, other), (other, one)) if a}
    return result


def by_rank(result: PhaseResult) -> tuple[str, ...]:
    """Return everybody by rank except those who have left; before the first result, the whole
    field."""
    if result.current is None:
        return tuple(player.id for player in result.field)
    return tuple(row.player for row in result.current.rows if not row.dropped)


First = Callable[[StandingRow], Fraction]
"""The value that counts before the tiebreakers; higher is better."""


def by_tiebreakers(
    ranking: Standings, players: Iterable[str], first: First | None = None
) -> list[str]:
    """Return these players of the ranking, best first: by `first`, then by the tiebreakers in their
    order, then by rank or, between groups, as drawn from the seed. Match points do not count by
    themselves, and neither do tiebreakers that compare equals with one another."""
    wanted = {*players}
    rows = [row for row in ranking.rows if row.player in wanted]
    keys = [key for key in ranking.ruleset.tiebreakers if not TIEBREAKERS[key].CONTEXTUAL]

    def strength(row: StandingRow) -> list[tuple[bool, Fraction]]:
        counts = [first(row) if first else None, *(row.ranks_by(key) for key in keys)]
        return [(value is not None, value or Fraction(0)) for value in counts]

    if ranking.groups:
        chance = Stream(ranking.seed, *ranking.after, "across")
        rows = chance.shuffled(sorted(rows, key=lambda row: row.player))
    return [row.player for row in sorted(rows, key=strength, reverse=True)]


class PhaseType(ABC):
    """A type of phase.

    `HOW` tells players how its rounds are made, if a round has no certificate that does, and
    `ROUNDS` where the number of rounds comes from. `ALGORITHMS` are the versions of its draw whose
    states can be reproduced, latest first; they are kept in the ledger, and only their last word
    changes. `INSTEAD` is what to choose for pods if it is for two at a table. `OPEN`: everybody
    plays every round, and anybody may meet anybody; the rules recommend a number of rounds, and
    points carry over into a further phase of the type. `AFTER_A_DRAFT`: it uses draft seats, or
    needs none.
    """

    KEY: ClassVar[str]
    NAME: ClassVar[str]
    HOW: ClassVar[str]
    ROUNDS: ClassVar[str] = N_("As recommended for this many players")
    ALGORITHMS: ClassVar[tuple[str, ...]] = ()
    INSTEAD: ClassVar[str] = ""
    OPEN: ClassVar[bool] = False
    AFTER_A_DRAFT: ClassVar[bool] = False

    # --- its rounds -------------------------------------------------------------------------------

    @abstractmethod
    def planned_rounds(self, situation: RoundContext) -> int | None:
        """Return the number of rounds of the phase for its field, or None while that is open."""

    @abstractmethod
    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round of the phase, or None while it cannot be made."""

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round reproduced from a state, and from what `propose` added to its document;
        None if the document is not of this type."""
        return None

    def drawn_again(self, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round reproduced from a state in the ledger; None if it is not such a
        state."""
        state = from_document(document)
        return self.draw(state, document) if isinstance(state, PairingInput) else None

    def largest_table(self, players: int, rules: Ruleset) -> int:
        """Return the seats of the largest pod of a round with so many players."""
        return rules.pod_size

    def groups(self, situation: RoundContext) -> tuple[tuple[str, ...], ...]:
        """Return the ids of each group; empty unless there are several."""
        return ()

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """Return the schedule of the latest round; None if anybody may meet anybody."""
        return None

    # --- who goes on ------------------------------------------------------------------------------

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """Return the ids of all who are still in after the phase, by seed for the next one, from
        which its cut takes the first; those who have left the event are not included."""
        return by_rank(result)

    def advanced(self, result: PhaseResult) -> tuple[str, ...]:
        """Return the ids of those who are in the next phase already, by seed."""
        return ()

    def in_playoff(self, ranking: Standings | None) -> Mapping[str, int]:
        """Return the round after which each player got into the next phase early, by the current
        results."""
        return {}

    def best_of_each(self, rules: Ruleset) -> int | None:
        """Return how many of each group advance; None if the rules do not say."""
        return None

    def sends_on(self, result: PhaseResult) -> int | None:
        """Return how many advance in total if the next phase states no cut; None for all."""
        return None

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Return whether the order in which players come into the phase matters."""
        return False

    # --- its description --------------------------------------------------------------------------

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        """Return the stage of a round in a playoff, which determines its time."""
        return PlayoffStage.ROUND

    def plays_on(self, rules: Ruleset) -> bool:
        """Return whether a drawn table is played on until it has a winner."""
        return False

    def is_open(self, table: Table, rules: Ruleset) -> bool:
        """Return whether the next round has to wait for the result of a table."""
        return not table.finished

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Yield its rules in plain language, except scores and time; `phase` is None if they are
        explained for no phase in particular."""
        return iter(())

    def without_place(self, result: PhaseResult) -> list[Player]:
        """Return the players of the field who have no place, not even one given by the
        organiser."""
        return []

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """Yield what an organiser should know about the phase and its transition to the `following`
        one."""
        return iter(())


class ByHand(PhaseType):
    """Uses the names on the round's sheet as they are; whoever is not there sits out."""

    KEY = "by_hand"
    NAME = "Paired by hand"
    HOW = N_("The organiser set this round; Runner did not pair it.")
    AFTER_A_DRAFT = True

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """Return the organiser's number, or None."""
        return situation.phase.rounds

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the round as typed, or None while nothing is typed."""
        return as_typed(situation)


def as_typed(situation: RoundContext) -> Proposal | None:
    """Return the round with the names on its sheet, or None while there are none."""
    placed = situation.placed
    if not placed.tables:
        return None
    return Proposal(Pairing(situation.next, placed, proposed=True), {}, ByHand.KEY)
