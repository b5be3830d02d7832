"""The circles of a Grand Melee: how many turns there are at once, as players go out."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.rounds import Table, game_of
from runner.rules.variants.turn_markers import Step, TurnRules, course, turn_rules


class Circle(NamedTuple):
    """A table where everybody sits in one circle, with the rules of its turns, and what has become
    of it: the start, and each time that somebody went out."""

    round: RoundId
    table: Table
    rules: TurnRules
    steps: tuple[Step, ...]

    @property
    def now(self) -> Step:
        """How it stands."""
        return self.steps[-1]

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats of those who are out, in order."""
        return tuple(seat for step in self.steps for seat in step.out)

    @property
    def positions(self) -> tuple[int, ...]:
        """The seats of those who are in or went out last, until a turn passes there."""
        gone = {*self.gone} - {*self.now.out}
        return tuple(seat for seat in range(len(self.table.seats)) if seat not in gone)

    @property
    def starting(self) -> tuple[int, ...]:
        """The seats where the turns began, in the order of their numbers."""
        return self.rules.starting_seats(len(self.table.seats))

    @property
    def lately(self) -> Step | None:
        """The latest step by which a turn goes, or had better; None before."""
        return next((step for step in reversed(self.steps) if step.advises or step.forces), None)

    def goes_among(self, step: Step) -> tuple[int, ...]:
        """Return the seats, as they were then, where the turn is looked for that goes by a step."""
        gone = {seat for each in self.steps[: self.steps.index(step)] for seat in each.out}
        positions = [seat for seat in range(len(self.table.seats)) if seat not in gone]
        return self.rules.goes_among(step.out[-1], positions, {*self.gone})

    def within_range(self, seat: int) -> dict[int, int]:
        """Return those in the game whom the spells of a player reach: how many seats to the left
        each is, or to the right below 0; from the right to the left. Nobody, where the player is
        out."""
        gone, positions = {*self.gone}, self.positions
        if seat in gone:
            return {}
        at, many = positions.index(seat), len(positions)
        far = {
            positions[(at + away) % many]: away
            for distance in range(self.rules.reach, 0, -1)
            for away in (-distance, distance)
        }
        near = [other for other in far if other not in gone and other != seat]
        return {other: far[other] for other in sorted(near, key=far.__getitem__)}


def circles(snapshot: Snapshot) -> tuple[Circle, ...]:
    """Return the circles of the round that is out; none where no Grand Melee is played."""
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
