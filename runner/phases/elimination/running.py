"""A double elimination as it runs: its course round by round, as it was drawn and then played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.phases.elimination import fixtures
from runner.phases.elimination.course import Course, Verdicts
from runner.phases.elimination.double_bracket import FINAL, RESET
from runner.phases.elimination.playoff import Playoff


@dataclass(frozen=True, slots=True)
class Running:
    """`before` are the courses from which the rounds were drawn, or only the latest of them was,
    and `course` how far it has come with all."""

    playoff: Playoff
    before: tuple[Course, ...]
    course: Course

    @classmethod
    def of(cls, playoff: Playoff, drawn: Sequence[Mapping[str, Any]] = ()) -> Running:
        """As the ledger has it, where it names the states that rounds were drawn from (all of them,
        or only the latest), and as results give it elsewhere."""
        rounds, states = playoff.situation.rounds, drawn
        if not drawn and playoff.situation.drawn:
            rounds, states = rounds[-1:], [playoff.situation.drawn]
        verdicts = _verdicts(playoff)
        now = Course(playoff.seeds, playoff.ids, reset=playoff.situation.ruleset.grand_final_reset)
        before = []
        for at, round_ in enumerate(rounds):
            now = (Course.read(playoff.seeds, states[at]) if states else None) or now
            before.append(now)
            now = now.after(round_, verdicts)
        return cls(playoff, tuple(before), now)

    @property
    def coming(self) -> Course:
        """The course from which the next round is drawn, without those who have left."""
        return self.course.without(self.playoff.there)

    def passing(self) -> dict[str, str]:
        """Who goes on without playing while the next round is played, by the match."""
        now = self.coming
        beaten = {
            key: won for key, (won, *_) in now.decided.items() if key not in self.course.decided
        }
        same = self.before and self.before[-1].made == now.made
        known = self.before[-1].passing() if same else {}
        new = {key: player for key, player in now.passing().items() if known.get(key) != player}
        return {key: player for key, player in {**beaten, **new}.items() if player}

    def rounds(self) -> dict[str, int]:
        """The round in which each match that is not decided is, or would be, played."""
        played = self.playoff.situation.rounds
        playing: dict[str, int] = {}
        if played and self.playoff.waits:
            stood, _ = self.before[-1].stands(played[-1])
            playing = {key: 0 for key, table in stood.items() if self.playoff.undecided(table)}
        course = self.course if self.playoff.waits else self.coming
        there = course.who(self.playoff.there)
        found = fixtures.rounds(course.fixtures, there, course.decided, playing)
        return {key: len(played) + number for key, number in found.items()}

    def last(self) -> int:
        """The last round that is sure to be played; the grand final's second match is not, until
        the first is played."""
        course = self.course if self.playoff.waits else self.coming
        there = course.who(self.playoff.there)
        sure = [
            number
            for key, number in self.rounds().items()
            if None not in there[key] and (key != RESET or FINAL in course.decided)
        ]
        return max([len(self.playoff.situation.rounds), *sure])


def _verdicts(playoff: Playoff) -> Verdicts:
    def lost(player: str) -> int:
        return sum(
            player in table.players and not playoff.undecided(table)
            and playoff.winner(table) != player
            for round_ in playoff.situation.rounds
            for table in round_.tables
        )  # fmt: skip

    return Verdicts(playoff.winner, playoff.undecided, lost, playoff.there)
