"""What all playoffs share: seeds, and places 1, 2, 3-4, 5-8 by the round reached."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from runner.core.phase import Phase
from runner.core.rounds import Round, Table
from runner.phases.bracket import Seeds, goes_on, undecided
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import Tree
from runner.phases.model import PhaseResult, RoundContext
from runner.phases.phase_type import PhaseType
from runner.rules.limits import PlayoffStage
from runner.rules.ruleset import Ruleset

PlaceRange = tuple[str, int, int]
"""A player, and the first and the last of the shared places, from 1."""


def places(
    field: Sequence[str],
    rounds: Sequence[Round],
    rules: Ruleset,
    *,
    pods: bool,
    left_event: Collection[str] = (),
) -> list[PlaceRange]:
    """Return everybody's place, from the top, by the round reached. `field` has the ids by seed and
    `left_event` those who have left the event, who come after the others of the last round. In
    head-to-head those who lost in one round share their places, unless they played for third place;
    in pods the seed decides among them. Players who were never there are last."""
    seeds = Seeds.of(field)
    groups = (seeds.order(group) for group in _groups(seeds, rounds, rules, left_event))
    ranges = shared((*groups, field))
    return [(player, at, at) for at, (player, _, _) in enumerate(ranges, 1)] if pods else ranges


def shared(groups: Iterable[Sequence[str]]) -> list[PlaceRange]:
    """Return the places of groups from the top; each group shares its places."""
    ranges: list[PlaceRange] = []
    for group in groups:
        placed = {
            player for player, _, _ in ranges
        }  # a corrected result can put somebody out twice
        group = tuple(player for player in group if player not in placed)
        first, last = len(ranges) + 1, len(ranges) + len(group)
        ranges += [(player, first, last) for player in group]
    return ranges


def _groups(
    seeds: Seeds, rounds: Sequence[Round], rules: Ruleset, left_event: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the players who came equally far, from the winner down."""
    out: list[tuple[str, ...]] = []
    left: set[str] = {player for round_ in rounds for player in round_.there}
    sure: set[str] = set()  # players known to have advanced from the previous round
    for at, round_ in enumerate(rounds):
        # A document may omit that a player skipped a stage: whoever comes later was not out.
        later = {player for other in rounds[at + 1 :] for player in other.there}
        on, outside = {*round_.byes, *(later - {*round_.there})}, set[str]()
        lost = {*out[-1]} if out else set[str]()
        finalists = left if len(left) <= 2 else sure
        for table in round_.tables:
            players = {*table.players}
            winner = goes_on(table, seeds, play_on=rules.drawn_elimination == "play_on")
            # A match beside the final, even if the organiser seated other players there.
            beside = finalists is left or (len(sure) == 2 and bool(players & lost))
            if beside and not finalists & players:
                out = _third_place(out, table.players, winner)
                outside |= players
            elif not table.finished:
                on |= {*table.players}
            elif winner is not None:
                on.add(winner)
        sure = on & {*round_.there}
        out.append(tuple(left - on - outside))
        left = on
    yield tuple(left - {*left_event})
    yield tuple(left & {*left_event})
    yield from reversed(out)


def _third_place(
    out: list[tuple[str, ...]], players: Sequence[str], winner: str | None
) -> list[tuple[str, ...]]:
    """Return the groups with the latest one split by the match for third place. Players of it who
    did not play that match, as somebody else sat there, come after both."""
    if not out or winner is None or not {*players} & {*out[-1]}:
        return out
    rest = tuple(player for player in out[-1] if player not in players)
    others = tuple(player for player in players if player != winner)
    return [*out[:-1], *([rest] if rest else []), others, (winner,)]


class PlayoffType(PhaseType):
    """A type of playoff. `LIVES` is how many losses put a player out."""

    LIVES: ClassVar[int] = 1

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """Return as many rounds as needed until one player is left, or fewer if the organiser says
        so; None while the field, or the winner of the last round, is open."""
        playoff, rounds = Playoff.of(situation), situation.rounds
        planned = self.last_round(playoff)
        if situation.phase.rounds is not None:
            planned = min(planned, situation.phase.rounds)
        drawn = rounds and rounds[-1].finished and playoff.waits
        return None if not planned or (drawn and planned <= len(rounds)) else planned

    def in_the_final(self, situation: RoundContext) -> tuple[str, ...]:
        """Return the players of the last table in the next round, where a bye would win nothing."""
        return ()

    @abstractmethod
    def last_round(self, playoff: Playoff) -> int:
        """Return the round that leaves one player, as far as that is certain."""

    def seeds(self, situation: RoundContext) -> tuple[str, ...]:
        """Return the ids of the first round by seed, as recorded or else as due."""
        return Playoff.of(situation).ids

    @abstractmethod
    def places(
        self, situation: RoundContext, left_event: Collection[str]
    ) -> list[PlaceRange] | None:
        """Return everybody's place so far, or None if points rank; those in `left_event` are
        gone."""

    @abstractmethod
    def tree(self, result: PhaseResult) -> Tree | None:
        """Return the whole playoff; None while nobody is in it."""

    def stage(self, result: PhaseResult, round_: Round) -> PlayoffStage:
        """Return the stage of a round. It is the final if it leaves one player, or if it is a match
        for third place beside the final; with several brackets, if it leaves one player in each."""
        number, left = round_.id.number, -(-_left(round_) // Playoff.after(result).brackets)
        before = next((last for last in result.rounds if last.id.number == number - 1), None)
        third = result.ruleset.third_place and left == 2 and before and _left(before) == 2
        if third or (left == 1 and self.may_be_final(result, round_)):
            return PlayoffStage.FINAL
        return self.stage_before_final(left)

    def may_be_final(self, result: PhaseResult, round_: Round) -> bool:
        """Return whether the only table of a round is the final."""
        return True

    def stage_before_final(self, left: int) -> PlayoffStage:
        """Return the stage of a round that leaves so many players and is not the final."""
        return PlayoffStage.EARLY

    def plays_on(self, rules: Ruleset) -> bool:
        """Return whether the rules say that a drawn table is played on."""
        return rules.drawn_elimination == "play_on"

    def is_open(self, table: Table, rules: Ruleset) -> bool:
        """Return whether it is open who advances from a table."""
        return undecided(table, play_on=self.plays_on(rules))

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Return True: seeds determine who meets whom."""
        return True


def _left(round_: Round) -> int:
    """Return how many players are left after a round."""
    return sum(1 for table in round_.tables if table.seats) + len(round_.byes)
