"""Who is in a phase: those who advance from the one before, by the cut made when it began.

A Top 4 after Swiss, in which P5 is fifth:

    before round 1 of the Top 4      by the current results             P1 P2 P3 P4
    P3 leaves before it              the next moves up                  P1 P2 P4 P5
    round 1 is published             the ledger keeps its field         P1 P2 P4 P5
    or its draft is over             the same, of those who drafted
    a result of Swiss is corrected   nobody moves; a check reports who would have been in
    “Redo the cut” on Decisions      by the current results
    a player is seated by hand       is in too, with the last seed
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runner import phases
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.rounds import Round
from runner.ledger.ledger import Ledger
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.phases.phase_type import PhaseType
from runner.phases.round_robin import groups
from runner.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Qualification:
    """A phase and the one before it; `first` is its first round, counted over the event."""

    phase: Phase
    rules: Ruleset
    before: PhaseResult
    first: int

    @property
    def cut(self) -> Cut:
        """The cut between the two; without one, as many as advance from groups."""
        return Cut.of(self.phase, self.rules) or Cut(self._came_from.sends_on(self.before))

    @property
    def _came_from(self) -> PhaseType:
        return phases.find(self.before.phase.type)

    @property
    def open(self) -> bool:
        """Whether players who were not in the phase before may still enter."""
        return not self.cut and phases.playoff(self.phase.type) is None

    def qualified(self) -> tuple[str, ...]:
        """Return the ids of those who advance, by seed, by the current results. Without a cut they
        are followed by players who have left, since they may return, and by late entries; in a
        playoff only by those who play when it begins."""
        ranking = self.before.current
        on = self._came_from.going_on(self.before)
        if self.cut:
            cut_made = self.cut.made(on, ranking)
            # Players who qualified by points are in, however few the cut takes.
            on = tuple(dict.fromkeys((*self._came_from.advanced(self.before), *cut_made)))
        if self.phase.mode is Mode.HEAD_TO_HEAD and phases.playoff(self.phase.type):
            on = groups.seeds(self.before, on)
        if self.cut:
            return on
        out = {row.player for row in ranking.rows if not row.dropped} if ranking else set()
        others = [player for player in self.before.field if player.id not in {*on, *out}]
        return (*on, *(player.id for player in others if self.open or player.plays(self.first)))

    def begun_with(self, ledger: Ledger, rounds: Sequence[Round]) -> tuple[str, ...]:
        """Return the players of a phase that has begun, by seed: those of its cut, those whom the
        organiser has seated since, and those who entered since, if that is possible. So a player
        who made the cut stays in when a result of the phase before is corrected."""
        seated = tuple(dict.fromkeys(player for round_ in rounds for player in round_.everybody))
        ids = ledger.field(self.phase.number)
        if ids is None:
            # As in imported rounds: everybody who sits in them and, if there are fewer than
            # the cut takes, the next by seed, as a document may omit who skipped a round.
            missing = [player for player in self.qualified() if player not in seated]
            if self.cut.most is not None:
                missing = missing[: max(0, self.cut.most - len(seated))]
            ids = self.by_seed((*seated, *missing))
        known = {*ids, *(player for round_ in self.before.rounds for player in round_.everybody)}
        late = (player.id for player in self.before.field if player.id not in known)
        return tuple(dict.fromkeys((*ids, *seated, *(late if self.open else ()))))

    def by_seed(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return these players in the order of the phase before, including those who left; those
        who were in early by their points come first."""
        rows = self.before.current.rows if self.before.current else ()
        place = {row.player: row.rank for row in rows}
        if self.before.groups:  # ranks start anew in each group
            place = {player: at for at, player in enumerate(self.qualified(), 1)}
        early = self._came_from.advanced(self.before)
        place |= {player: at - len(early) for at, player in enumerate(early)}
        last = len(place) + 1
        return tuple(sorted(players, key=lambda player: place.get(player, last)))


def carried_over(
    phase: Phase, rules: Ruleset, before: Sequence[PhaseResult]
) -> tuple[tuple[Round, ...], tuple[Player, ...]]:
    """Return what a phase takes over from earlier ones: their rounds, and all players of their
    fields; nothing if its points start at zero."""
    if not before or not carries(phase, rules, before[-1].phase):
        return (), ()
    last = before[-1]
    return (*last.carried, *last.rounds), (*last.field, *last.only_met)


def carries(phase: Phase, rules: Ruleset, before: Phase) -> bool:
    """Return whether the points of the phase before carry over: as the organiser says, or else from
    Swiss to Swiss. Playoffs neither take over points nor pass them on."""
    if phases.playoff(phase.type) or phases.playoff(before.type):
        return False
    if rules.carry_points is not None:
        return rules.carry_points
    alike = phase.type == before.type and phase.mode is before.mode
    return alike and phases.find(phase.type).OPEN
