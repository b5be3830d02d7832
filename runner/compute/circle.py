"""The circles of Grand Melee: how many turns there are at once, as players go out."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.rounds import Table, game_of
from runner.rules.variants.turn_markers import Step, TurnRules, course, turn_rules


class Circle(NamedTuple):
    """A table where everybody sits in one circle, the rules of its turns, and its history: the
    start, and each time that players went out."""

    round: RoundId
    table: Table
    rules: TurnRules
    steps: tuple[Step, ...]

    @property
    def now(self) -> Step:
        """The current state."""
        return self.steps[-1]

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The seats of the players who are out, in order."""
        return tuple(seat for step in self.steps for seat in step.out)

    @property
    def positions(self) -> tuple[int, ...]:
        """The seats of those who are in, or went out last, until a turn passes there."""
        out = {*self.eliminated} - {*self.now.out}
        return tuple(seat for seat in range(len(self.table.seats)) if seat not in out)

    @property
    def starting(self) -> tuple[int, ...]:
        """The seats where the turns began, in the order of their numbers."""
        return self.rules.starting_seats(len(self.table.seats))

    @property
    def lately(self) -> Step | None:
        """The latest step that removes a turn, or recommends it; None before."""
        return next((step for step in reversed(self.steps) if step.advises or step.forces), None)

    def goes_among(self, step: Step) -> tuple[int, ...]:
        """Return the seats, at the time of a step, among which the turn to remove is chosen."""
        out = {seat for each in self.steps[: self.steps.index(step)] for seat in each.out}
        positions = [seat for seat in range(len(self.table.seats)) if seat not in out]
        return self.rules.goes_among(step.out[-1], positions, {*self.eliminated})

    def within_range(self, seat: int) -> dict[int, int]:
        """Return the players in the game whom the spells of a player reach, from right to left: how
        many seats to the left each is, negative to the right. Empty if the player is out."""
        out, positions = {*self.eliminated}, self.positions
        if seat in out:
            return {}
        at, many = positions.index(seat), len(positions)
        far = {
            positions[(at + away) % many]: away
            for distance in range(self.rules.reach, 0, -1)
            for away in (-distance, distance)
        }
        near = [other for other in far if other not in out and other != seat]
        return {other: far[other] for other in sorted(near, key=far.__getitem__)}


def circles(snapshot: Snapshot) -> tuple[Circle, ...]:
    """Return the circles of the current round; empty if it is not Grand Melee."""
    current = snapshot.current_round
    ruleset = snapshot.phases[current.id.phase - 1].ruleset if current else None
    if current is None or ruleset is None or not (ruleset.played_as and ruleset.played_as.circle):
        return ()
    rules = turn_rules(ruleset.classic, ruleset.spell_range)
    orders = ([tuple(sorted(group)) for group in game_of(table).out] for table in current.tables)
    return tuple(
        Circle(current.id, table, rules, course(rules, len(table.seats), order))
        for table, order in zip(current.tables, orders, strict=True)
    )
