"""Places of the whole event: 1, 2, 3-4, 5-8 ... (docs/rules.md 5).

The players of the last phase come first, by how far they came; then those of the phase before who
are not in the last one, by their rank there, and so on to the first phase. During a playoff, each
player has all places that can still be reached: a stage eliminates as many players as it has
losers, so the places that it leaves are known before it is played.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from runner import phases
from runner.phases import tree
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.playoff_type import PlaceRange
from runner.phases.elimination.tree import From, Match, Side, Tree
from runner.phases.model import FinalPlace, PhaseResult

Span = tuple[int, int]
"""The first and the last of some places."""
_Stage = tuple[bool, int]
"""A stage that eliminates players, in chronological order: whether it is the final, and its
number."""


def still_open(
    result: PhaseResult, known: Sequence[PlaceRange], tree: Tree, lives: int
) -> tuple[list[PlaceRange], frozenset[str]]:
    """Return everybody's places, in the order of `known`, and who can still win. `known` are the
    places as if the playoff ended now; they stay for players who never came, and within a stage
    that is over. `lives` is how many losses put a player out."""
    now = _Playoff(result, tree, double=lives > 1)
    spans = now.spans
    if spans is None:
        return [(player, 1, len(known)) for player, _, _ in known], now.still_in
    places: list[PlaceRange] = []
    for player, first, last in known:
        least, most = spans.get(player, (first, last))
        settled = player in now.settled and least <= first and last <= most
        places.append((player, first, last) if settled else (player, least, most))
    return places, now.still_in


@dataclass(frozen=True)
class _Playoff:
    """A playoff according to its tree; `double`: two losses put a player out."""

    result: PhaseResult
    tree: Tree
    double: bool

    @cached_property
    def matches(self) -> list[Match]:
        """All matches except that for third place, in the order in which they are played."""
        main = [match for match in self.tree.matches if match.side is not Side.THIRD]
        return sorted(main, key=lambda match: (match.round, not match.winner, match.stage))

    @cached_property
    def latest(self) -> Mapping[str, Match]:
        """The last known match of each player."""
        return {player: match for match in self.matches for player in match.players}

    @cached_property
    def unbeaten(self) -> frozenset[str]:
        """Players without a loss that would have eliminated them."""
        return frozenset(
            player
            for player, match in self.latest.items()
            if match.winner in ("", player) or self.stage(match) is None
        )

    @cached_property
    def left_early(self) -> frozenset[str]:
        """Players who have left the event without having lost."""
        playing = {player for match in self.matches if not match.winner for player in match.players}
        return self.unbeaten - {*self.result.playing} - playing

    @cached_property
    def still_in(self) -> frozenset[str]:
        """Players who can still win."""
        return self.unbeaten - self.left_early

    def stage(self, match: Match) -> _Stage | None:
        """Return the stage of a match that eliminates its losers; None for others."""
        if match.side is Side.FINAL:
            return True, 1
        return None if self.double and match.side is Side.WINNERS else (False, match.stage)

    @cached_property
    def losers(self) -> Mapping[_Stage, int]:
        """How many players each stage eliminates, including those who left before it."""
        counts: Counter[_Stage] = Counter()
        for match in self.matches:
            stage = self.stage(match)
            if stage is not None and not match.bye:
                there = sum(1 for place in match.places if place.player is not None)
                counts[stage] += max(there - 1, 0)
        for player in self.left_early:
            counts[self._after(self.latest[player])] += 1
        final = True, 1
        if final in counts:
            counts[final] = 1  # however often it is played
        return dict(sorted(counts.items()))

    def _after(self, match: Match) -> _Stage:
        """Return the stage after a match, for its winner."""
        return (False, match.stage + 1)

    @cached_property
    def winners(self) -> int:
        """The number of winners: one of each bracket that has players."""
        playoff = Playoff.after(self.result)
        return sum(map(bool, playoff.draft_pods())) if playoff.brackets > 1 else 1

    @cached_property
    def ranges(self) -> Mapping[_Stage, Span]:
        """The places of the players that each stage eliminates."""
        spans: dict[_Stage, Span] = {}
        last = sum(self.losers.values()) + self.winners
        for stage, count in self.losers.items():
            spans[stage] = last - count + 1, last
            last -= count
        return spans

    @cached_property
    def settled(self) -> frozenset[str]:
        """Players eliminated in a stage that is over."""
        open_ = {self.stage(match) for match in self.matches if not match.winner and not match.bye}
        return frozenset(
            player
            for player, match in self.latest.items()
            if player not in self.unbeaten and self.stage(match) not in open_
        )

    @cached_property
    def spans(self) -> Mapping[str, Span] | None:
        """The places of everybody who has come; None if they are unknown because a player has left
        a double elimination, or because a corrected result contradicts later rounds."""
        players = {*self.latest}
        if len(players) != sum(self.losers.values()) + self.winners:
            return None
        by_player = {player: self._span(player) for player in players}
        return (
            None
            if None in by_player.values()
            else {p: span for p, span in by_player.items() if span}
        )

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
        """Return the first stage in which a player of that match can be eliminated; 1 if
        unknown."""
        stage = self.stage(match)
        if stage and not match.winner:
            return stage
        for later in self.matches:
            for place in later.places:
                if place.source.kind is From.LOSER and place.source.match == match.key:
                    return self.stage(later) or (False, 1)
        return False, 1


def final(results: Sequence[PhaseResult]) -> tuple[FinalPlace, ...]:
    """Return everybody's place, as far as known; empty while no place can be known. In the current
    phase, a player who is out has the remaining place or places for that; those still in share all
    that can still be reached."""
    begun = [result for result in results if result.rounds]
    coming = [result for result in results if not result.rounds]
    if not begun:
        return ()
    if len(begun) == 1 and (coming or not (begun[0].over or phases.playoff(begun[0].phase.type))):
        return ()  # no place is certain while only the first phase has begun
    last, before = begun[-1], begun[:-1]
    known, still_in = _going_on(last, coming[0]) if coming else reached(last)
    placings = [
        FinalPlace(player, first, end, last.phase.number, player in still_in)
        for player, first, end in sorted(known, key=lambda place: place[1:])
    ]
    for result in reversed(before):
        placed = {place.player for place in placings}
        rest = [place for place in _ranks(result) if place[0] not in placed]
        for _, together in groupby(rest, key=lambda place: place[1:]):
            players = [player for player, _, _ in together]
            first, end = len(placings) + 1, len(placings) + len(players)
            placings += [FinalPlace(player, first, end, result.phase.number) for player in players]
    return tuple(placings)


def reached(result: PhaseResult) -> tuple[list[PlaceRange], frozenset[str]]:
    """Return everybody's place in one phase, from the top, and who is still in it."""
    known = _ranks(result)
    if result.over:
        return known, frozenset()
    everybody = [player for player, _, _ in known]
    playoff, drawn = phases.playoff(result.phase.type), tree(result)
    if playoff is None or drawn is None or not result.standings:
        return [(player, 1, len(known)) for player in everybody], frozenset(everybody)
    return still_open(result, known, drawn, playoff.LIVES)


def _going_on(
    result: PhaseResult, following: PhaseResult
) -> tuple[list[PlaceRange], frozenset[str]]:
    """Return the places of a phase that is followed by another: whoever may advance can still win
    everything."""
    known = _ranks(result)
    in_next = frozenset(player.id for player in following.field)
    if not result.over or not in_next:
        in_next = frozenset(player for player, _, _ in known)
    inside = [(player, 1, len(in_next)) for player, _, _ in known if player in in_next]
    outside = [player for player, _, _ in known if player not in in_next]
    return [*inside, *((p, at, at) for at, p in enumerate(outside, len(inside) + 1))], in_next


def up_to(result: PhaseResult, number: int) -> PhaseResult:
    """Return a phase as it was after that round."""
    return replace(
        result,
        rounds=result.rounds[:number],
        drawn=result.drawn[:number],
        standings=tuple(ranking for ranking in result.standings if ranking.after.number <= number),
        ended=result.ended and number >= len(result.rounds),
        planned=None if number < len(result.rounds) else result.planned,
    )


def _ranks(result: PhaseResult) -> list[PlaceRange]:
    """Return the current places of a phase: those of its playoff, or by rank; the first of each
    group share their places, and so on."""
    ranking = result.current
    if ranking is None:
        return [(player.id, 1, len(result.field)) for player in result.field]
    if ranking.places:
        return list(ranking.places)
    ranges: list[PlaceRange] = []
    rows = sorted(ranking.rows, key=lambda row: row.rank)
    for _, equals in groupby(rows, key=lambda row: row.rank):
        players = [row.player for row in equals]
        first, last = len(ranges) + 1, len(ranges) + len(players)
        ranges += [(player, first, last) for player in players]
    return ranges
