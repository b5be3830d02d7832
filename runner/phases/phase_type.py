"""What a type of phase can do; defaults for all, and rounds that the organiser pairs by hand.

A type that is in the registry (`runner/phases/__init__.py`) can be chosen in the workbook, and is
paired, timed, ranked, verified, explained and drawn; nothing else has to know it.
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
    """What a bracket or the tables of a round robin say of a round: there not anybody can meet
    anybody.

    `inside` is who is in it, `opponents` whom each was to meet, "" for nobody (in pods there are
    none), and `seeds` orders them. `sends_on`: whoever has a bye goes on, and whoever loses is out.
    `open` are those with nobody against them who may meet somebody who comes late, in the order in
    which they would. `drawn` is everybody's table and seat as the round was published.
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
    found: dict[str, str] = {}
    for one, other in pairs:
        found |= {a: b or "" for a, b in ((one, other), (other, one)) if a}
    return found


def by_rank(result: PhaseResult) -> tuple[str, ...]:
    """Return everybody by rank but those who have left; before the first result, the field as it
    is."""
    if result.current is None:
        return tuple(player.id for player in result.field)
    return tuple(row.player for row in result.current.rows if not row.dropped)


First = Callable[[StandingRow], Fraction]
"""What counts before the tiebreakers; more is better."""


def by_tiebreakers(
    ranking: Standings, players: Iterable[str], first: First | None = None
) -> list[str]:
    """These of the ranking, the best first: by what counts `first`, then by the tiebreakers in
    their order, and who is equal in all of it by rank, or between groups as drawn from the seed.
    Match points count for nothing by themselves, and a tiebreaker that asks who beat whom
    neither."""
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
    """`HOW` tells players how its rounds are made, where a round has no certificate that does, and
    `ROUNDS` where their number is from.

    `ALGORITHMS` are the versions of its draw whose states come out the same, the latest first; they
    are kept in the ledger, and only the last word of them changes. `INSTEAD` is what to choose for
    pods where it is for two at a table. `OPEN`: everybody plays every round, and anybody may meet
    anybody; the rules recommend a number of rounds, and points go on counting in a further phase of
    the type. `AFTER_A_DRAFT`: it goes by draft seats, or needs none.
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
        """Return how many rounds the phase has for its field, or None where that stays open."""

    @abstractmethod
    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round of the phase, or None while it cannot be made."""

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round that comes out of a state, and of what `propose` wrote into the document
        beside it; None where the document is none of this type."""
        return None

    def drawn_again(self, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round that comes out of a state in the ledger; None where that is no such
        state."""
        state = from_document(document)
        return self.draw(state, document) if isinstance(state, PairingInput) else None

    def largest_table(self, players: int, rules: Ruleset) -> int:
        """Return the seats of the largest pod of a round with so many players."""
        return rules.pod_size

    def groups(self, situation: RoundContext) -> tuple[tuple[str, ...], ...]:
        """Return the ids of each group that it is played in, or nothing where it has not
        several."""
        return ()

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """Who was to meet whom in the latest round; None where anybody may meet anybody."""
        return None

    # --- who goes on ------------------------------------------------------------------------------

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """Return the ids of all who are still in after the phase, by seed for the next one, of whom
        its cut takes the first; those who have left the event are not among them."""
        return by_rank(result)

    def advanced(self, result: PhaseResult) -> tuple[str, ...]:
        """Return the ids of those who are in the next phase already, by seed."""
        return ()

    def in_playoff(self, ranking: Standings | None) -> Mapping[str, int]:
        """After which round players got into the next phase early, by the results as they are."""
        return {}

    def best_of_each(self, rules: Ruleset) -> int | None:
        """Return how many of each group go on; None where the rules don't say."""
        return None

    def sends_on(self, result: PhaseResult) -> int | None:
        """Return how many go on together, where the next phase states no cut; None for all."""
        return None

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Return whether it matters in which order players come into the phase."""
        return False

    # --- what is said of it -----------------------------------------------------------------------

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        """Return how far a playoff is in one of its rounds: what its time depends on."""
        return PlayoffStage.ROUND

    def plays_on(self, rules: Ruleset) -> bool:
        """Return whether a drawn table is played on until it has a winner."""
        return False

    def is_open(self, table: Table, rules: Ruleset) -> bool:
        """Return whether the next round has to wait for the result of a table."""
        return not table.finished

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Its rules in plain language, but for scores and time; `phase` is None where they are told
        of no phase in particular."""
        return iter(())

    def without_place(self, result: PhaseResult) -> list[Player]:
        """Return those in the field for whom there is no place, nor one by the organiser."""
        return []

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """What an organiser should know of the phase and its way into the `following` one."""
        return iter(())


class ByHand(PhaseType):
    """Takes the names on the round's sheet as they stand; whoever is not there sits out."""

    KEY = "by_hand"
    NAME = "Paired by hand"
    HOW = N_("The organiser set this round; Runner did not pair it.")
    AFTER_A_DRAFT = True

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """As the organiser says, or open."""
        return situation.phase.rounds

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the round as typed, or None while nothing is typed."""
        return as_typed(situation)


def as_typed(situation: RoundContext) -> Proposal | None:
    """Return the round with the names that stand on its sheet, or None while there are none."""
    placed = situation.placed
    if not placed.tables:
        return None
    return Proposal(Pairing(situation.next, placed, proposed=True), {}, ByHand.KEY)
