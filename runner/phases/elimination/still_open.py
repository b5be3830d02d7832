"""The places of a playoff that is being played: for each player all that can still be reached.

A stage sends home as many as it has losers, whoever they are. So the places that a stage leaves are
known before it is played, and those of the stages before it lie below them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from runner.phases.elimination.places import Place
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import From, Match, Side, Tree
from runner.phases.model import PhaseResult

Span = tuple[int, int]
"""The first and the last of some places."""
_Stage = tuple[bool, int]
"""A stage that sends players home, in the order in which they do: whether it is of the final, and
its number."""


def still_open(
    result: PhaseResult, known: Sequence[Place], tree: Tree, lives: int
) -> tuple[list[Place], frozenset[str]]:
    """Everybody's places, in the order of `known`, and who can still win.

    `known` are the places as if the playoff ended now. They stand for those who never came, and
    within a stage that is over. `lives` is how many losses put a player out.
    """
    now = _Playoff(result, tree, double=lives > 1)
    spans = now.spans
    if spans is None:
        return [(player, 1, len(known)) for player, _, _ in known], now.still_in
    places: list[Place] = []
    for player, first, last in known:
        span = spans.get(player, (first, last))
        if span[0] <= first and last <= span[1] and player in now.settled:
            span = first, last
        places.append((player, *span))
    return places, now.still_in


@dataclass(frozen=True)
class _Playoff:
    """A playoff as its tree has it; `double` says that it takes two losses to go out."""

    result: PhaseResult
    tree: Tree
    double: bool

    @cached_property
    def matches(self) -> list[Match]:
        """All but that for third place, in the order in which they are played."""
        main = [match for match in self.tree.matches if match.side is not Side.THIRD]
        return sorted(main, key=lambda match: (match.round, not match.winner, match.stage))

    @cached_property
    def latest(self) -> Mapping[str, Match]:
        """The last match that each player is known to be in."""
        return {player: match for match in self.matches for player in match.players}

    @cached_property
    def unbeaten(self) -> frozenset[str]:
        """Who has lost nothing that would have sent them home."""
        return frozenset(
            player
            for player, match in self.latest.items()
            if match.winner in ("", player) or self.stage(match) is None
        )

    @cached_property
    def left_early(self) -> frozenset[str]:
        """Who has left the event without having lost."""
        playing = {player for match in self.matches if not match.winner for player in match.players}
        return self.unbeaten - {*self.result.playing} - playing

    @cached_property
    def still_in(self) -> frozenset[str]:
        """Who can still win."""
        return self.unbeaten - self.left_early

    def stage(self, match: Match) -> _Stage | None:
        """The stage of a match that sends its losers home; None for one that does not."""
        if match.side is Side.FINAL:
            return True, 1
        return None if self.double and match.side is Side.WINNERS else (False, match.stage)

    @cached_property
    def losers(self) -> Mapping[_Stage, int]:
        """How many each stage sends home, those included who left before it."""
        found: Counter[_Stage] = Counter()
        for match in self.matches:
            stage = self.stage(match)
            if stage is not None and not match.bye:
                there = sum(1 for place in match.places if place.player is not None)
                found[stage] += max(there - 1, 0)
        for player in self.left_early:
            found[self._after(self.latest[player])] += 1
        final = True, 1
        if final in found:
            found[final] = 1  # however often it is played
        return dict(sorted(found.items()))

    def _after(self, match: Match) -> _Stage:
        """The stage that follows a match that was won."""
        return (False, match.stage + 1)

    @cached_property
    def winners(self) -> int:
        """How many win: one of each bracket that anybody is in."""
        playoff = Playoff.after(self.result)
        return sum(map(bool, playoff.draft_pods())) if playoff.brackets > 1 else 1

    @cached_property
    def ranges(self) -> Mapping[_Stage, Span]:
        """The places that each stage leaves."""
        found: dict[_Stage, Span] = {}
        last = sum(self.losers.values()) + self.winners
        for stage, count in self.losers.items():
            found[stage] = last - count + 1, last
            last -= count
        return found

    @cached_property
    def settled(self) -> frozenset[str]:
        """Who went out in a stage that is over."""
        open_ = {self.stage(match) for match in self.matches if not match.winner and not match.bye}
        return frozenset(
            player
            for player, match in self.latest.items()
            if player not in self.unbeaten and self.stage(match) not in open_
        )

    @cached_property
    def spans(self) -> Mapping[str, Span] | None:
        """The places of everybody who has come; None where that cannot be told: where somebody has
        left a double elimination, or a corrected result no longer fits what was played on."""
        players = {*self.latest}
        if len(players) != sum(self.losers.values()) + self.winners:
            return None
        found = {player: self._span(player) for player in players}
        return None if None in found.values() else {p: span for p, span in found.items() if span}

    def _span(self, player: str) -> Span | None:
        match = self.latest[player]
        if player in self.left_early:
            return self.ranges.get(self._after(match))
        if player not in self.unbeaten:
            return self.ranges.get(self.stage(match) or (False, 0))
        stage = self._after(match) if match.winner == player else self.stage(match)
        if stage is None or self.double:
            stage = self._next_danger(match)
        if self.winners > 1 and stage > max(self.ranges, default=stage):
            return 1, self.winners  # with the winners of the other brackets
        return 1, self.ranges.get(stage, (1, len(self.latest)))[1]

    def _next_danger(self, match: Match) -> _Stage:
        """The first stage in which somebody of that match can go out; the first of all where that
        is not known."""
        stage = self.stage(match)
        if stage and not match.winner:
            return stage
        for later in self.matches:
            for place in later.places:
                if place.source.kind is From.LOSER and place.source.match == match.key:
                    return self.stage(later) or (False, 1)
        return False, 1
